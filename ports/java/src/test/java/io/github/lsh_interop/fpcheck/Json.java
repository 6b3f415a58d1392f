package io.github.lsh_interop.fpcheck;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much of JSON as the port protocol needs: one value on one line. */
final class Json {
    private static final int MAX_DEPTH = 100;

    private final byte[] octets;
    private final int end;
    private int i;

    private Json(byte[] octets, int start, int end) {
        this.octets = octets;
        this.end = end;
        i = start;
    }

    /** Reads a value: a String, a Double, a Boolean, a List, a Map, or null. */
    static Object read(byte[] octets, int start, int end) {
        Json json = new Json(octets, start, end);
        Object value = json.value(0);
        if (json.peek() >= 0) {
            throw new IllegalArgumentException("something follows the JSON value");
        }
        return value;
    }

    /** Writes a Map, a List, a String, or what prints as JSON. */
    static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                write(entry.getKey(), out);
                out.append(':');
                write(entry.getValue(), out);
                before = ',';
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            char before = '[';
            for (Object element : list) {
                out.append(before);
                write(element, out);
                before = ',';
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            out.append('"');
            for (int k = 0; k < string.length(); k++) {
                char c = string.charAt(k);
                if (c == '"' || c == '\\') {
                    out.append('\\').append(c);
                } else if (c < 0x20 || c > 0x7E) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        } else {
            out.append(value);
        }
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw fault();
        }
        switch (peek()) {
            case '{' -> {
                Map<String, Object> map = new LinkedHashMap<>();
                if (!opens('}')) {
                    do {
                        peek();
                        String key = string();
                        expect(':');
                        map.put(key, value(depth + 1));
                    } while (goesOn('}'));
                }
                return map;
            }
            case '[' -> {
                List<Object> list = new ArrayList<>();
                if (!opens(']')) {
                    do {
                        list.add(value(depth + 1));
                    } while (goesOn(']'));
                }
                return list;
            }
            case '"' -> {
                return string();
            }
            default -> {
                return literal();
            }
        }
    }

    /** The next octet that is no blank, or −1. */
    private int peek() {
        while (i < end && (octets[i] == ' ' || octets[i] == '\t' || octets[i] == '\r' || octets[i] == '\n')) {
            i++;
        }
        return i < end ? octets[i] : -1;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw fault();
        }
        i++;
    }

    /** Steps over the bracket that opens, and over the one that closes if nothing is between. */
    private boolean opens(char close) {
        i++;
        if (peek() == close) {
            i++;
            return true;
        }
        return false;
    }

    private boolean goesOn(char close) {
        if (peek() == ',') {
            i++;
            return true;
        }
        expect(close);
        return false;
    }

    private String string() {
        if (i >= end || octets[i] != '"') {
            throw fault();
        }
        int start = ++i;
        while (i < end && octets[i] != '"' && octets[i] != '\\') {
            i++;
        }
        String plain = decode(start);
        if (i < end && octets[i] == '"') {
            i++;
            return plain;
        }
        StringBuilder string = new StringBuilder(plain);
        while (i < end && octets[i] != '"') {
            if (octets[i] == '\\') {
                escape(string);
                continue;
            }
            start = i;
            while (i < end && octets[i] != '"' && octets[i] != '\\') {
                i++;
            }
            string.append(decode(start));
        }
        expect('"');
        if (string.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw fault();
        }
        return string.toString();
    }

    /** What is read from start on, which is UTF-8. */
    private String decode(int start) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets, start, i - start)).toString();
        } catch (CharacterCodingException e) {
            throw fault();
        }
    }

    private void escape(StringBuilder string) {
        if (i + 1 >= end) {
            throw fault();
        }
        int c = octets[i + 1];
        i += 2;
        switch (c) {
            case 'b' -> string.append('\b');
            case 'f' -> string.append('\f');
            case 'n' -> string.append('\n');
            case 'r' -> string.append('\r');
            case 't' -> string.append('\t');
            case '"', '\\', '/' -> string.append((char) c);
            case 'u' -> {
                if (i + 4 > end) {
                    throw fault();
                }
                string.append((char) Integer.parseInt(new String(octets, i, 4, StandardCharsets.US_ASCII), 16));
                i += 4;
            }
            default -> throw fault();
        }
    }

    private Object literal() {
        int start = i;
        while (i < end && ",]} \t\r\n".indexOf(octets[i]) < 0) {
            i++;
        }
        String literal = new String(octets, start, i - start, StandardCharsets.UTF_8);
        return switch (literal) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(literal);
        };
    }

    private IllegalArgumentException fault() {
        return new IllegalArgumentException("no JSON at octet " + i);
    }
}
