package io.github.lsh_interop.fpcheck.internal.sketch;

/**
 * The counters of many elements (R7.1): how often each bit is 1. These 64 numbers are stored across words. The first
 * word has the lowest digit of all, so that few operations add to all of them.
 */
public final class Sums {
    /** Elements that are added at once, a power of two. */
    private static final int AT_ONCE = 16;

    private final long[] digits = new long[Long.SIZE];
    private final long[] waiting = new long[AT_ONCE];
    private int length;
    private long elements;

    /** Adds an element a number of times. */
    public void add(long element, int times) {
        elements += times;
        for (int i = 0; i < times; i++) {
            waiting[length++] = element;
            if (length == AT_ONCE) {
                settle();
            }
        }
    }

    /** Adds what waits: to each digit in pairs, whose carries wait for the next digit. */
    private void settle() {
        while (length < AT_ONCE) {
            waiting[length++] = 0;
        }
        length = 0;
        int place = 0;
        for (int left = AT_ONCE / 2; left > 0; left /= 2, place++) {
            long digit = digits[place];
            for (int i = 0; i < left; i++) {
                long one = waiting[2 * i];
                long other = waiting[2 * i + 1];
                waiting[i] = one & other | (one ^ other) & digit;
                digit ^= one ^ other;
            }
            digits[place] = digit;
        }
        for (long carry = waiting[0]; carry != 0; place++) {
            long both = digits[place] & carry;
            digits[place] ^= carry;
            carry = both;
        }
    }

    public long[] counters() {
        settle();
        long[] counters = new long[SimHash.BITS];
        int places = Long.SIZE - Long.numberOfLeadingZeros(elements);
        for (int i = 0; i < SimHash.BITS; i++) {
            long ones = 0;
            for (int place = places - 1; place >= 0; place--) {
                ones = ones << 1 | digits[place] >>> i & 1;
            }
            counters[i] = ones - (elements - ones);
        }
        return counters;
    }
}
