package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarcTest {
    private static byte[] gzip(byte[] octets) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream member = new GZIPOutputStream(out)) {
            member.write(octets);
        }
        return out.toByteArray();
    }

    private static byte[] record(String type, int n, byte[] block, String contentType) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(("WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://example.org/" + n + "\r\nContent-Type: "
                        + contentType + "\r\nContent-Length: " + block.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(block);
        out.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static byte[] http(String fields, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(("HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        return out.toByteArray();
    }

    /** Wherever a file is cut into parts, each record is read once. */
    @Test
    void recordsAreReadOnce(@TempDir Path folder) throws IOException {
        Random random = new Random(9);
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        TreeSet<String> want = new TreeSet<>();
        for (int n = 0; n < 300; n++) {
            byte[] body = new byte[random.nextInt(400)];
            random.nextBytes(body);
            byte[] record = record("response", n, http("Content-Type: text/html; charset=\"koi8-r\"", body), "application/http; msgtype=response");
            members.write(gzip(record));
            plain.write(record);
            want.add("http://example.org/" + n + " " + body.length);
        }
        Files.write(folder.resolve("a.warc.gz"), members.toByteArray());
        Files.write(folder.resolve("a.warc"), plain.toByteArray());
        for (String name : new String[] {"a.warc.gz", "a.warc"}) {
            for (long part : new long[] {1 << 20, 10_000, 333}) {
                TreeSet<String> got = new TreeSet<>();
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
                long size = Files.size(folder.resolve(name));
                FileSystem files = path.getFileSystem(new org.apache.hadoop.conf.Configuration());
                boolean compressed = name.endsWith(".gz");
                for (long start = 0; start < size; start += compressed ? part : size) {
                    long end = compressed ? Math.min(size, start + part) : size;
                    try (WarcInput input = new WarcInput(files.open(path), start, end, compressed)) {
                        for (WarcInput.Entry entry = input.next(); entry != null; entry = input.next()) {
                            Row row = WarcRecord.row(entry);
                            assertEquals("[response,200,text/html,koi8-r]", "[" + row.get(0) + "," + row.get(4) + "," + row.get(5) + "," + row.get(6) + "]");
                            assertEquals(true, got.add(row.get(1) + " " + ((byte[]) row.get(7)).length), "twice");
                        }
                    }
                }
                assertEquals(want, got, name + " in parts of " + part);
            }
        }
    }

    @Test
    void codingsAreUndone(@TempDir Path folder) throws IOException {
        byte[] text = "<p>a page".getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        String http = "application/http";
        file.write(gzip(record("response", 1, http("Content-Encoding: gzip", gzip(text)), http)));
        file.write(gzip(record("response", 2, http("Transfer-Encoding: chunked", "3\r\n<p>\r\n6;x\r\na page\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)), http)));
        file.write(gzip(record("response", 3, http("Content-Encoding: br", text), http)));
        file.write(gzip(record("resource", 4, text, "text/html")));
        byte[] damaged = gzip(record("response", 5, new byte[1000], http));
        file.write(damaged, 0, damaged.length - 30);
        file.write(gzip(record("response", 6, http("Content-Encoding: gzip", text), http)));
        Files.write(folder.resolve("b.warc.gz"), file.toByteArray());
        SparkSession spark = Local.session();
        StringBuilder got = new StringBuilder();
        for (Row row : Warc.read(spark, folder.toUri().toString())
                .selectExpr("substr(uri, 20) AS n", "fpcheck_html_text(octets) AS text", "error IS NOT NULL AS wrong")
                .collectAsList()) {
            got.append(row);
        }
        assertEquals("[1,a page,false][2,a page,false][3,null,true][4,a page,false][null,null,true][6,null,true]", got.toString());
    }
}
