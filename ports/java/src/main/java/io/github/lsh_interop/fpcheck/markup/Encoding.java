package io.github.lsh_interop.fpcheck.markup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The encodings of the Encoding Standard (R11.2). Java's own differ from them: in C1 controls, in
 * private use areas, in how many replacement characters an error gives.
 */
enum Encoding {
    UTF_8,
    IBM866,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    WINDOWS_874,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    X_MAC_CYRILLIC,
    GBK,
    GB18030,
    BIG5,
    EUC_JP,
    ISO_2022_JP,
    SHIFT_JIS,
    EUC_KR,
    REPLACEMENT,
    UTF_16BE,
    UTF_16LE,
    X_USER_DEFINED;

    /** The white space that "get an encoding" strips, and the HTML Standard skips. */
    static final String ASCII_WHITE_SPACE = "\t\n\f\r ";

    /** The encoding's name, in lower case. */
    String label() {
        return this == SHIFT_JIS ? "shift_jis" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The Standard's "get an encoding". */
    static Optional<Encoding> get(String label) {
        int start = 0;
        int end = label.length();
        while (start < end && ASCII_WHITE_SPACE.indexOf(label.charAt(start)) >= 0) {
            start++;
        }
        while (start < end && ASCII_WHITE_SPACE.indexOf(label.charAt(end - 1)) >= 0) {
            end--;
        }
        return Optional.ofNullable(Labels.ENCODINGS.get(lower(label.substring(start, end))));
    }

    /** A string with A to Z in lower case. */
    static String lower(String string) {
        StringBuilder lower = new StringBuilder(string.length());
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            lower.append((char) (c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c)); // not U+0130, U+212A
        }
        return lower.toString();
    }

    static boolean isWellFormedUtf8(byte[] octets) {
        return wellFormed(octets, 0).isPresent();
    }

    private static Optional<String> wellFormed(byte[] octets, int start) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(octets, start, octets.length - start);
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(buffer).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The text of what begins at an offset, without regard to byte order marks. */
    String decode(byte[] octets, int start) {
        // Java knows what is UTF-8; but of a surrogate in it, it makes one error where there are three.
        Optional<String> text = this == UTF_8 ? wellFormed(octets, start) : Optional.empty();
        return text.orElseGet(() -> new OctetDecoder(octets, start).decode(this));
    }

    /** Read when the first label is looked up. */
    private static final class Labels {
        static final Map<String, Encoding> ENCODINGS = read();

        private static Map<String, Encoding> read() {
            Map<String, Encoding> byName = new HashMap<>();
            for (Encoding encoding : values()) {
                byName.put(encoding.label(), encoding);
            }
            Map<String, Encoding> byLabel = new HashMap<>();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    Encoding.class.getResourceAsStream("labels.txt"), StandardCharsets.US_ASCII))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    String[] fields = line.split(";");
                    for (String label : fields[1].split(" ")) {
                        byLabel.put(label, byName.get(fields[0]));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Map.copyOf(byLabel); // which finds an encoding that is missing above
        }
    }
}
