package io.github.lsh_interop.fpcheck.index;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.NotComparableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Answers the lines open, verify and search of ports/c/tests/index_port.c, for index/ports_test.go. */
final class IndexPort {
    private IndexPort() {}

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        FingerprintIndex index = null;
        for (String line; (line = in.readLine()) != null; ) {
            String[] fields = line.split("\t", -1);
            try {
                switch (fields[0]) {
                    case "open" -> {
                        index = FingerprintIndex.open(Path.of(fields[1]));
                        out.print("ok\t" + index.size() + "\n");
                    }
                    case "verify" -> {
                        index.verify();
                        out.print("ok\t0\n");
                    }
                    case "search" -> search(index, fields, out);
                    default -> throw new IllegalArgumentException(fields[0]);
                }
            } catch (DamagedIndexException e) {
                out.print(e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-') + "\n");
            } catch (NotComparableException e) {
                out.print("not-comparable\n");
            }
            out.flush();
        }
    }

    private static void search(FingerprintIndex index, String[] fields, PrintStream out) {
        Limits limits = new Limits(
                fields[2].equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(fields[2])),
                fields[3].equals("-") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(fields[3])));
        int most = fields[4].equals("-") ? Integer.MAX_VALUE : Integer.parseInt(fields[4]);
        List<Match> rows = index.search(Fingerprint.parse(fields[1]), limits, most);
        StringBuilder reply = new StringBuilder("ok\t" + rows.size() + "\n");
        for (Match row : rows) {
            reply.append(HexFormat.of().formatHex(row.idBytes())).append('\t').append(row.distance()).append('\t')
                    .append(row.similarity()).append('\n');
        }
        out.print(reply);
    }
}
