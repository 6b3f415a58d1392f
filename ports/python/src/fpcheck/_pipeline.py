"""Chapter 9: octets to weighted features, in pieces cut anywhere (R9.2).

Each stage has a `feed` that takes the next piece of its input, and whether it is the last,
and gives what is certain of its output. What is not it holds: that is all there is between
two pieces, and it is bounded.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from fpcheck._features import Shingles, Weights, hashed
from fpcheck._identifiers import Hyphens, Identifiers, Spaces
from fpcheck._normalise import Normaliser
from fpcheck._segment import Words, WordsAndGrams
from fpcheck._text import Octets, Text

if TYPE_CHECKING:
    from fpcheck._scheme import Scheme

_PIECE = 1 << 18  # octets: what is longer is taken in parts, so that little is in memory at once


class Pipeline:
    """The stages of a scheme, and the features that have come out of them."""

    def __init__(self, scheme: Scheme) -> None:
        self._features, self._put = scheme._features, scheme._put
        self._stages: list[Any] = [Text(), Identifiers()]
        if scheme.multi:
            self._stages += [Hyphens(), Spaces()]
        self._stages += [Normaliser(scheme.multi), WordsAndGrams() if scheme.multi else Words()]
        if scheme.minhash:
            self._stages.append(Shingles())
        self.weights: Weights = {}

    def feed(self, octets: Octets, last: bool) -> None:
        """Take the next piece."""
        view = memoryview(octets).cast("B")
        for start in range(0, len(view) or 1, _PIECE):
            end = start + _PIECE
            self._feed(view[start:end], last and end >= len(view))

    def _feed(self, piece: Any, last: bool) -> None:
        for stage in self._stages:
            piece = stage.feed(piece, last)
            if not piece and not last:
                return  # all is held
        self._put(self.weights, hashed(self._features(piece)))

    def ended(self) -> Weights:
        """The weights as if what has come were all; more can come none the less."""
        end = copy.copy(self)
        end._stages = list(map(copy.copy, self._stages))
        end.weights = self.weights.copy()
        end.feed(b"", True)
        return end.weights
