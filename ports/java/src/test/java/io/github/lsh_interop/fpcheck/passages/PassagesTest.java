package io.github.lsh_interop.fpcheck.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Jenkins;
import io.github.lsh_interop.fpcheck.Minima;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Passages (chapter 13a); the vectors of stages windows, passages and covers test the rest. */
class PassagesTest {
    /** A text, its items, their weights, what stands at their places, and why. */
    record Row(String reason, String text, List<String> items, List<Integer> weights, List<String> places) {
        @Override
        public String toString() {
            return reason;
        }
    }

    static Stream<Row> table() {
        String marks = "\u20dd".repeat(1400);
        return Stream.of(
                new Row("numbers are items", "a 1984, ___", List.of("a", "1984", "___"), List.of(4, 4, 4),
                        List.of("a", "1984", "___")),
                new Row("clusters are items, and no grams", "\u30b7\u30e3 1\u0e01\u0e48\u0e01",
                        List.of("\u30b7", "\u30e3", "1", "\u0e01\u0e48", "\u0e01"), List.of(2, 2, 4, 1, 1),
                        List.of("\u30b7", "\u30e3", "1", "\u0e01\u0e48", "\u0e01")),
                new Row("an identifier has no items", "x (http://x.org/a) y", List.of("x", "y"), List.of(4, 4),
                        List.of("x", "y")),
                new Row("R4.3: a cluster may be too long", "a\u65e5" + marks + "\u672c",
                        List.of("a", "\u672c"), List.of(4, 2), List.of("a", "\u672c")),
                new Row("what R2.9 deletes is inside the place", "half-\ntone, ab-\n",
                        List.of("halftone", "ab"), List.of(4, 4), List.of("half-\ntone", "ab")),
                new Row("what R2.10 deletes is between places", "\u65e5 \n\u672c",
                        List.of("\u65e5", "\u672c"), List.of(2, 2), List.of("\u65e5", "\u672c")),
                new Row("what is deleted at an end is outside", "\u00adI\u0307\u200b \u0130x",
                        List.of("i", "ix"), List.of(4, 4), List.of("I", "\u0130x")),
                new Row("R3.1: marks trade places", "\u03b1\u0345\u0301 e\u0301\u0323",
                        List.of("\u03ac\u03b9", "\u1eb9\u0301"), List.of(4, 4),
                        List.of("\u03b1\u0345\u0301", "e\u0301\u0323")),
                new Row("R3.5: several words of one code point", "\ufdfa",
                        List.of("\u0635\u0644\u0649", "\u0627\u0644\u0644\u0647", "\u0639\u0644\u064a\u0647",
                                "\u0648\u0633\u0644\u0645"), List.of(4, 4, 4, 4),
                        List.of("\ufdfa", "\ufdfa", "\ufdfa", "\ufdfa")));
    }

    @ParameterizedTest
    @MethodSource("table")
    void items(Row row) {
        byte[] octets = octets(row.text);
        PassageText text = new PassageReader(1).read(octets);
        assertEquals(row.items, PassageReader.items(octets));
        assertEquals(row.weights, IntStream.range(0, text.items()).mapToObj(text::weight).toList());
        assertEquals(row.places, IntStream.range(0, text.items())
                .mapToObj(i -> new String(octets, text.from(i), text.to(i) - text.from(i), StandardCharsets.UTF_8))
                .toList());
    }

    @Test
    void windowsAreTheShortest() {
        PassageText text = text(2, "\u0e01\u0e01\u0e01 a \u65e5\u65e5 b"); // of weights 1 1 1 4 2 2 4
        assertEquals(List.of(5, 5, 6, 6, 7), IntStream.range(0, text.windows()).mapToObj(text::end).toList());
        long hash = 0;
        for (String item : List.of("\u0e01", "a", "\u65e5", "\u65e5")) {
            hash = hash * 0x9E3779B97F4A7C15L + Minima.mix64(Jenkins.sum64(octets(item)));
        }
        assertEquals(Minima.mix64(hash), text.hash(2));
        PassageText longest = text(32, "\u0e01".repeat(129));
        assertEquals(List.of(128, 129), List.of(longest.end(0), longest.end(1)));
        assertEquals(longest.hash(0), longest.hash(1));
    }

    @Test
    void aTextLeavesNothingForTheNext() {
        PassageReader reader = new PassageReader(2);
        for (String before : List.of("", "x y z", "\u65e5", "a-\n", "\u0301", "\ufffd 7", "www.")) {
            reader.read(octets(before));
            PassageText text = reader.read(octets("\u0301a b"));
            assertEquals(1, text.windows(), before);
            assertEquals(text(2, "a b").hash(0), text.hash(0), before);
        }
        assertTrue(text(2, "word").isTooShort());
    }

    @Test
    void frequentWindowsAreLeftOut() {
        PassageReference reference = new PassageReference(text(2, "a b c a b d"));
        PassageText document = text(2, "a b c x");
        long frequent = text(2, "a b").hash(0);
        PassageReference without = reference.without(hash -> hash == frequent);
        assertEquals(0, reference.leftOut());
        assertEquals(2, without.leftOut());
        assertEquals(new PassageCover(24, 20, 20, 12, 0, 3), reference.cover(document));
        assertEquals(new PassageCover(24, 20, 8, 8, 1, 3), without.cover(document));
        assertEquals(20 / 24.0, without.cover(document).containment());
        assertEquals(8 / 24.0, without.cover(document).share());
        assertEquals(new PassageCover(24, 0, 0, 0, 0, 0), reference.cover(text(2, "x")));
    }

    @Test
    void mistakesAreNamed() {
        for (int words : new int[] {-1, 0, 33}) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> new PassageReader(words));
            Exception of = assertThrows(IllegalArgumentException.class, () -> new PassageFinder(words));
            assertEquals("windows of " + words + " words: expected 1 to 32", e.getMessage());
            assertEquals("windows of " + words + " words: expected 1 to 32", of.getMessage());
        }
        PassageText two = text(2, "a b c");
        Exception e = assertThrows(IllegalArgumentException.class, () -> new PassageFinder(3).add(two));
        assertEquals("windows of 2 words: expected 3", e.getMessage());
        PassageReference reference = new PassageReference(text(3, "a b c"));
        assertThrows(IllegalArgumentException.class, () -> reference.cover(two));
        assertThrows(IllegalArgumentException.class, () -> new PassageReference(text(3, "a b")));
    }

    /** Texts of few words, which repeat themselves, by the words of R13.17 to R13.21. */
    @Test
    void rowsAndCoversAreThoseOfTheRules() {
        Random random = new Random(13);
        int covers = 0;
        for (int i = 0; i < 3000; i++) {
            int words = 1 + random.nextInt(3);
            List<PassageText> texts = new ArrayList<>();
            PassageFinder finder = new PassageFinder(words);
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                texts.add(text(words, text(random)));
            }
            texts.forEach(finder::add);
            assertEquals(rows(texts), finder.rows());
            if (!texts.get(0).isTooShort()) {
                PassageText document = texts.get(texts.size() - 1);
                PassageCover want = cover(texts.get(0), document);
                assertEquals(want, new PassageReference(texts.get(0)).cover(document));
                covers += want.cover() > 0 ? 1 : 0;
            }
        }
        assertTrue(covers > 1000, "only " + covers + " have a cover");
    }

    private static String text(Random random) {
        String[] vocabulary = {"a", "b", "\u65e5", "\u0e01", "c"};
        StringBuilder text = new StringBuilder();
        int most = 2 + random.nextInt(4);
        for (int n = random.nextInt(24); n > 0; n--) {
            text.append(vocabulary[random.nextInt(most)]).append(' ');
        }
        return text.toString();
    }

    private static List<PassageRow> rows(List<PassageText> texts) {
        List<PassageRow> rows = new ArrayList<>();
        for (int t = 0; t < texts.size(); t++) {
            PassageText text = texts.get(t);
            for (int i = 0; i < text.windows(); i++) {
                List<Integer> have = having(texts, text.hash(i));
                int holder = have.get(0);
                if (holder == t) {
                    continue;
                }
                PassageRow last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
                if (i > 0 && last != null && last.text() == t && last.holder() == holder
                        && having(texts, text.hash(i - 1)).get(0) == holder) {
                    rows.set(rows.size() - 1, new PassageRow(
                            holder, t, last.first(), text.end(i), Math.max(last.frequency(), have.size())));
                } else {
                    rows.add(new PassageRow(holder, t, i, text.end(i), have.size()));
                }
            }
        }
        return rows;
    }

    private static List<Integer> having(List<PassageText> texts, long hash) {
        return IntStream.range(0, texts.size())
                .filter(t -> hashes(texts.get(t), 0, texts.get(t).items()).contains(hash))
                .boxed()
                .toList();
    }

    /** The hashes of the windows inside a sequence of items. */
    private static Set<Long> hashes(PassageText text, int first, int end) {
        Set<Long> hashes = new HashSet<>();
        for (int i = first; i < text.windows() && text.end(i) <= end; i++) {
            hashes.add(text.hash(i));
        }
        return hashes;
    }

    private static long weight(PassageText text, int first, int end) {
        return IntStream.range(first, end).mapToLong(text::weight).sum();
    }

    /** The weight of the items of a text that are in a window with one of the hashes. */
    private static long covered(PassageText text, Set<Long> hashes) {
        boolean[] in = new boolean[text.items()];
        for (int i = 0; i < text.windows(); i++) {
            if (hashes.contains(text.hash(i))) {
                Arrays.fill(in, i, text.end(i), true);
            }
        }
        return IntStream.range(0, in.length).filter(i -> in[i]).mapToLong(text::weight).sum();
    }

    private static PassageCover cover(PassageText reference, PassageText document) {
        Set<Long> of = hashes(reference, 0, reference.items());
        int[] common = IntStream.range(0, document.windows()).filter(i -> of.contains(document.hash(i))).toArray();
        long contained = covered(reference, hashes(document, 0, document.items()));
        PassageCover best = new PassageCover(reference.weight(), contained, 0, 0, 0, 0);
        for (int begin : common) {
            for (int last : common) {
                int end = document.end(last);
                if (end <= begin || 2 * weight(document, begin, end) > 3 * reference.weight()) {
                    continue;
                }
                long cover = covered(reference, hashes(document, begin, end));
                boolean shorter = cover == best.cover() && begin == best.first() && end < best.end();
                if (cover > best.cover() || shorter) {
                    best = new PassageCover(
                            reference.weight(), contained, cover, run(document, common, begin, end), begin, end);
                }
            }
        }
        return best;
    }

    private static long run(PassageText document, int[] common, int begin, int end) {
        long run = 0;
        for (int first : common) {
            int last = first;
            while (first >= begin && Arrays.binarySearch(common, last) >= 0 && document.end(last) <= end) {
                run = Math.max(run, weight(document, first, document.end(last)));
                last++;
            }
        }
        return run;
    }

    private static PassageText text(int words, String text) {
        return new PassageReader(words).read(octets(text));
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
