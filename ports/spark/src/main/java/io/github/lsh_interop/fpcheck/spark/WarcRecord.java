package io.github.lsh_interop.fpcheck.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What a record of a web archive says, as a row. */
final class WarcRecord {
    static final StructType ROW = new StructType()
            .add("type", DataTypes.StringType)
            .add("uri", DataTypes.StringType)
            .add("date", DataTypes.StringType)
            .add("record_id", DataTypes.StringType)
            .add("status", DataTypes.IntegerType)
            .add("media_type", DataTypes.StringType)
            .add("charset", DataTypes.StringType)
            .add("octets", DataTypes.BinaryType)
            .add("error", DataTypes.StringType);

    /** Of a larger document nothing is decoded. */
    private static final int MOST = 256 << 20;

    private WarcRecord() {}

    /** The value of a field of a head, without regard to capitals; empty if there is none. */
    static String field(String head, String name) {
        for (String line : head.split("\n")) {
            int colon = line.indexOf(':');
            if (colon >= 0 && line.substring(0, colon).trim().toLowerCase(Locale.ROOT).equals(name)) {
                return line.substring(colon + 1).trim();
            }
        }
        return "";
    }

    static Row row(WarcInput.Entry entry) {
        if (entry.error() != null) {
            return RowFactory.create(null, null, null, null, null, null, null, null, entry.error());
        }
        String uri = field(entry.head(), "warc-target-uri");
        if (uri.startsWith("<") && uri.endsWith(">")) {
            uri = uri.substring(1, uri.length() - 1); // as in WARC 1.0
        }
        String contentType = field(entry.head(), "content-type");
        Integer status = null;
        byte[] octets = entry.block();
        String error = null;
        if (contentType.toLowerCase(Locale.ROOT).startsWith("application/http")) {
            int end = headEnd(octets);
            String head = new String(octets, 0, end, StandardCharsets.ISO_8859_1).replace("\r", "");
            status = status(head);
            contentType = field(head, "content-type");
            byte[] body = Arrays.copyOfRange(octets, end, octets.length);
            try {
                octets = decoded(body, head);
            } catch (IOException e) {
                octets = null;
                error = e.getMessage();
            }
        }
        return RowFactory.create(
                field(entry.head(), "warc-type"),
                uri,
                field(entry.head(), "warc-date"),
                field(entry.head(), "warc-record-id"),
                status,
                contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT),
                charset(contentType),
                octets,
                error);
    }

    /** Where the body begins. */
    private static int headEnd(byte[] octets) {
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] == '\n') {
                int next = i + 1 < octets.length && octets[i + 1] == '\r' ? i + 2 : i + 1;
                if (next < octets.length && octets[next] == '\n') {
                    return next + 1;
                }
            }
        }
        return octets.length;
    }

    /** Null if the block is no response. */
    private static Integer status(String head) {
        String[] parts = head.split("\n", 2)[0].split(" ", 3);
        return parts.length > 1 && parts[0].startsWith("HTTP/") && parts[1].matches("[0-9]{3}") ? Integer.valueOf(parts[1]) : null;
    }

    private static String charset(String contentType) {
        for (String parameter : contentType.split(";")) {
            int equals = parameter.indexOf('=');
            if (equals >= 0 && parameter.substring(0, equals).trim().equalsIgnoreCase("charset")) {
                return parameter.substring(equals + 1).trim().replace("\"", "");
            }
        }
        return null;
    }

    private static byte[] decoded(byte[] body, String head) throws IOException {
        byte[] octets = field(head, "transfer-encoding").toLowerCase(Locale.ROOT).contains("chunked") ? joined(body) : body;
        String coding = field(head, "content-encoding").toLowerCase(Locale.ROOT);
        if (octets.length == 0) {
            return octets;
        }
        return switch (coding) {
            case "", "identity" -> octets;
            case "gzip", "x-gzip" -> all(new GZIPInputStream(new ByteArrayInputStream(octets)));
            case "deflate" -> all(new InflaterInputStream(new ByteArrayInputStream(octets)));
            default -> throw new IOException("the content coding \"" + coding + "\": expected gzip, deflate or none");
        };
    }

    private static byte[] all(InputStream in) throws IOException {
        byte[] octets = in.readNBytes(MOST);
        if (in.read() >= 0) {
            throw new IOException("more than " + MOST + " octets");
        }
        return octets;
    }

    /** The chunks together; or the body as it is, if it has none: some crawlers have joined them before. */
    private static byte[] joined(byte[] body) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream(body.length);
        int at = 0;
        while (at < body.length) {
            int end = at;
            while (end < body.length && body[end] != '\n') {
                end++;
            }
            String line = new String(body, at, end - at, StandardCharsets.ISO_8859_1).split(";", 2)[0].trim();
            if (!line.matches("[0-9A-Fa-f]{1,7}") || end == body.length) {
                return octets.size() == 0 ? body : octets.toByteArray();
            }
            int length = Integer.parseInt(line, 16);
            if (length == 0) {
                break;
            }
            int start = end + 1;
            length = Math.min(length, body.length - start);
            octets.write(body, start, length);
            at = start + length;
            while (at < body.length && (body[at] == '\r' || body[at] == '\n')) {
                at++;
            }
        }
        return octets.toByteArray();
    }
}
