"""R11.3 to R11.7 and R11.10: the tree of an HTML document, by lexbor, and what of it is visible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fpcheck import _sniff
from fpcheck._errors import MalformedDocument
from fpcheck._visible import LINE_END, Visible

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

Attributes = Mapping[str, str | None]


def names(names: str) -> frozenset[str]:
    return frozenset(names.split())


LEFT_OUT = names(  # R11.4
    """annotation annotation-xml applet area audio base basefont canvas datalist embed frame
    frameset head iframe img input link meta meter noembed noframes noscript object param progress
    rp rt rtc script select style svg template textarea title track video""")
BLOCKS = names(  # R11.7
    """address article aside blockquote body br button caption center col colgroup dd details
    dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr
    html legend li listing main menu nav ol p plaintext pre search section summary table tbody td
    tfoot th thead tr ul xmp""")
PREFORMATTED = names("pre listing plaintext xmp")  # R11.8
_HOCR = names("ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line")  # R11.10
_MAX_DEPTH = 512  # R11.3 lets a document of more be refused, as the native core does
_BLANKS = re.compile("[\t\n\f\r ]+")


def left_out(name: str, attributes: Attributes) -> bool:
    """R11.4 and R11.5."""
    return name in LEFT_OUT or "hidden" in attributes or (
        name == "dialog" and "open" not in attributes)


def is_line(name: str, attributes: Attributes) -> bool:
    """R11.7 and R11.10: whether an element calls for line ends."""
    if name in BLOCKS:
        return True
    classes = attributes.get("class")
    return bool(classes) and not _HOCR.isdisjoint(_BLANKS.split(classes or ""))


def tree(string: str) -> LexborHTMLParser:
    """The tree of the characters of an HTML document."""
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as error:
        raise ImportError("HTML needs selectolax: pip install fpcheck[html]") from error
    return LexborHTMLParser(string)


def declared(parser: LexborHTMLParser) -> str | None:
    """R11.1: the encoding that the head declares. The content of a template is no child of it."""
    for node in parser.head.iter() if parser.head else ():
        for one in (node, *node.iter()):
            if one.tag == "meta" and (name := _sniff.declared(one.attributes)):
                return name
    return None


def visible(parser: LexborHTMLParser) -> str:
    """The visible text of a tree."""
    out = Visible()
    hidden = preformatted = 0
    # Of each open element: is it left out, a line, preformatted.
    closing: list[tuple[bool, bool, bool]] = []
    node: LexborNode | None = parser.root
    # Down and up by hand: documents nest deeper than Python calls.
    while node is not None:
        name, child = node.tag or "", None
        if name == "-text":
            if not hidden:
                out.add(node.text_content or "", preformatted > 0)
        elif node.is_element_node:
            if len(closing) == _MAX_DEPTH:
                raise MalformedDocument(f"more than {_MAX_DEPTH} elements are in one another")
            out_here = line = False
            if not hidden:
                attributes = node.attributes
                out_here = left_out(name, attributes)
                line = not out_here and is_line(name, attributes)
            if line:
                out.call(LINE_END)
            child = node.first_child
            if child is not None:
                pre = name in PREFORMATTED
                hidden += out_here
                preformatted += pre
                closing.append((out_here, line, pre))
        while child is None and closing:
            child = node.next
            if child is None:
                node = node.parent
                assert node is not None
                out_here, line, pre = closing.pop()
                hidden -= out_here
                preformatted -= pre
                if line:
                    out.call(LINE_END)
        node = child
    return out.text()
