package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the port program does with requests that no runner sends (annex A). */
class PortTest {
    private static final String HELLO = "{\"protocols\":[1]}\n";
    private static final String RIGHT = "{\"id\":\"7\",\"stage\":\"hash\",\"scheme\":\"sd1\",\"octets\":\"w6l0w6k=\"}\n";

    /** Each has an outcome, and the request after it its answer. */
    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '\t',
            quoteCharacter = '`',
            value = {
                "nonsense\t``\terror\tno JSON",
                "``\t``\terror\tan empty line",
                "5\t``\terror\ta number",
                "null\t``\terror\tnull",
                "[\"id\"]\t``\terror\ta list",
                "{\"id\":\"a\"\t``\terror\thalf an object",
                "{\"id\":\"\\u00zz\"}\t``\terror\ta wrong escape",
                "{\"id\":5,\"stage\":\"hash\",\"scheme\":\"sd1\"}\t``\terror\tan id of another form, no octets",
                "{\"id\":\"a\",\"stage\":\"hash\",\"scheme\":\"sd1\",\"octets\":5}\ta\terror\toctets of another form",
                "{\"id\":\"b\",\"stage\":\"hash\",\"scheme\":\"sd1\",\"octets\":\"w6l\"}\tb\terror\tno padding",
                "{\"id\":\"c\",\"stage\":\"hash\",\"scheme\":\"sd1\",\"octets\":\"w6 0\"}\tc\terror\tno base64",
                "{\"id\":\"d\",\"stage\":\"nothing\",\"scheme\":\"sd1\"}\td\tunsupported\tno such stage",
                "{\"id\":\"e\",\"stage\":\"hash\",\"scheme\":\"sd9\",\"octets\":5}\te\tunsupported\tno such scheme, first",
                "{\"id\":\"f\",\"stage\":\"full\",\"scheme\":\"sm1\",\"elements\":[]}\tf\tunsupported\ta SimHash's full form",
                "{\"id\":\"g\",\"stage\":\"counters\",\"scheme\":\"mh1\",\"elements\":[]}\tg\tunsupported\ta MinHash's counters",
                "{\"id\":\"h\",\"stage\":\"stream\",\"scheme\":\"sm1\",\"octets\":\"YWJj\",\"cuts\":[2,1]}\th\terror\tcuts descend",
                "{\"id\":\"i\",\"stage\":\"stream\",\"scheme\":\"sm1\",\"octets\":\"YWJj\",\"cuts\":[4]}\ti\terror\ta cut after the end",
                "{\"id\":\"j\",\"stage\":\"text-digest\",\"scheme\":\"sm1\",\"octets\":\"YWJj\",\"cuts\":[-1]}\tj\terror\tno offset",
                "{\"id\":\"k\",\"stage\":\"text-digest\",\"scheme\":\"sm1\",\"octets\":\"YWJj\",\"cuts\":[1.5]}\tk\terror\tno integer",
                "{\"id\":\"l\",\"stage\":\"text-digest\",\"scheme\":\"sm1\",\"octets\":\"YWJj\",\"cuts\":5}\tl\terror\tno list",
                "{\"id\":\"m\",\"stage\":\"text-digest\",\"scheme\":\"sm1\",\"octets\":\"Li4u\"}\tm\tno-digest\tno items",
            })
    void everyRequestHasAnOutcome(String line, String id, String outcome, String reason) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertTrue(port(HELLO + line + "\n" + RIGHT, out).run());
        String[] replies = out.toString(StandardCharsets.US_ASCII).split("\n");
        assertEquals(3, replies.length);
        byte[] reply = replies[1].getBytes(StandardCharsets.US_ASCII);
        Map<?, ?> object = (Map<?, ?>) Json.read(reply, 0, reply.length);
        assertEquals(id, object.get("id"));
        assertEquals(outcome, object.get("outcome"));
        assertEquals("{\"id\":\"7\",\"hash\":\"ebaf34f958452a03\"}", replies[2]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"protocols\":[2]}", "{}", "{\"protocols\":1}", "[]", "hello", ""})
    void withoutProtocolItSaysSoAndEnds(String first) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertFalse(port(first + "\n" + RIGHT, out).run());
        assertEquals("{\"error\":\"this port speaks protocol 1\"}\n", out.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void chunksMayBeEmpty() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String request = "{\"id\":\"\",\"stage\":\"text-digest\",\"scheme\":\"sm1\",\"octets\":\"SXQgaXMgYWxsb3dlZC4=\",";
        assertTrue(port(HELLO + request + "\"cuts\":[0,0,1,1,4,14,14]}\n", out).run());
        String digest = "\"digest\":\"1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710\"";
        assertTrue(out.toString(StandardCharsets.US_ASCII).contains(digest));
    }

    private static Port port(String lines, ByteArrayOutputStream out) {
        return new Port(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), out);
    }
}
