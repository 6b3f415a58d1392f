package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The passages that the texts of a data set share, by chapter 13a of the specification: what {@code fpcheck passages}
 * finds in the same documents, in the same order. Rows are exact.
 *
 * <p>Windows are sorted by their hashes, in partitions. No task has more than one text and the windows of one hash, which
 * Spark moves to its disk where there are many. Results of stages are kept in the memory and on the disks of the
 * cluster until this is closed.
 */
public final class Passages implements AutoCloseable {
    /** The length of windows of {@code fpcheck passages} in words. */
    public static final int WORDS = 16;

    private static final StructType ORDER =
            new StructType().add("place", DataTypes.LongType).add("id", DataTypes.BinaryType);
    private static final StructType WINDOW = new StructType()
            .add("hash", DataTypes.LongType)
            .add("place", DataTypes.LongType)
            .add("item", DataTypes.IntegerType)
            .add("first", DataTypes.IntegerType);
    private static final StructType PASSAGE = new StructType()
            .add("id", DataTypes.BinaryType)
            .add("place", DataTypes.LongType)
            .add("start", DataTypes.IntegerType)
            .add("end", DataTypes.IntegerType)
            .add("words", DataTypes.DoubleType)
            .add("documents", DataTypes.LongType);
    private static final StructType ID = new StructType().add("id", DataTypes.BinaryType);

    private final Stages stages = new Stages(null);
    private final DataType idType;
    private final int words;
    /** Of (id, text, position). */
    private final Dataset<Row> texts;
    /** Of (place, id), by position and id. */
    private final Dataset<Row> order;
    /** Of (place, item, holder, frequency): windows whose holder is another text. */
    private final Dataset<Row> held;

    private Passages(Dataset<Row> documents, String id, String text, String position, int words) {
        new PassageReader(words); // says what is wrong with words
        this.words = words;
        idType = Sketching.idType(documents, id);
        texts = Sketching.texts(documents, id, text, position);
        Sketching.requireIds(texts);
        try {
            JavaRDD<Row> places = texts.select("position", "id")
                    .sort("position", "id")
                    .select("id")
                    .javaRDD()
                    .zipWithIndex()
                    .map(row -> RowFactory.create(row._2, row._1.get(0)));
            order = stages.keep("order", texts.sparkSession().createDataFrame(places, ORDER));
            WindowSpec sameHash = Window.partitionBy("hash");
            held = stages.keep("windows", texts.join(order, "id")
                    .select("place", "text")
                    .mapPartitions(new Windows(words), Encoders.row(WINDOW))
                    .withColumn("holder", min("place").over(sameHash))
                    .withColumn("frequency", sum("first").over(sameHash))
                    .where(col("place").notEqual(col("holder")))
                    .select("place", "item", "holder", "frequency"));
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
    }

    /**
     * Finds the passages that texts share.
     *
     * @param documents any rows; a text that is NULL has no passages
     * @param id the column of their ids, no two the same
     * @param text the column of their texts
     * @param position the column of an integer that orders them, or null: the first of the texts with a passage holds
     *     it, by this column and then by the octets of its id
     * @param words the length of a window in words, from 1 to {@link PassageReader#MAX_WORDS}; {@link #WORDS} is the
     *     default of the command
     * @return what was found
     * @throws IllegalArgumentException if two documents have the same id, one has none, or words is out of range
     */
    public static Passages ofTexts(Dataset<Row> documents, String id, String text, String position, int words) {
        return new Passages(documents, id, text, position, words);
    }

    /**
     * The rows (R13.18): each passage of a document that also stands in an earlier one.
     *
     * @return rows of {@code document}; {@code holder}, the id of the first document with the passage; {@code start} and
     *     {@code end}, offsets in octets of the text in UTF-8; {@code words}, its length in words; {@code documents}, how
     *     many documents have the passage, or its most frequent window
     */
    public Dataset<Row> rows() {
        return held.groupBy("place")
                .agg(collect_list(struct("item", "holder", "frequency")).as("held"))
                .join(order, "place")
                .join(texts, "id")
                .select("id", "text", "held")
                .mapPartitions(new Rows(words), Encoders.row(PASSAGE))
                .join(order.withColumnRenamed("id", "first"), "place")
                .select(
                        Sketching.id(col("id"), idType).as("document"),
                        Sketching.id(col("first"), idType).as("holder"),
                        col("start"),
                        col("end"),
                        col("words"),
                        col("documents"));
    }

    /**
     * The documents that are too short to have passages (R13.15). They share none, whatever they say.
     *
     * @return rows of {@code document}
     */
    public Dataset<Row> tooShort() {
        return texts.mapPartitions(new TooShort(words), Encoders.row(ID))
                .select(Sketching.id(col("id"), idType).as("document"));
    }

    /** Forgets the results of stages. */
    @Override
    public void close() {
        stages.close();
    }

    static PassageText read(PassageReader reader, Row row, int column) {
        return reader.read(row.isNullAt(column) ? new byte[0] : row.getAs(column));
    }

    /** From rows of (place, text), the windows of each text: 1 is first if the text has the hash not before. */
    private record Windows(int words) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            PassageReader reader = new PassageReader(words);
            return new Found() {
                private final Set<Long> hashes = new HashSet<>();
                private long place;
                private PassageText text;
                private int window;

                @Override
                protected boolean step() {
                    if (text != null && window < text.windows()) {
                        int first = hashes.add(text.hash(window)) ? 1 : 0;
                        add(RowFactory.create(text.hash(window), place, window++, first));
                        return true;
                    }
                    if (!rows.hasNext()) {
                        return false;
                    }
                    Row row = rows.next();
                    place = row.getLong(0);
                    text = read(reader, row, 1);
                    window = 0;
                    hashes.clear();
                    return true;
                }
            };
        }
    }

    /** From rows of (id, text, held windows), the rows of R13.18. */
    private record Rows(int words) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            PassageReader reader = new PassageReader(words);
            return new Found() {
                @Override
                protected boolean step() {
                    if (!rows.hasNext()) {
                        return false;
                    }
                    Row row = rows.next();
                    PassageText text = read(reader, row, 1);
                    List<Row> held = new ArrayList<>(row.<Row>getList(2));
                    held.sort(Comparator.comparingInt(window -> window.getInt(0)));
                    int begin = 0;
                    for (int i = 1; i <= held.size(); i++) {
                        if (i == held.size()
                                || held.get(i).getInt(0) != held.get(i - 1).getInt(0) + 1
                                || held.get(i).getLong(1) != held.get(i - 1).getLong(1)) {
                            add(passage(row.getAs(0), text, held.subList(begin, i)));
                            begin = i;
                        }
                    }
                    return true;
                }
            };
        }

        private static Row passage(byte[] id, PassageText text, List<Row> windows) {
            int first = windows.get(0).getInt(0);
            int end = text.end(windows.get(windows.size() - 1).getInt(0));
            long weight = 0;
            for (int item = first; item < end; item++) {
                weight += text.weight(item);
            }
            long frequency = windows.stream().mapToLong(window -> window.getLong(2)).max().orElseThrow();
            return RowFactory.create(
                    id,
                    windows.get(0).getLong(1),
                    text.from(first),
                    text.to(end - 1),
                    (double) weight / PassageText.WEIGHT_OF_A_WORD,
                    frequency);
        }
    }

    /** From rows of (id, text, ...), the ids of texts without a window. */
    private record TooShort(int words) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            PassageReader reader = new PassageReader(words);
            return new Found() {
                @Override
                protected boolean step() {
                    if (!rows.hasNext()) {
                        return false;
                    }
                    Row row = rows.next();
                    if (read(reader, row, 1).isTooShort()) {
                        add(RowFactory.create((byte[]) row.get(0)));
                    }
                    return true;
                }
            };
        }
    }
}
