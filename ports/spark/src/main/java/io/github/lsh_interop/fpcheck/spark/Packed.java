package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Rows of so many numbers as arrays of many rows: as objects of their own they would take ten times the memory. */
record Packed(int columns) implements FlatMapFunction<Iterator<Row>, long[]> {
    private static final long serialVersionUID = 1;

    private static final int ROWS = 4096;

    static JavaRDD<long[]> of(Dataset<Row> rows) {
        return rows.javaRDD().mapPartitions(new Packed(rows.columns().length));
    }

    /** The rows again. */
    static JavaRDD<Row> rows(JavaRDD<long[]> packed, int columns) {
        return packed.flatMap(numbers -> {
            List<Row> rows = new ArrayList<>(numbers.length / columns);
            for (int i = 0; i < numbers.length; i += columns) {
                Object[] row = new Object[columns];
                for (int column = 0; column < columns; column++) {
                    row[column] = numbers[i + column];
                }
                rows.add(RowFactory.create(row));
            }
            return rows.iterator();
        });
    }

    @Override
    public Iterator<long[]> call(Iterator<Row> rows) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public long[] next() {
                long[] numbers = new long[ROWS * columns];
                int n = 0;
                while (n < numbers.length && rows.hasNext()) {
                    Row row = rows.next();
                    for (int column = 0; column < columns; column++) {
                        numbers[n++] = row.getLong(column);
                    }
                }
                return Arrays.copyOf(numbers, n);
            }
        };
    }
}
