package io.github.lsh_interop.fpcheck.internal.sketch;

import java.util.Arrays;
import java.util.Optional;

/** The slots of a MinHash (R7.4 to R7.9), and slots of fewer bits in octets (R7.10). */
public final class Slots {
    public static final int COUNT = 128;
    /** An empty slot is 2^64 − 1, unsigned. */
    public static final long EMPTY = -1;

    private static final int VALUE_BITS = 57;
    private static final long VALUE = (1L << VALUE_BITS) - 1;

    private final long[] values = new long[COUNT];

    public Slots() {
        clear();
    }

    public static boolean isValue(long value) {
        return value == EMPTY || (value & ~VALUE) == 0;
    }

    /** Writes a value into octets at the slot i, which is 0 there. */
    public static void put(byte[] octets, int i, int width, int value) {
        int place = i * width;
        octets[place / Byte.SIZE] |= (byte) (value << Byte.SIZE - width - place % Byte.SIZE);
    }

    /** Reads the value of the slot i of octets. */
    public static int get(byte[] octets, int i, int width) {
        int place = i * width;
        int shift = Byte.SIZE - width - place % Byte.SIZE;
        return octets[place / Byte.SIZE] >> shift & (1 << width) - 1;
    }

    /** Adds an element (R7.4). */
    public void add(long element) {
        long mixed = Hashes.mix64(element);
        lower((int) (mixed >>> VALUE_BITS), mixed & VALUE);
    }

    public void merge(Slots other) {
        for (int i = 0; i < COUNT; i++) {
            lower(i, other.values[i]);
        }
    }

    public boolean isEmpty() {
        for (long value : values) {
            if (value != EMPTY) {
                return false;
            }
        }
        return true;
    }

    public long get(int slot) {
        return values[slot];
    }

    /** Lowers a slot to a value if that is less, unsigned. */
    public void lower(int slot, long value) {
        if (Long.compareUnsigned(value, values[slot]) < 0) {
            values[slot] = value;
        }
    }

    public void clear() {
        Arrays.fill(values, EMPTY);
    }

    /** Returns the sketch of 8 bits per slot (R7.8, R7.9), or nothing if all slots are empty. */
    public Optional<byte[]> stored() {
        if (isEmpty()) {
            return Optional.empty();
        }
        byte[] sketch = new byte[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int donor = donor(i);
            long value = (long) donor << VALUE_BITS | values[donor];
            sketch[i] = (byte) Hashes.mix64(value ^ Hashes.mix64(i));
        }
        return Optional.of(sketch);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Slots other && Arrays.equals(values, other.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** R7.8: the first slot tried that is not empty; t = 1,344 is enough for any. */
    private int donor(int slot) {
        int donor = slot;
        for (long t = 0; values[donor] == EMPTY; t++) {
            donor = (int) Hashes.mix64(((long) slot << 32) + t) & COUNT - 1;
        }
        return donor;
    }
}
