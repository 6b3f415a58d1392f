"""R11.1 (b) and R11.2: labels and decoders of the WHATWG's Encoding Standard.

Python's codecs differ from it: by C1 controls, by private use areas, by how many U+FFFD an error
gives, by what an error swallows. Here only UTF-8 is Python's; the other indexes are the Standard's,
in `encodings`. A decoder takes all octets at once: what the Standard's state machines would do
with them is one regular expression, and a function of what that matched.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

_ASCII_WHITESPACE = "\t\n\f\r "


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """The two fields of each line of a data file."""
    data = files("fpcheck").joinpath("encodings", f"{name}.txt").read_text(encoding="ascii")
    for line in data.splitlines():
        field, _, value = line.partition(";")
        yield field, value


@cache
def _labels() -> dict[str, str]:
    return {label: name for name, labels in _lines("labels") for label in labels.split()}


def encoding(label: str) -> str | None:
    """The name, in lower case, of the encoding that a label means; None if it means none.

    >>> encoding(" Latin1 "), encoding("unicode"), encoding("utf-7")
    ('windows-1252', 'utf-16le', None)
    """
    label = label.strip(_ASCII_WHITESPACE)
    return _labels().get(label.lower()) if label.isascii() else None


@cache
def _index(name: str) -> dict[int, str]:
    """An index: the character of each pointer that has one."""
    index: dict[int, str] = {}
    for field, value in _lines(name):
        pointer = int(field)
        for part in value.split():
            first, _, last = part.partition("..")
            for code_point in range(int(first, 16), int(last or first, 16) + 1):
                index[pointer] = chr(code_point)
                pointer += 1
    return index


# --- Single octets ------------------------------------------------------------

@cache
def _single(name: str) -> str:
    """The characters of the 256 octets."""
    if name == "x-user-defined":
        upper = [chr(0xF780 + i) for i in range(128)]
    else:
        index = _index("iso-8859-8" if name == "iso-8859-8-i" else name)
        upper = [index.get(i, "\uFFFD") for i in range(128)]
    return "".join(map(chr, range(128))) + "".join(upper)


# --- Several octets -----------------------------------------------------------
# Each octet is a character up to U+00FF, of which runs of ASCII stand for themselves. What a
# pattern matches is one character or one error, or an error and an ASCII character after it.

def _error(match: str) -> str:
    """U+FFFD; the last octet is read again if it is ASCII."""
    return "\uFFFD" + match[-1] if len(match) > 1 and match[-1] < "\x80" else "\uFFFD"


_RANGE_POINTERS: list[int] = []
_RANGE_CODE_POINTS: list[int] = []


def _gb18030_four(match: str) -> str:
    """A sequence of four octets, of which the second and the fourth are digits."""
    if not _RANGE_POINTERS:
        pairs = [(int(pointer), int(first, 16)) for pointer, first in _lines("gb18030-ranges")]
        _RANGE_CODE_POINTS[:] = [first for _, first in pairs]
        _RANGE_POINTERS[:] = [pointer for pointer, _ in pairs]
    a, b, c, d = match.encode("latin-1")
    pointer = (((a - 0x81) * 10 + b - 0x30) * 126 + c - 0x81) * 10 + d - 0x30
    if pointer == 7457:
        return "\uE7C7"
    if 39419 < pointer < 189000 or pointer > 1237575:
        return "\uFFFD"
    i = bisect_right(_RANGE_POINTERS, pointer) - 1
    return chr(_RANGE_CODE_POINTS[i] + pointer - _RANGE_POINTERS[i])


_GB18030 = re.compile(
    "[\x81-\xFE][0-9][\x81-\xFE][0-9]"
    "|[\x81-\xFE][0-9][\x81-\xFE]?\\Z"  # one error at the end,
    "|[\x81-\xFE](?=[0-9])"             # but all after the first are read again before it
    "|[\x81-\xFE][^0-9]|[\x80-\xFF]", re.S)


def _gb18030(match: str) -> str:
    if len(match) == 4:
        return _gb18030_four(match)
    if match == "\x80":
        return "\u20AC"
    if len(match) == 2 and match[1] not in "\x7F\xFF" and match[1] >= "@":
        pointer = (ord(match[0]) - 0x81) * 190 + ord(match[1]) - (
            0x40 if match[1] < "\x7F" else 0x41)
        if pointer in _index("gb18030"):
            return _index("gb18030")[pointer]
    return "\uFFFD" if match[-1].isdigit() else _error(match)


_BIG5 = _EUC_KR = re.compile("[\x81-\xFE].|[\x80-\xFF]", re.S)
_BIG5_TWO = {1133: "\u00CA\u0304", 1135: "\u00CA\u030C", 1164: "\u00EA\u0304", 1166: "\u00EA\u030C"}


def _big5(match: str) -> str:
    if len(match) == 2 and ("@" <= match[1] <= "~" or "\xA1" <= match[1] <= "\xFE"):
        pointer = (ord(match[0]) - 0x81) * 157 + ord(match[1]) - (
            0x40 if match[1] < "\x7F" else 0x62)
        if pointer in _BIG5_TWO:
            return _BIG5_TWO[pointer]
        if pointer in _index("big5"):
            return _index("big5")[pointer]
    return _error(match)


def _euc_kr(match: str) -> str:
    if len(match) == 2 and "A" <= match[1] <= "\xFE":
        pointer = (ord(match[0]) - 0x81) * 190 + ord(match[1]) - 0x41
        if pointer in _index("euc-kr"):
            return _index("euc-kr")[pointer]
    return _error(match)


_EUC_JP = re.compile("\x8F[\xA1-\xFE].|[\x8E\x8F\xA1-\xFE].|\x8F[\xA1-\xFE]|[\x80-\xFF]", re.S)


def _euc_jp(match: str) -> str:
    if len(match) > 1:
        lead, trail = match[-2], match[-1]
        if lead == "\x8E":
            if "\xA1" <= trail <= "\xDF":
                return chr(0xFF61 - 0xA1 + ord(trail))
        elif lead >= "\xA1" and "\xA1" <= trail <= "\xFE":
            pointer = (ord(lead) - 0xA1) * 94 + ord(trail) - 0xA1
            index = _index("jis0208" if len(match) == 2 else "jis0212")
            if pointer in index:
                return index[pointer]
    return _error(match)


_SHIFT_JIS = re.compile("[\x81-\x9F\xE0-\xFC].|[\x80-\xFF]", re.S)


def _shift_jis(match: str) -> str:
    if len(match) == 2:
        lead, trail = map(ord, match)
        if 0x40 <= trail <= 0x7E or 0x80 <= trail <= 0xFC:
            pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + trail - (
                0x40 if trail < 0x7F else 0x41)
            if 8836 <= pointer <= 10715:
                return chr(0xE000 - 8836 + pointer)
            if pointer in _index("jis0208"):
                return _index("jis0208")[pointer]
    elif match == "\x80":
        return match
    elif "\xA1" <= match <= "\xDF":
        return chr(0xFF61 - 0xA1 + ord(match))
    return _error(match)


_PATTERNS: dict[str, tuple[re.Pattern[str], Callable[[str], str]]] = {
    "gb18030": (_GB18030, _gb18030),
    "gbk": (_GB18030, _gb18030),
    "big5": (_BIG5, _big5),
    "euc-jp": (_EUC_JP, _euc_jp),
    "shift_jis": (_SHIFT_JIS, _shift_jis),
    "euc-kr": (_EUC_KR, _euc_kr),
}


# --- With states --------------------------------------------------------------

_ESCAPES = {b"(B": "ascii", b"(J": "roman", b"(I": "katakana", b"$@": "kanji", b"$B": "kanji"}
_ROMAN = {0x5C: "\u00A5", 0x7E: "\u203E"}


def _iso_2022_jp(octets: bytes) -> str:
    out: list[str] = []
    state, at, fresh = "ascii", 0, False  # fresh: an escape came, and nothing since
    index = _index("jis0208")
    while at < len(octets):
        octet = octets[at]
        at += 1
        if octet == 0x1B:
            escape = octets[at:at + 2]
            if escape in _ESCAPES:
                state, at = _ESCAPES[escape], at + 2
                if fresh:
                    out.append("\uFFFD")  # two escapes in a row
                fresh = True
                continue
            out.append("\uFFFD")  # what follows it is read again
        elif state == "kanji" and 0x21 <= octet <= 0x7E:
            trail = octets[at] if at < len(octets) else 0x1B
            if trail == 0x1B:  # an escape in place of a trail, or the end: an error, read again
                out.append("\uFFFD")
            else:
                at += 1
                pointer = (octet - 0x21) * 94 + trail - 0x21
                found = index.get(pointer) if 0x21 <= trail <= 0x7E else None
                out.append(found or "\uFFFD")
        elif state == "katakana" and 0x21 <= octet <= 0x5F:
            out.append(chr(0xFF61 - 0x21 + octet))
        elif state in ("ascii", "roman") and octet < 0x80 and octet not in (0x0E, 0x0F):
            out.append(_ROMAN.get(octet, chr(octet)) if state == "roman" else chr(octet))
        else:
            out.append("\uFFFD")
        fresh = False
    return "".join(out)


_SURROGATE = re.compile("[\uD800-\uDFFF]")


def _utf_16(octets: bytes, name: str) -> str:
    whole = len(octets) & ~1
    string = octets[:whole].decode(f"{name[:6]}-{name[6:]}", "surrogatepass")
    if whole < len(octets) and not "\uD800" <= string[-1:] <= "\uDBFF":
        string += "\uFFFD"  # at the end, half a unit and a lead surrogate before it are one error
    return _SURROGATE.sub("\uFFFD", string)


def decode(octets: bytes, name: str) -> str:
    r"""Octets as text, by the decoder of the encoding of that name.

    >>> decode(b"\x93\xfa\x81", "shift_jis"), decode(b"\x80\x81", "windows-1252")
    ('日\ufffd', '€\x81')
    """
    if name == "utf-8":
        return octets.decode("utf-8", "replace")  # as many U+FFFD as the Standard's
    if name in ("utf-16le", "utf-16be"):
        return _utf_16(octets, name)
    if name == "replacement":
        return "\uFFFD" if octets else ""
    if name == "iso-2022-jp":
        return _iso_2022_jp(octets)
    string = octets.decode("latin-1")
    if string.isascii():
        return string
    if name in _PATTERNS:
        pattern, character = _PATTERNS[name]
        return pattern.sub(lambda match: character(match[0]), string)
    return string.translate(_single(name))
