"""Index files in pure Python: docs/index-file.md, whose rules are I1 to I28."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from operator import index
from typing import Any, NamedTuple

from fpcheck._errors import DamagedIndex
from fpcheck._fingerprint import PROFILE, SIMHASHES
from fpcheck._hash import M64, mix64
from fpcheck._sketch import MINHASHES, SLOTS

_HEADER = struct.Struct("<8s6Id2H20x")
_HEAD = struct.Struct("<8sQQIII28x")
_ENTRY = struct.Struct("<IIQQ8x")
_COMMIT = struct.Struct("<8sQQQQQII4xI")
_MAGIC = b"\x89FPX\r\n\x1a\n"
_MOST = 0xFFFFFFFE
_HOT = 100_000  # entries of a band that a search reads (I26)
FEWEST = 256  # documents with tables

Buffer = Any  # memoryview, or bytes


@lru_cache(maxsize=1)
def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


def checksum(data: Buffer, before: int = 0) -> int:
    """The CRC-32C (I3).

    >>> f"{checksum(b'123456789'):08x}"
    'e3069283'
    """
    table, sum = _crc_table(), before ^ 0xFFFFFFFF
    for byte in bytes(data):
        sum = sum >> 8 ^ table[(sum ^ byte) & 0xFF]
    return sum ^ 0xFFFFFFFF


def padded(n: int) -> int:
    """I2."""
    return n + 63 & ~63


@dataclass(frozen=True)
class Head:
    """What the header of an index says (I5)."""

    scheme: str
    profile: str
    bits: int
    distance: int
    similarity: float
    bands: int
    rows: int

    @property
    def size(self) -> int:
        """Bytes of a sketch."""
        return 16 * self.bits or 8

    def check(self) -> None:
        """Raise `ValueError` unless the fields are as I6 says."""
        for number in (self.bits, self.distance, self.bands, self.rows):
            index(number)  # a float raises TypeError
        if PROFILE.fullmatch(self.profile) is None:
            raise ValueError(f"profile {self.profile!r}: expected letters a-z and digits")
        if self.scheme in SIMHASHES:
            if self.bits or self.bands or self.rows or self.similarity:
                raise ValueError(f"{self.scheme} is a SimHash: expected a distance only")
            if not 0 <= self.distance <= 64:
                raise ValueError(f"distance {self.distance}: expected 0 to 64")
            return
        if self.bits not in (8, 4, 2, 1):
            raise ValueError(f"{self.bits} bits in a slot: expected 8, 4, 2 or 1")
        if self.distance:
            raise ValueError(f"{self.scheme} is a MinHash: expected a similarity, not a distance")
        if not 0 <= self.similarity <= 1:
            raise ValueError(f"similarity {self.similarity}: expected 0 to 1")
        if self.bands < 1 or self.rows < 1 or self.bands * self.rows > SLOTS:
            raise ValueError(f"{self.bands} bands of {self.rows} rows: expected 1 to {SLOTS} slots")

    def encode(self) -> bytes:
        """I5."""
        head = _HEADER.pack(_MAGIC, 1, self.size, self.bits, self.distance, self.bands, self.rows,
                            self.similarity, len(self.scheme), len(self.profile))
        head = (head + (self.scheme + self.profile).encode()).ljust(252, b"\0")
        return head + struct.pack("<I", checksum(head))

    @classmethod
    def decode(cls, data: Buffer) -> Head:
        """I6."""
        if len(data) < 256 or bytes(data[:8]) != _MAGIC:
            raise DamagedIndex("not-an-index", "the file is not an index")
        (_, version, size, bits, distance, bands, rows, similarity, scheme_len,
         profile_len) = _HEADER.unpack_from(data)
        if version != 1:
            raise DamagedIndex("version", f"version {version}: expected 1")
        names = 64 + scheme_len + profile_len
        if checksum(data[:252]) != int.from_bytes(data[252:256], "little") or names > 252:
            raise _damaged("the header")
        scheme = bytes(data[64:64 + scheme_len]).decode("latin-1")
        if scheme not in SIMHASHES + MINHASHES:
            raise DamagedIndex("unknown-scheme", f"unknown scheme {scheme!r}")
        profile = bytes(data[64 + scheme_len:names]).decode("latin-1")
        head = cls(scheme, profile, bits, distance, similarity, bands, rows)
        try:
            head.check()
        except ValueError as error:
            raise _damaged(f"the header: {error}") from None
        if size != head.size:
            raise _damaged(f"the header: sketches of {size} bytes")
        return head


def _damaged(what: str) -> DamagedIndex:
    return DamagedIndex("damaged", f"the index is damaged: {what}")


# ---- SimHash tables (I21 to I24) ----

def _cut(mask: int, n: int) -> list[int]:
    bits = [1 << i for i in range(63, -1, -1) if mask >> i & 1]
    return [sum(bits[len(bits) * i // n:len(bits) * (i + 1) // n]) for i in range(n)]


def _binomial(n: int, k: int) -> int:
    product = 1
    for i in range(k):
        product = product * (n - i) // (i + 1)
    return product


@cache
def layouts(distance: int) -> list[tuple[tuple[int, int], ...]]:
    """The known layouts for a distance: masks and radii (I24)."""
    known: list[tuple[tuple[int, int], ...]] = [((0, 0),)]
    if distance > 10:
        return known
    for n in range(1, distance + 2):
        least, more = (distance + 1) // n - 1, (distance + 1) % n
        known.append(tuple((block, least + (i < more)) for i, block in enumerate(_cut(M64, n))))
    for n in (distance + 2, distance + 3) if distance else ():
        if _binomial(n, distance) <= 40:
            known.append(tuple((sum(blocks), 0)
                               for blocks in combinations(_cut(M64, n), n - distance)))
    if 1 <= distance <= 3:
        known.append(tuple((outer | inner, 0) for outer in _cut(M64, distance + 1)
                           for inner in _cut(M64 & ~outer, distance + 1)))
    return known


def _directory_bits(mask: int, n: int) -> int:
    return max(0, min(n.bit_length() - 3, mask.bit_count(), 32))


def layout_for(n: int, distance: int) -> tuple[tuple[int, int], ...]:
    """The layout that the reference chooses for a number of sketches."""
    def cost(layout: tuple[tuple[int, int], ...]) -> float:
        octets = probes = candidates = 0.0
        for mask, radius in layout:
            bits = _directory_bits(mask, n)
            own = float(sum([_binomial(bits, flipped) for flipped in range(min(radius, bits) + 1)]))
            octets += float(4 + (39 - bits) // 8) + 4 * float((1 << bits) + 1) / float(max(1, n))
            probes += own
            candidates += own * float(n) * 2.0 ** -bits
        in_memory = max(0.0, 1 - (8 << 20) / max(1.0, octets * n))
        return (probes * (9.0 + in_memory * (75.0 - 9.0)) + candidates * 0.8) * octets
    return min(layouts(distance), key=cost)


@lru_cache(maxsize=256)
def _moves(mask: int) -> tuple[tuple[int, int], ...]:
    """I22: which bits to rotate to the left, and by how many."""
    tops = [i for i in range(64) if mask >> i & 1 and not mask >> (i + 1) % 64 & 1]
    start = tops[-1] if tops else 63
    order = [(start - n) % 64 for n in range(64)]
    order = [i for i in order if mask >> i & 1] + [i for i in order if not mask >> i & 1]
    by: dict[int, int] = {}
    for to, i in zip(range(63, -1, -1), order):
        by[(to - i) % 64] = by.get((to - i) % 64, 0) | 1 << i
    return tuple((bits, n) for n, bits in by.items())


def _rotate(x: int, n: int) -> int:
    return (x << n | x >> 64 - n) & M64


def _permute(moves: tuple[tuple[int, int], ...], x: int) -> int:
    return sum([_rotate(x & bits, n) for bits, n in moves])


class _Table:
    """A table of SimHashes (I21 to I23)."""

    def __init__(self, mask: int, radius: int, n: int,
                 sections: tuple[Buffer, Buffer, Buffer]) -> None:
        self.radius = radius
        self.to = _moves(mask)
        self.back = tuple((_rotate(bits, by), -by % 64) for bits, by in self.to)
        self.bits = _directory_bits(mask, n)
        self.cold = (39 - self.bits) // 8
        self.directory, self.hots, self.colds = sections
        self.size = len(self.hots) // 4
        self.fits = (len(self.directory) == 4 * ((1 << self.bits) + 1) and len(self.hots) % 4 == 0
                     and len(self.colds) == self.cold * self.size and self.size <= n)

    def bucket(self, number: int) -> range:
        first, end = struct.unpack_from("<2I", self.directory, 4 * number)
        return range(min(first, self.size), min(end, self.size))

    def permuted(self, bucket: int, i: int) -> int:
        hot = int.from_bytes(self.hots[4 * i:4 * i + 4], "little")
        cold = int.from_bytes(self.colds[self.cold * i:self.cold * (i + 1)], "little")
        low = 64 - self.bits
        return bucket << low | (cold << 32 | hot) & (1 << low) - 1

    def sketch(self, place: int) -> int:
        low, high = 0, (1 << self.bits) - 1
        while low < high:
            middle = (low + high) // 2
            if int.from_bytes(self.directory[4 * middle + 4:4 * middle + 8], "little") > place:
                high = middle
            else:
                low = middle + 1
        return _permute(self.back, self.permuted(low, place))

    def near(self, query: int, distance: int) -> Iterator[tuple[int, int]]:
        """The number in the table and the sketch of each that the table finds."""
        wanted = _permute(self.to, query)
        low = 64 - self.bits
        flips = [0]
        for flipped in range(1, min(self.radius, self.bits, distance) + 1):
            flips += [sum([1 << bit for bit in some])
                      for some in combinations(range(self.bits), flipped)]
        hot = wanted & 0xFFFFFFFF
        for flip in flips:
            bucket = wanted >> low ^ flip
            places = self.bucket(bucket)
            hots = struct.unpack_from(f"<{len(places)}I", self.hots, 4 * places.start)
            for i, own in zip(places, hots):
                if (own ^ hot).bit_count() <= distance:
                    found = self.permuted(bucket, i)
                    if (found ^ wanted).bit_count() <= distance:
                        yield i, _permute(self.back, found)

    def places(self, sketch: int) -> Iterator[int]:
        """Where a sketch is in the first table."""
        wanted = _permute(self.to, sketch)
        bucket = wanted >> 64 - self.bits
        places = self.bucket(bucket)
        first = bisect_left(places, wanted, key=lambda i: self.permuted(bucket, i))
        for i in places[first:]:
            if self.permuted(bucket, i) != wanted:
                break
            yield i

    def verify(self) -> frozenset[int] | None:
        """The sketches, or None if the table is not sound (I27)."""
        found, last, at = set(), -1, 0
        if int.from_bytes(self.directory[:4], "little"):
            return None
        for bucket in range(1 << self.bits):
            end = int.from_bytes(self.directory[4 * bucket + 4:4 * bucket + 8], "little")
            if not at <= end <= self.size:
                return None
            for i in range(at, end):
                permuted = self.permuted(bucket, i)
                if permuted < last:
                    return None
                last = permuted
                found.add(_permute(self.back, permuted))
            at = end
        return frozenset(found) if at == self.size else None


def near_simhashes(tables: list[_Table], query: int, distance: int) -> Iterator[tuple[int, int]]:
    """The place and the sketch of each SimHash within a distance that the tables are for."""
    seen: set[int] = set()
    for table in tables:
        for place, sketch in table.near(query, distance):
            if table is tables[0]:
                seen.add(sketch)
                yield place, sketch
            elif sketch not in seen:
                seen.add(sketch)
                for place in tables[0].places(sketch):
                    yield place, sketch


# ---- MinHash tables (I18 to I20) ----

def key_hashes(sketch: bytes, bands: int, wide: int) -> list[int]:
    """The hash of the key of each band (I19), whose keys have so many bits."""
    whole, total, hashes = int.from_bytes(sketch, "big"), 8 * len(sketch), []
    mask = (1 << wide) - 1
    for band in range(bands):
        key, left, hash = whole >> total - wide * (band + 1) & mask, wide, 0
        while left > 64:
            left -= 64
            hash = mix64(hash ^ key >> left & M64)
        hashes.append(mix64(hash ^ (key & (1 << left) - 1) << 64 - left))
    return hashes


def _shape(n: int) -> tuple[int, int]:
    """The bits of a cell, and the bytes of an entry (I18)."""
    return max(0, n.bit_length() - 3), 1 + max(1, (max(0, n - 1).bit_length() + 7) // 8)


# ---- Segments and commits ----

@dataclass
class Segment:
    """A segment of the index (I7 to I10)."""

    head: Head
    generation: int
    n: int
    sections: dict[int, Buffer]
    tables: list[_Table] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)

    def open(self) -> None:
        n, get = self.n, self.sections.get
        self.ends, self.ids, self.sketches = get(1, b""), get(2, b""), get(3, b"")
        self.tombs, self.order = get(4, b""), get(6, b"")
        sketches = n * self.head.size
        if 7 in self.sections:
            sketches = 0
            layout = self.sections[7]
            if self.head.size != 8 or len(layout) % 16 or len(self.order) != 4 * n:
                raise _damaged(f"segment {self.generation}: its layout")
            shapes = tuple(struct.iter_unpack("<QQ", layout))
            if shapes not in layouts(self.head.distance):
                raise _damaged(f"segment {self.generation}: an unknown layout")
            for i, (mask, radius) in enumerate(shapes):
                kinds = range(16 + 3 * i, 19 + 3 * i)
                one, two, three = (get(kind, b"") for kind in kinds)
                self.tables.append(_Table(mask, radius, n, (one, two, three)))
            if self.tables[0].size != n or not all(table.fits for table in self.tables):
                raise _damaged(f"segment {self.generation}: its tables")
        if (len(self.ends) != 8 * n or len(self.sketches) != sketches or len(self.tombs) % 16
                or n > _MOST):
            raise _damaged(f"segment {self.generation}: its sections for {n} documents")
        if 5 in self.sections:
            cells, entry = _shape(n)
            self.band = 4 * ((1 << cells) + 1) + n * entry
            if not self.head.bits or len(self.sections[5]) != self.head.bands * self.band:
                raise _damaged(f"segment {self.generation}: its tables")

    def id(self, document: int) -> bytes:
        first, end = 0, int.from_bytes(self.ends[8 * document:8 * document + 8], "little")
        if document:
            first = int.from_bytes(self.ends[8 * document - 8:8 * document], "little")
        return bytes(self.ids[first:end]) if first <= end <= len(self.ids) else b""

    def sketch(self, document: int) -> bytes:
        if self.tables:
            return self.tables[0].sketch(document).to_bytes(8, "big")
        size = self.head.size
        return bytes(self.sketches[size * document:size * (document + 1)])

    def ranked(self, rank: int) -> int:
        if not self.tables:
            return rank
        return min(int.from_bytes(self.order[4 * rank:4 * rank + 4], "little"), self.n - 1)

    def find(self, id: bytes) -> int | None:
        """The document with an id that is not dead."""
        rank = bisect_left(range(self.n), id, key=lambda rank: self.id(self.ranked(rank)))
        if rank < self.n:
            document = self.ranked(rank)
            if document not in self.dead and self.id(document) == id:
                return document
        return None

    def candidates(self, query: bytes) -> list[int]:
        """The documents of the cells that a MinHash falls into (I20, I26)."""
        cells, entry = _shape(self.n)
        table, found = self.sections[5], set()
        hashes = key_hashes(query, self.head.bands, self.head.rows * self.head.bits)
        for band, hash in enumerate(hashes):
            at = band * self.band
            first, end = struct.unpack_from("<2I", table, at + 4 * (hash >> 64 - cells))
            end, check, read = min(end, self.n), hash & 0xFF, 0
            at += 4 * ((1 << cells) + 1)
            for place in range(at + first * entry, at + end * entry, entry):
                if table[place] == check:
                    read += 1
                    if read > _HOT:
                        break
                    found.add(int.from_bytes(table[place + 1:place + entry], "little"))
        return sorted(document for document in found if document < self.n)

    def sound(self) -> bool:
        """I27, of the segments of the index."""
        ends = [end for end, in struct.iter_unpack("<Q", self.ends)]
        if ends != sorted(ends) or (ends[-1] if ends else 0) != len(self.ids):
            return False
        ids = [self.id(self.ranked(rank)) for rank in range(self.n)]
        if any(one >= other for one, other in zip(ids, ids[1:])):
            return False
        if any(zeros for _, _, zeros in struct.iter_unpack("<QII", self.tombs)):
            return False
        if self.tables:
            sets = [table.verify() for table in self.tables]
            return sets[0] is not None and all(
                found == sets[0] and (i == 0 or table.size == len(found or ()))
                for i, (table, found) in enumerate(zip(self.tables, sets)))
        if 5 in self.sections:
            made = band_tables(self.head, [self.sketch(i) for i in range(self.n)])
            return bytes(self.sections[5]) == made
        return True


def band_tables(head: Head, sketches: list[bytes]) -> bytes:
    """Section 5 of sketches."""
    n, wide = len(sketches), head.rows * head.bits
    cells, entry = _shape(n)
    hashes = [key_hashes(sketch, head.bands, wide) for sketch in sketches]
    parts = []
    for band in range(head.bands):
        own = sorted([(row[band] >> 64 - cells, i, row[band] & 0xFF)
                      for i, row in enumerate(hashes)])
        counts = [0] * ((1 << cells) + 1)
        for cell, _, _ in own:
            counts[cell + 1] += 1
        for cell in range(1 << cells):
            counts[cell + 1] += counts[cell]
        parts.append(struct.pack(f"<{len(counts)}I", *counts))
        parts += [bytes((check,)) + i.to_bytes(entry - 1, "little") for _, i, check in own]
    return b"".join(parts)


class _Commit(NamedTuple):
    generation: int
    begin: int
    at: int
    previous: int
    below: int
    live: int
    whole: int
    before: int
    sum: int


class File:
    """An index file that is open for searches."""

    def __init__(self, data: Buffer) -> None:
        self.data = data
        self.head = Head.decode(data)
        self._follow()

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> File:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                return cls(b"")
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            opened = cls(memoryview(data))
        except BaseException as error:
            # The frames of the error have slices of the view.
            raise error.with_traceback(None) from None
        opened._mapping = data
        return opened

    segments: list[Segment]
    _mapping: mmap.mmap | None = None

    def close(self) -> None:
        """Unmap the file."""
        self.segments = []
        if isinstance(self.data, memoryview):
            self.data.release()
        self.data = b""
        if self._mapping is not None:
            with contextlib.suppress(BufferError):  # a result has a slice
                self._mapping.close()
            self._mapping = None

    def _head(self, at: int) -> tuple[int, int, int, int] | None:
        """I8: the generation, length, documents and sections of a valid head."""
        data, left = self.data, len(self.data) - at
        if left < 64 or data[at:at + 8] != b"FPXSEGMT":
            return None
        _, generation, length, n, sections, sum = _HEAD.unpack_from(data, at)
        size = padded(64 + 32 * sections)
        if sections > 1024 or left < size:
            return None
        head = bytes(data[at:at + 32]) + bytes(4) + bytes(data[at + 36:at + size])
        if checksum(head) != sum or length < size or length % 64 or length > left:
            return None
        return generation, length, n, sections

    def _commit(self, at: int) -> _Commit | None:
        """I12: a valid commit."""
        if len(self.data) - at < 64 or self.data[at:at + 8] != b"FPXCOMIT":
            return None
        (_, generation, begin, previous, below, live, whole, before,
         sum) = _COMMIT.unpack_from(self.data, at)
        if checksum(self.data[at:at + 60]) != sum or whole > 1 or any(self.data[at + 56:at + 60]):
            return None
        return _Commit(generation, begin, at, previous, below, live, whole, before, sum)

    def _follow(self) -> None:
        """I13 to I16."""
        chain: dict[int, _Commit] = {}
        last, top, at = _Commit(0, 0, 0, 0, 0, 0, 0, 0, 0), None, 256
        while True:
            head = self._head(at)
            if head is None or len(self.data) - at - head[1] < 64:
                break
            commit = self._commit(at + head[1])
            if commit is None and not any(self.data[at + head[1]:at + head[1] + 64]):
                break
            if (commit is None or commit.begin != at or commit.previous != last.at
                    or not commit.generation == last.generation + 1 == head[0]
                    or commit.below > last.at or commit.before != last.sum):
                raise _damaged(f"the commit at byte {at + head[1]}")
            chain[commit.at] = last = commit
            at = commit.at + 64
            if commit.whole:
                top = commit
        if len(self.data) - at >= 64 and any(self.data[at:at + 64]):  # I14
            for place in range(at, len(self.data) - 63, 64):
                commit = self._commit(place)
                if commit and commit.generation > last.generation and at <= commit.begin < place:
                    raise _damaged(f"between byte {at} and the commit at {place}")
        if top is None:
            raise _damaged("it has no commit")
        self.end = top.at + 64
        below: _Commit | None = top
        self.segments = []
        while below is not None:
            self.segments.insert(0, self._segment(below))
            next = chain.get(below.below)
            if below.below and (next is None or next.at >= below.at):
                raise _damaged(f"no commit at byte {below.below}")
            below = next
        for i, segment in enumerate(self.segments):
            generations = {below.generation: below for below in self.segments[:i]}
            for generation, document, _ in struct.iter_unpack("<QII", segment.tombs):
                if generation not in generations or document >= generations[generation].n:
                    raise _damaged(f"segment {segment.generation}: a tomb")
                generations[generation].dead.add(document)
        self.live = sum([segment.n - len(segment.dead) for segment in self.segments])
        if self.live != top.live:
            raise _damaged(f"{self.live} documents: expected {top.live}")

    def _sections(self, at: int) -> list[tuple[int, int, int, int]]:
        """The kind, checksum, offset and length of each section, which I9 places."""
        head = self._head(at)
        if head is None:
            raise _damaged(f"the segment at byte {at}")
        _, length, _, count = head
        end, table = padded(64 + 32 * count), []
        for i in range(count):
            kind, sum, offset, size = _ENTRY.unpack_from(self.data, at + 64 + 32 * i)
            if offset != padded(end) or size > length - offset:
                raise _damaged(f"the segment at byte {at}: section {kind}")
            end = offset + size
            table.append((kind, sum, offset, size))
        if padded(end) != length:
            raise _damaged(f"the segment at byte {at}: its length")
        return table

    def _segment(self, commit: _Commit) -> Segment:
        begin, sections = commit.begin, {}
        for kind, _, offset, size in self._sections(begin):
            if kind in sections:
                raise _damaged(f"segment {commit.generation}: two sections {kind}")
            sections[kind] = self.data[begin + offset:begin + offset + size]
        n = int.from_bytes(self.data[begin + 24:begin + 28], "little")
        segment = Segment(self.head, commit.generation, n, sections)
        segment.open()
        return segment

    def verify(self) -> None:
        """I27."""
        if len(self.data) != self.end:
            raise _damaged(f"{len(self.data) - self.end} bytes follow the last commit")
        at = 256
        while at < self.end:
            end = padded(64 + 32 * len(self._sections(at)))
            for kind, sum, offset, size in self._sections(at):
                if any(self.data[at + end:at + offset]):
                    raise _damaged(f"the segment at byte {at}: what is between its sections")
                if checksum(self.data[at + offset:at + offset + size]) != sum:
                    raise _damaged(f"the segment at byte {at}: the checksum of section {kind}")
                end = offset + size
            length = int.from_bytes(self.data[at + 16:at + 24], "little")
            if any(self.data[at + end:at + length]):
                raise _damaged(f"the segment at byte {at}: its end")
            at += length + 64
        for segment in self.segments:
            if not segment.sound():
                raise _damaged(f"segment {segment.generation}")


# ---- Writing (I28) ----

def write(head: Head, documents: list[tuple[bytes, bytes]], path: str) -> None:
    """Write ids and sketches, in the order of ids, to a file with one segment."""
    n = len(documents)
    sketches = [sketch for _, sketch in documents]
    order = list(range(n))
    tables: list[tuple[int, bytes]] = []
    if n >= FEWEST and head.bits:
        tables = [(5, band_tables(head, sketches))]
    elif n >= FEWEST:
        layout = layout_for(n, head.distance)
        values = [int.from_bytes(sketch, "big") for sketch in sketches]
        lists = []
        for i, (mask, _) in enumerate(layout):
            moves, bits = _moves(mask), _directory_bits(mask, n)
            if i == 0:
                keys = [_permute(moves, value) for value in values]
                order.sort(key=keys.__getitem__)
                keys.sort()
            else:
                keys = sorted({_permute(moves, value) for value in values})
            low, cold = 64 - bits, (39 - bits) // 8
            directory, at = [], 0
            for bucket in range((1 << bits) + 1):
                at = bisect_left(keys, bucket << low, at)
                directory.append(at)
            lists.append(struct.pack(f"<{len(directory)}I", *directory))
            lists.append(struct.pack(f"<{len(keys)}I", *[key & 0xFFFFFFFF for key in keys]))
            lists.append(b"".join([((key & (1 << low) - 1) >> 32).to_bytes(cold, "little")
                                   for key in keys]))
        ranks = [0] * n
        for place, rank in enumerate(order):
            ranks[rank] = place
        tables = [(6, struct.pack(f"<{n}I", *ranks)),
                  (7, b"".join([struct.pack("<QQ", *shape) for shape in layout])),
                  *[(16 + i, section) for i, section in enumerate(lists)]]
        sketches = []
    ends, end = [], 0
    for i in order:
        end += len(documents[i][0])
        ends.append(end)
    sections = [(1, struct.pack(f"<{n}Q", *ends)), (2, b"".join([documents[i][0] for i in order])),
                (3, b"".join(sketches)), (4, b""), *tables]
    at = padded(64 + 32 * len(sections))
    entries = []
    for kind, section in sections:
        entries.append(_ENTRY.pack(kind, checksum(section), at, len(section)))
        at = padded(at + len(section))
    table = b"".join(entries).ljust(padded(64 + 32 * len(sections)) - 64, b"\0")
    top = _HEAD.pack(b"FPXSEGMT", 1, at, n, len(sections), 0)
    top = _HEAD.pack(b"FPXSEGMT", 1, at, n, len(sections), checksum(top + table))
    commit = _COMMIT.pack(b"FPXCOMIT", 1, 256, 0, 0, n, 1, 0, 0)[:60]
    part = path + ".part"
    with _locked(path + ".lock"):
        try:
            with contextlib.suppress(FileNotFoundError):
                os.remove(part)  # of a process that was killed
            with open(part, "xb") as file:  # follows no link
                file.write(head.encode() + top + table)
                for _, section in sections:
                    file.write(section.ljust(padded(len(section)), b"\0"))
                file.write(commit + struct.pack("<I", checksum(commit)))
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileNotFoundError):
                os.chmod(part, os.stat(path).st_mode & 0o777)
            os.replace(part, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.remove(part)
            raise


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows has no flock
        yield
        return
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise BlockingIOError(f"{path}: another process writes the index") from None
        except OSError:
            pass  # a file system without locks
        # The process that had the lock may have removed the file meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.stat(path), os.fstat(lock)):
                break
        os.close(lock)
    try:
        yield
    finally:
        os.remove(path)
        os.close(lock)
