package io.github.lsh_interop.fpcheck.lucene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.MalformedFingerprintException;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.BandKeys;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes and searches with Lucene itself. */
class LuceneTest {
    private static final int DOCUMENTS = 5000;
    /** Every one of these has a near duplicate in the next document. */
    private static final int PLANTED = 5;
    /** Every seventh document is searched for, so copies and originals are. */
    private static final int STEP = 7;
    /** More than any document finds. Lucene makes room for all before it searches. */
    private static final int MOST = 250;

    private record Token(String term, int increment, int start, int end) {}

    private static List<Token> tokens(Analyzer analyzer, String text) throws IOException {
        List<Token> tokens = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("field", new StringReader(text))) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
            PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(new Token(
                        term.toString(), increment.getPositionIncrement(), offset.startOffset(), offset.endOffset()));
            }
            stream.end();
            assertEquals(text.length(), offset.endOffset());
        }
        return tokens;
    }

    private static List<String> terms(Analyzer analyzer, String text) throws IOException {
        return tokens(analyzer, text).stream().map(Token::term).toList();
    }

    private static Analyzer ofTexts(String... args) throws IOException {
        return CustomAnalyzer.builder().withTokenizer("fpcheckBands", args).build();
    }

    private static Analyzer ofFingerprints(String... args) throws IOException {
        return CustomAnalyzer.builder().withTokenizer("whitespace").addTokenFilter("fpcheckBands", args).build();
    }

    @ParameterizedTest
    @CsvSource({"sd1, 9x2", "sm1, 9x2", "sm1, 4x1", "mh1, 21x6", "mh1, 32x4", "mw1, 21x6"})
    void bothChainsEmitTheKeys(String id, String layout) throws IOException {
        Scheme scheme = Scheme.lookup(id).orElseThrow();
        Analyzer texts = ofTexts("scheme", id, "layout", layout);
        Analyzer strings = ofFingerprints("layout", layout);
        for (String text : List.of("One two three four.", "x", "\u65e5\u672c\u8a9e \ud800 lone", "word ".repeat(9000))) {
            Fingerprint fingerprint = scheme.sum(text).orElseThrow();
            List<String> keys = BandKeys.parse(layout).of(fingerprint);
            assertEquals(keys, terms(texts, text));
            assertEquals(keys, terms(strings, fingerprint.toString()));
        }
        assertEquals(List.of(), terms(texts, "1984"), "R5.3: no features");
        assertEquals(List.of(), terms(texts, ""));
    }

    @Test
    void defaultLayoutsAreThoseOfTheCommand() throws IOException {
        assertEquals(21, terms(ofTexts(), "One two three four.").size());
        assertEquals(36, terms(ofTexts("scheme", "sm1"), "One two three four.").size());
    }

    @Test
    void keysStandAtOnePosition() throws IOException {
        List<Token> tokens = tokens(ofTexts("layout", "2x3"), "One two three.");
        assertEquals(List.of(1, 0), tokens.stream().map(Token::increment).toList());
        assertTrue(tokens.stream().allMatch(token -> token.start() == 0 && token.end() == 14));
        String one = Scheme.MH1.sum("One two three.").orElseThrow().toString();
        tokens = tokens(ofFingerprints("layout", "2x3"), one + " " + one);
        assertEquals(List.of(1, 0, 1, 0), tokens.stream().map(Token::increment).toList());
        assertEquals(one.length() + 1, tokens.get(3).start());
    }

    @ParameterizedTest
    @CsvSource({
        "scheme, xx1, an unknown scheme", "layout, 21, half a layout", "layout, 64x63, a layout of SimHash only",
        "bands, 21, an unknown argument", "scheme, sm1b4, a width",
    })
    void wrongArgumentsAreRefused(String name, String value, String reason) {
        assertThrows(IllegalArgumentException.class, () -> ofTexts(name, value), reason);
    }

    @Test
    void tokensThatAreNoFingerprintsAreRefused() throws IOException {
        Analyzer analyzer = ofFingerprints();
        assertThrows(MalformedFingerprintException.class, () -> terms(analyzer, "mh1:aaaa"));
        String simHash = Scheme.SM1.sum("One two.").orElseThrow().toString();
        Analyzer simHashOnly = ofFingerprints("layout", "64x63");
        assertEquals(64, terms(simHashOnly, simHash).size());
        String minHash = Scheme.MH1.sum("One two.").orElseThrow().toString();
        assertThrows(IllegalArgumentException.class, () -> terms(ofFingerprints("layout", "64x63"), minHash));
    }

    /** Texts of 60 words of 2,000. After every fifth comes the same text with up to 12 other words. */
    private static List<String> texts() {
        Random random = new Random(38);
        List<String> texts = new ArrayList<>();
        while (texts.size() < DOCUMENTS) {
            String[] words = new String[60];
            for (int i = 0; i < words.length; i++) {
                words[i] = word(random);
            }
            texts.add(String.join(" ", words));
            if (texts.size() % PLANTED == 0 && texts.size() < DOCUMENTS) {
                for (int changes = random.nextInt(13); changes > 0; changes--) {
                    words[random.nextInt(words.length)] = word(random);
                }
                texts.add(String.join(" ", words));
            }
        }
        return texts;
    }

    private static String word(Random random) {
        return "w" + Integer.toString(random.nextInt(2000), 26).replaceAll("[0-9]", "z$0");
    }

    /** The candidates of each document by its keys, found in a map and not by Lucene. */
    private static List<Set<Integer>> byKeys(List<Fingerprint> fingerprints, BandKeys layout) {
        Map<String, List<Integer>> buckets = new HashMap<>();
        for (int i = 0; i < fingerprints.size(); i++) {
            for (String key : layout.of(fingerprints.get(i))) {
                buckets.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
            }
        }
        List<Set<Integer>> candidates = new ArrayList<>();
        for (Fingerprint fingerprint : fingerprints) {
            Set<Integer> found = new HashSet<>();
            layout.of(fingerprint).forEach(key -> found.addAll(buckets.get(key)));
            candidates.add(found);
        }
        return candidates;
    }

    @ParameterizedTest
    @CsvSource({"mh1, 21x6, 0.7", "sm1, 9x2, 0.85"})
    void candidatesAndNearDuplicatesAreThoseOfBruteForce(String id, String form, double minSimilarity)
            throws IOException {
        Scheme scheme = Scheme.lookup(id).orElseThrow();
        BandKeys layout = BandKeys.parse(form);
        FingerprintField field = new FingerprintField("near", layout);
        List<String> texts = texts();
        List<Fingerprint> fingerprints = texts.stream().map(text -> scheme.sum(text).orElseThrow()).toList();
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            IndexWriterConfig config = new IndexWriterConfig(ofTexts("scheme", id, "layout", form));
            config.setMaxBufferedDocs(DOCUMENTS / 4); // several segments
            config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                for (int i = 0; i < DOCUMENTS; i++) {
                    Document document = new Document();
                    field.add(document, fingerprints.get(i));
                    document.add(new TextField("text", texts.get(i), Field.Store.NO)); // analysed to keys
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                assertTrue(reader.leaves().size() > 1);
                IndexSearcher searcher = new IndexSearcher(reader);
                List<Set<Integer>> expected = byKeys(fingerprints, layout);
                int near = 0;
                for (int i = 0; i < DOCUMENTS; i += STEP) {
                    Fingerprint fingerprint = fingerprints.get(i);
                    assertEquals(expected.get(i), docs(searcher, field.candidates(fingerprint)));
                    if (i % 5 == 0) { // the analyzer's terms are the same
                        List<BytesRef> keys = layout.of(fingerprint).stream().map(BytesRef::new).toList();
                        assertEquals(expected.get(i), docs(searcher, new TermInSetQuery("text", keys)));
                    }
                    Map<Integer, Double> similar = new TreeMap<>();
                    for (int other : expected.get(i)) {
                        double similarity = fingerprint.similarity(fingerprints.get(other));
                        if (similarity >= minSimilarity) {
                            similar.put(other, similarity);
                        }
                    }
                    near += similar.size() - 1;
                    List<FingerprintField.Match> found = field.search(searcher, fingerprint, minSimilarity, MOST);
                    Map<Integer, Double> foundSimilar = new TreeMap<>();
                    found.forEach(match -> foundSimilar.put(match.doc(), match.similarity()));
                    assertEquals(similar, foundSimilar);
                    for (int k = 1; k < found.size(); k++) {
                        assertTrue(found.get(k - 1).similarity() >= found.get(k).similarity());
                    }
                }
                // 1,000 texts were changed in 0 to 12 of 60 words. Those of few changes are this similar.
                assertTrue(near >= 70, near + " near duplicates");
            }
        }
    }

    private static Set<Integer> docs(IndexSearcher searcher, Query query) throws IOException {
        Set<Integer> docs = new HashSet<>();
        for (ScoreDoc found : searcher.search(query, MOST).scoreDocs) {
            docs.add(found.doc);
        }
        assertTrue(docs.size() < MOST);
        return docs;
    }

    /** Every SimHash pair within 7 bits is a candidate, so none is missed. */
    @Test
    void simHashMissesNothing() {
        List<Fingerprint> fingerprints =
                texts().subList(0, 1000).stream().map(text -> Scheme.SM1.sum(text).orElseThrow()).toList();
        List<Set<Integer>> candidates = byKeys(fingerprints, BandKeys.SIMHASH);
        int pairs = 0;
        for (int i = 0; i < fingerprints.size(); i++) {
            for (int k = 0; k < i; k++) {
                if (fingerprints.get(i).distance(fingerprints.get(k)) <= 7) {
                    pairs++;
                    assertTrue(candidates.get(i).contains(k), i + " and " + k);
                }
            }
        }
        assertTrue(pairs > 50, pairs + " pairs");
    }

    @Test
    void candidatesScoreByCommonKeys() throws IOException {
        FingerprintField field = new FingerprintField("near", new BandKeys(32, 4));
        Fingerprint one = Scheme.MH1.sum("one two three four five six seven eight nine ten").orElseThrow();
        Fingerprint other = Scheme.MH1.sum("one two three four five six seven eight nine zehn").orElseThrow();
        Set<String> common = new TreeSet<>(new BandKeys(32, 4).of(one));
        common.retainAll(new BandKeys(32, 4).of(other));
        assertFalse(common.isEmpty());
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (Fingerprint fingerprint : List.of(one, other)) {
                    Document document = new Document();
                    field.add(document, fingerprint);
                    writer.addDocument(document);
                }
                writer.addDocument(new Document());
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                ScoreDoc[] found = new IndexSearcher(reader).search(field.candidates(one), 10).scoreDocs;
                assertEquals(2, found.length);
                assertEquals(32, found[0].score);
                assertEquals(common.size(), found[1].score);
                assertEquals(1, reader.docFreq(new Term("near", new BandKeys(32, 4).of(other).get(firstOf(one, other)))));
            }
        }
    }

    /** The number of a key that the two do not share. */
    private static int firstOf(Fingerprint one, Fingerprint other) {
        List<String> keys = new BandKeys(32, 4).of(other);
        keys = new ArrayList<>(keys);
        List<String> own = new ArrayList<>(keys);
        own.removeAll(new BandKeys(32, 4).of(one));
        return Collections.indexOfSubList(keys, own.subList(0, 1));
    }
}
