"""R13.14 to R13.21: windows, rows, cover and containment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fpcheck._arguments import MAX_WORDS
from fpcheck._hash import GOLDEN, M64, jenkins64_all, mix64_all
from fpcheck._octets import whole
from fpcheck._places import WORD, items, placed

_POWERS = [pow(GOLDEN, i, M64 + 1) for i in range(WORD * MAX_WORDS)]


class Window(NamedTuple):
    hash: int
    first: int
    end: int
    weight: int


def _windows(octets: bytes, words: int) -> tuple[list[Window], list[int]]:
    """The windows of a text, and the weights of its items."""
    found = items(octets)
    distinct = list({item for item, _ in found})
    mixed = dict(zip(distinct, mix64_all(jenkins64_all([item.encode() for item in distinct]))))
    values = [mixed[item] for item, _ in found]  # R13.16: x(i)
    weights = [weight for _, weight in found]
    h = weight = end = 0
    parts: list[tuple[int, int]] = []
    hashes: list[int] = []
    for first in range(len(found)):
        while weight < WORD * words and end < len(found):
            h = (h * GOLDEN + values[end]) & M64
            weight += weights[end]
            end += 1
        if weight < WORD * words:
            break
        parts.append((end, weight))
        hashes.append(h)
        h = (h - values[first] * _POWERS[end - first - 1]) & M64
        weight -= weights[first]
    mixed_hashes = mix64_all(hashes)
    return [Window(value, first, *part)
            for first, (value, part) in enumerate(zip(mixed_hashes, parts))], weights


def windows(octets: bytes, words: int) -> list[int]:
    """The hashes of the windows of a text: none if it is too short."""
    return [window.hash for window in _windows(octets, words)[0]]


def passages_of(texts: Iterable[Any], words: int) -> tuple[
        list[tuple[int, int, int, int, int, int, int]], list[int]]:
    """The rows of texts, each with its place in octets, and the texts that are too short."""
    held = [octets_of(i, text) or b"" for i, text in enumerate(texts)]
    holders: dict[int, int] = {}
    last: dict[int, int] = {}
    frequencies: dict[int, int] = {}
    rows: list[tuple[int, int, int, int, list[int]]] = []
    too_short: list[int] = []
    for text, octets in enumerate(held):
        found = _windows(octets, words)[0]
        if not found:
            too_short.append(text)
        before = (-1, -1)  # the holder of the row that may go on, and the item before
        for window in found:
            holder = holders.setdefault(window.hash, text)
            if last.get(window.hash) != text:
                last[window.hash] = text
                frequencies[window.hash] = frequencies.get(window.hash, 0) + 1
            if holder == text:
                continue
            first, hashes = window.first, [window.hash]
            if before == (holder, first - 1):
                _, _, first, _, hashes = rows.pop()
                hashes.append(window.hash)
            rows.append((holder, text, first, window.end, hashes))
            before = holder, window.first
    of_text: tuple[int, list[tuple[str, int, int, int]]] = -1, []
    out: list[tuple[int, int, int, int, int, int, int]] = []
    for holder, text, first, end, hashes in rows:
        if of_text[0] != text:
            of_text = text, placed(held[text])
        frequency = max(map(frequencies.__getitem__, hashes))
        start, stop = of_text[1][first][2], of_text[1][end - 1][3]
        out.append((holder, text, first, end, frequency, start, stop))
    return out, too_short


def octets_of(i: int, item: object) -> bytes | None:
    """The octets of an item of a column, None of what is no text."""
    if isinstance(item, (str, bytes, bytearray)):
        return whole(item)
    kind = type(item).__name__
    # pandas has a NaN, or its NA, where there is no text.
    if item is None or isinstance(item, float) and item != item or kind == "NAType":
        return None
    raise TypeError(f"item {i} is {kind}, not str, bytes or None")


def _parts(found: list[Window], weights: list[int], words: int,
           ignored: set[int]) -> list[tuple[int, int]]:
    """R13.24: the parts of a text that are left, and have a window."""
    cuts = [(window.first, window.end) for window in found if window.hash in ignored]
    parts, begin = [], 0
    for first, end in [*cuts, (len(weights), len(weights))]:
        if sum(weights[begin:max(begin, first)]) >= WORD * words:
            parts.append((begin, first))
        begin = max(begin, end)
    return parts


class Reference:
    """A text that is looked for in documents."""

    def __init__(self, found: list[Window], weights: list[int], words: int,
                 parts: list[tuple[int, int]]) -> None:
        self._words = words
        self._weights = weights
        self._weight = sum([sum(weights[first:end]) for first, end in parts])
        self._limit = 3 * sum(weights[parts[0][0]:parts[-1][1]])  # R13.24
        self._items: dict[int, set[int]] = {}  # in windows of a hash
        for window in found:
            self._items.setdefault(window.hash, set()).update(range(window.first, window.end))

    @staticmethod
    def of(octets: bytes, words: int, ignored: Iterable[bytes]) -> Reference | None:
        """None of a text that is too short, without the windows of others."""
        found, weights = _windows(octets, words)
        without = {window.hash for other in ignored for window in _windows(other, words)[0]}
        parts = _parts(found, weights, words, without)
        left = [window for first, end in parts for window in found[first:end] if window.end <= end]
        return Reference(left, weights, words, parts) if left else None

    def weight(self) -> int:
        return self._weight

    def contained(self, document: bytes) -> int:
        """R13.21"""
        hashes = {window.hash for window in _windows(document, self._words)[0]}
        covered = set().union(*[self._items.get(value, ()) for value in hashes])
        return sum([self._weights[item] for item in covered])

    def cover(self, document: bytes) -> tuple[int, int, int, int, int, int]:
        """R13.20: the weight, the run, the items and the place of the best stretch."""
        found, weights = _windows(document, self._words)
        before = 0  # the weight of the items before a window
        common: list[tuple[Window, int]] = []
        for window, first in zip(found, weights):
            if window.hash in self._items:
                common.append((window, before))
            before += first
        covered = _Covered(self._items, self._weights)
        best = begin = end = 0
        for i, (window, before) in enumerate(common):
            while end < len(common) and 2 * (common[end][1] + common[end][0].weight
                                             - before) <= self._limit:
                covered.add(common[end][0].hash)
                end += 1
            if covered.weight > best:
                best, begin = covered.weight, i
            if end > i:
                covered.remove(window.hash)
            else:  # a window of the same hash is too heavy
                end = i + 1
        if not best:
            return 0, 0, 0, 0, 0, 0
        return best, *self._stretch(best, common[begin:], document)

    def _stretch(self, best: int, common: list[tuple[Window, int]],
                 document: bytes) -> tuple[int, int, int, int, int]:
        """The shortest stretch that begins with the first of windows and has the best cover."""
        covered = _Covered(self._items, self._weights)
        longest = 0
        first, end = common[0][0].first, 0
        previous, start = -1, 0  # the window before, and the weight before the run
        for window, before in common:
            if covered.weight == best:
                break
            covered.add(window.hash)
            if window.first != previous + 1:
                start = before
            longest = max(longest, before + window.weight - start)
            previous, end = window.first, window.end
        found = placed(document)
        return longest, first, end, found[first][2], found[end - 1][3]


class _Covered:
    """The items of a reference that are covered."""

    def __init__(self, items: dict[int, set[int]], weights: list[int]) -> None:
        self._items, self._weights = items, weights
        self._hashes: dict[int, int] = {}
        self._counts = [0] * len(weights)
        self.weight = 0

    def add(self, value: int) -> None:
        self._hashes[value] = self._hashes.get(value, 0) + 1
        if self._hashes[value] == 1:
            self._change(value, 1)

    def remove(self, value: int) -> None:
        self._hashes[value] -= 1
        if not self._hashes[value]:
            self._change(value, -1)

    def _change(self, value: int, by: int) -> None:
        for item in self._items[value]:
            before = self._counts[item]
            self._counts[item] += by
            self.weight += self._weights[item] * (bool(before + by) - bool(before))
