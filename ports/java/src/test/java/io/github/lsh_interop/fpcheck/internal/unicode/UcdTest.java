package io.github.lsh_interop.fpcheck.internal.unicode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lsh_interop.fpcheck.Vectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the tables against the digests of {@code vectors/ucd}, as its README defines them. */
class UcdTest {
    private static final Path FOLDER = Vectors.FOLDER.resolve("ucd");

    @Test
    void generatedFileIsUpToDate() throws IOException {
        try (var in = Ucd.class.getResourceAsStream("ucd.bin")) {
            assertArrayEquals(new TableGenerator(FOLDER).generate(), in.readAllBytes());
        }
    }

    @TestFactory
    List<DynamicTest> digests() throws IOException {
        return Files.readAllLines(FOLDER.resolve("SHA256SUMS.txt")).stream()
                .map(line -> line.split("  "))
                .map(sum -> DynamicTest.dynamicTest(sum[1], () -> assertEquals(sum[0], digest(sum[1]))))
                .toList();
    }

    private static String digest(String property) throws NoSuchAlgorithmException {
        String lines = property.equals("Composition") ? compositions() : values(value(property));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest);
    }

    private static IntFunction<String> value(String property) {
        List<String> scripts = new TableGenerator(FOLDER).scripts();
        return switch (property) {
            case "GeneralCategory" -> cp -> TableGenerator.CATEGORIES.get(Ucd.category(Ucd.properties(cp)));
            case "Script" -> cp -> scripts.get(Ucd.script(Ucd.properties(cp)));
            case "Alphabetic" -> cp -> yesOrNo(cp, Ucd.ALPHABETIC);
            case "White_Space" -> cp -> yesOrNo(cp, Ucd.WHITE_SPACE);
            case "CombiningClass" -> cp -> Integer.toString(Ucd.combiningClass(Ucd.properties(cp)));
            case "NFKC_Casefold" -> cp -> has(cp, Ucd.FOLDS) ? sequence(Ucd.fold(cp)) : hex(cp);
            case "CanonicalDecomposition" -> UcdTest::decomposition;
            default -> throw new IllegalArgumentException(property);
        };
    }

    private static String values(IntFunction<String> value) {
        StringBuilder lines = new StringBuilder();
        for (int cp = 0; cp < Ucd.CODE_POINTS; cp++) {
            lines.append(hex(cp)).append(';').append(value.apply(cp)).append('\n');
        }
        return lines.toString();
    }

    private static String compositions() {
        StringBuilder lines = new StringBuilder();
        int[] seconds = IntStream.range(0, Ucd.CODE_POINTS)
                .filter(cp -> has(cp, Ucd.COMPOSES))
                .toArray();
        for (int first = 0; first < Ucd.CODE_POINTS; first++) {
            for (int second : seconds) {
                int composite = Ucd.compose(first, second);
                if (composite >= 0) {
                    lines.append(hex(first)).append(' ').append(hex(second)).append(';');
                    lines.append(hex(composite)).append('\n');
                }
            }
        }
        return lines.toString();
    }

    private static String decomposition(int cp) {
        if (!Ucd.isHangulSyllable(cp)) {
            return has(cp, Ucd.DECOMPOSES) ? sequence(Ucd.decomposition(cp)) : hex(cp);
        }
        int s = cp - Ucd.HANGUL_S;
        int t = s % Ucd.T_COUNT;
        return hex(Ucd.HANGUL_L + s / Ucd.T_COUNT / Ucd.V_COUNT)
                + ' '
                + hex(Ucd.HANGUL_V + s / Ucd.T_COUNT % Ucd.V_COUNT)
                + (t == 0 ? "" : ' ' + hex(Ucd.HANGUL_T + t));
    }

    private static String sequence(int offset) {
        StringBuilder sequence = new StringBuilder();
        for (int i = 1; i <= Ucd.pool(offset); i++) {
            sequence.append(i == 1 ? "" : " ").append(hex(Ucd.pool(offset + i)));
        }
        return sequence.toString();
    }

    private static boolean has(int cp, int flag) {
        return (Ucd.properties(cp) & flag) != 0;
    }

    private static String yesOrNo(int cp, int flag) {
        return has(cp, flag) ? "Y" : "N";
    }

    private static String hex(int cp) {
        String hex = Integer.toHexString(cp).toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, 4 - hex.length())) + hex;
    }
}
