package io.github.lsh_interop.fpcheck;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.LongStream;

/** R5.2 and R5.6, and the sketch of what they give. */
final class Sketcher implements Features {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final Scheme scheme;
    /** In {@code mw1} the weight of a hash is how often it occurs. */
    private HashTable table = new HashTable();
    private final Minima minima = new Minima();
    /**
     * Hashes not yet looked for. They lie anywhere in what may be a large table: many at a time, so
     * that the machine need not wait for one before it looks for the next.
     */
    private final long[] held = new long[256];
    private int length;

    Sketcher(Scheme scheme) {
        this.scheme = scheme;
    }

    @Override
    public void accept(byte[] octets, int offset, int length, int weight) {
        accept(Jenkins.sum64(octets, offset, length), weight);
    }

    void accept(long hash, int weight) {
        if (weight > 1) { // of few features only (R5.4)
            table.raise(hash, weight);
            return;
        }
        if (length == held.length) {
            settle();
        }
        held[length++] = hash;
    }

    private void settle() {
        for (int i = 0; i < length; i++) {
            settle(held[i]);
        }
        length = 0;
    }

    private void settle(long hash) {
        switch (scheme) {
            case SD1, SM1 -> table.raise(hash, 1);
            case MH1 -> {
                if (table.raise(hash, 1)) {
                    minima.add(hash);
                }
            }
            case MW1 -> {
                int before = table.increment(hash);
                if (before < HashTable.MAX_WEIGHT) {
                    minima.add(hash + before * STEP);
                }
            }
        }
    }

    int features() {
        settle();
        return table.size();
    }

    /** A copy, which stays as it is. */
    Minima minima() {
        settle();
        Minima copy = new Minima();
        copy.merge(minima);
        return copy;
    }

    /** R5.6, in ascending order. */
    long[] elements() {
        settle();
        LongStream.Builder elements = LongStream.builder();
        table.forEach((hash, weight) -> {
            for (int k = 0; k < weight; k++) {
                // The least signed number stands for the least unsigned one while they are sorted.
                elements.add((scheme == Scheme.MW1 ? hash + k * STEP : hash) ^ Long.MIN_VALUE);
            }
        });
        return elements.build().sorted().map(element -> element ^ Long.MIN_VALUE).toArray();
    }

    /** Nothing if there are no features (R5.3). */
    Optional<byte[]> sketch() {
        settle();
        if (scheme.isMinHash()) {
            return minima.stored();
        }
        if (table.size() == 0) {
            return Optional.empty();
        }
        long[] counters = new long[SimHash.BITS];
        table.forEach((hash, weight) -> SimHash.add(counters, hash, weight));
        return Optional.of(ByteBuffer.allocate(Long.BYTES).putLong(SimHash.sketch(counters)).array());
    }

    void clear() {
        length = 0;
        table = new HashTable();
        minima.clear();
    }
}
