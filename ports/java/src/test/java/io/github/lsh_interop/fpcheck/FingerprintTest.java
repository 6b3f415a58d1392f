package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chapters 8 and 10. */
class FingerprintTest {
    private static final String STRING = "sd1:arzqpmpmlbbaa";

    @Test
    void parses() {
        Fingerprint fingerprint = Fingerprint.parse("SD1.Main:ARZQPMPMLBBAA");
        assertEquals(Scheme.SD1, fingerprint.scheme());
        assertEquals("main", fingerprint.profile());
        assertEquals("sd1.main:arzqpmpmlbbaa", fingerprint.toString());
        assertEquals(Fingerprint.parse(STRING), fingerprint.withProfile("visible"));
        assertEquals(Fingerprint.parse(STRING).hashCode(), fingerprint.withProfile("visible").hashCode());
        assertNotEquals(Fingerprint.parse(STRING), fingerprint);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", ":", "sd1", "sd1:", "arzqpmpmlbbaa", "xx1:arzqpmpmlbbaa", "sd1b4:arzqpmpmlbbaa", "sd1.:arzqpmpmlbbaa",
        "sd1.visible:arzqpmpmlbbaa", "sd1.1a:arzqpmpmlbbaa", "sd1.a.b:arzqpmpmlbbaa",
        "sd1.abcdefghijklmnopq:arzqpmpmlbbaa",
        " sd1:arzqpmpmlbbaa", "sd1:arzqpmpmlbbaa\n", "sd1:arzqpmpmlbba", "sd1:arzqpmpmlbbaaa", "sd1:arzqpmpmlbbab",
        "sd1:arzqpmpmlbb1a", "sd1:arzqpmpmlbba=", "sd1:arzqpmpmlbb\u212aa", "sd1::rzqpmpmlbbaa", "mh1:arzqpmpmlbbaa",
        "mh1b8:arzqpmpmlbbaa", "x-a:arzqpmpmlbbaa"
    })
    void rejects(String string) {
        assertThrows(MalformedFingerprintException.class, () -> Fingerprint.parse(string));
    }

    /** What is read at all is what would be written, but for its case; nothing else is thrown. */
    @Test
    void hostileStrings() {
        Random random = new Random(4);
        String[] starts = {"sd1:", "SM1:", "mh1b1:", "mw1.x:", "", "sd1.:", "mh1b4.main:"};
        String alphabet = "aq27AZ:.=b4\0\u00e9\ud800\u212a \n";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder string = new StringBuilder(starts[random.nextInt(starts.length)]);
            int letters = 1 + random.nextInt(alphabet.length());
            for (int n = random.nextBoolean() ? 13 : random.nextInt(30); n > 0; n--) {
                string.append(alphabet.charAt(random.nextInt(letters)));
            }
            try {
                Fingerprint fingerprint = Fingerprint.parse(string.toString());
                assertEquals(string.toString().toLowerCase(Locale.ROOT), fingerprint.toString());
            } catch (MalformedFingerprintException e) {
                assertNotNull(e.getMessage());
            }
        }
    }

    @Test
    void minHashStrings() {
        byte[] sketch = sketch(1);
        Fingerprint whole = Scheme.MH1.fromSketch(sketch);
        for (int bits : new int[] {8, 4, 2, 1}) {
            Fingerprint fingerprint = whole.truncate(bits);
            assertEquals(bits, fingerprint.width());
            assertEquals(16 * bits, fingerprint.sketch().length);
            assertEquals(fingerprint, Fingerprint.parse(fingerprint.toString()));
            assertEquals(0, whole.distance(fingerprint));
            assertEquals(1, fingerprint.similarity(whole));
        }
        assertEquals((sketch[0] & 1) << 7, whole.truncate(1).sketch()[0] & 0x80);
        assertArrayEquals(whole.truncate(2).sketch(), whole.truncate(4).truncate(2).sketch());
        assertThrows(IllegalArgumentException.class, () -> whole.truncate(3));
        assertThrows(IllegalArgumentException.class, () -> whole.truncate(2).truncate(4));
        assertThrows(UnsupportedOperationException.class, () -> Fingerprint.parse(STRING).truncate(1));
        assertThrows(IllegalArgumentException.class, () -> Scheme.MH1.fromSketch(new byte[8]));
        assertThrows(IllegalArgumentException.class, () -> Scheme.SM1.fromSketch(new byte[16]));
        assertThrows(IllegalArgumentException.class, () -> Scheme.MH1.fromSketch(new byte[48]));
    }

    @Test
    void distances() {
        Fingerprint zero = Scheme.SM1.fromSketch(new byte[8]);
        Fingerprint one = Scheme.SM1.fromSketch(new byte[] {-1, 0, 0, 0, 0, 0, 0, 1});
        assertEquals(9, zero.distance(one));
        assertEquals(1 - 9 / 64.0, one.similarity(zero));
        Fingerprint a = Scheme.MH1.fromSketch(sketch(1));
        Fingerprint b = Scheme.MH1.fromSketch(sketch(2));
        assertEquals(0, a.similarity(b), 0.02);
        assertEquals(a.truncate(2).distance(b.truncate(2)), b.distance(a.truncate(2)));
        assertThrows(NotComparableException.class, () -> zero.distance(one.withProfile("main")));
        assertThrows(NotComparableException.class, () -> zero.similarity(Fingerprint.parse(STRING)));
        assertThrows(NotComparableException.class, () -> a.distance(Scheme.MW1.fromSketch(b.sketch())));
    }

    @Test
    void profiles() {
        Fingerprint fingerprint = Fingerprint.parse(STRING);
        for (String profile : new String[] {"", "Main", "1a", "a-b", "abcdefghijklmnopq"}) {
            assertThrows(IllegalArgumentException.class, () -> fingerprint.withProfile(profile));
        }
        assertEquals("sd1.main:arzqpmpmlbbaa", fingerprint.withProfile("main").toString());
    }

    private static byte[] sketch(long seed) {
        byte[] sketch = new byte[Minima.SLOTS];
        new Random(seed).nextBytes(sketch);
        return sketch;
    }
}
