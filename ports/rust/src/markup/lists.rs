//! The lists of elements of chapter 11, in the order of their octets.

/// Names of elements, in order.
pub type Names = &'static [&'static str];

pub fn is_in(names: Names, name: &str) -> bool {
    names.binary_search(&name).is_ok()
}

/// R11.4
#[rustfmt::skip]
pub const LEFT_OUT: Names = &[
    "annotation", "annotation-xml", "applet", "area", "audio", "base", "basefont", "canvas",
    "datalist", "embed", "frame", "frameset", "head", "iframe", "img", "input", "link", "meta",
    "meter", "noembed", "noframes", "noscript", "object", "param", "progress", "rp", "rt",
    "rtc", "script", "select", "style", "svg", "template", "textarea", "title", "track",
    "video",
];

/// R11.7
#[rustfmt::skip]
pub const BLOCKS: Names = &[
    "address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "p",
    "plaintext", "pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul", "xmp",
];

/// R11.8
pub const PREFORMATTED: Names = &["listing", "plaintext", "pre", "xmp"];

/// R11.10
#[rustfmt::skip]
pub const HOCR: Names = &[
    "ocr_caption", "ocr_footer", "ocr_header", "ocr_line", "ocr_textfloat", "ocrx_line",
];

/// R11.17: the roots of articles and books
#[rustfmt::skip]
pub const ARTICLES: Names = &[
    "appendix", "article", "bibliography", "book", "book-part", "book-part-wrapper", "chapter",
    "colophon", "dedication", "glossary", "part", "pmc-articleset", "preface", "refentry",
    "reference", "response", "sect1", "sect2", "sect3", "sect4", "sect5", "section", "set",
    "sub-article",
];

/// R11.17: the roots of TEI
pub const TEIS: Names = &["TEI", "TEI.2", "teiCorpus"];

/// R11.18
pub const ALWAYS_LEFT_OUT: Names = &["annotation", "annotation-xml", "script", "style"];

/// R11.22
#[rustfmt::skip]
pub const OTHER_LEFT_OUT: Names = &[
    "BinaryObject", "CipherValue", "DigestValue", "EmbeddedDocumentBinaryObject", "Modulus",
    "SignatureValue", "X509CRL", "X509Certificate", "base64Binary", "binData", "binary-data",
    "binaryData",
];

/// R11.18
#[rustfmt::skip]
pub const ALWAYS_INLINE: Names = &[
    "bold", "em", "emph", "emphasis", "italic", "maction", "math", "menclose", "merror",
    "mfenced", "mfrac", "mi", "mlabeledtr", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub",
    "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "semantics",
    "strong", "sub", "subscript", "sup", "superscript", "underline",
];

/// R11.20
#[rustfmt::skip]
pub const ARTICLE_LEFT_OUT: Names = &[
    "alt", "alt-text", "colspec", "contrib-id", "graphic", "index-term", "index-term-range-end",
    "indexterm", "inline-graphic", "journal-meta", "long-desc", "object-id", "processing-meta",
    "pub-id", "refmiscinfo", "remark", "rp", "rt", "svg", "tex-math", "textobject", "titleabbrev",
];

/// R11.20: what lists `ARTICLE_KEPT`
#[rustfmt::skip]
pub const ARTICLE_METADATA: Names = &[
    "appendixinfo", "article-meta", "articleinfo", "bibliographyinfo", "blockinfo", "book-meta",
    "book-part-meta", "bookinfo", "chapterinfo", "collection-meta", "front-stub",
    "glossaryinfo", "indexinfo", "info", "objectinfo", "partinfo", "prefaceinfo",
    "refentryinfo", "referenceinfo", "refsect1info", "refsect2info", "refsect3info",
    "refsectioninfo", "refsynopsisdivinfo", "sect1info", "sect2info", "sect3info", "sect4info",
    "sect5info", "sectioninfo", "setindexinfo", "setinfo", "sidebarinfo",
];

/// R11.20
#[rustfmt::skip]
pub const ARTICLE_KEPT: Names = &[
    "abstract", "aff", "aff-alternatives", "author", "author-notes", "authorgroup",
    "book-title-group", "collab", "contrib-group", "copyright", "corpauthor", "editor",
    "kwd-group", "legalnotice", "othercredit", "subtitle", "title", "title-group",
    "trans-abstract",
];

/// R11.20
#[rustfmt::skip]
pub const ARTICLE_FIRST: Names = &[
    "aff-alternatives", "alternatives", "citation-alternatives", "collab-alternatives",
    "name-alternatives",
];

/// R11.20
#[rustfmt::skip]
pub const ARTICLE_INLINE: Names = &[
    "abbrev", "accel", "acronym", "alternatives", "anchor", "application", "chem-struct",
    "citation", "citetitle", "classname", "co", "code", "command", "computeroutput", "constant",
    "coref", "email", "envar", "errorcode", "errorname", "errortype", "exceptionname",
    "ext-link", "filename", "firstterm", "fixed-case", "footnoteref", "foreignphrase",
    "function", "glossterm", "guibutton", "guiicon", "guilabel", "hardware", "inline-formula",
    "inline-supplementary-material", "inlineequation", "inlinegraphic", "inlinemediaobject",
    "interface", "interfacename", "keycap", "keycode", "keysym", "lineannotation", "link",
    "literal", "markup", "mathphrase", "medialabel", "methodname", "milestone-end",
    "milestone-start", "monospace", "mousebutton", "named-content", "olink", "ooclass",
    "ooexception", "oointerface", "option", "optional", "overline", "parameter", "phrase",
    "private-char", "productname", "prompt", "property", "quote", "rb", "related-object",
    "replaceable", "returnvalue", "roman", "ruby", "sans-serif", "sc", "sgmltag", "strike",
    "structfield", "structname", "styled-content", "symbol", "systemitem", "tag", "target",
    "token", "trademark", "type", "ulink", "uri", "userinput", "varname", "wordasword", "x",
    "xref",
];

/// R11.20
#[rustfmt::skip]
pub const ARTICLE_PREFORMATTED: Names = &[
    "code", "literallayout", "preformat", "programlisting", "screen", "synopsis",
];

/// R11.21
#[rustfmt::skip]
pub const TEI_LEFT_OUT: Names = &[
    "del", "desc", "facsimile", "figDesc", "fw", "gap", "index", "interp", "interpGrp",
    "joinGrp", "linkGrp", "rt", "spanGrp", "standOff", "svg", "timeline",
];

/// R11.21
#[rustfmt::skip]
pub const TEI_CHOICE_KEPT: Names = &[
    "choice", "corr", "ex", "expan", "reg", "seg", "supplied", "unclear",
];

/// R11.21
pub const TEI_FIRST: Names = &["app", "choice", "rdgGrp"];

/// R11.21
#[rustfmt::skip]
pub const TEI_INLINE: Names = &[
    "abbr", "add", "addName", "am", "anchor", "app", "att", "c", "caesura", "choice", "cl",
    "code", "corr", "damage", "damageSpan", "date", "distinct", "ex", "expan", "foreign",
    "forename", "formula", "g", "genName", "geogName", "gi", "gloss", "handShift", "hi",
    "ident", "lem", "m", "measure", "mentioned", "metamark", "mod", "name", "nameLink", "num",
    "orgName", "orig", "pc", "persName", "phr", "placeName", "ptr", "q", "rb", "rdg", "rdgGrp",
    "redo", "ref", "reg", "restore", "retrace", "roleName", "rs", "ruby", "s", "said", "secl", "seg",
    "sic", "soCalled", "space", "subst", "supplied", "surname", "surplus", "tag", "term",
    "time", "title", "unclear", "undo", "val", "w",
];

/// R11.21
pub const TEI_PREFORMATTED: Names = &["eg", "egXML"];

/// R11.21
pub const TEI_MILESTONES: Names = &["cb", "gb", "lb", "milestone", "pb"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_order() {
        let lists = [
            LEFT_OUT,
            BLOCKS,
            PREFORMATTED,
            HOCR,
            ARTICLES,
            TEIS,
            ALWAYS_LEFT_OUT,
            OTHER_LEFT_OUT,
            ALWAYS_INLINE,
            ARTICLE_LEFT_OUT,
            ARTICLE_METADATA,
            ARTICLE_KEPT,
            ARTICLE_FIRST,
            ARTICLE_INLINE,
            ARTICLE_PREFORMATTED,
            TEI_LEFT_OUT,
            TEI_CHOICE_KEPT,
            TEI_FIRST,
            TEI_INLINE,
            TEI_PREFORMATTED,
            TEI_MILESTONES,
        ];
        for list in lists {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }
}
