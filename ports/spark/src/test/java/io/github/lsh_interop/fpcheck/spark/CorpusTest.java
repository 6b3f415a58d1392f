package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
    private static final SparkSession SPARK = Local.session();

    private static Dataset<Row> frame(List<Row> rows) {
        return SPARK.createDataFrame(rows, NearDuplicatesTest.PRINTS);
    }

    private static Row copy(Row row, long id, long features) {
        return RowFactory.create(id, features, row.get(2));
    }

    /**
     * What is found day by day is what the Java port finds among all documents of that day. Buckets of more than
     * three are hot, so some become so and some are no more.
     */
    @Test
    void incrementsAreTheWhole(@TempDir Path folder) throws IOException {
        Settings settings = Settings.defaults().withMinSimilarity(.8).withMost(3).withFloor(.7);
        List<Row> all = NearDuplicatesTest.generate(new Random(5), Scheme.MH1, 90);
        String directory = folder.resolve("corpus").toUri().toString();
        Corpus corpus = Corpus.create(SPARK, directory, settings);
        assertEquals(0, corpus.fingerprints().count(), "a corpus without documents");

        List<Row> live = new ArrayList<>(all.subList(0, 40));
        corpus.addFingerprints(frame(live), "id", "fingerprint", "features");
        List<Row> more = new ArrayList<>(all.subList(40, 90));
        more.add(copy(all.get(3), 1000, 999)); // a copy that comes before what was there
        more.add(copy(all.get(50), 1001, 2)); // and one of the same day
        corpus = Corpus.open(SPARK, directory);
        corpus.addFingerprints(frame(more), "id", "fingerprint", "features");
        live.addAll(more);
        Files.createDirectories(folder.resolve("corpus/bands/band=0/batch=3"));
        Files.writeString(folder.resolve("corpus/bands/band=0/batch=3/half.parquet"), "of a batch that failed");
        List<Row> removed = new ArrayList<>();
        for (int i = 0; i < live.size(); i += 2) {
            removed.add(live.get(i));
        }
        corpus.remove(frame(removed), "id");
        live.removeAll(removed);
        check(corpus, live, settings, "two days, and every other document removed");

        List<Row> again = new ArrayList<>(removed.subList(5, 35));
        again.set(0, RowFactory.create(removed.get(5).get(0), 7L, removed.get(40).get(2))); // another text
        corpus.addFingerprints(frame(again), "id", "fingerprint", "features");
        live.addAll(again);
        check(corpus, live, settings, "some of them added again");
        assertEquals(4, Corpus.open(SPARK, directory).batches());
    }

    private static void check(Corpus corpus, List<Row> live, Settings settings, String why) {
        try (NearDuplicates found = corpus.nearDuplicates()) {
            TreeSet<String> want = NearDuplicatesTest.clustersOfThePort(live, settings);
            assertTrue(want.stream().anyMatch(row -> !row.endsWith(" 1.0")), why + ": nothing is near");
            assertEquals(want, NearDuplicatesTest.clusters(found), why);
        }
    }

    @Test
    void textsAreAdded(@TempDir Path folder) {
        StructType texts = new StructType().add("id", DataTypes.StringType).add("text", DataTypes.StringType);
        Corpus corpus = Corpus.create(SPARK, folder + "/corpus", Settings.defaults());
        corpus.add(
                SPARK.createDataFrame(
                        List.of(
                                RowFactory.create("a", "one two three four five"),
                                RowFactory.create("b", ""),
                                RowFactory.create("c", null)),
                        texts),
                "id",
                "text");
        List<Row> rows = corpus.fingerprints().collectAsList();
        assertEquals(
                List.of(RowFactory.create("a", 3L, Scheme.MH1.sum("one two three four five").orElseThrow().toString())),
                rows);
        corpus.remove(SPARK.createDataFrame(List.of(RowFactory.create("nobody", "")), texts), "id");
        assertEquals(1, corpus.batches(), "what changes nothing is no batch");

        Dataset<Row> twice = SPARK.createDataFrame(List.of(RowFactory.create("a", "six seven eight nine")), texts);
        Exception e = assertThrows(IllegalArgumentException.class, () -> corpus.add(twice, "id", "text"));
        assertEquals("two documents have one id: \"a\"", e.getMessage());
        Dataset<Row> shorter = twice.selectExpr("'d' AS id", "fpcheck_truncate(fpcheck_mh1(text), 2) AS f");
        e = assertThrows(IllegalArgumentException.class, () -> corpus.addFingerprints(shorter, "id", "f", null));
        assertEquals("a fingerprint of 2 bits a slot: expected 8, as the corpus has", e.getMessage());
        assertEquals(1, corpus.batches());
    }

    @Test
    void oneWritesAtATime(@TempDir Path folder) throws IOException {
        String directory = folder.resolve("corpus").toUri().toString();
        Corpus one = Corpus.create(SPARK, directory, Settings.defaults());
        List<Row> all = NearDuplicatesTest.generate(new Random(6), Scheme.MH1, 10);
        Corpus other = Corpus.open(SPARK, directory);
        one.addFingerprints(frame(all.subList(0, 5)), "id", "fingerprint", "features");
        Dataset<Row> more = frame(all.subList(5, 10));
        Exception e = assertThrows(
                IllegalStateException.class, () -> other.addFingerprints(more, "id", "fingerprint", "features"));
        assertTrue(e.getMessage().endsWith("has a batch 1 by now, of another job: expected to be opened anew"), e.getMessage());

        Path writing = folder.resolve("corpus/batches/writing");
        assertFalse(Files.exists(writing), "it has written");
        Files.createFile(writing);
        e = assertThrows(IllegalStateException.class, () -> one.addFingerprints(more, "id", "fingerprint", "features"));
        assertTrue(e.getMessage().contains("writing is there: another job writes, or was killed"), e.getMessage());
        assertTrue(Files.exists(writing), "it is the other job's");
        Files.delete(writing);
        one.addFingerprints(more, "id", "fingerprint", "features");
        assertEquals(10, Corpus.open(SPARK, directory).fingerprints().count());
    }

    @Test
    void mistakesAreNamed(@TempDir Path folder) {
        Settings settings = Settings.defaults();
        String there = folder + "/there";
        Corpus.create(SPARK, there, settings);
        assertThrows(IllegalArgumentException.class, () -> Corpus.create(SPARK, there, settings));
        assertThrows(IllegalArgumentException.class, () -> Corpus.create(SPARK, folder + "/b", settings.withScheme("sm1")));
        assertThrows(IllegalArgumentException.class, () -> Corpus.create(SPARK, folder + "/b", settings.withExact(true)));
        Exception e = assertThrows(IllegalArgumentException.class, () -> Corpus.open(SPARK, folder + "/c"));
        assertTrue(e.getMessage().endsWith("c has no file \"settings\": expected a corpus"), e.getMessage());
    }
}
