package io.github.lsh_interop.fpcheck.internal.sketch;

/** R7.1 to R7.3. */
public final class SimHash {
    public static final int BITS = 64;

    private SimHash() {}

    /** R7.1, for an element that is there so often. */
    public static void add(long[] counters, long element, int times) {
        for (int i = 0; i < BITS; i++) {
            counters[i] += ((element >>> i & 1) * 2 - 1) * times;
        }
    }

    /** R7.2. */
    public static long sketch(long[] counters) {
        long sketch = 0;
        for (int i = 0; i < BITS; i++) {
            if (counters[i] > 0) {
                sketch |= 1L << i;
            }
        }
        return sketch;
    }
}
