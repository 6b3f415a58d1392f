package io.github.lsh_interop.fpcheck.clusters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Minima;
import io.github.lsh_interop.fpcheck.NotComparableException;
import io.github.lsh_interop.fpcheck.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Chapter 13. */
class ClusteringTest {
    private static final int CHAIN = 100_000;
    private static final Bands BANDS = new Bands(8, 16);

    @Test
    void order() {
        TreeSet<Document> documents = new TreeSet<>();
        for (String id : List.of("", "00", "0000", "01", "7f", "80", "ff")) {
            documents.add(document(id, 1, 0));
        }
        documents.add(document("ffff", Document.MAX_WEIGHT, 0));
        documents.add(document("fe", Document.MAX_WEIGHT - 1, 0));
        assertEquals(
                List.of("ffff", "fe", "", "00", "0000", "01", "7f", "80", "ff"),
                documents.stream().map(ClusteringTest::id).toList());
        assertThrows(IllegalArgumentException.class, () -> document("", -1, 0));
        assertThrows(IllegalArgumentException.class, () -> document("", Document.MAX_WEIGHT + 1, 0));
    }

    @Test
    void documentsAreValues() {
        byte[] id = {1};
        Document document = new Document(id, 2, simHash(3));
        id[0] = 2;
        document.id()[0] = 2;
        assertArrayEquals(new byte[] {1}, document.id());
        assertEquals(document("01", 2, 3), document);
        assertEquals(document("01", 2, 3).hashCode(), document.hashCode());
        assertNotEquals(document("01", 2, 4), document);
        assertEquals("01 2 sm1:aaaaaaaaaaaag", document.toString());
    }

    @Test
    void keys() {
        byte[] sketch = new byte[Minima.SLOTS];
        for (int i = 0; i < sketch.length; i++) {
            sketch[i] = (byte) i;
        }
        Fingerprint fingerprint = Scheme.MH1.fromSketch(sketch);
        assertEquals(List.of("000102", "030405"), keys(new Bands(2, 3), fingerprint));
        assertEquals(List.of("0120", "3450"), keys(new Bands(2, 3), fingerprint.truncate(4)));
        assertEquals(List.of("18", "c4"), keys(new Bands(2, 3), fingerprint.truncate(2)));
        assertEquals(List.of("40", "a0"), keys(new Bands(2, 3), fingerprint.truncate(1)));
        assertThrows(UnsupportedOperationException.class, () -> BANDS.keys(simHash(0)));
        for (int[] wrong : new int[][] {{0, 1}, {1, 0}, {-1, -1}, {2, 65}, {1 << 16, 1 << 16}}) {
            assertThrows(IllegalArgumentException.class, () -> new Bands(wrong[0], wrong[1]));
        }
    }

    @Test
    void refused() {
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> Clustering.ofSimHash(wrong, 0));
            assertThrows(IllegalArgumentException.class, () -> Clustering.ofMinHash(0, wrong, BANDS, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> Clustering.ofMinHash(0, 0, BANDS, 0));
        Clustering ofSimHash = Clustering.ofSimHash(0.9, 0.9);
        Document one = document("01", 0, 0);
        assertThrows(IllegalArgumentException.class, () -> ofSimHash.cluster(List.of(one, document("01", 1, 1))));
        Document other = new Document(new byte[0], 0, simHash(0).withProfile("main"));
        assertThrows(NotComparableException.class, () -> ofSimHash.cluster(List.of(one, other)));
        assertThrows(
                UnsupportedOperationException.class,
                () -> Clustering.ofMinHash(0, 0, BANDS, 1).cluster(List.of(one)));
        assertThrows(UnsupportedOperationException.class, () -> ofSimHash.cluster(chain(1)));
        assertEquals(List.of(), ofSimHash.cluster(List.of()));
    }

    /** A representative is the document that was given, though another was compared. */
    @Test
    void rowsHaveTheDocumentsGiven() {
        Fingerprint whole = chain(1).get(0).fingerprint();
        Document one = new Document(new byte[] {1}, 2, whole);
        Document other = new Document(new byte[] {2}, 1, whole.truncate(1));
        assertEquals(
                List.of(new ClusterRow(other, one, 1), new ClusterRow(one, one, 1)),
                Clustering.ofMinHash(1, 1, BANDS, 1).cluster(List.of(other, one)));
    }

    /** What is said of a document is the same in any order of input. */
    @Test
    void anyOrder() {
        Random random = new Random(13);
        for (int most : new int[] {1, 3, 100}) {
            Clustering clustering = Clustering.ofMinHash(0.7, 0.6, new Bands(32, 4), most);
            List<Document> documents = random(random, 120);
            Set<ClusterRow> rows = new HashSet<>(clustering.cluster(documents));
            assertTrue(rows.stream().anyMatch(row -> row.similarity() < 1));
            for (int i = 0; i < 10; i++) {
                Collections.shuffle(documents, random);
                List<ClusterRow> again = clustering.cluster(documents);
                assertEquals(documents, again.stream().map(ClusterRow::document).toList());
                assertEquals(rows, new HashSet<>(again));
            }
        }
    }

    /** The steps apart, as they are taken on many machines, come to the same. */
    @Test
    void stepByStep() {
        Random random = new Random(14);
        Bands bands = new Bands(32, 4);
        for (int most : new int[] {1, 3, 100}) {
            Clustering clustering = Clustering.ofMinHash(0.7, 0.6, bands, most);
            Map<Fingerprint, Document> firsts = new HashMap<>();
            List<Document> documents = random(random, 120);
            for (Document document : documents) {
                firsts.merge(document.fingerprint(), document, (a, b) -> a.compareTo(b) < 0 ? a : b);
            }
            List<Document> kept = new ArrayList<>(firsts.values());
            assertTrue(kept.size() < documents.size());
            Map<String, List<Document>> buckets = new HashMap<>();
            for (Document document : kept) {
                int band = 0;
                for (String key : keys(bands, document.fingerprint())) {
                    buckets.computeIfAbsent(band++ + " " + key, k -> new ArrayList<>()).add(document);
                }
            }
            List<int[]> links = new ArrayList<>(); // some of them from several buckets
            for (Collection<Document> bucket : buckets.values()) {
                clustering.candidates(bucket, (one, other) -> {
                    assertTrue(one.compareTo(other) < 0);
                    if (clustering.linked(one, other)) {
                        links.add(new int[] {kept.indexOf(other), kept.indexOf(one)});
                    }
                });
            }
            Map<Fingerprint, ClusterRow> rows = new HashMap<>();
            for (ClusterRow row : clustering.clusters(kept, links)) {
                rows.put(row.document().fingerprint(), row);
            }
            for (ClusterRow row : clustering.cluster(documents)) {
                ClusterRow first = rows.get(row.document().fingerprint());
                assertEquals(new ClusterRow(row.document(), first.representative(), first.similarity()), row);
            }
        }
    }

    /** Each document is near the next, and that makes neither one cluster nor much work. */
    @Test
    void longChain() {
        List<Document> chain = chain(CHAIN);
        Clustering apart = Clustering.ofMinHash(0.8, 0.8, BANDS, 1000);
        int[] pairs = {0};
        apart.forEachCandidate(chain, (one, other) -> pairs[0]++);
        assertTrue(pairs[0] < 8 * CHAIN, () -> pairs[0] + " pairs");

        Collections.shuffle(chain, new Random(1));
        for (ClusterRow row : apart.cluster(chain)) {
            long place = place(row.document());
            assertEquals(place - place % 2, place(row.representative()));
        }
        for (ClusterRow row : Clustering.ofMinHash(0.8, 0, BANDS, 1000).cluster(chain)) {
            assertEquals(0, place(row.representative()));
        }
    }

    /** Documents that fall in weight; each has seven eighths of the slots of the one before. */
    private static List<Document> chain(int length) {
        Random random = new Random(15);
        byte[] sketch = new byte[Minima.SLOTS];
        random.nextBytes(sketch);
        List<Document> chain = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            int start = i % BANDS.count() * BANDS.rows();
            for (int slot = start; slot < start + BANDS.rows(); slot++) {
                sketch[slot] += (byte) (1 + random.nextInt(255));
            }
            byte[] id = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
            chain.add(new Document(id, CHAIN - i, Scheme.MH1.fromSketch(sketch)));
        }
        return chain;
    }

    private static long place(Document document) {
        return CHAIN - document.weight();
    }

    /** Documents of which many are near some others, and some are copies. */
    private static List<Document> random(Random random, int count) {
        List<byte[]> sketches = new ArrayList<>();
        sketches.add(new byte[Minima.SLOTS]);
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] sketch = sketches.get(random.nextInt(sketches.size())).clone();
            for (int n = random.nextInt(5) * random.nextInt(8); n > 0; n--) {
                sketch[random.nextInt(sketch.length)] = (byte) random.nextInt();
            }
            sketches.add(sketch);
            documents.add(new Document(new byte[] {(byte) i}, random.nextInt(5), Scheme.MW1.fromSketch(sketch)));
        }
        return documents;
    }

    private static Document document(String id, long weight, int sketch) {
        return new Document(HexFormat.of().parseHex(id), weight, simHash(sketch));
    }

    private static Fingerprint simHash(int last) {
        return Scheme.SM1.fromSketch(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) last});
    }

    private static String id(Document document) {
        return HexFormat.of().formatHex(document.id());
    }

    private static List<String> keys(Bands bands, Fingerprint fingerprint) {
        return bands.keys(fingerprint).stream().map(HexFormat.of()::formatHex).toList();
    }
}
