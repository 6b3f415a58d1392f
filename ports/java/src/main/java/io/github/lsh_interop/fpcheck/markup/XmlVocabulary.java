package io.github.lsh_interop.fpcheck.markup;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the elements of XML documents mean for their text: R11.17 to R11.24. */
abstract class XmlVocabulary {
    private static final Set<String> BOOKS = names("""
            appendix article bibliography book book-part book-part-wrapper chapter colophon dedication
            glossary part pmc-articleset preface refentry reference response sect1 sect2 sect3 sect4 sect5
            section set sub-article""");

    /** That of a root element (R11.17). */
    static XmlVocabulary of(String root) {
        return switch (root) {
            case "html" -> new Xhtml();
            case "TEI", "TEI.2", "teiCorpus" -> new Tei();
            case "alto" -> new Alto();
            case "PcGts" -> new Page();
            default -> BOOKS.contains(root) ? Lists.BOOKS : Lists.OTHERS;
        };
    }

    /**
     * Says of an element that has begun, and is not within one that is left out, whether it is left out
     * itself, and what is text in it; and calls for what it calls for.
     */
    abstract void start(XmlElement element, Pieces pieces);

    private static Set<String> names(String... lists) {
        Set<String> names = new HashSet<>();
        for (String list : lists) {
            names.addAll(Set.of(list.strip().split("\\s+"))); // which finds a name listed twice
        }
        return Set.copyOf(names);
    }

    /** R11.19. */
    private static final class Xhtml extends XmlVocabulary {
        @Override
        void start(XmlElement element, Pieces pieces) {
            HtmlKind kind = HtmlKind.of(element.localName);
            element.leftOut = kind.isLeftOut(element.hasAttribute("hidden"), element.hasAttribute("open"));
            if (element.leftOut) {
                return;
            }
            element.preformatted |= kind == HtmlKind.PREFORMATTED;
            if (kind.isBlock || HtmlKind.isOcrLine(element.attribute("class"))) {
                element.around = XmlElement.Call.LINE_END;
                pieces.callForLineEnd();
            }
        }
    }

    /** R11.18, with the lists of R11.20 to R11.22. */
    private static class Lists extends XmlVocabulary {
        static final String LEFT_OUT = "annotation annotation-xml script style";
        static final String BASE64 = """
                base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue
                EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL""";
        static final String INLINE = """
                bold em emph emphasis italic maction math menclose merror mfenced mfrac mi mlabeledtr
                mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub
                msubsup msup mtable mtd mtext mtr munder munderover semantics strong sub subscript sup
                superscript underline""";

        static final XmlVocabulary OTHERS =
                new Lists(names(LEFT_OUT, BASE64), Map.of(), Set.of(), names(INLINE), Set.of());
        static final XmlVocabulary BOOKS = books();

        private final Set<String> leftOut;
        private final Map<String, Set<String>> keptOnly;
        private final Set<String> firstOnly;
        private final Set<String> inline;
        private final Set<String> preformatted;

        Lists(
                Set<String> leftOut,
                Map<String, Set<String>> keptOnly,
                Set<String> firstOnly,
                Set<String> inline,
                Set<String> preformatted) {
            this.leftOut = leftOut;
            this.keptOnly = keptOnly;
            this.firstOnly = firstOnly;
            this.inline = inline;
            this.preformatted = preformatted;
        }

        @Override
        void start(XmlElement element, Pieces pieces) {
            XmlElement parent = element.parent;
            element.leftOut = leftOut.contains(element.localName) || parent != null && isLeftOutIn(parent, element);
            if (element.leftOut) {
                return;
            }
            if (parent != null) {
                parent.hasElement = true;
            }
            element.preformatted |= preformatted.contains(element.localName);
            element.around = around(element);
            element.around.call(pieces);
        }

        XmlElement.Call around(XmlElement element) {
            return inline.contains(element.localName) ? XmlElement.Call.NOTHING : XmlElement.Call.LINE_END;
        }

        private boolean isLeftOutIn(XmlElement parent, XmlElement element) {
            Set<String> kept = keptOnly.get(parent.localName);
            return kept != null && !kept.contains(element.localName)
                    || parent.hasElement && firstOnly.contains(parent.localName);
        }

        private static XmlVocabulary books() {
            Set<String> kept = names("""
                    abstract aff aff-alternatives author author-notes authorgroup book-title-group collab
                    contrib-group copyright corpauthor editor kwd-group legalnotice othercredit subtitle title
                    title-group trans-abstract""");
            Map<String, Set<String>> keptOnly = new HashMap<>();
            for (String parent : names("""
                    appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta book-part-meta
                    bookinfo chapterinfo collection-meta front-stub glossaryinfo indexinfo info objectinfo partinfo
                    prefaceinfo refentryinfo referenceinfo refsect1info refsect2info refsect3info refsectioninfo
                    refsynopsisdivinfo sect1info sect2info sect3info sect4info sect5info sectioninfo setindexinfo
                    setinfo sidebarinfo""")) {
                keptOnly.put(parent, kept);
            }
            return new Lists(
                    names(LEFT_OUT, """
                        alt alt-text colspec contrib-id graphic index-term index-term-range-end indexterm
                        inline-graphic journal-meta long-desc object-id processing-meta pub-id refmiscinfo remark rp rt svg
                        tex-math textobject titleabbrev"""),
                    keptOnly,
                    names("""
                        aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives"""),
                    names(INLINE, """
                        abbrev accel acronym alternatives anchor application chem-struct citation citetitle classname
                        co code command computeroutput constant coref email envar errorcode errorname errortype
                        exceptionname ext-link filename firstterm fixed-case footnoteref foreignphrase function
                        glossterm guibutton guiicon guilabel hardware inline-formula inline-supplementary-material
                        inlineequation inlinegraphic inlinemediaobject interface interfacename keycap keycode keysym
                        lineannotation link literal markup mathphrase medialabel methodname milestone-end
                        milestone-start monospace mousebutton named-content olink ooclass ooexception oointerface
                        option optional overline parameter phrase private-char productname prompt property quote rb
                        related-object replaceable returnvalue roman ruby sans-serif sc sgmltag strike structfield
                        structname styled-content symbol systemitem tag target token trademark type ulink uri userinput
                        varname wordasword x xref"""),
                    names("code literallayout preformat programlisting screen synopsis"));
        }
    }

    /** R11.21. */
    private static final class Tei extends Lists {
        private static final Set<String> BREAKS = Set.of("cb", "gb", "lb", "milestone", "pb");

        Tei() {
            super(
                    names(LEFT_OUT, """
                        del desc facsimile figDesc fw gap index interp interpGrp joinGrp linkGrp rt spanGrp standOff svg
                        timeline"""),
                    Map.of(
                            "teiHeader", names("fileDesc profileDesc"),
                            "fileDesc", names("titleStmt"),
                            "titleStmt", names("author title"),
                            "profileDesc", names("abstract"),
                            "choice", names("choice corr ex expan reg seg supplied unclear")),
                    names("app choice rdgGrp"),
                    names(INLINE, """
                        abbr add addName am anchor app att c caesura choice cl code corr damage damageSpan date
                        distinct ex expan foreign forename formula g genName geogName gi gloss handShift hi ident lem m
                        measure mentioned metamark mod name nameLink num orgName orig pc persName phr placeName ptr q rb
                        rdg rdgGrp redo ref reg restore retrace roleName rs ruby s said secl seg sic soCalled space subst
                        supplied surname surplus tag term time title unclear undo val w"""),
                    names("eg egXML"));
        }

        @Override
        XmlElement.Call around(XmlElement element) {
            boolean isInWord = BREAKS.contains(element.localName) && element.attribute("break").equals("no");
            return isInWord ? XmlElement.Call.JOIN : super.around(element);
        }
    }

    /** R11.23. */
    private static final class Alto extends XmlVocabulary {
        /** Whether the last String gave its SUBS_CONTENT. */
        private boolean isWhole;

        @Override
        void start(XmlElement element, Pieces pieces) {
            element.isText = false;
            switch (element.localName) {
                case "TextLine" -> element.around = XmlElement.Call.LINE_END;
                case "String", "SP" -> element.around = XmlElement.Call.BLANK;
                default -> {}
            }
            element.around.call(pieces);
            if (element.localName.equals("String")) {
                pieces.add(content(element), false);
            } else if (element.localName.equals("HYP") && !isWhole) {
                pieces.join();
                pieces.add("-", false);
            }
        }

        private String content(XmlElement string) {
            String whole = string.attribute("SUBS_CONTENT");
            String type = whole.isEmpty() ? "" : string.attribute("SUBS_TYPE");
            isWhole = type.equals("HypPart1");
            return isWhole ? whole : type.equals("HypPart2") ? "" : string.attribute("CONTENT");
        }
    }

    /** R11.24. */
    private static final class Page extends XmlVocabulary {
        @Override
        void start(XmlElement element, Pieces pieces) {
            element.written = pieces.length();
            element.isText &= element.parent != null;
            switch (element.localName) {
                case "Unicode" -> {
                    element.isText = true;
                    element.preformatted = true;
                }
                case "Glyph" -> element.leftOut = true;
                case "TextEquiv" -> element.leftOut =
                        element.parent != null && pieces.length() > element.parent.written;
                case "TextLine", "TextRegion" -> element.around = XmlElement.Call.LINE_END;
                case "Word" -> element.around = XmlElement.Call.BLANK;
                default -> {}
            }
            element.around.call(pieces);
        }
    }
}
