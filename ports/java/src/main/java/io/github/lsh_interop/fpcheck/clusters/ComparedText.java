package io.github.lsh_interop.fpcheck.clusters;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a text is compared by: its words, numbers, signs and operators (R13.8 to R13.11). A {@link
 * TextComparer} makes it.
 */
public final class ComparedText {
    private final long[] elements;
    private final byte[] sketch;
    private final byte[] identity;
    private final long numbers;

    ComparedText(long[] elements, byte[] sketch, byte[] identity, long numbers) {
        this.elements = elements;
        this.sketch = sketch;
        this.identity = identity;
        this.numbers = numbers;
    }

    /**
     * Counts the compared elements, which are the weight of the text (R13.1).
     *
     * @return their number
     */
    public int features() {
        return elements.length;
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
     * Returns what only the same texts have in common (R13.11).
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
        return Arrays.equals(identity, other.identity);
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
