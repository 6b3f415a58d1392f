package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Replaces the string of a fingerprint by its band keys. Put it after a tokenizer that keeps strings whole, such as
 * {@code keyword}. A token that is not a fingerprint is an error, and so is one whose scheme the layout does not suit.
 */
public final class BandKeyFilter extends TokenFilter {
    private final BandKeys layout;
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offsets = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute increments = addAttribute(PositionIncrementAttribute.class);
    private final Keys keys = new Keys(this);

    /**
     * Makes a filter.
     *
     * @param input where the strings come from
     * @param layout the layout of the keys
     */
    public BandKeyFilter(TokenStream input, BandKeys layout) {
        super(input);
        this.layout = layout;
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!keys.hasNext()) {
            if (!input.incrementToken()) {
                return false;
            }
            Fingerprint fingerprint = Fingerprint.parse(term.toString());
            keys.set(layout, fingerprint, increments.getPositionIncrement(), offsets.startOffset(), offsets.endOffset());
        }
        clearAttributes();
        keys.next();
        return true;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        keys.clear();
    }
}
