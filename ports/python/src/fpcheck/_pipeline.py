"""Chapter 9: octets through stages, in pieces cut anywhere (R9.2), to weighted features.

Each stage has a `feed` that takes the next piece of its input, and whether it is the last,
and gives what is certain of its output. What is not it holds: that is all there is between
two pieces, and it is bounded.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from fpcheck._features import (
    Shingles,
    Weights,
    counted,
    greatest,
    hashed,
    once,
    total,
    with_clusters,
)
from fpcheck._identifiers import Hyphens, Identifiers, Spaces
from fpcheck._normalise import MULTI, ONE, Normaliser
from fpcheck._segment import Words, WordsAndGrams
from fpcheck._text import Text

_PIECE = 1 << 18  # octets: what is longer is taken in parts, so that little is in memory at once


class Chain:
    """Stages one after the other, the first of which takes octets."""

    def __init__(self, *stages: Any) -> None:
        self._stages = stages

    def __copy__(self) -> Chain:
        return Chain(*map(copy.copy, self._stages))

    def feed(self, octets: bytes, last: bool) -> Iterator[Any]:
        """Take the next piece; what comes out of the last stage, in parts."""
        view = memoryview(octets).cast("B")
        for start in range(0, len(view) or 1, _PIECE):
            end = start + _PIECE
            ends = last and end >= len(view)
            piece: Any = view[start:end]
            for stage in self._stages:
                piece = stage.feed(piece, ends)
                if not piece and not ends:
                    break  # all is held
            else:
                yield piece


class Rules(NamedTuple):
    """What one scheme has and another has not."""

    multi: bool
    minhash: bool
    features: Callable[[Iterable[str]], dict[str, int]]
    put: Callable[[Weights, Iterable[tuple[int, int]]], None]


RULES = {
    "sd1": Rules(False, False, once, greatest),
    "sm1": Rules(True, False, with_clusters, greatest),
    "mh1": Rules(True, True, once, greatest),
    "mw1": Rules(True, True, counted, total),
}
"""By the id of a scheme."""


class Pipeline:
    """The stages of a scheme, and the features that have come out of them."""

    def __init__(self, id: str) -> None:
        rules = RULES[id]
        self._features, self._put = rules.features, rules.put
        stages: list[Any] = [Text(), Identifiers()]
        if rules.multi:
            stages += [Hyphens(), Spaces(), Normaliser(MULTI), WordsAndGrams()]
        else:
            stages += [Normaliser(ONE), Words()]
        if rules.minhash:
            stages.append(Shingles())
        self._chain = Chain(*stages)
        self.weights: Weights = {}

    def feed(self, octets: bytes, last: bool) -> None:
        """Take the next piece."""
        for piece in self._chain.feed(octets, last):
            self._put(self.weights, hashed(self._features(piece)))

    def ended(self) -> Weights:
        """The weights as if what has come were all; more can come none the less."""
        end = copy.copy(self)
        end._chain = copy.copy(self._chain)
        end.weights = self.weights.copy()
        end.feed(b"", True)
        return end.weights
