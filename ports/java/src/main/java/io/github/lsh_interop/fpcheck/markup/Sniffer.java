package io.github.lsh_interop.fpcheck.markup;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds a document's encoding: R11.1 and R11.11. */
final class Sniffer {
    private static final int PRESCANNED = 1024;

    /**
     * What was found.
     *
     * @param start where the text begins, after a byte order mark
     * @param tentative whether the head of HTML may declare another encoding
     */
    record Found(Encoding encoding, int start, boolean tentative) {
        String decode(byte[] octets) {
            return encoding.decode(octets, start);
        }
    }

    /** The octets to prescan, as ISO 8859-1. */
    private final String octets;
    private int position;
    /** Of the attribute that {@link #attribute} got, in lower case. */
    private String name;

    private String value;

    private Sniffer(byte[] octets) {
        this.octets = new String(octets, 0, Math.min(octets.length, PRESCANNED), StandardCharsets.ISO_8859_1);
    }

    static Found html(byte[] octets, String charset) {
        return byteOrderMark(octets).or(() -> Encoding.get(charset).map(Sniffer::certain)).orElseGet(() -> {
            Encoding found = new Sniffer(octets)
                    .prescan()
                    .orElseGet(() -> Encoding.isWellFormedUtf8(octets) ? Encoding.UTF_8 : Encoding.WINDOWS_1252);
            return new Found(found, 0, found == readable(found));
        });
    }

    private static Found certain(Encoding encoding) {
        return new Found(encoding, 0, false);
    }

    /** R11.1: the encoding that a meta element declares, by the values of its attributes; null if one is missing. */
    static Optional<Encoding> declared(String charset, String httpEquiv, String content) {
        return Optional.ofNullable(charset)
                .flatMap(Encoding::get)
                .or(() -> "content-type".equalsIgnoreCase(httpEquiv) && content != null
                        ? ofContent(Encoding.lower(content))
                        : Optional.empty())
                .map(Sniffer::declarable);
    }

    static Found xml(byte[] octets, String charset) {
        return byteOrderMark(octets)
                .orElseGet(() -> certain(Encoding.get(charset)
                        .or(() -> new Sniffer(octets).declared())
                        .orElse(Encoding.UTF_8)));
    }

    private static Optional<Found> byteOrderMark(byte[] octets) {
        if (begins(octets, 0xEF, 0xBB, 0xBF)) {
            return Optional.of(new Found(Encoding.UTF_8, 3, false));
        }
        if (begins(octets, 0xFE, 0xFF)) {
            return Optional.of(new Found(Encoding.UTF_16BE, 2, false));
        }
        return begins(octets, 0xFF, 0xFE) ? Optional.of(new Found(Encoding.UTF_16LE, 2, false)) : Optional.empty();
    }

    private static boolean begins(byte[] octets, int... mark) {
        for (int i = 0; i < mark.length; i++) {
            if (i >= octets.length || (octets[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    /** That the octets ran out, which ends the prescan wherever it is. */
    private static final class OutOfOctets extends Exception {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("StaticAssignmentOfThrowable") // it has no trace
        private static final OutOfOctets ONE = new OutOfOctets();

        private OutOfOctets() {
            super(null, null, false, false);
        }
    }

    private Optional<Encoding> declared() {
        if (octets.startsWith("<\0?\0")) {
            return Optional.of(Encoding.UTF_16LE);
        }
        return octets.startsWith("\0<\0?")
                ? Optional.of(Encoding.UTF_16BE)
                : xmlEncoding(octets.substring(0, octets.indexOf('>') + 1));
    }

    /** The HTML Standard's "prescan a byte stream to determine its encoding". */
    private Optional<Encoding> prescan() {
        if (octets.startsWith("<\0?\0x\0")) {
            return Optional.of(Encoding.UTF_16LE);
        }
        if (octets.startsWith("\0<\0?\0x")) {
            return Optional.of(Encoding.UTF_16BE);
        }
        try {
            for (;; position++) {
                if (octets.startsWith("<!--", position)) {
                    position = find("-->", position + 2) + 2;
                } else if (isMeta()) {
                    position += "<meta".length();
                    Optional<Encoding> found = meta();
                    if (found.isPresent()) {
                        return found;
                    }
                } else if (isTag()) {
                    while (!isBlank(octet()) && octet() != '>') {
                        position++;
                    }
                    while (attribute()) {
                        // Attributes of other elements are got to be passed over.
                    }
                } else if (octet() == '<' && isAt(position + 1, "!/?")) {
                    position = find(">", position);
                }
            }
        } catch (OutOfOctets e) {
            return xmlEncoding(octets);
        }
    }

    private boolean isMeta() {
        return octets.regionMatches(true, position, "<meta", 0, 5) && isAt(position + 5, "\t\n\f\r /");
    }

    private boolean isTag() throws OutOfOctets {
        if (octet() != '<') {
            return false;
        }
        int i = isAt(position + 1, "/") ? position + 2 : position + 1;
        char c = i < octets.length() ? octets.charAt(i) : 0;
        return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }

    private boolean isAt(int i, String set) {
        return i < octets.length() && set.indexOf(octets.charAt(i)) >= 0;
    }

    private static boolean isBlank(char c) {
        return Encoding.ASCII_WHITE_SPACE.indexOf(c) >= 0;
    }

    private char octet() throws OutOfOctets {
        if (position >= octets.length()) {
            throw OutOfOctets.ONE;
        }
        return octets.charAt(position);
    }

    private int find(String string, int from) throws OutOfOctets {
        int i = octets.indexOf(string, from);
        if (i < 0) {
            throw OutOfOctets.ONE;
        }
        return i;
    }

    private Optional<Encoding> meta() throws OutOfOctets {
        Set<String> names = new HashSet<>();
        boolean gotPragma = false;
        boolean needPragma = false;
        boolean hasCharset = false;
        Optional<Encoding> charset = Optional.empty();
        while (attribute()) {
            if (!names.add(name)) {
                continue;
            }
            if (name.equals("http-equiv")) {
                gotPragma |= value.equals("content-type");
            } else if (name.equals("content") && !hasCharset) {
                charset = ofContent(value);
                hasCharset = charset.isPresent();
                needPragma = hasCharset;
            } else if (name.equals("charset")) {
                charset = Encoding.get(value);
                hasCharset = true; // even if it is none
                needPragma = false;
            }
        }
        if (needPragma && !gotPragma) {
            return Optional.empty();
        }
        return charset.map(Sniffer::declarable);
    }

    private static Encoding declarable(Encoding encoding) {
        return encoding == Encoding.X_USER_DEFINED ? Encoding.WINDOWS_1252 : readable(encoding);
    }

    /** Whoever could read the declaration was not reading UTF-16. */
    private static Encoding readable(Encoding encoding) {
        return encoding == Encoding.UTF_16BE || encoding == Encoding.UTF_16LE ? Encoding.UTF_8 : encoding;
    }

    /** "Get an attribute": false if there is none. */
    private boolean attribute() throws OutOfOctets {
        while (isBlank(octet()) || octet() == '/') {
            position++;
        }
        if (octet() == '>') {
            return false;
        }
        StringBuilder text = new StringBuilder();
        name = null;
        value = "";
        while (octet() != '=' || text.isEmpty()) {
            if (isBlank(octet())) {
                name = text.toString();
                while (isBlank(octet())) {
                    position++;
                }
                if (octet() != '=') {
                    return true;
                }
                break;
            }
            if (octet() == '/' || octet() == '>') {
                name = text.toString();
                return true;
            }
            text.append(lower());
        }
        name = text.toString();
        position++;
        while (isBlank(octet())) {
            position++;
        }
        text.setLength(0);
        char quote = octet();
        if (quote == '"' || quote == '\'') {
            for (position++; octet() != quote; ) {
                text.append(lower());
            }
            position++;
        } else {
            while (!isBlank(octet()) && octet() != '>') {
                text.append(lower());
            }
        }
        value = text.toString();
        return true;
    }

    private char lower() throws OutOfOctets {
        char c = octet();
        position++;
        return (char) (c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
    }

    /** "Extracting a character encoding from a meta element", of a value in lower case. */
    private static Optional<Encoding> ofContent(String content) {
        for (int i = content.indexOf("charset"); i >= 0; i = content.indexOf("charset", i)) {
            i = skipBlanks(content, i + "charset".length());
            if (i == content.length() || content.charAt(i) != '=') {
                continue;
            }
            i = skipBlanks(content, i + 1);
            if (i == content.length()) {
                return Optional.empty();
            }
            char quote = content.charAt(i);
            if (quote == '"' || quote == '\'') {
                int end = content.indexOf(quote, i + 1);
                return end < 0 ? Optional.empty() : Encoding.get(content.substring(i + 1, end));
            }
            int end = i;
            while (end < content.length() && !isBlank(content.charAt(end)) && content.charAt(end) != ';') {
                end++;
            }
            return Encoding.get(content.substring(i, end));
        }
        return Optional.empty();
    }

    private static int skipBlanks(String string, int start) {
        int i = start;
        while (i < string.length() && isBlank(string.charAt(i))) {
            i++;
        }
        return i;
    }

    /** "Get an XML encoding". */
    private static Optional<Encoding> xmlEncoding(String octets) {
        if (!octets.startsWith("<?xml") || octets.indexOf('>') < 0) {
            return Optional.empty();
        }
        int i = octets.indexOf("encoding");
        if (i < 0) {
            return Optional.empty();
        }
        i = skipControls(octets, i + "encoding".length());
        if (i == octets.length() || octets.charAt(i) != '=') {
            return Optional.empty();
        }
        i = skipControls(octets, i + 1);
        if (i == octets.length() || octets.charAt(i) != '"' && octets.charAt(i) != '\'') {
            return Optional.empty();
        }
        int end = octets.indexOf(octets.charAt(i), i + 1);
        String label = end < 0 ? "" : octets.substring(i + 1, end);
        return label.chars().anyMatch(c -> c <= ' ')
                ? Optional.empty()
                : Encoding.get(label).map(Sniffer::readable);
    }

    private static int skipControls(String octets, int start) {
        int i = start;
        while (i < octets.length() && octets.charAt(i) <= ' ') {
            i++;
        }
        return i;
    }
}
