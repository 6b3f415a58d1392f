package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;

/** R2.10: white space between clusters of one class K or T is deleted. */
public final class WhiteSpace implements Scalars {
    private static final int MAX = 256;

    private final Scalars next;
    private final int[] held = new int[MAX];
    private int length;
    /** The class of the code point before, marks passed over; only K and T matter. */
    private int before = Classes.NONE;

    public WhiteSpace(Scalars next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(WhiteSpace other) {
        System.arraycopy(other.held, 0, held, 0, held.length);
        length = other.length;
        before = other.before;
    }

    /** Whether nothing is held and nothing that came bears on what comes. */
    public boolean isIdle() {
        return before <= Classes.W;
    }

    @Override
    public void accept(int cp, int properties) {
        if ((properties & Ucd.WHITE_SPACE) != 0 || cp == 0x200B) {
            if (before > Classes.W) {
                if (length < MAX) {
                    held[length++] = cp;
                    return;
                }
                release();
                before = Classes.NONE;
            }
            next.accept(cp, properties);
            return;
        }
        boolean mark = Ucd.in(Ucd.MARKS, properties);
        int after = mark ? Classes.NONE : Classes.of(cp, properties);
        if (length > 0) {
            if (after == before) {
                length = 0;
            } else {
                release();
                before = Classes.NONE;
            }
        }
        if (!mark) {
            before = after;
        }
        next.accept(cp, properties);
    }

    @Override
    public void end() {
        release();
        before = Classes.NONE;
        next.end();
    }

    private void release() {
        for (int i = 0; i < length; i++) {
            next.accept(held[i], Ucd.properties(held[i]));
        }
        length = 0;
    }
}
