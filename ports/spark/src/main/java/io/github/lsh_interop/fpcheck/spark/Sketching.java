package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.timestamp_micros;
import static org.apache.spark.sql.functions.unix_micros;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.TextDigest;
import io.github.lsh_interop.fpcheck.clusters.ComparedText;
import io.github.lsh_interop.fpcheck.clusters.TextComparer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** What is made of the documents, one by one. */
final class Sketching {
    /**
     * The id in octets, the place among all documents, the weight, the sketch, what only copies have in common, the
     * profile, what only the same texts have in common, and whether the text is not readable (R13.23). There is no
     * sketch of what is too short to tell.
     */
    static final StructType SKETCH = new StructType()
            .add("id", DataTypes.BinaryType)
            .add("position", DataTypes.LongType)
            .add("weight", DataTypes.LongType)
            .add("sketch", DataTypes.BinaryType)
            .add("digest", DataTypes.BinaryType)
            .add("profile", DataTypes.StringType)
            .add("identity", DataTypes.BinaryType)
            .add("unreadable", DataTypes.BooleanType);

    private static final String NO_ID = "a document without an id: expected one for each";

    /** The profile of texts. */
    private static final String VISIBLE = "visible";

    private Sketching() {}

    /** Ids, texts in octets, and positions: 0 unless a column has them. */
    static Dataset<Row> texts(Dataset<Row> documents, String id, String text, String position) {
        return documents.select(
                octets(documents, id).as("id"),
                col(text).cast("binary").as("text"),
                (position == null ? lit(0L) : col(position).cast("long")).as("position"));
    }

    /** Checks that each row has an {@code id}, and no two the same. */
    static void requireIds(Dataset<Row> rows) {
        Row wrong = rows.groupBy("id")
                .agg(count(lit(1)).as("n"))
                .where(col("n").gt(1).or(col("id").isNull()))
                .agg(min("id"), count(lit(1)))
                .first();
        if (wrong.getLong(1) == 0) {
            return;
        }
        throw new IllegalArgumentException(
                wrong.isNullAt(0)
                        ? NO_ID
                        : "two documents have one id: \"" + new String(wrong.getAs(0), StandardCharsets.UTF_8) + "\"");
    }

    /** The sketches of {@link #texts}. */
    static Dataset<Row> ofTexts(Dataset<Row> texts, Settings settings, boolean exact) {
        return texts.mapPartitions(
                new OfTexts(settings.scheme(), settings.refuseBelow(), exact, settings.comparesNumbers()),
                Encoders.row(SKETCH));
    }

    /** The sketches of fingerprints. */
    static Dataset<Row> ofFingerprints(
            Dataset<Row> documents, String id, String fingerprint, String features, Column unreadable, Settings settings) {
        return documents.select(
                        octets(documents, id),
                        (features == null ? lit(null) : col(features)).cast("long"),
                        col(fingerprint).cast("string"),
                        unreadable)
                .mapPartitions(new OfFingerprints(settings.scheme(), settings.refuseBelow()), Encoders.row(SKETCH));
    }

    static Dataset<Row> truncated(Dataset<Row> sketches, Scheme scheme, int bits) {
        return sketches.mapPartitions(new Truncate(scheme, bits), Encoders.row(SKETCH));
    }

    /** The type of the column of ids. It must be a type whose values can be restored from strings. */
    static DataType idType(Dataset<Row> documents, String id) {
        DataType type = documents.select(col(id)).schema().apply(0).dataType();
        if (type instanceof ArrayType
                || type instanceof MapType
                || type instanceof StructType
                || type instanceof UserDefinedType
                || type.typeName().equals("variant")) {
            throw new IllegalArgumentException(
                    "the column of ids \"" + id + "\" is " + type.sql() + ": expected strings, numbers or dates");
        }
        return type;
    }

    private static Column octets(Dataset<Row> documents, String id) {
        DataType type = idType(documents, id);
        if (type.equals(DataTypes.BinaryType)) {
            return col(id);
        }
        // As a string of the session's time zone, an hour in autumn would occur twice.
        Column given = type.equals(DataTypes.TimestampType) ? unix_micros(col(id)) : col(id);
        return given.cast("string").cast("binary");
    }

    /** Octets as ids of the type that they had. */
    static Column id(Column octets, DataType type) {
        if (type.equals(DataTypes.BinaryType)) {
            return octets;
        }
        Column given = octets.cast("string");
        return type.equals(DataTypes.TimestampType) ? timestamp_micros(given.cast("long")) : given.cast(type);
    }

    private static Iterator<Row> each(Iterator<Row> rows, Function<Row, Row> each) {
        Iterable<Row> all = () -> rows;
        return StreamSupport.stream(all.spliterator(), false).map(each).iterator();
    }

    private static byte[] id(Row row) {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException(NO_ID);
        }
        return row.getAs(0);
    }

    /** From rows of (id, text, position), in octets. */
    private record OfTexts(Scheme scheme, int refuseBelow, boolean exact, boolean numbers)
            implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            Function<byte[], Sketch> sketches = numbers ? compared() : fingerprinted();
            return each(rows, row -> {
                Sketch sketch = row.isNullAt(1) ? NONE : sketches.apply(row.getAs(1));
                boolean tells = sketch.features >= refuseBelow && sketch.octets != null;
                int unknown = sketch.unknown;
                return RowFactory.create(
                        id(row),
                        row.isNullAt(2) ? 0L : row.getLong(2),
                        (long) ComparedText.weight(sketch.features, unknown),
                        tells ? sketch.octets : null,
                        tells && exact ? Elements.digest(Elements.octets(sketch.elements.get())) : null,
                        tells ? VISIBLE : null,
                        sketch.features > 0 && unknown == 0 ? sketch.identity.get() : null,
                        !ComparedText.isReadable(sketch.features, unknown));
            });
        }

        private static Function<byte[], Sketch> compared() {
            TextComparer comparer = new TextComparer();
            return octets -> {
                ComparedText text = comparer.compared(octets);
                return new Sketch(text.features(), text.sketch().orElse(null), text::elements, text::identity, text.unknown());
            };
        }

        private Function<byte[], Sketch> fingerprinted() {
            Hasher hasher = scheme.newHasher();
            return octets -> {
                hasher.reset();
                hasher.update(octets);
                return new Sketch(
                        hasher.features(),
                        hasher.fingerprint().map(Fingerprint::sketch).orElse(null),
                        hasher::elements,
                        () -> TextDigest.sum(octets).map(HexFormat.of()::parseHex).orElse(null),
                        unknown(octets));
            };
        }
    }

    /** Counts the unknown characters of a text (R13.23). */
    private static int unknown(byte[] octets) {
        String text = new String(octets, StandardCharsets.UTF_8);
        return text.contains(UNKNOWN) ? Collections.frequency(TextDigest.items(octets), UNKNOWN) : 0;
    }

    /** What is made of a text. */
    private record Sketch(
            int features, byte[] octets, Supplier<long[]> elements, Supplier<byte[]> identity, int unknown) {}

    private static final String UNKNOWN = "\uFFFD";
    private static final Sketch NONE = new Sketch(0, null, null, null, 0);

    /** From rows of (id, features or NULL, fingerprint or NULL, whether the text is not readable). */
    private record OfFingerprints(Scheme scheme, int refuseBelow) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return each(rows, row -> {
                byte[] id = id(row);
                long weight = row.isNullAt(1) ? 0 : row.getLong(1);
                if (row.isNullAt(2) || !row.isNullAt(1) && weight < refuseBelow) {
                    return RowFactory.create(id, 0L, weight, null, null, null, null, false);
                }
                Fingerprint fingerprint = Functions.parse(row.getString(2));
                if (fingerprint.scheme() != scheme) {
                    throw new IllegalArgumentException(
                            "a fingerprint of " + fingerprint.scheme() + ": expected " + scheme + ", as the settings say");
                }
                return RowFactory.create(id, 0L, weight, fingerprint.sketch(), null, fingerprint.profile(), null, row.get(3));
            });
        }
    }

    /** From rows of (place, text in octets), the elements of the text. */
    record Texts(Scheme scheme, boolean numbers) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType ELEMENTS =
                new StructType().add("place", DataTypes.LongType).add("elements", DataTypes.BinaryType);

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            Function<byte[], long[]> elements = numbers ? compared() : fingerprinted();
            return each(rows, row -> RowFactory.create(
                    row.getLong(0), Elements.octets(elements.apply(row.getAs(1)))));
        }

        private static Function<byte[], long[]> compared() {
            TextComparer comparer = new TextComparer();
            return octets -> comparer.compared(octets).elements();
        }

        private Function<byte[], long[]> fingerprinted() {
            Hasher hasher = scheme.newHasher();
            return octets -> {
                hasher.reset();
                hasher.update(octets);
                return hasher.elements();
            };
        }
    }

    /** Truncates sketches of MinHash, in rows of {@link #SKETCH}, to so many bits a slot (R13.2). */
    private record Truncate(Scheme scheme, int bits) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return each(rows, row -> RowFactory.create(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.isNullAt(3) ? null : scheme.fromSketch(row.getAs(3)).truncate(bits).sketch(),
                    row.get(4),
                    row.get(5),
                    row.get(6),
                    row.get(7)));
        }
    }
}
