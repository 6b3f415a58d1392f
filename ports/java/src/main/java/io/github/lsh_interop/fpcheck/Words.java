package io.github.lsh_interop.fpcheck;

/** Chapter 4 of {@code sd1}: R4.1 to R4.3. */
final class Words implements Runs {
    /** R4.3. */
    static final int MAX = 4096;

    private static final int IN_WORDS = Ucd.LETTERS | 1 << Ucd.MN | 1 << Ucd.ND | 1 << Ucd.PC;

    private final Tokens next;
    private final byte[] word = new byte[MAX + 4];
    /** Of a word that is too long, more than {@link #MAX}. */
    private int length;
    private boolean alphabetic;

    Words(Tokens next) {
        this.next = next;
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
