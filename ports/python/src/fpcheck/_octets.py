"""Octets, in whatever holds them, as the bytes that an implementation takes."""

from __future__ import annotations

from collections.abc import Iterator

Octets = bytes | bytearray | memoryview

_PIECE = 1 << 20


def whole(octets: Octets) -> bytes:
    """All of them."""
    return octets if isinstance(octets, bytes) else bytes(memoryview(octets))


def pieces(octets: Octets) -> Iterator[bytes]:
    """In pieces, since what others may write to is copied, and may be a large file's map."""
    if isinstance(octets, bytes):
        yield octets
        return
    view = memoryview(octets).cast("B")
    for start in range(0, len(view), _PIECE):
        yield bytes(view[start:start + _PIECE])
