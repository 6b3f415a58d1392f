package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.Bands;
import io.github.lsh_interop.fpcheck.clusters.ClusterRow;
import io.github.lsh_interop.fpcheck.clusters.Clustering;
import io.github.lsh_interop.fpcheck.clusters.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearDuplicatesTest {
    private static final SparkSession SPARK = Local.session();
    static final StructType PRINTS = new StructType()
            .add("id", DataTypes.LongType)
            .add("features", DataTypes.LongType)
            .add("fingerprint", DataTypes.StringType);
    private static final StructType TEXTS =
            new StructType().add("id", DataTypes.StringType).add("text", DataTypes.StringType);

    /** Sketches that differ from one another in few places, from near the threshold and far from it, and copies. */
    static List<Row> generate(Random random, Scheme scheme, int n) {
        int size = scheme.isMinHash() ? 128 >> random.nextInt(3) : 8;
        List<byte[]> sketches = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (long i = 0; i < n; i++) {
            byte[] sketch = new byte[size];
            if (!sketches.isEmpty() && random.nextInt(4) > 0) {
                // Of the last ones, so that there are chains.
                sketch = sketches.get(sketches.size() - 1 - random.nextInt(Math.min(3, sketches.size()))).clone();
                for (int edits = random.nextInt(1 + size / 6); edits > 0; edits--) {
                    int at = random.nextInt(size);
                    sketch[at] = (byte) (scheme.isMinHash() ? random.nextInt() : sketch[at] ^ 1 << random.nextInt(8));
                }
            } else {
                random.nextBytes(sketch);
            }
            sketches.add(sketch);
            String string = scheme.fromSketch(sketch).toString();
            rows.add(RowFactory.create(i * 7919 % n, (long) (refuseBelow(scheme) + random.nextInt(3)), string));
        }
        return rows;
    }

    private static int refuseBelow(Scheme scheme) {
        return Settings.defaults().withScheme(scheme.id()).refuseBelow();
    }

    private record Case(Settings settings, long few, String why) {}

    /** What comes out is what the Java port makes of the same documents, which reads no line of this. */
    @Test
    void clustersAreThoseOfThePort() {
        Settings mh1 = Settings.defaults();
        Settings sm1 = mh1.withScheme("sm1");
        Random random = new Random(23);
        for (Case test : List.of(
                new Case(mh1, 0, "the defaults, components by stars"),
                new Case(mh1.withFloor(0), 0, "chains"),
                new Case(mh1.withFloor(0).withMost(2).withMinSimilarity(.8), 1 << 20, "hot buckets, components by one task"),
                new Case(sm1, 1 << 20, "SimHash"),
                new Case(sm1.withMaxDistance(3).withFloor(.5), 0, "SimHash, few bits"))) {
            Scheme scheme = test.settings.scheme();
            List<Row> given = generate(random, scheme, 60);
            TreeSet<String> want = clustersOfThePort(given, test.settings);
            assertTrue(want.stream().anyMatch(row -> !row.endsWith(" 1.0")), test.why + ": nothing is near");
            Collections.shuffle(given, random);
            Dataset<Row> frame = SPARK.createDataFrame(given, PRINTS);
            try (NearDuplicates found =
                    NearDuplicates.ofFingerprints(frame, "id", "fingerprint", "features", lit(false), test.settings, test.few, null)) {
                assertEquals(want, clusters(found), test.why);
            }
        }
    }

    /** What comes out is: id, representative, similarity. */
    static TreeSet<String> clusters(NearDuplicates found) {
        TreeSet<String> got = new TreeSet<>();
        for (Row row : found.clusters().collectAsList()) {
            got.add(row.get(1) + " " + row.get(0) + " " + row.getDouble(3));
            assertEquals(row.get(0).equals(row.get(1)), row.getBoolean(4));
            assertEquals(row.get(0), row.get(2));
        }
        return got;
    }

    static TreeSet<String> clustersOfThePort(List<Row> given, Settings settings) {
        List<Document> documents = new ArrayList<>();
        int width = 8;
        for (Row row : given) {
            Fingerprint fingerprint = Fingerprint.parse(row.getString(2));
            width = Math.min(width, fingerprint.width());
            documents.add(new Document(Long.toString(row.getLong(0)).getBytes(StandardCharsets.UTF_8), row.getLong(1), fingerprint));
        }
        double threshold = settings.threshold(false);
        double floor = settings.floor(false);
        Bands bands = settings.bands(false, Math.max(width, 1));
        Clustering clustering = settings.scheme().isMinHash()
                ? Clustering.ofMinHash(threshold, floor, bands, settings.most())
                : Clustering.ofSimHash(threshold, floor);
        TreeSet<String> want = new TreeSet<>();
        for (ClusterRow row : clustering.cluster(documents)) {
            want.add(string(row.document()) + " " + string(row.representative()) + " " + row.similarity());
        }
        return want;
    }

    private static String string(Document document) {
        return new String(document.id(), StandardCharsets.UTF_8);
    }

    /**
     * 100,000 copies of one page, and 20,000 pages that have one band in common, and are all near the one with the
     * most features. Each has other values in 15 slots, and about 78 pages share each value: too many for all
     * pairs of most parts. A cross product would be five billion pairs, and 200 million without the copies.
     */
    @Test
    void hotBucketsAreSplit() {
        Settings settings = Settings.defaults().withMinSimilarity(.5).withRecall(.05);
        Bands bands = settings.bands(false, 8);
        assertEquals(new Bands(16, 8), bands);
        byte[] page = new byte[128];
        new Random(1).nextBytes(page);
        Dataset<Row> documents = SPARK.range(120_000).map(
                (MapFunction<Long, Row>) id -> {
                    byte[] octets = page.clone();
                    if (id > 100_000) {
                        Random random = new Random(id);
                        for (int slot = 8; slot < octets.length; slot++) {
                            if (slot % 8 == 0) {
                                octets[slot] = (byte) random.nextInt();
                            }
                        }
                    }
                    return RowFactory.create(id, id == 100_000 ? 500L : 400L, Scheme.MH1.fromSketch(octets).toString());
                },
                Encoders.row(PRINTS));
        try (NearDuplicates found = NearDuplicates.ofFingerprints(documents, "id", "fingerprint", "features", settings)) {
            assertEquals(119_999, found.pairs().where("first = 100000").count());
            long pairs = found.pairs().count();
            assertTrue(pairs > 200_000 && pairs < 1_000_000, pairs + " pairs: stars, and no cross product");
            assertEquals(120_000, found.clusters().where("cluster = 100000").count());
        }
        Dataset<Row> sketches = documents.where("id >= 100000")
                .select(col("id").as("place"), expr("CAST(unhex(repeat('ab', 128)) AS BINARY)").as("sketch"));
        Candidates.Keys keys = new Candidates.Keys(Scheme.MH1, 16, 8, Set.of(), false);
        assertEquals(16, Hot.keys(sketches, keys, 1000).size(), "a sample shows large buckets");
        assertEquals(0, Hot.keys(sketches, keys, 20_000).size(), "what a sample shows is counted");
    }

    /** Texts are compared by what they have in common; lab/scripts/spark.sh does so with many more. */
    @Test
    void textsAreCompared(@TempDir Path folder) {
        String text = "a b c d e f g h i j k l m n o p q r s t u v w x y z one two three four five";
        List<Row> rows = List.of(
                RowFactory.create("a", text),
                RowFactory.create("b", text + " six"),
                RowFactory.create("c", text.toUpperCase()),
                RowFactory.create("d", "something else altogether, of a few words"),
                RowFactory.create("e", ""),
                RowFactory.create("f", null),
                RowFactory.create("g", "two words"));
        double near = 29 / 30.0; // shingles of three words
        Settings defaults = Settings.defaults();
        for (Settings settings : List.of(defaults, defaults.withDirectory(folder.toUri().toString()))) {
            TreeSet<String> pairs = new TreeSet<>();
            try (NearDuplicates found = NearDuplicates.ofTexts(SPARK.createDataFrame(rows, TEXTS), "id", "text", settings)) {
                for (int twice = 0; twice < 2; twice++) {
                    TreeSet<String> got = new TreeSet<>();
                    found.clusters().collectAsList().forEach(row -> got.add(row.toString()));
                    assertEquals(
                            new TreeSet<>(List.of(
                                    "[b,b,b,1.0,true]", "[b,a,b," + near + ",false]", "[b,c,b," + near + ",false]", "[d,d,d,1.0,true]",
                                    "[e,e,e,null,true]", "[f,f,f,null,true]", "[g,g,g,null,true]")),
                            got);
                }
                found.pairs().collectAsList().forEach(row -> pairs.add(row.toString()));
                // Each step of a query puts its plan into the log of events, and the driver keeps some of them.
                int plan = found.clusters().queryExecution().toString().length();
                assertTrue(plan < 500_000, "a plan of " + plan + " characters");
            }
            assertEquals(new TreeSet<>(List.of("[a,c,1.0]", "[b,a," + near + "]")), pairs);
        }
    }

    /** Texts that differ in a number are near, and not the same; what comes first of as many features is kept. */
    @Test
    void numbersAreCompared() {
        String text = "pay 5 % of the sum on the first day of each month, or 6 % on any other day that is no holiday at all";
        StructType positioned = TEXTS.add("row", DataTypes.LongType);
        List<Row> rows = List.of(
                RowFactory.create("a", text, 3L),
                RowFactory.create("b", text.replace('6', '7'), 2L),
                RowFactory.create("c", text.replace(",", " "), 1L),
                RowFactory.create("d", "1984", 5L),
                RowFactory.create("e", "1984!", 4L));
        Dataset<Row> frame = SPARK.createDataFrame(rows, positioned);
        Settings settings = Settings.defaults().withMinSimilarity(.7);
        TreeSet<String> got = new TreeSet<>();
        try (NearDuplicates found = NearDuplicates.ofTexts(frame, "id", "text", "row", settings)) {
            found.clusters().select("cluster", "id", "similarity").collectAsList().forEach(row -> got.add(row.toString()));
        }
        double near = 21 / 27.0; // of 24 shingles three have the number
        assertEquals(
                new TreeSet<>(List.of("[c,a,1.0]", "[c,b," + near + "]", "[c,c,1.0]", "[e,d,1.0]", "[e,e,1.0]")), got);
        got.clear();
        try (NearDuplicates found =
                NearDuplicates.ofTexts(frame, "id", "text", "row", settings.withIgnoreNumbers(true))) {
            found.clusters().select("cluster", "id", "similarity").collectAsList().forEach(row -> got.add(row.toString()));
        }
        assertEquals(
                new TreeSet<>(List.of("[c,a,1.0]", "[c,b,1.0]", "[c,c,1.0]", "[d,d,null]", "[e,e,null]")), got);
    }

    @Test
    void mistakesAreNamed() {
        List<Row> twice = List.of(RowFactory.create("a", "one two three four"), RowFactory.create("a", "five six seven eight"));
        Exception e = assertThrows(IllegalArgumentException.class, () -> NearDuplicates.ofTexts(
                SPARK.createDataFrame(twice, TEXTS), "id", "text", Settings.defaults()));
        assertEquals("two documents have one id: \"a\"", e.getMessage());
        Settings defaults = Settings.defaults();
        assertThrows(IllegalArgumentException.class, () -> defaults.withFloor(2));
        assertThrows(IllegalArgumentException.class, () -> defaults.withMinSimilarity(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> defaults.withMost(0));
        assertThrows(IllegalArgumentException.class, () -> defaults.withMaxDistance(129));
        assertThrows(IllegalArgumentException.class, () -> defaults.withScheme("sm2"));
        List<Row> other = List.of(RowFactory.create(1L, null, Scheme.SM1.sum("one two").orElseThrow().toString()));
        Exception wrong = assertThrows(Exception.class, () -> NearDuplicates.ofFingerprints(
                SPARK.createDataFrame(other, PRINTS), "id", "fingerprint", null, defaults));
        String all = "";
        for (Throwable t = wrong; t != null; t = t.getCause()) {
            all += t.getMessage();
        }
        assertTrue(all.contains("a fingerprint of sm1: expected mh1"), all);
    }

    /** Any two SimHashes within the distance meet in the one table that gives the pair. */
    @Test
    void tablesMissNothing() {
        Random random = new Random(7);
        for (int distance : new int[] {0, 1, 3, 7, 10, 31, 63, 64}) {
            for (long documents : new long[] {10, 1_000_000, 10_000_000_000L}) {
                Blocks blocks = Blocks.of(distance, documents, Blocks.SHUFFLED);
                for (int i = 0; i < 1000; i++) {
                    long errors = 0;
                    while (Long.bitCount(errors) < distance) {
                        errors |= 1L << random.nextInt(Long.SIZE);
                    }
                    assertTrue(blocks.first(0, errors) >= 0, distance + " bits, " + documents + " documents");
                }
            }
        }
    }

    /** R13.23. The rows equal those of the command for the same texts. */
    @Test
    void unknownCharacters() {
        String words = "the committee met on monday evening in the old town hall to discuss the new bridge over the river"
                + " and the cost of it for all people living near the road that leads to the";
        List<Row> given = List.of(
                RowFactory.create("a", "short text \uFFFD"),
                RowFactory.create("b", "short text \uFFFD"),
                RowFactory.create("c", words.substring(0, 126) + " mill"),
                RowFactory.create("d", words.substring(0, 126) + " m\uFFFDll"),
                RowFactory.create("e", words + " market on every other day in the long winter r\uFFFDver"),
                RowFactory.create("f", words + " market on every other day in the long winter river"));
        for (Settings settings : List.of(Settings.defaults(), Settings.defaults().withIgnoreNumbers(true))) {
            try (NearDuplicates found = NearDuplicates.ofTexts(SPARK.createDataFrame(given, TEXTS), "id", "text", settings)) {
                TreeSet<String> got = new TreeSet<>();
                found.clusters().collectAsList().forEach(row -> got.add(row.get(1) + " " + row.get(0) + " " + row.get(4)));
                String why = "ignoreNumbers is " + settings.ignoreNumbers();
                assertTrue(got.contains("a a true") && got.stream().anyMatch(row -> row.matches("b [ab] true")), why + got);
                assertTrue(got.containsAll(List.of("c c true", "d c true", "e f false", "f f true")), why + got);
            }
        }
    }

    private record Id(String expression, String column, String why) {}

    /** Ids keep their values, and columns are found as Spark finds them. */
    @Test
    void idsKeepTheirValues() {
        Dataset<Row> one = SPARK.sql("SELECT 'some words of a text here' AS text, 1 AS number");
        String zone = SPARK.conf().get("spark.sql.session.timeZone");
        SPARK.conf().set("spark.sql.session.timeZone", "Europe/Berlin");
        try {
            for (Id test : List.of(
                    new Id("timestamp'2020-10-25T00:30:00Z' AS id", "id", "the hour that occurs twice, the first time"),
                    new Id("timestamp'2020-10-25T01:30:00Z' AS id", "id", "the second time"),
                    new Id("timestamp_ntz'2020-10-25 02:30:00' AS id", "id", "no time zone"),
                    new Id("named_struct('id', 7) AS meta", "meta.id", "a field"),
                    new Id("8 AS id", "ID", "another case"),
                    new Id("9 AS `a.b`", "`a.b`", "a name that is quoted"))) {
                Dataset<Row> given = one.selectExpr("text", test.expression);
                try (NearDuplicates found = NearDuplicates.ofTexts(given, test.column, "text", Settings.defaults())) {
                    assertEquals(
                            given.select(col(test.column)).first().get(0), found.clusters().select("id").first().get(0), test.why);
                }
            }
        } finally {
            SPARK.conf().set("spark.sql.session.timeZone", zone);
        }
        for (String type : List.of("array(1)", "map(1, 2)", "named_struct('a', 1)")) {
            Dataset<Row> given = one.selectExpr("text", type + " AS id");
            Throwable e = assertThrows(
                    IllegalArgumentException.class,
                    () -> NearDuplicates.ofTexts(given, "id", "text", Settings.defaults()),
                    type);
            assertTrue(e.getMessage().startsWith("the column of ids \"id\" is "), e.getMessage());
        }
    }

    /** Settings that the command refuses are refused. */
    @Test
    void settingsOfTheCommand() {
        Settings defaults = Settings.defaults();
        assertThrows(IllegalArgumentException.class, () -> defaults.withMinSimilarity(0));
        assertThrows(IllegalArgumentException.class, () -> defaults.withRecall(0));
        Dataset<Row> given = SPARK.createDataFrame(List.of(RowFactory.create("a", "some words")), TEXTS);
        Settings both = defaults.withMaxDistance(3).withMinSimilarity(.5);
        assertThrows(IllegalArgumentException.class, () -> NearDuplicates.ofTexts(given, "id", "text", both));
        NearDuplicates.ofTexts(given, "id", "text", both.withExact(true)).close();
    }

    /** Named arguments are refused as Spark refuses them. */
    @Test
    void namedArguments() {
        Throwable e = assertThrows(
                org.apache.spark.sql.AnalysisException.class, () -> SPARK.sql("SELECT fpcheck_sm1(text => 'a b')"));
        assertTrue(e.getMessage().contains("NAMED_PARAMETERS_NOT_SUPPORTED"), e.getMessage());
    }
}
