"""Chapter 2: URLs and other identifiers become U+FFFD, and lines are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fpcheck._segment import KIND, MARK, SPACELESS, SPACELESS_CLASS
from fpcheck._unicode import LETTERS, WHITE_SPACE, by_category

MAX_ATOM = 2048   # R2.2, octets
MAX_BLANKS = 64   # R2.9, code points, on either side of the line end
MAX_SPACE = 256   # R2.10, code points

_ATOM = "".join([chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"<>[]{}|\\^`'])  # R2.1
# What R2.4 to R2.7 match has one of these in it, and more after it that R2.3 leaves.
_PERHAPS = re.compile(f"[:.@][{re.escape(_ATOM)}]+")
# R2.4: the letter that is nearest to the `://` suffices, and is found in linear time.
_URL = re.compile("[A-Za-z][0-9+.-]*://")
_PREFIX = re.compile(  # R2.5
    r"www\.|(?:mailto|tel|urn|info|doi|hdl|ark|arxiv|pmid|orcid|isbn|issn):",
    re.ASCII | re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/.")            # R2.6
_ADDRESS = re.compile(r"[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]")  # R2.7


class Identifiers:
    """R2.1 to R2.8, in pieces."""

    def __init__(self) -> None:
        self._held = ""      # an atom that may go on: what R2.2 leaves of it
        self._stays = False  # an atom longer than that may go on, and stays

    def feed(self, string: str, last: bool) -> str:
        out = ""
        if self._stays:
            rest = string.lstrip(_ATOM)
            out, string = string[:len(string) - len(rest)], rest
            self._stays = not rest
        string = self._held + string
        end = len(string if last else string.rstrip(_ATOM))
        out += replaced(string[:end], identified(string[:end]), "\uFFFD")
        self._held = string[end:]
        if len(self._held) >= MAX_ATOM:
            if _is_identifier(self._held):
                self._held = self._held[:MAX_ATOM]
            else:
                out += self._held
                self._held, self._stays = "", True
        return out


Span = tuple[int, int]


def replaced(string: str, spans: Iterable[Span], by: str = "") -> str:
    """A string with something in the place of parts of it."""
    out: list[str] = []
    done = 0
    for start, end in spans:
        out += [string[done:start], by]
        done = end
    return "".join(out) + string[done:]


def identified(string: str) -> Iterator[Span]:  # R2.8
    """Where the identifiers are."""
    at = 0
    while hint := _PERHAPS.search(string, at):
        start = at + len(string[at:hint.start()].rstrip(_ATOM))
        at = hint.end()
        if _is_identifier(string[start:at]):
            yield start, at


def _is_identifier(atom: str) -> bool:
    candidate = atom[:MAX_ATOM].lstrip("('*_").rstrip(")'*_.,;:!?")  # R2.2, R2.3
    return bool("://" in candidate and _URL.search(candidate)
                or _PREFIX.match(candidate)
                or _DOI.match(candidate)
                or "@" in candidate and _ADDRESS.match(candidate))


_HYPHENS = "-\u00AD\u2010"
_BLANKS = f"[\t \u00A0]{{0,{MAX_BLANKS}}}"
_LINE_END = "(?:\r\n|[\n\x0B\x0C\r\x85\u2028])"
_HYPHENATED = re.compile(f"[{_HYPHENS}]{_BLANKS}{_LINE_END}{_BLANKS}")  # (a) to (d) of R2.9
_MAY_BECOME = re.compile(f"[{_HYPHENS}]{_BLANKS}(?:{_LINE_END}{_BLANKS})?")
_LETTER = by_category({**dict.fromkeys(LETTERS, "L"), "Ll": "l"})


def _before(string: str, end: int) -> str:
    """The last code point before end that is no mark; the first, or "", if there is none."""
    while end > 1 and KIND[ord(string[end - 1])] == MARK:
        end -= 1
    return string[end - 1:end]


class Hyphens:
    """R2.9, in pieces."""

    def __init__(self) -> None:
        self._context = ""  # the last code point that is no mark, before what is held
        self._held = ""     # a hyphen and what is after it, as long as a line may end there

    def feed(self, string: str, last: bool) -> str:
        known = len(self._context)
        string = self._context + self._held + string
        end = len(string)
        if not last:
            near = max(known, end - 2 * MAX_BLANKS - 3)
            hyphen = max([string.rfind(char, near) for char in _HYPHENS])
            if hyphen >= 0 and _MAY_BECOME.fullmatch(string, hyphen):
                end = hyphen
        self._held = string[end:]
        string = string[:end]
        if string:
            self._context = _before(string, end)
        return replaced(string, broken(string))[known:]


def broken(string: str) -> Iterator[Span]:
    """Where (a) to (d) of broken words are."""
    for match in _HYPHENATED.finditer(string):
        start, end = match.span()
        before, after = _before(string, start), string[end:end + 1]
        if before and _LETTER[ord(before)] != " " and after and _LETTER[ord(after)] == "l":
            yield start, end


_SPACE = WHITE_SPACE + "\u200B"
# The last of the white space before a code point of class K or T.
_LAST_SPACE = re.compile(f"[{re.escape(_SPACE)}](?=[{SPACELESS_CLASS}])")


class Spaces:
    """R2.10, in pieces."""

    def __init__(self) -> None:
        self._context = ""  # the last code point that is no mark, before what is held
        self._held = ""     # white space that may go

    def feed(self, string: str, last: bool) -> str:
        known = len(self._context)
        string = self._context + self._held + string
        end = len(string)
        if not last:
            end = max(known, len(string.rstrip(_SPACE)))
            if len(string) - end > MAX_SPACE:
                end = len(string)  # too much to go; the next of it follows white space
        self._held = string[end:]
        string = string[:end]
        if string:
            self._context = _before(string, end)
        return replaced(string, gaps(string))[known:]


def gaps(string: str) -> Iterator[Span]:
    """Where the gaps are that are deleted."""
    if string.isascii():  # nothing in it is of class K or T
        return
    done = 0
    for match in _LAST_SPACE.finditer(string):
        end = match.end()
        after = KIND[ord(string[end])]
        near = string[max(done, end - MAX_SPACE - 1):end]
        start = end - len(near) + len(near.rstrip(_SPACE))
        before = _before(string, start)
        if (end - start <= MAX_SPACE and after in SPACELESS
                and before and KIND[ord(before)] == after):
            yield start, end
            done = end
