package io.github.lsh_interop.fpcheck.passages;

/**
 * The items and windows of a text (R13.12 to R13.16). A {@link PassageReader} makes it. Items and windows are counted
 * from 0. The window at an item has the number of the item.
 */
public final class PassageText {
    /** The weight of a word (R13.13), which is the unit of a length in words. */
    public static final int WEIGHT_OF_A_WORD = PassageItems.WORD;

    private final int words;
    private final byte[] weights;
    private final int[] from;
    private final int[] to;
    private final long[] hashes;
    /** Of each window, in items: at most 128, so these are unsigned. */
    private final byte[] lengths;

    private final long weight;

    PassageText(int words, byte[] weights, int[] from, int[] to, long[] hashes, byte[] lengths) {
        this.words = words;
        this.weights = weights;
        this.from = from;
        this.to = to;
        this.hashes = hashes;
        this.lengths = lengths;
        long sum = 0;
        for (byte item : weights) {
            sum += item;
        }
        weight = sum;
    }

    /**
     * Returns the length of a window.
     *
     * @return the length in words, from 1 to {@link PassageReader#MAX_WORDS}
     */
    public int words() {
        return words;
    }

    /**
     * Counts the items.
     *
     * @return their number
     */
    public int items() {
        return weights.length;
    }

    /**
     * Returns the weight of all items (R13.13).
     *
     * @return the weight in quarters of a word
     */
    public long weight() {
        return weight;
    }

    /**
     * Returns the weight of an item (R13.13).
     *
     * @param item the number of the item
     * @return the weight in quarters of a word: 4, 2 or 1
     * @throws IndexOutOfBoundsException if there is no such item
     */
    public int weight(int item) {
        return weights[item];
    }

    /**
     * Returns where the place of an item begins (R13.19).
     *
     * @param item the number of the item
     * @return an offset in octets of the text
     * @throws IndexOutOfBoundsException if there is no such item
     */
    public int from(int item) {
        return from[item];
    }

    /**
     * Returns where the place of an item ends (R13.19).
     *
     * @param item the number of the item
     * @return the offset after the last octet
     * @throws IndexOutOfBoundsException if there is no such item
     */
    public int to(int item) {
        return to[item];
    }

    /**
     * Counts the windows.
     *
     * @return their number
     */
    public int windows() {
        return hashes.length;
    }

    /**
     * Tells whether the text is too short to have passages (R13.15).
     *
     * @return whether it has no window
     */
    public boolean isTooShort() {
        return hashes.length == 0;
    }

    /**
     * Returns the hash of a window (R13.16).
     *
     * @param window the number of the window
     * @return the hash, unsigned
     * @throws IndexOutOfBoundsException if there is no such window
     */
    public long hash(int window) {
        return hashes[window];
    }

    /**
     * Returns where a window ends (R13.14).
     *
     * @param window the number of the window
     * @return the number of the item after the last one
     * @throws IndexOutOfBoundsException if there is no such window
     */
    public int end(int window) {
        return window + Byte.toUnsignedInt(lengths[window]);
    }

    /** Checks that two texts have windows of one length. */
    void requireWords(int expected) {
        if (words != expected) {
            throw new IllegalArgumentException("windows of " + words + " words: expected " + expected);
        }
    }
}
