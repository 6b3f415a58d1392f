package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

/**
 * Makes {@link BandKeyFilter}s, by the name {@code fpcheckBands}. The argument {@code layout} is {@code 21x6} unless
 * given; a SimHash needs another one, such as {@code 9x2}.
 */
public final class BandKeyFilterFactory extends TokenFilterFactory {
    /** The name in analysis chains. */
    public static final String NAME = "fpcheckBands";

    private final BandKeys layout;

    /**
     * Makes a factory.
     *
     * @param args {@code layout}, optional
     * @throws IllegalArgumentException if an argument is unknown or wrong
     */
    public BandKeyFilterFactory(Map<String, String> args) {
        super(args);
        layout = BandKeys.parse(get(args, "layout", BandKeys.MINHASH.toString()));
        if (!args.isEmpty()) {
            throw new IllegalArgumentException("unknown arguments " + args + ": expected layout");
        }
    }

    /** Exists only for Java's service loader; Lucene calls the other constructor. */
    public BandKeyFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public TokenStream create(TokenStream input) {
        return new BandKeyFilter(input, layout);
    }
}
