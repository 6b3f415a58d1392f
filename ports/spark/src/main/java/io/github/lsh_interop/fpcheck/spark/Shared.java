package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Of rows of (key, place) in the order of keys, those whose key another row has, with whether more than so many rows
 * have it. Most keys are one document's, and no more than so many rows are held.
 */
record Shared(int most) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Found() {
            private final List<Row> held = new ArrayList<>();
            private byte[] key = {};
            private boolean hot;

            @Override
            protected boolean step() {
                if (!rows.hasNext()) {
                    boolean more = held.size() > 1;
                    end();
                    return more;
                }
                Row row = rows.next();
                byte[] next = row.getAs(0);
                if (!Arrays.equals(key, next)) {
                    end();
                    key = next;
                }
                held.add(row);
                if (hot || held.size() > most) {
                    hot = true;
                    give();
                }
                return true;
            }

            private void end() {
                if (held.size() > 1) {
                    give();
                }
                held.clear();
                hot = false;
            }

            private void give() {
                for (Row row : held) {
                    add(RowFactory.create(row.get(0), row.get(1), hot));
                }
                held.clear();
            }
        };
    }
}
