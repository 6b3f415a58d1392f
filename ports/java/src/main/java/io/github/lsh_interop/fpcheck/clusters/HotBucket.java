package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Minima;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** A hot bucket (R13.4), of documents that are known by their places. */
final class HotBucket {
    private static final int VALUES = 256;

    private final int[] members;
    private final IntFunction<Fingerprint> fingerprints;
    private final int most;
    /** By slot. */
    private final int[] common = new int[Minima.SLOTS];
    /** By slot and value, ascending. */
    private final Map<Integer, int[]> parts = new HashMap<>();

    /**
     * Makes a hot bucket.
     *
     * @param members the places of its documents, in the order of R13.1
     * @param fingerprints by place
     * @param most the M of R13.4
     */
    HotBucket(int[] members, IntFunction<Fingerprint> fingerprints, int most) {
        this.members = members;
        this.fingerprints = fingerprints;
        this.most = most;
        for (int slot = 0; slot < Minima.SLOTS; slot++) {
            split(slot);
        }
    }

    private void split(int slot) {
        int[] counts = new int[VALUES];
        for (int member : members) {
            counts[fingerprints.apply(member).slot(slot)]++;
        }
        for (int value = 0; value < VALUES; value++) {
            if (counts[value] > counts[common[slot]]) {
                common[slot] = value;
            }
        }
        Map<Integer, List<Integer>> bySlot = new HashMap<>();
        for (int member : members) {
            int value = fingerprints.apply(member).slot(slot);
            if (value != common[slot]) {
                bySlot.computeIfAbsent(slot * VALUES + value, key -> new ArrayList<>()).add(member);
            }
        }
        bySlot.forEach((key, part) -> parts.put(key, part.stream().mapToInt(Integer::intValue).toArray()));
    }

    /** Gives the documents after this one that are candidates with it; some several times. */
    void candidates(int document, IntConsumer others) {
        if (document == members[0]) {
            after(members, document, others);
            return;
        }
        Fingerprint fingerprint = fingerprints.apply(document);
        for (int slot = 0; slot < Minima.SLOTS; slot++) {
            int value = fingerprint.slot(slot);
            if (value != common[slot]) {
                int[] part = parts.get(slot * VALUES + value);
                if (part.length <= most || part[0] == document) {
                    after(part, document, others);
                }
            }
        }
    }

    private static void after(int[] documents, int document, IntConsumer others) {
        for (int i = Arrays.binarySearch(documents, document) + 1; i < documents.length; i++) {
            others.accept(documents[i]);
        }
    }
}
