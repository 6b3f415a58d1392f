package io.github.lsh_interop.fpcheck.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A row of a search (I26). */
public final class Match {
    private final byte[] id;
    private final int distance;
    private final double similarity;

    Match(byte[] id, int distance, double similarity) {
        this.id = id;
        this.distance = distance;
        this.similarity = similarity;
    }

    /**
     * Returns the id of the document, which may be any bytes.
     *
     * @return a copy of the id
     */
    public byte[] idBytes() {
        return id.clone();
    }

    /**
     * Returns the id of the document as UTF-8. An ill-formed sequence becomes U+FFFD.
     *
     * @return the id
     */
    public String id() {
        return new String(id, StandardCharsets.UTF_8);
    }

    /**
     * Returns the distance from the query.
     *
     * @return the number of bits of a SimHash, or of slots of a MinHash, that differ
     */
    public int distance() {
        return distance;
    }

    /**
     * Returns the similarity to the query.
     *
     * @return 0 to 1
     */
    public double similarity() {
        return similarity;
    }

    /** Compares as rows are ordered: by similarity, the greatest first, and then by id. */
    static int compare(Match a, Match b) {
        int order = Double.compare(b.similarity, a.similarity);
        return order != 0 ? order : Arrays.compareUnsigned(a.id, b.id);
    }

    @Override
    public String toString() {
        return id() + " (distance " + distance + ", similarity " + similarity + ")";
    }
}
