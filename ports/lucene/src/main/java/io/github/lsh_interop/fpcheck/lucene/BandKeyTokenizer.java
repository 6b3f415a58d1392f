package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.AttributeFactory;

/**
 * Fingerprints a whole text and emits the band keys as terms. A text without features, such as {@code 1984}, has no
 * terms (R5.3). The text is in memory while it is read.
 */
public final class BandKeyTokenizer extends Tokenizer {
    private static final int PIECE = 8192;

    private final Scheme scheme;
    private final BandKeys layout;
    private final Keys keys = new Keys(this);
    private boolean read;
    private int length;

    /**
     * Makes a tokenizer.
     *
     * @param scheme the scheme of the fingerprints
     * @param layout the layout of the keys
     * @throws IllegalArgumentException if the layout does not suit the scheme
     */
    public BandKeyTokenizer(Scheme scheme, BandKeys layout) {
        this(DEFAULT_TOKEN_ATTRIBUTE_FACTORY, scheme, layout);
    }

    /**
     * Makes a tokenizer with attributes of a factory.
     *
     * @param factory the factory
     * @param scheme the scheme of the fingerprints
     * @param layout the layout of the keys
     * @throws IllegalArgumentException if the layout does not suit the scheme
     */
    public BandKeyTokenizer(AttributeFactory factory, Scheme scheme, BandKeys layout) {
        super(factory);
        layout.requireSuits(scheme);
        this.scheme = scheme;
        this.layout = layout;
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!read) {
            read = true;
            StringBuilder text = new StringBuilder();
            char[] piece = new char[PIECE];
            for (int n = input.read(piece); n >= 0; n = input.read(piece)) {
                text.append(piece, 0, n);
            }
            length = text.length();
            Optional<Fingerprint> fingerprint = scheme.sum(text);
            if (fingerprint.isPresent()) {
                keys.set(layout, fingerprint.get(), 1, correctOffset(0), correctOffset(length));
            }
        }
        if (!keys.hasNext()) {
            return false;
        }
        clearAttributes();
        keys.next();
        return true;
    }

    @Override
    public void end() throws IOException {
        super.end();
        int last = correctOffset(length);
        getAttribute(OffsetAttribute.class).setOffset(last, last);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        keys.clear();
        read = false;
        length = 0;
    }
}
