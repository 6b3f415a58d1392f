package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;

/** Chapter 4 of {@code sd1}: R4.1 to R4.3. */
public final class Words implements Runs {
    /** R4.3. */
    public static final int MAX = 4096;

    private static final int IN_WORDS = Ucd.LETTERS | 1 << Ucd.MN | 1 << Ucd.ND | 1 << Ucd.PC;

    private final Tokens next;
    private final byte[] word = new byte[MAX + 4];
    /** Of a word that is too long, more than {@link #MAX}. */
    private int length;
    private boolean alphabetic;

    public Words(Tokens next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(Words other) {
        System.arraycopy(other.word, 0, word, 0, word.length);
        length = other.length;
        alphabetic = other.alphabetic;
    }

    @Override
    public void accept(int cp, int properties) {
        if (!Ucd.in(IN_WORDS, properties)) {
            endRun();
            return;
        }
        if (length <= MAX) {
            length = Utf8.encode(cp, word, length);
            alphabetic |= (properties & Ucd.ALPHABETIC) != 0;
        }
    }

    @Override
    public void endRun() {
        if (alphabetic && length <= MAX) {
            next.word(word, 0, length);
        }
        length = 0;
        alphabetic = false;
    }
}
