"""The fingerprints of many texts at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Protocol, overload

from fpcheck._arguments import count_of
from fpcheck._implementation import core
from fpcheck._octets import all_scalars
from fpcheck._scheme import SM1, Scheme


class ArrowArray(Protocol):
    """A column that speaks the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object | None = ..., /) -> tuple[object, object]:
        ...


class ArrowStream(Protocol):
    """A column in chunks that speaks the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = ..., /) -> object: ...


class Fingerprints(Sequence["str | None"]):
    """The fingerprints of a column of Arrow: a sequence, and a column of strings to Arrow.

    `fingerprints` returns it for a column of Arrow. The pure implementation needs pyarrow for that
    column.
    """

    def __init__(self, column: Any) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, at: int) -> str | None: ...
    @overload
    def __getitem__(self, at: slice) -> list[str | None]: ...

    def __getitem__(self, at: int | slice) -> str | None | list[str | None]:
        row = self._column.row
        if isinstance(at, slice):
            return [row(i) for i in range(*at.indices(len(self)))]
        return row(range(len(self))[at])  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str | None]:
        return map(self._column.row, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<fpcheck.Fingerprints, {len(self)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _of_rows, (list(self),)

    def __arrow_c_schema__(self) -> object:
        return self._column.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._column.__arrow_c_array__(requested_schema)  # type: ignore[no-any-return]


def _of_rows(rows: list[str | None]) -> Fingerprints:
    return Fingerprints(core.Column.of(rows))


@overload
def fingerprints(column: ArrowArray | ArrowStream, scheme: Scheme = ..., *,
                 threads: int = ...) -> Fingerprints: ...
@overload
def fingerprints(column: Iterable[str | bytes | bytearray | None], scheme: Scheme = ..., *,
                 threads: int = ...) -> list[str | None]: ...


def fingerprints(column: Any, scheme: Scheme = SM1, *,
                 threads: int = 1) -> Fingerprints | list[str | None]:
    """Return the string of the fingerprint of each text of a column, in its order.

    A column is a list or any iterable of `str`, `bytes` or `bytearray`, or a column of strings or
    binary that speaks the Arrow PyCapsule interface, such as those of pyarrow and Polars. The
    result is a list, or, for a column of Arrow, a `Fingerprints`, which Arrow reads. Where there is
    no text (None, or a NaN or NA of pandas) the result is None, and so it is for a text without
    features (R5.3).

    `threads` sets the number of threads; 0 means one for each processor. Other threads of Python
    run meanwhile. The pure implementation uses one thread.

    >>> fingerprints(["Four score and seven years ago", "1984", None])
    ['sm1:gdtyibregjiaa', None, None]
    """
    if isinstance(column, (str, bytes)):
        raise TypeError("fingerprints takes a column of texts; of one text, scheme.sum")
    if not isinstance(scheme, Scheme):
        raise TypeError(f"a scheme is SM1 or lookup('sm1'), not {scheme!r}")
    threads = count_of("threads", threads) or _processors()
    arrow = hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__")
    again = type(column) in (list, tuple) or arrow and hasattr(column, "__len__")
    if not arrow and not again:  # others may not be read twice, or raise this error themselves
        column = all_scalars(column)
    try:
        found = core.fingerprints(column, scheme.id, threads)
    except UnicodeEncodeError:
        if not again:
            raise
        found = core.fingerprints(all_scalars(column), scheme.id, threads)
    if isinstance(found, list):
        return _of_rows(found) if arrow else found
    return Fingerprints(found)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
