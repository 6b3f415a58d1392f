"""R11.17 to R11.24: what is visible of the elements of each XML vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fpcheck import _html
from fpcheck._html import names
from fpcheck._visible import BLANK, JOIN, LINE_END, NOTHING, Visible

Attributes = dict[str, str]


@dataclass
class Element:
    """An open element."""

    name: str  # as it is written
    local: str
    parent: Element | None
    left_out: bool = False
    called: int = NOTHING  # for before and after it
    preformatted: bool = False
    text: bool = True  # whether character data directly in it is text
    written: int = 0  # how much was before it
    chosen: bool = False  # whether an element directly in it was not left out


Opener = Callable[[Element, Attributes, Visible], None]


# --- R11.18: vocabularies that are lists of names -------------------------------

_LEFT_OUT = names("""
    annotation annotation-xml script style""")
_INLINE = names("""
    bold em emph emphasis italic maction math menclose merror mfenced mfrac mi mlabeledtr
    mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle
    msub msubsup msup mtable mtd mtext mtr munder munderover semantics strong sub subscript
    sup superscript underline""")


@dataclass
class _Lists:
    left_out: frozenset[str] = _LEFT_OUT
    inline: frozenset[str] = _INLINE
    preformatted: frozenset[str] = frozenset()
    kept_only: dict[str, frozenset[str]] | None = None  # by the element that they are in
    first_only: frozenset[str] = frozenset()

    def __call__(self, element: Element, attributes: Attributes, out: Visible) -> None:
        name, parent = element.local, element.parent
        element.left_out = name in self.left_out
        if parent:
            kept = (self.kept_only or {}).get(parent.local)
            element.left_out |= kept is not None and name not in kept
            element.left_out |= parent.chosen and parent.local in self.first_only
        element.preformatted |= name in self.preformatted
        element.called = NOTHING if name in self.inline else LINE_END


_ARTICLE = _Lists(  # R11.20
    left_out=_LEFT_OUT | names("""
        alt alt-text colspec contrib-id graphic index-term index-term-range-end indexterm
        inline-graphic journal-meta long-desc object-id processing-meta pub-id refmiscinfo
        remark rp rt svg tex-math textobject titleabbrev"""),
    inline=_INLINE | names("""
        abbrev accel acronym alternatives anchor application chem-struct citation
        citetitle classname co code command computeroutput constant coref email envar
        errorcode errorname errortype exceptionname ext-link filename firstterm fixed-case
        footnoteref foreignphrase function glossterm guibutton guiicon guilabel hardware
        inline-formula inline-supplementary-material inlineequation inlinegraphic
        inlinemediaobject interface interfacename keycap keycode keysym lineannotation
        link literal markup mathphrase medialabel methodname milestone-end milestone-start
        monospace mousebutton named-content olink ooclass ooexception oointerface option
        optional overline parameter phrase private-char productname prompt property quote rb
        related-object replaceable returnvalue roman ruby sans-serif sc sgmltag strike
        structfield structname styled-content symbol systemitem tag target token trademark
        type ulink uri userinput varname wordasword x xref"""),
    preformatted=names("code literallayout preformat programlisting screen synopsis"),
    kept_only=dict.fromkeys(
        names("""
            appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta
            book-part-meta bookinfo chapterinfo collection-meta front-stub
            glossaryinfo indexinfo info objectinfo partinfo prefaceinfo refentryinfo
            referenceinfo refsect1info refsect2info refsect3info refsectioninfo
            refsynopsisdivinfo sect1info sect2info sect3info sect4info sect5info
            sectioninfo setindexinfo setinfo sidebarinfo"""),
        names("""
            abstract aff aff-alternatives author author-notes authorgroup
            book-title-group collab contrib-group copyright corpauthor editor
            kwd-group legalnotice othercredit subtitle title title-group
            trans-abstract""")),
    first_only=names("""
        aff-alternatives alternatives citation-alternatives collab-alternatives
        name-alternatives"""),
)

_TEI_LISTS = _Lists(  # R11.21
    left_out=_LEFT_OUT | names("""
        del desc facsimile figDesc fw gap index interp interpGrp joinGrp linkGrp rt spanGrp
        standOff svg timeline"""),
    inline=_INLINE | names("""
        abbr add addName am anchor app att c caesura choice cl code corr damage damageSpan
        date distinct ex expan foreign forename formula g genName geogName gi gloss
        handShift hi ident lem m measure mentioned metamark mod name nameLink num orgName
        orig pc persName phr placeName ptr q rb rdg rdgGrp redo ref reg restore retrace
        roleName rs ruby s said secl seg sic soCalled space subst supplied surname surplus tag
        term time title unclear undo val w"""),
    preformatted=names("eg egXML"),
    kept_only={
        "teiHeader": names("fileDesc profileDesc"),
        "fileDesc": names("titleStmt"),
        "titleStmt": names("author title"),
        "profileDesc": names("abstract"),
        "choice": names("choice corr ex expan reg seg supplied unclear"),
    },
    first_only=names("app choice rdgGrp"),
)
_BREAKS = names("cb gb lb milestone pb")


def _tei(element: Element, attributes: Attributes, out: Visible) -> None:
    _TEI_LISTS(element, attributes, out)
    if element.local in _BREAKS and attributes.get("break") == "no":
        element.called = JOIN


_other = _Lists(  # R11.22
    left_out=_LEFT_OUT | names("""
        base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue
        EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL"""))


# --- The others -------------------------------------------------------------------

def _xhtml(element: Element, attributes: Attributes, out: Visible) -> None:  # R11.19
    element.left_out = _html.left_out(element.local, attributes)
    element.preformatted |= element.local in _html.PREFORMATTED
    if _html.is_line(element.local, attributes):
        element.called = LINE_END


class _Alto:  # R11.23
    def __init__(self) -> None:
        self._whole = False  # the last String gave its SUBS_CONTENT

    def __call__(self, element: Element, attributes: Attributes, out: Visible) -> None:
        element.text = False
        if element.local == "TextLine":
            element.called = LINE_END
        elif element.local == "SP":
            element.called = BLANK
        elif element.local == "HYP":
            if not self._whole:
                out.call(JOIN)
                out.add("-")
        elif element.local == "String":
            element.called = BLANK
            content, part = attributes.get("CONTENT", ""), attributes.get("SUBS_TYPE")
            whole = attributes.get("SUBS_CONTENT")
            self._whole = bool(whole) and part == "HypPart1"
            if whole and part == "HypPart1":
                content = whole
            elif whole and part == "HypPart2":
                content = ""
            out.call(BLANK)
            out.add(content)


def _page(element: Element, attributes: Attributes, out: Visible) -> None:  # R11.24
    name, parent = element.local, element.parent
    element.text = name == "Unicode" or parent is not None and parent.text
    element.preformatted = element.text
    element.left_out = name == "Glyph" or (
        name == "TextEquiv" and parent is not None and out.written > parent.written)
    if name in ("TextLine", "TextRegion"):
        element.called = LINE_END
    elif name == "Word":
        element.called = BLANK


_ARTICLES = names("""
    appendix article bibliography book book-part book-part-wrapper chapter colophon dedication
    glossary part pmc-articleset preface refentry reference response sect1 sect2 sect3 sect4
    sect5 section set sub-article""")


def vocabulary(root: str) -> Opener:
    """R11.17: what the local name of the root element says."""
    if root == "html":
        return _xhtml
    if root in _ARTICLES:
        return _ARTICLE
    if root in ("TEI", "TEI.2", "teiCorpus"):
        return _tei
    if root == "alto":
        return _Alto()
    return _page if root == "PcGts" else _other
