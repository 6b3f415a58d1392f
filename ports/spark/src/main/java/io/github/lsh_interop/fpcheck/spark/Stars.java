package io.github.lsh_interop.fpcheck.spark;

import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * One half of a step of connected components (Kiveris et al. 2014), from rows of (node, neighbour) in their
 * order. The large star links the greater neighbours of each node to the least node among it and its neighbours;
 * the small star links the node and its neighbours, which are all lesser, to the least. A node may have any
 * number of neighbours: its rows pass by.
 */
record Stars(boolean large) implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    /** No node: a row of this says that what came in is not yet stars. */
    static final long UNSETTLED = -1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Found() {
            private long node = UNSETTLED;
            private long least;
            private long last;
            private boolean told;

            @Override
            protected boolean step() {
                if (!rows.hasNext()) {
                    return false;
                }
                Row row = rows.next();
                take(row.getLong(0), row.getLong(1));
                return true;
            }

            private void take(long of, long neighbour) {
                boolean first = of != node;
                if (!first && neighbour == last) {
                    return;
                }
                if (first) {
                    node = of;
                    least = Math.min(of, neighbour);
                } else if (large && least < node && !told) { // a second neighbour of what is no centre
                    told = true;
                    add(RowFactory.create(UNSETTLED, UNSETTLED));
                }
                last = neighbour;
                if (!large) {
                    add(RowFactory.create(first ? node : neighbour, least));
                } else if (neighbour > node) {
                    add(RowFactory.create(neighbour, least));
                }
            }
        };
    }
}
