package io.github.lsh_interop.fpcheck.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.NotComparableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The vectors of level index. */
class FingerprintIndexTest {
    private static final Path FOLDER =
            Path.of(System.getenv().getOrDefault("FPCHECK_VECTORS", "../../vectors"), "index");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        Map<String, List<Map<String, Object>>> file;
        try (Reader reader = Files.newBufferedReader(FOLDER.resolve("index.yaml"))) {
            file = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        }
        List<Map<String, Object>> vectors = file.get("vectors");
        assertTrue(vectors.size() > 90);
        return vectors.stream().map(vector -> dynamicTest((String) vector.get("id"), () -> check(vector)));
    }

    private static int number(Map<String, Object> map, String key, int other) {
        return ((Number) map.getOrDefault(key, other)).intValue();
    }

    /** The file of a vector, as vectors/index/README.md says. */
    @SuppressWarnings("unchecked")
    private Path file(Map<String, Object> vector) throws IOException {
        byte[] content = Files.readAllBytes(FOLDER.resolve((String) vector.get("file")));
        content = Arrays.copyOf(content, number(vector, "length", content.length));
        for (Map<String, Object> patch : (List<Map<String, Object>>) vector.getOrDefault("patches", List.of())) {
            byte[] to = HexFormat.of().parseHex((String) patch.get("hex"));
            System.arraycopy(to, 0, content, number(patch, "at", -1), to.length);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(content);
        all.write(HexFormat.of().parseHex((String) vector.getOrDefault("append", "")));
        Path path = folder.resolve(vector.get("id") + ".fpx");
        Files.write(path, all.toByteArray());
        return path;
    }

    private static String hex(Object spelled) {
        byte[] id = spelled instanceof Map<?, ?> map
                ? HexFormat.of().parseHex((String) map.get("hex"))
                : ((String) spelled).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(id);
    }

    @SuppressWarnings("unchecked")
    private void check(Map<String, Object> vector) throws IOException {
        Path path = file(vector);
        String outcome = (String) vector.get("outcome");
        if (!outcome.equals("ok")) {
            DamagedIndexException e = assertThrows(DamagedIndexException.class, () -> FingerprintIndex.open(path));
            assertEquals(outcome, e.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            return;
        }
        FingerprintIndex index = FingerprintIndex.open(path);
        assertEquals(number(vector, "documents", -1), index.size());
        if ((Boolean) vector.get("sound")) {
            index.verify();
        } else {
            assertThrows(DamagedIndexException.class, index::verify);
            index.search(query(index)); // whatever it finds, it ends
        }
        assertThrows(IllegalArgumentException.class, () -> index.search(query(index), Limits.OF_INDEX, -1));
        for (Map<String, Object> search : (List<Map<String, Object>>) vector.get("searches")) {
            Fingerprint query = Fingerprint.parse((String) search.get("query"));
            Limits limits = new Limits(
                    search.containsKey("distance") ? OptionalInt.of(number(search, "distance", 0)) : OptionalInt.empty(),
                    search.containsKey("similarity")
                            ? OptionalDouble.of(((Number) search.get("similarity")).doubleValue())
                            : OptionalDouble.empty());
            int most = number(search, "most", Integer.MAX_VALUE);
            if (search.containsKey("outcome")) {
                assertThrows(NotComparableException.class, () -> index.search(query, limits, most));
                continue;
            }
            List<String> want = ((List<Map<String, Object>>) search.get("rows"))
                    .stream()
                    .map(row -> hex(row.get("id")) + " " + row.get("distance") + " "
                            + ((Number) row.get("similarity")).doubleValue())
                    .toList();
            List<String> got = index.search(query, limits, most).stream()
                    .map(row -> HexFormat.of().formatHex(row.idBytes()) + " " + row.distance() + " " + row.similarity())
                    .toList();
            assertEquals(want, got, query.toString());
            for (Match row : index.search(query, limits, most)) {
                assertTrue(index.contains(row.idBytes()));
            }
        }
    }

    private static Fingerprint query(FingerprintIndex index) {
        boolean isMinHash = index.limits().similarity().isPresent();
        return Fingerprint.parse(index.scheme().id() + ":" + "a".repeat(isMinHash ? 205 : 13));
    }

    @Test
    void refusesLimits() {
        assertThrows(IllegalArgumentException.class, () -> Limits.atMost(-1));
        assertThrows(IllegalArgumentException.class, () -> Limits.atLeast(1.5));
        assertThrows(IllegalArgumentException.class, () -> Limits.atLeast(Double.NaN));
    }

    @Test
    void failsWithoutFile() {
        assertThrows(IOException.class, () -> FingerprintIndex.open(folder.resolve("none.fpx")));
    }
}
