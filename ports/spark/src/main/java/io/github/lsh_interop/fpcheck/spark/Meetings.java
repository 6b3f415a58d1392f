package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The near pairs of buckets that are not hot, from rows of (band, key, print, sketch, fresh) in the order of the
 * first three columns. Two of which none is fresh have met on another day.
 *
 * @param bits of a slot
 * @param least the least similarity of a pair
 */
record Meetings(int bits, double least) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType PAIR = new StructType()
            .add("one", DataTypes.BinaryType)
            .add("other", DataTypes.BinaryType)
            .add("band", DataTypes.IntegerType)
            .add("similarity", DataTypes.DoubleType);

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Pairs(rows, Sketches.farthest(least, bits));
    }

    /** Gives rows of {@link #PAIR}, of which one is the lesser print. */
    private final class Pairs extends Found {
        private final Iterator<Row> rows;
        private final int farthest;
        private final List<Row> bucket = new ArrayList<>();

        Pairs(Iterator<Row> rows, int farthest) {
            this.rows = rows;
            this.farthest = farthest;
        }

        @Override
        protected boolean step() {
            if (!rows.hasNext()) {
                return false;
            }
            take(rows.next());
            return true;
        }

        private void take(Row row) {
            if (!bucket.isEmpty()) {
                Row first = bucket.get(0);
                if (first.getInt(0) != row.getInt(0) || !Arrays.equals((byte[]) first.getAs(1), (byte[]) row.getAs(1))) {
                    bucket.clear();
                }
            }
            for (Row other : bucket) {
                if (row.getBoolean(4) || other.getBoolean(4)) {
                    int distance = Sketches.distance(other.getAs(3), row.getAs(3), bits);
                    if (distance <= farthest) {
                        add(RowFactory.create(
                                other.get(2), row.get(2), row.get(0), Sketches.similarity(distance, bits)));
                    }
                }
            }
            bucket.add(row);
        }
    }
}
