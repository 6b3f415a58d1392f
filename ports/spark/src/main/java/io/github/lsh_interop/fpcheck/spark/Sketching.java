package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import io.github.lsh_interop.fpcheck.Scheme;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What is made of the documents, one by one. */
final class Sketching {
    /** The id in octets, the weight, the sketch, what only copies have in common, and the profile. */
    static final StructType SKETCH = new StructType()
            .add("id", DataTypes.BinaryType)
            .add("weight", DataTypes.LongType)
            .add("sketch", DataTypes.BinaryType)
            .add("digest", DataTypes.BinaryType)
            .add("profile", DataTypes.StringType);

    private Sketching() {}

    /** Ids and texts in octets. */
    static Dataset<Row> texts(Dataset<Row> documents, String id, String text) {
        return documents.select(octets(documents, id).as("id"), col(text).cast("binary").as("text"));
    }

    /** The sketches of {@link #texts}. */
    static Dataset<Row> ofTexts(Dataset<Row> texts, Settings settings, boolean exact) {
        return texts.mapPartitions(
                new OfTexts(settings.scheme(), settings.refuseBelow(), exact), Encoders.row(SKETCH));
    }

    /** The sketches of fingerprints. */
    static Dataset<Row> ofFingerprints(
            Dataset<Row> documents, String id, String fingerprint, String features, Settings settings) {
        return documents.select(
                        octets(documents, id),
                        (features == null ? lit(null) : col(features)).cast("long"),
                        col(fingerprint).cast("string"))
                .mapPartitions(new OfFingerprints(settings.scheme(), settings.refuseBelow()), Encoders.row(SKETCH));
    }

    static Dataset<Row> truncated(Dataset<Row> sketches, Scheme scheme, int bits) {
        return sketches.mapPartitions(new Truncate(scheme, bits), Encoders.row(SKETCH));
    }

    private static Column octets(Dataset<Row> documents, String id) {
        return documents.schema().apply(id).dataType().equals(DataTypes.BinaryType)
                ? col(id)
                : col(id).cast("string").cast("binary");
    }

    /** Octets as ids of the type that they had. */
    static Column id(Column octets, DataType type) {
        return type.equals(DataTypes.BinaryType) ? octets : octets.cast("string").cast(type);
    }

    private static <T> Iterator<T> present(Iterator<Row> rows, Function<Row, T> each) {
        Iterable<Row> all = () -> rows;
        return java.util.stream.StreamSupport.stream(all.spliterator(), false)
                .map(each)
                .filter(Objects::nonNull)
                .iterator();
    }

    private static byte[] id(Row row) {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException("a document without an id: expected one for each");
        }
        return row.getAs(0);
    }

    /** From rows of (id, text), in octets; of texts that are too short to tell there is no row. */
    private record OfTexts(Scheme scheme, int refuseBelow, boolean exact) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            Hasher hasher = scheme.newHasher();
            return present(rows, row -> {
                byte[] id = id(row);
                if (row.isNullAt(1)) {
                    return null;
                }
                hasher.reset();
                hasher.update((byte[]) row.getAs(1));
                Optional<Fingerprint> fingerprint = hasher.fingerprint();
                int features = hasher.features();
                if (fingerprint.isEmpty() || features < refuseBelow) {
                    return null;
                }
                byte[] digest = exact ? Elements.digest(Elements.octets(hasher.elements())) : null;
                return RowFactory.create(id, (long) features, fingerprint.get().sketch(), digest, fingerprint.get().profile());
            });
        }
    }

    /** From rows of (id, features or NULL, fingerprint or NULL). */
    private record OfFingerprints(Scheme scheme, int refuseBelow) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return present(rows, row -> {
                byte[] id = id(row);
                if (row.isNullAt(2) || !row.isNullAt(1) && row.getLong(1) < refuseBelow) {
                    return null;
                }
                Fingerprint fingerprint = Functions.parse(row.getString(2));
                if (fingerprint.scheme() != scheme) {
                    throw new IllegalArgumentException(
                            "a fingerprint of " + fingerprint.scheme() + ": expected " + scheme + ", as the settings say");
                }
                long weight = row.isNullAt(1) ? 0 : row.getLong(1);
                return RowFactory.create(id, weight, fingerprint.sketch(), null, fingerprint.profile());
            });
        }
    }

    /** From rows of (place, text in octets), the elements of the text. */
    record Texts(Scheme scheme) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType ELEMENTS =
                new StructType().add("place", DataTypes.LongType).add("elements", DataTypes.BinaryType);

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            Hasher hasher = scheme.newHasher();
            return present(rows, row -> {
                hasher.reset();
                hasher.update((byte[]) row.getAs(1));
                return RowFactory.create(row.getLong(0), Elements.octets(hasher.elements()));
            });
        }
    }

    /** Truncates sketches of MinHash, in rows of {@link #SKETCH}, to so many bits a slot (R13.2). */
    private record Truncate(Scheme scheme, int bits) implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return present(rows, row -> RowFactory.create(
                    row.get(0),
                    row.get(1),
                    scheme.fromSketch(row.getAs(2)).truncate(bits).sketch(),
                    row.get(3),
                    row.get(4)));
        }
    }
}
