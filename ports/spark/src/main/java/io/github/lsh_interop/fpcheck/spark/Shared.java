package io.github.lsh_interop.fpcheck.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/** Of rows in the order of their first column, a key, those whose key another row has. Most keys are one document's. */
record Shared() implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Found() {
            private Row row = rows.hasNext() ? rows.next() : null;
            private Row after = rows.hasNext() ? rows.next() : null;
            private boolean isLikeBefore;

            @Override
            protected boolean step() {
                if (row == null) {
                    return false;
                }
                boolean isLikeAfter = after != null && Arrays.equals((byte[]) row.get(0), (byte[]) after.get(0));
                if (isLikeBefore || isLikeAfter) {
                    add(row);
                }
                isLikeBefore = isLikeAfter;
                row = after;
                after = rows.hasNext() ? rows.next() : null;
                return true;
            }
        };
    }
}
