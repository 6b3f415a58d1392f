package io.github.lsh_interop.fpcheck.markup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The visible text of an XML document that is decoded: the scan of R11.12 to R11.16. */
final class XmlReader {
    private static final int MAX_OPEN = 500;
    private static final int MAX_ENTITY = 256;

    private final String source;
    private int position;
    private final Pieces pieces = new Pieces();
    /** The texts of declared entities; empty of those that have none. */
    private final Map<String, Optional<String>> entities = new HashMap<>();

    private final List<XmlElement> open = new ArrayList<>();
    /** Decided by the root element: null before it. */
    private XmlVocabulary vocabulary;

    private XmlReader(String source) {
        this.source = source;
    }

    static String read(String source) {
        XmlReader reader = new XmlReader(source);
        reader.document();
        return reader.pieces.toString();
    }

    private void document() {
        while (position < source.length()) {
            int start = position;
            switch (source.charAt(position)) {
                case '<' -> construct();
                case '&' -> {
                    position++;
                    characters(reference());
                }
                default -> {
                    while (!isAtEnd() && !isAt('<') && !isAt('&')) {
                        position++;
                    }
                    characters(source.substring(start, position));
                }
            }
        }
        if (!open.isEmpty()) {
            throw refused("the document ends in the element " + innermost().name);
        }
        if (vocabulary == null) {
            throw refused("there is no root element");
        }
    }

    private MarkupException refused(String reason) {
        return new MarkupException(reason + ", at character " + source.codePointCount(0, position));
    }

    private boolean isAtEnd() {
        return position >= source.length();
    }

    private boolean isAt(char c) {
        return position < source.length() && source.charAt(position) == c;
    }

    /** Goes past a string if it comes next. */
    private boolean skip(String string) {
        if (!source.startsWith(string, position)) {
            return false;
        }
        position += string.length();
        return true;
    }

    private void skipBlanks() {
        while (!isAtEnd() && isBlank(source.charAt(position))) {
            position++;
        }
    }

    /** Goes past the next place of a string, and returns what is before that. */
    private String upTo(String end) {
        int i = source.indexOf(end, position);
        if (i < 0) {
            throw refused("the document ends before " + end);
        }
        String before = source.substring(position, i);
        position = i + end.length();
        return before;
    }

    private static boolean isBlank(char c) {
        return Encoding.ASCII_WHITE_SPACE.indexOf(c) >= 0;
    }

    private static boolean beginsName(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c > 0x7F;
    }

    private static boolean isInName(char c) {
        return beginsName(c) || c >= '0' && c <= '9' || c == '-' || c == '.';
    }

    private boolean isAtName() {
        return !isAtEnd() && beginsName(source.charAt(position));
    }

    private String name() {
        if (!isAtName()) {
            throw refused("a name is missing");
        }
        int start = position;
        while (!isAtEnd() && isInName(source.charAt(position))) {
            position++;
        }
        return source.substring(start, position);
    }

    private void construct() {
        if (skip("<!--")) {
            upTo("-->");
        } else if (skip("<?")) {
            upTo("?>");
        } else if (skip("<![CDATA[")) {
            characters(upTo("]]>"));
        } else if (vocabulary == null && skip("<!DOCTYPE")) {
            documentType();
        } else if (skip("</")) {
            endTag();
        } else {
            position++;
            startTag();
        }
    }

    private XmlElement innermost() {
        return open.get(open.size() - 1);
    }

    private void startTag() {
        String name = name();
        Map<String, String> attributes = new HashMap<>();
        boolean isEmpty;
        for (;;) {
            skipBlanks();
            isEmpty = skip("/>");
            if (isEmpty || skip(">")) {
                break;
            }
            String attribute = name();
            skipBlanks();
            if (!skip("=")) {
                throw refused("an attribute has no value");
            }
            skipBlanks();
            attributes.putIfAbsent(attribute, literal());
        }
        if (open.isEmpty() && vocabulary != null) {
            throw refused("a second root element begins");
        }
        if (open.size() == MAX_OPEN) {
            throw refused("more than " + MAX_OPEN + " elements are open");
        }
        XmlElement parent = open.isEmpty() ? null : innermost();
        XmlElement element = new XmlElement(name, parent, key -> resolve(attributes.get(key)));
        if (parent == null) {
            vocabulary = XmlVocabulary.of(element.localName);
        }
        open.add(element);
        if (!element.leftOut) {
            vocabulary.start(element, pieces);
        }
        if (isEmpty) {
            end();
        }
    }

    private void endTag() {
        String name = name();
        skipBlanks();
        if (!skip(">")) {
            throw refused("an end tag does not end");
        }
        if (open.isEmpty() || !innermost().name.equals(name)) {
            throw refused("the element " + name + " is not the one to end");
        }
        end();
    }

    private void end() {
        XmlElement element = open.remove(open.size() - 1);
        if (!element.leftOut) {
            element.around.call(pieces);
        }
    }

    private boolean isAtLiteral() {
        return isAt('"') || isAt('\'');
    }

    private String literal() {
        if (!isAtLiteral()) {
            throw refused("a quotation mark is missing");
        }
        position++;
        return upTo(source.substring(position - 1, position));
    }

    private void characters(String characters) {
        if (!open.isEmpty()) {
            XmlElement element = innermost();
            if (!element.leftOut && element.isText) {
                pieces.add(characters, element.preformatted);
            }
        } else if (!characters.chars().allMatch(c -> isBlank((char) c))) {
            throw refused("there is text outside the root element");
        }
    }

    /** What the reference means whose {@code &} is before this position. */
    private String reference() {
        String key = key(source, position);
        String meaning = key == null ? null : meaning(key);
        if (meaning == null) {
            throw refused("a reference means nothing");
        }
        position += key.length() + 1;
        return meaning;
    }

    /** The key of a reference that begins before an offset, or null if it is none. */
    private static String key(String text, int start) {
        int end = start;
        while (end < text.length() && (isInName(text.charAt(end)) || text.charAt(end) == '#')) {
            end++;
        }
        return end < text.length() && text.charAt(end) == ';' ? text.substring(start, end) : null;
    }

    private String meaning(String key) {
        String simple = References.simple(key);
        if (simple != null) {
            return simple;
        }
        Optional<String> declared = entities.get(key);
        return declared != null ? declared.orElse(null) : References.named(key);
    }

    /** An attribute's value, in which references that mean nothing stay; null if there is none. */
    private String resolve(String value) {
        if (value == null || value.indexOf('&') < 0) {
            return value;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            String key = c == '&' ? key(value, i + 1) : null;
            String meaning = key == null ? null : meaning(key);
            if (meaning == null) {
                text.append(c);
            } else {
                text.append(meaning);
                i += key.length() + 1;
            }
        }
        return text.toString();
    }

    /** R11.15, after {@code <!DOCTYPE}. */
    private void documentType() {
        while (!skip(">")) {
            if (skip("[")) {
                internalSubset();
            } else {
                skipLiteralOrCharacter();
            }
        }
    }

    private void skipLiteralOrCharacter() {
        if (isAtLiteral()) {
            literal();
        } else {
            skipCharacter();
        }
    }

    private void skipCharacter() {
        if (isAtEnd()) {
            throw refused("the document ends in a document type");
        }
        position++;
    }

    private void internalSubset() {
        while (!skip("]")) {
            if (skip("<!--")) {
                upTo("-->");
            } else if (skip("<?")) {
                upTo("?>");
            } else if (skip("<")) {
                declaration();
            } else {
                skipCharacter();
            }
        }
    }

    private void declaration() {
        if (skip("!ENTITY")) {
            skipBlanks();
            if (isAtName()) {
                String name = name();
                skipBlanks();
                entities.putIfAbsent(name, isAtLiteral() ? entity(literal()) : Optional.empty());
            }
        }
        while (!skip(">")) {
            skipLiteralOrCharacter();
        }
    }

    /** The text that a literal gives an entity. */
    private static Optional<String> entity(String literal) {
        if (literal.codePointCount(0, literal.length()) > MAX_ENTITY || literal.indexOf('<') >= 0) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < literal.length(); i++) {
            if (literal.charAt(i) != '&') {
                text.append(literal.charAt(i));
                continue;
            }
            String key = key(literal, i + 1);
            String meaning = key == null ? null : References.simple(key);
            if (meaning == null || key.startsWith("#") && (meaning.equals("&") || meaning.equals("<"))) {
                return Optional.empty();
            }
            text.append(meaning);
            i += key.length() + 1;
        }
        return Optional.of(text.toString());
    }
}
