"""The schemes (SPEC.md, chapter 16), each with its stages, and the hasher."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from fpcheck._errors import NoFeatures
from fpcheck._features import (
    Shingles,
    Weights,
    counted,
    greatest,
    hashed,
    once,
    progressions,
    repeated,
    total,
    with_clusters,
)
from fpcheck._fingerprint import Fingerprint
from fpcheck._identifiers import Hyphens, Identifiers, Spaces
from fpcheck._normalise import MULTI, ONE, SEPARATOR, Normaliser
from fpcheck._pipeline import Pipeline
from fpcheck._segment import Words, WordsAndGrams
from fpcheck._sketch import Minima, counters, simhash
from fpcheck._text import Octets, text


class Feature(NamedTuple):
    """A feature of a text."""

    octets: bytes
    hash: int
    weight: int
    """By R5.1 and R5.4; in mw1 how often it occurs."""


class Stages(NamedTuple):
    """What comes out of each stage, for showing."""

    text: str
    """Chapter 1."""
    identifiers: str
    """Chapter 2: the text without them."""
    runs: list[str]
    """Chapter 3."""
    tokens: list[str]
    """Chapter 4."""
    features: list[Feature]
    """Chapters 5 and 6: each distinct one, in the order of the text."""
    elements: list[int]
    """R5.6: what is sketched, ascending."""


@dataclass(frozen=True, eq=False)
class Scheme:
    """One way to make fingerprints: `SD1`, `SM1`, `MH1` or `MW1`.

    >>> str(SM1.sum(b"Four score and seven years ago"))
    'sm1:gdtyibregjiaa'
    """

    id: str
    """What a fingerprint's string begins with: `sm1`."""

    name: str
    """`simhash-multi`."""

    multi: bool
    """Whether it is one of the multi schemes (chapter 0)."""

    minhash: bool
    """Whether its sketch is a MinHash (R7.4 to R7.10), not a SimHash (R7.1 to R7.3)."""

    _features: Callable[[Iterable[str]], dict[str, int]] = field(repr=False)
    _put: Callable[[Weights, Iterable[tuple[int, int]]], None] = field(repr=False)

    def sum(self, octets: Octets) -> Fingerprint:
        """The fingerprint of a text, of any octets (R9.1).

        Raises `NoFeatures` if it has none (R5.3).
        """
        pipeline = Pipeline(self)
        pipeline.feed(octets, True)
        return self._fingerprint(pipeline.weights)

    def new(self) -> Hasher:
        """A hasher, for a text that comes in pieces."""
        return Hasher(self)

    def stages(self, octets: Octets) -> Stages:
        """All that comes between a text and its sketch, for showing."""
        string = text(octets)
        remaining = self.identifiers(string)
        runs = self.normalise(remaining)
        tokens = self.segment(runs)
        weighted = self._weighted(tokens)
        weights = self._weights(weighted)
        octets_of = dict(reversed([(value, key.encode())  # the first of those that are the same
                                   for key, (value, _) in zip(weighted, hashed(weighted))]))
        features = [Feature(octets_of[value], value, weight) for value, weight in weights.items()]
        return Stages(string, remaining, runs, tokens, features, sorted(self._elements(weights)))

    def identifiers(self, string: str) -> str:
        """Chapter 2: each identifier becomes U+FFFD; the multi schemes join lines too.

        >>> SM1.identifiers("see http://example.org/, half-\\nlife")
        'see \ufffd halflife'
        """
        string = Identifiers().feed(string, True)
        return Spaces().feed(Hyphens().feed(string, True), True) if self.multi else string

    def normalise(self, string: str) -> list[str]:
        """Chapter 3: the runs of a text without identifiers.

        >>> SM1.normalise("Stra\u00dfe, \u2116 12")
        ['strasse', '12']
        """
        runs = Normaliser(MULTI if self.multi else ONE).feed(string, True).split(SEPARATOR)
        return [run for run in runs if run]

    def segment(self, runs: Iterable[str]) -> list[str]:
        """Chapter 4: the tokens of runs.

        >>> SM1.segment(["akb48", "12", "\u706f\u53f0\u8a18"])
        ['akb48', '\u706f\u53f0', '\u53f0\u8a18']
        """
        segmenter = WordsAndGrams() if self.multi else Words()
        return segmenter.feed(SEPARATOR.join(runs), True)

    def elements(self, tokens: Iterable[str]) -> list[int]:
        """Chapter 5: what is sketched, ascending, each as often as R5.6 has it."""
        return sorted(self._elements(self._weights(self._weighted(tokens))))

    def from_sketch(self, octets: bytes) -> Fingerprint:
        """The fingerprint that has this sketch, of any width; `ValueError` if there is none."""
        return Fingerprint(self.id, octets)

    def from_minima(self, minima: Minima) -> Fingerprint:
        """The fingerprint of a full form (R7.9); `NoFeatures` if it is empty.

        Raises `ValueError` if the scheme is not of MinHash.
        """
        self._must_be_minhash()
        return Fingerprint(self.id, minima.stored())

    def _weighted(self, tokens: Iterable[str]) -> dict[str, int]:
        return self._features(Shingles().feed(list(tokens), True) if self.minhash else tokens)

    def _weights(self, features: dict[str, int]) -> Weights:
        weights: Weights = {}
        self._put(weights, hashed(features))
        return weights

    def _elements(self, weights: Weights) -> list[int]:
        return progressions(weights) if self.minhash else repeated(weights)

    def _minima(self, weights: Weights) -> Minima:
        self._must_be_minhash()
        return Minima(self._elements(weights))

    def _must_be_minhash(self) -> None:
        if not self.minhash:
            raise ValueError(f"{self.id} has no full form")

    def _fingerprint(self, weights: Weights) -> Fingerprint:
        if not weights:
            raise NoFeatures("the text has no features")
        if self.minhash:
            return self.from_minima(self._minima(weights))
        return self.from_sketch(simhash(counters(self._elements(weights))))


class Hasher:
    """A fingerprint in the making, of a text that comes in pieces cut anywhere (R9.2).

    Its memory grows with the number of distinct features, not with the text.

    >>> hasher = SM1.new()
    >>> for piece in (b"Four score and sev", b"en years ago"):
    ...     hasher.update(piece)
    >>> str(hasher.fingerprint()), hasher.features
    ('sm1:gdtyibregjiaa', 6)
    """

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.reset()

    def reset(self) -> None:
        """Forget all that has come."""
        self._pipeline = Pipeline(self.scheme)
        self._ended: Weights | None = None

    def update(self, octets: Octets) -> None:
        """Take the next piece."""
        self._ended = None
        self._pipeline.feed(octets, False)

    def fingerprint(self) -> Fingerprint:
        """The fingerprint of what has come so far; `NoFeatures` if it has none (R5.3)."""
        return self.scheme._fingerprint(self._weights())

    @property
    def features(self) -> int:
        """How many distinct features have come so far (R5.2)."""
        return len(self._weights())

    def minima(self) -> Minima:
        """The full form of what has come so far, to be merged with others (R7.5).

        Raises `ValueError` if the scheme is not of MinHash.
        """
        return self.scheme._minima(self._weights())

    def _weights(self) -> Weights:
        if self._ended is None:
            self._ended = self._pipeline.ended()
        return self._ended


SD1 = Scheme("sd1", "simhash-doc", False, False, once, greatest)
SM1 = Scheme("sm1", "simhash-multi", True, False, with_clusters, greatest)
MH1 = Scheme("mh1", "minhash-doc", True, True, once, greatest)
MW1 = Scheme("mw1", "minhash-weighted", True, True, counted, total)

SCHEMES = (SD1, SM1, MH1, MW1)
"""All schemes."""

_BY_ID = {scheme.id: scheme for scheme in SCHEMES}


def lookup(id: str) -> Scheme:
    """The scheme of an id, such as `sm1`; `ValueError` if there is none.

    >>> lookup("sm1") is SM1
    True
    """
    if id not in _BY_ID:
        raise ValueError(f"unknown scheme {id!r}")
    return _BY_ID[id]
