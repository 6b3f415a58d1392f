"""Chapter 4: runs to tokens."""

from __future__ import annotations

import re
from itertools import chain

from fpcheck._arguments import MAX_TOKEN
from fpcheck._normalise import SEPARATOR
from fpcheck._unicode import (
    ALPHABETIC,
    LETTERS,
    MARKS,
    Table,
    by_category,
    character_class,
    scripts,
)

_SURELY_FITS = MAX_TOKEN // 4  # code points

MARK = "M"
SPACELESS = "KTLHB"
"""Class K, and the classes T: of Thai, Lao, Khmer (H) and Burmese (B)."""


def _kinds() -> str:
    """The class of each code point, M for a mark, a blank for what is in no sequence."""
    kinds = bytearray(by_category({**dict.fromkeys((*LETTERS, "Nl", "Pc"), "W"), "Nd": "D",
                                   **dict.fromkeys(MARKS, MARK)}), "ascii")  # R4.4
    for cps, script in scripts():
        if script in _CLASSES:
            here = slice(cps.start, cps.stop)
            kinds[here] = kinds[here].replace(b"W", _CLASSES[script])
    for cp in _ALSO_K:
        kinds[cp] = ord("K")
    for cp in APOSTROPHES:
        kinds[cp] = ord(" ")
    return kinds.replace(b"D", b"W").decode("ascii")  # digits are W in every script


_CLASSES = {"Han": b"K", "Hiragana": b"K", "Katakana": b"K",
            "Thai": b"T", "Lao": b"L", "Khmer": b"H", "Myanmar": b"B"}  # R4.5
_ALSO_K = (0x3006, *range(0x3031, 0x3036), 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F)  # R4.5
APOSTROPHES = (0x02B9, *range(0x02BB, 0x02C0), 0x02C8, 0x02EE, 0x07F4, 0x07F5, 0xA78B,
                0xA78C)  # R4.4

KIND = _kinds()
SPACELESS_CLASS = character_class(
    [*[cps for cps, script in scripts() if script in _CLASSES],
     *[range(cp, cp + 1) for cp in _ALSO_K]])
"""For a regular expression: what is of class K or T, and more."""

_SPACELESS = re.compile(f"[{SPACELESS_CLASS}]")
_CLASS_RUN = re.compile("W[WM]*|" + "|".join([f"{x}[{x}M]*" for x in SPACELESS]))  # R4.6, R4.7
_CLUSTER = re.compile("[^M]M*")  # R4.7

_IN_WORD = by_category(dict.fromkeys(("Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"), "W"))
_WORDS = Table(lambda char: SEPARATOR if _IN_WORD[ord(char)] == " " else char)  # R4.1
_SEQUENCES = Table(lambda char: SEPARATOR if KIND[ord(char)] == " " else char)  # R4.4


class Words:
    """The tokens of sd1, in pieces."""

    _table = _WORDS

    def __init__(self) -> None:
        self._held = ""  # what may go on, as much of it as matters

    def feed(self, string: str, last: bool) -> list[str]:
        sequences = (self._held + string.translate(self._table)).split(SEPARATOR)
        end, self._held = ([], "") if last else self._open(sequences.pop())
        tokens = {sequence: self._closed(sequence) for sequence in set(sequences)}
        return [*chain.from_iterable(map(tokens.__getitem__, sequences)), *end]

    def _closed(self, sequence: str) -> list[str]:
        """The tokens of a sequence."""
        return [sequence] if _is_token(sequence) else []

    def _open(self, sequence: str) -> tuple[list[str], str]:
        """The tokens of a sequence that may go on, and what has to stand before the rest of it."""
        return [], sequence[:MAX_TOKEN + 1]


class WordsAndGrams(Words):
    """The tokens of a multi scheme, in pieces."""

    _table = _SEQUENCES

    def _closed(self, sequence: str) -> list[str]:
        if not sequence or KIND[ord(sequence[0])] != MARK and not _SPACELESS.search(sequence):
            return super()._closed(sequence)  # all is of class W
        return _class_runs(sequence, True)[0]

    def _open(self, sequence: str) -> tuple[list[str], str]:
        return _class_runs(sequence, False)


def _class_runs(sequence: str, complete: bool) -> tuple[list[str], str]:
    tokens: list[str] = []
    held = ""
    kinds = sequence.translate(KIND)  # R4.5
    for match in _CLASS_RUN.finditer(kinds):  # R4.6: marks that begin a sequence match nothing
        start, end = match.span()
        goes_on = end == len(sequence) and not complete
        if kinds[start] == "W":
            word = sequence[start:end]
            if goes_on:
                held = word[:MAX_TOKEN + 1]
            elif _is_token(word):
                tokens.append(word)
            continue
        parts = _clusters(sequence[start:end], match[0])
        if goes_on:  # the last cluster is not complete, nor what it and the one before it give
            held = "".join([cluster[:MAX_TOKEN + 1] for cluster in parts[-2:]])
            parts.pop()
        elif len(parts) == 1:
            parts.append("")  # R4.8: it is its only gram
        grams = map(str.__add__, parts, parts[1:])  # R4.8
        tokens += grams if len(sequence) <= _SURELY_FITS else filter(fits, grams)
    return tokens, held


def _is_token(word: str) -> bool:
    return (bool(word)
            and (ALPHABETIC[ord(word[0])] == "Y" or "Y" in word.translate(ALPHABETIC))  # R4.2
            and fits(word))


def fits(string: str) -> bool:  # R4.3
    return len(string) <= _SURELY_FITS or len(string.encode("utf-8")) <= MAX_TOKEN


def _clusters(string: str, kinds: str) -> list[str]:
    if MARK not in kinds:
        return list(string)
    return [string[match.start():match.end()] for match in _CLUSTER.finditer(kinds)]


def clusters(token: str) -> list[str]:
    """The clusters of a gram (R4.7); a word has none."""
    if token.isascii() or KIND[ord(token[0])] not in SPACELESS:
        return []
    return _clusters(token, token.translate(KIND))
