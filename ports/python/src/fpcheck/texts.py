"""Chapter 13, R13.8 to R13.11 and R13.23: by what two texts are compared.

Numbers and operators count.

    >>> from fpcheck import texts
    >>> one = texts.Text(b"let total = price * count + tax")
    >>> other = texts.Text(b"let total = price / count + tax")
    >>> one.same(other), one.same_numbers(other), one.similarity(other)
    (False, False, 0.3333333333333333)
    >>> one.items
    ['let', 'total', '=', 'price', '*', 'count', '+', 'tax']
"""

from __future__ import annotations

from functools import cached_property

from fpcheck._compared import compared, is_number, whole
from fpcheck._features import Shingles
from fpcheck._hash import jenkins64_all
from fpcheck._octets import Octets
from fpcheck._octets import whole as octets_of
from fpcheck._sketch import Minima

__all__ = ["Text"]


class Text:
    """What a text is compared by."""

    def __init__(self, text: str | Octets) -> None:
        self._whole = whole(octets_of(text))

    @cached_property
    def items(self) -> list[str]:
        """The compared items (R13.8)."""
        return compared(self._whole)

    @cached_property
    def elements(self) -> frozenset[int]:
        """The compared elements (R13.9)."""
        shingles = set(Shingles().feed(self.items, True))
        return frozenset(jenkins64_all([shingle.encode() for shingle in shingles]))

    @property
    def sketch(self) -> bytes | None:
        """The MinHash of the elements, of 8 bits a slot, or None if there are none (R13.9)."""
        return Minima("mh1", self.elements).stored() if self.elements else None

    @cached_property
    def unknown(self) -> int:
        """The number of unknown characters (R13.23)."""
        return self._whole.count("\uFFFD")

    @property
    def readable(self) -> bool:
        """Whether the text is readable: another one is never removed (R13.23)."""
        return 40 * self.unknown <= len(self.elements)

    @property
    def weight(self) -> int:
        """The weight of the text, 0 if it is not readable (R13.23)."""
        return len(self.elements) - 3 * self.unknown if self.readable else 0

    @cached_property
    def numbers(self) -> list[str]:
        """The compared items that have no letter (R13.11)."""
        return list(filter(is_number, self.items))

    def similarity(self, other: Text) -> float:
        """The share of elements that both have (R13.10)."""
        both = len(self.elements & other.elements)
        every = len(self.elements) + len(other.elements) - both
        return both / every if every else 1.0

    def same(self, other: Text) -> bool:
        """Whether the two are the same (R13.11)."""
        return self._whole == other._whole and not self.unknown

    def same_numbers(self, other: Text) -> bool:
        """Whether the two have the same numbers (R13.11)."""
        return self.numbers == other.numbers
