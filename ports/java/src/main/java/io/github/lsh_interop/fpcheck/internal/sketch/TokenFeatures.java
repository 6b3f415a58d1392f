package io.github.lsh_interop.fpcheck.internal.sketch;

import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;
import java.util.BitSet;

/** R5.1 and R5.4: the features of {@code sd1}, which has no grams, and of {@code sm1}. */
public final class TokenFeatures implements Tokens {
    private final Features next;
    /** Code points that were a cluster of their own: as features they are known. */
    private final BitSet known = new BitSet();

    public TokenFeatures(Features next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(TokenFeatures other) {
        known.clear();
        known.or(other.known);
    }

    @Override
    public void word(byte[] octets, int offset, int length) {
        next.accept(octets, offset, length, 1);
    }

    @Override
    public void gram(byte[] octets, int offset, int length, int split) {
        if (split == length) {
            cluster(octets, offset, length);
            return;
        }
        next.accept(octets, offset, length, 1);
        cluster(octets, offset, split);
        cluster(octets, offset + split, length - split);
    }

    @Override
    public void end() {
        known.clear();
    }

    private void cluster(byte[] octets, int offset, int length) {
        int cp = Utf8.decode(octets, offset);
        if (length == Utf8.length(cp)) {
            if (known.get(cp)) {
                return;
            }
            known.set(cp);
        }
        int script = Ucd.script(Ucd.properties(cp));
        boolean heavy = script == Ucd.HAN || script >= Ucd.THAI && script <= Ucd.MYANMAR;
        next.accept(octets, offset, length, heavy ? 2 : 1);
    }
}
