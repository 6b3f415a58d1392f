package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the text of the specification says, its worked examples (chapter 14) first. */
class SpecificationTest {
    private static final String ONE =
            "Die STRASSE (https://example.org/a) \u2014 Stra\u00ad\u00dfe \u2116 12: "
                    + "\u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n";
    private static final String TWO =
            "Light-\nhouse keepers wrote \u706f\u53f0\u306e\n\u65e5\u8a8c.\n";
    private static final String MH1 =
            "mh1:zcbug3fdoctkln6knoejznjddwvj53dnynqbircbk5zmvhftkkv4eeeernfthraa2plvuptrf7qhfbv7pcgawlut5qeyv4ss"
                    + "ovaqk5ekas5ywzkvjvayx7m4ybykolzgvmfd6553qlwjtxnt27lnwfgjgq24nhgjotmyuqfkhlcd2fpuzqjco3fnd"
                    + "weu7uugnqkspla2wr3dq";

    @Test
    void workedExample() {
        Stages stages = Scheme.SD1.stages(utf8(ONE));
        assertEquals(ONE, stages.text());
        assertEquals(ONE.replace("(https://example.org/a)", "\uFFFD"), stages.identifiers());
        String odos = "\u03bf\u03b4\u03bf\u03c3";
        assertEquals(List.of("die", "strasse", "strasse", "12", odos, "caf\u00e9"), stages.runs());
        assertEquals(List.of("die", "strasse", "strasse", odos, "caf\u00e9"), stages.tokens());
        assertEquals(
                List.of(
                        new Feature("die", 0x18b3a6f1fedb5360L, 1),
                        new Feature("strasse", 0x3477a1b5c9fcc20dL, 1),
                        new Feature(odos, 0xc5f85789ec186f70L, 1),
                        new Feature("caf\u00e9", 0x87771fb96f424206L, 1)),
                stages.features());
        assertEquals("sd1:arzqpmpmlbbaa", Scheme.SD1.sum(ONE).orElseThrow().toString());
    }

    @Test
    void workedExampleOfTheMultiSchemes() {
        Stages stages = Scheme.SM1.stages(utf8(TWO));
        assertEquals("Lighthouse keepers wrote \u706f\u53f0\u306e\u65e5\u8a8c.\n", stages.identifiers());
        assertEquals(
                List.of(
                        new Feature("lighthouse", 0x23554f1ab9d049deL, 1),
                        new Feature("keepers", 0xe59aef128134b522L, 1),
                        new Feature("wrote", 0xdfdd1bd5290820feL, 1),
                        new Feature("\u706f\u53f0", 0xe46f74df6d24040fL, 1),
                        new Feature("\u706f", 0x82be63d0df907a42L, 2),
                        new Feature("\u53f0", 0x3911a5f93c43673dL, 2),
                        new Feature("\u53f0\u306e", 0x5a66709d5b25728aL, 1),
                        new Feature("\u306e", 0x0994ab0738399160L, 1),
                        new Feature("\u306e\u65e5", 0xfec7ac7ba9c2f182L, 1),
                        new Feature("\u65e5", 0xa2b00a697cb21acaL, 2),
                        new Feature("\u65e5\u8a8c", 0x55bd6b08a614c88bL, 1),
                        new Feature("\u8a8c", 0x65631347ec1360a8L, 2)),
                stages.features());
        assertEquals("sm1:eg2sgwj4cbqiu", Scheme.SM1.sum(TWO).orElseThrow().toString());
        Fingerprint mh1 = Scheme.MH1.sum(TWO).orElseThrow();
        assertEquals(MH1, mh1.toString());
        assertEquals("mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma", mh1.truncate(1).toString());
        assertEquals(mh1, Scheme.MW1.sum(TWO).map(f -> Scheme.MH1.fromSketch(f.sketch())).orElseThrow());
    }

    @Test
    void illFormed() {
        byte[] octets = HexFormat.ofDelimiter(" ").parseHex("E2 82 41 F0 9F");
        assertEquals("\uFFFDA\uFFFD", Rules.text(octets));
        assertEquals("\uFEFF\0\uFFFD\uFFFD\u00e9", Rules.text(HexFormat.of().parseHex("EFBBBF00EFBFBDE282C3A9")));
        assertEquals("\uFFFD", Rules.text(HexFormat.of().parseHex("EDA080F4908080C0AF")));
        assertEquals("a\uFFFDb", Rules.SD1.identifiers("a\uD800\uD800b"));
    }

    @Test
    void identifiers() {
        for (String atom : List.of(
                "see:http://x", "a+b://", "WWW.x", "(mailto:x", "10.1000/x", "10.1000.1/x", "a@b.c", "x1://")) {
            assertEquals("\uFFFD", Rules.SD1.identifiers(atom), atom);
        }
        for (String atom : List.of(
                "1://x", "http:/x", "Info:", "10.100/x", "10.1000/", "10.1000./x", "@b.c", "a@.c", "a@b@c.d")) {
            assertEquals(atom, Rules.SD1.identifiers(atom));
        }
        assertEquals(
                "\u8bf7\u8bbf\u95ee\uFFFD\u67e5\u770b",
                Rules.SD1.identifiers("\u8bf7\u8bbf\u95eehttp://example.com/\u67e5\u770b"));
        assertEquals("[click]\uFFFD", Rules.SD1.identifiers("[click](http://x.org)"));
    }

    @Test
    void longAtoms() {
        assertEquals("\uFFFD ", Rules.SD1.identifiers("a" + ".".repeat(2044) + ":// "));
        String late = "a" + ".".repeat(2045) + "://";
        assertEquals(late, Rules.SD1.identifiers(late));
        assertEquals("\uFFFD", Rules.SD1.identifiers("a://" + ".".repeat(5000)));
    }

    @Test
    void lineEnds() {
        assertEquals("abc", Rules.MULTI.identifiers("a-\nb-\nc"));
        assertEquals("a-\nb", Rules.SD1.identifiers("a-\nb"));
        assertEquals("ab", Rules.MULTI.identifiers("a-" + " ".repeat(64) + "\r\n" + "\t".repeat(64) + "b"));
        for (String text : List.of(
                "a-" + " ".repeat(65) + "\nb", "a-\n\nb", "a-\nB", "4-\nb", "a-\u2029b", "a--\nb", "a-\n-b", "a-\n")) {
            assertEquals(text, Rules.MULTI.identifiers(text));
        }
        assertEquals("a\u0301b", Rules.MULTI.identifiers("a\u0301\u00ad\u2028b"));
        assertEquals("\u2260-\nb", Rules.MULTI.identifiers("\u2260-\nb"));
        assertEquals("=\u0338-\nb", Rules.MULTI.identifiers("=\u0338-\nb"));
        assertEquals("\uFFFD\nb", Rules.MULTI.identifiers("www.exam-\nb"));
    }

    @Test
    void whiteSpace() {
        String kana = "\u30a2";
        assertEquals(kana + kana, Rules.MULTI.identifiers(kana + " ".repeat(256) + kana));
        for (String text : List.of(
                kana + " ".repeat(257) + kana, kana + " a", "a " + kana, kana + " \u0301" + kana, " " + kana + " ",
                "\u0e01 \u0e81", "\u0e51 \u0e01")) {
            assertEquals(text, Rules.MULTI.identifiers(text));
        }
        assertEquals(kana + "\u3099" + kana, Rules.MULTI.identifiers(kana + "\u3099\u200b\n" + kana));
    }

    @Test
    void normalise() {
        assertEquals(List.of("intel"), Rules.SD1.normalise("Intel\u2122"));
        assertEquals(List.of("x", "y"), Rules.SD1.normalise("x\u2167y"));
        assertEquals(List.of("xviiiy"), Rules.MULTI.normalise("x\u2167y"));
        assertEquals(List.of("a", "b"), Rules.SD1.normalise("a\u200bb"));
        assertEquals(List.of("ab"), Rules.MULTI.normalise("a\u200bb"));
        for (String i : List.of("\u0130", "I", "\u0131", "i", "i\u0307\u0307", "i\u0640\u0307", "i\u034f\u0307")) {
            assertEquals(List.of("i"), Rules.MULTI.normalise(i), i);
        }
        assertEquals(List.of("\u1ecb"), Rules.MULTI.normalise("i\u0307\u0323\u0307"));
        assertEquals(List.of("\u00ec\u0307"), Rules.MULTI.normalise("i\u0300\u0307"));
        assertEquals(List.of("\uac01"), Rules.SD1.normalise("\u1100\u1161\u11a8"));
        assertEquals(List.of("\uac01"), Rules.SD1.normalise("\uac00\u11a8"));
        String marks = "\u0323".repeat(1024);
        assertEquals(List.of("\u1ea1" + marks.substring(1), "b"), Rules.SD1.normalise("a" + marks + " b"));
        assertEquals(List.of("a", "b"), Rules.SD1.normalise("a" + marks + "\u0301b"));
        assertEquals(List.of("a", "b"), Rules.MULTI.normalise("a" + marks + "\u034f\u0323b"));
        assertEquals(List.of("a", "b"), Rules.MULTI.normalise("a" + marks + "\u0640\u0323b"));
    }

    @Test
    void segment() {
        assertEquals(List.of("4th", "x_1"), Rules.SD1.segment(List.of("4th", "12", "___", "x_1")));
        assertEquals(List.of("hawai", "i"), Rules.MULTI.segment(List.of("hawai\u02bbi")));
        assertEquals(List.of("hawai\u02bbi"), Rules.SD1.segment(List.of("hawai\u02bbi")));
        assertEquals(List.of("t", "\u30b7\u30e3", "\u30e3\u30c4"), Rules.MULTI.segment(List.of("t\u30b7\u30e3\u30c4")));
        assertEquals(List.of("\u7b2c", "\u56de"), Rules.MULTI.segment(List.of("\u7b2c3\u56de")));
        assertEquals(
                List.of("\u0e20\u0e32", "\u0e32\u0e29", "\u0e29\u0e32"),
                Rules.MULTI.segment(List.of("\u0e20\u0e32\u0e29\u0e32")));
        assertEquals(List.of("a"), Rules.MULTI.segment(List.of("\u0301a")));
        assertEquals(List.of("a".repeat(4096)), Rules.MULTI.segment(List.of("a".repeat(4096), "a".repeat(4097))));
        String cluster = "\u65e5" + "\u0301".repeat(2000);
        assertEquals(List.of(cluster), Rules.MULTI.segment(List.of(cluster, cluster + cluster)));
    }

    @Test
    void hash() {
        assertEquals(0xdeadbeefdeadbeefL, Jenkins.sum64(new byte[0]));
        assertEquals(0x17770551ce7226e6L, Jenkins.sum64(utf8("Four score and seven years ago")));
        assertEquals(0x4012f87b75b50ec0L, Jenkins.sum64(utf8("abcdefghijkl")));
        assertEquals(0x928128f90f04ab68L, Jenkins.sum64(utf8("abcdefghijklm")));
        assertEquals(0xebaf34f958452a03L, Jenkins.sum64(utf8("\u00e9t\u00e9")));
        assertEquals(0, Minima.mix64(0));
        assertEquals(0x5692161d100b05e5L, Minima.mix64(1));
        assertEquals(0xb4d055fcf2cbbd7bL, Minima.mix64(-1));
    }

    @Test
    void sameHashIsSameFeature() {
        Hasher hasher = Scheme.SD1.newHasher();
        hasher.update(utf8("nlldwniuycqlejaqkaaoapaa mjiqexfpecuzaapaacjauauq"));
        assertEquals(1, hasher.features());
    }

    @Test
    void noFeatures() {
        for (Scheme scheme : Scheme.values()) {
            assertTrue(scheme.sum("").isEmpty());
            assertTrue(scheme.sum("1984 -- http://x.org").isEmpty());
        }
        assertTrue(Scheme.MH1.fromMinima(new Minima(Scheme.MH1)).isEmpty());
    }

    @Test
    void weights() {
        Hasher hasher = Scheme.MW1.newHasher();
        hasher.update(utf8("a ".repeat(5000)));
        assertEquals(1, hasher.features());
        long[] elements = Scheme.MW1.elements(Collections.nCopies(5000, "a"));
        assertEquals(1024, elements.length);
        Minima minima = new Minima(Scheme.MW1);
        for (long element : elements) {
            minima.add(element);
        }
        assertArrayEquals(minima.toByteArray(), hasher.minima().toByteArray());
    }

    @Test
    void fullFormsMerge() {
        Minima one = minima(1, 500);
        Minima other = minima(400, 900);
        one.merge(other);
        assertArrayEquals(minima(1, 900).toByteArray(), one.toByteArray());
        assertArrayEquals(one.toByteArray(), Minima.fromByteArray(Scheme.MH1, one.toByteArray()).toByteArray());
        byte[] octets = one.toByteArray();
        octets[5] = 2;
        assertThrows(IllegalArgumentException.class, () -> Minima.fromByteArray(Scheme.MH1, octets));
        assertThrows(IllegalArgumentException.class, () -> Minima.fromByteArray(Scheme.MH1, new byte[5]));
        assertThrows(IllegalArgumentException.class, () -> Minima.fromByteArray(Scheme.MH1, new byte[Minima.SERIALISED_LENGTH]));
    }

    private static Minima minima(int from, int to) {
        Minima minima = new Minima(Scheme.MH1);
        for (int i = from; i < to; i++) {
            minima.add(i);
        }
        return minima;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
