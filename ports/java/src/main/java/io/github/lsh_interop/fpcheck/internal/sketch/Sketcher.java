package io.github.lsh_interop.fpcheck.internal.sketch;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.LongStream;

/** R5.2 and R5.6, and the sketch of what they give. */
public final class Sketcher implements Features {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /** What is sketched. */
    public enum Kind { SIMHASH, MINHASH, WEIGHTED_MINHASH }

    private final Kind kind;
    /** In {@code mw1} the weight of a hash is how often it occurs. */
    private HashTable table = new HashTable();
    private final Slots slots = new Slots();
    /**
     * Hashes not yet looked for. They lie anywhere in what may be a large table: many at a time, so
     * that the machine need not wait for one before it looks for the next.
     */
    private final long[] held = new long[256];
    private int length;

    public Sketcher(Kind kind) {
        this.kind = kind;
    }

    /** Makes the state equal that of another sketcher, which does not change. */
    public void copyFrom(Sketcher other) {
        table = new HashTable(other.table);
        slots.clear();
        slots.merge(other.slots);
        System.arraycopy(other.held, 0, held, 0, held.length);
        length = other.length;
    }

    @Override
    public void accept(byte[] octets, int offset, int length, int weight) {
        accept(Hashes.sum64(octets, offset, length), weight);
    }

    public void accept(long hash, int weight) {
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
        switch (kind) {
            case SIMHASH -> table.raise(hash, 1);
            case MINHASH -> {
                if (table.raise(hash, 1)) {
                    slots.add(hash);
                }
            }
            case WEIGHTED_MINHASH -> {
                int before = table.increment(hash);
                if (before < HashTable.MAX_WEIGHT) {
                    slots.add(hash + before * STEP);
                }
            }
        }
    }

    public int features() {
        settle();
        return table.size();
    }

    public Slots slots() {
        settle();
        return slots;
    }

    /** R5.6, in ascending order. */
    public long[] elements() {
        settle();
        LongStream.Builder elements = LongStream.builder();
        table.forEach((hash, weight) -> {
            for (int k = 0; k < weight; k++) {
                // The least signed number stands for the least unsigned one while they are sorted.
                elements.add((kind == Kind.WEIGHTED_MINHASH ? hash + k * STEP : hash) ^ Long.MIN_VALUE);
            }
        });
        return elements.build().sorted().map(element -> element ^ Long.MIN_VALUE).toArray();
    }

    /** Nothing if there are no features (R5.3). */
    public Optional<byte[]> sketch() {
        settle();
        if (kind != Kind.SIMHASH) {
            return slots.stored();
        }
        if (table.size() == 0) {
            return Optional.empty();
        }
        Sums sums = new Sums();
        table.forEach(sums::add);
        return Optional.of(ByteBuffer.allocate(Long.BYTES).putLong(SimHash.sketch(sums.counters())).array());
    }

    public void clear() {
        length = 0;
        table = new HashTable();
        slots.clear();
    }
}
