"""R13.8: octets to the compared items of a text.

What lies between the stages is a string as `_items` has it, but every separator that is a code
point stands for itself, and a surrogate after it says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from fpcheck._arguments import MAX_TOKEN
from fpcheck._identifiers import Hyphens, Spaces
from fpcheck._items import (
    DASH,
    END,
    HAN_NUMERALS,
    NUMERALS,
    OTHER,
    SPACE,
    STOP,
    SYMBOL,
    TELLS,
    Classes,
    Zeros,
    kind_of,
    last_letter,
    signs_of,
)
from fpcheck._normalise import Normaliser, Way, folded, separates
from fpcheck._pipeline import Chain
from fpcheck._segment import clusters
from fpcheck._text import Text
from fpcheck._unicode import ALPHABETIC

MAX_OPERATORS = 16  # R13.8 (c)

_OPERATORS = frozenset("!&*-/^~\u2212")
_PREFIXES = frozenset("!~-\u2212")
_DASHES = frozenset("-\u2212")
_LINE_ENDS = frozenset("\n\v\f\r\u0085\u2028\u2029")

_NOT_OTHER = f"{SPACE}{DASH}{STOP}{SYMBOL}"
_PART = re.compile(
    f"((?:.[{SPACE}{DASH}{STOP}]|{OTHER})+)"     # what is between runs and symbols
    f"|(.){SYMBOL}"
    f"|((?:[^{_NOT_OTHER}{OTHER}](?![{_NOT_OTHER}]))+)", re.DOTALL)
_SEPARATOR = re.compile(f"(.)([{_NOT_OTHER}])|{OTHER}", re.DOTALL)


def _map(char: str) -> str:
    if SPACE <= char <= SYMBOL or not separates(char):
        return folded(char)
    kind = kind_of(char)
    return kind if kind == OTHER else char + kind


_PARTS = Way(_map, separator=OTHER)


def whole(octets: bytes) -> list[str]:
    """The compared items before R13.8 (e) and (f)."""
    chain = Chain(Text(), Hyphens(), Spaces(), Normaliser(_PARTS), Classes(), Zeros())
    items: list[str] = []
    gap = before = ""
    for match in _PART.finditer("".join(chain.feed(octets, True))):
        between, symbol, run = match.groups()
        if between:
            gap = between
            continue
        telling = bool(symbol) or TELLS[ord(run[0])] == "Y" or (
            run[0] in HAN_NUMERALS and OTHER not in gap and last_letter(before) in NUMERALS)
        if gap:
            items += _items_of(gap, telling, bool(items))
        items.append(symbol or run)
        gap, before = "", run or symbol
    return items


@lru_cache(maxsize=8192)
def _items_of(gap: str, telling: bool, after: bool) -> tuple[str, ...]:
    """The items of a gap: its operators, if something is before it, and its signs (R10.9)."""
    parts = [(match[1], match[2]) for match in _SEPARATOR.finditer(gap)]
    operators = _operators(parts, telling) if after else []
    signs = ""
    if telling:
        signs = signs_of("".join([
            (char if kind == STOP else "") + (kind or OTHER) for char, kind in parts]))
    return *operators, *signs.split(END)[:-1]


def _operators(parts: list[tuple[str | None, str | None]], telling: bool) -> list[str]:
    """R13.8 (a) to (d)."""
    limit = next(  # (a)
        (at for at, (char, _) in enumerate(parts) if char in _LINE_ENDS), len(parts))
    found: list[tuple[str, int]] = []  # what fulfils (b), and where it is
    start = 0
    while start < limit:
        end = start
        while end < limit and parts[end][0] in _OPERATORS:
            end += 1
        if end - start > MAX_OPERATORS:  # (c)
            return []
        before = start > 0 and parts[start - 1][1] == SPACE
        after = end < len(parts) and parts[end][1] == SPACE
        for at in range(start, end):
            char = parts[at][0] or ""
            fits = before == after
            if char in _PREFIXES:
                fits = end == len(parts) and not (char in _DASHES and start == 0)
            if fits:
                found.append((char, at))
        start = end + 1
    if len(found) > MAX_OPERATORS:
        return []
    last = max([at for at, (_, kind) in enumerate(parts) if kind == SPACE], default=-1)
    return ["-" if char in _DASHES else char for char, at in found
            if not telling or at < last]  # (d)


def compared(items: Iterable[str]) -> list[str]:
    """R13.8 (e) and (f)."""
    out: list[str] = []
    for item in items:
        if item.isascii() and len(item) <= MAX_TOKEN:
            out.append(item)
            continue
        for piece in _pieces(item):
            parts = clusters(piece) or [piece]  # a word has none
            out += map(str.__add__, parts, parts[1:]) if len(parts) > 1 else parts
    return out


def _pieces(item: str) -> Iterable[str]:
    """R13.8 (e)."""
    octets = item.encode()
    while len(octets) > MAX_TOKEN:
        end = MAX_TOKEN
        while octets[end] & 0xC0 == 0x80:
            end -= 1
        yield octets[:end].decode()
        octets = octets[end:]
    yield octets.decode()


def is_number(item: str) -> bool:
    """Whether R13.11 counts an item among the numbers: it has a digit, or no letter.

    U+FFFD is unknown (R13.23).
    """
    if item == "\uFFFD":
        return False
    return "Y" in item.translate(TELLS) or "Y" not in item.translate(ALPHABETIC)
