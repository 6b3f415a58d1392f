"""Texts, given as `str` or as octets, as the bytes that an implementation reads."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

# Whatever has the buffer protocol: bytes, mmap.mmap, array.array("B"), an array of numpy.
if sys.version_info >= (3, 12):
    from collections.abc import Buffer

    Octets: TypeAlias = Buffer
elif TYPE_CHECKING:  # type checkers know this module, so that it need not be installed
    from typing_extensions import Buffer

    Octets: TypeAlias = Buffer
else:
    Octets = bytes | bytearray | memoryview

_PIECE = 1 << 20
_UNPAIRED = re.compile("[\ud800-\udfff]+")
# What becomes one code point: a pair, a run without a pair, anything else.
_PAIR = "[\ud800-\udbff][\udc00-\udfff]"
_READ = re.compile(f"{_PAIR}|(?:(?!{_PAIR})[\ud800-\udfff])+|.", re.DOTALL)


def whole(text: str | Octets) -> bytes:
    """All octets of a text."""
    if type(text) is bytes:
        return text
    return encoded(text) if isinstance(text, str) else bytes(_view(text))


def only_octets(octets: Octets, what: str, advice: str) -> bytes:
    """All octets of what is no text: a `str` is refused, with advice."""
    if isinstance(octets, str):
        raise TypeError(f"{what} is bytes, not str: {advice}")
    return octets if type(octets) is bytes else bytes(_view(octets, f"{what} is bytes"))


def pieces(text: str | Octets) -> Iterator[bytes]:
    """In pieces, since what others may write to is copied, and may be a large file's map."""
    if isinstance(text, (str, bytes)):
        yield whole(text)
        return
    view = _view(text)
    for start in range(0, len(view), _PIECE):
        yield bytes(view[start:start + _PIECE])


def encoded(string: str) -> bytes:
    """A string in UTF-8. Methods that a subclass of str overrides have no part in it."""
    try:
        return str.encode(string)
    except UnicodeEncodeError:
        return scalars(string).encode()


def scalars(string: str) -> str:
    r"""A str without surrogates: each run of unpaired ones becomes one U+FFFD (R1.2).

    >>> scalars("a\ud800\ud800b \ud83d\ude00") == "a\ufffdb \U0001f600"
    True
    """
    if not isinstance(string, str):
        raise TypeError(f"expected a str, not {type(string).__name__}")
    string = str.__str__(string)  # of a subclass, the str itself
    if string.isascii():
        return string
    try:
        string.encode()
    except UnicodeEncodeError:
        paired = string.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _UNPAIRED.sub("\ufffd", paired)
    return string


def starts(string: str) -> list[int]:
    r"""Where each code point of `scalars(string)` begins in the string, and its end.

    >>> starts("a\ud800\ud800b\ud83d\ude00c")
    [0, 1, 3, 4, 6, 7]
    """
    return [found.start() for found in _READ.finditer(string)] + [str.__len__(string)]


def all_scalars(texts: Iterable[object]) -> Iterator[object]:
    """Texts with `scalars` of those that are `str`."""
    return (scalars(text) if isinstance(text, str) else text for text in texts)


def _view(octets: Octets, expected: str = "a text is str or octets such as bytes") -> memoryview:
    try:
        view = memoryview(octets)
    except TypeError:
        kind = type(octets).__name__
        raise TypeError(f"{expected}, not {kind}") from None
    if view.itemsize != 1:  # what they are in octets depends on the machine
        raise TypeError(f"{expected}, not items of {view.itemsize} octets "
                        f"(format {view.format!r})")
    if not view.c_contiguous or not view.nbytes:  # these cannot be cast
        return memoryview(view.tobytes())
    return view.cast("B")
