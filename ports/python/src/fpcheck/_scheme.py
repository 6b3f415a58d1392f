"""The schemes (SPEC.md, chapter 16), each with its stages, and the hasher."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fpcheck._arguments import check_tokens
from fpcheck._errors import NoFeatures, NotComparable
from fpcheck._fingerprint import Fingerprint
from fpcheck._implementation import core
from fpcheck._octets import Octets, only_octets, pieces, scalars, whole
from fpcheck._sketch import Minima


class Feature(NamedTuple):
    """A feature of a text."""

    octets: bytes
    hash: int
    weight: int
    """By R5.1 and R5.4; in mw1 how often it occurs, up to 1,024 (R5.6)."""


class Stages(NamedTuple):
    """What comes out of each stage, for showing."""

    text: str
    """Chapter 1."""
    identifiers: str
    """Chapter 2: the text without them."""
    runs: list[str]
    """Chapter 3."""
    tokens: list[str]
    """Chapter 4."""
    features: list[Feature]
    """Chapters 5 and 6: each distinct one, in the order of the text."""
    elements: list[int]
    """R5.6: what is sketched, ascending."""


@dataclass(frozen=True, eq=False)
class Scheme:
    """One way to make fingerprints: `SD1`, `SM1`, `MH1` or `MW1`.

    >>> str(SM1.sum(b"Four score and seven years ago"))
    'sm1:gdtyibregjiaa'
    """

    id: str
    """What a fingerprint's string begins with: `sm1`."""

    name: str
    """`simhash-multi`."""

    multi: bool
    """Whether it is one of the multi schemes (chapter 0)."""

    minhash: bool
    """Whether its sketch is a MinHash (R7.4 to R7.10), not a SimHash (R7.1 to R7.3)."""

    def __reduce__(self) -> tuple[object, ...]:
        return lookup, (self.id,)  # a copy, or what pickle reads, is the scheme itself

    def sum(self, text: str | Octets) -> Fingerprint:
        """Return the fingerprint of a text, a `str` or any octets (R9.1).

        Raises `NoFeatures` if the text has none (R5.3).
        """
        if isinstance(text, (str, bytes)):
            return self._fingerprint(core.sketch(self.id, whole(text)))
        hasher = self.new()
        hasher.update(text)
        return hasher.fingerprint()

    def new(self) -> Hasher:
        """A hasher, for a text that comes in pieces."""
        return Hasher(self)

    def stages(self, text: str | Octets) -> Stages:
        """All that comes between a text and its sketch, for showing."""
        string, identifiers, runs, tokens, features, elements = core.stages(self.id, whole(text))
        return Stages(string, identifiers, runs, tokens, [Feature(*each) for each in features],
                      elements)

    def identifiers(self, string: str) -> str:
        """Chapter 2: each identifier becomes U+FFFD; the multi schemes join lines too.

        >>> SM1.identifiers("see http://example.org/, half-\\nlife")
        'see \ufffd halflife'
        """
        return core.identifiers(self.id, scalars(string))

    def normalise(self, string: str) -> list[str]:
        """Chapter 3: the runs of a text without identifiers.

        >>> SM1.normalise("Stra\u00dfe, \u2116 12")
        ['strasse', '12']
        """
        return core.normalise(self.id, scalars(string))

    def segment(self, runs: Iterable[str]) -> list[str]:
        """Chapter 4: the tokens of runs.

        >>> SM1.segment(["akb48", "12", "\u706f\u53f0\u8a18"])
        ['akb48', '\u706f\u53f0', '\u53f0\u8a18']
        """
        return core.segment(self.id, list(map(scalars, runs)))

    def elements(self, tokens: Iterable[str]) -> list[int]:
        """Chapter 5: what is sketched, ascending, each as often as R5.6 has it.

        Raises `ValueError` if a token has more than 4,096 octets (R4.3): no text has such tokens.
        """
        read = list(map(scalars, tokens))
        check_tokens(read)
        return core.elements(self.id, read)

    def from_sketch(self, octets: Octets) -> Fingerprint:
        """The fingerprint that has this sketch, of any width; `ValueError` if there is none."""
        sketch = only_octets(octets, "a sketch", "Fingerprint.parse reads a string")
        return Fingerprint(self.id, sketch)

    def from_minima(self, minima: Minima) -> Fingerprint:
        """Return the fingerprint of a full form (R7.9); `NoFeatures` if the form is empty.

        Raises `NotComparable` if the form belongs to another scheme.
        """
        if minima.scheme != self.id:
            raise NotComparable(f"a full form of {minima.scheme}, not of {self.id}")
        return Fingerprint(self.id, minima.stored())

    def _fingerprint(self, sketch: bytes | None) -> Fingerprint:
        if sketch is None:
            raise NoFeatures("the text has no features")
        return self.from_sketch(sketch)


class Hasher:
    """A fingerprint in the making, of a text that comes in pieces cut anywhere (R9.2).

    Its memory grows with the number of distinct features, not with the text.

    >>> hasher = SM1.new()
    >>> for piece in (b"Four score and sev", b"en years ago"):
    ...     hasher.update(piece)
    >>> str(hasher.fingerprint()), hasher.features
    ('sm1:gdtyibregjiaa', 6)
    """

    def __init__(self, scheme: Scheme) -> None:
        if not isinstance(scheme, Scheme):
            raise TypeError(f"a scheme is SM1 or lookup('sm1'), not {scheme!r}")
        self.scheme = scheme
        self.reset()

    def reset(self) -> None:
        """Forget all that has come."""
        self._stream = core.Stream(self.scheme.id)

    def copy(self) -> Hasher:
        """Return a hasher that has read the same text and goes on by itself."""
        twin = Hasher(self.scheme)
        twin._stream = copy.copy(self._stream)
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<fpcheck.Hasher of {self.scheme.id}>"

    def __deepcopy__(self, memo: object) -> Hasher:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Hasher cannot be pickled: send its minima(), its fingerprint() or "
                        "the text")

    def update(self, text: str | Octets) -> None:
        """Read the next piece: octets cut anywhere, or a `str` cut between code points."""
        for piece in pieces(text):
            self._stream.update(piece)

    def fingerprint(self) -> Fingerprint:
        """The fingerprint of what has come so far; `NoFeatures` if it has none (R5.3)."""
        return self.scheme._fingerprint(self._stream.sketch())

    @property
    def features(self) -> int:
        """How many distinct features have come so far (R5.2)."""
        return self._stream.features()

    def minima(self) -> Minima:
        """Return the full form of the text so far, which can be merged with others (R7.5).

        Raises `ValueError` if the scheme is not of MinHash.
        """
        if not self.scheme.minhash:
            raise ValueError(f"{self.scheme.id} has no full form")
        return Minima.from_bytes(self._stream.full(), self.scheme.id)


SD1 = Scheme("sd1", "simhash-doc", False, False)
SM1 = Scheme("sm1", "simhash-multi", True, False)
MH1 = Scheme("mh1", "minhash-doc", True, True)
MW1 = Scheme("mw1", "minhash-weighted", True, True)

SCHEMES = (SD1, SM1, MH1, MW1)
"""All schemes."""

_BY_ID = {scheme.id: scheme for scheme in SCHEMES}


def lookup(id: str) -> Scheme:
    """The scheme of an id, such as `sm1`; `ValueError` if there is none.

    >>> lookup("sm1") is SM1
    True
    """
    if id not in _BY_ID:
        raise ValueError(f"unknown scheme {id!r}")
    return _BY_ID[id]
