"""The functions of chapters 1, 6 and 7 that an implementation brings."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from fpcheck._implementation import core
from fpcheck._octets import Octets, whole


def text(octets: Octets) -> str:
    r"""Octets as text: each run of octets that is not UTF-8 is one U+FFFD (R1.1 to R1.3).

    >>> text(b"caf\xc3\xa9 \xe2\x82A\xf0\x9f")
    'café \ufffdA\ufffd'
    """
    return core.text(whole(octets))


def jenkins64(octets: str | Octets) -> int:
    """The hash jenkins-lookup3-64 of octets: hashlittle2, with both seeds 0 (R6.1 to R6.6).

    >>> f"{jenkins64(b'Four score and seven years ago'):016x}"
    '17770551ce7226e6'
    """
    return core.jenkins64(whole(octets))


def counters(elements: Iterable[int]) -> list[int]:
    """The 64 counters of a SimHash, that of bit 0 first (R7.1).

    >>> counters([1, 3])[:3]
    [2, 0, -2]
    """
    return core.counters(list(map(index, elements)))
