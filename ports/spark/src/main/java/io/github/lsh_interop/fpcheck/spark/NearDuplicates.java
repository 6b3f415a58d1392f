package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The near duplicates of a data set, by chapter 13 of the specification: what {@code fpcheck dedupe} says of the
 * same documents. Of each cluster the document with the most features is the one to keep. Nothing is deleted.
 *
 * <p>Results of stages are kept in the memory and on the disks of the cluster, or where the settings say, until
 * this is closed.
 */
public final class NearDuplicates implements AutoCloseable {
    /** So many links one task joins by itself. */
    static final long FEW_LINKS = 1 << 20;

    private static final StructType ORDER = new StructType()
            .add("place", DataTypes.LongType)
            .add("id", DataTypes.BinaryType)
            .add("sketch", DataTypes.BinaryType);
    private static final StructType MEMBER = new StructType()
            .add("place", DataTypes.LongType)
            .add("representative", DataTypes.LongType)
            .add("similarity", DataTypes.DoubleType);

    /** What finds links, as rows of (a, b, similarity) by places, among rows of (place, id, sketch) without copies. */
    interface Linker {
        Dataset<Row> links(Dataset<Row> order, int bits);
    }

    /**
     * What was done, in order.
     *
     * @param name what
     * @param rows how many rows came of it
     * @param seconds how long it took
     */
    public record Stage(String name, long rows, double seconds) {}

    private final Settings settings;
    private final Stages stages;
    private final DataType idType;
    /** Of (id, text); null if there are fingerprints. */
    private final Dataset<Row> texts;

    private final boolean exact;
    /** Whether numbers and operators of texts count. */
    private final boolean numbers;
    private final long few;
    /** Null to look for links by keys. */
    private final Linker linker;

    private int bits;
    /**
     * Of (id, first, documents, sketch, unreadable): the id of each document, and of the first with the same text; how many have
     * this text; its sketch, NULL if it is too short to compare; and whether it is not readable (R13.23).
     */
    private Dataset<Row> same;
    /** Of (id, node): of each text that is compared the first document, and that of which it is a copy, or its own. */
    private Dataset<Row> copies;
    /** Of (place, id, sketch), without copies. */
    private Dataset<Row> order;
    /** Of (a, b, similarity), by places. */
    private Dataset<Row> links;
    /** Of (place, elements), if texts are compared. */
    private Dataset<Row> elements;
    /** Of (place, representative, similarity), of documents that have a link; null until they are asked for. */
    private Dataset<Row> members;

    private NearDuplicates(
            Dataset<Row> documents,
            String id,
            String text,
            String position,
            String fingerprint,
            String features,
            Column unreadable,
            Settings settings,
            long few,
            Linker linker) {
        settings.requireOneMeasure();
        this.settings = settings;
        this.few = few;
        stages = new Stages(settings.directory());
        this.linker = linker;
        idType = Sketching.idType(documents, id);
        exact = text != null && settings.comparesTexts();
        if (exact != settings.comparesTexts() && Boolean.TRUE.equals(settings.exact())) {
            throw new IllegalArgumentException("exact: fingerprints without a text: expected documents");
        }
        numbers = settings.comparesNumbers();
        texts = text == null ? null : Sketching.texts(documents, id, text, position);
        Dataset<Row> sketches = text != null
                ? Sketching.ofTexts(texts, settings, exact)
                : Sketching.ofFingerprints(documents, id, fingerprint, features, unreadable, settings);
        try {
            find(stages.keep("sketches", sketches));
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
    }

    /**
     * Finds the near duplicates among texts.
     *
     * @param documents any rows
     * @param id the column of their ids, no two the same
     * @param text the column of their texts
     * @param settings what counts as near
     * @return what was found
     * @throws IllegalArgumentException if two documents have the same id
     */
    public static NearDuplicates ofTexts(Dataset<Row> documents, String id, String text, Settings settings) {
        return ofTexts(documents, id, text, null, settings);
    }

    /**
     * Finds the near duplicates among texts that have an order. Of documents with as many features the first of this
     * order is kept, as {@code fpcheck dedupe} keeps the one that it reads first.
     *
     * @param documents any rows
     * @param id the column of their ids, no two the same
     * @param text the column of their texts
     * @param position the column of an integer that orders them; null to order them by id
     * @param settings what counts as near
     * @return what was found
     * @throws IllegalArgumentException if two documents have the same id
     */
    public static NearDuplicates ofTexts(
            Dataset<Row> documents, String id, String text, String position, Settings settings) {
        return new NearDuplicates(documents, id, text, position, null, null, null, settings, FEW_LINKS, null);
    }

    /**
     * Finds the near duplicates among documents whose fingerprints are there: of the SQL functions, or of
     * {@code fpcheck fingerprint}.
     *
     * @param documents any rows
     * @param id the column of their ids, no two the same
     * @param fingerprint the column of their fingerprints
     * @param features the column that says how many features each has, or null: then the first id is kept
     * @param settings what counts as near
     * @return what was found
     * @throws IllegalArgumentException if two documents have the same id, or fingerprints are not comparable
     */
    public static NearDuplicates ofFingerprints(
            Dataset<Row> documents, String id, String fingerprint, String features, Settings settings) {
        return ofFingerprints(documents, id, fingerprint, features, lit(false), settings, FEW_LINKS, null);
    }

    static NearDuplicates ofFingerprints(
            Dataset<Row> documents,
            String id,
            String fingerprint,
            String features,
            Column unreadable,
            Settings settings,
            long few,
            Linker linker) {
        return new NearDuplicates(documents, id, null, null, fingerprint, features, unreadable, settings, few, linker);
    }

    /** A column of octets as the ids that were given. */
    private Column id(Column octets) {
        return Sketching.id(octets, idType);
    }

    private void find(Dataset<Row> given) {
        Sketching.requireIds(given);
        Row ends = given.agg(min("profile"), max("profile"), min(length(col("sketch"))), max(length(col("sketch"))))
                .first();
        Dataset<Row> sketches = given;
        if (!ends.isNullAt(0)) {
            if (!ends.get(0).equals(ends.get(1))) {
                throw new IllegalArgumentException(
                        "not comparable: profiles " + ends.get(0) + " and " + ends.get(1) + ": expected one");
            }
            bits = Sketches.bits(ends.getInt(2));
            if (ends.getInt(2) != ends.getInt(3)) {
                sketches = Sketching.truncated(given, settings.scheme(), bits);
            }
        }
        findCopies(firstOfEach(sketches));
        stages.drop(given);
        findLinks();
    }

    /** R13.11: of each text that can be compared the sketch of the first document that has it. */
    private Dataset<Row> firstOfEach(Dataset<Row> sketches) {
        Column alone = lit(1L).as("documents");
        Dataset<Row> named = sketches.withColumn("first", col("id")).withColumn("documents", alone);
        if (texts != null) {
            Dataset<Row> firsts = sketches.where("identity IS NOT NULL")
                    .groupBy("identity")
                    .agg(min(struct("position", "id")).as("least"), count(lit(1)).as("documents"));
            named = sketches.join(firsts, "identity")
                    .withColumn("first", col("least.id"))
                    .drop("least", "identity")
                    .unionByName(named.where("identity IS NULL").drop("identity"));
        }
        same = stages.keep(
                "same texts",
                named.select("id", "first", "documents", "position", "weight", "sketch", "digest", "unreadable"));
        return same.where("sketch IS NOT NULL AND id = first").drop("first", "documents", "unreadable");
    }

    /** R13.1, R13.2. */
    private void findCopies(Dataset<Row> sketches) {
        Dataset<Row> firsts = sketches.groupBy("sketch")
                .agg(min(struct(negate(col("weight")), col("position"), col("id"), col("digest"))).as("first"));
        Column isCopy = exact ? col("digest").equalTo(col("first.digest")) : lit(true);
        copies = stages.keep("copies", sketches.join(firsts, "sketch")
                .select(col("id"), col("position"), col("weight"), col("sketch"), when(isCopy, col("first.id")).otherwise(col("id")).as("node")));
        JavaRDD<Row> places = copies.where(col("id").equalTo(col("node")))
                .sort(col("weight").desc(), col("position"), col("id"))
                .select("id", "sketch")
                .javaRDD()
                .zipWithIndex()
                .map(row -> RowFactory.create(row._2, row._1.get(0), row._1.get(1)));
        order = stages.keep("order", copies.sparkSession().createDataFrame(places, ORDER));
    }

    /** R13.3 to R13.5. */
    private void findLinks() {
        double least = exact ? settings.estimate(bits) : settings.threshold(false);
        Dataset<Row> found;
        Dataset<Row> inHot = null;
        if (linker != null) {
            found = linker.links(order, bits);
        } else if (settings.scheme().isMinHash()) {
            var candidates = Candidates.ofMinHash(
                    stages, order, settings.scheme(), settings.bands(exact, Math.max(bits, 1)), bits, settings.most(), least);
            found = candidates.links();
            inHot = candidates.inHot();
        } else {
            found = Candidates.ofSimHash(order, stages.rows(), least);
        }
        links = stages.keepWithoutPlan(exact ? "candidates" : "links", found);
        if (!exact) {
            return;
        }
        Dataset<Row> compared = links.select(col("a").as("place")).union(links.select(col("b").as("place")));
        if (inHot != null) {
            compared = compared.union(inHot);
        }
        compared = compared.distinct();
        elements = stages.keep("texts", texts.join(order.join(compared, "place").select("id", "place"), "id")
                .select("place", "text")
                .mapPartitions(new Sketching.Texts(settings.scheme(), numbers), Encoders.row(Sketching.Texts.ELEMENTS)));
        Dataset<Row> kept = links;
        Dataset<Row> candidates = kept.select("a", "b");
        if (inHot != null) {
            candidates = candidates.union(
                            Hot.ofRare(elements.join(inHot, "place"), order, settings.most(), bits, least).select("a", "b"))
                    .distinct();
        }
        Column similarity = org.apache.spark.sql.functions.udf(
                        (byte[] one, byte[] other) -> Elements.resemblance(one, other), DataTypes.DoubleType)
                .apply(col("one"), col("other"));
        links = stages.keepWithoutPlan("links", candidates
                .join(elements.select(col("place").as("a"), col("elements").as("one")), "a")
                .join(elements.select(col("place").as("b"), col("elements").as("other")), "b")
                .select(col("a"), col("b"), similarity.as("similarity"))
                .where(col("similarity").geq(settings.threshold(true))));
        stages.drop(kept);
    }

    /**
     * The clusters (R13.7): a row for each document. One whose text is too short to compare is in a cluster with
     * those that have the same text.
     *
     * @return rows of {@code cluster}, which is the id of the document to keep; {@code id}; {@code
     *     representative}, which is the same as {@code cluster}; {@code similarity} to the representative, NULL of a
     *     document that was compared with none; {@code keep}, true of the representative and of each text that
     *     is not readable (R13.23)
     */
    public Dataset<Row> clusters() {
        if (members == null) {
            members = members();
        }
        Dataset<Row> rows = order.select("place", "id")
                .join(members.withColumnRenamed("place", "member"), col("place").equalTo(col("member")), "left")
                .select(
                        col("id").as("node"),
                        coalesce(col("representative"), col("place")).as("representative"),
                        coalesce(col("similarity"), lit(1.0)).as("similarity"))
                .join(order.select(col("place").as("representative"), col("id").as("cluster")), "representative");
        Dataset<Row> compared = same.where("sketch IS NOT NULL")
                .join(copies.select(col("id").as("first"), col("node")), "first")
                .join(rows, "node")
                .select("id", "cluster", "similarity", "unreadable");
        Column ofSame = when(col("documents").gt(1), lit(1.0));
        return compared.union(same.where("sketch IS NULL").select(col("id"), col("first"), ofSame, lit(false)))
                .select(
                        id(col("cluster")).as("cluster"),
                        id(col("id")).as("id"),
                        id(col("cluster")).as("representative"),
                        col("similarity"),
                        col("id").equalTo(col("cluster")).or(col("unreadable")).as("keep"));
    }

    /** R13.6, of documents that have a link. */
    private Dataset<Row> members() {
        Dataset<Row> components = stages.keep("components", Components.of(links, few, stages))
                .select(col("node").as("place"), col("least").as("component"));
        Dataset<Row> most = stages.keep("members", join(components, exact ? null : order, "sketch"));
        if (!exact) {
            return most;
        }
        Column unknown = col("representative").equalTo(Members.UNKNOWN);
        Dataset<Row> rest = stages.keep(
                "members by their texts",
                join(most.where(unknown).select("place").join(components, "place"), elements, "elements"));
        return most.where(org.apache.spark.sql.functions.not(unknown)).union(rest);
    }

    private Dataset<Row> join(Dataset<Row> components, Dataset<Row> source, String octets) {
        Column none = lit(null).cast("binary").as("octets");
        Dataset<Row> documents = (source == null ? components : components.join(source, "place"))
                .select(
                        col("component"),
                        lit(Members.DOCUMENT).as("kind"),
                        col("place").as("a"),
                        lit(0L).as("b"),
                        lit(0.0).as("similarity"),
                        source == null ? none : col(octets).as("octets"));
        Dataset<Row> between = links.join(components.withColumnRenamed("place", "a"), "a")
                .select(col("component"), lit(Members.LINK).as("kind"), col("a"), col("b"), col("similarity"), none);
        return documents.union(between)
                .repartition(col("component"))
                .sortWithinPartitions("component", "kind", "a")
                .mapPartitions(new Members(settings.floor(exact), bits, exact), Encoders.row(MEMBER));
    }

    /**
     * The pairs of documents that are near, as {@code fpcheck dedupe --pairs} has them: of copies, those with the
     * first only.
     *
     * @return rows of {@code first}, {@code other} and {@code similarity}; the first comes before the other in the
     *     order of R13.1
     */
    public Dataset<Row> pairs() {
        Dataset<Row> ids = order.select("place", "id");
        Dataset<Row> near = links.join(ids.select(col("place").as("a"), col("id").as("first")), "a")
                .join(ids.select(col("place").as("b"), col("id").as("other")), "b")
                .select("first", "other", "similarity");
        return same.where(col("id").notEqual(col("first")))
                .select(col("first"), col("id").as("other"), lit(1.0).as("similarity"))
                .union(copies.where(col("id").notEqual(col("node"))).select(col("node"), col("id"), lit(1.0)))
                .union(near)
                .select(id(col("first")).as("first"), id(col("other")).as("other"), col("similarity"));
    }

    /**
     * The stages so far.
     *
     * @return what was done, and how long it took
     */
    public List<Stage> stages() {
        return stages.done();
    }

    /** Forgets the results of stages. Rows that were not read by then are gone, or are worked out again. */
    @Override
    public void close() {
        stages.close();
    }
}
