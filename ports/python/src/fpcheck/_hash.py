"""Chapter 6: lookup3 and mix64, of many keys at once.

Python adds two long integers at little more than the cost of two short ones. So keys are
hashed side by side in the lanes of one long integer: lanes of 64 bits for the words of 32,
lanes of 128 for the factors of 64. What runs over from a lane is masked away.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Sequence

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15

_LANES = 512  # at a time: the long integers stay in the fastest cache
_FEW = 5      # with fewer keys, lanes do not pay
_three_words = struct.Struct("<3I").unpack_from  # R6.3


def jenkins64(octets: bytes) -> int:
    """The hash jenkins-lookup3-64 of octets: hashlittle2, with both seeds 0 (R6.1 to R6.6).

    >>> f"{jenkins64(b'Four score and seven years ago'):016x}"
    '17770551ce7226e6'
    """
    a = b = c = (0xDEADBEEF + len(octets)) & M32  # R6.1
    if not octets:
        return c << 32 | b                        # R6.4: no final
    tail = (len(octets) - 1) // 12 * 12           # R6.2: when 12 octets remain they are the tail
    octets += bytes(-len(octets) % 12)            # R6.4
    for at in range(0, tail, 12):
        x, y, z = _three_words(octets, at)
        a, b, c = _mix(a + x & M32, b + y & M32, c + z & M32, M32, 1 << 32)
    x, y, z = _three_words(octets, tail)
    b, c = _final(a + x & M32, b + y & M32, c + z & M32, M32, 1 << 32)
    return c << 32 | b                            # R6.6


def jenkins64_all(keys: Sequence[bytes]) -> list[int]:
    """The hash of each key."""
    hashes = [0] * len(keys)
    by_blocks: defaultdict[int, list[int]] = defaultdict(list)
    for i, key in enumerate(keys):
        by_blocks[(len(key) + 11) // 12].append(i)
    for blocks, indices in by_blocks.items():
        if len(indices) < _FEW:
            for i in indices:
                hashes[i] = jenkins64(keys[i])
            continue
        for first in range(0, len(indices), _LANES):
            some = indices[first:first + _LANES]
            for i, value in zip(some, _hashlittle2([keys[i] for i in some], blocks)):
                hashes[i] = value
    return hashes


def _hashlittle2(keys: list[bytes], blocks: int) -> Sequence[int]:
    """The hashes of keys of the same number of blocks: jenkins64, in lanes."""
    n = len(keys)
    ones = _every(8, n)
    mask, borrow = ones * M32, ones << 32
    a = b = c = (_lanes(list(map(len, keys))) + ones * 0xDEADBEEF) & mask  # R6.1
    octets = b"".join([key.ljust(12 * blocks, b"\0") for key in keys])      # R6.4
    for at in range(0, 12 * blocks, 12):                                    # R6.2
        a = (a + _words(octets, at, 12 * blocks, n)) & mask
        b = (b + _words(octets, at + 4, 12 * blocks, n)) & mask
        c = (c + _words(octets, at + 8, 12 * blocks, n)) & mask
        if at + 12 < 12 * blocks:  # when 12 octets remain they are the tail
            a, b, c = _mix(a, b, c, mask, borrow)
        else:
            b, c = _final(a, b, c, mask, borrow)
    return _values(c << 32 | b, n)  # R6.6


def _every(octets: int, n: int) -> int:
    """A 1 in each of n lanes of so many octets."""
    return int.from_bytes((b"\1" + bytes(octets - 1)) * n, "little")


def _lanes(values: Sequence[int]) -> int:
    return int.from_bytes(struct.pack(f"<{len(values)}Q", *values), "little")


def _values(lanes: int, n: int) -> tuple[int, ...]:
    return struct.unpack(f"<{n}Q", lanes.to_bytes(8 * n, "little"))


def _words(octets: bytes, at: int, step: int, n: int) -> int:
    """The word at some place of each key, little-endian (R6.3)."""
    lanes = bytearray(8 * n)
    for i in range(4):
        lanes[i::8] = octets[at + i::step]
    return int.from_bytes(lanes, "little")


# R6.5. A difference is taken with 2^32 more, so that no lane borrows from the next.

def _mix(a: int, b: int, c: int, mask: int, borrow: int) -> tuple[int, int, int]:
    a = ((a + borrow - c) ^ (c << 4 | c >> 28)) & mask
    c = (c + b) & mask
    b = ((b + borrow - a) ^ (a << 6 | a >> 26)) & mask
    a = (a + c) & mask
    c = ((c + borrow - b) ^ (b << 8 | b >> 24)) & mask
    b = (b + a) & mask
    a = ((a + borrow - c) ^ (c << 16 | c >> 16)) & mask
    c = (c + b) & mask
    b = ((b + borrow - a) ^ (a << 19 | a >> 13)) & mask
    a = (a + c) & mask
    c = ((c + borrow - b) ^ (b << 4 | b >> 28)) & mask
    b = (b + a) & mask
    return a, b, c


def _final(a: int, b: int, c: int, mask: int, borrow: int) -> tuple[int, int]:
    """What final makes of b and c."""
    c = ((c ^ b) + borrow - ((b << 14 | b >> 18) & mask)) & mask
    a = ((a ^ c) + borrow - ((c << 11 | c >> 21) & mask)) & mask
    b = ((b ^ a) + borrow - ((a << 25 | a >> 7) & mask)) & mask
    c = ((c ^ b) + borrow - ((b << 16 | b >> 16) & mask)) & mask
    a = ((a ^ c) + borrow - ((c << 4 | c >> 28) & mask)) & mask
    b = ((b ^ a) + borrow - ((a << 14 | a >> 18) & mask)) & mask
    c = ((c ^ b) + borrow - ((b << 24 | b >> 8) & mask)) & mask
    return b, c


def mix64(z: int) -> int:
    """The finaliser of splitmix64, of an integer of 64 bits (R6.7).

    >>> f"{mix64(1):016x}"
    '5692161d100b05e5'
    """
    return _mix64(z, M64)


def mix64_all(values: Sequence[int]) -> list[int]:
    """mix64 of each value."""
    mixed: list[int] = []
    for first in range(0, len(values), _LANES):
        some = values[first:first + _LANES]
        lanes, mask = _lanes(some), _every(16, (len(some) + 1) // 2) * M64
        even, odd = _mix64(lanes & mask, mask), _mix64(lanes >> 64 & mask, mask)
        mixed += _values(even | odd << 64, len(some))
    return mixed


def _mix64(z: int, mask: int) -> int:
    z = ((z ^ z >> 30) & mask) * 0xBF58476D1CE4E5B9 & mask
    z = ((z ^ z >> 27) & mask) * 0x94D049BB133111EB & mask
    return (z ^ z >> 31) & mask
