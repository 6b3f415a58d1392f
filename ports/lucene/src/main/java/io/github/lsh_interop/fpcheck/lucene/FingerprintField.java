package io.github.lsh_interop.fpcheck.lucene;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * A field of an index that has the fingerprint of each document: the band keys as terms, and the string as doc values
 * of the same name. Immutable, and safe for use by several threads.
 */
public final class FingerprintField {
    private final String name;
    private final BandKeys layout;

    /**
     * Describes a field.
     *
     * @param name the name of the field
     * @param layout the layout of the keys, the same for all documents
     */
    public FingerprintField(String name, BandKeys layout) {
        this.name = name;
        this.layout = layout;
    }

    /**
     * A document that was found.
     *
     * @param doc its number in the searcher
     * @param similarity its similarity, from the stored fingerprint (R10.3, R10.5)
     */
    public record Match(int doc, double similarity) {}

    /**
     * Adds a fingerprint to a document that is about to be indexed.
     *
     * @param document the document
     * @param fingerprint its fingerprint
     * @throws IllegalArgumentException if the layout does not suit the scheme
     */
    public void add(Document document, Fingerprint fingerprint) {
        for (String key : layout.of(fingerprint)) {
            document.add(new StringField(name, key, Field.Store.NO));
        }
        document.add(new SortedDocValuesField(name, new BytesRef(fingerprint.toString())));
    }

    /**
     * Makes the query for candidates. The score of a document is the number of keys in common.
     *
     * @param fingerprint the fingerprint to search for
     * @return the query
     * @throws IllegalArgumentException if the layout does not suit the scheme
     */
    public Query candidates(Fingerprint fingerprint) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String key : layout.of(fingerprint)) {
            query.add(new ConstantScoreQuery(new TermQuery(new Term(name, key))), BooleanClause.Occur.SHOULD);
        }
        return query.build();
    }

    /**
     * Makes the order of candidates by their similarity, the most similar first.
     *
     * @param fingerprint the fingerprint to compare with
     * @return the order, for {@link IndexSearcher#search(Query, int, Sort)}
     */
    public Sort bySimilarity(Fingerprint fingerprint) {
        return new Sort(new Similarity(name, fingerprint).getSortField(true), SortField.FIELD_DOC);
    }

    /**
     * Finds the documents that are near a fingerprint, the most similar first.
     *
     * @param searcher the searcher
     * @param fingerprint the fingerprint to search for
     * @param minSimilarity the smallest similarity, 0 to 1
     * @param most the largest number of documents
     * @return the documents
     * @throws IOException if the index cannot be read
     */
    public List<Match> search(IndexSearcher searcher, Fingerprint fingerprint, double minSimilarity, int most)
            throws IOException {
        List<Match> matches = new ArrayList<>();
        for (ScoreDoc found : searcher.search(candidates(fingerprint), most, bySimilarity(fingerprint)).scoreDocs) {
            double similarity = (Double) ((FieldDoc) found).fields[0];
            if (similarity >= minSimilarity) {
                matches.add(new Match(found.doc, similarity));
            }
        }
        return List.copyOf(matches);
    }
}
