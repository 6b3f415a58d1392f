package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Fingerprint;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;

/** The similarity of stored fingerprints to a given one. */
final class Similarity extends DoubleValuesSource {
    private final String field;
    private final Fingerprint fingerprint;

    Similarity(String field, Fingerprint fingerprint) {
        this.field = field;
        this.fingerprint = fingerprint;
    }

    @Override
    public DoubleValues getValues(LeafReaderContext context, DoubleValues scores) throws IOException {
        SortedDocValues stored = DocValues.getSorted(context.reader(), field);
        return new DoubleValues() {
            @Override
            public double doubleValue() throws IOException {
                String string = stored.lookupOrd(stored.ordValue()).utf8ToString();
                return fingerprint.similarity(Fingerprint.parse(string));
            }

            @Override
            public boolean advanceExact(int doc) throws IOException {
                return stored.advanceExact(doc);
            }
        };
    }

    @Override
    public boolean needsScores() {
        return false;
    }

    @Override
    public DoubleValuesSource rewrite(IndexSearcher searcher) {
        return this;
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Similarity other && field.equals(other.field) && fingerprint.equals(other.fingerprint);
    }

    @Override
    public int hashCode() {
        return Objects.hash(field, fingerprint);
    }

    @Override
    public String toString() {
        return "similarity(" + field + ", " + fingerprint + ")";
    }
}
