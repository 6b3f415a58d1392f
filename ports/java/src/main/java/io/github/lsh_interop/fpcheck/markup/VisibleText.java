package io.github.lsh_interop.fpcheck.markup;

import io.github.lsh_interop.fpcheck.Scheme;

/**
 * The words that a reader of a page is shown (chapter 11), for {@link Scheme#sum(CharSequence)} and
 * others to take.
 *
 * @param text the visible text
 * @param encoding the name of the encoding that was found, as in the Encoding Standard but in lower
 *     case: {@code windows-1252}
 */
public record VisibleText(String text, String encoding) {
    /**
     * The visible text of an HTML document whose transport declared no charset.
     *
     * @param octets the document
     * @return the text, and the encoding that was found
     * @throws MarkupException if it nests too many elements (R11.3)
     * @throws IllegalStateException if the tree builder, nu.validator:htmlparser, is not there
     */
    public static VisibleText ofHtml(byte[] octets) {
        return ofHtml(octets, "");
    }

    /**
     * The visible text of an HTML document.
     *
     * @param octets the document
     * @param charset the charset that its transport declared; null, an empty string and a charset that
     *     the Encoding Standard does not know mean none
     * @return the text, and the encoding that was found
     * @throws MarkupException if it nests too many elements (R11.3)
     * @throws IllegalStateException if the tree builder, nu.validator:htmlparser, is not there
     */
    public static VisibleText ofHtml(byte[] octets, String charset) {
        Sniffer.Found found = Sniffer.html(octets, orNone(charset));
        try {
            HtmlReader reader = HtmlReader.of(found.decode(octets));
            Encoding declared = found.tentative() ? reader.declared().orElse(found.encoding()) : found.encoding();
            if (declared != found.encoding()) {
                reader = HtmlReader.of(declared.decode(octets, 0));
            }
            return new VisibleText(reader.text(), declared.label());
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException("to read HTML takes nu.validator:htmlparser 1.4.16", e);
        }
    }

    /**
     * The visible text of an XML document whose transport declared no charset.
     *
     * @param octets the document
     * @return the text, and the encoding that was found
     * @throws MarkupException if it is refused (R11.16)
     */
    public static VisibleText ofXml(byte[] octets) {
        return ofXml(octets, "");
    }

    /**
     * The visible text of an XML document: of XHTML, articles and books in JATS and DocBook, TEI, ALTO,
     * PAGE and any other.
     *
     * @param octets the document
     * @param charset the charset that its transport declared; null, an empty string and a charset that
     *     the Encoding Standard does not know mean none
     * @return the text, and the encoding that was found
     * @throws MarkupException if it is refused (R11.16)
     */
    public static VisibleText ofXml(byte[] octets, String charset) {
        Sniffer.Found found = Sniffer.xml(octets, orNone(charset));
        return new VisibleText(XmlReader.read(found.decode(octets)), found.encoding().label());
    }

    private static String orNone(String charset) {
        return charset == null ? "" : charset;
    }
}
