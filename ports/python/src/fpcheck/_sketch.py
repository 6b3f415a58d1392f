"""Chapter 7: elements to sketches, of SimHash and of MinHash."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from fpcheck._errors import MalformedFingerprint, NoFeatures, NotComparable
from fpcheck._hash import M64, mix64, mix64_all
from fpcheck._octets import Octets, only_octets

SLOTS = 128
MINHASHES = ("mh1", "mw1")
_VALUE_BITS = 57
_VALUE_MASK = (1 << _VALUE_BITS) - 1
_EMPTY = M64
_FULL_FORM = struct.Struct(f">5s{SLOTS}Q")
_MAGIC = b"fpmh\1"
_MIXED = mix64_all(range(SLOTS))


def counters(elements: Collection[int]) -> list[int]:
    """The 64 counters of a SimHash, that of bit 0 first (R7.1).

    >>> counters([1, 3])[:3]
    [2, 0, -2]
    """
    octets = b"".join([element.to_bytes(8, "little") for element in elements])
    counts = []
    for column in range(8):
        often = Counter(octets[column::8])
        for bit in range(8):
            ones = sum([n for octet, n in often.items() if octet >> bit & 1])
            counts.append(ones - (len(elements) - ones))
    return counts


def simhash(counts: Sequence[int]) -> bytes:
    """The sketch of 64 counters, 8 octets (R7.2, R7.3).

    >>> simhash(counters([1, 3])).hex()
    '0000000000000001'
    """
    if len(counts) != 64:
        raise ValueError(f"{len(counts)} counters, not 64")
    bits = sum([1 << i for i, count in enumerate(counts) if count > 0])  # R7.2, R7.3
    return bits.to_bytes(8, "big")


class Minima:
    """The full form of a MinHash: the least value in each of 128 slots (R7.4, R7.5).

    It belongs to a scheme, `mh1` or `mw1`, and reads elements and other full forms of that scheme
    in any order. It does not know the profile of the texts, nor the number of features.

    >>> volumes = Minima("mh1", [1, 2])
    >>> volumes.merge(Minima("mh1", [3]))
    >>> volumes == Minima("mh1", [3, 2, 1])
    True
    """

    __slots__ = ("_scheme", "_slots")

    def __init__(self, scheme: str, elements: Iterable[int] = ()) -> None:
        if scheme not in MINHASHES:
            raise ValueError(f"{scheme!r} has no full form: the schemes that have one are "
                             f"{' and '.join(MINHASHES)}")
        self._scheme = scheme
        self._slots = [_EMPTY] * SLOTS
        self.update(elements)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Minima):
            return NotImplemented
        return (self._scheme, self._slots) == (other._scheme, other._slots)

    def __repr__(self) -> str:
        filled = SLOTS - self._slots.count(_EMPTY)
        return f"<fpcheck.Minima of {self._scheme}, {filled} of {SLOTS} slots filled>"

    def copy(self) -> Minima:
        """Return a full form of the same elements that goes on by itself."""
        twin = Minima(self._scheme)
        twin._slots = self._slots.copy()
        return twin

    __copy__ = copy

    @property
    def scheme(self) -> str:
        """The scheme's id."""
        return self._scheme

    @property
    def empty(self) -> bool:
        """Whether no element has come: such has no sketch (R7.9)."""
        return self._slots.count(_EMPTY) == SLOTS

    def add(self, element: int) -> None:
        """Take an element, an integer of 64 bits."""
        self.update((element,))

    def update(self, elements: Iterable[int]) -> None:
        """Take many elements."""
        slots = self._slots
        try:
            all_mixed = mix64_all(list(elements))
        except struct.error:
            raise ValueError("expected elements from 0 to 2^64 - 1") from None
        for mixed in all_mixed:
            slot, value = mixed >> _VALUE_BITS, mixed & _VALUE_MASK  # R7.4
            if value < slots[slot]:
                slots[slot] = value  # R7.5

    def merge(self, other: Minima) -> None:
        """Read all elements of another full form of the same scheme and profile (R7.6).

        Raises `NotComparable` if it belongs to another scheme.
        """
        if not isinstance(other, Minima):
            raise TypeError(f"merge reads another Minima, not {type(other).__name__}")
        if other._scheme != self._scheme:
            raise NotComparable(f"full forms of {self._scheme} and {other._scheme}")
        self._slots = list(map(min, self._slots, other._slots))

    def to_bytes(self) -> bytes:
        """Return 1,029 octets to store (R7.7). They do not name the scheme: store it too."""
        return _FULL_FORM.pack(_MAGIC, *self._slots)

    @classmethod
    def from_bytes(cls, octets: Octets, scheme: str) -> Minima:
        """Read the 1,029 octets of a full form of a scheme, `mh1` or `mw1` (R7.7).

        Raises `MalformedFingerprint` if they are no full form.
        """
        octets = only_octets(octets, "a full form", "to_bytes returns one")
        if len(octets) != _FULL_FORM.size:
            raise MalformedFingerprint(f"{len(octets)} octets, not {_FULL_FORM.size}")
        magic, *slots = _FULL_FORM.unpack(octets)
        if magic != _MAGIC:
            raise MalformedFingerprint(f"starts with {magic.hex()}, not {_MAGIC.hex()}")
        for i, value in enumerate(slots):
            if value > _VALUE_MASK and value != _EMPTY:
                raise MalformedFingerprint(f"slot {i} holds {value:016x}")
        minima = cls(scheme)
        minima._slots = slots
        return minima

    def stored(self) -> bytes:
        """The sketch, 128 octets; `NoFeatures` if no element has come (R7.9)."""
        filled = [i for i, value in enumerate(self._slots) if value != _EMPTY]
        if not filled:
            raise NoFeatures("all slots are empty")
        donors = [i if value != _EMPTY else min(filled, key=_search(i).__getitem__)
                  for i, value in enumerate(self._slots)]  # R7.8
        values = [donor << _VALUE_BITS | self._slots[donor] for donor in donors]
        mixed = mix64_all(list(map(int.__xor__, values, _MIXED)))
        return bytes([value & 0xFF for value in mixed])


@lru_cache(maxsize=SLOTS)
def _search(i: int) -> dict[int, int]:
    """R7.8: for each slot the first t at which slot i finds it."""
    found: dict[int, int] = {}
    t = 0
    while len(found) < SLOTS:
        found.setdefault(mix64(i << 32 | t) % SLOTS, t)
        t += 1
    return found


def truncate(octets: bytes, bits: int) -> bytes:
    """A MinHash sketch with so many bits a slot, of one that has as many or more (R7.10).

    >>> truncate(bytes(range(128)), 4)[:4].hex()
    '01234567'
    """
    wide = slot_bits(octets)
    if bits not in (8, 4, 2, 1) or bits > wide:
        raise ValueError(f"{bits} bits a slot, of a sketch that has {wide}")
    value = 0
    for slot in slot_values(octets):
        value = value << bits | slot & (1 << bits) - 1
    return value.to_bytes(SLOTS * bits // 8, "big")


def slot_bits(octets: bytes) -> int:
    """How many bits a slot a MinHash sketch has."""
    bits, rest = divmod(len(octets) * 8, SLOTS)
    if rest or bits not in (8, 4, 2, 1):
        raise ValueError(f"{len(octets)} octets are no sketch of MinHash")
    return bits


def slot_values(octets: bytes) -> list[int]:
    """What the 128 slots of a MinHash sketch hold, of whatever width."""
    bits = slot_bits(octets)
    return [octet >> shift & (1 << bits) - 1 for octet in octets
            for shift in range(8 - bits, -1, -bits)]


def differing(one: int, other: int, bits: int) -> int:
    """In how many slots of so many bits two sketches differ, as integers; 0 bits of a SimHash.

    >>> differing(0x00110203, 0x00010204, 8), differing(0x00110203, 0x00010204, 0)
    (2, 4)
    """
    differ = one ^ other
    if bits <= 1:
        return differ.bit_count()
    for shift in (4, 2, 1):
        if shift < bits:
            differ |= differ >> shift  # the lowest bit of a slot gathers the others
    return (differ & _LOWEST[bits]).bit_count()


# The lowest bit of each slot, by the bits a slot.
_LOWEST = {bits: int.from_bytes(bytes([octet]) * (SLOTS * bits // 8), "big")
           for bits, octet in ((8, 0x01), (4, 0x11), (2, 0x55))}
