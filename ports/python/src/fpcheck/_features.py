"""Chapter 5: tokens to features, with their weights, to elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fpcheck._hash import GOLDEN, M64, jenkins64_all
from fpcheck._segment import clusters
from fpcheck._unicode import by_script

MAX_TIMES = 1024  # R5.6, elements of one shingle

Weights = dict[int, int]
"""The hash of each distinct feature, with its weight, or in mw1 with how often it occurs."""

_HEAVY = by_script(dict.fromkeys(("Han", "Thai", "Lao", "Khmer", "Myanmar"), "H"))


# Features in the order of the text, each once, with their weights: one function a scheme.

def once(tokens: Iterable[str]) -> dict[str, int]:
    """R5.1; of shingles R5.5, in mh1."""
    return dict.fromkeys(tokens, 1)


def with_clusters(tokens: Iterable[str]) -> dict[str, int]:
    """R5.1 and R5.4."""
    features: dict[str, int] = {}
    for token in dict.fromkeys(tokens):
        features.setdefault(token, 1)
        for cluster in clusters(token):
            features[cluster] = 1 if _HEAVY[ord(cluster[0])] == " " else 2
    return features


def counted(shingles: Iterable[str]) -> dict[str, int]:
    """R5.5, in mw1: the weights are occurrences."""
    return Counter(shingles)


class Shingles:
    """R5.5, in pieces."""

    def __init__(self) -> None:
        self._held: list[str] = []  # the last two tokens
        self._few = True            # they are all that there were

    def feed(self, tokens: list[str], last: bool) -> list[str]:
        tokens = self._held + tokens
        self._held = tokens[-2:]
        if len(tokens) > 2:
            self._few = False
            return list(map(" ".join, zip(tokens, tokens[1:], tokens[2:])))
        return [" ".join(tokens)] if tokens and last and self._few else []


def hashed(features: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Features as hashes, each with its weight."""
    return zip(jenkins64_all(list(map(str.encode, features))), features.values())


def greatest(weights: Weights, features: Iterable[tuple[int, int]]) -> None:
    """Put features in: R5.2."""
    for value, weight in features:
        if weights.get(value, 0) < weight:
            weights[value] = weight


def total(weights: Weights, features: Iterable[tuple[int, int]]) -> None:
    """Put features in: R5.2, in mw1."""
    for value, times in features:
        weights[value] = weights.get(value, 0) + times


def repeated(weights: Weights) -> list[int]:
    """R5.6, of SimHash: each hash as often as its weight."""
    return [*weights, *[value for value, weight in weights.items() if weight > 1
                        for _ in range(weight - 1)]]


def progressions(weights: Weights) -> list[int]:
    """R5.6, of MinHash; in mh1, where all weights are 1, these are the hashes."""
    return [*weights, *[value + k * GOLDEN & M64 for value, times in weights.items() if times > 1
                        for k in range(1, min(times, MAX_TIMES))]]
