package io.github.lsh_interop.fpcheck.clusters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Scheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as fpcheck fingerprint --bands prints them. */
class BandKeysTest {
    private static final Path KEYS = Path.of("../../internal/engine/bandkey/testdata/keys.tsv");
    private static final String SIMHASH = "123456789abcdef0";

    private static Fingerprint minHash() {
        byte[] slots = new byte[128];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = (byte) i;
        }
        return Scheme.MH1.fromSketch(slots);
    }

    /**
     * Other systems store these keys, so they never change. Java has no layout for narrow MinHashes: in their rows
     * {@code auto}, the test takes the layout from the first key.
     */
    @TestFactory
    Stream<DynamicTest> keysOfTheReference() throws IOException {
        assumeTrue(Files.exists(KEYS), "a copy of the port alone has no keys of the reference");
        List<String> rows = Files.readAllLines(KEYS);
        assertEquals(45, rows.size());
        return rows.stream().map(row -> row.split("\t")).map(fields -> DynamicTest.dynamicTest(
                fields[0].substring(0, 12) + " " + fields[1],
                () -> assertEquals(
                        List.of(fields[2].split(" ")),
                        layout(fields[0], fields[1], fields[2]).of(Fingerprint.parse(fields[0])))));
    }

    private static BandKeys layout(String fingerprint, String layout, String keys) {
        if (!layout.equals("auto")) {
            return BandKeys.parse(layout);
        }
        return switch (fingerprint.substring(0, fingerprint.indexOf(':'))) {
            case "sd1", "sm1" -> BandKeys.SIMHASH;
            case "mh1", "mw1" -> BandKeys.MINHASH;
            default -> BandKeys.parse(keys.split("_", 3)[1]);
        };
    }

    /** The Go test of bandkey has the same rows, with a reason for each. */
    @ParameterizedTest
    @CsvSource({
        "sm1, 4x1, sm1_4x1_0_ci2a sm1_4x1_1_kz4a sm1_4x1_2_tk6a sm1_4x1_3_33ya, 16 bits each",
        "sm1.main, 2x1, sm1.main_2x1_0_ci2fm6a sm1.main_2x1_1_tk6n54a, profiles do not compare (R10.1)",
        "sm1, 3x2, sm1_3x2_0_ci2fm6e2ua sm1_3x2_1_ci2fpg66aa sm1_3x2_2_tytk6n54aa, 'blocks of 22, 21 and 21 bits'",
        "sm1, 1x1, sm1_1x1_0_ci2fm6e2xtppa, the whole sketch",
        "mh1, 2x3, mh1_2x3_0_aaaqe mh1_2x3_1_amcak, 'slots 0 to 2, and 3 to 5'",
        "mh1, 1x1, mh1_1x1_0_aa, one band",
        "mh1b1, 2x12, mh1b1_2x12_0_kvia mh1b1_2x12_1_kvia, 12 bits and four zero bits; the width is in the name",
    })
    void keys(String name, String layout, String keys, String reason) {
        Fingerprint fingerprint = switch (name) {
            case "sm1" -> Scheme.SM1.fromSketch(HexFormat.of().parseHex(SIMHASH));
            case "sm1.main" -> Scheme.SM1.fromSketch(HexFormat.of().parseHex(SIMHASH)).withProfile("main");
            case "mh1" -> minHash();
            default -> minHash().truncate(1);
        };
        assertEquals(List.of(keys.split(" ")), BandKeys.parse(layout).of(fingerprint), reason);
    }

    @Test
    void numbersHaveTheLengthOfTheLast() {
        List<String> keys = new BandKeys(128, 1).of(minHash());
        assertTrue(keys.get(7).startsWith("mh1_128x1_007_"), keys.get(7));
        assertEquals(keys.stream().sorted().toList(), keys);
    }

    /** Parts - each bits apart, two SimHashes share a key. */
    @Test
    void simHashesWithinTheDistanceShareAKey() {
        Random random = new Random(5);
        for (BandKeys layout : List.of(new BandKeys(4, 1), new BandKeys(6, 3), BandKeys.SIMHASH, new BandKeys(64, 63))) {
            for (int i = 0; i < 500; i++) {
                long one = random.nextLong();
                long other = one;
                for (int k = 0; k < layout.parts() - layout.each(); k++) {
                    other ^= 1L << random.nextInt(64);
                }
                assertFalse(Collections.disjoint(layout.of(simHash(one)), layout.of(simHash(other))), layout.toString());
            }
        }
    }

    private static Fingerprint simHash(long sketch) {
        return Scheme.SM1.fromSketch(ByteBuffer.allocate(Long.BYTES).putLong(sketch).array());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "16", "16x", "x8", "16x8x1", " 16x8", "0x1", "1x0", "17x8", "60x30", "-1x1", "1000x1"})
    void layoutsThatNoSchemeHas(String layout) {
        assertThrows(IllegalArgumentException.class, () -> BandKeys.parse(layout));
    }

    @Test
    void layoutsSuitSchemes() {
        assertThrows(IllegalArgumentException.class, () -> new BandKeys(65, 1).of(simHash(1)), "65 blocks of 64 bits");
        assertThrows(IllegalArgumentException.class, () -> new BandKeys(4, 5).of(simHash(1)), "5 of 4 blocks");
        assertThrows(IllegalArgumentException.class, () -> new BandKeys(64, 63).of(minHash()), "4,032 slots of 128");
    }
}
