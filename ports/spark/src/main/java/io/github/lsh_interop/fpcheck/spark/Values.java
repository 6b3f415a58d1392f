package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.Minima;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The values of slots in hot buckets (R13.4), of sketches of so many bits a slot. */
final class Values {
    static final StructType COUNT = new StructType()
            .add("key", DataTypes.BinaryType)
            .add("slot", DataTypes.IntegerType)
            .add("value", DataTypes.IntegerType)
            .add("n", DataTypes.LongType);
    static final StructType PART = new StructType()
            .add("key", DataTypes.BinaryType)
            .add("place", DataTypes.LongType)
            .add("sketch", DataTypes.BinaryType);

    private static final int ALL = 1 << Byte.SIZE;

    private Values() {}

    /** The value of a slot. */
    static int at(byte[] sketch, int slot, int bits) {
        int at = slot * bits;
        return (sketch[at / Byte.SIZE] & 0xff) >>> (Byte.SIZE - bits - at % Byte.SIZE) & ((1 << bits) - 1);
    }

    /** Counts the values of each slot, of rows of (key, place, sketch): rows of (key, slot, value, n), some several. */
    record Counts(int bits) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        /** So many keys have their counts at once. */
        private static final int KEYS = 256;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return new Found() {
                private final Map<ByteBuffer, int[]> counts = new HashMap<>();

                @Override
                protected boolean step() {
                    if (!rows.hasNext() || counts.size() == KEYS) {
                        boolean more = !counts.isEmpty();
                        give();
                        return more;
                    }
                    Row row = rows.next();
                    byte[] sketch = row.getAs(2);
                    int[] ofKey = counts.computeIfAbsent(ByteBuffer.wrap(row.getAs(0)), key -> new int[Minima.SLOTS * ALL]);
                    for (int slot = 0; slot < Minima.SLOTS; slot++) {
                        ofKey[slot * ALL + at(sketch, slot, bits)]++;
                    }
                    return true;
                }

                private void give() {
                    counts.forEach((key, ofKey) -> {
                        for (int i = 0; i < ofKey.length; i++) {
                            if (ofKey[i] > 0) {
                                add(RowFactory.create(key.array(), i / ALL, i % ALL, (long) ofKey[i]));
                            }
                        }
                    });
                    counts.clear();
                }
            };
        }
    }

    /** Gives each document of rows of (key, place, sketch, common) to its parts, whose keys have slot and value. */
    record Parts(int bits) implements FlatMapFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Row row) {
            byte[] key = row.getAs(0);
            byte[] sketch = row.getAs(2);
            byte[] common = row.getAs(3);
            return java.util.stream.IntStream.range(0, Minima.SLOTS)
                    .filter(slot -> at(sketch, slot, bits) != (common[slot] & 0xff))
                    .mapToObj(slot -> {
                        byte[] part = ByteBuffer.allocate(key.length + 2)
                                .put(key)
                                .put((byte) slot)
                                .put((byte) at(sketch, slot, bits))
                                .array();
                        return RowFactory.create(part, row.get(1), sketch);
                    })
                    .iterator();
        }
    }
}
