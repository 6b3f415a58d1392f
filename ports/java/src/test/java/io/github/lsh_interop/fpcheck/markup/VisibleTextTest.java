package io.github.lsh_interop.fpcheck.markup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lsh_interop.fpcheck.Vectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chapter 11, beyond the vectors. */
class VisibleTextTest {
    @Test
    void generatedFilesAreUpToDate() throws IOException {
        assertArrayEquals(
                new IndexGenerator(Vectors.FOLDER.resolve("encodings")).generate(), resource("indexes.bin"));
        assertArrayEquals(Files.readAllBytes(Vectors.FOLDER.resolve("encodings/labels.txt")), resource("labels.txt"));
        assertArrayEquals(Files.readAllBytes(Vectors.FOLDER.resolve("markup/entities.txt")), resource("entities.txt"));
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = Encoding.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** Each maximal part of a sequence is one error. */
    @ParameterizedTest
    @CsvSource({
        "C0AF, ##", "C2, #", "C241, #A", "E08080, ###", "E0A041, #A", "EDA080, ###", "EFBF41, #A", "F0808080, ####",
        "F09080, #", "F0908041, #A", "F4908080, ####", "F48FBF, #", "F8888080, ####", "F5, #", "F1C2A9, #©", "80BF, ##"
    })
    void illFormedUtf8(String hex, String expected) {
        byte[] octets = HexFormat.of().parseHex(hex);
        assertEquals(expected.replace('#', '\uFFFD'), VisibleText.ofHtml(octets, "utf8").text());
    }

    /** What the tree builder does not do by itself. */
    @ParameterizedTest
    @CsvSource({
        "<search><div>a</search>b, a|b",
        "</br><frameset>a, a",
        "<a> a<frameset>, a",
        "a<table> <!>a, aa",
        "<svg><foreignObject></p>a, ''",
        "<math><mi>a</p>b</mi></math>c, a|bc",
        "<p>a<math></p>b, a|b",
        "a<p hidden><math></p>b, ab",
        "&#65&#, A&#",
        "&xx<p>a, &xx|a",
        "&xx</b>a, &xxa",
        "&xx<!doctype html>a, &xxa",
        "<textarea>&xx</textarea>a, a",
        "<plaintext>&#65&#, &#65&#"
    })
    void trees(String html, String text) {
        assertEquals(text.replace('|', '\n'), html(html));
    }

    @Test
    void nesting() {
        assertEquals("a", html("<b>".repeat(490) + "a"));
        assertThrows(MarkupException.class, () -> html("<div>".repeat(600) + "a"));
        assertThrows(MarkupException.class, () -> xml("<r>".repeat(501) + "</r>".repeat(501)));
        assertEquals("a", xml("<r>".repeat(500) + "a" + "</r>".repeat(500)));
    }

    @Test
    void longDocuments() {
        assertEquals("é".repeat(200_000), html("<p>" + "&#xe9;".repeat(200_000)));
        assertEquals("a" + "\na".repeat(99_999), html("<p>a\r\n".repeat(100_000)));
    }

    @Test
    void encodings() {
        assertEquals("utf-8", VisibleText.ofHtml(octets("a")).encoding());
        assertEquals("windows-1252", VisibleText.ofHtml(octets("a"), "Latin1").encoding());
        assertEquals("shift_jis", VisibleText.ofXml(octets("<?xml encoding='sjis'?><a/>")).encoding());
        assertEquals("gbk", VisibleText.ofHtml(octets("<meta charset=gb2312>")).encoding());
    }

    /** Without a charset of the transport, the document declares its encoding. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "unknown"})
    void noCharset(String charset) {
        assertEquals("koi8-r", VisibleText.ofHtml(octets("<meta charset=koi8-r>"), charset).encoding());
        assertEquals("koi8-r", VisibleText.ofXml(octets("<?xml encoding='koi8-r'?><a/>"), charset).encoding());
    }

    @Test
    void refused() {
        String message = assertThrows(MarkupException.class, () -> xml("<a>é<b></a>")).getMessage();
        assertEquals("the element a is not the one to end, at character 11", message);
    }

    private static String html(String source) {
        return VisibleText.ofHtml(octets(source)).text();
    }

    private static String xml(String source) {
        return VisibleText.ofXml(octets(source)).text();
    }

    private static byte[] octets(String source) {
        return source.getBytes(StandardCharsets.UTF_8);
    }
}
