package io.github.lsh_interop.fpcheck.index;

import java.util.ArrayList;
import java.util.List;

/** The layouts of tables of SimHashes that find all (I24). */
final class Layouts {
    private static final int MOST_DISTANCE = 10;
    private static final int MOST_TABLES = 40;

    private Layouts() {}

    /** A mask and a radius. */
    record Shape(long mask, int radius) {}

    static List<List<Shape>> of(int distance) {
        List<List<Shape>> all = new ArrayList<>();
        all.add(List.of(new Shape(0, 0)));
        if (distance > MOST_DISTANCE) {
            return all;
        }
        for (int n = 1; n <= distance + 1; n++) {
            List<Shape> layout = new ArrayList<>();
            for (long block : cut(-1, n)) {
                int more = layout.size() < (distance + 1) % n ? 1 : 0;
                layout.add(new Shape(block, (distance + 1) / n - 1 + more));
            }
            all.add(layout);
        }
        for (int n = distance + 2; distance > 0 && n <= distance + 3; n++) {
            List<Shape> layout = new ArrayList<>();
            choose(cut(-1, n), 0, n - distance, 0, layout);
            if (layout.size() <= MOST_TABLES) {
                all.add(layout);
            }
        }
        if (distance > 0 && distance <= 3) {
            List<Shape> layout = new ArrayList<>();
            for (long outer : cut(-1, distance + 1)) {
                for (long inner : cut(~outer, distance + 1)) {
                    layout.add(new Shape(outer | inner, 0));
                }
            }
            all.add(layout);
        }
        return all;
    }

    /** Cuts the bits of a mask into blocks. */
    private static long[] cut(long mask, int n) {
        long[] blocks = new long[n];
        int all = Long.bitCount(mask);
        for (int i = 0; i < n; i++) {
            for (int left = all * (i + 1) / n - all * i / n; left > 0; left--) {
                long top = Long.highestOneBit(mask);
                blocks[i] |= top;
                mask &= ~top;
            }
        }
        return blocks;
    }

    /** Adds a table for each choice of blocks. */
    private static void choose(long[] blocks, int from, int left, long mask, List<Shape> layout) {
        if (left == 0) {
            layout.add(new Shape(mask, 0));
            return;
        }
        for (int i = from; i + left <= blocks.length; i++) {
            choose(blocks, i + 1, left - 1, mask | blocks[i], layout);
        }
    }
}
