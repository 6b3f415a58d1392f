"""Chapter 1: octets to text."""

from __future__ import annotations

import codecs
import re

# Python's decoder follows Table 3-7 and, told so, gives a lone surrogate for an octet
# that is part of no well-formed sequence; nothing else gives one.
_ILL_FORMED = re.compile("[\uDC80-\uDCFF]+")


class Text:
    """R1.1 to R1.3, in pieces."""

    def __init__(self) -> None:
        self._held = b""  # up to 3 octets of a sequence that may go on
        self._ill_formed = False  # the piece before ended so

    def feed(self, octets: bytes, last: bool) -> str:
        octets = self._held + octets
        string, done = codecs.utf_8_decode(octets, "surrogateescape", last)  # R1.1, R1.3
        self._held = octets[done:]
        if not string:
            return ""
        if string.isascii():
            self._ill_formed = False
            return string
        goes_on = self._ill_formed and _ILL_FORMED.match(string)
        self._ill_formed = bool(_ILL_FORMED.match(string, len(string) - 1))
        string = _ILL_FORMED.sub("\uFFFD", string)  # R1.2
        return string[1:] if goes_on else string


def text(octets: bytes) -> str:
    r"""Octets as text: each run of octets that is not UTF-8 is one U+FFFD (R1.1 to R1.3).

    >>> text(b"caf\xc3\xa9 \xe2\x82A\xf0\x9f")
    'café \ufffdA\ufffd'
    """
    return Text().feed(octets, True)
