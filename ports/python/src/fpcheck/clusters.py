"""Chapter 13: which of many documents are near duplicates, and which represents them.

    >>> from fpcheck import SM1, clusters
    >>> texts = {b"a": b"Four score and seven years ago our fathers brought forth",
    ...          b"b": b"Four score and seven years ago our fathers brought",
    ...          b"c": b"Light-house keepers"}
    >>> documents = [clusters.Document(id, len(text), SM1.sum(text)) for id, text in texts.items()]
    >>> for row in clusters.cluster(documents, clusters.Settings(threshold=0.8)):
    ...     print(*row)
    b'a' b'a' 1.0
    b'b' b'a' 0.875
    b'c' b'c' 1.0

MinHash needs bands, by which documents that may be near find each other, so that not every two are
looked at. `keys` is for who keeps an index of bands elsewhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fpcheck._fingerprint import Fingerprint, similarity_at
from fpcheck._sketch import SLOTS, differing, slot_bits, slot_values

__all__ = ["Document", "Row", "Settings", "cluster", "keys"]

_MAX_WEIGHT = (1 << 53) - 1


@dataclass(frozen=True)
class Document:
    """A document as this chapter has it; `ValueError` if the weight is out of range."""

    id: bytes
    """Any octets that no other document has."""

    weight: int
    """0 to 2^53 - 1. The heavier of two represents both: take the number of features."""

    fingerprint: Fingerprint

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= _MAX_WEIGHT:
            raise ValueError(f"a weight of {self.weight}, not 0 to {_MAX_WEIGHT}")


@dataclass(frozen=True)
class Settings:
    """How near is near; `ValueError` if a number is out of range."""

    threshold: float
    """From this similarity on two documents are linked (R13.5), 0 to 1."""

    floor: float | None = None
    """The least similarity to the representative (R13.6), 0 to 1; None is the threshold."""

    bands: int | None = None
    """B of R13.3, for MinHash only, as the next two."""

    rows: int | None = None
    """r of R13.3. B times r is at most 128."""

    most: int | None = None
    """M of R13.4: in a bucket of more documents only some pairs are compared."""

    def __post_init__(self) -> None:
        for name in ("threshold", "floor"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise ValueError(f"a {name} of {value}, not 0 to 1")
        if (self.bands, self.rows, self.most) != (None, None, None):
            bands, rows, most = self._of_bands()
            _check_bands(bands, rows)
            if most < 1:
                raise ValueError(f"buckets of {most} documents at most")

    def _of_bands(self) -> tuple[int, int, int]:
        if self.bands is None or self.rows is None or self.most is None:
            raise ValueError("MinHash takes bands, rows and most")
        return self.bands, self.rows, self.most


class Row(NamedTuple):
    """What becomes of a document (R13.7)."""

    id: bytes
    """The document's."""
    cluster: bytes
    """The id of the document that represents its cluster."""
    similarity: float
    """Of the two."""


def keys(sketch: bytes, bands: int, rows: int) -> list[bytes]:
    """R13.3: the keys of a MinHash sketch of any width, that of band 0 first.

    >>> [key.hex() for key in keys(bytes(range(128)), 2, 3)]
    ['000102', '030405']
    >>> [key.hex() for key in keys(bytes(range(64)), 2, 3)]
    ['0000', '1020']
    """
    _check_bands(bands, rows)
    wide = rows * slot_bits(sketch)
    octets = -(-wide // 8)
    whole = int.from_bytes(sketch, "big")
    shifts = range(8 * len(sketch) - wide, -1, -wide)[:bands]
    mask, below = (1 << wide) - 1, 8 * octets - wide
    return [((whole >> shift & mask) << below).to_bytes(octets, "big") for shift in shifts]


def _check_bands(bands: int, rows: int) -> None:
    if bands < 1 or rows < 1 or bands * rows > SLOTS:
        raise ValueError(f"{bands} bands of {rows} rows, of {SLOTS} slots")


def cluster(documents: Iterable[Document], settings: Settings) -> list[Row]:
    """The rows of documents, in the order of the documents; they say the same in any order.

    Of MinHash the time is that of the buckets (R13.4). Of SimHash every two documents are
    compared, which takes minutes for 20,000.

    Raises `NotComparable` if schemes or profiles differ (R10.1), and `ValueError` if two
    documents have the same id.
    """
    documents = list(documents)
    if not documents:
        return []
    fingerprints = [document.fingerprint for document in documents]
    for fingerprint in fingerprints:
        fingerprints[0].require_comparable(fingerprint)
    if len({document.id for document in documents}) < len(documents):
        raise ValueError("two documents have the same id")

    bits = min(fingerprint.width for fingerprint in fingerprints)
    fingerprints = [fingerprint if fingerprint.width == bits else fingerprint.truncate(bits)
                    for fingerprint in fingerprints]  # R13.2
    order = sorted(range(len(documents)), key=lambda i: (-documents[i].weight, documents[i].id))
    places: dict[bytes, int] = {}  # of the first of all copies, in the order of R13.1
    ids: list[bytes] = []  # by place
    for i in order:
        if places.setdefault(fingerprints[i].sketch, len(ids)) == len(ids):
            ids.append(documents[i].id)

    joined = _clusters(list(places), bits, settings)
    of_copies = [joined[places[fingerprint.sketch]] for fingerprint in fingerprints]
    return [Row(document.id, ids[representative], similarity)
            for document, (representative, similarity) in zip(documents, of_copies)]


def _clusters(sketches: list[bytes], bits: int, settings: Settings) -> list[tuple[int, float]]:
    """R13.5, R13.6: of each place its representative's place, and the similarity to it."""
    values = [int.from_bytes(sketch, "big") for sketch in sketches]
    threshold = settings.threshold
    floor = threshold if settings.floor is None else settings.floor

    similarities = [similarity_at(distance, bits)
                    for distance in range((SLOTS if bits else 64) + 1)]

    def similarity(one: int, other: int) -> float:
        return similarities[differing(values[one], values[other], bits)]

    links: list[list[int]] = [[] for _ in sketches]
    for one, candidates in enumerate(_candidates(sketches, bits, settings)):
        for other in candidates:
            if similarity(one, other) >= threshold:
                links[one].append(other)
                links[other].append(one)

    joined: list[tuple[int, float] | None] = [None] * len(sketches)
    for representative, already in enumerate(joined):
        if already is not None:
            continue
        joined[representative] = representative, 1.0
        members = deque([representative])
        while members:
            for other in links[members.popleft()]:
                if joined[other] is None and (near := similarity(representative, other)) >= floor:
                    joined[other] = representative, near
                    members.append(other)
    return [found for found in joined if found is not None]


def _parts(bucket: list[int], sketches: list[bytes]) -> Iterator[list[int]]:
    """R13.4: the parts of a hot bucket, in the order of its places."""
    for values in zip(*(slot_values(sketches[place]) for place in bucket)):
        counts = Counter(values)
        common = min(counts, key=lambda value: (-counts[value], value))
        parts: dict[int, list[int]] = {}
        for place, value in zip(bucket, values):
            if value != common:
                parts.setdefault(value, []).append(place)
        yield from parts.values()


def _candidates(sketches: list[bytes], bits: int, settings: Settings) -> Iterator[Iterable[int]]:
    """R13.4: for each place those after it that are candidates with it."""
    if not bits:
        for place in range(len(sketches)):
            yield range(place + 1, len(sketches))
        return
    bands, rows, most = settings._of_bands()
    by_key: list[dict[bytes, list[int]]] = [{} for _ in range(bands)]
    buckets = [[of_band.setdefault(key, [])
                for of_band, key in zip(by_key, keys(sketch, bands, rows))]
               for sketch in sketches]
    for place, of_place in enumerate(buckets):
        for bucket in of_place:
            bucket.append(place)
    for of_band in by_key:
        for bucket in of_band.values():
            if len(bucket) > most:
                for part in _parts(bucket, sketches):
                    for place in part:
                        buckets[place].append(part)
    for place, of_place in enumerate(buckets):
        after: set[int] = set()
        for bucket in of_place:
            if len(bucket) <= most or bucket[0] == place:
                after.update(bucket[bisect_right(bucket, place):])
        yield after
