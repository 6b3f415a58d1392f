package io.github.lsh_interop.fpcheck.markup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What the references of XML mean: R11.14. */
final class References {
    private static final Map<String, String> PREDEFINED =
            Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'");

    private References() {}

    /** By (a) and (b), or null if the key means nothing by these. */
    static String simple(String key) {
        return key.startsWith("#") ? numeric(key) : PREDEFINED.get(key);
    }

    /** By (d), or null. */
    static String named(String key) {
        return Named.TEXTS.get(key);
    }

    private static String numeric(String key) {
        boolean isHex = key.startsWith("#x");
        int start = isHex ? 2 : 1;
        int cp = 0;
        for (int i = start; i < key.length(); i++) {
            int digit = key.charAt(i) < 0x80 ? Character.digit(key.charAt(i), isHex ? 16 : 10) : -1;
            if (digit < 0) {
                return null;
            }
            cp = Math.min(cp * (isHex ? 16 : 10) + digit, Character.MAX_CODE_POINT + 1);
        }
        boolean isScalar = cp <= Character.MAX_CODE_POINT && (cp < 0xD800 || cp > 0xDFFF);
        return cp == 0 || !isScalar ? null : Character.toString(cp); // 0 also without digits
    }

    /** The named character references of HTML, read when the first is looked up. */
    private static final class Named {
        static final Map<String, String> TEXTS = read();

        private static Map<String, String> read() {
            Map<String, String> texts = new HashMap<>();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    References.class.getResourceAsStream("entities.txt"), StandardCharsets.US_ASCII))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.startsWith("#")) {
                        String[] fields = line.split(" ");
                        StringBuilder text = new StringBuilder();
                        for (int i = 1; i < fields.length; i++) {
                            text.appendCodePoint(Integer.parseInt(fields[i], 16));
                        }
                        texts.put(fields[0], text.toString());
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Map.copyOf(texts);
        }
    }
}
