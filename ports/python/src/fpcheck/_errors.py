"""What can go wrong, beside a wrong argument."""

from __future__ import annotations


class NoFeatures(ValueError):
    """A text without features has no fingerprint (R5.3), nor has an empty full form (R7.9)."""


class NoDigest(ValueError):
    """A text without items has no text digest (R10.11)."""


class TooShort(ValueError):
    """A text is shorter than a window (R13.15)."""


class MalformedFingerprint(ValueError):
    """A string is no fingerprint (R8.6 to R8.9), or octets are no full form (R7.7)."""


class NotComparable(ValueError):
    """Two fingerprints are of different schemes or profiles (R10.1)."""


class MalformedDocument(ValueError):
    """Octets are no XML document (R11.16), or one of HTML that nests too deep (R11.3)."""


class DamagedIndex(ValueError):
    """A file is no index, or is damaged."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        """`not-an-index`, `version`, `unknown-scheme` or `damaged` (I6)."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, str(self))
