"""R11.3 to R11.7 and R11.10: the tree of an HTML document, by lexbor, and what of it is visible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fpcheck._visible import LINE_END, Visible

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

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


def visible(string: str) -> str:
    """The visible text of the characters of an HTML document."""
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as error:
        raise ImportError("HTML needs selectolax: pip install fpcheck[html]") from error
    out = Visible()
    preformatted = 0
    closing: list[tuple[bool, bool]] = []  # of each open element: is it a line, preformatted
    parser = LexborHTMLParser(string)
    node: LexborNode | None = parser.root
    # Down and up by hand: documents nest deeper than Python calls.
    while node is not None:
        name, child = node.tag or "", None
        if name == "-text":
            out.add(node.text_content or "", preformatted > 0)
        elif node.is_element_node:
            attributes = node.attributes
            if not left_out(name, attributes):
                line, pre = is_line(name, attributes), name in PREFORMATTED
                if line:
                    out.call(LINE_END)
                child = node.first_child
                if child is not None:
                    preformatted += pre
                    closing.append((line, pre))
        while child is None and closing:
            child = node.next
            if child is None:
                node = node.parent
                assert node is not None
                line, pre = closing.pop()
                preformatted -= pre
                if line:
                    out.call(LINE_END)
        node = child
    return out.text()
