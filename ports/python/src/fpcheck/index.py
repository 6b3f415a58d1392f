"""Search among fingerprints: an index in memory, and the index files of `fpcheck index`.

    >>> from fpcheck import SM1
    >>> from fpcheck.index import Index
    >>> index = Index("sm1", distance=8)
    >>> index.insert("a", SM1.sum(b"Four score and seven years ago our fathers brought forth"))
    >>> index.insert("b", SM1.sum(b"Light-house keepers"))
    >>> index.query(SM1.sum(b"Four score and seven years ago our fathers brought"))
    ['a']

An index has documents of one scheme and profile. Each has an id, which is a string or bytes. Rows
and their order equal the rows of `fpcheck search`. docs/index-file.md has the rules, I1 to I28.
"""

from __future__ import annotations

import math
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import astuple
from operator import index as as_integer
from types import TracebackType
from typing import Any, NamedTuple, TypeAlias

from fpcheck import _fpx
from fpcheck._arguments import count_of
from fpcheck._errors import DamagedIndex, NotComparable
from fpcheck._fingerprint import VISIBLE, Fingerprint, similarity_at
from fpcheck._implementation import core
from fpcheck._sketch import SLOTS, differing, slot_bits, slot_values, truncate

__all__ = ["DamagedIndex", "Deduplicator", "Group", "Index", "Match", "Pair", "bands_for"]

Id: TypeAlias = "str | bytes | bytearray | memoryview"
Row: TypeAlias = "tuple[str, int, float]"

_NATIVE: Any = getattr(core, "Index", None)  # the native core's type, if there is one
_CLOSED = "the index is closed"
_READ_ONLY = "the index is open for searches only: use Index.load to change it"


class Match(NamedTuple):
    """A row of a search (I26)."""

    id: str
    distance: int
    """In bits of a SimHash, in slots of a MinHash."""
    similarity: float


class Pair(NamedTuple):
    """Two near documents (R13.5)."""

    id: str
    other: str
    similarity: float


class Group(NamedTuple):
    """A document, and the one that represents its group (R13.7)."""

    id: str
    representative: str
    similarity: float


def bands_for(similarity: float, recall: float = 0.99, bits: int = 8) -> tuple[int, int]:
    """The bands and rows with the fewest candidates that find a share of the documents (R13.3).

    `recall` is that share, for documents with exactly this similarity.

    >>> bands_for(0.8)
    (21, 6)
    """
    if not 0 <= similarity <= 1 or not 0 < recall < 1:
        raise ValueError(f"similarity {similarity} and recall {recall}: expected shares of 1")
    agree = similarity + (1 - similarity) * 2.0 ** -bits
    for rows in range(SLOTS, 1, -1):
        bands = SLOTS // rows
        if -math.expm1(bands * math.log1p(-min(agree ** rows, 1 - 2.0 ** -53))) >= recall:
            return bands, rows
    return SLOTS, 1


_OCTETS = (bytes, bytearray, memoryview)


def _octets(id: Id) -> bytes:
    if isinstance(id, str):
        return str.encode(id, "utf-8", "surrogateescape")
    if isinstance(id, _OCTETS):
        return bytes(id)
    raise TypeError(f"an id is a str or bytes, not {type(id).__name__}")


def _string(id: bytes) -> str:
    return id.decode("utf-8", "surrogateescape")


def _path(path: str | os.PathLike[str]) -> bytes:
    name = os.fspath(path)
    octets = name.encode("utf-8") if sys.platform == "win32" else os.fsencode(name)
    if b"\0" in octets:
        raise ValueError(f"a path has no null: {name!r}")
    return octets


def _share(similarity: float) -> float:
    if not 0 <= similarity <= 1:
        raise ValueError(f"similarity {similarity}: expected 0 to 1")
    return similarity


class _Pure:
    """What the cores in pure Python share. The native type Index has the same methods."""

    head: _fpx.Head

    def near(self, sketch: bytes, distance: int, beyond: bool) -> Iterator[tuple[bytes, bytes]]:
        """Documents that may be near: their ids and sketches."""
        raise NotImplementedError

    def documents(self) -> list[tuple[bytes, bytes]]:
        """The ids and sketches, in ascending order of ids."""
        raise NotImplementedError

    def search(self, sketch: bytes, distance: int, similarity: float, most: int) -> list[Row]:
        """The rows of a search (I26); limits below 0 are none."""
        bits = slot_bits(sketch) if self.head.bits else 0
        if distance < 0 and similarity < 0:
            if bits:
                similarity = self.head.similarity
            else:
                distance = self.head.distance
        similarities = [similarity_at(d, bits) for d in range((SLOTS if bits else 64) + 1)]
        allowed = [d for d, own in enumerate(similarities)
                   if (distance < 0 or d <= distance) and own >= similarity]
        if not allowed:
            return []
        reach = allowed[-1]
        beyond = reach > self.head.distance
        if bits:
            beyond = bits < self.head.bits or similarities[reach] < self.head.similarity
        value, found = int.from_bytes(sketch, "big"), []
        for id, own in self.near(sketch, reach, beyond):
            if bits < self.head.bits:
                own = truncate(own, bits)
            d = differing(value, int.from_bytes(own, "big"), bits)
            if d <= reach:
                found.append((-similarities[d], id, d))
        found.sort()
        if most >= 0:
            del found[most:]
        return [(_string(id), d, similarities[d]) for _, id, d in found]

    def pairs(self, similarity: float, most: int) -> Iterable[tuple[str, str, float]]:
        """R13.5."""
        links = _Links(self.head, self.documents(), similarity, most)
        for place, (first, near) in enumerate(zip(links.firsts, links.near)):
            for twin in links.copies[place]:
                yield _string(first), _string(twin), 1.0
            for other in sorted(near):
                if other > place:
                    own = links.similarity(place, other)
                    yield _string(first), _string(links.firsts[other]), own

    def groups(self, similarity: float, floor: float,
               most: int) -> Iterable[tuple[str, str, float]]:
        """R13.6."""
        links = _Links(self.head, self.documents(), similarity, most)
        joined: list[tuple[int, float] | None] = [None] * len(links.firsts)
        for representative, already in enumerate(joined):
            if already is not None:
                continue
            joined[representative] = representative, 1.0
            members = [representative]
            while members:
                for other in links.near[members.pop()]:
                    if joined[other] is None:
                        own = links.similarity(representative, other)
                        if own >= floor:
                            joined[other] = representative, own
                            members.append(other)
        for id, place in links.places.items():
            found = joined[place]
            assert found is not None
            yield _string(id), _string(links.firsts[found[0]]), found[1]

    def save(self, path: bytes) -> None:
        _fpx.write(self.head, self.documents(), os.fsdecode(path))

    def options(self) -> tuple[str, str, int, int, float, int, int]:
        return astuple(self.head)

    def verify(self) -> None:
        """I27."""


class _Memory(_Pure):
    """Documents in memory. Dictionaries find those that agree in a part of the sketch."""

    def __init__(self, head: _fpx.Head) -> None:
        self.head = head
        self.sketches: dict[bytes, bytes] = {}
        # Of SimHash as many blocks as errors, and one more: one block has no error.
        known = _fpx.layouts(head.distance)
        self.blocks = known[head.distance + 1] if head.distance <= 10 and not head.bits else ()
        n = head.bands or len(self.blocks)
        self.parts: list[dict[int, dict[bytes, None]]] = [{} for _ in range(n)]

    def keys(self, sketch: bytes) -> list[int]:
        """The part of a sketch for each dictionary."""
        whole, head = int.from_bytes(sketch, "big"), self.head
        if not head.bits:
            return [whole & mask for mask, _ in self.blocks]
        wide, total = head.rows * head.bits, 8 * len(sketch)
        mask = (1 << wide) - 1
        return [whole >> total - wide * (band + 1) & mask for band in range(head.bands)]

    def add(self, id: bytes, sketch: bytes) -> None:
        self.remove(id)
        self.sketches[id] = sketch
        for part, key in zip(self.parts, self.keys(sketch)):
            part.setdefault(key, {})[id] = None

    def remove(self, id: bytes) -> bool:
        sketch = self.sketches.pop(id, None)
        if sketch is None:
            return False
        for part, key in zip(self.parts, self.keys(sketch)):
            del part[key][id]
            if not part[key]:
                del part[key]
        return True

    def get(self, id: bytes) -> bytes | None:
        return self.sketches.get(id)

    def near(self, sketch: bytes, distance: int, beyond: bool) -> Iterator[tuple[bytes, bytes]]:
        if beyond or not self.parts:
            yield from self.sketches.items()
            return
        seen: set[bytes] = set()
        for part, key in zip(self.parts, self.keys(sketch)):
            seen.update(part.get(key, ()))
        for id in seen:
            yield id, self.sketches[id]

    def documents(self) -> list[tuple[bytes, bytes]]:
        return sorted(self.sketches.items())

    def __len__(self) -> int:
        return len(self.sketches)


class _File(_Pure):
    """Documents of an index file."""

    def __init__(self, file: _fpx.File) -> None:
        self.file, self.head = file, file.head

    def get(self, id: bytes) -> bytes | None:
        for segment in reversed(self.file.segments):
            document = segment.find(id)
            if document is not None:
                sketch: bytes = segment.sketch(document)
                return sketch
        return None

    def near(self, sketch: bytes, distance: int, beyond: bool) -> Iterator[tuple[bytes, bytes]]:
        for segment in self.file.segments:
            if not beyond and segment.tables:
                query = int.from_bytes(sketch, "big")
                for document, found in _fpx.near_simhashes(segment.tables, query, distance):
                    if document not in segment.dead:
                        yield segment.id(document), found.to_bytes(8, "big")
                continue
            documents: Iterable[int] = range(segment.n)
            if not beyond and 5 in segment.sections:
                documents = segment.candidates(sketch)
            elif segment.tables:
                yield from ((segment.id(document), segment.sketch(document))
                            for document in documents if document not in segment.dead)
                continue
            for document in documents:
                if document not in segment.dead:
                    own = segment.sketch(document)
                    if beyond or not self.head.bits or self._candidates(sketch, own):
                        yield segment.id(document), own

    def _candidates(self, one: bytes, other: bytes) -> bool:
        """Whether two MinHashes have a key in common."""
        differ = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
        wide, total = self.head.rows * self.head.bits, 8 * len(one)
        mask = (1 << wide) - 1
        return any(not differ >> total - wide * (band + 1) & mask
                   for band in range(self.head.bands))

    def documents(self) -> list[tuple[bytes, bytes]]:
        return sorted([(segment.id(i), segment.sketch(i)) for segment in self.file.segments
                       for i in range(segment.n) if i not in segment.dead])

    def add(self, id: bytes, sketch: bytes) -> None:
        raise ValueError(_READ_ONLY)

    def remove(self, id: bytes) -> bool:
        raise ValueError(_READ_ONLY)

    def verify(self) -> None:
        self.file.verify()

    def __len__(self) -> int:
        live: int = self.file.live
        return live


class _Closed:
    """The core of an index that is closed."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError(_CLOSED)

    def __len__(self) -> int:
        raise ValueError(_CLOSED)


class Index:
    """Documents to search, in memory or in a file.

    The methods of `datasketch.MinHashLSH` have the same names here: `insert`, `query`, `remove`,
    `in`. `add` and `search` do more: `add` replaces a document, and `search` returns distances and
    similarities in order.

    Searches within `distance` bits (SimHash), or of at least `similarity` (MinHash), use tables.
    Other searches compare all documents. A search finds every SimHash within its limits. It finds a
    MinHash only if all slots of one band agree. This fails for a share of 1 - `recall` of the
    documents with exactly this similarity.

    >>> from fpcheck import MH1
    >>> with Index(MH1, similarity=0.5) as index:
    ...     index.insert("a", MH1.sum(b"one two three four five six seven eight"))
    ...     index.insert("b", MH1.sum(b"one two three four five six seven nine"))
    ...     len(index), "a" in index, "c" in index
    ...     index.search(MH1.sum(b"one two three four five six seven"))[0].id
    (2, True, False)
    'a'
    """

    def __init__(self, scheme: object = "sm1", *, distance: int | None = None,
                 similarity: float | None = None, bands: int | None = None, rows: int | None = None,
                 recall: float | None = None, bits: int | None = None,
                 profile: str = VISIBLE) -> None:
        name = scheme if isinstance(scheme, str) else getattr(scheme, "id", None)
        if name in ("sd1", "sm1"):
            if (similarity, bands, rows, recall, bits) != (None,) * 5:
                raise ValueError(f"{name} is a SimHash: expected a distance only")
            head = _fpx.Head(name, profile, 0, 3 if distance is None else distance, 0.0, 0, 0)
        elif name in ("mh1", "mw1"):
            if distance is not None:
                raise ValueError(f"{name} is a MinHash: expected a similarity, not a distance")
            least = 0.8 if similarity is None else float(similarity)
            width = 8 if bits is None else bits
            if (bands is None) != (rows is None):
                raise ValueError("expected both bands and rows, or neither")
            if bands is None or rows is None:
                bands, rows = bands_for(least, 0.99 if recall is None else recall, width)
            head = _fpx.Head(name, profile, width, 0, least, bands, rows)
        else:
            raise ValueError(f"unknown scheme {scheme!r}: expected sd1, sm1, mh1 or mw1")
        head.check()
        self._head = head
        self._core: Any = _memory(head)
        self._writable = True

    @classmethod
    def _of(cls, core: Any, writable: bool) -> Index:
        index = cls.__new__(cls)
        index._core, index._head, index._writable = core, _fpx.Head(*core.options()), writable
        return index

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Index:
        """The index of a file, for searches only. It needs little memory.

        Raises `DamagedIndex` if the file is no index.
        """
        if _NATIVE:
            return cls._of(_NATIVE.open(_path(path)), False)
        return cls._of(_File(_fpx.File.open(os.fsdecode(_path(path)))), False)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Index:
        """An index in memory with the documents of a file."""
        if _NATIVE:
            return cls._of(_NATIVE.load(_path(path)), True)
        file = _fpx.File.open(os.fsdecode(_path(path)))
        try:
            return _of_documents(astuple(file.head), _File(file).documents())
        finally:
            file.close()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the documents to a file, which is replaced in one step."""
        self._core.save(_path(path))

    def close(self) -> None:
        """Close the file, or forget the documents. Any use afterwards raises `ValueError`."""
        # A closed core refuses everything itself, so that it counts as writable.
        core, self._core, self._writable = self._core, _Closed(), True
        if isinstance(core, _File):
            core.file.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        if not self._writable:
            raise TypeError("an Index that is open for searches only cannot be copied or pickled: "
                            "open its file again, or use Index.load")
        return _of_documents, (astuple(self._head), self._core.documents())

    def __repr__(self) -> str:
        head = self._head
        if isinstance(self._core, _Closed):
            return f"<fpcheck.Index of {head.scheme}, closed>"
        if not head.bits:
            return f"<fpcheck.Index of {len(self)} {head.scheme}, distance {head.distance}>"
        return (f"<fpcheck.Index of {len(self)} {head.scheme}, similarity {head.similarity}, "
                f"{head.bands} bands of {head.rows}>")

    @property
    def scheme(self) -> str:
        """The scheme's id."""
        return self._head.scheme

    @property
    def profile(self) -> str:
        """The profile of the fingerprints."""
        return self._head.profile

    @property
    def bits(self) -> int:
        """Bits in a slot of a MinHash; 0 for a SimHash."""
        return self._head.bits

    @property
    def distance(self) -> int:
        """The distance up to which searches use tables; 0 for a MinHash."""
        return self._head.distance

    @property
    def similarity(self) -> float:
        """The similarity from which searches use tables; 0 for a SimHash."""
        return self._head.similarity

    @property
    def bands(self) -> tuple[int, int]:
        """The number of bands and of rows in each (R13.3); zeros for a SimHash."""
        return self._head.bands, self._head.rows

    def _changeable(self) -> Any:
        if not self._writable:
            raise ValueError(_READ_ONLY)
        return self._core

    def _suited(self, fingerprint: Fingerprint) -> tuple[bytes, int]:
        """The sketch and its width, at most that of the index (I25)."""
        head = self._head
        if not isinstance(fingerprint, Fingerprint):
            kind = type(fingerprint).__name__
            raise TypeError(f"expected a Fingerprint, not {kind}; Fingerprint.parse reads its "
                            "string")
        if (fingerprint.scheme, fingerprint.profile) != (head.scheme, head.profile):
            raise NotComparable(
                f"the index is of {head.scheme} (profile {head.profile}), the fingerprint of "
                f"{fingerprint.scheme} (profile {fingerprint.profile})")
        if fingerprint.width > head.bits:
            fingerprint = fingerprint.truncate(head.bits)
        return fingerprint.sketch, fingerprint.width

    def add(self, id: Id, fingerprint: Fingerprint) -> None:
        """Add a document, and replace a document with the same id.

        Raises `NotComparable` if the fingerprint has another scheme or profile, or fewer bits in a
        slot.
        """
        core = self._changeable()
        sketch, width = self._suited(fingerprint)
        if width < self._head.bits:
            raise NotComparable(f"the index has {self._head.bits} bits in a slot, the fingerprint "
                                f"{width}")
        core.add(_octets(id), sketch)

    def insert(self, id: Id, fingerprint: Fingerprint) -> None:
        """Like `add`, but raises `ValueError` if there is a document with the id.

        Threads that share an index take a lock around it, and so they do around `Deduplicator.add`:
        each is two steps, and other threads can run between them.
        """
        if id in self:
            raise ValueError(f"there is a document {id!r}")
        self.add(id, fingerprint)

    def update(self, documents: Iterable[tuple[Id, Fingerprint]]) -> None:
        """Add many documents."""
        for id, fingerprint in documents:
            self.add(id, fingerprint)

    def remove(self, id: Id) -> None:
        """Remove a document; `KeyError` if there is none with the id."""
        if not self._changeable().remove(_octets(id)):
            raise KeyError(id)

    def discard(self, id: Id) -> bool:
        """Remove a document if it is there, and return whether it was."""
        return bool(self._changeable().remove(_octets(id)))

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, id: object) -> bool:
        return isinstance(id, (str, *_OCTETS)) and self._core.get(_octets(id)) is not None

    def __getitem__(self, id: Id) -> Fingerprint:
        sketch = self._core.get(_octets(id))
        if sketch is None:
            raise KeyError(id)
        return self._fingerprint(sketch)

    def _fingerprint(self, sketch: bytes) -> Fingerprint:
        return Fingerprint(self._head.scheme, sketch, self._head.profile)

    def __iter__(self) -> Iterator[str]:
        """The ids, in ascending order of their bytes."""
        for id, _ in self._core.documents():
            yield _string(id)

    def items(self) -> Iterator[tuple[str, Fingerprint]]:
        """The ids and fingerprints, in ascending order of ids."""
        for id, sketch in self._core.documents():
            yield _string(id), self._fingerprint(sketch)

    def is_empty(self) -> bool:
        """Whether there is no document."""
        return len(self) == 0

    def query(self, fingerprint: Fingerprint) -> list[str]:
        """The ids of the near documents, the most similar first."""
        return [match.id for match in self.search(fingerprint)]

    def search(self, fingerprint: Fingerprint, *, distance: int | None = None,
               similarity: float | None = None, most: int | None = None) -> list[Match]:
        """The documents within limits, the most similar first (I26).

        `distance` is the greatest distance, and `similarity` the least similarity. Without both,
        the limits of the index apply. `most` limits the number of rows: 0 or more.

        >>> from fpcheck import SM1
        >>> index = Index("sm1")
        >>> index.add("a", SM1.sum(b"Four score and seven years ago"))
        >>> index.search(SM1.sum(b"Four score and seven months ago"))
        []
        >>> index.search(SM1.sum(b"Four score and seven months ago"), distance=10)
        [Match(id='a', distance=8, similarity=0.875)]
        """
        sketch, _ = self._suited(fingerprint)
        if similarity is not None and not similarity <= 1:
            raise ValueError(f"similarity {similarity}: expected at most 1")
        if distance is not None and not 0 <= as_integer(distance) <= 128:
            raise ValueError(f"distance {distance}: expected 0 to 128")
        if similarity is not None:
            similarity = max(similarity, 0.0)
        rows = self._core.search(sketch, -1 if distance is None else distance,
                                 -1.0 if similarity is None else similarity,
                                 -1 if most is None else count_of("most", most))
        return list(map(Match._make, rows))

    def verify(self) -> None:
        """Check the whole file (I27): raise `DamagedIndex` if something is wrong."""
        self._core.verify()

    def pairs(self, similarity: float | None = None, *, most: int | None = None) -> Iterator[Pair]:
        """The pairs of documents of at least a similarity (R13.5).

        A copy makes a pair with its first document only. MinHashes are compared if they agree in a
        band. In a band, more than `most` documents that agree are compared as R13.4 says.
        """
        for row in self._core.pairs(self._limit(similarity), count_of("most", most or 0)):
            yield Pair._make(row)

    def groups(self, similarity: float | None = None, floor: float | None = None, *,
               most: int | None = None) -> Iterator[Group]:
        """Every document with the representative of its group, in the order of ids (R13.6).

        `floor` is the least similarity to the representative, and `similarity` if it is None.
        """
        least = self._limit(similarity)
        floor = least if floor is None else _share(floor)
        for row in self._core.groups(least, floor, count_of("most", most or 0)):
            yield Group._make(row)

    def _limit(self, similarity: float | None) -> float:
        if similarity is not None:
            return _share(similarity)
        head = self._head
        return head.similarity if head.bits else similarity_at(head.distance, 0)


def _memory(head: _fpx.Head) -> Any:
    return _NATIVE(*astuple(head)) if _NATIVE else _Memory(head)


def _of_documents(options: tuple[Any, ...], documents: list[tuple[bytes, bytes]]) -> Index:
    core = _memory(_fpx.Head(*options))
    for id, sketch in documents:
        core.add(id, sketch)
    return Index._of(core, True)


class _Links:
    """The links of documents (R13.2, R13.4, R13.5)."""

    def __init__(self, head: _fpx.Head, documents: list[tuple[bytes, bytes]], threshold: float,
                 most: int) -> None:
        self.bits = head.bits
        self.places: dict[bytes, int] = {}  # by id, of the first document with the sketch
        self.firsts: list[bytes] = []
        self.copies: list[list[bytes]] = []
        by_sketch: dict[bytes, int] = {}
        for id, sketch in documents:
            place = by_sketch.setdefault(sketch, len(self.firsts))
            if place == len(self.firsts):
                self.firsts.append(id)
                self.copies.append([])
            else:
                self.copies[place].append(id)
            self.places[id] = place
        self.values = [int.from_bytes(sketch, "big") for sketch in by_sketch]
        self.near: list[set[int]] = [set() for _ in self.firsts]
        all = SLOTS if self.bits else 64
        self.farthest = max([d for d in range(all + 1) if similarity_at(d, self.bits) >= threshold])
        if self.bits:
            self._by_bands(head, list(by_sketch),
                           most or min(1000, max(64, 2_000_000 // max(1, len(documents)))))
        else:
            self._by_blocks(list(by_sketch))

    def similarity(self, one: int, other: int) -> float:
        return similarity_at(differing(self.values[one], self.values[other], self.bits), self.bits)

    def _link(self, one: int, other: int) -> None:
        if (other not in self.near[one]
                and differing(self.values[one], self.values[other], self.bits) <= self.farthest):
            self.near[one].add(other)
            self.near[other].add(one)

    def _link_all(self, places: list[int], most: int | None = None) -> None:
        """Link near ones: of every two, or of the first and each if they are too many."""
        for i, one in enumerate(places):
            for other in places[i + 1:]:
                self._link(one, other)
            if most is not None and len(places) > most:
                break

    def _by_blocks(self, sketches: list[bytes]) -> None:
        if self.farthest > 10:
            self._link_all(list(range(len(sketches))))
            return
        for mask, _ in _fpx.layouts(self.farthest)[self.farthest + 1]:
            groups: dict[int, list[int]] = {}
            for place, value in enumerate(self.values):
                groups.setdefault(value & mask, []).append(place)
            for group in groups.values():
                self._link_all(group)

    def _by_bands(self, head: _fpx.Head, sketches: list[bytes], most: int) -> None:
        """R13.4."""
        keys = _Memory(head).keys
        bands: list[dict[int, list[int]]] = [{} for _ in range(head.bands)]
        for place, sketch in enumerate(sketches):
            for band, key in zip(bands, keys(sketch)):
                band.setdefault(key, []).append(place)
        for band in bands:
            for bucket in band.values():
                self._link_all(bucket, most)
                if len(bucket) > most:
                    for values in zip(*[slot_values(sketches[place]) for place in bucket]):
                        counts = Counter(values)
                        common = min(counts, key=lambda value: (-counts[value], value))
                        parts: dict[int, list[int]] = {}
                        for place, value in zip(bucket, values):
                            if value != common:
                                parts.setdefault(value, []).append(place)
                        for part in parts.values():
                            self._link_all(part, most)


class Deduplicator:
    """Keeps the first of near duplicates in a stream.

    The methods of `rensa.RMinHashDeduplicator` have the same names here.

    >>> from fpcheck import SM1
    >>> deduplicator = Deduplicator("sm1", distance=8)
    >>> texts = [b"Four score and seven years ago", b"Light-house keepers",
    ...          b"Four score and seven months ago"]
    >>> [deduplicator.add(str(i), SM1.sum(text)) for i, text in enumerate(texts)]
    [True, True, False]
    >>> deduplicator.get_duplicates(SM1.sum(texts[2]))
    ['0']
    """

    def __init__(self, scheme: object = "sm1", **options: object) -> None:
        """Take the options of `Index`."""
        self.index: Index = Index(scheme, **options)  # type: ignore[arg-type]

    def __copy__(self) -> Deduplicator:
        twin = Deduplicator.__new__(Deduplicator)
        twin.index = copy(self.index)
        return twin

    def __repr__(self) -> str:
        return f"<fpcheck.Deduplicator with {self.index!r}>"

    def add(self, id: Id, fingerprint: Fingerprint) -> bool:
        """Keep a document if no kept one is near, and return whether it was kept.

        A document with the id of a kept one is not kept.
        """
        if id in self.index or self.index.search(fingerprint, most=1):
            return False
        self.index.add(id, fingerprint)
        return True

    def is_duplicate(self, id: Id, fingerprint: Fingerprint) -> bool:
        """Whether `add` would return False."""
        return id in self.index or bool(self.index.search(fingerprint, most=1))

    def get_duplicates(self, fingerprint: Fingerprint) -> list[str]:
        """The ids of the kept documents that are near, the most similar first."""
        return self.index.query(fingerprint)

    def unique(self, documents: Iterable[tuple[Id, Fingerprint]],
               ) -> Iterator[tuple[Id, Fingerprint]]:
        """Those of many documents that are kept."""
        for id, fingerprint in documents:
            if self.add(id, fingerprint):
                yield id, fingerprint

    def add_pairs(self, documents: Iterable[tuple[Id, Fingerprint]]) -> list[bool]:
        """`add` many documents."""
        return [self.add(id, fingerprint) for id, fingerprint in documents]

    def clear(self) -> None:
        """Forget all kept documents."""
        for id in list(self.index):
            self.index.remove(id)

    def is_empty(self) -> bool:
        """Whether no document is kept."""
        return self.index.is_empty()

    def remove(self, id: Id) -> bool:
        """Forget a kept document, and return whether there was one."""
        return self.index.discard(id)

    def __contains__(self, id: object) -> bool:
        return id in self.index

    def __len__(self) -> int:
        return len(self.index)
