package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.lsh_interop.fpcheck.Minima;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;

/**
 * Hot buckets (R13.4). Their documents do not go where a bucket's do, which would be one task for a million of
 * them: what is first in a bucket and what is common in it come to the documents, and these go to their parts.
 */
final class Hot {
    private static final int SAMPLED = 64;

    /** So many of a bucket in the sample are few. */
    private static final int FEW = 4;

    private static final int MOST_KEYS = 10_000;

    private Hot() {}

    /**
     * The keys of the largest buckets, as far as a sample shows them. Those that it misses are found as others are:
     * nothing but the load of tasks depends on it.
     *
     * @param keys by which documents of (place, sketch) have rows of key and place
     * @return keys of buckets of more than so many documents
     */
    static Set<String> keys(Dataset<Row> sketches, Candidates.Keys keys, int most) {
        Dataset<Row> sample = sketches.where(pmod(xxhash64(col("place")), lit(SAMPLED)).equalTo(0));
        Set<String> large = strings(keys.of(sample)
                .groupBy("key")
                .agg(count(lit(1)).as("n"))
                .where(col("n").gt(Math.max(FEW, most / SAMPLED / FEW)))
                .orderBy(col("n").desc())
                .limit(MOST_KEYS));
        if (large.isEmpty()) {
            return large;
        }
        return strings(keys.only(large).of(sketches).groupBy("key").agg(count(lit(1)).as("n")).where(col("n").gt(most)));
    }

    private static Set<String> strings(Dataset<Row> keys) {
        Set<String> strings = new HashSet<>();
        for (Row row : keys.select("key").collectAsList()) {
            strings.add(Candidates.string(row.getAs(0)));
        }
        return strings;
    }

    /**
     * The links of hot buckets, from rows of (key, place, sketch): from what is first in each to the others, and
     * in their parts.
     *
     * @return rows of (a, b, similarity), some several times
     */
    static Dataset<Row> links(Dataset<Row> rows, int most, int bits, double least) {
        return ofFirsts(rows, bits, least).union(ofParts(rows, most, bits, least));
    }

    private static Dataset<Row> ofParts(Dataset<Row> rows, int most, int bits, double least) {
        var values = udf(
                (scala.collection.Seq<Row> ofSlots) -> {
                    byte[] common = new byte[Minima.SLOTS];
                    ofSlots.foreach(row -> common[row.getInt(0)] = (byte) row.getInt(1));
                    return common;
                },
                DataTypes.BinaryType);
        Dataset<Row> common = rows.mapPartitions(new Values.Counts(bits), Encoders.row(Values.COUNT))
                .groupBy("key", "slot", "value")
                .agg(sum("n").as("n"))
                .groupBy("key", "slot")
                .agg(max(struct(col("n"), negate(col("value")).as("value"))).as("most"))
                .groupBy("key")
                .agg(values.apply(collect_list(struct(col("slot"), negate(col("most.value"))))).as("common"));
        return rows.join(common, "key")
                .select("key", "place", "sketch", "common")
                .flatMap(new Values.Parts(bits), Encoders.row(Values.PART))
                .repartition(col("key"))
                .sortWithinPartitions("key", "place")
                .mapPartitions(new Buckets(most, bits, least), Encoders.row(Candidates.LINK));
    }

    private static Dataset<Row> ofFirsts(Dataset<Row> rows, int bits, double least) {
        Dataset<Row> firsts = rows.groupBy("key").agg(min(struct("place", "sketch")).as("first"));
        int farthest = Sketches.farthest(least, bits);
        var distance = udf((byte[] one, byte[] other) -> Sketches.distance(one, other, bits), DataTypes.IntegerType);
        var similarity = udf((Integer differ) -> Sketches.similarity(differ, bits), DataTypes.DoubleType);
        return rows.join(firsts, "key")
                .where(col("place").gt(col("first.place")))
                .select(
                        col("first.place").as("a"),
                        col("place").as("b"),
                        distance.apply(col("first.sketch"), col("sketch")).as("distance"))
                .where(col("distance").leq(farthest))
                .select(col("a"), col("b"), similarity.apply(col("distance")).as("similarity"));
    }
}
