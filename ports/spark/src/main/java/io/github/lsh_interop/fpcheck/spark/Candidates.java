package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;

import io.github.lsh_interop.fpcheck.Bands;
import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Scheme;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The documents that may be near one another, from rows of (place, sketch) without copies. */
final class Candidates {
    private static final StructType KEY = new StructType()
            .add("key", DataTypes.BinaryType)
            .add("place", DataTypes.LongType);
    private static final StructType TABLE = new StructType()
            .add("table", DataTypes.IntegerType)
            .add("key", DataTypes.LongType)
            .add("place", DataTypes.LongType)
            .add("hash", DataTypes.LongType);
    private static final StructType LINK = new StructType()
            .add("a", DataTypes.LongType)
            .add("b", DataTypes.LongType)
            .add("similarity", DataTypes.DoubleType);

    private Candidates() {}

    /**
     * Two MinHashes that meet in a bucket and are so similar.
     *
     * @return rows of (a, b, similarity), a pair once
     */
    static Dataset<Row> ofMinHash(Dataset<Row> sketches, Scheme scheme, Bands bands, int bits, int most, double least) {
        // Sketches are 128 octets and a key is few, so first come the keys alone: of most there is one document.
        Dataset<Row> shared = sketches.select("place", "sketch")
                .flatMap(new Keys(scheme, bands.count(), bands.rows()), Encoders.row(KEY))
                .repartition(col("key"))
                .sortWithinPartitions("key")
                .mapPartitions(new Shared(), Encoders.row(KEY));
        return shared.join(sketches.select("place", "sketch"), "place")
                .select("key", "place", "sketch")
                .repartition(col("key"))
                .sortWithinPartitions("key", "place")
                .mapPartitions(new Buckets(most, bits, least), Encoders.row(LINK))
                .dropDuplicates("a", "b"); // several buckets make the same two candidates
    }

    /**
     * Two SimHashes that are so similar.
     *
     * @return rows of (a, b, similarity), a pair once
     */
    static Dataset<Row> ofSimHash(Dataset<Row> sketches, long documents, double least) {
        int farthest = Sketches.farthest(least, 0);
        Blocks blocks = Blocks.of(Math.max(farthest, 0), documents, Blocks.SHUFFLED);
        return sketches.select("place", "sketch")
                .flatMap(new TableKeys(blocks), Encoders.row(TABLE))
                .repartition(col("table"), col("key"))
                .sortWithinPartitions("table", "key")
                .mapPartitions(new Tables(blocks, farthest), Encoders.row(LINK));
    }

    /** Gives each MinHash to the bucket of each band: the key has the number of its band before it. */
    private record Keys(Scheme scheme, int count, int rows) implements FlatMapFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Row row) {
            Fingerprint fingerprint = scheme.fromSketch(row.getAs(1));
            List<byte[]> keys = new Bands(count, rows).keys(fingerprint);
            List<Row> all = new ArrayList<>(count);
            for (int band = 0; band < count; band++) {
                byte[] key = keys.get(band);
                byte[] octets = ByteBuffer.allocate(1 + key.length).put((byte) band).put(key).array();
                all.add(RowFactory.create(octets, row.getLong(0)));
            }
            return all.iterator();
        }
    }

    private record TableKeys(Blocks blocks) implements FlatMapFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Row row) {
            long hash = Sketches.simHash(row.getAs(1));
            List<Row> all = new ArrayList<>(blocks.masks().length);
            for (int table = 0; table < blocks.masks().length; table++) {
                all.add(RowFactory.create(table, hash & blocks.masks()[table], row.getLong(0), hash));
            }
            return all.iterator();
        }
    }
}
