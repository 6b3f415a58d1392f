package io.github.lsh_interop.fpcheck.internal.sketch;

import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.text.Words;

/** R5.5: the features of {@code mh1} and {@code mw1}. */
public final class Shingles implements Tokens {
    private static final int MAX_LENGTH = 3 * (Words.MAX + 1);

    private final Features next;
    /** Tokens as they came, a blank after each; moved to the front now and then. */
    private byte[] octets = new byte[4 * MAX_LENGTH];
    private int length;
    /** Where the token before and the one before that begin. */
    private int second;
    private int first;
    /** How many tokens there were, up to 3. */
    private int tokens;

    public Shingles(Features next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(Shingles other) {
        octets = other.octets.clone();
        length = other.length;
        second = other.second;
        first = other.first;
        tokens = other.tokens;
    }

    @Override
    public void word(byte[] source, int offset, int sourceLength) {
        if (length + sourceLength + 1 > octets.length) {
            makeRoom(sourceLength + 1);
        }
        int third = length;
        System.arraycopy(source, offset, octets, third, sourceLength);
        length = third + sourceLength + 1;
        octets[length - 1] = ' ';
        if (tokens < 3) {
            tokens++;
        }
        if (tokens == 3) {
            accept();
        }
        if (tokens > 1) {
            first = second;
        }
        second = third;
    }

    @Override
    public void gram(byte[] source, int offset, int sourceLength, int split) {
        word(source, offset, sourceLength);
    }

    @Override
    public void end() {
        if (tokens == 1 || tokens == 2) {
            accept();
        }
        length = 0;
        first = 0;
        second = 0;
        tokens = 0;
    }

    private void accept() {
        next.accept(octets, first, length - 1 - first, 1);
    }

    private void makeRoom(int wanted) {
        int kept = length - first;
        byte[] from = octets;
        if (kept + wanted > from.length) { // only for tokens that did not come of chapter 4
            octets = new byte[2 * (kept + wanted)];
        }
        System.arraycopy(from, first, octets, 0, kept);
        length = kept;
        second -= first;
        first = 0;
    }
}
