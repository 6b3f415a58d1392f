"""The stages by the id of a scheme, as the tests call them."""

from __future__ import annotations

import unittest

import fpcheck
from fpcheck import _pure
from fpcheck._features import Shingles

IDS = [scheme.id for scheme in fpcheck.SCHEMES]
MULTI = ("sm1", "mh1", "mw1")
MINHASH = ("mh1", "mw1")

# For tests of what the native core has no part in: check.sh runs them once, without it.
pure_alone = unittest.skipIf(fpcheck.IMPLEMENTATION == "native", "no part of the native core")


def identifiers(string: str, scheme: str) -> str:
    return fpcheck.lookup(scheme).identifiers(string)


def normalise(string: str, scheme: str) -> list[str]:
    return fpcheck.lookup(scheme).normalise(string)


def segment(runs: list[str], scheme: str) -> list[str]:
    return fpcheck.lookup(scheme).segment(runs)


def elements(tokens: list[str], scheme: str) -> list[int]:
    return fpcheck.lookup(scheme).elements(tokens)


def weights(tokens: list[str], scheme: str) -> dict[int, int]:
    return _pure.weights(scheme, tokens)


def shingles(tokens: list[str]) -> list[str]:
    return Shingles().feed(tokens, True)


def encode(sketch: bytes, name: str, profile: str = "visible") -> str:
    fingerprint = fpcheck.Fingerprint(name[:3], sketch, profile)
    if fingerprint.name != name:
        raise ValueError(f"a sketch of {fingerprint.name}")
    return str(fingerprint)


def decode(string: str) -> tuple[bytes, str, str]:
    fingerprint = fpcheck.Fingerprint.parse(string)
    assert str(fingerprint) == string.lower()
    return fingerprint.sketch, fingerprint.name, fingerprint.profile


def compare(one: str, other: str) -> tuple[int, float]:
    first, second = fpcheck.Fingerprint.parse(one), fpcheck.Fingerprint.parse(other)
    return first.distance(second), first.similarity(second)


def pipeline(octets: bytes, scheme: str) -> tuple[str | None, int]:
    """The string, None if there are no features, and their number."""
    found = fpcheck.lookup(scheme)
    try:
        string = str(found.sum(octets))
    except fpcheck.NoFeatures:
        string = None
    return string, len(found.stages(octets).features)


def stream(octets: bytes, cuts: list[int], scheme: str) -> tuple[str | None, int]:
    """The same, in pieces."""
    hasher = fpcheck.lookup(scheme).new()
    for start, end in zip([0, *cuts], [*cuts, len(octets)]):
        hasher.update(octets[start:end])
    return result(hasher)


def result(hasher: fpcheck.Hasher) -> tuple[str | None, int]:
    try:
        return str(hasher.fingerprint()), hasher.features
    except fpcheck.NoFeatures:
        return None, hasher.features
