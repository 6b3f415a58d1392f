package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
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

    /**
     * The links of documents that share a rare element (R13.9), from rows of (place, elements) and (place, sketch).
     *
     * @return rows of (a, b, similarity), a pair once
     */
    static Dataset<Row> ofRare(Dataset<Row> elements, Dataset<Row> sketches, int most, int bits, double least) {
        var leastElements = udf((byte[] all) -> Elements.least(all), DataTypes.createArrayType(DataTypes.LongType));
        Dataset<Row> each = elements.select(col("place"), explode(leastElements.apply(col("elements"))).as("element"));
        Dataset<Row> rare = each.groupBy("element")
                .agg(count(lit(1)).as("n"))
                .where(col("n").between(2, most))
                .select("element");
        Dataset<Row> having = each.join(rare, "element").withColumnRenamed("place", "a");
        Dataset<Row> pairs = having.join(having.withColumnRenamed("a", "b"), "element")
                .where(col("a").lt(col("b")))
                .select("a", "b")
                .distinct();
        return near(
                pairs.join(sketches.select(col("place").as("a"), col("sketch").as("one")), "a")
                        .join(sketches.select(col("place").as("b"), col("sketch").as("other")), "b"),
                bits,
                least);
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
        return near(
                rows.join(firsts, "key")
                        .where(col("place").gt(col("first.place")))
                        .select(col("first.place").as("a"), col("place").as("b"), col("first.sketch").as("one"), col("sketch").as("other")),
                bits,
                least);
    }

    /** The links among rows of (a, b, one, other), with the sketches of both. */
    private static Dataset<Row> near(Dataset<Row> pairs, int bits, double least) {
        int farthest = Sketches.farthest(least, bits);
        var distance = udf((byte[] one, byte[] other) -> Sketches.distance(one, other, bits), DataTypes.IntegerType);
        var similarity = udf((Integer differ) -> Sketches.similarity(differ, bits), DataTypes.DoubleType);
        return pairs.select(col("a"), col("b"), distance.apply(col("one"), col("other")).as("distance"))
                .where(col("distance").leq(farthest))
                .select(col("a"), col("b"), similarity.apply(col("distance")).as("similarity"));
    }
}
