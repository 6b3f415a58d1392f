package io.github.lsh_interop.fpcheck.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The clusters of connected components (R13.6), from rows of (component, kind, a, b, similarity, octets) in the
 * order of the first three columns. Rows of kind 0 are documents: a is the place in the order of R13.1, and octets
 * are the sketch or the elements of the text. Those of kind 1 are links.
 *
 * <p>If a document has no octets, and its similarity to another is asked that no link says, then nothing is said
 * of its component but that: its rows have {@link #UNKNOWN} for a representative.
 *
 * @param bits of a slot of the sketch; 0 of SimHash
 * @param texts whether octets are elements
 */
record Members(double floor, int bits, boolean texts) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final long UNKNOWN = -1;

    static final int DOCUMENT = 0;
    static final int LINK = 1;

    private static final int NONE = -1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        Octets octets = new Octets();
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> octets.close());
        return new Rows(rows, octets);
    }

    /** Gives rows of (place, representative, similarity). */
    private final class Rows implements Iterator<Row> {
        private final Iterator<Row> rows;
        private final Octets octets;
        private Row ahead;

        private long[] places = new long[16];
        private int documents;
        private int[] ones = new int[16];
        private int[] others = new int[16];
        private double[] similarities = new double[16];
        private int links;

        private int[] representatives;
        private double[] to;
        private boolean isKnown;
        private int next;

        Rows(Iterator<Row> rows, Octets octets) {
            this.rows = rows;
            this.octets = octets;
            ahead = rows.hasNext() ? rows.next() : null;
        }

        @Override
        public boolean hasNext() {
            while (next == documents && ahead != null) {
                read();
                isKnown = join();
                next = 0;
            }
            return next < documents;
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int i = next++;
            return isKnown
                    ? RowFactory.create(places[i], places[representatives[i]], to[i])
                    : RowFactory.create(places[i], UNKNOWN, 0.0);
        }

        private void read() {
            long component = ahead.getLong(0);
            documents = 0;
            links = 0;
            octets.clear();
            while (ahead != null && ahead.getLong(0) == component) {
                if (ahead.getInt(1) == DOCUMENT) {
                    if (documents == places.length) {
                        places = Arrays.copyOf(places, 2 * documents);
                    }
                    places[documents++] = ahead.getLong(2);
                    if (!ahead.isNullAt(5)) {
                        octets.add(ahead.getAs(5));
                    }
                } else {
                    if (links == ones.length) {
                        ones = Arrays.copyOf(ones, 2 * links);
                        others = Arrays.copyOf(others, 2 * links);
                        similarities = Arrays.copyOf(similarities, 2 * links);
                    }
                    ones[links] = Arrays.binarySearch(places, 0, documents, ahead.getLong(2));
                    others[links] = Arrays.binarySearch(places, 0, documents, ahead.getLong(3));
                    similarities[links++] = ahead.getDouble(4);
                }
                ahead = rows.hasNext() ? rows.next() : null;
            }
        }

        /** Whether all similarities were known that had to be. */
        private boolean join() {
            int[] start = new int[documents + 1]; // of the links of each, in both directions
            for (int link = 0; link < links; link++) {
                start[ones[link]]++;
                start[others[link]]++;
            }
            for (int i = 0, sum = 0; i <= documents; i++) {
                int count = start[i];
                start[i] = sum;
                sum += count;
            }
            int[] filled = start.clone();
            int[] near = new int[2 * links];
            double[] nearness = new double[2 * links];
            for (int link = 0; link < links; link++) {
                int one = filled[ones[link]]++;
                int other = filled[others[link]]++;
                near[one] = others[link];
                near[other] = ones[link];
                nearness[one] = nearness[other] = similarities[link];
            }
            representatives = new int[documents];
            Arrays.fill(representatives, NONE);
            to = new double[documents];
            int[] linked = new int[documents]; // the last representative that each has a link to
            double[] said = new double[documents]; // what that link says
            int[] tried = new int[documents]; // the last representative that each was too far from
            Arrays.fill(linked, NONE);
            Arrays.fill(tried, NONE);
            Deque<Integer> joined = new ArrayDeque<>();
            for (int first = 0; first < documents; first++) {
                if (representatives[first] != NONE) {
                    continue;
                }
                representatives[first] = first;
                to[first] = 1;
                for (int i = start[first]; i < start[first + 1]; i++) {
                    linked[near[i]] = first;
                    said[near[i]] = nearness[i];
                }
                joined.add(first);
                while (!joined.isEmpty()) {
                    int member = joined.remove();
                    for (int i = start[member]; i < start[member + 1]; i++) {
                        int other = near[i];
                        if (representatives[other] != NONE || tried[other] == first) {
                            continue;
                        }
                        if (linked[other] != first && octets.size() == 0) {
                            return false;
                        }
                        double similarity = linked[other] == first ? said[other] : similarity(first, other);
                        if (similarity >= floor) {
                            representatives[other] = first;
                            to[other] = similarity;
                            joined.add(other);
                        } else {
                            tried[other] = first;
                        }
                    }
                }
            }
            return true;
        }

        private double similarity(int one, int other) {
            try {
                byte[] x = octets.get(one);
                byte[] y = octets.get(other);
                return texts ? Elements.resemblance(x, y) : Sketches.similarity(Sketches.distance(x, y, bits), bits);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
