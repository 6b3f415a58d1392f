package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text digests (chapter 10a). */
class TextDigestTest {
    private static final int TEXTS = 5000;

    /** Signs, numbers, and what is beside them. */
    private static final String[] PIECES = {
        "-", "\u2013", "\u2212", ".", ",", "(", "5", "12", "\u2167", "\u3007", "\u00bd", "$", "%", "|", "~",
        "\u25b2", "\"", "'", "\u201e", "\u0001", "\u00ad", "\u0600", "\u65e5", "a", "Wort", "\u00e9", "\u00b2",
        "\u02bb", "\u0301", "\ufdfa", "+", "-\n", "a-\n", "a-\r\n ", "a-\u00a0\n", "\u200b", "\u3000", "\u0e01",
        "i\u0307", "\u0130", "\u0640", "\ufffd", "\u0378", "\0", "\u1100", "\u1161", "\uff9e", "_", "\n"
    };

    /** A text, its items, and why. */
    record Row(String reason, String text, String... items) {
        @Override
        public String toString() {
            return reason;
        }
    }

    static Stream<Row> table() {
        String[] stops = Collections.nCopies(16, ".").toArray(new String[0]);
        String marks = "\u0301".repeat(1025);
        return Stream.of(
                new Row("words, without the stop", "It is not allowed.", "it", "is", "not", "allowed"),
                new Row("nothing at all", ""),
                new Row("a stop before no number", "\u2026"),
                new Row("R10.9 (b): a dash of ASCII", "-5", "-", "5"),
                new Row("R10.9 (b): U+2212, which is Sm, is a dash", "\u22125", "-", "5"),
                new Row("R10.9 (a): across a line end", "-\n5", "-", "5"),
                new Row("a stop before the last space is none", "1, 5", "1", "5"),
                new Row("a symbol is telling", "($5", "(", "$", "5"),
                new Row("R10.9 (a) of two dashes, and (b)", "5 -- -3", "5", "-", "-", "3"),
                new Row("R10.9 (a): three dashes are a ruled line", "- - -\n5", "5"),
                new Row("what follows a number is no sign of it", "5-", "5"),
                new Row("the quotation mark ends the signs before it", "\"-5", "-", "5"),
                new Row("the quotation mark ends signs", "-\"5", "5"),
                new Row("a control that is no white space ends signs", "-\u00015", "5"),
                new Row("an empty span is no part", "-\u00ad5", "-", "5"),
                new Row("a run ends the signs, even one without a class", "-\u0600 5", "\u0600", "5"),
                new Row("R10.9 (b): the last 16 of 17", "-" + ".".repeat(16) + "7", and(stops, "7")),
                new Row("R10.9 (b): the last 16 of 40", ".".repeat(40) + "7", and(stops, "7")),
                new Row("R10.9 (a) has no such limit", "-" + ".".repeat(16) + " 7", "-", "7"),
                new Row("a mark without a class begins the run", "\u22605", "=", "\u03385"),
                new Row("R10.6 (d): the cut ends signs", "-\u65e55", "\u65e5", "5"),
                new Row("R10.6 (d): K, W, K", "\u7b2c3\u56de", "\u7b2c", "3", "\u56de"),
                new Row("U+02BB has the class W", "\u65e5\u02bb\u65e5", "\u65e5", "\u02bb", "\u65e5"),
                new Row("nothing is cut beside U+0600", "\u65e5\u0301\u0600a", "\u65e5\u0301\u0600a"),
                new Row("R3.7 is none of the rules of R10.6", "\u0131\u0130i", "\u0131i\u0307i"),
                new Row("nor is R2.4", "http://x.org 5%", "http", "x", "org", "5", "%"),
                new Row("R2.9", "half-\n life", "halflife"),
                new Row("R2.9: a capital does not join", "half-\n Life", "half", "life"),
                new Row("R2.9: a blank that is no ASCII", "a-\u00a0\nb", "ab"),
                new Row("R2.9: a digit is no letter", "4-\nb", "4", "b"),
                new Row("R2.10, and R10.10", "\u65e5 \n\u672c", "\u65e5", "\u672c"),
                new Row("a mark after a word of ASCII", "e\u0301x e", "\u00e9x", "e"),
                new Row("another class after a word of ASCII", "ab\u65e5", "ab", "\u65e5"),
                new Row("R3.4: what has no code point ends signs", "-" + marks + "5", "5"),
                new Row("R3.8: likewise", "-" + marks.replace("\u0301", "\u0301\u034f") + "5", "5"),
                new Row("R10.7 (b): U+0375", "\u0375\u03b1", "\u0375", "\u03b1"),
                new Row("R10.7 (c): a Han zero, and another", "三○○・五", "三", "○", "○", "・", "五"),
                new Row("R10.7 (c): after marks", "三\u0301○年", "三\u0301", "○", "年"),
                new Row("R10.7 (c): after none but a Han numeral", "三 ○年○ 5○", "三", "年", "5"),
                new Row("Cn and So are symbols", "\u0378 \ufffd", "\u0378", "\ufffd"),
                new Row("a run that begins with Nl", "- \u3007", "-", "\u3007"),
                new Row("telling is what R3.9 leaves", "-\u2167", "viii"));
    }

    private static String[] and(String[] items, String item) {
        String[] all = Arrays.copyOf(items, items.length + 1);
        all[items.length] = item;
        return all;
    }

    @ParameterizedTest
    @MethodSource("table")
    void itemsAndTheirHash(Row row) {
        assertEquals(List.of(row.items()), TextDigest.items(row.text()));
        assertEquals(sha256(List.of(row.items())), TextDigest.sum(row.text()));
    }

    @Test
    void firstExampleOfTheSpecification() {
        assertEquals(
                Optional.of("1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710"),
                TextDigest.sum("It is allowed."));
        assertEquals("runs-1", TextDigest.NAME);
    }

    /** The short cut for ASCII sees whole words only in whole texts: octets one by one go the long way. */
    @Test
    void cutsMakeNoDifference() {
        Random random = new Random(1);
        TextDigest text = new TextDigest();
        int some = 0;
        for (int i = 0; i < TEXTS; i++) {
            byte[] octets = i % 4 == 0 ? TextGenerator.text(i) : numbers(random);
            Optional<String> whole = sha256(TextDigest.items(octets));
            some += whole.isPresent() ? 1 : 0;
            assertEquals(whole, TextDigest.sum(octets), () -> Arrays.toString(octets));
            int most = i % 2 == 0 ? 1 : 9;
            for (int start = 0; start < octets.length; ) {
                int length = Math.min(random.nextInt(most + 1), octets.length - start);
                text.update(octets, start, length);
                start += length;
            }
            assertEquals(whole, text.digest(), () -> Arrays.toString(octets));
            text.reset();
        }
        assertTrue(some > TEXTS / 2);
    }

    @Test
    void waysToUpdateAgree() throws IOException {
        byte[] octets = "One two \u2212 3, \u65e5\u672c\u8a9e.".repeat(1000).getBytes(StandardCharsets.UTF_8);
        Optional<String> expected = TextDigest.sum(octets);
        TextDigest text = new TextDigest();
        text.update(ByteBuffer.allocateDirect(octets.length).put(octets).flip());
        assertEquals(expected, text.digest());
        text.reset();
        try (OutputStream out = text.outputStream()) {
            out.write(octets[0]);
            out.write(octets, 1, octets.length - 1);
        }
        assertEquals(expected, text.digest());
    }

    @Test
    void textsEnd() {
        TextDigest text = new TextDigest();
        text.update(new byte[] {'a'});
        assertEquals(TextDigest.sum("a"), text.digest());
        assertThrows(IllegalStateException.class, () -> text.update(new byte[1]));
        text.reset();
        text.update("- -".getBytes(StandardCharsets.UTF_8));
        text.reset();
        text.update("5 half-\n".getBytes(StandardCharsets.UTF_8));
        text.reset();
        assertEquals(Optional.empty(), text.digest());
        text.reset();
        text.update(new byte[] {'5'});
        assertEquals(TextDigest.sum("5"), text.digest());
        assertThrows(IndexOutOfBoundsException.class, () -> new TextDigest().update(new byte[1], 1, 1));
    }

    private static byte[] numbers(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(30); n > 0; n--) {
            text.append(random.nextInt(3) == 0 ? " " : PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** R10.11. */
    private static Optional<String> sha256(List<String> items) {
        if (items.isEmpty()) {
            return Optional.empty();
        }
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            for (String item : items) {
                hash.update((item + "\0").getBytes(StandardCharsets.UTF_8));
            }
            return Optional.of(HexFormat.of().formatHex(hash.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
