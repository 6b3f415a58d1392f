package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.Bands;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The documents that may be near one another, from rows of (place, sketch) without copies. */
final class Candidates {
    private static final StructType TABLE = new StructType()
            .add("table", DataTypes.IntegerType)
            .add("key", DataTypes.LongType)
            .add("place", DataTypes.LongType)
            .add("hash", DataTypes.LongType);
    /** A bucket. */
    static final StructType BAND =
            new StructType().add("band", DataTypes.IntegerType).add("key", DataTypes.BinaryType);

    static final StructType LINK = new StructType()
            .add("a", DataTypes.LongType)
            .add("b", DataTypes.LongType)
            .add("similarity", DataTypes.DoubleType);

    /** Rows of (a, b, similarity), a pair once, and of (place) of the documents in hot buckets. */
    record OfMinHash(Dataset<Row> links, Dataset<Row> inHot) {}

    private Candidates() {}

    /** Two MinHashes that meet in a bucket and are so similar. */
    static OfMinHash ofMinHash(
            Stages stages, Dataset<Row> order, Scheme scheme, Bands bands, int bits, int most, double least) {
        Dataset<Row> sketches = order.select("place", "sketch");
        Keys keys = new Keys(scheme, bands.count(), bands.rows(), Set.of(), false);
        Set<String> hot = Hot.keys(sketches, keys, most);
        // Sketches are 128 octets and a key is few, so first come the keys alone: of most there is one document.
        Dataset<Row> shared = stages.reuse(keys.except(hot).of(sketches)
                .repartition(col("key"))
                .sortWithinPartitions("key")
                .mapPartitions(new Shared(most), Encoders.row(Keys.SHARED)));
        Dataset<Row> links = shared.where(not(col("hot")))
                .join(sketches, "place")
                .select("key", "place", "sketch")
                .repartition(col("key"))
                .sortWithinPartitions("key", "place")
                .mapPartitions(new Buckets(most, bits, least), Encoders.row(LINK));
        Dataset<Row> inHot = shared.where(col("hot")).select("key", "place");
        if (!hot.isEmpty()) {
            inHot = inHot.union(keys.only(hot).of(sketches));
        }
        Dataset<Row> inBuckets = Hot.links(inHot.join(sketches, "place").select("key", "place", "sketch"), most, bits, least);
        // Several buckets make the same two candidates.
        return new OfMinHash(links.union(inBuckets).dropDuplicates("a", "b"), inHot.select("place").distinct());
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

    /** A key as a string, of which sets can be made: each octet a code point. */
    static String string(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }

    /**
     * Gives each MinHash to the bucket of each band: the key has the number of its band before it.
     *
     * @param some keys; with none all are wanted
     * @param wanted whether these are the only ones that are wanted, or those that are not
     */
    record Keys(Scheme scheme, int count, int rows, Set<String> some, boolean wanted) implements Serializable {
        private static final long serialVersionUID = 1;

        private static final StructType KEY = new StructType()
                .add("key", DataTypes.BinaryType)
                .add("place", DataTypes.LongType);

        private static final StructType SHARED = KEY.add("hot", DataTypes.BooleanType);

        Keys only(Set<String> keys) {
            return new Keys(scheme, count, rows, keys, true);
        }

        Keys except(Set<String> keys) {
            return new Keys(scheme, count, rows, keys, false);
        }

        /** Rows of (key, place). */
        Dataset<Row> of(Dataset<Row> sketches) {
            return sketches.flatMap((FlatMapFunction<Row, Row>) this::keys, Encoders.row(KEY));
        }

        private Iterator<Row> keys(Row row) {
            List<byte[]> keys = new Bands(count, rows).keys(scheme.fromSketch(row.getAs(1)));
            List<Row> all = new ArrayList<>(keys.size());
            for (int band = 0; band < keys.size(); band++) {
                byte[] key = keys.get(band);
                byte[] octets = ByteBuffer.allocate(1 + key.length).put((byte) band).put(key).array();
                if (some.isEmpty() || some.contains(string(octets)) == wanted) {
                    all.add(RowFactory.create(octets, row.getLong(0)));
                }
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
