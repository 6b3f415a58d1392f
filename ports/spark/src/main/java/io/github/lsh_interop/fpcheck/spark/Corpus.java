package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.nullif;
import static org.apache.spark.sql.functions.udf;

import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.Bands;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Documents whose fingerprints, bands and near pairs are kept as Parquet from day to day. What is added is compared
 * with what it shares a band with; what has met before is not compared again. The near duplicates are those of
 * all documents at once, by their fingerprints. The scheme is a MinHash. Any number may read at a time, and one
 * write: another is refused.
 *
 * <p>The tables are folders of a directory, each partitioned by batch:
 *
 * <ul>
 *   <li>{@code documents}: id, features, fingerprint, and print, which is short for the sketch
 *   <li>{@code prints}: print, sketch; each sketch once, however many documents have it
 *   <li>{@code bands}, partitioned by band first: band, key, print
 *   <li>{@code pairs}: one, other, band, similarity; the prints that met in a bucket and are near
 *   <li>{@code hot}: band, key; the buckets that are too large for all their pairs, anew in each batch
 *   <li>{@code removed}: id; and {@code gone}: print, of which no document is left
 * </ul>
 */
public final class Corpus {
    private static final String[] BUCKET = {"band", "key"};

    private final Batches batches;
    private final Settings settings;

    private Corpus(Batches batches) {
        this.batches = batches;
        settings = batches.settings();
    }

    /**
     * Makes a corpus without documents.
     *
     * @param spark the session
     * @param directory a folder that is not there yet, or is empty
     * @param settings what counts as near, now and later
     * @return the corpus
     * @throws IllegalArgumentException if something is there, or the settings are of no MinHash or ask for texts
     */
    public static Corpus create(SparkSession spark, String directory, Settings settings) {
        if (!settings.scheme().isMinHash()) {
            throw new IllegalArgumentException(settings.scheme() + " has no bands: expected mh1 or mw1");
        }
        settings.requireOneMeasure();
        if (Boolean.TRUE.equals(settings.exact())) {
            throw new IllegalArgumentException("exact: a corpus has no texts to compare");
        }
        return new Corpus(Batches.create(spark, directory, settings.withExact(false)));
    }

    /**
     * Opens a corpus.
     *
     * @param spark the session
     * @param directory what it was made with
     * @return the corpus
     * @throws IllegalArgumentException if there is none
     */
    public static Corpus open(SparkSession spark, String directory) {
        return new Corpus(Batches.open(spark, directory));
    }

    /**
     * Adds documents by their texts.
     *
     * @param documents any rows
     * @param id the column of their ids, which are not there yet
     * @param text the column of their texts; of a text of too few features to tell nothing is kept
     * @throws IllegalArgumentException if an id is there already
     * @throws IllegalStateException if another job writes
     */
    public void add(Dataset<Row> documents, String id, String text) {
        add(Sketching.ofTexts(Sketching.texts(documents, id, text, null), settings.withIgnoreNumbers(true), false), typeOf(documents, id));
    }

    /**
     * Adds documents by fingerprints that are there: of the SQL functions, or of {@code fpcheck fingerprint}.
     *
     * @param documents any rows
     * @param id the column of their ids, which are not there yet
     * @param fingerprint the column of their fingerprints
     * @param features the column that says how many features each has, or null
     * @throws IllegalArgumentException if an id is there already, or fingerprints are not comparable
     * @throws IllegalStateException if another job writes
     */
    public void addFingerprints(Dataset<Row> documents, String id, String fingerprint, String features) {
        add(Sketching.ofFingerprints(documents, id, fingerprint, features, lit(false), settings), typeOf(documents, id));
    }

    private static DataType typeOf(Dataset<Row> documents, String id) {
        return Sketching.idType(documents, id);
    }

    private void add(Dataset<Row> documents, DataType id) {
        try (Stages stages = new Stages(null)) {
            Dataset<Row> given = stages.reuse(documents.where(col("sketch").isNotNull()));
            Batches.Common common = agree(given, id);
            if (common == null) {
                return;
            }
            Dataset<Row> made = stages.reuse(
                    Sketching.truncated(given, settings.scheme(), common.bits())
                            .select(
                                    Sketching.id(col("id"), id).as("id"),
                                    nullif(col("weight"), lit(0L)).as("features"),
                                    string(settings.scheme(), common.profile(), col("sketch")).as("fingerprint"),
                                    print(col("sketch")).as("print"),
                                    col("unreadable"),
                                    col("sketch")));
            Dataset<Row> ids = made.select("id");
            Row twice = ids.union(documents().select("id").join(ids.distinct(), "id"))
                    .groupBy("id").agg(count(lit(1)).as("n"))
                    .where(col("n").gt(1))
                    .agg(min(col("id").cast("string")))
                    .first();
            if (!twice.isNullAt(0)) {
                throw new IllegalArgumentException("two documents have one id: \"" + twice.getString(0) + "\"");
            }
            Dataset<Row> prints = live("prints").select("print", "sketch");
            Dataset<Row> fresh = stages.reuse(
                    made.groupBy("print").agg(first("sketch").as("sketch")).join(prints, on("print"), "left_anti"));
            Bands bands = settings.bands(false, common.bits());
            Dataset<Row> keys = stages.reuse(
                    fresh.flatMap(new Keys(settings.scheme(), bands.count(), bands.rows()), Encoders.row(Keys.KEY)));
            batches.append(common, () -> {
                batches.write("documents", made.drop("sketch"));
                batches.write("prints", fresh);
                batches.write("bands", keys);
                meet(
                        stages,
                        keys.select("band", "key").distinct(),
                        live("bands").select("band", "key", "print").union(keys.select("band", "key", "print")),
                        prints.withColumn("new", lit(false)).union(fresh.withColumn("new", lit(true))),
                        common.bits());
            });
        }
    }

    /** What all have in common, given and there: null if none are given, an error if it is too little. */
    private Batches.Common agree(Dataset<Row> given, DataType id) {
        Row ends = given.agg(min("profile"), max("profile"), min(length(col("sketch")))).first();
        if (ends.isNullAt(0)) {
            return null;
        }
        int bits = Sketches.bits(ends.getInt(2));
        String profile = ends.getString(0);
        Batches.Common before = batches.common();
        String other = before != null ? before.profile() : ends.getString(1);
        for (String one : List.of(profile, ends.getString(1))) {
            if (!one.equals(other)) {
                throw new IllegalArgumentException(
                        "not comparable: profiles " + other + " and " + one + ": expected one");
            }
        }
        if (before == null) {
            return new Batches.Common(bits, profile, id);
        }
        if (bits < before.bits()) {
            throw new IllegalArgumentException("a fingerprint of " + bits + " bits a slot: expected " + before.bits()
                    + ", as the corpus has");
        }
        if (!id.equals(before.id())) {
            throw new IllegalArgumentException("ids are " + id.sql() + ": expected " + before.id().sql());
        }
        return before;
    }

    /**
     * Removes documents. An id that is not there is no mistake, and one that was removed may be added again.
     *
     * @param documents any rows
     * @param id the column of the ids of documents to remove
     * @throws IllegalStateException if another job writes
     */
    public void remove(Dataset<Row> documents, String id) {
        try (Stages stages = new Stages(null)) {
            Dataset<Row> removed =
                    stages.reuse(documents().join(documents.select(col(id).as("id")).distinct(), "id"));
            if (removed.isEmpty()) {
                return;
            }
            Dataset<Row> left = documents().join(removed.select("id"), on("id"), "left_anti");
            Dataset<Row> gone = stages.reuse(
                    removed.select("print").distinct().join(left.select("print"), on("print"), "left_anti"));
            Dataset<Row> touched = stages.reuse(
                    live("bands").join(gone, on("print"), "left_semi").select("band", "key").distinct());
            batches.append(batches.common(), () -> {
                batches.write("removed", removed.select("id"));
                batches.write("gone", gone);
                meet(
                        stages,
                        touched,
                        live("bands").join(gone, on("print"), "left_anti").select("band", "key", "print"),
                        live("prints").join(gone, on("print"), "left_anti").select(col("print"), col("sketch"), lit(false).as("new")),
                        batches.common().bits());
            });
        }
    }

    /** Compares what is in touched buckets and has not met before, and says which buckets are hot from now on. */
    private void meet(Stages stages, Dataset<Row> touched, Dataset<Row> bands, Dataset<Row> prints, int bits) {
        Dataset<Row> within = stages.reuse(bands.join(touched, on(BUCKET), "left_semi"));
        Dataset<Row> sizes = stages.reuse(
                within.groupBy("band", "key").agg(count(lit(1)).as("n")).where(col("n").gt(1)));
        Dataset<Row> before = hot();
        batches.write(
                "hot",
                before.join(touched, on(BUCKET), "left_anti")
                        .union(sizes.where(col("n").gt(settings.most())).select("band", "key")));
        // All pairs of a bucket are new that was hot until now.
        batches.write(
                "pairs",
                within.join(sizes.where(col("n").leq(settings.most())).select("band", "key"), on(BUCKET))
                        .join(before.withColumn("was", lit(true)), on(BUCKET), "left")
                        .join(prints, "print")
                        .select(
                                col("band"),
                                col("key"),
                                col("print"),
                                col("sketch"),
                                col("new").or(col("was").isNotNull()).as("fresh"))
                        .repartition(col("band"), col("key"))
                        .sortWithinPartitions("band", "key", "print")
                        .mapPartitions(new Meetings(bits, settings.threshold(false)), Encoders.row(Meetings.PAIR)));
    }

    private static String[] on(String... columns) {
        return columns;
    }

    private Dataset<Row> hot() {
        return batches.read("hot").where(col("batch").equalTo(batches.last())).select("band", "key");
    }

    /** The rows of prints or of bands whose print is not gone. */
    private Dataset<Row> live(String table) {
        return without(batches.read(table), "gone", "print");
    }

    private Dataset<Row> documents() {
        return without(batches.read("documents"), "removed", "id").select("id", "features", "fingerprint", "print", "unreadable");
    }

    /** Rows that were not taken out again in a later batch. */
    private Dataset<Row> without(Dataset<Row> rows, String out, String column) {
        Dataset<Row> last = batches.read(out).groupBy(column).agg(max("batch").as("out"));
        return rows.join(last, on(column), "left").where(col("out").isNull().or(col("out").lt(col("batch"))));
    }

    /**
     * How many batches were added or removed.
     *
     * @return the number of the last batch, 0 if there is none
     */
    public long batches() {
        return batches.last();
    }

    /**
     * The fingerprints of the documents that are there. {@code fpcheck dedupe} reads them as well.
     *
     * @return rows of {@code id}, {@code features} and {@code fingerprint}
     */
    public Dataset<Row> fingerprints() {
        return documents().drop("print", "unreadable");
    }

    /**
     * The near duplicates of all documents that are there: the rows that {@link NearDuplicates#ofFingerprints}
     * finds among {@link #fingerprints}, without looking for pairs again.
     *
     * @return what was found
     */
    public NearDuplicates nearDuplicates() {
        return NearDuplicates.ofFingerprints(
                documents(), "id", "fingerprint", "features", coalesce(col("unreadable"), lit(false)), settings, NearDuplicates.FEW_LINKS, this::links);
    }

    private Dataset<Row> links(Dataset<Row> order, int bits) {
        Dataset<Row> places = order.select(col("place"), print(col("sketch")).as("print"), col("sketch"));
        Dataset<Row> inHot = live("bands").join(hot(), on(BUCKET), "left_semi").select("band", "key", "print");
        Dataset<Row> cold = batches.read("pairs")
                .join(inHot.select(col("band"), col("print").as("one")), on("band", "one"), "left_anti")
                .select("one", "other", "similarity")
                .distinct()
                .join(places.select(col("print").as("one"), col("place").as("x")), "one")
                .join(places.select(col("print").as("other"), col("place").as("y")), "other")
                .select(least(col("x"), col("y")).as("a"), greatest(col("x"), col("y")).as("b"), col("similarity"));
        // Keys are of one length, so that the number of the band before them is no part of them.
        Dataset<Row> hot = inHot.join(places, "print")
                .select(concat(col("band").cast("string").cast("binary"), col("key")).as("key"), col("place"), col("sketch"));
        return cold.union(Hot.links(hot, settings.most(), bits, settings.threshold(false)))
                .dropDuplicates("a", "b");
    }

    /** What is short for a sketch. */
    private static Column print(Column sketch) {
        return udf((byte[] octets) -> Arrays.copyOf(Elements.digest(octets), 16), DataTypes.BinaryType).apply(sketch);
    }

    private static Column string(Scheme scheme, String profile, Column sketch) {
        return udf(
                        (byte[] octets) -> scheme.fromSketch(octets).withProfile(profile).toString(),
                        DataTypes.StringType)
                .apply(sketch);
    }

    /** Gives each of rows of (print, sketch) to the bucket of each band. */
    private record Keys(Scheme scheme, int count, int rows) implements FlatMapFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType KEY = Candidates.BAND.add("print", DataTypes.BinaryType);

        @Override
        public Iterator<Row> call(Row row) {
            List<byte[]> keys = new Bands(count, rows).keys(scheme.fromSketch(row.getAs(1)));
            return IntStream.range(0, count)
                    .mapToObj(band -> RowFactory.create(band, keys.get(band), row.get(0)))
                    .iterator();
        }
    }
}
