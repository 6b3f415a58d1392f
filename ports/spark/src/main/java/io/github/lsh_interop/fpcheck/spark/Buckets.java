package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * The candidates of buckets (R13.4), from rows of (key, place, sketch) in the order of key and place. A place is
 * that of a document in the order of R13.1. A bucket of more than so many documents is never held: what comes
 * first in it is compared with each that comes after.
 */
record Buckets(int most, int bits, double least) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Links(rows, Sketches.farthest(least, bits));
    }

    private record Member(long place, byte[] sketch) {}

    /** Gives rows of (a, b, similarity), of which a comes first. */
    private final class Links extends Found {
        private final Iterator<Row> rows;
        private final int farthest;
        private final List<Member> bucket = new ArrayList<>();
        private byte[] key = {};
        private boolean hot;

        Links(Iterator<Row> rows, int farthest) {
            this.rows = rows;
            this.farthest = farthest;
        }

        @Override
        protected boolean step() {
            if (rows.hasNext()) {
                take(rows.next());
                return true;
            }
            boolean more = bucket.size() > 1;
            end();
            return more;
        }

        private void take(Row row) {
            byte[] next = row.getAs(0);
            if (!Arrays.equals(key, next)) {
                end();
                key = next;
            }
            Member member = new Member(row.getLong(1), row.getAs(2));
            if (hot) {
                compare(bucket.get(0), member);
                return;
            }
            bucket.add(member);
            if (bucket.size() > most) {
                for (Member other : bucket.subList(1, bucket.size())) {
                    compare(bucket.get(0), other);
                }
                bucket.subList(1, bucket.size()).clear();
                hot = true;
            }
        }

        /** A hot bucket has one member here, and has been compared. */
        private void end() {
            for (int one = 0; one < bucket.size(); one++) {
                for (int other = one + 1; other < bucket.size(); other++) {
                    compare(bucket.get(one), bucket.get(other));
                }
            }
            bucket.clear();
            hot = false;
        }

        private void compare(Member one, Member other) {
            int distance = Sketches.distance(one.sketch, other.sketch, bits);
            if (distance <= farthest) {
                add(RowFactory.create(one.place, other.place, Sketches.similarity(distance, bits)));
            }
        }
    }
}
