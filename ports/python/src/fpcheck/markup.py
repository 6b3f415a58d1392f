r"""Chapter 11: the visible text of HTML and XML, and chapter 11a: the main text of HTML.

    >>> from fpcheck import markup
    >>> markup.xml(b"<a>caf&eacute;<b>\xC3\x89</b></a>")
    Visible(text='café\nÉ', encoding='utf-8')

`html` needs the extra `fpcheck[html]` in the pure implementation. The rest of the package takes
text as UTF-8:
`fpcheck.SM1.sum(markup.xml(octets).text.encode())`.
"""

from __future__ import annotations

from typing import NamedTuple

from fpcheck._errors import MalformedDocument
from fpcheck._implementation import core
from fpcheck._octets import Octets, only_octets

__all__ = ["MalformedDocument", "Visible", "html", "main_text", "xml"]


class Visible(NamedTuple):
    """The visible text of a document, and the encoding that it was in."""

    text: str
    encoding: str


def html(octets: Octets, charset: str | None = None) -> Visible:
    """The visible text of an HTML document (R11.1 to R11.10).

    A document is bytes, since it names its encoding itself: a `str` raises TypeError.
    `charset` is what the transport declares, as the parameter of a Content-Type does; it may be
    anything. Raises MalformedDocument if more than 512 elements are in one another, and, in the
    pure implementation, ImportError without the extra `fpcheck[html]`.
    """
    return Visible(*core.html(_document(octets), _sent(charset)))


def xml(octets: Octets, charset: str | None = None) -> Visible:
    """The visible text of an XML document (R11.11 to R11.24): XHTML, JATS, BITS, DocBook, TEI,
    ALTO, PAGE or any other.

    The document and `charset` are as for `html`. Raises MalformedDocument for what R11.16 refuses.
    """
    return Visible(*core.xml(_document(octets), _sent(charset)))


def main_text(octets: Octets, charset: str | None = None) -> Visible:
    """The main text of an HTML document: the lines of its visible text without menus, teasers,
    captions and footers (R11.25 to R11.35, a draft). If no line seems to be of an article, it is
    the visible text.

    The document, `charset` and MalformedDocument are as for `html`. The native core alone does
    this: raises ImportError in the pure implementation.
    """
    return Visible(*core.main_text(_document(octets), _sent(charset)))


def _document(octets: Octets) -> bytes:
    return only_octets(octets, "a document of markup",
                       "encode it, and give its encoding as charset")


def _sent(charset: str | None) -> str | None:
    """A label as it can be sent: none has a surrogate or U+0000 in it."""
    if charset is None:
        return None
    if not isinstance(charset, str):
        kind = type(charset).__name__
        raise TypeError(f"a charset is a str such as 'windows-1252', not {kind}")
    return str.encode(charset, errors="replace").decode().replace("\0", "?")
