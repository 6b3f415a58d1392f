"""Keys that near fingerprints share, of the bands of chapter 13."""

from __future__ import annotations

import re
from itertools import combinations
from math import comb

from fpcheck._fingerprint import Fingerprint, base32
from fpcheck._sketch import SLOTS

_MOST = 128  # keys of a fingerprint
_LAYOUT = re.compile("([0-9]{1,4})x([0-9]{1,4})")
# The layouts that find near duplicates, for the bits of a slot; 0 stands for a SimHash.
_DEFAULTS = {0: (9, 2), 8: (21, 6), 4: (18, 7), 2: (16, 8), 1: (14, 9)}


def bands(fingerprint: Fingerprint | str, layout: str | None = None) -> list[str]:
    """Return keys of a fingerprint, which `fpcheck fingerprint --bands` prints.

    Near duplicates share a key, so a system that compares strings finds candidates. The layout
    `21x6` of a MinHash is 21 bands of 6 slots. The layout `9x2` of a SimHash cuts it into 9 blocks,
    and makes a key of each two. It finds all pairs within 9 - 2 bits. Without a layout the keys
    find near duplicates.

    >>> bands("sm1:ci2fm6e2xtppa", "4x1")
    ['sm1_4x1_0_ci2a', 'sm1_4x1_1_kz4a', 'sm1_4x1_2_tk6a', 'sm1_4x1_3_33ya']
    """
    fp = Fingerprint.parse(fingerprint) if isinstance(fingerprint, str) else fingerprint
    simhash = not fp.width
    parts, each = _DEFAULTS[fp.width] if layout is None else _parse(layout)
    size = 8 * len(fp.sketch)
    bits = f"{int.from_bytes(fp.sketch, 'big'):0{size}b}"
    if simhash and 1 <= each <= parts <= size and comb(parts, each) <= _MOST:
        length, longer = divmod(size, parts)
        starts = [b * length + min(b, longer) for b in range(parts + 1)]
        blocks = [bits[start:end] for start, end in zip(starts, starts[1:])]
        data = ["".join(chosen) for chosen in combinations(blocks, each)]
    elif not simhash and parts >= 1 and each >= 1 and parts * each <= SLOTS:
        row = each * fp.width
        data = [bits[j * row:j * row + row] for j in range(parts)]
    else:
        raise ValueError(f"{fp.name} has no layout {layout}; expected one such as "
                         f"{'4x1' if simhash else '21x6'}")
    name = str(fp).partition(":")[0]  # with the profile
    digits = len(str(len(data) - 1))
    return [f"{name}_{parts}x{each}_{j:0{digits}}_{base32(_octets(key))}"
            for j, key in enumerate(data)]


def _parse(layout: str) -> tuple[int, int]:
    found = _LAYOUT.fullmatch(layout)
    if found is None:
        raise ValueError(f"malformed layout {layout!r}; expected one such as 21x6")
    return int(found[1]), int(found[2])


def _octets(bits: str) -> bytes:
    """Bits as octets, with zeros up to a whole octet."""
    octets = -(-len(bits) // 8)
    return int(bits.ljust(8 * octets, "0"), 2).to_bytes(octets, "big")
