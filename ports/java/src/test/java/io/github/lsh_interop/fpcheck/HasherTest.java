package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lsh_interop.fpcheck.internal.sketch.Sketcher;
import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents in pieces (R9.2), and what else a hasher promises. */
class HasherTest {
    private static final int TEXTS = 3000;

    /** What the rules make much of. */
    private static final String[] PIECES = {
        "Die STRASSE ", "see (https://example.org/a), ", "www.exam-\nple.org ", "a@b.c ", "10.1000/x ",
        "x1 2 3 ", "word-\n", "half-\r\n\tlife", "a-\u00a0\u2028b-", "e\u0301", "\u00e9\u0323",
        "i\u0307\u0323\u0307", "\u0130", "\u0131\u0640\u0307", "\u0130stanbul ", "\u00ad", "\u200b", "\u034f",
        "\u0640", "\u65e5\u672c\n\u8a9e", "\u30b7\u30e3\u30c4 \u3000", "\u30fc", "\u0e20\u0e32\u0e29\u0e32 ",
        "\u1781\u17d2\u1798\u17c2\u179a", "\u0e51", "\uac00\u11a8", "\u1100\u1161", "\ud55c\uad6d ", "\u2167",
        "\u2122", "\ufdfa", "hawai\u02bbi", "\ufffd", "\0", "\ufeff", "\n", "  ", "(", "_", "'", "-", ".", ":",
        "/", "\"", "\u0915\u094d\u0937\u093f", "\u0344", "\u1e69", "\ud835\udc00", "\u20dd"
    };

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void cutsMakeNoDifference(Scheme scheme) {
        Random random = new Random(1);
        Hasher hasher = scheme.newHasher();
        for (int i = 0; i < TEXTS; i++) {
            byte[] text = text(random);
            Optional<Fingerprint> whole = scheme.sum(text);
            Stages stages = scheme.stages(text);
            int start = 0;
            while (start < text.length) {
                int length = Math.min(1 + random.nextInt(random.nextBoolean() ? 2 : 40), text.length - start);
                hasher.update(text, start, length);
                start += length;
            }
            assertEquals(whole, hasher.fingerprint(), () -> Arrays.toString(text));
            assertEquals(stages.features().size(), hasher.features(), () -> Arrays.toString(text));
            hasher.reset();
        }
    }

    /** Texts of words with what may stop the shortest way, at any place of its blocks. Octet by octet, nothing goes it. */
    @ParameterizedTest
    @EnumSource(Scheme.class)
    void englishGoesEveryWay(Scheme scheme) {
        String[] pieces = {
            "-", "-\n", "- ", ".", ". ", ", ", "@", "://", ":", "/", "www.", "10.1000/", "\"", ".\"", "_", "7", "<", "'",
            "X", "\u2019", "\u2014", "\u2010\n", "\u00ad\r\n", "\u00e9", "\u0301", "\u65e5", "\u65e5 \u672c", "0.", "5.3.2",
            "w.", "W.", "x:y", "1:y", "1:/", " www.a.", " (WWW.a", " 10.1000/a ", " *10.10000.1/a", " isbn:1", " Mailto:a",
            " a@b.c", "\u00a0", "\u00a0\u0301", "-\u00a0", "\u2022 ", "\u2502", "\u2550\u2550", "\u2580"
        };
        Random random = new Random(8);
        Hasher hasher = scheme.newHasher();
        for (int i = 0; i < TEXTS; i++) {
            int length = random.nextInt(500);
            int rare = 1 + random.nextInt(40);
            StringBuilder text = new StringBuilder();
            while (text.length() < length) {
                for (int letters = 1 + random.nextInt(9); letters > 0; letters--) {
                    text.append((char) ('a' + random.nextInt(26)));
                }
                text.append(random.nextInt(rare) == 0 ? pieces[random.nextInt(pieces.length)] : " ");
            }
            byte[] octets = text.toString().getBytes(StandardCharsets.UTF_8);
            for (byte octet : octets) {
                hasher.update(new byte[] {octet});
            }
            assertEquals(scheme.sum(octets), hasher.fingerprint(), text::toString);
            hasher.reset();
        }
    }

    /** A copy and the original continue with other texts, wherever the first text ends. */
    @ParameterizedTest
    @EnumSource(Scheme.class)
    void copiesAreIndependent(Scheme scheme) {
        Random random = new Random(6);
        for (int i = 0; i < TEXTS; i++) {
            byte[] start = text(random);
            byte[] one = text(random);
            byte[] other = text(random);
            Hasher hasher = scheme.newHasher();
            hasher.update(start);
            Hasher copy = hasher.copy();
            hasher.update(one);
            copy.update(other);
            assertEquals(scheme.sum(join(start, other)), copy.fingerprint(), () -> Arrays.toString(start));
            assertEquals(scheme.sum(join(start, one)), hasher.fingerprint(), () -> Arrays.toString(start));
            assertThrows(IllegalStateException.class, () -> copy.copy().update(new byte[1]));
        }
    }

    private static byte[] join(byte[] start, byte[] end) {
        byte[] joined = Arrays.copyOf(start, start.length + end.length);
        System.arraycopy(end, 0, joined, start.length, end.length);
        return joined;
    }

    /** R1.2: each run of lone surrogates is one U+FFFD. */
    @ParameterizedTest
    @CsvSource({
        "a\ud800b, a\ufffdb, a high one",
        "a\udc00b, a\ufffdb, a low one",
        "a\ud800\ud800\udc00b, a\ufffd\ud800\udc00b, a lone one and a pair",
        "a\udc00\ud800b, a\ufffdb, a pair in the wrong order",
        "one two\ud83d, one two\ufffd, at the end",
    })
    void loneSurrogatesSeparate(String text, String same, String reason) {
        for (Scheme scheme : Scheme.values()) {
            assertEquals(scheme.sum(same), scheme.sum(text), reason);
            assertEquals(scheme.sum(utf8(same)), scheme.sum(text), reason);
            assertEquals(same, scheme.stages(utf8(same)).text(), reason);
        }
        assertEquals(TextDigest.sum(same), TextDigest.sum(text), reason);
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void stagesAgreeWithTheWhole(Scheme scheme) {
        Random random = new Random(2);
        for (int i = 0; i < TEXTS; i++) {
            byte[] text = text(random);
            Sketcher sketcher = new Sketcher(scheme.kind());
            for (Feature feature : scheme.stages(text).features()) {
                boolean occurrences = scheme == Scheme.MW1;
                for (int k = 0; k < (occurrences ? feature.weight() : 1); k++) {
                    sketcher.accept(feature.hash(), occurrences ? 1 : feature.weight());
                }
            }
            assertEquals(scheme.sum(text), sketcher.sketch().map(scheme::fromSketch), () -> Arrays.toString(text));
        }
    }

    /** R3.1: canonically equivalent texts have one fingerprint. */
    @ParameterizedTest
    @EnumSource(Scheme.class)
    void canonicalEquivalenceMakesNoDifference(Scheme scheme) {
        Random random = new Random(3);
        for (int i = 0; i < TEXTS; i++) {
            String text = Rules.text(text(random));
            if (text.codePoints().anyMatch(HasherTest::isUnassigned)) {
                continue; // a newer JDK may reorder what 15.0.0 does not know
            }
            assertEquals(scheme.sum(text), scheme.sum(Normalizer.normalize(text, Normalizer.Form.NFC)), text);
            assertEquals(scheme.sum(text), scheme.sum(Normalizer.normalize(text, Normalizer.Form.NFD)), text);
        }
    }

    @Test
    void waysToUpdateAgree() throws IOException {
        byte[] text = utf8("One two three, \u65e5\u672c\u8a9e four.".repeat(1000));
        Optional<Fingerprint> expected = Scheme.MH1.sum(text);
        Hasher hasher = Scheme.MH1.newHasher();
        ByteBuffer direct = ByteBuffer.allocateDirect(text.length).put(text).flip();
        hasher.update(direct);
        assertEquals(0, direct.remaining());
        assertEquals(expected, hasher.fingerprint());
        hasher.reset();
        ByteBuffer slice = ByteBuffer.wrap(text, 7, text.length - 7).slice();
        hasher.update(text, 0, 7);
        hasher.update(slice);
        assertEquals(0, slice.remaining());
        assertEquals(expected, hasher.fingerprint());
        hasher.reset();
        try (OutputStream out = hasher.outputStream()) {
            out.write(text[0]);
            out.write(text, 1, text.length - 1);
        }
        assertEquals(expected, hasher.fingerprint());
    }

    @Test
    void documentsEnd() {
        Hasher hasher = Scheme.SM1.newHasher();
        hasher.update(utf8("half a wor"));
        assertEquals(3, hasher.features());
        assertArrayEquals(Scheme.SM1.elements(List.of("half", "a", "wor")), hasher.elements());
        assertThrows(IllegalStateException.class, () -> hasher.update(new byte[1]));
        hasher.reset();
        hasher.update(new byte[] {'d'});
        hasher.reset();
        assertEquals(Optional.empty(), hasher.fingerprint());
        assertThrows(UnsupportedOperationException.class, hasher::minima);
        hasher.reset();
        assertThrows(IndexOutOfBoundsException.class, () -> hasher.update(new byte[1], 1, 1));
    }

    private static byte[] text(Random random) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int n = 1 + random.nextInt(40); n > 0; n--) {
            switch (random.nextInt(24)) {
                case 0 -> text.write(random.nextInt());
                case 1 -> text.writeBytes(utf8(Character.toString(random.nextInt(0xD800))));
                case 2 -> text.writeBytes(utf8(" ".repeat(60 + random.nextInt(10))));
                case 3 -> text.writeBytes(utf8(Character.toString(0x300 + random.nextInt(112))));
                case 4 -> {
                    if (random.nextInt(20) == 0) {
                        String piece = PIECES[random.nextInt(PIECES.length)];
                        text.writeBytes(utf8(piece.repeat(250 + random.nextInt(2000))));
                    }
                }
                default -> text.writeBytes(utf8(PIECES[random.nextInt(PIECES.length)]));
            }
        }
        return text.toByteArray();
    }

    private static boolean isUnassigned(int cp) {
        return Ucd.category(Ucd.properties(cp)) == Ucd.CN;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
