package io.github.lsh_interop.fpcheck.markup;

import java.util.Optional;
import nu.validator.htmlparser.common.TokenHandler;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import nu.validator.htmlparser.impl.AttributeName;
import nu.validator.htmlparser.impl.ElementName;
import nu.validator.htmlparser.impl.HtmlAttributes;
import nu.validator.htmlparser.impl.Tokenizer;
import nu.validator.htmlparser.impl.TreeBuilder;
import nu.validator.htmlparser.impl.UTF16Buffer;
import org.xml.sax.SAXException;

/**
 * The visible text of an HTML document that is decoded: R11.3 to R11.10. The only class that knows
 * nu.validator:htmlparser, which may be missing.
 */
final class HtmlReader {
    /** More open elements the tree builder would not nest, but put side by side. */
    private static final int MAX_OPEN = 512;

    /** The parser copies what it is given, so it is given that much at a time. */
    private static final int BUFFER = 1 << 16;

    static {
        // With -ea, the tokenizer throws after an unknown reference, as in &xx<p>. It asserts that a buffer is empty,
        // and then empties it.
        Tokenizer.class.getClassLoader().setClassAssertionStatus(Tokenizer.class.getName(), false);
    }

    private final Element root;
    private final Pieces pieces = new Pieces();
    /** How many elements the walk is in within which line ends count. */
    private int preformatted;

    private HtmlReader(Element root) {
        this.root = root;
    }

    static HtmlReader of(String source) {
        Builder builder = new Builder();
        builder.setIgnoringComments(false); // they separate the characters before and after them in tables
        builder.setScriptingEnabled(false);
        builder.setNamePolicy(XmlViolationPolicy.ALLOW);
        Handler handler = new Handler(builder);
        Tokenizer tokenizer = new Tokenizer(handler);
        tokenizer.setContentSpacePolicy(XmlViolationPolicy.ALLOW);
        tokenizer.setContentNonXmlCharPolicy(XmlViolationPolicy.ALLOW);
        tokenizer.setCommentPolicy(XmlViolationPolicy.ALLOW);
        tokenizer.setXmlnsPolicy(XmlViolationPolicy.ALLOW);
        tokenizer.setNamePolicy(XmlViolationPolicy.ALLOW);
        try {
            tokenizer.start();
            tokenize(tokenizer, source);
            if (source.endsWith("&#")) {
                // At the end of a document, it takes the digits of the reference before for this one's.
                handler.ending = true;
                tokenize(tokenizer, "\0");
            }
            tokenizer.eof();
            tokenizer.end();
        } catch (SAXException e) {
            throw new MarkupException(e.getMessage());
        }
        return new HtmlReader(builder.root);
    }

    /** R11.1: the encoding that the head declares. */
    Optional<Encoding> declared() {
        for (Node head = root.first; head != null; head = head.next) {
            if (head instanceof Element element && element.name.equals("head")) {
                return declaredIn(element);
            }
        }
        return Optional.empty();
    }

    private static Optional<Encoding> declaredIn(Element parent) {
        for (Node node = parent.first; node != null; node = node.next) {
            if (node instanceof Element element) {
                Optional<Encoding> found = element.name.equals("noscript") ? declaredIn(element) : element.declared;
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    String text() {
        walk();
        return pieces.toString();
    }

    private static void tokenize(Tokenizer tokenizer, String source) throws SAXException {
        char[] chars = new char[Math.min(BUFFER, source.length())];
        UTF16Buffer buffer = new UTF16Buffer(chars, 0, 0);
        boolean afterReturn = false;
        for (int start = 0; start < source.length(); start += chars.length) {
            int end = Math.min(start + chars.length, source.length());
            source.getChars(start, end, chars, 0);
            buffer.setStart(0);
            buffer.setEnd(end - start);
            while (buffer.hasMore()) {
                buffer.adjust(afterReturn); // U+000A after U+000D is passed over
                afterReturn = buffer.hasMore() && tokenizer.tokenizeBuffer(buffer);
            }
        }
    }

    private void walk() {
        for (Node node = root; node != null; ) {
            Node following = enter(node);
            if (following == null) {
                leave(node);
                while (node.next == null && node.parent != null) {
                    node = node.parent;
                    leave(node);
                }
                following = node.next;
            }
            node = following;
        }
    }

    /** Returns the first child, if there is one to go on with. */
    private Node enter(Node node) {
        if (node instanceof Text text) {
            pieces.add(text.characters, preformatted > 0);
            return null;
        }
        Element element = (Element) node;
        if (element.isLeftOut()) {
            return null;
        }
        if (element.isBlock()) {
            pieces.callForLineEnd();
        }
        if (element.kind == HtmlKind.PREFORMATTED) {
            preformatted++;
        }
        return element.first;
    }

    private void leave(Node node) {
        if (!(node instanceof Element element) || element.isLeftOut()) {
            return;
        }
        if (element.isBlock()) {
            pieces.callForLineEnd();
        }
        if (element.kind == HtmlKind.PREFORMATTED) {
            preformatted--;
        }
    }

    private abstract static class Node {
        Element parent;
        Node previous;
        Node next;

        void detach() {
            if (parent == null) {
                return;
            }
            if (previous == null) {
                parent.first = next;
            } else {
                previous.next = next;
            }
            if (next == null) {
                parent.last = previous;
            } else {
                next.previous = previous;
            }
            parent = null;
            previous = null;
            next = null;
        }
    }

    private static final class Text extends Node {
        final String characters;

        Text(char[] buffer, int start, int length) {
            characters = new String(buffer, start, length);
        }
    }

    private static final class Element extends Node {
        final String name;
        final HtmlKind kind;
        /** R11.1, of a meta. */
        final Optional<Encoding> declared;

        private boolean hidden;
        private boolean open;
        private String classes;
        Node first;
        Node last;

        Element(String name, HtmlAttributes attributes) {
            this.name = name;
            kind = HtmlKind.of(name);
            declared = name.equals("meta")
                    ? Sniffer.declared(
                            attributes.getValue(AttributeName.CHARSET),
                            attributes.getValue(AttributeName.HTTP_EQUIV),
                            attributes.getValue(AttributeName.CONTENT))
                    : Optional.empty();
            add(attributes);
        }

        void add(HtmlAttributes attributes) {
            hidden |= attributes.getIndex(AttributeName.HIDDEN) >= 0;
            open |= attributes.getIndex(AttributeName.OPEN) >= 0;
            if (classes == null) {
                classes = attributes.getValue(AttributeName.CLASS);
            }
        }

        boolean isLeftOut() {
            return kind.isLeftOut(hidden, open);
        }

        boolean isBlock() {
            return kind.isBlock || classes != null && HtmlKind.isOcrLine(classes);
        }

        /** Puts a node before a child, or at the end. */
        void insert(Node node, Node before) {
            node.detach();
            node.parent = this;
            node.next = before;
            node.previous = before == null ? last : before.previous;
            if (node.previous == null) {
                first = node;
            } else {
                node.previous.next = node;
            }
            if (before == null) {
                last = node;
            } else {
                before.previous = node;
            }
        }
    }

    /** The parser's tree builder, with a tree of no more than is needed. */
    private static final class Builder extends TreeBuilder<Element> {
        Element root;
        /** The element last pushed. */
        Element pushed;

        int paragraphsEnded;

        @Override
        protected Element createElement(String ns, String name, HtmlAttributes attributes, Element parent) {
            return new Element(name, attributes);
        }

        @Override
        protected Element createHtmlElementSetAsRoot(HtmlAttributes attributes) {
            root = new Element("html", attributes);
            return root;
        }

        @Override
        protected void elementPopped(String ns, String name, Element node) {
            if (name.equals("p")) {
                paragraphsEnded++;
            }
        }

        @Override
        protected void elementPushed(String ns, String name, Element node) throws SAXException {
            pushed = node;
            if (getStackLength() > MAX_OPEN) {
                throw new SAXException("more than " + MAX_OPEN + " elements are open");
            }
        }

        @Override
        protected void detachFromParent(Element element) {
            element.detach();
        }

        @Override
        protected boolean hasChildren(Element element) {
            return element.first != null;
        }

        @Override
        protected void appendElement(Element child, Element parent) {
            parent.insert(child, null);
        }

        @Override
        protected void appendChildrenToNewParent(Element old, Element parent) {
            while (old.first != null) {
                parent.insert(old.first, null);
            }
        }

        private static void insertFosterParented(Node child, Element table, Element stackParent) {
            if (table.parent != null) {
                table.parent.insert(child, table);
            } else {
                stackParent.insert(child, null);
            }
        }

        @Override
        protected void insertFosterParentedChild(Element child, Element table, Element stackParent) {
            insertFosterParented(child, table, stackParent);
        }

        @Override
        protected Element createAndInsertFosterParentedElement(
                String ns, String name, HtmlAttributes attributes, Element table, Element stackParent) {
            Element child = new Element(name, attributes);
            insertFosterParented(child, table, stackParent);
            return child;
        }

        @Override
        protected void insertFosterParentedCharacters(
                char[] buffer, int start, int length, Element table, Element stackParent) {
            insertFosterParented(new Text(buffer, start, length), table, stackParent);
        }

        @Override
        protected void appendCharacters(Element parent, char[] buffer, int start, int length) {
            parent.insert(new Text(buffer, start, length), null);
        }

        @Override
        protected void appendComment(Element parent, char[] buffer, int start, int length) {}

        @Override
        protected void appendCommentToDocument(char[] buffer, int start, int length) {}

        @Override
        protected void addAttributesToElement(Element element, HtmlAttributes attributes) {
            element.add(attributes);
        }
    }

    /** Hands tokens on to the tree builder, changed where it would not do as the Standard says. */
    private static final class Handler implements TokenHandler {
        private final Builder builder;
        /** Whether what is read is no more of the document, but a U+0000 after it. */
        boolean ending;

        Handler(Builder builder) {
            this.builder = builder;
        }

        /** The element {@code search} is younger than the tree builder; {@code hgroup} is treated alike. */
        private static ElementName known(ElementName name) {
            return "search".equals(name.getName()) ? ElementName.HGROUP : name;
        }

        @Override
        public void startTag(ElementName name, HtmlAttributes attributes, boolean selfClosing) throws SAXException {
            builder.startTag(known(name), attributes, selfClosing);
        }

        @Override
        public void endTag(ElementName name) throws SAXException {
            if (name == ElementName.BR) { // "act as if it was a start tag", which rules framesets out
                builder.startTag(name, HtmlAttributes.EMPTY_ATTRIBUTES, false);
                return;
            }
            if (name == ElementName.P && builder.cdataSectionAllowed()) {
                // It would leave foreign content altogether; a start tag leaves it as it should. If that
                // closed a p, it was that to end, and the new one is not to call for anything.
                int ended = builder.paragraphsEnded;
                builder.startTag(name, HtmlAttributes.EMPTY_ATTRIBUTES, false);
                builder.pushed.hidden |= builder.paragraphsEnded > ended;
            }
            builder.endTag(known(name));
        }

        @Override
        public void startTokenization(Tokenizer self) throws SAXException {
            builder.startTokenization(self);
        }

        @Override
        public boolean wantsComments() {
            return builder.wantsComments();
        }

        @Override
        public void doctype(String name, String publicIdentifier, String systemIdentifier, boolean forceQuirks)
                throws SAXException {
            builder.doctype(name, publicIdentifier, systemIdentifier, forceQuirks);
        }

        @Override
        public void comment(char[] buffer, int start, int length) throws SAXException {
            builder.comment(buffer, start, length);
        }

        @Override
        public void characters(char[] buffer, int start, int length) throws SAXException {
            if (ending && length == 1 && (buffer[start] == 0 || buffer[start] == 0xFFFD)) {
                return;
            }
            // Of characters after a blank it would not see that they rule framesets out.
            int blanks = 0;
            while (blanks < length && Encoding.ASCII_WHITE_SPACE.indexOf(buffer[start + blanks]) >= 0) {
                blanks++;
            }
            if (blanks > 0) {
                builder.characters(buffer, start, blanks);
            }
            if (blanks < length) {
                builder.characters(buffer, start + blanks, length - blanks);
            }
        }

        @Override
        public void zeroOriginatingReplacementCharacter() throws SAXException {
            if (!ending) {
                builder.zeroOriginatingReplacementCharacter();
            }
        }

        @Override
        public void eof() throws SAXException {
            builder.eof();
        }

        @Override
        public void endTokenization() throws SAXException {
            builder.endTokenization();
        }

        @Override
        public boolean cdataSectionAllowed() throws SAXException {
            return builder.cdataSectionAllowed();
        }

        @Override
        public void ensureBufferSpace(int length) throws SAXException {
            builder.ensureBufferSpace(length);
        }
    }
}
