package io.github.lsh_interop.fpcheck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java's serialisation, order and equality of fingerprints and full forms. */
class SerialisationTest {
    private static final String TEXT = "One two three four five six seven.";

    private static final List<Fingerprint> FINGERPRINTS = List.of(
            Scheme.SD1.sum(TEXT).orElseThrow(),
            Scheme.SM1.sum(TEXT).orElseThrow(),
            Scheme.SM1.sum(TEXT).orElseThrow().withProfile("main"),
            Scheme.MH1.sum(TEXT).orElseThrow(),
            Scheme.MH1.sum(TEXT).orElseThrow().truncate(1),
            Scheme.MW1.sum(TEXT).orElseThrow().truncate(4).withProfile("a1"));

    private static Minima minima(Scheme scheme) {
        Hasher hasher = scheme.newHasher();
        hasher.update(TEXT.getBytes(StandardCharsets.UTF_8));
        return hasher.minima();
    }

    private static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(octets)) {
            out.writeObject(object);
        }
        return octets.toByteArray();
    }

    private static Object read(byte[] octets) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(octets))) {
            return in.readObject();
        }
    }

    /** Replaces ASCII in a stream by ASCII of the same length. */
    private static byte[] replace(byte[] octets, String from, String to) {
        assertEquals(from.length(), to.length());
        String stream = new String(octets, StandardCharsets.ISO_8859_1);
        assertTrue(stream.contains(from), from);
        return stream.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void objectsSurvive() throws Exception {
        for (Fingerprint fingerprint : FINGERPRINTS) {
            byte[] stream = write(fingerprint);
            assertEquals(fingerprint, read(stream));
            int most = fingerprint.toString().length() + 100;
            assertTrue(stream.length <= most, stream.length + " octets for " + fingerprint);
        }
        for (Scheme scheme : List.of(Scheme.MH1, Scheme.MW1)) {
            Minima full = minima(scheme);
            Minima copy = (Minima) read(write(full));
            assertEquals(full, copy);
            assertEquals(scheme, copy.scheme());
            assertEquals(full.hashCode(), copy.hashCode());
            assertEquals(new Minima(scheme), read(write(new Minima(scheme))));
        }
        for (Scheme scheme : Scheme.values()) {
            assertEquals(scheme, read(write(scheme)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sm1:, sm9:, an unknown scheme",
        "sm1:, sm1;, no colon",
        "sm1:, mh1:, the data of another scheme",
    })
    void hostileFingerprintsAreRefused(String from, String to, String reason) throws IOException {
        byte[] stream = replace(write(FINGERPRINTS.get(1)), from, to);
        assertThrows(InvalidObjectException.class, () -> read(stream), reason);
    }

    @ParameterizedTest
    @CsvSource({
        "mh1, mh2, an unknown scheme",
        "mh1, sm1, a scheme without slots",
        "fpmh, fpmx, another magic number",
    })
    void hostileFullFormsAreRefused(String from, String to, String reason) throws IOException {
        byte[] stream = replace(write(minima(Scheme.MH1)), from, to);
        assertThrows(InvalidObjectException.class, () -> read(stream), reason);
    }

    /** A class descriptor of Fingerprint or Minima without the proxy makes no object. */
    @Test
    void streamsWithoutTheProxyAreRefused() throws IOException {
        for (Class<?> type : List.of(Fingerprint.class, Minima.class)) {
            byte[] stream = write(new Stand());
            String name = type.getName();
            byte[] renamed = rename(stream, Stand.class.getName(), name);
            assertEquals(1L, ObjectStreamClass.lookup(type).getSerialVersionUID());
            assertThrows(InvalidObjectException.class, () -> read(renamed), name);
        }
    }

    /** Stands for an object of any class whose fields are all transient. */
    private static final class Stand implements java.io.Serializable {
        private static final long serialVersionUID = 1L;
    }

    private static byte[] rename(byte[] stream, String from, String to) {
        String prefixed = (char) (from.length() >> 8) + "" + (char) (from.length() & 0xFF) + from;
        String other = (char) (to.length() >> 8) + "" + (char) (to.length() & 0xFF) + to;
        String text = new String(stream, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(prefixed));
        return text.replace(prefixed, other).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Damaged streams are refused, or make an object that the public methods would make, too. */
    @Test
    void damagedStreams() throws Exception {
        Random random = new Random(8);
        for (Object object : List.of(FINGERPRINTS.get(3), minima(Scheme.MH1))) {
            byte[] stream = write(object);
            int read = 0;
            for (int i = 0; i < 3000; i++) {
                byte[] damaged = stream.clone();
                // The end has the content. Java itself reads the start, which names the class.
                int at = damaged.length - 1 - random.nextInt(object instanceof Minima ? 1030 : 205);
                damaged[at] = (byte) random.nextInt();
                Object found;
                try {
                    found = read(damaged);
                } catch (IOException e) {
                    continue;
                }
                read++;
                if (found instanceof Fingerprint fingerprint) {
                    assertEquals(fingerprint, Fingerprint.parse(fingerprint.toString()));
                } else {
                    Minima minima = (Minima) found;
                    assertEquals(minima, Minima.fromByteArray(minima.scheme(), minima.toByteArray()));
                }
            }
            assertTrue(read > 0 && read < 3000, "some are read, and some refused: " + read);
        }
    }

    @Test
    void fingerprintsHaveTheOrderOfTheirStrings() {
        List<Fingerprint> sorted = new ArrayList<>(FINGERPRINTS);
        Collections.shuffle(sorted, new Random(1));
        Collections.sort(sorted);
        List<String> strings = sorted.stream().map(Fingerprint::toString).toList();
        assertEquals(strings.stream().sorted().toList(), strings);
        assertEquals(0, sorted.get(0).compareTo(Fingerprint.parse(strings.get(0))));
    }

    @Test
    void fullFormsKnowTheirScheme() {
        Minima mh1 = minima(Scheme.MH1);
        Minima mw1 = minima(Scheme.MW1);
        byte[] before = mh1.toByteArray();
        assertThrows(NotComparableException.class, () -> mh1.merge(mw1));
        assertArrayEquals(before, mh1.toByteArray());
        assertThrows(NotComparableException.class, () -> Scheme.MH1.fromMinima(mw1));
        assertThrows(UnsupportedOperationException.class, () -> new Minima(Scheme.SM1));
        assertThrows(UnsupportedOperationException.class, () -> Minima.fromByteArray(Scheme.SD1, before));
        assertNotEquals(new Minima(Scheme.MH1), new Minima(Scheme.MW1));
        assertEquals("Minima[mh1, empty]", new Minima(Scheme.MH1).toString());
        assertEquals("Minima[" + Scheme.MH1.sum(TEXT).orElseThrow() + "]", mh1.toString());
        Minima copy = mh1.copy();
        copy.add(1);
        assertArrayEquals(before, mh1.toByteArray());
        assertNotEquals(mh1, copy);
    }
}
