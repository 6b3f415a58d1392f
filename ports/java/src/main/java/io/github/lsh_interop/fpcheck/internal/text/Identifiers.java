package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import java.nio.charset.StandardCharsets;

/** R2.1 to R2.8: atoms that are identifiers become U+FFFD. */
public final class Identifiers implements Scalars {
    /** R2.2. */
    public static final int TESTED = 2048;

    private static final int REPLACEMENT_PROPERTIES = Ucd.properties(Decoder.REPLACEMENT);

    private static final byte ATOM = 1;
    private static final byte LEADING = 2;
    private static final byte TRAILING = 4;
    private static final byte LETTER = 8;
    private static final byte DIGIT = 16;
    /** Every identifier has one of these in it. */
    private static final byte TELLTALE = 32;
    /** What may follow the first letter of a scheme, but for letters and digits. */
    private static final byte SCHEME = 64;

    private static final byte[] CLASSES = classes();

    private static final byte[][] PREFIXES = prefixes(
            "www.", "mailto:", "tel:", "urn:", "info:", "doi:", "hdl:", "ark:", "arxiv:", "pmid:", "orcid:",
            "isbn:", "issn:");

    private enum State { OUTSIDE, HELD, KEPT, REPLACED }

    private final Scalars next;
    private final byte[] atom = new byte[TESTED];
    private int length;
    private State state = State.OUTSIDE;

    public Identifiers(Scalars next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(Identifiers other) {
        System.arraycopy(other.atom, 0, atom, 0, atom.length);
        length = other.length;
        state = other.state;
    }

    private static byte[] classes() {
        byte[] classes = new byte[128];
        for (int c = 0x21; c <= 0x7E; c++) {
            if ("\"<>[]{}|\\^`".indexOf(c) < 0) {
                classes[c] |= ATOM;
            }
        }
        mark(classes, "('*_", LEADING);
        mark(classes, ")'*_.,;:!?", TRAILING);
        mark(classes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", LETTER);
        mark(classes, "0123456789", DIGIT);
        mark(classes, ".:@", TELLTALE);
        mark(classes, "+.-", SCHEME);
        return classes;
    }

    private static void mark(byte[] classes, String characters, byte bit) {
        characters.chars().forEach(c -> classes[c] |= bit);
    }

    private static byte[][] prefixes(String... prefixes) {
        byte[][] octets = new byte[prefixes.length][];
        for (int i = 0; i < prefixes.length; i++) {
            octets[i] = prefixes[i].getBytes(StandardCharsets.US_ASCII);
        }
        return octets;
    }

    /** R2.1, of an ASCII character. */
    public static boolean isAtom(int ascii) {
        return (CLASSES[ascii] & ATOM) != 0;
    }

    /** Whether an atom without any of these is certainly no identifier. */
    public static boolean isTelltale(int ascii) {
        return (CLASSES[ascii] & TELLTALE) != 0;
    }

    public static boolean isLetter(int ascii) {
        return (CLASSES[ascii] & LETTER) != 0;
    }

    public static boolean isDigit(int ascii) {
        return (CLASSES[ascii] & DIGIT) != 0;
    }

    @Override
    public void accept(int cp, int properties) {
        if (cp >= 0x80 || !isAtom(cp)) {
            endAtom();
            next.accept(cp, properties);
            return;
        }
        switch (state) {
            case OUTSIDE, HELD -> {
                if (length == TESTED) {
                    decide();
                    if (state == State.KEPT) {
                        next.accept(cp, properties);
                    }
                } else {
                    atom[length++] = (byte) cp;
                    state = State.HELD;
                }
            }
            case KEPT -> next.accept(cp, properties);
            case REPLACED -> { }
        }
    }

    @Override
    public void end() {
        endAtom();
        next.end();
    }

    private void endAtom() {
        if (state == State.HELD) {
            decide();
        }
        state = State.OUTSIDE;
    }

    /** R2.8. */
    private void decide() {
        if (isIdentifier(atom, 0, length)) {
            state = State.REPLACED;
            next.accept(Decoder.REPLACEMENT, REPLACEMENT_PROPERTIES);
        } else {
            state = State.KEPT;
            for (int i = 0; i < length; i++) {
                next.accept(atom[i], Ucd.properties(atom[i]));
            }
        }
        length = 0;
    }

    /** R2.3 to R2.7, of an atom cut by R2.2. */
    public static boolean isIdentifier(byte[] octets, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && (CLASSES[octets[start]] & LEADING) != 0) {
            start++;
        }
        while (end > start && (CLASSES[octets[end - 1]] & TRAILING) != 0) {
            end--;
        }
        return start < end
                && (hasScheme(octets, start, end)
                        || hasPrefix(octets, start, end)
                        || isDoi(octets, start, end)
                        || isAddress(octets, start, end));
    }

    /** R2.4: before some {@code ://} a letter, with nothing but scheme characters between. */
    private static boolean hasScheme(byte[] octets, int start, int end) {
        boolean letter = false;
        for (int i = start; i < end; i++) {
            int b = octets[i];
            if (b == ':') {
                if (letter && i + 2 < end && octets[i + 1] == '/' && octets[i + 2] == '/') {
                    return true;
                }
                letter = false;
            } else if ((CLASSES[b] & LETTER) != 0) {
                letter = true;
            } else if ((CLASSES[b] & (DIGIT | SCHEME)) == 0) {
                letter = false;
            }
        }
        return false;
    }

    /** R2.5. */
    private static boolean hasPrefix(byte[] octets, int start, int end) {
        for (byte[] prefix : PREFIXES) {
            if (end - start >= prefix.length && equalsIgnoringCase(prefix, octets, start)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equalsIgnoringCase(byte[] lower, byte[] octets, int start) {
        for (int i = 0; i < lower.length; i++) {
            int b = octets[start + i];
            if (lower[i] != (isLetter(b) ? b | 0x20 : b)) {
                return false;
            }
        }
        return true;
    }

    /** R2.6. */
    private static boolean isDoi(byte[] octets, int start, int end) {
        if (end - start < 9 || octets[start] != '1' || octets[start + 1] != '0' || octets[start + 2] != '.') {
            return false;
        }
        int i = digits(octets, start + 3, end);
        if (i - start - 3 < 4 || i - start - 3 > 9) {
            return false;
        }
        while (i < end && octets[i] == '.') {
            int after = digits(octets, i + 1, end);
            if (after == i + 1) {
                return false;
            }
            i = after;
        }
        return i + 1 < end && octets[i] == '/';
    }

    private static int digits(byte[] octets, int start, int end) {
        int i = start;
        while (i < end && isDigit(octets[i])) {
            i++;
        }
        return i;
    }

    /** R2.7: between the first {@code @}, which is not at the start, and the next, {@code x.y}. */
    private static boolean isAddress(byte[] octets, int start, int end) {
        int i = start;
        while (i < end && octets[i] != '@') {
            i++;
        }
        if (i == start) {
            return false;
        }
        for (i++; i + 1 < end && octets[i] != '@'; i++) {
            if (octets[i] == '.' && isAlphanumeric(octets[i - 1]) && isAlphanumeric(octets[i + 1])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAlphanumeric(int ascii) {
        return (CLASSES[ascii] & (LETTER | DIGIT)) != 0;
    }
}
