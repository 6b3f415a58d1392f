"""Calls of objects that the package reads, for type checkers: mypy checks this file."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterator
from typing import BinaryIO

import fpcheck
from fpcheck import markup, textdigest, texts
from fpcheck._octets import Octets

OCTETS = b"<p>one two three</p>"


def buffers(file: BinaryIO) -> Iterator[Octets]:
    """Objects of OCTETS. An empty file is for one that maps it."""
    yield OCTETS
    yield bytearray(OCTETS)
    yield memoryview(OCTETS)
    yield array("B", OCTETS)
    file.write(OCTETS)
    file.flush()
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        yield mapped


def read(octets: Octets) -> list[object]:
    """What functions return that read any bytes."""
    hasher, digest = fpcheck.SM1.new(), textdigest.TextDigest(octets)
    hasher.update(octets)
    digest.update(octets)
    reference = fpcheck.Reference(octets, 1)
    minima = fpcheck.MH1.new().minima().to_bytes()
    return [
        fpcheck.SM1.sum(octets), fpcheck.SM1.stages(octets), hasher.fingerprint(),
        fpcheck.text(octets), fpcheck.jenkins64(octets), fpcheck.windows(octets, 1),
        reference.cover(octets), reference.contained_in(octets), digest.hexdigest(),
        textdigest.digest(octets), textdigest.hexdigest(octets), textdigest.items(octets),
        texts.Text(octets).items, markup.html(octets), markup.xml(octets),
        fpcheck.SM1.from_sketch(array("B", bytes(8))),
        fpcheck.Minima.from_bytes(array("B", minima), "mh1"),
        fpcheck.fingerprints([OCTETS, bytearray(OCTETS), "one", None]),
        fpcheck.passages([OCTETS, bytearray(OCTETS), "one", None], 1),
    ]
