"""Fingerprints of documents, exact to the byte: the schemes sd1, sm1, mh1 and mw1.

    >>> import fpcheck
    >>> one = fpcheck.SM1.sum(b"Four score and seven years ago")
    >>> other = fpcheck.SM1.sum(b"Four score and seven months ago")
    >>> str(one), one.distance(other)
    ('sm1:gdtyibregjiaa', 8)

The modules are in the order of SPEC.md's chapters:

    1 _text, 2 _identifiers, 3 _normalise, 4 _segment, 5 _features, 6 _hash, 7 _sketch,
    8 and 10 _fingerprint, 9 _pipeline, 10a textdigest and _items, 11 markup, 13 clusters,
    _bands, texts and _compared, 13a _passages, _windows and _places, 16 _scheme, annex A _port

`_unicode` has the properties of chapter 0, from `_tables`. `_arguments` checks what callers pass.
`textdigest`, `markup`, `clusters` and `texts` are imported by their own names. `index` searches
among fingerprints, and `_fpx` reads index files. Of `markup`, `_encodings` and `_sniff` are of
R11.1 and R11.2, `_html` of R11.3 to R11.7, `_visible` of R11.8 and R11.9, `_xml` of R11.12 to
R11.16 and `_vocabularies` of R11.17 to R11.24. `service` is a client of `fpcheck serve`. Its
batches are sent by `_duplex`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcheck._bands import bands
from fpcheck._batch import Fingerprints, fingerprints
from fpcheck._errors import (
    DamagedIndex,
    MalformedDocument,
    MalformedFingerprint,
    NoFeatures,
    NotComparable,
    TooShort,
)
from fpcheck._fingerprint import Fingerprint
from fpcheck._functions import counters, jenkins64, text
from fpcheck._hash import mix64
from fpcheck._implementation import IMPLEMENTATION
from fpcheck._passages import Cover, Passage, Passages, Reference, passages, windows
from fpcheck._scheme import MH1, MW1, SCHEMES, SD1, SM1, Feature, Hasher, Scheme, Stages, lookup
from fpcheck._sketch import Minima, simhash, truncate

if TYPE_CHECKING:
    from fpcheck.index import Deduplicator, Index

__version__ = "1.0.0"

__all__ = [
    "IMPLEMENTATION",
    "MH1",
    "MW1",
    "SCHEMES",
    "SD1",
    "SM1",
    "Cover",
    "DamagedIndex",
    "Deduplicator",
    "Feature",
    "Fingerprint",
    "Fingerprints",
    "Hasher",
    "Index",
    "MalformedDocument",
    "MalformedFingerprint",
    "Minima",
    "NoFeatures",
    "NotComparable",
    "Passage",
    "Passages",
    "Reference",
    "Scheme",
    "Stages",
    "TooShort",
    "bands",
    "counters",
    "fingerprints",
    "jenkins64",
    "lookup",
    "mix64",
    "passages",
    "simhash",
    "text",
    "truncate",
    "windows",
]


def __getattr__(name: str) -> object:
    """Import the index where it is used, not with the package."""
    if name in ("Deduplicator", "Index"):
        from fpcheck import index
        return getattr(index, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
