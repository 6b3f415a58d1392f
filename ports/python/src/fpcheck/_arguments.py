"""Arguments, checked in one way for both implementations."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import index

MAX_WORDS = 32  # R13.14
MAX_TOKEN = 4096  # R4.3, octets


def words_of(words: int) -> int:
    """The length of a window (R13.14).

    >>> words_of(33)
    Traceback (most recent call last):
    ValueError: words 33: expected 1 to 32
    """
    words = index(words)
    if not 1 <= words <= MAX_WORDS:
        raise ValueError(f"words {words}: expected 1 to {MAX_WORDS}")
    return words


def count_of(name: str, count: int) -> int:
    """A number that is 0 or more. A greater one than the C language has is as good as its own.

    >>> count_of("threads", 10 ** 30) == sys.maxsize
    True
    """
    count = index(count)
    if count < 0:
        raise ValueError(f"{name} {count}: expected 0 or more")
    return min(count, sys.maxsize)


def check_tokens(tokens: Sequence[str]) -> None:
    """Refuse tokens that no text has (R4.3)."""
    for i, token in enumerate(tokens):
        octets = len(token.encode())
        if octets > MAX_TOKEN:
            raise ValueError(f"token {i} of {octets} octets: expected at most {MAX_TOKEN} (R4.3)")
