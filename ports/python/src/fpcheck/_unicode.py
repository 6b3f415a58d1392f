"""Unicode 15.0.0 as the rules ask for it (SPEC.md, chapter 0).

Python's own tables are of another version, so nothing here or in the stages uses them.
A property is a string of 1,114,112 letters: that at a code point is its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from fpcheck import _tables

MARKS = ("Mn", "Mc", "Me")
LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo")


def _spread(runs: _tables.Runs, letters: Mapping[str, str]) -> str:
    return "".join([letters.get(value, " ") * length for length, value in runs])


def by_category(letters: Mapping[str, str]) -> str:
    """A letter for each code point by its General_Category; a blank for the others."""
    return _spread(_tables.GENERAL_CATEGORY, letters)


def by_script(letters: Mapping[str, str]) -> str:
    """A letter for each code point by its Script; a blank for the others."""
    return _spread(_tables.SCRIPT, letters)


def _ranges(runs: _tables.Runs, default: str) -> Iterator[tuple[range, str]]:
    """The ranges of code points that have another value than the default, each with it."""
    first = 0
    for length, value in runs:
        if value != default:
            yield range(first, first + length), value
        first += length


def scripts() -> Iterator[tuple[range, str]]:
    """Ranges of code points, each with its Script."""
    return _ranges(_tables.SCRIPT, "Unknown")


def _entries(text: str, key: int) -> dict[str, str]:
    return {entry[:key]: entry[key:] for entry in text.split("\0")}


ALPHABETIC = _spread(_tables.ALPHABETIC, {"Y": "Y"})
WHITE_SPACE = "".join([chr(cp) for cps, _ in _ranges(_tables.WHITE_SPACE, "N") for cp in cps])
CASEFOLD = _entries(_tables.NFKC_CASEFOLD, 1)
CASEFOLD.update((chr(cp), "") for first, last in _tables.REMOVED for cp in range(first, last + 1))
DECOMPOSITION = _entries(_tables.CANONICAL_DECOMPOSITION, 1)  # without Hangul
COMPOSITION = _entries(_tables.COMPOSITION, 2)                # without Hangul

CCC = {chr(cp): int(ccc) for cps, ccc in _ranges(_tables.COMBINING_CLASS, "0") for cp in cps}
"""The combining class of each code point that has another than 0."""

# Hangul syllables are composed by arithmetic (Unicode Standard, section 3.12).
HANGUL_S, HANGUL_L, HANGUL_V, HANGUL_T = 0xAC00, 0x1100, 0x1161, 0x11A7
L_COUNT, V_COUNT, T_COUNT = 19, 21, 28
S_COUNT = L_COUNT * V_COUNT * T_COUNT

SECONDS = {pair[1] for pair in COMPOSITION}.union(
    map(chr, range(HANGUL_V, HANGUL_V + V_COUNT)),
    map(chr, range(HANGUL_T + 1, HANGUL_T + T_COUNT)))
"""What composes with something before it."""


def composite(first: str, second: str) -> str | None:
    """The primary composite of two code points, if they have one."""
    found = COMPOSITION.get(first + second)
    if found:
        return found
    a, b = ord(first), ord(second)
    if 0 <= a - HANGUL_L < L_COUNT and 0 <= b - HANGUL_V < V_COUNT:
        return chr(HANGUL_S + ((a - HANGUL_L) * V_COUNT + b - HANGUL_V) * T_COUNT)
    if 0 <= a - HANGUL_S < S_COUNT and (a - HANGUL_S) % T_COUNT == 0 and 0 < b - HANGUL_T < T_COUNT:
        return chr(a + b - HANGUL_T)
    return None


def character_class(ranges: Iterable[range]) -> str:
    """What a regular expression has in brackets to match any of these, and more.

    All above U+FFFF is in it: without exceptions there Python's re is ten times as fast.
    """
    within = [f"\\U{cps.start:08x}-\\U{cps.stop - 1:08x}" for cps in ranges if cps.stop <= 0x10000]
    return "".join(within) + "\U00010000-\U0010FFFF"


_NOT_ASSIGNED = by_category({"Cn": "N", "Co": "N", "Cs": "N"})


class Table(dict[int, str]):
    """A table for str.translate, of which an entry is worked out when it is first asked for.

    A dictionary that knows an answer is as fast as a list, and most texts have few
    different characters. Unassigned ones are not kept, so that no text makes it large.
    """

    def __init__(self, entry: Callable[[str], str]) -> None:
        super().__init__()
        self._entry = entry

    def __missing__(self, cp: int) -> str:
        value = self._entry(chr(cp))
        if _NOT_ASSIGNED[cp] == " ":
            self[cp] = value
        return value
