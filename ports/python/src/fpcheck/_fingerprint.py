"""Chapters 8 and 10: fingerprints, their strings, and how near two are."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, replace

from fpcheck._errors import MalformedFingerprint, NotComparable
from fpcheck._sketch import MINHASHES, SLOTS, differing, slot_bits, truncate

VISIBLE = "visible"

SIMHASHES = ("sd1", "sm1")
_WIDTHS = {8: "", 4: "b4", 2: "b2", 1: "b1"}  # R8.3

# The octets of the sketch and the scheme of each name that a string may begin with.
_NAMES = {name: (8, name) for name in SIMHASHES} | {
    scheme + suffix: (SLOTS * bits // 8, scheme)
    for scheme in MINHASHES for bits, suffix in _WIDTHS.items()}

_OTHER = re.compile("[^a-z2-7]")  # what is no character of base32
# int reads base 32 with other digits, and faster than a loop.
_DIGITS = str.maketrans("abcdefghijklmnopqrstuvwxyz234567", "0123456789abcdefghijklmnopqrstuv")
PROFILE = re.compile("[a-z][a-z0-9]{0,15}")  # R8.4
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


@dataclass(frozen=True)
class Fingerprint:
    """A sketch with the scheme and the profile that made it.

    Equal fingerprints have equal strings (chapter 8), and can be keys.

    >>> one = Fingerprint.parse("sm1:gdtyibregjiaa")
    >>> one.scheme, one.profile, one.sketch.hex()
    ('sm1', 'visible', '30e7840624325000')
    >>> other = Fingerprint.parse("sm1:eg2sgwj4cbqiu")
    >>> one.distance(other), one.similarity(other)
    (25, 0.609375)
    """

    scheme: str
    """The scheme's id: `mh1`, also of one that is truncated."""

    sketch: bytes
    """8 octets of a SimHash; 128 of a MinHash or, truncated, 64, 32 or 16."""

    profile: str = VISIBLE
    """How the text was found in its medium (R8.1)."""

    def __post_init__(self) -> None:
        if self.scheme not in SIMHASHES + MINHASHES:
            raise ValueError(f"unknown scheme {self.scheme!r}")
        if PROFILE.fullmatch(self.profile) is None:
            raise ValueError(f"malformed profile {self.profile!r}")
        if type(self.sketch) is not bytes:
            raise TypeError(f"a sketch is bytes, not {type(self.sketch).__name__}")
        if (len(self.sketch), self.scheme) not in _NAMES.values():
            raise ValueError(f"{len(self.sketch)} octets are no sketch of {self.scheme}")

    def __repr__(self) -> str:
        return f"Fingerprint.parse({str(self)!r})"

    @classmethod
    def parse(cls, string: str) -> Fingerprint:
        """The fingerprint of its string, in any mix of case (R8.5).

        Raises `MalformedFingerprint`, which says what was wrong, by R8.6 to R8.9.
        """
        if not isinstance(string, str):
            kind = type(string).__name__
            raise TypeError(f"parse reads a str such as 'sm1:gdtyibregjiaa', not {kind}")
        head, colon, data = string.translate(_LOWER).partition(":")  # R8.5
        name, dot, profile = head.partition(".")
        if not colon:  # R8.6
            raise MalformedFingerprint("no colon")
        if name not in _NAMES:
            raise MalformedFingerprint(f"unknown scheme {_shown(name)}")
        if dot and (profile == VISIBLE or not PROFILE.fullmatch(profile)):
            raise MalformedFingerprint(f"malformed profile {_shown(profile)}")
        octets, scheme = _NAMES[name]
        length = -(-8 * octets // 5)  # R8.2
        if len(data) != length:  # R8.8
            raise MalformedFingerprint(f"data of {len(data)} characters, not {length}")
        if other := _OTHER.search(data):  # R8.7
            raise MalformedFingerprint(f"character {other.group()!r} in the data")
        value = int(data.translate(_DIGITS), 32)
        spare = 5 * length - 8 * octets
        if value & (1 << spare) - 1:  # R8.9
            raise MalformedFingerprint("spare bits are not 0")
        return cls(scheme, (value >> spare).to_bytes(octets, "big"), profile or VISIBLE)

    def __str__(self) -> str:
        """The one lower-case string (R8.1, R8.2)."""
        profile = "" if self.profile == VISIBLE else f".{self.profile}"
        return f"{self.name}{profile}:{base32(self.sketch)}"  # R8.1

    @property
    def name(self) -> str:
        """What the string calls the scheme: `mh1`, or `mh1b4` with 4 bits a slot (R8.3)."""
        return self.scheme + _WIDTHS.get(self.width, "")

    @property
    def width(self) -> int:
        """Bits a slot: 8, 4, 2 or 1 of a MinHash, 0 of a SimHash."""
        return 0 if self.scheme in SIMHASHES else slot_bits(self.sketch)

    def with_profile(self, profile: str) -> Fingerprint:
        """The same, as made from the text of that profile; `ValueError` if malformed (R8.4)."""
        return replace(self, profile=profile)

    def truncate(self, bits: int) -> Fingerprint:
        """The same with 8, 4, 2 or 1 bits a slot, no more than it has (R7.10).

        Raises `ValueError` for another number, and of a SimHash.
        """
        if not self.width:
            raise ValueError(f"{self.scheme} has no slots")
        return replace(self, sketch=truncate(self.sketch, bits))

    def distance(self, other: Fingerprint) -> int:
        """In how many bits of 64 (R10.2), or slots of 128 (R10.4), two differ.

        Raises `NotComparable` if their schemes or profiles are not the same (R10.1).
        """
        return self._distance(other)[0]

    def similarity(self, other: Fingerprint) -> float:
        """1 - distance / 64 (R10.3), or of MinHash an estimate of the resemblance (R10.5).

        From 0 to 1. Raises `NotComparable`, as `distance` does.
        """
        return similarity_at(*self._distance(other))

    def _distance(self, other: Fingerprint) -> tuple[int, int]:
        """The distance, and by how many bits a slot."""
        self.require_comparable(other)
        bits = min(self.width, other.width)
        one, another = [x.sketch if x.width == bits else truncate(x.sketch, bits)
                        for x in (self, other)]
        return differing(int.from_bytes(one, "big"), int.from_bytes(another, "big"), bits), bits

    def require_comparable(self, other: Fingerprint) -> None:
        """Raise `NotComparable` if schemes or profiles are not the same (R10.1)."""
        if not isinstance(other, Fingerprint):
            raise TypeError(f"expected a Fingerprint, not {type(other).__name__}; "
                            "Fingerprint.parse reads its string")
        if (self.scheme, self.profile) != (other.scheme, other.profile):
            raise NotComparable(f"{self.name} (profile {self.profile}) and "
                                f"{other.name} (profile {other.profile})")


def base32(octets: bytes) -> str:
    """Octets as a string has them (R8.2)."""
    return base64.b32encode(octets).decode("ascii").rstrip("=").lower()


def similarity_at(distance: int, bits: int) -> float:
    """R10.3, R10.5: the similarity at a distance, by so many bits a slot, 0 of a SimHash."""
    if not bits:
        return 1 - distance / 64
    above_chance = (SLOTS - distance << bits) - SLOTS
    return max(above_chance, 0) / (SLOTS * ((1 << bits) - 1))


def _shown(part: str) -> str:
    """A part of a string that may be hostile, for a message."""
    return ascii(part if len(part) <= 40 else part[:40] + "...")
