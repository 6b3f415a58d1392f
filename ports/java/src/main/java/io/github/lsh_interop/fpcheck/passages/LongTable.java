package io.github.lsh_interop.fpcheck.passages;

import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Numbers the distinct hashes that are added, from 0 on. The order of slots is secret, for hashes can be chosen. */
final class LongTable {
    private static final int START = 64;

    private final long secret = new SplittableRandom().nextLong();
    private long[] hashes = new long[START];
    private int size;
    /** The number of the hash, and 1; 0 where there is none. */
    private int[] slots = new int[2 * START];

    int size() {
        return size;
    }

    /** Returns the number of a hash, which is {@link #size} before the call if the hash is new. */
    int add(long hash) {
        int slot = slot(hash);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == hashes.length) {
            grow();
            slot = slot(hash);
        }
        hashes[size] = hash;
        slots[slot] = ++size;
        return size - 1;
    }

    /** Returns the number of a hash, or −1. */
    int find(long hash) {
        return slots[slot(hash)] - 1;
    }

    long get(int number) {
        return hashes[number];
    }

    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) Hashes.mix64(hash ^ secret) & mask;
        while (slots[slot] != 0 && hashes[slots[slot] - 1] != hash) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, 2 * size);
        slots = new int[2 * slots.length];
        for (int i = 0; i < size; i++) {
            slots[slot(hashes[i])] = i + 1;
        }
    }
}
