package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.github.lsh_interop.fpcheck.passages.PassageCover;
import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageReference;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * References, such as the items of a benchmark, inside the documents of a corpus: what {@code fpcheck decontaminate}
 * finds (R13.20 to R13.22).
 *
 * <p>The references are sent to every executor, which needs some 150 octets for each of their words. Documents are read
 * once, or twice if {@link Criterion#common} is set, and are not shuffled. Close this after the rows were used.
 */
public final class Decontamination implements AutoCloseable {
    private static final StructType MATCH = new StructType()
            .add("id", DataTypes.BinaryType)
            .add("number", DataTypes.IntegerType)
            .add("cover", DataTypes.DoubleType)
            .add("run", DataTypes.DoubleType)
            .add("start", DataTypes.IntegerType)
            .add("end", DataTypes.IntegerType)
            .add("containment", DataTypes.DoubleType);
    private static final StructType HASH = new StructType().add("hash", DataTypes.LongType);
    private static final StructType REFERENCE =
            new StructType().add("number", DataTypes.IntegerType).add("id", DataTypes.BinaryType);

    private final Dataset<Row> rows;
    private final Dataset<Row> tooShort;
    private final Dataset<Row> notLookedFor;
    private final Broadcast<ReferenceIndex> index;
    private final long leftOut;

    private Decontamination(
            Dataset<Row> references,
            String referenceId,
            String referenceText,
            Dataset<Row> documents,
            String id,
            String text,
            Criterion criterion) {
        SparkSession spark = documents.sparkSession();
        Dataset<Row> known = Sketching.texts(references, referenceId, referenceText, null);
        Sketching.requireIds(known);
        List<Row> all = known.sort("id").collectAsList();
        byte[][] texts = all.stream().map(row -> row.isNullAt(1) ? new byte[0] : row.getAs(1)).toArray(byte[][]::new);
        Dataset<Row> corpus = Sketching.texts(documents, id, text, null);
        var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Broadcast<ReferenceIndex> sent = context.broadcast(new ReferenceIndex(texts, criterion.words(), new long[0]));
        long[] frequent = {};
        if (criterion.common() != null) {
            frequent = corpus.mapPartitions(new Seen(sent), Encoders.row(HASH))
                    .groupBy("hash")
                    .agg(count(lit(1)).as("documents"))
                    .where(col("documents").gt(criterion.common()))
                    .collectAsList()
                    .stream()
                    .mapToLong(row -> row.getLong(0))
                    .toArray();
            sent.destroy();
            sent = context.broadcast(new ReferenceIndex(texts, criterion.words(), frequent));
        }
        index = sent;
        leftOut = frequent.length;
        var referenceType = Sketching.idType(references, referenceId);
        Dataset<Row> ids = spark.createDataFrame(
                IntStream.range(0, all.size()).mapToObj(i -> RowFactory.create(i, all.get(i).get(0))).toList(), REFERENCE);
        rows = corpus.mapPartitions(new Matches(index, criterion), Encoders.row(MATCH))
                .join(ids.withColumnRenamed("id", "reference"), "number")
                .select(
                        Sketching.id(col("id"), Sketching.idType(documents, id)).as("document"),
                        Sketching.id(col("reference"), referenceType).as("reference"),
                        col("cover"),
                        col("run"),
                        col("start"),
                        col("end"),
                        col("containment"));
        PassageReference[] found = index.value().references();
        IntFunction<Row> named = i -> RowFactory.create(i, all.get(i).get(0));
        Function<IntPredicate, Dataset<Row>> those = which -> spark.createDataFrame(
                        IntStream.range(0, all.size()).filter(which).mapToObj(named).toList(), REFERENCE)
                .select(Sketching.id(col("id"), referenceType).as("reference"));
        tooShort = those.apply(i -> found[i] == null);
        notLookedFor = those.apply(i -> found[i] != null
                && !criterion.meets(found[i].weight(), found[i].reach(), found[i]::reach));
    }

    /**
     * Looks for references in documents.
     *
     * @param references any rows, few enough for the memory of the driver and of each executor
     * @param referenceId the column of their ids, no two the same
     * @param referenceText the column of their texts
     * @param documents any rows
     * @param id the column of their ids
     * @param text the column of their texts; a document whose text is NULL has no reference
     * @param criterion when a reference is found
     * @return what is found
     * @throws IllegalArgumentException if two references have the same id, or one has none
     */
    public static Decontamination of(
            Dataset<Row> references,
            String referenceId,
            String referenceText,
            Dataset<Row> documents,
            String id,
            String text,
            Criterion criterion) {
        return new Decontamination(references, referenceId, referenceText, documents, id, text, criterion);
    }

    /**
     * The references that are found in documents.
     *
     * @return rows of {@code document}; {@code reference}; {@code cover}, the share of the reference that the best
     *     stretch of the document covers, 0 to 1; {@code run}, the length in words of the longest passage that both have
     *     there; {@code start} and {@code end}, where the stretch is, in octets of the document's text in UTF-8; and
     *     {@code containment}, the share of the reference whose windows the document has anywhere (R13.21)
     */
    public Dataset<Row> rows() {
        return rows;
    }

    /**
     * The references that are too short to be found (R13.15).
     *
     * @return rows of {@code reference}
     */
    public Dataset<Row> tooShort() {
        return tooShort;
    }

    /**
     * The references that were not looked for. {@link Criterion#common} left out some of their windows, and the others
     * cannot cover enough.
     *
     * @return rows of {@code reference}
     */
    public Dataset<Row> notLookedFor() {
        return notLookedFor;
    }

    /**
     * Counts the windows of references that were left out, as more documents have them than {@link Criterion#common} says.
     *
     * @return the number of their distinct hashes
     */
    public long leftOut() {
        return leftOut;
    }

    /** Forgets the references. */
    @Override
    public void close() {
        index.destroy();
    }

    /** From rows of (id, text, position), the rows of matches. */
    private record Matches(Broadcast<ReferenceIndex> index, Criterion criterion)
            implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            ReferenceIndex references = index.value();
            PassageReader reader = new PassageReader(references.words());
            return new Found() {
                @Override
                protected boolean step() {
                    if (!rows.hasNext()) {
                        return false;
                    }
                    Row row = rows.next();
                    PassageText document = Passages.read(reader, row, 1);
                    references.covers(document).forEach((number, cover) -> {
                        if (criterion.meets(cover.weight(), cover.cover(), () -> references.reach(number))) {
                            add(match(row.getAs(0), number, cover, document));
                        }
                    });
                    return true;
                }
            };
        }

        private static Row match(byte[] id, int number, PassageCover cover, PassageText document) {
            return RowFactory.create(
                    id,
                    number,
                    cover.share(),
                    (double) cover.run() / PassageText.WEIGHT_OF_A_WORD,
                    document.from(cover.first()),
                    document.to(cover.end() - 1),
                    cover.containment());
        }
    }

    /** From rows of (id, text, position), the hashes of each document that a reference has, each once. */
    private record Seen(Broadcast<ReferenceIndex> index) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            ReferenceIndex references = index.value();
            PassageReader reader = new PassageReader(references.words());
            return new Found() {
                @Override
                protected boolean step() {
                    if (!rows.hasNext()) {
                        return false;
                    }
                    PassageText document = Passages.read(reader, rows.next(), 1);
                    long[] hashes = new long[document.windows()];
                    Arrays.setAll(hashes, document::hash);
                    Arrays.stream(hashes)
                            .filter(references::has)
                            .sorted()
                            .distinct()
                            .forEach(hash -> add(RowFactory.create(hash)));
                    return true;
                }
            };
        }
    }
}
