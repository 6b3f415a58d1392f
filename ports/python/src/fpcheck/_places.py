"""R13.12, R13.13 and R13.19: the items of a text, and where in it they are.

A whole text goes through chapters 1 to 4 here. Beside the string that comes out of a stage is a
list with the place of each of its code points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fpcheck._identifiers import Span, broken, gaps, identified, replaced
from fpcheck._normalise import (
    FOLLOWING,
    MAX_MARKS,
    MULTI,
    SEPARATOR,
    Normaliser,
    decompose,
)
from fpcheck._segment import KIND, fits
from fpcheck._text import text
from fpcheck._unicode import CCC, SECONDS, composite

WORD = 4
"""The weight of a word."""

_WEIGHTS = {"W": WORD, "K": WORD // 2}  # R13.13; those of class T weigh 1
_ITEM = re.compile("W[WM]*|[^WM ]M*")   # R4.6, R4.7, R13.12; of kinds

_EDITS = ((identified, SEPARATOR), (broken, ""), (gaps, ""))
"""Chapter 2: the parts of a string that are replaced, and by what."""


def items(octets: bytes) -> list[tuple[str, int]]:
    """The items of a text, each with its weight."""
    string = text(octets)
    for parts, by in _EDITS:
        string = replaced(string, parts(string), by)
    string = Normaliser(MULTI).feed(string, True)
    return [(string[start:end], weight) for start, end, weight in _spans(string)]


def _spans(string: str) -> Iterator[tuple[int, int, int]]:
    """Where the items of runs are, and their weights."""
    kinds = string.translate(KIND)
    for match in _ITEM.finditer(kinds):
        start, end = match.span()
        if fits(string[start:end]):  # R4.3
            yield start, end, _WEIGHTS.get(kinds[start], 1)


def placed(octets: bytes) -> list[tuple[str, int, int, int]]:
    """The items of a text, each with its weight and where it begins and ends."""
    octets = bytes(octets)
    string, places = _text(octets)
    for parts, by in _EDITS:
        spans = list(parts(string))
        string, places = replaced(string, spans, by), _replaced(places, spans, by)
    string, places = _normalise(string, places)
    return [(string[start:end], weight, *_around(places[start:end]))
            for start, end, weight in _spans(string)]


def _around(places: Iterable[Span]) -> Span:
    """The place of what comes from several."""
    starts, ends = zip(*places)
    return min(starts), max(ends)


def _text(octets: bytes) -> tuple[str, list[Span]]:
    """Chapter 1. A U+FFFD of ill-formed octets has the place of the last of them."""
    string = octets.decode("utf-8", "surrogateescape")
    if string.isascii():
        return string, [(at, at + 1) for at in range(len(string))]
    out: list[str] = []
    places: list[Span] = []
    at = 0
    for char in string:
        end = at + (1 if "\uDC80" <= char <= "\uDCFF" else len(char.encode()))
        if end - at == 1 and char > "\x7F":
            char = "\uDC80"
            if out and out[-1] == char:
                out.pop()
                places.pop()
        out.append(char)
        places.append((at, end))
        at = end
    return "".join(out).replace("\uDC80", SEPARATOR), places


def _replaced(places: list[Span], spans: list[Span], by: str) -> list[Span]:
    out: list[Span] = []
    done = 0
    for start, end in spans:
        out += places[done:start]
        out += places[start:start + len(by)]
        done = end
    return out + places[done:]


def _normalise(string: str, places: list[Span]) -> tuple[str, list[Span]]:
    """Chapter 3, as `Normaliser` does it."""
    out: list[str] = []
    places_out: list[Span] = []

    def alone(start: int, end: int) -> None:
        for char, place in zip(string[start:end], places[start:end]):
            mapped = MULTI.table[ord(char)]
            out.append(mapped)
            places_out.extend([place] * len(mapped))

    done = 0
    for following in FOLLOWING.finditer(string):
        start, end = max(following.start() - 1, done), following.end()
        alone(done, start)
        for char, place in _together(list(zip(string[start:end], places[start:end]))):
            out.append(char)
            places_out.append(place)
        done = end
    alone(done, len(string))
    return "".join(out), places_out


Point = tuple[str, Span]


def _together(points: list[Point]) -> list[Point]:
    """The rules one after the other."""
    # R3.1, R3.4
    points = _ordered([(x, place) for char, place in points for x in decompose(char)])
    # R3.2 to R3.6
    points = [(x, place) for char, place in points for x in MULTI.mapped[ord(char)]]
    # R3.7 to R3.9
    return _composed(_ordered(list(_without_dots(points))))


def _ordered(points: list[Point]) -> list[Point]:
    """Canonical ordering; a long mark sequence becomes a separator."""
    out: list[Point] = []
    marks: list[Point] = []
    for point in [*points, None]:
        if point and point[0] in CCC:
            marks.append(point)
            continue
        if len(marks) > MAX_MARKS:
            marks = [(SEPARATOR, marks[0][1])]
        out += sorted(marks, key=lambda mark: CCC.get(mark[0], 0))
        marks = []
        if point:
            out.append(point)
    return out


def _without_dots(points: list[Point]) -> Iterator[Point]:
    """The second half of R3.7."""
    go = False
    for char, place in points:
        if char == "\u0307" and go:
            continue
        go = char == "i" or go and CCC.get(char, 0) not in (0, 230)
        yield char, place


def _composed(points: list[Point]) -> list[Point]:
    """R3.9, as `_normalise._compose` does it."""
    out: list[Point] = []
    starter = None  # where in out the last starter is
    before = 0      # the class of what is last in out
    for char, place in points:
        ccc = CCC.get(char, 0)
        if char in SECONDS and starter is not None and (
                before < ccc or starter == len(out) - 1):
            first, of_first = out[starter]
            composed = composite(first, char)
            if composed:
                out[starter] = composed, _around([of_first, place])
                continue
        if ccc == 0:
            starter = len(out)
        out.append((char, place))
        before = ccc
    return out
