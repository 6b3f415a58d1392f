package io.github.lsh_interop.fpcheck;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The full form of a MinHash sketch (R7.5): for each of 128 slots the least value that fell into it.
 *
 * <p>Full forms merge, in any order, at any time (R7.6). They know neither their scheme and profile
 * nor how many features went into them: who keeps them keeps that beside them, and merges none but
 * those of one scheme and profile.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class Minima {
    /** The number of slots. */
    public static final int SLOTS = 128;

    /** The length of the stored full form, in octets (R7.7). */
    public static final int SERIALISED_LENGTH = 5 + Long.BYTES * SLOTS;

    private static final int MAGIC = 0x66706D68;
    private static final byte FORM = 1;
    private static final int VALUE_BITS = 57;
    private static final long VALUE = (1L << VALUE_BITS) - 1;
    private static final long EMPTY = -1;

    /** Unsigned: a value is less than 2^57, and an empty slot is 2^64 − 1. */
    private final long[] slots = new long[SLOTS];

    /** Makes a full form of which all slots are empty. */
    public Minima() {
        clear();
    }

    /**
     * Mixes 64 bits, by the finaliser of splitmix64 (R6.7).
     *
     * @param z any value
     * @return the mixed value
     */
    public static long mix64(long z) {
        long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        y = (y ^ y >>> 27) * 0x94D049BB133111EBL;
        return y ^ y >>> 31;
    }

    /**
     * Adds an element (R7.4).
     *
     * @param element an element, such as {@link Scheme#elements} gives
     */
    public void add(long element) {
        long mixed = mix64(element);
        lower((int) (mixed >>> VALUE_BITS), mixed & VALUE);
    }

    /**
     * Takes in another full form: this one is then that of the elements of both (R7.6).
     *
     * @param other a full form of the same scheme and profile; it does not change
     */
    public void merge(Minima other) {
        for (int i = 0; i < SLOTS; i++) {
            lower(i, other.slots[i]);
        }
    }

    /**
     * Whether no element was added, so that there is nothing to sketch (R7.9).
     *
     * @return whether all slots are empty
     */
    public boolean isEmpty() {
        for (long slot : slots) {
            if (slot != EMPTY) {
                return false;
            }
        }
        return true;
    }

    /**
     * Stores the full form (R7.7).
     *
     * @return {@link #SERIALISED_LENGTH} octets
     */
    public byte[] toByteArray() {
        ByteBuffer out = ByteBuffer.allocate(SERIALISED_LENGTH).putInt(MAGIC).put(FORM);
        out.asLongBuffer().put(slots);
        return out.array();
    }

    /**
     * Reads a full form that {@link #toByteArray} stored.
     *
     * @param octets the octets
     * @return the full form
     * @throws IllegalArgumentException if they are not those of a full form (R7.7)
     */
    public static Minima fromByteArray(byte[] octets) {
        if (octets.length != SERIALISED_LENGTH) {
            throw new IllegalArgumentException(
                    "a full form has " + SERIALISED_LENGTH + " octets, not " + octets.length);
        }
        ByteBuffer in = ByteBuffer.wrap(octets);
        if (in.getInt() != MAGIC || in.get() != FORM) {
            throw new IllegalArgumentException("not the start of a full form");
        }
        Minima minima = new Minima();
        for (int i = 0; i < SLOTS; i++) {
            long slot = in.getLong();
            if (slot != EMPTY && (slot & ~VALUE) != 0) {
                throw new IllegalArgumentException("slot " + i + " holds no value of 57 bits");
            }
            minima.slots[i] = slot;
        }
        return minima;
    }

    /**
     * Makes the sketch of 8 bits a slot (R7.8, R7.9).
     *
     * @return 128 octets, or nothing if all slots are empty
     */
    public Optional<byte[]> stored() {
        if (isEmpty()) {
            return Optional.empty();
        }
        byte[] sketch = new byte[SLOTS];
        for (int i = 0; i < SLOTS; i++) {
            int donor = donor(i);
            long value = (long) donor << VALUE_BITS | slots[donor];
            sketch[i] = (byte) mix64(value ^ mix64(i));
        }
        return Optional.of(sketch);
    }

    void clear() {
        Arrays.fill(slots, EMPTY);
    }

    private void lower(int slot, long value) {
        if (Long.compareUnsigned(value, slots[slot]) < 0) {
            slots[slot] = value;
        }
    }

    /** R7.8: the first slot tried that is not empty; t = 1,344 is enough for any. */
    private int donor(int slot) {
        int donor = slot;
        for (long t = 0; slots[donor] == EMPTY; t++) {
            donor = (int) mix64(((long) slot << 32) + t) & SLOTS - 1;
        }
        return donor;
    }
}
