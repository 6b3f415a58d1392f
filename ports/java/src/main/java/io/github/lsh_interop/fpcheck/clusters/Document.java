package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A document as chapter 13 has it: one of many that are to be clustered. Immutable; the natural order is
 * that of R13.1, in which the document comes first that is to represent the others. It agrees with
 * {@link #equals} among documents of different ids.
 */
public final class Document implements Comparable<Document> {
    /** The greatest weight, 2^53 − 1. */
    public static final long MAX_WEIGHT = (1L << 53) - 1;

    private final byte[] id;
    private final long weight;
    private final Fingerprint fingerprint;

    /**
     * Makes a document.
     *
     * @param id any octets that no other document has
     * @param weight 0 to {@link #MAX_WEIGHT}: the heavier of two represents both, so {@link
     *     Hasher#features} will do
     * @param fingerprint its fingerprint
     * @throws IllegalArgumentException if the weight is another
     */
    public Document(byte[] id, long weight, Fingerprint fingerprint) {
        if (weight < 0 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("a weight of " + weight + ", not 0 to " + MAX_WEIGHT);
        }
        this.id = id.clone();
        this.weight = weight;
        this.fingerprint = fingerprint;
    }

    /**
     * The id.
     *
     * @return its octets; a copy
     */
    public byte[] id() {
        return id.clone();
    }

    /**
     * The weight.
     *
     * @return the weight
     */
    public long weight() {
        return weight;
    }

    /**
     * The fingerprint.
     *
     * @return the fingerprint
     */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** This document with the sketch that R13.2 gives it. */
    Document truncate(int width) {
        return fingerprint.width() == width ? this : new Document(id, weight, fingerprint.truncate(width));
    }

    /**
     * The order of R13.1: the greater weight first, and of the same weight the lesser id, by its octets,
     * which are unsigned.
     *
     * @param other another document
     * @return less than 0 if this one comes first, more than 0 if the other does
     */
    @Override
    public int compareTo(Document other) {
        int order = Long.compare(other.weight, weight);
        return order != 0 ? order : Arrays.compareUnsigned(id, other.id);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Document other
                && weight == other.weight
                && Arrays.equals(id, other.id)
                && fingerprint.equals(other.fingerprint);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(id);
    }

    /**
     * The id, in hexadecimal digits, the weight and the fingerprint.
     *
     * @return such as {@code 61 7 sm1:eg2swwj4cbyiu}
     */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(id) + " " + weight + " " + fingerprint;
    }
}
