"""Chapter 13a: which passages of a text also stand in another. The chapter is a draft."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from fpcheck._arguments import words_of
from fpcheck._errors import TooShort
from fpcheck._implementation import core
from fpcheck._octets import Octets, all_scalars, encoded, starts, whole


class Passage(NamedTuple):
    """A passage of a text that also stands in its holder (R13.18). Texts are counted from 0."""

    holder: int
    """The first text that has the windows of the passage (R13.17)."""
    text: int
    """The text that the passage stands in."""
    first: int
    """The first item of the passage, counted from 0."""
    end: int
    """The item after the last."""
    frequency: int
    """The number of texts that have the most frequent window of the passage."""
    start: int
    """Where the passage begins in its text (R13.19)."""
    stop: int
    """Where it ends: `texts[row.text][row.start:row.stop]` is the passage."""


class Passages(list[Passage]):
    """The passages of texts, by text and then by first item."""

    too_short: list[int]
    """The texts without a window (R13.15). They have no passages, whatever they say."""


class Cover(NamedTuple):
    """How much of a reference a document covers at one place (R13.20).

    All are 0 if they have no window in common. Weights are in quarters of a word.
    """

    share: float
    """The weight divided by that of the reference."""
    weight: int
    """The weight of the items of the reference that the best stretch covers."""
    run: int
    """The greatest weight of items that the stretch has in common without a break."""
    first: int
    """The first item of the stretch, counted from 0."""
    end: int
    """The item after the last."""
    start: int
    """Where the stretch begins in the document (R13.19)."""
    stop: int
    """Where it ends: `document[cover.start:cover.stop]` is the stretch."""


def windows(text: str | Octets, words: int = 16) -> list[int]:
    """The hash of each window of a text, in order (R13.14 to R13.16).

    `words` is the length of a window, 1 to 32. A window begins at each item that has enough text
    after it. Raises `TooShort` if there is none.

    >>> windows("One, two three FOUR", 3)[1:] == windows(b"two three four", 3)
    True
    """
    found = core.windows(whole(text), words_of(words))
    if not found:
        raise _too_short(words)
    return found


def passages(texts: Iterable[str | bytes | bytearray | None], words: int = 16) -> Passages:
    """The passages that texts share (R13.18).

    `words` is the least length of a passage, 1 to 32. Places are code points of a `str`, and octets
    of `bytes`. None is a text without words.
    All texts are kept in memory, and up to 34 octets for each word with the native core.

    >>> texts = ["It was the best of times, it was the worst of times.",
    ...          "He wrote: \\u201cit was the WORST of times\\u201d, and wept.", "Times."]
    >>> found = passages(texts, words=4)
    >>> for row in found:
    ...     print(row.holder, row.text, row.frequency, texts[row.text][row.start:row.stop])
    0 1 2 it was the WORST of times
    >>> found.too_short
    [2]
    """
    if isinstance(texts, (str, bytes)):
        raise TypeError("passages takes texts; of one text, windows")
    words = words_of(words)
    held = list(texts)
    try:
        rows, too_short = core.passages_of(held, words)
    except UnicodeEncodeError:
        rows, too_short = core.passages_of(all_scalars(held), words)
    found = Passages()
    found.too_short = too_short
    for text, of_text in groupby(rows, key=lambda row: row[1]):
        part = list(of_text)
        places = _places(held[text], [place for row in part for place in row[5:]])
        found += [Passage(*row[:5], places[row[5]], places[row[6]]) for row in part]
    return found


class Reference:
    """A text that is looked for in documents.

    `words` is the length of the windows that are compared, 1 to 32. All windows count, also those
    that are in many documents (R13.22). Words of the texts in `ignore`, such as a prompt, do not
    count (R13.24). Raises `TooShort` if no window is left.

    >>> question = Reference("How many ships sailed from Troy with Ulysses?", words=4)
    >>> page = "Quiz. How many ships sailed from Troy? Answer: twelve."
    >>> cover = question.cover(page)
    >>> cover.share, page[cover.start:cover.stop]
    (0.75, 'How many ships sailed from Troy')
    >>> question.contained_in(page)
    0.75
    """

    def __init__(self, text: str | Octets, words: int = 4, *,
                 ignore: Iterable[str | Octets] = ()) -> None:
        if isinstance(ignore, (str, bytes, bytearray)):
            raise TypeError("ignore takes texts, such as a list of one")
        reference = core.Reference.of(whole(text), words_of(words), [whole(one) for one in ignore])
        if reference is None:
            raise _too_short(words)
        self._reference = reference

    @property
    def weight(self) -> int:
        """The weight of what is left of the reference, in quarters of a word (R13.13)."""
        return self._reference.weight()

    def cover(self, document: str | Octets) -> Cover:
        """The stretch of a document that covers most of the reference (R13.20)."""
        weight, run, first, end, *place = self._reference.cover(whole(document))
        places = _places(document, place)
        return Cover(weight / self.weight, weight, run, first, end, *map(places.__getitem__, place))

    def contained_in(self, document: str | Octets) -> float:
        """The share of the reference that is anywhere in a document (R13.21)."""
        return self._reference.contained(whole(document)) / self.weight


def _too_short(words: int) -> TooShort:
    return TooShort(f"the text has no window of {words} words")


def _places(text: object, offsets: Iterable[int]) -> dict[int, int]:
    """What offsets into the octets of a text are in the text: code points of a str."""
    octets = places = None
    if isinstance(text, str) and not str.isascii(text):
        try:
            octets = str.encode(text)
        except UnicodeEncodeError:
            octets, places = encoded(text), starts(text)
    found: dict[int, int] = {}
    at = index = 0
    for offset in sorted(set(offsets)):
        index += offset - at if octets is None else len(octets[at:offset].decode())
        found[offset] = index if places is None else places[index]
        at = offset
    return found
