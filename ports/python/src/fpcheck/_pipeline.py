"""Chapter 9: octets through stages, in pieces cut anywhere (R9.2), to weighted features.

Each stage has a `feed` that takes the next piece of its input, and whether it is the last,
and gives what is certain of its output. What is not it holds: that is all there is between
two pieces, and it is bounded.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fpcheck._features import Shingles, Weights, hashed
from fpcheck._identifiers import Hyphens, Identifiers, Spaces
from fpcheck._normalise import MULTI, ONE, Normaliser
from fpcheck._segment import Words, WordsAndGrams
from fpcheck._text import Octets, Text

if TYPE_CHECKING:
    from fpcheck._scheme import Scheme

_PIECE = 1 << 18  # octets: what is longer is taken in parts, so that little is in memory at once


class Chain:
    """Stages one after the other, the first of which takes octets."""

    def __init__(self, *stages: Any) -> None:
        self._stages = stages

    def __copy__(self) -> Chain:
        return Chain(*map(copy.copy, self._stages))

    def feed(self, octets: Octets, last: bool) -> Iterator[Any]:
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


class Pipeline:
    """The stages of a scheme, and the features that have come out of them."""

    def __init__(self, scheme: Scheme) -> None:
        self._features, self._put = scheme._features, scheme._put
        stages: list[Any] = [Text(), Identifiers()]
        if scheme.multi:
            stages += [Hyphens(), Spaces(), Normaliser(MULTI), WordsAndGrams()]
        else:
            stages += [Normaliser(ONE), Words()]
        if scheme.minhash:
            stages.append(Shingles())
        self._chain = Chain(*stages)
        self.weights: Weights = {}

    def feed(self, octets: Octets, last: bool) -> None:
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
