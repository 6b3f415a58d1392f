"""The texts of SPEC.md, chapter 12."""

from __future__ import annotations

import re

M64 = (1 << 64) - 1


def mix64(z: int) -> int:  # R6.7
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return z ^ z >> 31


def _listed(lines: str) -> list[str]:
    return re.findall("[^ \n]+", lines)


RANGES = [tuple(int(end, 16) for end in pair.split("-")) for pair in _listed("""
    00C0-024F 0250-02FF 0370-03FF 0400-052F 0530-058F 0590-05FF 0600-06FF
    0700-08FF 0900-0DFF 0E00-0EFF 0F00-0FFF 1000-10FF 1100-11FF 13A0-13FF
    1780-17FF 1AB0-1CFF 1D00-1FFF 2000-218F 2460-24FF 3040-30FF 4E00-9FFF
    AB30-ABBF AC00-D7A3 FB00-FDFF FE00-FFEF 10400-104FF 1D400-1D7FF
    E0000-E01EF""")]
IDENTIFIER_PIECES = _listed("""http:// www. doi: 10.1000/ @ mailto: :// .com URN: issn:
    Info: ( ). x@y.z""")
SPECIALS = [int(cp, 16) for cp in _listed("""
    00AD 00B2 00DF 0130 0131 0149 01F0 0307 0345 034F 0390 03C2 03F4 0600 0640
    115F 1E9E 1FB4 200B 200C 200D 2122 212B 24D0 3099 FB01 FDFA FE0F FEFF
    FFFD""")]
LINE_PIECES = [piece.encode("ascii").decode("unicode_escape") for piece in _listed(r"""
    -\u000A a-\u000Ab \u00E9\u00AD\u0020\u000D\u000A\u0009x a\u2010\u2028b-\u000Ac
    a\u0323-\u00A0\u0085\u0009\u00FF a-\u000C a-\u000D a-\u000A\u000Ab a-\u000AB
    4-\u000Ab \u65E5\u000A\u672C \u30A2\u0020\u3000\u30A4 \u5B57\u0020 \u0020\u5B57
    \u30FC\u200B\u3006 \u3042\u0020a \u0E44\u0E17\u0E22\u200B\u000A\u0E44\u0E17\u0E22
    \u0E01\u0E48\u0020 \u0020\u0E33 \u0E51\u0E52\u0020\u0E01
    \u1781\u17D2\u1798\u17C2\u179A\u0020\u000A\u1781\u17D2\u1798
    \u1019\u103C\u1014\u103A\u2029\u1019\u102C \u0E81\u0EB2\u0020\u0E44\u0E17\u0E22
    \u200B \u0640 \u0628\u064E\u0640\u0640\u0628 i\u0307\u0323\u0307 \u0130 I\u0307
    \u0131\u0323\u0307 \u0131 o\u02BB n\u02BC\u02BCn \uA78C \u2167 \u3007\u2167
    \u0301\u30A2\u3099 \uFF76\uFF9E\u000A\uFF8A\uFF70 \u0915\u094D\u0937\u093F \u20DDa\u20DD""")]
assert (len(RANGES), len(IDENTIFIER_PIECES), len(SPECIALS), len(LINE_PIECES)) == (28, 14, 30, 40)


class Generator:
    """R12.1, R12.2: the text number i of a seed."""

    def __init__(self, seed: int, i: int) -> None:
        self.state = mix64(seed + i & M64)

    def below(self, n: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & M64
        return (mix64(self.state) >> 32) % n

    def octets(self) -> bytes:
        return b"".join([self.piece() for _ in range(1 + self.below(48))])

    def several(self, limit: int, first: int, size: int) -> str:
        """1 + below(limit) of: first + below(size)."""
        return "".join([chr(first + self.below(size)) for _ in range(1 + self.below(limit))])

    def piece(self) -> bytes:
        k = self.below(16)
        if k == 13:
            return bytes([0x80 + self.below(128) for _ in range(1 + self.below(3))])
        return self.string_piece(k).encode("utf-8")

    def string_piece(self, k: int) -> str:
        below = self.below
        if k <= 4:
            return self.several(12, ord("a"), 26)
        if k == 5:
            return " "
        if k == 6:
            return "\n"
        if k <= 8:
            first, last = RANGES[below(28)]
            return self.several(6, first, last - first + 1)
        if k == 9:
            return self.several(40, 0x300, 112)
        if k == 10:
            c = below(0x10F800)
            return chr(c if c < 0xD800 else c + 0x800)
        if k == 11:
            return self.several(8, 0x21, 94)
        if k == 12:
            return IDENTIFIER_PIECES[below(14)]
        if k == 14:
            return chr(SPECIALS[below(30)])
        j = below(64)
        if j == 0:
            return "a" * (4090 + below(13))
        if j == 1:
            return "\u0301" * (1020 + below(10))
        if j == 2:
            return "." * (2040 + below(16)) + "://"
        if j == 3:
            return "a-" + " " * (62 + below(6)) + "\nb"
        if j == 4:
            return "\u65E5" + " " * (254 + below(6)) + "\u65E5"
        return LINE_PIECES[below(40)] if j <= 36 else " "


def generate(seed: int, i: int) -> bytes:
    return Generator(seed, i).octets()
