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

    /**
     * No node: a row of this and a node says that the component of the node was no star as it came in. There is one
     * for each node of such a component to which the large star links others: one that is linked to has a lesser
     * neighbour, and another one, or is the least neighbour of one that is so.
     */
    static final long UNSETTLED = -1;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Found() {
            private long node = UNSETTLED;
            private long least;
            private long last;

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
                } else if (large && least < node) { // what is no centre has a second neighbour
                    if (last == least) {
                        add(RowFactory.create(UNSETTLED, least));
                    }
                    if (neighbour < node) {
                        add(RowFactory.create(UNSETTLED, neighbour));
                    }
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
