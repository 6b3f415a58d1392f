"""Chapter 10a, R10.6 to R10.10: octets to the items of a text, in pieces.

What lies between two stages is a string. In it a code point stands for itself, as a part of
a run, unless a surrogate follows it; no text has surrogates (R1.1). The surrogates stand for
separators, or for what the code point before them is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from fpcheck._identifiers import Hyphens, Spaces
from fpcheck._normalise import Normaliser, Way, folded, separates
from fpcheck._pipeline import Chain
from fpcheck._segment import APOSTROPHES, KIND, MARK, SPACELESS, SPACELESS_CLASS
from fpcheck._text import Text
from fpcheck._unicode import WHITE_SPACE, by_category

END: str = "\0"
"""What follows each item; no item has it, for U+0000 separates (R3.2)."""

MAX_SIGNS = 16   # R10.9 (b)
MAX_DASHES = 2   # R10.9 (a): more are a ruled line

SPACE, DASH, OTHER = "\uD800", "\uD801", "\uD802"  # separators
STOP, SYMBOL = "\uD803", "\uD804"                   # what the code point before them is
_SURROGATES = f"{SPACE}-{SYMBOL}"

_BOXES = "".join(map(chr, range(0x2500, 0x2600)))


def _kinds() -> str:
    """R10.7 (a) and (b), R10.8: what each separator is."""
    kinds = [*by_category({
        **dict.fromkeys(("No", "Sc", "Sm", "So", "Co", "Cn"), SYMBOL),
        **dict.fromkeys(("Po", "Ps", "Pe", "Sk"), STOP), "Pd": DASH})]
    for chars, kind in (
            (WHITE_SPACE, SPACE),
            ("|~" + _BOXES, STOP),
            ("\u2212", DASH),
            ("%\u0375\u0609\u060A\u066A\u2030\u2031\u2032\u2033\u2034\u2057\uFE6A\uFF05", SYMBOL),
            ("\"'`\u00B4\u201A\u201E", OTHER)):
        for char in chars:
            kinds[ord(char)] = kind
    return "".join(kinds).replace(" ", OTHER)


_KIND = _kinds()


def kind_of(separator: str) -> str:
    """R10.7 (a) and (b), R10.8."""
    return _KIND[ord(separator)]


TELLS = by_category({"Nd": "Y", "Nl": "Y"})  # R10.9, of what a run begins with
HAN_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億兆")
ZERO = "\u25CB"  # R10.7 (c)
NUMERALS = HAN_NUMERALS | {ZERO}
"""What may be directly before a Han zero, and before the signs of a Han numeral (R10.9)."""


def _map(char: str) -> str:
    if SPACE <= char <= SYMBOL or not separates(char):
        return folded(char)
    kind = kind_of(char)
    return char + kind if kind in (STOP, SYMBOL) else kind


# A surrogate composes with nothing: a separator does not either with the mark after it.
PARTS = Way(_map, separator=OTHER)
"""R10.6, but for (d)."""


def _classes() -> str:
    classes = [*KIND]
    for cp in APOSTROPHES:
        classes[cp] = "W"
    return "".join(classes)


CLASS = _classes()  # R4.5; M for a mark, a blank for what has no class
_SPACELESS = re.compile(f"[{SPACELESS_CLASS}]")
_CHANGE = re.compile("|".join(
    [f"{x}M*(?=[{('W' + SPACELESS).replace(x, '')}])" for x in "W" + SPACELESS]))


class Classes:
    """R10.6 (d), in pieces."""

    def __init__(self) -> None:
        self._before = " "  # the class of what is last in the text so far and no mark

    def feed(self, string: str, last: bool) -> str:
        if self._before in " W" and not _SPACELESS.search(string):
            self._before = _last_class(string, self._before)
            return string  # at most one class is in it
        classes = self._before + string.translate(CLASS)
        self._before = classes.rstrip(MARK)[-1:]
        out: list[str] = []
        done = 0
        for match in _CHANGE.finditer(classes):
            end = match.end() - 1
            out.append(string[done:end])
            done = end
        out.append(string[done:])
        return OTHER.join(out)


_CIRCLES = re.compile(f"(?:{ZERO}{STOP})+")


class Zeros:
    """R10.7 (c), in pieces: Han zeros become symbols."""

    def __init__(self) -> None:
        self._before = ""  # as end_of has it
        self._held = ""    # a circle, if what says what it is has not come

    def feed(self, string: str, last: bool) -> str:
        string = self._held + string
        self._held = ZERO if string.endswith(ZERO) and not last else ""
        string = string.removesuffix(self._held)
        if ZERO in string:
            string = _CIRCLES.sub(self._mark, string)
        self._before = end_of(string, len(string), self._before)
        return string

    def _mark(self, match: re.Match[str]) -> str:
        if end_of(match.string, match.start(), self._before) in NUMERALS:
            return match[0].replace(STOP, SYMBOL)
        return match[0]


def end_of(string: str, end: int, before: str) -> str:
    """What the part ends with that ends at a place: a code point that is no mark, ZERO, or nothing.

    That is what stands before the string, if its part begins there.
    """
    at = end
    while at > 0:
        at -= 1
        if SPACE <= string[at] <= SYMBOL:
            return ZERO if at == end - 1 and string[at - 1:at + 1] == ZERO + SYMBOL else ""
        if CLASS[ord(string[at])] != MARK:
            return string[at]
    return "" if end > 0 and before == ZERO else before


_LETTERS = re.compile("|".join([f"{x}M*(?={x})" for x in SPACELESS]))


class _Letters:
    """The pieces of runs (R10.10), in pieces."""

    def __init__(self) -> None:
        self._before = " "  # as Classes has it

    def feed(self, string: str, last: bool) -> str:
        if not _SPACELESS.search(string):
            self._before = _last_class(string, self._before)
            return string
        classes = self._before + string.translate(CLASS)
        self._before = classes.rstrip(MARK)[-1:]
        out: list[str] = []
        done = 0
        for match in _LETTERS.finditer(classes):
            end = match.end() - 1
            out.append(string[done:end])
            done = end
        out.append(string[done:])
        return END.join(out)


def _last_class(string: str, before: str) -> str:
    for char in reversed(string):
        if CLASS[ord(char)] != MARK:
            return CLASS[ord(char)]
    return before


# Separators, and what is directly after them.
_GAP = re.compile(f"((?:[{SPACE}-{OTHER}]|[^{_SURROGATES}][{STOP}{SYMBOL}])+)(.?)", re.DOTALL)
_SYMBOLS = re.compile(f"(.){SYMBOL}", re.DOTALL)
_DASH_AS_IT_IS = f"-{STOP}"  # a dash of two code points, as a stop has
_SHORT = 32  # code points: what is longer is not likely to come again


class _Items:
    """R10.9 and R10.10, in pieces: the items, each with END after it."""

    def __init__(self) -> None:
        self._held = ""       # signs of what comes next, and a code point that may be anything
        self._in_run = False  # what has come out ends in a run
        self._letter = ""     # what that run, or the part directly before the held signs, ends with

    def feed(self, string: str, last: bool) -> str:
        string, rest = self._held + string, ""
        if not last and not SPACE <= string[-1:] <= SYMBOL:
            string, rest = string[:-1], string[-1:]
        self._held = ""
        out = _GAP.sub(self._between, string)
        if not self._held:
            self._letter = end_of(string, len(string), self._letter)
        if out:
            self._in_run = not out.endswith(END)
        if last and self._in_run:
            out += END
        self._held = "" if last else self._held + rest
        return out

    def _between(self, match: re.Match[str]) -> str:
        gap, after = match.groups()
        if not after:
            self._letter = self._before(match)
            *_, signs = _SYMBOLS.split(gap)
            self._held = _shortened(signs)
            out = _items(gap, after, False)
        else:
            telling = TELLS[ord(after)] == "Y" or (
                after in HAN_NUMERALS and self._before(match) in NUMERALS)
            make = _items_short if len(gap) <= _SHORT else _items
            out = make(gap, after, telling)
        return out if match.start() or self._in_run else out[1:]

    def _before(self, match: re.Match[str]) -> str:
        """What the part ends with that is directly before the last signs of a gap."""
        others, symbol, signs = match[1].rpartition(SYMBOL)
        if OTHER in signs:
            return ""
        if symbol:
            return end_of(others + symbol, len(others) + 1, "")
        return end_of(match.string, match.start(), self._letter)


def last_letter(run: str) -> str:
    """The last code point of a run that is no mark, or none (R10.9)."""
    return next((char for char in reversed(run) if CLASS[ord(char)] != MARK), "")


def _items(gap: str, after: str, telling: bool) -> str:
    """What ends the run before a gap, the items of the gap, and what is after it."""
    *parts, signs = _SYMBOLS.split(gap)
    out = [END]
    for signs_of_symbol, symbol in zip(parts[::2], parts[1::2]):
        out += [signs_of(signs_of_symbol), symbol, END]
    if telling:
        out.append(signs_of(signs))
    return "".join(out) + after


_items_short = lru_cache(maxsize=8192)(_items)


def _telling(signs: str) -> tuple[str, str, str]:
    """The signs up to the last space, the space, and those after it."""
    before, space, after = signs.rpartition(OTHER)[2].rpartition(SPACE)
    return before, space, after.replace(DASH, _DASH_AS_IT_IS)


def signs_of(signs: str) -> str:
    """R10.9: the items of signs."""
    before, _, after = _telling(signs)
    dash = "-" + END if 0 < before.count(DASH) <= MAX_DASHES else ""  # (a)
    return dash + after[-2 * MAX_SIGNS:].replace(STOP, END)           # (b)


def _shortened(signs: str) -> str:
    """Signs that do as well as these, whatever comes after them."""
    before, space, after = _telling(signs)
    forgotten, after = after[:-2 * MAX_SIGNS], after[-2 * MAX_SIGNS:]
    return "".join([
        _dashes(before.count(DASH)), space,
        _dashes(forgotten.count(_DASH_AS_IT_IS)),  # a space may come, and then they count
        after.replace(_DASH_AS_IT_IS, DASH)])


def _dashes(count: int) -> str:
    return DASH * min(count, MAX_DASHES + 1)


def chain() -> Chain:
    """All the stages: octets to items, each with END after it."""
    return Chain(Text(), Hyphens(), Spaces(), Normaliser(PARTS), Classes(), Zeros(), _Items(),
                 _Letters())
