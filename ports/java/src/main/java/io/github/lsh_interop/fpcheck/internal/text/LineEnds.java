package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;

/** R2.9: words that a hyphen and a line end cut are joined. */
public final class LineEnds implements Scalars {
    private static final int MAX_BLANKS = 64;

    /** How much of (a) to (d) is held: up to the hyphen, a carriage return, or the line end. */
    private enum State { NOTHING, HYPHEN, RETURN, LINE_END }

    private final Scalars next;
    private final int[] held = new int[1 + MAX_BLANKS + 2 + MAX_BLANKS];
    private int length;
    private int blanks;
    private State state = State.NOTHING;
    /** Whether the code point before, marks passed over, is a letter. */
    private boolean letter;

    public LineEnds(Scalars next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(LineEnds other) {
        System.arraycopy(other.held, 0, held, 0, held.length);
        length = other.length;
        blanks = other.blanks;
        state = other.state;
        letter = other.letter;
    }

    /** Whether nothing is held and nothing that came bears on what comes. */
    public boolean isIdle() {
        return state == State.NOTHING && !letter;
    }

    @Override
    public void accept(int cp, int properties) {
        if (state != State.NOTHING) {
            if (continues(cp)) {
                held[length++] = cp;
                return;
            }
            if (state != State.HYPHEN && Ucd.category(properties) == Ucd.LL) {
                length = 0;
            } else {
                release();
            }
            state = State.NOTHING;
        }
        if (letter && (cp == '-' || cp == 0xAD || cp == 0x2010)) {
            held[length++] = cp;
            state = State.HYPHEN;
            blanks = 0;
            letter = false;
            return;
        }
        letter = Ucd.in(Ucd.LETTERS, properties) || letter && Ucd.in(Ucd.MARKS, properties);
        next.accept(cp, properties);
    }

    @Override
    public void end() {
        release();
        state = State.NOTHING;
        letter = false;
        next.end();
    }

    private boolean continues(int cp) {
        if (cp == 0x09 || cp == 0x20 || cp == 0xA0) {
            if (state == State.RETURN) {
                state = State.LINE_END;
            }
            return ++blanks <= MAX_BLANKS;
        }
        if (cp == 0x0A && state == State.RETURN) {
            state = State.LINE_END;
            return true;
        }
        if (state == State.HYPHEN && isLineEnd(cp)) {
            state = cp == 0x0D ? State.RETURN : State.LINE_END;
            blanks = 0;
            return true;
        }
        return false;
    }

    private static boolean isLineEnd(int cp) {
        return cp >= 0x0A && cp <= 0x0D || cp == 0x85 || cp == 0x2028;
    }

    private void release() {
        for (int i = 0; i < length; i++) {
            next.accept(held[i], Ucd.properties(held[i]));
        }
        length = 0;
    }
}
