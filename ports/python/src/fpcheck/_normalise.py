"""Chapter 3: text to runs.

The rules are in `_Rules`. Few code points have to do with their neighbours, so `Normaliser`
applies them to each code point once, keeps what comes out in a table, and gives them no more
than the places where neighbours matter.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from functools import lru_cache

from fpcheck._unicode import (
    CASEFOLD,
    CCC,
    DECOMPOSITION,
    LETTERS,
    MARKS,
    SECONDS,
    Table,
    by_category,
    character_class,
    composite,
)

MAX_MARKS = 1024  # R3.4 and R3.8, code points

# The schemes hand a separator on as U+FFFD, which is one itself (R3.2), composes with nothing
# and is in no word.
SEPARATOR = "\uFFFD"

_DOT = "\u0307"
_TATWEEL = "\u0640"
# "k" is kept in all schemes, "n" in the multi schemes.
_KEPT = by_category({**dict.fromkeys((*LETTERS, *MARKS, "Nd", "Pc", "Cf"), "k"), "Nl": "n"})


def decompose(string: str) -> str:
    return "".join([DECOMPOSITION.get(char, char) for char in string])


def _map(char: str) -> str:  # of sd1
    if _KEPT[ord(char)] != "k" or char == "\u200B":  # R3.2, R3.3
        return SEPARATOR
    return decompose(CASEFOLD.get(char, char))  # R3.5, R3.8


def _map_multi(char: str) -> str:
    if separates(char):
        return SEPARATOR
    return folded(char).replace("\u0131", "i")  # the first half of R3.7


def separates(char: str) -> bool:
    """R3.2, of the multi schemes."""
    return _KEPT[ord(char)] == " "


def folded(char: str) -> str:
    """R3.5, R3.6."""
    return decompose(CASEFOLD.get(char, char)).replace(_TATWEEL, "")


# Hangul syllables are left as they are: decomposed or not they are of the same category,
# are mapped to themselves, and compose with what follows to the same.
_DECOMPOSED = Table(decompose)

_MARK_SEQUENCE = re.compile("[{}]{{2,}}".format("".join(CCC)))
# R3.7: an i and the dots that go, with what may be between them. This asks for no order:
# canonical ordering keeps that of marks of one class.
_MAY_PRECEDE_DOT = "".join([mark for mark, ccc in CCC.items() if ccc != 230]) + _DOT
_DOTTED = re.compile(f"i[{_MAY_PRECEDE_DOT}]+")


class _Marks:
    """Canonical ordering; a long mark sequence becomes a separator (R3.4, R3.8)."""

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._held = ""  # marks, of a long sequence one more than there may be

    def feed(self, string: str, last: bool) -> str:
        string = self._held + string
        end = len(string)
        while end and not last and string[end - 1] in CCC:
            end -= 1
        self._held = string[end:end + MAX_MARKS + 1]
        return _MARK_SEQUENCE.sub(self._order, string[:end])

    def _order(self, match: re.Match[str]) -> str:
        marks = match[0]
        if len(marks) > MAX_MARKS:
            return self._separator
        return "".join(sorted(marks, key=CCC.__getitem__))


class _Dots:
    """The second half of R3.7: the dots of an i go."""

    def __init__(self) -> None:
        self._go = False  # the text before ends with an i and what may be between it and a dot

    def feed(self, string: str) -> str:
        if self._go:
            string = _DOTTED.sub(_without_dots, "i" + string)[1:]
        else:
            string = _DOTTED.sub(_without_dots, string)
        rest = string.rstrip(_MAY_PRECEDE_DOT)
        self._go = rest.endswith("i") if rest else self._go
        return string


def _without_dots(match: re.Match[str]) -> str:
    return match[0].replace(_DOT, "")


class _Compose:
    """R3.9, of what is in Form D."""

    def __init__(self) -> None:
        self._held = ""  # the last starter, which is what every piece but the last ends with

    def feed(self, string: str, last: bool) -> str:
        string = _compose(self._held + string)
        end = len(string) if last else -1
        self._held = string[end:]
        return string[:end]


def _compose(string: str) -> str:
    out: list[str] = []
    starter = None  # where in out the last starter is
    before = 0      # the class of what is last in out
    for char in string:
        ccc = CCC.get(char, 0)
        # What follows the starter are marks in order: the last one blocks, or none.
        if char in SECONDS and starter is not None and (
                before < ccc or starter == len(out) - 1):
            composed = composite(out[starter], char)
            if composed:
                out[starter] = composed
                continue
        if ccc == 0:
            starter = len(out)
        out.append(char)
        before = ccc
    return "".join(out)


class Way:
    """Which of the rules are applied, and as what separators are handed on."""

    def __init__(self, map: Callable[[str], str], dots: bool = False,
                 separator: str = SEPARATOR) -> None:
        self.mapped = Table(map)
        """R3.2, R3.3, R3.5 and R3.6 of each code point."""
        self.dots = dots
        """Whether the second half of R3.7 is applied."""
        self.separator = separator
        """What R3.4 and R3.8 put in the place of a long mark sequence."""
        self.table = Table(self._alone)
        """All the rules, of each code point by itself."""

    def _alone(self, char: str) -> str:
        if separates(char) and char not in DECOMPOSITION:
            return self.mapped[ord(char)]  # what is unassigned is not kept, and must be quick
        return _apply(char, self)


class _Rules:
    """The rules one after the other, in pieces."""

    def __init__(self, way: Way) -> None:
        self._map = way.mapped
        self._marks = _Marks(way.separator)
        self._dots = _Dots() if way.dots else None
        self._marks_again = _Marks(way.separator)
        self._compose = _Compose()

    def feed(self, string: str, last: bool) -> str:
        # No code point of another class than 0 separates by R3.2: R3.4 can go before it.
        string = self._marks.feed(string.translate(_DECOMPOSED), last)  # R3.1, R3.4
        string = string.translate(self._map)                            # R3.2, R3.3, R3.5, R3.6
        if self._dots:
            string = self._dots.feed(string)                            # R3.7
        string = self._marks_again.feed(string, last)                   # R3.8
        return self._compose.feed(string, last)                         # R3.9


def _apply(string: str, way: Way) -> str:
    return _Rules(way).feed(string, True)


ONE, MULTI = Way(_map), Way(_map_multi, dots=True)
"""What sd1 does, and the multi schemes."""

# What can have to do with what is before it: marks, seconds of a pair, what R3.5 or R3.6
# deletes or maps to something that begins with one of these. All else goes by itself, but
# for the one before such.
_FOLLOW = {_TATWEEL, *CCC, *SECONDS}
_FOLLOW.update([char for char, mapped in CASEFOLD.items() if not mapped or mapped[0] in _FOLLOW])
FOLLOWING = re.compile(f"[{character_class(range(ord(x), ord(x) + 1) for x in _FOLLOW)}]+")

_SHORT = 32  # code points: what is longer is not likely to come again
_apply_short = lru_cache(maxsize=8192)(_apply)


class Normaliser:
    """Chapter 3, in pieces. Between runs, before the first and after the last is U+FFFD."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._held = ""  # the last code point that is not in _FOLLOW, and what follows it
        self._long: _Rules | None = None  # has what would be held, where that is not short

    def __copy__(self) -> Normaliser:
        twin = Normaliser(self._way)
        twin._held, twin._long = self._held, copy.deepcopy(self._long)
        return twin

    def feed(self, string: str, last: bool) -> str:
        out = ""
        if self._long:
            following = FOLLOWING.match(string)
            end = following.end() if following else 0
            complete = last or end < len(string)
            out = self._long.feed(string[:end], complete)
            if not complete:
                return out
            self._long = None
            string = string[end:]
        string = self._held + string
        end = len(string)
        if not last:
            while end and FOLLOWING.match(string, end - 1, end):
                end -= 1
            end = max(end - 1, 0)
        out += self._complete(string[:end])
        self._held = string[end:]
        if len(self._held) > _SHORT:
            self._long = _Rules(self._way)
            out += self._long.feed(self._held, False)
            self._held = ""
        return out

    def _complete(self, string: str) -> str:
        if string.isascii():
            return string.translate(self._way.table)
        out: list[str] = []
        done = 0
        for following in FOLLOWING.finditer(string):
            start, end = max(following.start() - 1, done), following.end()
            out.append(string[done:start].translate(self._way.table))
            apply = _apply_short if end - start <= _SHORT else _apply
            out.append(apply(string[start:end], self._way))
            done = end
        out.append(string[done:].translate(self._way.table))
        return "".join(out)
