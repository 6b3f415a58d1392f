package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeSource;

/** Emits the keys of one fingerprint, all at one position and with the offsets of what they describe. */
final class Keys {
    private final CharTermAttribute term;
    private final OffsetAttribute offsets;
    private final PositionIncrementAttribute increments;
    private Iterator<String> left = List.<String>of().iterator();
    private int increment;
    private int start;
    private int end;

    Keys(AttributeSource source) {
        term = source.addAttribute(CharTermAttribute.class);
        offsets = source.addAttribute(OffsetAttribute.class);
        increments = source.addAttribute(PositionIncrementAttribute.class);
    }

    void set(BandKeys layout, Fingerprint fingerprint, int increment, int start, int end) {
        left = layout.of(fingerprint).iterator();
        this.increment = increment;
        this.start = start;
        this.end = end;
    }

    void clear() {
        left = List.<String>of().iterator();
    }

    boolean hasNext() {
        return left.hasNext();
    }

    void next() {
        term.setEmpty().append(left.next());
        offsets.setOffset(start, end);
        increments.setPositionIncrement(increment);
        increment = 0;
    }
}
