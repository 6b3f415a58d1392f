package io.github.lsh_interop.fpcheck.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables that bring SimHashes together which differ in few bits. The 64 bits are so many blocks, of which those
 * that differ leave some untouched: each table has some of the blocks for its key, and all choices of them have
 * a table. Two SimHashes within the distance have the key of at least one table in common.
 *
 * @param masks the bits of each table's key
 */
record Blocks(long[] masks) implements Serializable {
    /** What it costs to give a document to a table of the cluster, in comparisons of two SimHashes. */
    static final int SHUFFLED = 300;

    /** The same of a table in memory. */
    static final int SORTED = 30;

    private static final int MOST_TABLES = 400;

    /** The tables that cost least for so many documents. */
    static Blocks of(int distance, long documents, int each) {
        List<Long> best = List.of(0L); // all pairs
        double least = documents;
        for (int same = 1; same <= 8 && distance + same <= Long.SIZE; same++) {
            int blocks = distance + same;
            double tables = 1;
            for (int i = 1; i <= same; i++) {
                tables = tables * (distance + i) / i;
            }
            if (tables > MOST_TABLES) {
                break;
            }
            List<Long> masks = new ArrayList<>();
            choose(blocks, 0, same, 0, masks);
            double cost = 0;
            for (long mask : masks) {
                cost += each + documents / Math.scalb(1.0, Long.bitCount(mask));
            }
            if (cost < least) {
                least = cost;
                best = masks;
            }
        }
        return new Blocks(best.stream().mapToLong(Long::longValue).toArray());
    }

    private static void choose(int blocks, int from, int more, long mask, List<Long> masks) {
        if (more == 0) {
            masks.add(mask);
            return;
        }
        for (int block = from; block <= blocks - more; block++) {
            choose(blocks, block + 1, more - 1, mask | bits(block, blocks), masks);
        }
    }

    /** The bits of a block; blocks differ by one bit at most. */
    private static long bits(int block, int blocks) {
        int start = block * Long.SIZE / blocks;
        int end = (block + 1) * Long.SIZE / blocks;
        return (-1L >>> Long.SIZE - (end - start)) << start;
    }

    /** The first table in which two SimHashes have the same key, that pairs come once; −1 if there is none. */
    int first(long one, long other) {
        for (int table = 0; table < masks.length; table++) {
            if (((one ^ other) & masks[table]) == 0) {
                return table;
            }
        }
        return -1;
    }
}
