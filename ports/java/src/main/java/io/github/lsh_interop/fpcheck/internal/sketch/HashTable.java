package io.github.lsh_interop.fpcheck.internal.sketch;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Distinct hashes, each with its weight: open addressing, in a secret order, for hashes can be chosen. */
public final class HashTable {
    /** R5.6: no weight is greater. */
    public static final int MAX_WEIGHT = 1024;

    private static final int START = 512;

    /** A table with fewer places grows by more, so that it seldom grows. */
    private static final int MOSTLY_EMPTY = 1 << 16;

    private final long secret;
    /** 0 where there is none. */
    private long[] hashes = new long[START];
    /** The weights of the hashes; null as long as none is above 1. */
    private short[] weights;
    /** The weight of the hash 0, which has no place among the others. */
    private int weightOfZero;
    private int shift = Long.numberOfLeadingZeros(START - 1);
    /** How many hashes are in their places. */
    private int placed;

    /** What takes a hash and its weight. */
    public interface Visitor {
        void visit(long hash, int weight);
    }

    public HashTable() {
        secret = new SplittableRandom().nextLong();
    }

    /** Copies a table. */
    public HashTable(HashTable other) {
        secret = other.secret;
        hashes = other.hashes.clone();
        weights = other.weights == null ? null : other.weights.clone();
        weightOfZero = other.weightOfZero;
        shift = other.shift;
        placed = other.placed;
    }

    public int size() {
        return weightOfZero == 0 ? placed : placed + 1;
    }

    /** Gives a hash this weight if it has less (R5.2); whether it was not there. */
    public boolean raise(long hash, int weight) {
        int i = find(hash);
        int before = weight(hash, i);
        if (before < weight) {
            put(hash, i, weight);
        }
        return before == 0;
    }

    /** Adds 1 to the weight of a hash, up to {@link #MAX_WEIGHT}; the weight that it had. */
    public int increment(long hash) {
        int i = find(hash);
        int before = weight(hash, i);
        if (before < MAX_WEIGHT) {
            put(hash, i, before + 1);
        }
        return before;
    }

    /** In no order that means anything. */
    public void forEach(Visitor visitor) {
        if (weightOfZero != 0) {
            visitor.visit(0, weightOfZero);
        }
        for (int i = 0; i < hashes.length; i++) {
            if (hashes[i] != 0) {
                visitor.visit(hashes[i], weights == null ? 1 : weights[i]);
            }
        }
    }

    /** The place of a hash, or the empty one where it belongs. */
    private int find(long hash) {
        int i = (int) (Hashes.mix64(hash ^ secret) >>> shift);
        while (hashes[i] != 0 && hashes[i] != hash) {
            i = i + 1 & hashes.length - 1;
        }
        return i;
    }

    private int weight(long hash, int place) {
        if (hash == 0) {
            return weightOfZero;
        }
        if (hashes[place] == 0) {
            return 0;
        }
        return weights == null ? 1 : weights[place];
    }

    private void put(long hash, int place, int weight) {
        if (hash == 0) {
            weightOfZero = weight;
            return;
        }
        boolean isNew = hashes[place] == 0;
        hashes[place] = hash;
        if (weights == null && weight > 1) {
            weights = new short[hashes.length];
            Arrays.fill(weights, (short) 1);
        }
        if (weights != null) {
            weights[place] = (short) weight;
        }
        if (isNew && ++placed > hashes.length / 2) {
            grow();
        }
    }

    private void grow() {
        long[] oldHashes = hashes;
        short[] oldWeights = weights;
        int bits = oldHashes.length < MOSTLY_EMPTY ? 2 : 1;
        hashes = new long[oldHashes.length << bits];
        weights = oldWeights == null ? null : new short[hashes.length];
        shift -= bits;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0) {
                int place = find(oldHashes[i]);
                hashes[place] = oldHashes[i];
                if (oldWeights != null) {
                    weights[place] = oldWeights[i];
                }
            }
        }
    }
}
