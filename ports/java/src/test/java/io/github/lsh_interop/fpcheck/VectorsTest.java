package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The conformance suite, levels markup, digest, clusters and passages: vectors become requests to the port program. */
class VectorsTest {
    /** Keys whose values are octets, or lists of such; the others stand as they are. */
    private static final Set<String> OCTETS =
            Set.of("octets", "text", "runs", "tokens", "items", "full", "fulls", "string", "ids", "clusters", "texts");

    private static final Set<String> LISTS = Set.of("runs", "tokens", "items", "fulls", "ids", "clusters", "texts");
    private static final int[] PIECES = {1, 2, 3, 7, 64, 4099};
    /** Of a text of a megabyte or more, the short pieces are left out: they take long. */
    private static final int LONG_TEXT = 1_000_000;

    private static final int LONG_PIECE = 1000;
    /** Longer accumulated vectors are for {@code fpcheck conform}. */
    private static final int MAX_COUNT = 10_000;

    @TestFactory
    List<DynamicContainer> vectors() throws IOException {
        List<DynamicContainer> files = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(Vectors.FOLDER, "*.yaml")) {
            for (Path path : paths) {
                Map<?, ?> file = read(path);
                String stage = (String) file.get("stage");
                if (List.of("main", "windows", "passages", "covers").contains(stage)) {
                    continue; // of levels that this test or this port does not have
                }
                files.add(DynamicContainer.dynamicContainer(path.getFileName().toString(), tests(stage, file)));
            }
        }
        return files;
    }

    private static Map<?, ?> read(Path path) {
        try (Reader reader = Files.newBufferedReader(path)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<DynamicTest> tests(String stage, Map<?, ?> file) {
        List<?> schemes = (List<?>) file.get("schemes");
        return ((List<?>) file.get("vectors")).stream()
                .map(vector -> (Map<?, ?>) vector)
                .flatMap(vector -> schemes.stream().map(scheme -> DynamicTest.dynamicTest(
                        scheme + "/" + vector.get("id"), () -> check(stage, (String) scheme, vector))));
    }

    private static void check(String stage, String scheme, Map<?, ?> vector) throws NoSuchAlgorithmException {
        Map<?, ?> input = (Map<?, ?>) vector.get("input");
        Map<?, ?> expect = (Map<?, ?>) vector.get("expect");
        if (stage.equals("accumulated")) {
            int count = ((Number) input.get("count")).intValue();
            if (count <= MAX_COUNT) {
                long seed = ((Number) input.get("seed")).longValue();
                assertEquals(expect.get("digest"), accumulated(scheme(scheme), seed, count));
            }
            return;
        }
        Map<String, Object> request = new HashMap<>(Map.of("stage", stage, "scheme", scheme));
        input.forEach((key, value) -> request.put((String) key, protocol((String) key, value)));
        Map<String, Object> reply = Port.answer(request);
        expect.forEach((key, value) ->
                assertEquals(protocol((String) key, value), number(reply.get(key)), (String) key));
        if (stage.equals("pipeline")) {
            checkPieces(scheme(scheme), octets(input.get("octets")), expect);
        }
        if (stage.equals("text-digest")) {
            checkPieces(octets(input.get("octets")), expect);
        }
    }

    private static void checkPieces(byte[] octets, Map<?, ?> expect) {
        Optional<String> expected = Optional.ofNullable((String) expect.get("digest"));
        TextDigest text = new TextDigest();
        for (int piece : PIECES) {
            if (octets.length > LONG_TEXT && piece < LONG_PIECE) {
                continue;
            }
            for (int i = 0; i < octets.length; i += piece) {
                text.update(octets, i, Math.min(piece, octets.length - i));
            }
            assertEquals(expected, text.digest(), () -> "pieces of " + piece);
            text.reset();
        }
    }

    private static void checkPieces(Scheme scheme, byte[] octets, Map<?, ?> expect) {
        Optional<String> expected = Optional.ofNullable((String) expect.get("fingerprint"));
        Hasher hasher = scheme.newHasher();
        for (int piece : PIECES) {
            if (octets.length > LONG_TEXT && piece < LONG_PIECE) {
                continue;
            }
            for (int i = 0; i < octets.length; i += piece) {
                hasher.update(octets, i, Math.min(piece, octets.length - i));
            }
            assertEquals(expected, hasher.fingerprint().map(Fingerprint::toString), () -> "pieces of " + piece);
            hasher.reset();
        }
    }

    /** R12.3. */
    private static String accumulated(Scheme scheme, long seed, int count) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Hasher hasher = scheme.newHasher();
        for (int i = 0; i < count; i++) {
            hasher.update(TextGenerator.text(seed + i));
            String fingerprint = hasher.fingerprint().map(Fingerprint::toString).orElse("-");
            digest.update((fingerprint + " " + hasher.features() + "\n").getBytes(StandardCharsets.US_ASCII));
            hasher.reset();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static Scheme scheme(String id) {
        return Scheme.lookup(id).orElseThrow();
    }

    /** A value as the protocol has it. */
    private static Object protocol(String key, Object value) {
        if (key.equals("compared")) {
            return ((List<?>) value).stream().map(items -> protocol("items", items)).toList();
        }
        if (LISTS.contains(key)) {
            return ((List<?>) value).stream().map(VectorsTest::base64).toList();
        }
        if (OCTETS.contains(key)) {
            return base64(value);
        }
        if (key.equals("counters")) {
            return ((List<?>) value).stream().map(Object::toString).toList();
        }
        return number(value);
    }

    private static Object number(Object value) {
        if (value instanceof List<?> values) {
            return values.stream().map(VectorsTest::number).toList();
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    private static String base64(Object value) {
        return Base64.getEncoder().encodeToString(octets(value));
    }

    /** Octets as the vectors spell them. */
    private static byte[] octets(Object value) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        if (value instanceof String string) {
            octets.writeBytes(string.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof List<?> parts) {
            parts.forEach(part -> octets.writeBytes(octets(part)));
        } else {
            Map<?, ?> map = (Map<?, ?>) value;
            if (map.get("texts") instanceof Map<?, ?> texts) {
                long first = ((Number) texts.get("seed")).longValue() + ((Number) texts.get("first")).longValue();
                for (int i = 0; i < ((Number) texts.get("count")).intValue(); i++) {
                    octets.writeBytes(TextGenerator.text(first + i));
                    octets.write('\n');
                }
            } else {
                byte[] part = map.get("hex") instanceof String hex
                        ? HexFormat.of().parseHex(hex)
                        : ((String) map.get("text")).getBytes(StandardCharsets.UTF_8);
                int times = map.get("repeat") instanceof Number repeat ? repeat.intValue() : 1;
                for (int i = 0; i < times; i++) {
                    octets.writeBytes(part);
                }
            }
        }
        return octets.toByteArray();
    }
}
