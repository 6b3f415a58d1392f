package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.util.Map;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.util.AttributeFactory;

/**
 * Makes {@link BandKeyTokenizer}s, by the name {@code fpcheckBands}. The argument {@code scheme} is {@code mh1} or any
 * other scheme. The argument {@code layout} is {@code 21x6}, or {@code 9x2} for a SimHash, unless given.
 */
public final class BandKeyTokenizerFactory extends TokenizerFactory {
    /** The name in analysis chains. */
    public static final String NAME = "fpcheckBands";

    private final Scheme scheme;
    private final BandKeys layout;

    /**
     * Makes a factory.
     *
     * @param args {@code scheme} and {@code layout}, both optional
     * @throws IllegalArgumentException if an argument is unknown or wrong
     */
    public BandKeyTokenizerFactory(Map<String, String> args) {
        super(args);
        String id = get(args, "scheme", "mh1");
        scheme = Scheme.lookup(id)
                .orElseThrow(() -> new IllegalArgumentException("scheme \"" + id + "\": expected sd1, sm1, mh1 or mw1"));
        BandKeys usual = scheme.isMinHash() ? BandKeys.MINHASH : BandKeys.SIMHASH;
        layout = BandKeys.parse(get(args, "layout", usual.toString()));
        layout.requireSuits(scheme);
        if (!args.isEmpty()) {
            throw new IllegalArgumentException("unknown arguments " + args + ": expected scheme and layout");
        }
    }

    /** Exists only for Java's service loader; Lucene calls the other constructor. */
    public BandKeyTokenizerFactory() {
        throw defaultCtorException();
    }

    @Override
    public BandKeyTokenizer create(AttributeFactory factory) {
        return new BandKeyTokenizer(factory, scheme, layout);
    }
}
