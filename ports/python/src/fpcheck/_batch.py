"""The fingerprints of many texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from fpcheck._implementation import core
from fpcheck._scheme import SM1, Scheme


class Fingerprints(Sequence["str | None"]):
    """The fingerprints of a column, which Arrow takes as a column of strings.

    `fingerprints` makes it, of a column of Arrow. It is a sequence too.
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

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<fpcheck.Fingerprints, {len(self)}>"

    def __arrow_c_schema__(self) -> object:
        return self._column.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._column.__arrow_c_array__(requested_schema)  # type: ignore[no-any-return]


def fingerprints(column: Iterable[str | bytes | None], scheme: Scheme = SM1, *,
                 threads: int = 1) -> Sequence[str | None]:
    """The string of the fingerprint of each text of a column, in its order.

    A column is a list or any iterable of `str` or `bytes`, or a column of strings or binary that
    speaks the Arrow PyCapsule interface, as those of pyarrow, Polars and pandas do. For such a one
    the native implementation gives a `Fingerprints`, which Arrow takes; else it is a list. Where
    there is no text (None, or a NaN of pandas) there is None, and so there is for a text without
    features (R5.3).

    So many threads work as `threads` says, 0 for one a processor, and others of Python may go on
    meanwhile. The pure implementation uses one.

    >>> fingerprints(["Four score and seven years ago", "1984", None])
    ['sm1:gdtyibregjiaa', None, None]
    """
    if isinstance(column, (str, bytes)):
        raise TypeError("fingerprints takes a column of texts; of one text, scheme.sum")
    if not isinstance(scheme, Scheme):
        raise TypeError(f"a scheme is SM1 or lookup('sm1'), not {scheme!r}")
    if threads < 0:
        raise ValueError(f"{threads} threads, not 0 or more")
    found = core.fingerprints(column, scheme.id, threads)
    return found if isinstance(found, list) else Fingerprints(found)
