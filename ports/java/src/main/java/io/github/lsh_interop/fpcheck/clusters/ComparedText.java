package io.github.lsh_interop.fpcheck.clusters;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a text is compared by: its words, numbers, signs and operators (R13.8 to R13.11, R13.23). A
 * {@link TextComparer} makes it.
 */
public final class ComparedText {
    /** An unknown character adds at most two features, and deducts more. */
    private static final int PER_UNKNOWN = 3;
    /** The features that a readable text has for each unknown character. */
    private static final int PER_READABLE = 40;

    private final long[] elements;
    private final byte[] sketch;
    private final byte[] identity;
    private final long numbers;
    private final int unknown;

    ComparedText(long[] elements, byte[] sketch, byte[] identity, long numbers, int unknown) {
        this.elements = elements;
        this.sketch = sketch;
        this.identity = identity;
        this.numbers = numbers;
        this.unknown = unknown;
    }

    /**
     * Counts the compared elements (R13.9).
     *
     * @return their number
     */
    public int features() {
        return elements.length;
    }

    /**
     * Counts the unknown characters (R13.23).
     *
     * @return their number
     */
    public int unknown() {
        return unknown;
    }

    /**
     * Tells whether the text is readable (R13.23): a text with more unknown characters is never removed.
     *
     * @return whether it is
     */
    public boolean isReadable() {
        return isReadable(elements.length, unknown);
    }

    /**
     * Returns the weight of the text (R13.1, R13.23).
     *
     * @return the weight, 0 if the text is not readable
     */
    public int weight() {
        return weight(elements.length, unknown);
    }

    /**
     * Tells whether a text with these features and unknown characters is readable (R13.23).
     *
     * @param features the number of compared elements, or of features of a fingerprint
     * @param unknown the number of unknown characters
     * @return whether it is
     */
    public static boolean isReadable(int features, int unknown) {
        return (long) PER_READABLE * unknown <= features;
    }

    /**
     * Returns the weight of a text with these features and unknown characters (R13.23).
     *
     * @param features the number of compared elements, or of features of a fingerprint
     * @param unknown the number of unknown characters
     * @return the weight, 0 if the text is not readable
     */
    public static int weight(int features, int unknown) {
        return isReadable(features, unknown) ? features - PER_UNKNOWN * unknown : 0;
    }

    /**
     * Returns the compared elements (R13.9).
     *
     * @return the elements, unsigned, ascending
     */
    public long[] elements() {
        return elements.clone();
    }

    /**
     * Returns the MinHash of the compared elements, of 8 bits a slot (R13.9).
     *
     * @return 128 octets, or nothing if there are no elements
     */
    public Optional<byte[]> sketch() {
        return Optional.ofNullable(sketch).map(byte[]::clone);
    }

    /**
     * Returns what only the same texts have in common (R13.11), if no character is unknown.
     *
     * @return 32 octets
     */
    public byte[] identity() {
        return identity.clone();
    }

    /**
     * Returns a hash that is equal for texts with the same numbers (R13.11).
     *
     * @return the hash
     */
    public long numbers() {
        return numbers;
    }

    /**
     * Tells whether two texts are the same (R13.11).
     *
     * @param other the other text
     * @return whether they are
     */
    public boolean isSame(ComparedText other) {
        return unknown == 0 && Arrays.equals(identity, other.identity);
    }

    /**
     * Tells whether two texts have the same numbers (R13.11).
     *
     * @param other the other text
     * @return whether they have
     */
    public boolean hasSameNumbers(ComparedText other) {
        return numbers == other.numbers;
    }

    /**
     * Returns the share of elements that both texts have (R13.10).
     *
     * @param other the other text
     * @return 0 to 1
     */
    public double similarity(ComparedText other) {
        long[] one = elements;
        long[] two = other.elements;
        int both = 0;
        for (int i = 0, k = 0; i < one.length && k < two.length; ) {
            int order = Long.compareUnsigned(one[i], two[k]);
            if (order == 0) {
                both++;
            }
            i += order <= 0 ? 1 : 0;
            k += order >= 0 ? 1 : 0;
        }
        int all = one.length + two.length - both;
        return all == 0 ? 1 : (double) both / all;
    }
}
