package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import io.github.lsh_interop.fpcheck.Minima;
import io.github.lsh_interop.fpcheck.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Fingerprints and full forms as objects of RDDs and data sets, which shuffle them by Java's serialisation. */
class FingerprintsTest {
    private static final SparkSession SPARK = Local.session();
    private static final List<String> TEXTS =
            List.of("one two three four", "five six seven eight", "one two three four", "1 2 3");

    private static Fingerprint of(String text) {
        return Scheme.MH1.sum(text).orElse(null);
    }

    private static Minima minima(String text) {
        Hasher hasher = Scheme.MH1.newHasher();
        hasher.update(text.getBytes(StandardCharsets.UTF_8));
        return hasher.minima();
    }

    private static final List<Fingerprint> SORTED = TEXTS.stream()
            .distinct()
            .filter(text -> of(text) != null)
            .map(FingerprintsTest::of)
            .sorted()
            .toList();

    @Test
    void inRdds() {
        JavaRDD<String> texts = JavaSparkContext.fromSparkContext(SPARK.sparkContext()).parallelize(TEXTS, 3);
        JavaRDD<Fingerprint> fingerprints = texts.map(FingerprintsTest::of).filter(found -> found != null);
        assertEquals(SORTED, fingerprints.distinct().sortBy(found -> found, true, 2).collect());
        Minima all = texts.map(FingerprintsTest::minima).reduce((one, other) -> {
            Minima both = one.copy();
            both.merge(other);
            return both;
        });
        Minima expected = new Minima(Scheme.MH1);
        TEXTS.forEach(text -> expected.merge(minima(text)));
        assertEquals(expected, all);
    }

    @Test
    void inDatasets() {
        Dataset<Fingerprint> fingerprints = SPARK.createDataset(TEXTS.subList(0, 3), Encoders.STRING())
                .map((MapFunction<String, Fingerprint>) FingerprintsTest::of,
                        Encoders.javaSerialization(Fingerprint.class));
        List<Fingerprint> found = fingerprints.repartition(3).distinct().collectAsList();
        assertEquals(SORTED, found.stream().sorted().toList());
    }
}
