"""Chapter 10a: the digest of a text, which tells whether two texts say the same.

Texts that have the same words and numbers in the same order have the same digest, however
they are set: in whatever medium, with their lines ending anywhere, in capitals or not.

    >>> from fpcheck import textdigest
    >>> textdigest.hexdigest(b"It is allowed.")
    '1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710'
    >>> textdigest.hexdigest(b"IT IS\\nALLOWED") == textdigest.hexdigest(b"It is allowed.")
    True
    >>> textdigest.hexdigest(b"It is not allowed.") == textdigest.hexdigest(b"It is allowed.")
    False

The names are those of `hashlib`.
"""

from __future__ import annotations

import copy

from fpcheck._errors import NoDigest
from fpcheck._implementation import core
from fpcheck._octets import Octets, pieces, whole

__all__ = ["NAME", "NoDigest", "TextDigest", "digest", "hexdigest", "items"]

NAME = "runs-1"
"""The name of this definition: digests that are kept are kept with it (R10.11)."""


class TextDigest:
    """A text digest in the making, of a text that comes in pieces cut anywhere (R9.2).

    Its memory does not grow with the text.

    >>> text = TextDigest()
    >>> for piece in (b"Stra\\xc3", b"\\x9fe, 5", b"%"):
    ...     text.update(piece)
    >>> text.hexdigest() == hexdigest(b"STRASSE 5 %")
    True
    """

    name = NAME
    digest_size = 32

    def __init__(self, text: str | Octets = b"") -> None:
        self._items = core.Items()
        self.update(text)

    def update(self, text: str | Octets) -> None:
        """Take the next piece."""
        for piece in pieces(text):
            self._items.update(piece)

    def digest(self) -> bytes:
        """The digest of what has come so far, 32 octets; `NoDigest` if it has no items."""
        digest = self._items.digest()
        if digest is None:
            raise NoDigest("the text has no items")
        return digest

    def hexdigest(self) -> str:
        """The digest as it is written, 64 lower-case hexadecimal digits (R10.11)."""
        return self.digest().hex()

    def copy(self) -> TextDigest:
        """A twin, which goes on by itself."""
        twin = TextDigest()
        twin._items = copy.copy(self._items)
        return twin

    __copy__ = copy


def digest(text: str | Octets) -> bytes:
    """The digest of a text, a `str` or any octets (R10.11): 32 octets.

    Raises `NoDigest` if the text has no items.
    """
    return TextDigest(text).digest()


def hexdigest(text: str | Octets) -> str:
    """The same as it is written, 64 lower-case hexadecimal digits."""
    return TextDigest(text).hexdigest()


def items(text: str | Octets) -> list[str]:
    """The items of a text (R10.10), for showing what the digest is of.

    >>> items("($-1,5) \u2265 Stra\u00dfe".encode())
    ['(', '$', '-', '1', ',', '5', '\u2265', 'strasse']
    """
    return core.items(whole(text))
