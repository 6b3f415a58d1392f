package io.github.lsh_interop.fpcheck.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * The near SimHashes among those with one key of one table, from rows of (table, key, place, SimHash) in the order
 * of table and key. Of SimHash every two documents are candidates (R13.4). Where many have one key, a second
 * set of tables in memory splits them.
 */
record Tables(Blocks blocks, int farthest) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    private static final int MANY = 512;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Links(rows);
    }

    /** Gives rows of (a, b, similarity), of which a comes first, each once. */
    private final class Links extends Found {
        private final Iterator<Row> rows;
        private Row ahead;
        private int table;
        private long[] places = new long[16];
        private long[] hashes = new long[16];
        private int size;
        /** Null if there are few. */
        private Blocks second;

        private int secondTable;
        /** What is compared: a part of the order of what is at hand. */
        private int[] order = {};

        private int end;
        private int one;

        Links(Iterator<Row> rows) {
            this.rows = rows;
            ahead = rows.hasNext() ? rows.next() : null;
        }

        @Override
        protected boolean step() {
            if (one < end) {
                compare();
            } else if (end < order.length) {
                group();
            } else if (second != null && ++secondTable < second.masks().length) {
                sort();
            } else if (ahead != null) {
                bucket();
            } else {
                return false;
            }
            return true;
        }

        /** Takes the rows of one key. */
        private void bucket() {
            table = ahead.getInt(0);
            long key = ahead.getLong(1);
            size = 0;
            while (ahead != null && ahead.getInt(0) == table && ahead.getLong(1) == key) {
                if (size == places.length) {
                    places = Arrays.copyOf(places, 2 * size);
                    hashes = Arrays.copyOf(hashes, 2 * size);
                }
                places[size] = ahead.getLong(2);
                hashes[size++] = ahead.getLong(3);
                ahead = rows.hasNext() ? rows.next() : null;
            }
            second = size > MANY ? Blocks.of(farthest, size, Blocks.SORTED) : null;
            secondTable = 0;
            sort();
        }

        private void sort() {
            end = 0;
            one = 0;
            if (second == null) {
                order = IntStream.range(0, size).toArray();
                return;
            }
            long mask = second.masks()[secondTable];
            order = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> hashes[i] & mask))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        /** Finds the next of those in order that have one key of the second table. */
        private void group() {
            one = end;
            if (second == null) {
                end = order.length;
                return;
            }
            long mask = second.masks()[secondTable];
            while (end < order.length && ((hashes[order[end]] ^ hashes[order[one]]) & mask) == 0) {
                end++;
            }
        }

        /** Compares the next with those after it. */
        private void compare() {
            int a = order[one++];
            for (int i = one; i < end; i++) {
                int b = order[i];
                int distance = Long.bitCount(hashes[a] ^ hashes[b]);
                if (distance <= farthest
                        && blocks.first(hashes[a], hashes[b]) == table
                        && (second == null || second.first(hashes[a], hashes[b]) == secondTable)) {
                    add(RowFactory.create(
                            Math.min(places[a], places[b]),
                            Math.max(places[a], places[b]),
                            Sketches.similarity(distance, 0)));
                }
            }
        }
    }
}
