package io.github.lsh_interop.fpcheck.internal.sketch;

/** R7.2 and R7.3. {@link Sums} has the counters. */
public final class SimHash {
    public static final int BITS = 64;

    private SimHash() {}

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
