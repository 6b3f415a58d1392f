"""R11.1: which encoding a document is in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fpcheck._encodings import encoding

_MARKS = {b"\xEF\xBB\xBF": "utf-8", b"\xFE\xFF": "utf-16be", b"\xFF\xFE": "utf-16le"}
_PRESCAN = 1024

_SPACE = b"\t\n\f\r "
_META = re.compile(rb"<meta[\t\n\f\r /]", re.I)
_TAG = re.compile(rb"</?[A-Za-z]")
_TAG_NAME_END = re.compile(rb"[\t\n\f\r >]")
_CHARSET = re.compile("charset[\t\n\f\r ]*=[\t\n\f\r ]*", re.I | re.A)
_UNQUOTED = re.compile("[^\t\n\f\r ;]*")
_UTF_16 = ("utf-16le", "utf-16be")  # what was found as ASCII is not in these

# The first "encoding", and what is to follow it.
_XML_ENCODING = re.compile(
    rb"(?s:(?:(?!encoding).)*)encoding[\0- ]*=[\0- ]*([\"'])([^\0- ]*?)\1")


def mark(octets: bytes) -> tuple[str, int] | None:
    """R11.1 (a): the encoding of a byte order mark, and its length."""
    for octets_of_mark, name in _MARKS.items():
        if octets.startswith(octets_of_mark):
            return name, len(octets_of_mark)
    return None


def sniff(octets: bytes, charset: str | None) -> tuple[str, int, bool]:
    """R11.1 (a) to (d) for HTML: the encoding's name, how many octets are a byte order mark, and
    whether the encoding is tentative."""
    if found := mark(octets):
        return *found, False
    if name := encoding(charset) if charset else None:
        return name, 0, False
    name = prescan(octets[:_PRESCAN]) or fallback(octets)
    return name, 0, name not in _UTF_16


def declared(attributes: Mapping[str, str | None]) -> str | None:
    """R11.1: the encoding that a meta element declares."""
    name = encoding(attributes.get("charset") or "")
    if not name and (attributes.get("http-equiv") or "").lower() == "content-type":
        name = _in_content(attributes.get("content") or "")
    return _declarable(name)


def _declarable(name: str | None) -> str | None:
    if name in _UTF_16:
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def sniff_xml(octets: bytes, charset: str | None) -> tuple[str, int]:
    """R11.11: the encoding's name, and how many octets are a byte order mark."""
    if found := mark(octets):
        return found
    if name := encoding(charset) if charset else None:
        return name, 0
    if octets.startswith((b"<\0?\0", b"\0<\0?")):
        return "utf-16le" if octets[0] else "utf-16be", 0
    return xml_declaration(octets[:octets.find(b">", 0, _PRESCAN) + 1]) or "utf-8", 0


def fallback(octets: bytes) -> str:
    """R11.1 (d)."""
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        return "windows-1252"
    return "utf-8"


def prescan(octets: bytes) -> str | None:
    """The HTML Standard's "prescan a byte stream to determine its encoding", of these octets."""
    if octets.startswith(b"<\0?\0x\0"):
        return "utf-16le"
    if octets.startswith(b"\0<\0?\0x"):
        return "utf-16be"
    try:
        at = 0
        while True:
            at = octets.index(b"<", at)
            if octets.startswith(b"<!--", at):
                at = octets.index(b"-->", at + 2) + 3  # <!--> is whole
            elif _META.match(octets, at):
                found, at = _meta(octets, at + 5)
                if found:
                    return found
            elif _TAG.match(octets, at):
                end = _TAG_NAME_END.search(octets, at)
                if not end:
                    break
                at = end.start()
                attribute = _attribute(octets, at)
                while attribute[0]:
                    at = attribute[2]
                    attribute = _attribute(octets, at)
                at = attribute[2] + 1
            elif octets[at + 1:at + 2] in (b"!", b"/", b"?"):
                at = octets.index(b">", at) + 1
            else:
                at += 1
    except (ValueError, IndexError):  # out of octets
        pass
    return xml_declaration(octets)


def _attribute(octets: bytes, at: int) -> tuple[bytes, bytes, int]:
    """The Standard's "get an attribute": name, value and where it ends; no name if none is left."""
    while octets[at] in _SPACE or octets[at] == 0x2F:
        at += 1
    if octets[at] == 0x3E:
        return b"", b"", at
    start = at
    while octets[at] not in b"/>" and octets[at] not in _SPACE and (
            octets[at] != 0x3D or at == start):
        at += 1
    name = octets[start:at].lower()
    if octets[at] in b"/>":
        return name, b"", at
    while octets[at] in _SPACE:
        at += 1
    if octets[at] != 0x3D:
        return name, b"", at
    at += 1
    while octets[at] in _SPACE:
        at += 1
    if octets[at] in b"\"'":
        end = octets.index(octets[at], at + 1)
        return name, octets[at + 1:end].lower(), end + 1
    start = at
    while octets[at] not in _SPACE and octets[at] != 0x3E:
        at += 1
    return name, octets[start:at].lower(), at


def _meta(octets: bytes, at: int) -> tuple[str | None, int]:
    """What a meta element says, and where it ends."""
    seen: set[bytes] = set()
    pragma = False
    need_pragma: bool | None = None
    charset: str | None = None  # "" of a label that means nothing
    while True:
        name, value, at = _attribute(octets, at)
        if not name:
            break
        if name in seen:
            continue
        seen.add(name)
        if name == b"http-equiv":
            pragma = value == b"content-type"
        elif name == b"content" and charset is None:
            found = _in_content(value.decode("latin-1"))
            if found:
                charset, need_pragma = found, True
        elif name == b"charset":
            charset, need_pragma = encoding(value.decode("latin-1")) or "", False
    if need_pragma is None or need_pragma and not pragma or not charset:
        return None, at + 1
    return _declarable(charset), at + 1


def _in_content(content: str) -> str | None:
    """The Standard's "extracting a character encoding from a meta element"."""
    match = _CHARSET.search(content)
    if not match:
        return None
    rest = content[match.end():]
    if rest[:1] in ("'", '"'):
        label, quote, _ = rest[1:].partition(rest[0])
        return encoding(label) if quote else None
    unquoted = _UNQUOTED.match(rest)
    return encoding(unquoted[0]) if unquoted else None


def xml_declaration(octets: bytes) -> str | None:
    """The HTML Standard's "get an XML encoding"."""
    if not octets.startswith(b"<?xml") or b">" not in octets:
        return None
    match = _XML_ENCODING.match(octets)  # even after the declaration, as of January 2025
    name = encoding(match[2].decode("latin-1")) if match else None
    return "utf-8" if name in _UTF_16 else name
