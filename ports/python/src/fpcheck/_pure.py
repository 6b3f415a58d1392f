"""Chapters 1 to 7, 10a, 11 and 13a in Python alone: the names that `fpcheck._native` has in C.

Where there is a choice of two, `_implementation` takes the other one.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from fpcheck import _html, _sniff, _xml
from fpcheck._encodings import decode
from fpcheck._features import (
    MAX_TIMES,
    Shingles,
    Weights,
    hashed,
    progressions,
    repeated,
)
from fpcheck._fingerprint import Fingerprint
from fpcheck._hash import jenkins64
from fpcheck._identifiers import Hyphens, Identifiers, Spaces
from fpcheck._items import END, chain
from fpcheck._normalise import MULTI, ONE, SEPARATOR, Normaliser
from fpcheck._pipeline import RULES, Pipeline
from fpcheck._places import placed
from fpcheck._segment import Words, WordsAndGrams
from fpcheck._sketch import Minima, counters, simhash
from fpcheck._text import text
from fpcheck._windows import Reference, octets_of, passages_of, windows

__all__ = [
    "Column", "Items", "Reference", "Stream", "counters", "elements", "fingerprints", "html",
    "identifiers", "items", "jenkins64", "main_lines", "main_text", "normalise", "passages_of",
    "placed", "segment", "sketch", "stages", "text", "windows", "xml"]


class Stream:
    """A text that comes in pieces (R9.2)."""

    def __init__(self, id: str) -> None:
        self._id = id
        self._pipeline = Pipeline(id)
        self._ended: Weights | None = None

    def __copy__(self) -> Stream:
        return copy.deepcopy(self)

    def update(self, octets: bytes) -> None:
        self._ended = None
        self._pipeline.feed(octets, False)

    def features(self) -> int:
        return len(self._weights())

    def sketch(self) -> bytes | None:
        return _sketch(self._id, self._weights())

    def full(self) -> bytes:
        """The full form, of a MinHash."""
        return Minima(self._id, progressions(self._weights())).to_bytes()

    def _weights(self) -> Weights:
        if self._ended is None:
            self._ended = self._pipeline.ended()
        return self._ended


def sketch(id: str, octets: bytes) -> bytes | None:
    """The sketch of a whole text, or None if it has no features."""
    pipeline = Pipeline(id)
    pipeline.feed(octets, True)
    return _sketch(id, pipeline.weights)


def identifiers(id: str, string: str) -> str:
    """Chapter 2."""
    string = Identifiers().feed(string, True)
    return Spaces().feed(Hyphens().feed(string, True), True) if RULES[id].multi else string


def normalise(id: str, string: str) -> list[str]:
    """Chapter 3."""
    runs = Normaliser(MULTI if RULES[id].multi else ONE).feed(string, True)
    return [run for run in runs.split(SEPARATOR) if run]


def segment(id: str, runs: Sequence[str]) -> list[str]:
    """Chapter 4."""
    segmenter = WordsAndGrams() if RULES[id].multi else Words()
    return segmenter.feed(SEPARATOR.join(runs), True)


def elements(id: str, tokens: Sequence[str]) -> list[int]:
    """Chapter 5."""
    return sorted(_elements(id, weights(id, tokens)))


def stages(id: str, octets: bytes) -> tuple[
        str, str, list[str], list[str], list[tuple[bytes, int, int]], list[int]]:
    """What comes out of each stage, as the fields of `fpcheck.Stages`."""
    string = text(octets)
    remaining = identifiers(id, string)
    runs = normalise(id, remaining)
    tokens = segment(id, runs)
    found = _features(id, tokens)
    weights = _put(id, found)
    octets_of = dict(reversed([(value, key.encode())  # the first of those that are the same
                               for key, (value, _) in zip(found, hashed(found))]))
    features = [(octets_of[value], value, min(weight, MAX_TIMES))
                for value, weight in weights.items()]
    return string, remaining, runs, tokens, features, sorted(_elements(id, weights))


class Column:
    """A column of fingerprints, which pyarrow turns into a column of Arrow."""

    def __init__(self, rows: list[str | None]) -> None:
        self.row = rows.__getitem__
        self._rows = rows

    @classmethod
    def of(cls, rows: list[str | None]) -> Column:
        return cls(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __arrow_c_schema__(self) -> Any:
        return self._array().type.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self._array().__arrow_c_array__(requested_schema)

    def _array(self) -> Any:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        return pyarrow.array(self._rows, pyarrow.large_string())


class Items:
    """Chapter 10a, of a text that comes in pieces."""

    def __init__(self) -> None:
        self._chain = chain()
        self._sha256 = hashlib.sha256()
        self._empty = True  # no item has come yet

    def update(self, octets: bytes) -> None:
        self._feed(octets, False)

    def digest(self) -> bytes | None:
        """The text digest of what has come so far, or None if it has no items."""
        end = copy.copy(self)
        end._feed(b"", True)
        return None if end._empty else end._sha256.digest()

    def __copy__(self) -> Items:
        twin = Items()
        twin._chain, twin._sha256 = copy.copy(self._chain), self._sha256.copy()
        twin._empty = self._empty
        return twin

    def _feed(self, octets: bytes, last: bool) -> None:
        for ended in self._chain.feed(octets, last):
            if ended:
                self._empty = False
                self._sha256.update(ended.encode())


def items(octets: bytes) -> list[str]:
    """R10.10."""
    return "".join(chain().feed(octets, True)).split(END)[:-1]


def html(octets: bytes, charset: str | None) -> tuple[str, str]:
    """The visible text of HTML, and the name of its encoding."""
    name, mark, tentative = _sniff.sniff(octets, charset)
    page = _html.tree(decode(octets[mark:], name))
    declared = _html.declared(page) if tentative else None
    if declared and declared != name:
        name, page = declared, _html.tree(decode(octets, declared))
    return _html.visible(page), name


def xml(octets: bytes, charset: str | None) -> tuple[str, str]:
    """The visible text of XML, and the name of its encoding."""
    name, mark = _sniff.sniff_xml(octets, charset)
    return _xml.visible(decode(octets[mark:], name)), name


def main_text(octets: bytes, charset: str | None) -> tuple[str, str]:
    """Not in Python alone: the main text of HTML, and the name of its encoding."""
    raise ImportError(
        "the main text needs the native core: install a wheel that has it, or build it with "
        "pip install --no-binary fpcheck fpcheck, and do not set FPCHECK_PURE")


def main_lines(octets: bytes, charset: str | None) -> tuple[str, list[tuple[int, list[int]]]]:
    """Not in Python alone: the main text, and the score and the features of each line of HTML."""
    return main_text(octets, charset)[0], []


def fingerprints(texts: Any, id: str, threads: int) -> list[str | None]:
    """The string of the fingerprint of each text, None of what is none or has no features."""
    if hasattr(texts, "to_pylist"):  # pyarrow has scalars of its own
        texts = texts.to_pylist()
    elif hasattr(texts, "columns"):  # whose items are the names of columns
        raise TypeError("a table: the pure implementation expects one column")
    found: list[str | None] = []
    for i, item in enumerate(texts):
        given = octets_of(i, item)
        octets = None if given is None else sketch(id, given)
        found.append(None if octets is None else str(Fingerprint(id, octets)))
    return found


def weights(id: str, tokens: Iterable[str]) -> Weights:
    """The hashes of the features of tokens, with their weights."""
    return _put(id, _features(id, tokens))


def _features(id: str, tokens: Iterable[str]) -> dict[str, int]:
    rules = RULES[id]
    return rules.features(Shingles().feed(list(tokens), True) if rules.minhash else tokens)


def _put(id: str, features: dict[str, int]) -> Weights:
    weights: Weights = {}
    RULES[id].put(weights, hashed(features))
    return weights


def _elements(id: str, weights: Weights) -> list[int]:
    return progressions(weights) if RULES[id].minhash else repeated(weights)


def _sketch(id: str, weights: Weights) -> bytes | None:
    if not weights:
        return None
    elements = _elements(id, weights)
    return Minima(id, elements).stored() if RULES[id].minhash else simhash(counters(elements))
