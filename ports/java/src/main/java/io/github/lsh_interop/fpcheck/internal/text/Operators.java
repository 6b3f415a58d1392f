package io.github.lsh_interop.fpcheck.internal.text;

/** R13.8 (a) to (d): which separators between two runs or symbols are operators. */
public final class Operators {
    /** R13.8 (c): how many may stand in a row, and how many in a gap. */
    private static final int MAX = 16;

    private static final int MINUS_SIGN = 0x2212;

    /** Whether a run or a symbol came before the gap. */
    private boolean started;
    /** Whether the gap has no operators: by (c). */
    private boolean silent;
    /** Whether a line ended in the gap, so that no more operators come (a). */
    private boolean ended;
    /** Whether the last part was a space. */
    private boolean space;
    /** Whether the gap has no part yet. */
    private boolean empty = true;

    /** The operator characters of the row under way, how many they are, and what is before it. */
    private final int[] row = new int[MAX];
    private int rowLength;
    private boolean spaceBeforeRow;
    private boolean itemBeforeRow;

    /** What fulfils (b), and how many of these a space follows. */
    private final int[] found = new int[MAX];
    private int length;
    private int followed;

    /** Takes the next part of the gap, or {@link Runs#NO_CODE_POINT}. */
    public void separate(int cp, boolean isSpace) {
        if (!ended && isOperator(cp)) {
            if (rowLength == 0) {
                spaceBeforeRow = space;
                itemBeforeRow = empty;
            }
            if (rowLength < MAX) {
                row[rowLength++] = cp;
            } else {
                silent = true;
            }
            space = false;
            empty = false;
            return;
        }
        endRow(isSpace, false);
        space = isSpace;
        empty = false;
        if (isSpace) {
            followed = length;
        }
        ended |= isLineEnd(cp);
    }

    /** Ends the gap at the next part. Returns how many operators it has: {@link #get} has each. */
    public int end(boolean telling) {
        endRow(false, true);
        int operators = 0;
        for (int i = 0; started && !silent && i < length; i++) {
            if (!telling || i < followed) { // (d)
                found[operators++] = isDash(found[i]) ? '-' : found[i];
            }
        }
        clear();
        started = true;
        return operators;
    }

    public int get(int i) {
        return found[i];
    }

    /** Forgets the text. */
    public void clear() {
        started = false;
        silent = false;
        ended = false;
        space = false;
        empty = true;
        rowLength = 0;
        length = 0;
        followed = 0;
    }

    private void endRow(boolean spaceAfter, boolean nextAfter) {
        for (int i = 0; i < rowLength; i++) {
            boolean fits = isPrefix(row[i])
                    ? nextAfter && !(isDash(row[i]) && itemBeforeRow)
                    : spaceBeforeRow == spaceAfter;
            if (fits) { // (b)
                if (length < MAX) {
                    found[length++] = row[i];
                } else {
                    silent = true;
                }
            }
        }
        rowLength = 0;
    }

    private static boolean isOperator(int cp) {
        return switch (cp) {
            case '!', '&', '*', '-', '/', '^', '~', MINUS_SIGN -> true;
            default -> false;
        };
    }

    private static boolean isDash(int cp) {
        return cp == '-' || cp == MINUS_SIGN;
    }

    private static boolean isPrefix(int cp) {
        return cp == '!' || cp == '-' || cp == '~' || cp == MINUS_SIGN;
    }

    private static boolean isLineEnd(int cp) {
        return cp >= 0x0A && cp <= 0x0D || cp == 0x85 || cp == 0x2028 || cp == 0x2029;
    }
}
