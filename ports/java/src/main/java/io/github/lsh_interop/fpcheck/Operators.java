package io.github.lsh_interop.fpcheck;

/** R13.8 (a) to (d): which separators between two runs or symbols are operators. */
final class Operators {
    /** R13.8 (c): how many may stand in a row, and how many in a gap. */
    private static final int MAX = 16;

    private static final int MINUS_SIGN = 0x2212;

    /** Whether a run or a symbol came before the gap. */
    private boolean started;
    /** Whether the gap has no operators: by (a) or (c). */
    private boolean silent;
    /** Whether the last part was a space. */
    private boolean space;

    /** The operator characters of the row under way, how many they are, and whether a space is before it. */
    private final int[] row = new int[MAX];
    private int rowLength;
    private boolean spaceBeforeRow;

    /** What fulfils (b), and how many of these a space follows. */
    private final int[] found = new int[MAX];
    private int length;
    private int followed;

    /** Takes the next part of the gap, or {@link Runs#NO_CODE_POINT}. */
    void separate(int cp, boolean isSpace) {
        if (isOperator(cp)) {
            if (rowLength == 0) {
                spaceBeforeRow = space;
            }
            if (rowLength < MAX) {
                row[rowLength++] = cp;
            } else {
                silent = true;
            }
            space = false;
            return;
        }
        endRow(isSpace);
        space = isSpace;
        if (isSpace) {
            followed = length;
        }
        silent |= isLineEnd(cp);
    }

    /** Ends the gap at the next part. Returns how many operators it has: {@link #get} has each. */
    int end(boolean telling) {
        endRow(false);
        int operators = 0;
        for (int i = 0; started && !silent && i < length; i++) {
            boolean dash = found[i] == '-' || found[i] == MINUS_SIGN;
            if (!telling || !dash && i < followed) { // (d)
                found[operators++] = dash ? '-' : found[i];
            }
        }
        clear();
        started = true;
        return operators;
    }

    int get(int i) {
        return found[i];
    }

    /** Forgets the text. */
    void clear() {
        started = false;
        silent = false;
        space = false;
        rowLength = 0;
        length = 0;
        followed = 0;
    }

    private void endRow(boolean spaceAfter) {
        for (int i = 0; i < rowLength; i++) {
            if (spaceBeforeRow == spaceAfter || spaceBeforeRow && isPrefix(row[i])) { // (b)
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

    private static boolean isPrefix(int cp) {
        return cp == '!' || cp == '-' || cp == '~' || cp == MINUS_SIGN;
    }

    private static boolean isLineEnd(int cp) {
        return cp >= 0x0A && cp <= 0x0D || cp == 0x85 || cp == 0x2028 || cp == 0x2029;
    }
}
