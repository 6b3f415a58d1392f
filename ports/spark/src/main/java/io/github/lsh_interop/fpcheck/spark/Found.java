package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;

/** The rows that are found on one walk over those of a partition, some at each step. */
abstract class Found implements Iterator<Row> {
    private final Deque<Row> found = new ArrayDeque<>();

    /**
     * Goes on by a step, on which any number of rows is found.
     *
     * @return false if the walk is over and nothing was found
     */
    protected abstract boolean step();

    /** Has a row be the next that was not found before it. */
    protected final void add(Row row) {
        found.add(row);
    }

    @Override
    public final boolean hasNext() {
        while (found.isEmpty()) {
            if (!step()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return found.remove();
    }
}
