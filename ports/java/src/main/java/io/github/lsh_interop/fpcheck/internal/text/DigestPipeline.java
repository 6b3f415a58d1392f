package io.github.lsh_interop.fpcheck.internal.text;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The stages of R10.6 to R10.10. */
public final class DigestPipeline {
    private final Items items;
    private final WhiteSpace whiteSpace;
    private final LineEnds lineEnds;
    private final Decoder decoder;
    /** Whether what came last is ASCII and outside words, or nothing came yet. */
    private boolean atBoundary = true;

    public DigestPipeline(Items items) {
        this.items = items;
        whiteSpace = new WhiteSpace(Normaliser.ofTextDigest(items));
        lineEnds = new LineEnds(whiteSpace);
        decoder = new Decoder(lineEnds);
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
        }
    }

    public boolean hasItems() {
        return items.isPresent();
    }

    public void update(byte[] octets, int offset, int length) {
        int end = offset + length;
        int i = offset;
        while (i < end) {
            if (atBoundary && lineEnds.isIdle() && whiteSpace.isIdle()) {
                i = items.skim(octets, i, end);
            }
            if (i < end) {
                i = decoder.acceptUpToBoundary(octets, i, end);
                atBoundary = octets[i - 1] >= 0 && !Identifiers.isAtom(octets[i - 1]);
            }
        }
    }

    public void end() {
        decoder.end();
        items.end();
    }

    public void clear() {
        items.clear();
        atBoundary = true;
    }
}
