"""fpcheck, schemes sd1, sm1, mh1 and mw1: fingerprints of documents, exact to the octet.

    >>> import fpcheck
    >>> fpcheck.pipeline(b"Four score and seven years ago", "sm1")
    ('sm1:gdtyibregjiaa', 6)
    >>> hasher = fpcheck.Hasher("sm1")
    >>> for piece in (b"Four score and sev", b"en years ago"):
    ...     hasher.update(piece)
    >>> hasher.fingerprint(), hasher.features
    ('sm1:gdtyibregjiaa', 6)
    >>> fpcheck.compare("sm1:gdtyibregjiaa", "sm1:eg2sgwj4cbqiu")
    (25, 0.609375)

This is chapters 1 to 10 of SPEC.md and the generator of chapter 12, written from
that text and the Unicode data files alone; the comments name its rules. There is
one function a stage, over a whole text:

    text -> identifiers -> normalise -> segment -> features
         -> counters -> sketch             (sd1, sm1) -> encode
         -> FullForm -> FullForm.stored    (mh1, mw1) -> encode

and `pipeline` is all of them. `Hasher` is the same for input that comes in pieces,
in bounded memory (but for the set of hashes). A sketch is octets: 8 of SimHash, 128 or
fewer of MinHash.

Nothing here asks Python's own Unicode tables, which are of another version. The
files of vectors/ucd, Unicode 15.0.0, are looked for beside this repository's ports,
or in the folder that the environment variable FPCHECK_UCD names.
"""

from __future__ import annotations

import base64
import codecs
import copy
import functools
import hashlib
import os
import re
import struct
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

VERSION = "0.2.0"
SCHEMES = ("sd1", "sm1", "mh1", "mw1")
VISIBLE = "visible"

MAX_ATOM = 2048   # R2.2, octets
MAX_BLANKS = 64   # R2.9, code points, on either side of the line end
MAX_SPACE = 256   # R2.10, code points
MAX_MARKS = 1024  # R3.4 and R3.8, code points
MAX_WORD = 4096   # R4.3, octets
MAX_TIMES = 1024  # R5.6, elements of one shingle

# Stages hand a separator on as U+FFFD, which is one itself (R3.2), composes with
# nothing and is in no word.
SEPARATOR = "\uFFFD"


class Rejected(ValueError):
    """Octets are no full form (R7.7), or a string is no fingerprint (R8.6 to R8.9)."""


class NotComparable(ValueError):
    """Two fingerprints differ in scheme or profile (R10.1)."""


class NoFeatures(ValueError):
    """A full form of which all slots are empty has no stored form (R7.9)."""


class DataMissing(OSError):
    """The Unicode data files are not where they are looked for."""


def is_multi(scheme: str) -> bool:
    """Whether a scheme is one of the multi schemes (chapter 0)."""
    return _known(scheme) != "sd1"


def is_minhash(scheme: str) -> bool:
    """Whether R7.4 to R7.10 make its sketch, and not R7.1 to R7.3."""
    return _known(scheme) in ("mh1", "mw1")


def _known(scheme: str) -> str:
    if scheme not in SCHEMES:
        raise ValueError(f"unknown scheme {scheme!r}")
    return scheme


# --- Unicode 15.0.0 ---------------------------------------------------------

CODE_POINTS = 0x110000
UCD = Path(os.environ.get("FPCHECK_UCD")
           or Path(__file__).resolve().parent / ".." / ".." / "vectors" / "ucd")


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """The two fields of each line of a data file."""
    try:
        content = (UCD / f"{name}.txt").read_text(encoding="utf-8")
    except OSError as error:
        raise DataMissing(f"no Unicode data: {error.strerror}: {error.filename} "
                          "(FPCHECK_UCD names the folder, if it is set)") from None
    for line in content.split("\n"):
        if line and line[0] != "#":
            field, _, value = line.partition(";")
            yield field, value


@functools.cache
def _ranges(name: str) -> list[tuple[range, str]]:
    """The lines of a property of code points."""
    return [(range(int(first, 16), int(last or first, 16) + 1), value)
            for field, value in _lines(name) for first, _, last in [field.partition("..")]]


def _points(name: str, values: Container[str] | None = None) -> set[int]:
    """The code points that have one of the values of a property, or any that is listed."""
    return {cp for points, value in _ranges(name) if values is None or value in values
            for cp in points}


def _sequence(field: str) -> str:
    return "".join([chr(int(cp, 16)) for cp in field.split(" ")]) if field else ""


def _load_mapping(name: str) -> dict[int, str]:
    return {cp: value for points, field in _ranges(name)
            for value in [_sequence(field)] for cp in points}


# Hangul syllables decompose and compose by arithmetic.
HANGUL_S, HANGUL_L, HANGUL_V, HANGUL_T = 0xAC00, 0x1100, 0x1161, 0x11A7
L_COUNT, V_COUNT, T_COUNT = 19, 21, 28


def _hangul() -> Iterator[tuple[str, str, str]]:
    """Each syllable as (what it is composed of, one and another; syllable)."""
    for i in range(L_COUNT * V_COUNT):
        l, v = divmod(i, V_COUNT)
        lv = chr(HANGUL_S + i * T_COUNT)
        yield chr(HANGUL_L + l), chr(HANGUL_V + v), lv
        for t in range(1, T_COUNT):
            yield lv, chr(HANGUL_T + t), chr(ord(lv) + t)


def _load_decompositions() -> dict[int, str]:
    table = _load_mapping("CanonicalDecomposition")
    for first, second, syllable in _hangul():
        table[ord(syllable)] = table.get(ord(first), first) + second
    return table


def _load_composition() -> dict[str, str]:
    table = {_sequence(pair): _sequence(composite) for pair, composite in _lines("Composition")}
    for first, second, syllable in _hangul():
        table[first + second] = syllable
    return table


# For str.translate lists are best: a dictionary takes long to say that it lacks a key.
Table = list[Any]


def _load_kept(categories: set[str]) -> Table:
    """What is of none of the categories separates."""
    table: Table = [SEPARATOR] * CODE_POINTS
    for points, category in _ranges("GeneralCategory"):
        if category in categories:
            table[points.start:points.stop] = points
    return table


def _load_decomposition() -> Table:
    """R3.1, and of R3.2 what separates in all schemes and does not decompose."""
    table = _load_kept(KEPT | {"Nl"})
    for cp, decomposed in DECOMPOSITIONS.items():
        table[cp] = decomposed
    return table


def _load_map(multi: bool) -> Table:
    """R3.2, R3.3 and R3.5 in one table, what R3.5 gives being decomposed for R3.8.

    In the multi schemes it has what needs no context of R3.6 and R3.7 too.
    """
    letters = {0x0640: "", 0x0131: "i"} if multi else {}  # R3.6, R3.7
    table = _load_kept(KEPT | {"Nl"} if multi else KEPT)  # R3.2
    if not multi:
        table[0x200B] = SEPARATOR  # R3.3
    for cp, mapped in _load_mapping("NFKC_Casefold").items():
        if table[cp] != SEPARATOR:
            table[cp] = mapped.translate(DECOMPOSITIONS).translate(letters)  # R3.5
    for cp, letter in letters.items():
        table[cp] = letter
    return table


def _load_classes() -> str:
    """R4.4 to R4.6 as a table for str.translate, one letter a code point.

    That is K, one of four letters for the classes T, or W; M for a mark; a blank for what
    is in no sequence.
    """
    table = [" "] * CODE_POINTS
    for points, category in _ranges("GeneralCategory"):
        if category in LETTERS | {"Nd", "Nl", "Pc"}:  # R4.4
            table[points.start:points.stop] = ("M" if category in MARKS else "W") * len(points)
    digits = _points("GeneralCategory", {"Nd"})
    for points, script in _ranges("Script"):
        letter = SCRIPT_CLASSES.get(script, "W")
        for cp in points if letter != "W" else ():
            if table[cp] == "W" and (letter == "K" or cp not in digits):
                table[cp] = letter  # R4.5
    for cp in (0x3006, *range(0x3031, 0x3036), 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F):
        table[cp] = "K"  # R4.5
    for cp in (0x02B9, *range(0x02BB, 0x02C0), 0x02C8, 0x02EE, 0x07F4, 0x07F5, 0xA78B, 0xA78C):
        table[cp] = " "  # R4.4
    return "".join(table)


def _character_class(code_points: Iterable[int]) -> str:
    """What a regular expression has in brackets to match any of these."""
    ranges: list[list[int]] = []
    for cp in sorted(code_points):
        if ranges and ranges[-1][1] == cp - 1:
            ranges[-1][1] = cp
        else:
            ranges.append([cp, cp])
    return "".join([f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges])


MARKS = {"Mn", "Mc", "Me"}
LETTERS = {"Lu", "Ll", "Lt", "Lm", "Lo"} | MARKS
KEPT = LETTERS | {"Nd", "Pc", "Cf"}                              # R3.2
SCRIPT_CLASSES = {"Han": "K", "Hiragana": "K", "Katakana": "K",  # R4.5
                  "Thai": "T", "Lao": "L", "Khmer": "H", "Myanmar": "B"}
SPACELESS = "KTLHB"  # the classes K and T
HEAVY_SCRIPTS = {"Han", "Thai", "Lao", "Khmer", "Myanmar"}       # R5.4

CCC = {chr(cp): int(ccc) for points, ccc in _ranges("CombiningClass") for cp in points}  # or 0
DECOMPOSITIONS = _load_decompositions()
DECOMPOSITION = _load_decomposition()
COMPOSITION = _load_composition()
SECONDS = {pair[1] for pair in COMPOSITION}
MAP = _load_map(multi=False)
MULTI_MAP = _load_map(multi=True)
WORDS = _load_kept({"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"})    # R4.1
CLASSES = _load_classes()
HEAVY = re.compile(f"[{_character_class(_points('Script', HEAVY_SCRIPTS))}]")
WHITE_SPACE = "".join(map(chr, _points("White_Space"))) + "\u200B"      # R2.10
ALPHABETIC = re.compile(f"[{_character_class(_points('Alphabetic'))}]")  # R4.2


def _wider(code_points: Iterable[int]) -> str:
    """As _character_class, with all above U+FFFF: these Python's re finds ten times as fast."""
    return _character_class(cp for cp in code_points if cp < 0x10000) + "\U00010000-\U0010FFFF"


MARK_SEQUENCE = re.compile(f"[{_character_class(map(ord, CCC))}]+")
PERHAPS_MARKS = re.compile(f"[{_wider(map(ord, CCC))}]{{2,}}")
PERHAPS_COMPOSABLE = re.compile(f"(?s:.)[{_wider(map(ord, SECONDS.union(CCC)))}]+")

# R3.7: an i and the dots that go, with what may be between them. This asks for no order:
# canonical ordering keeps that of marks of one class.
DOT = "\u0307"
MAY_PRECEDE_DOT = "".join([mark for mark, ccc in CCC.items() if ccc != 230]) + DOT
DOTTED = re.compile(f"i[{_character_class(map(ord, MAY_PRECEDE_DOT))}]+")

# R2.9, and what may yet become (a) to (d) of it.
HYPHENS = "-\u00AD\u2010"
_BLANKS = f"[\t \u00A0]{{0,{MAX_BLANKS}}}"
_LINE_END = "(?:\r\n|[\n\x0B\x0C\r\x85\u2028])"
_BEFORE = _character_class(_points("GeneralCategory", LETTERS))
_AFTER = _character_class(_points("GeneralCategory", {"Ll"}))
LETTER = re.compile("[{}]".format(_character_class(_points("GeneralCategory", LETTERS - MARKS))))
LINE_END_HYPHEN = re.compile(
    f"[{HYPHENS}](?<=[{_BEFORE}].){_BLANKS}{_LINE_END}{_BLANKS}(?=[{_AFTER}])")
PERHAPS_HYPHEN = re.compile(f"[{HYPHENS}]{_BLANKS}(?:{_LINE_END}{_BLANKS})?")
# R2.10: the last of the white space before a code point of class K or T.
LAST_SPACE = re.compile("[{}](?=[{}])".format(
    _character_class(map(ord, WHITE_SPACE)),
    _wider([cp for cp in range(CODE_POINTS) if CLASSES[cp] in SPACELESS])))


# --- 1 Text -----------------------------------------------------------------

# Python's decoder follows Table 3-7 and, told so, gives a lone surrogate for an octet
# that is part of no well-formed sequence; nothing else gives one.
ILL_FORMED = re.compile("[\uDC80-\uDCFF]+")


def text(octets: bytes) -> str:
    """Stage 1: octets to text."""
    string = octets.decode("utf-8", "surrogateescape")  # R1.1, R1.3
    return string if string.isascii() else ILL_FORMED.sub("\uFFFD", string)  # R1.2


# --- 2 Identifiers ----------------------------------------------------------

ATOM_CHARACTERS = "".join(  # R2.1
    [chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"<>[]{}|\\^`'])
# What R2.4 to R2.7 match has one of these in it, and more after it that R2.3 leaves.
PERHAPS_IDENTIFIER = re.compile(f"[:.@][{re.escape(ATOM_CHARACTERS)}]+")
# R2.4: the letter that is nearest to the `://` suffices, and is found in linear time.
URL = re.compile(r"[A-Za-z][0-9+.-]*://")
PREFIX = re.compile(  # R2.5
    r"www\.|(?:mailto|tel|urn|info|doi|hdl|ark|arxiv|pmid|orcid|isbn|issn):",
    re.ASCII | re.IGNORECASE)
DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/.")            # R2.6
ADDRESS = re.compile(r"[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]")  # R2.7


def identifiers(string: str, scheme: str) -> str:
    """Stage 2: each identifier becomes one U+FFFD, and in the multi schemes lines are joined."""
    string = replace_identifiers(string)
    return join_spaceless(join_hyphens(string)) if is_multi(scheme) else string


def replace_identifiers(string: str) -> str:  # R2.8
    out: list[str] = []
    done = at = 0
    while hint := PERHAPS_IDENTIFIER.search(string, at):
        start = at + len(string[at:hint.start()].rstrip(ATOM_CHARACTERS))
        at = hint.end()
        if is_identifier(string[start:at]):
            out += [string[done:start], "\uFFFD"]
            done = at
    return "".join(out) + string[done:]


def is_identifier(atom: str) -> bool:
    candidate = atom[:MAX_ATOM].lstrip("('*_").rstrip(")'*_.,;:!?")  # R2.2, R2.3
    return bool("://" in candidate and URL.search(candidate)
                or PREFIX.match(candidate)
                or DOI.match(candidate)
                or "@" in candidate and ADDRESS.match(candidate))


def join_hyphens(string: str) -> str:  # R2.9
    return LINE_END_HYPHEN.sub(_join_hyphen, string)


def _join_hyphen(match: re.Match[str]) -> str:
    before = _base(match.string, match.start())
    return "" if LETTER.match(match.string, before) else match[0]


def _base(string: str, end: int) -> int:
    """Where the last code point before end is that is no mark; 0 if there is none."""
    before = end - 1
    while before > 0 and CLASSES[ord(string[before])] == "M":
        before -= 1
    return max(before, 0)


def join_spaceless(string: str) -> str:  # R2.10
    if string.isascii():  # nothing in it is of class K or T
        return string
    out: list[str] = []
    done = 0
    for match in LAST_SPACE.finditer(string):
        end = match.end()
        near = string[max(done, end - MAX_SPACE - 1):end]
        start = end - len(near) + len(near.rstrip(WHITE_SPACE))
        before = start - 1
        while before >= 0 and CLASSES[ord(string[before])] == "M":
            before -= 1  # marks are passed over
        after = CLASSES[ord(string[end])]
        if (end - start <= MAX_SPACE and before >= 0 and after in SPACELESS
                and CLASSES[ord(string[before])] == after):
            out.append(string[done:start])
            done = end
    out.append(string[done:])
    return "".join(out)


# --- 3 Normalisation --------------------------------------------------------

def normalise(string: str, scheme: str) -> list[str]:
    """Stage 3: text to runs."""
    multi = is_multi(scheme)
    table = MULTI_MAP if multi else MAP
    if string.isascii():  # nothing in it decomposes, is a mark or composes
        return [run for run in string.translate(table).split(SEPARATOR) if run]
    # No code point with a ccc other than 0 separates by R3.2, so R3.4 can go before it.
    string = order(string.translate(DECOMPOSITION))  # R3.1, R3.4
    string = string.translate(table)                 # R3.2, R3.3, R3.5, R3.6
    if multi:
        string = undot(string)                       # R3.7
    string = order(string)                           # R3.8
    return [run for run in compose(string).split(SEPARATOR) if run]  # R3.9


def undot(string: str) -> str:
    """R3.7: the dots of an i go, of which there may be more than R3.8 lets pass."""
    return DOTTED.sub(_undot, string) if DOT in string else string


def _undot(match: re.Match[str]) -> str:
    return match[0].replace(DOT, "")


def order(string: str) -> str:
    """Canonical ordering; a long mark sequence becomes a separator (R3.4, R3.8)."""
    return PERHAPS_MARKS.sub(lambda match: MARK_SEQUENCE.sub(_order, match[0]), string)


def _order(match: re.Match[str]) -> str:
    marks = match[0]
    return SEPARATOR if len(marks) > MAX_MARKS else "".join(sorted(marks, key=CCC.__getitem__))


def compose(string: str) -> str:
    """Normalization Form C of a string that is in Form D."""
    # A code point that is neither a mark nor the second of a pair joins nothing before
    # it, so each stretch from one such to the next goes by itself.
    return PERHAPS_COMPOSABLE.sub(_compose, string)


def _compose(match: re.Match[str]) -> str:
    pair = COMPOSITION.get(match[0])  # most are no more than one
    if pair:
        return pair
    out: list[str] = []
    starter = None  # where in out the last starter is
    before = 0      # the class of what is last in out
    for char in match[0]:
        ccc = CCC.get(char, 0)
        # What follows the starter are marks in order: the last one blocks, or none.
        if char in SECONDS and starter is not None and (
                before < ccc or starter == len(out) - 1):
            composite = COMPOSITION.get(out[starter] + char)
            if composite:
                out[starter] = composite
                continue
        if ccc == 0:
            starter = len(out)
        out.append(char)
        before = ccc
    return "".join(out)


# --- 4 Segmentation ---------------------------------------------------------

CLASS_RUN = re.compile("W[WM]*|" + "|".join([f"{x}[{x}M]*" for x in SPACELESS]))  # R4.6, R4.7
CLUSTER = re.compile("[^M]M*")  # R4.7


def segment(runs: Iterable[str], scheme: str) -> list[str]:
    """Stage 4: runs to tokens."""
    if is_multi(scheme):
        return _words_and_grams(SEPARATOR.join(runs), True)[0]
    return [word for run in runs
            for word in run.translate(WORDS).split(SEPARATOR)  # R4.1
            if is_token(word)]


def is_token(word: str) -> bool:
    return bool(ALPHABETIC.search(word)) and _fits(word)  # R4.2


def _fits(string: str) -> bool:  # R4.3
    return len(string) <= MAX_WORD // 4 or len(string.encode("utf-8")) <= MAX_WORD


def _words_and_grams(string: str, last: bool) -> tuple[list[str], str]:
    """The tokens of a multi scheme, and what has to stand before the string that follows."""
    classes = string.translate(CLASSES)  # R4.4, R4.5
    tokens: list[str] = []
    held = ""
    for match in CLASS_RUN.finditer(classes):  # R4.6: marks that begin a sequence match nothing
        start, end = match.span()
        goes_on = end == len(string) and not last
        if classes[start] == "W":
            word = string[start:end]
            if goes_on:
                held = word[:MAX_WORD + 1]
            elif is_token(word):
                tokens.append(word)
            continue
        clusters = _clusters(string[start:end], match[0])
        if goes_on:  # the last cluster is not complete, nor what it and the one before it give
            held = "".join([cluster[:MAX_WORD + 1] for cluster in clusters[-2:]])
            clusters.pop()
        elif len(clusters) == 1:
            clusters.append("")  # R4.8: it is its only gram
        tokens += filter(_fits, map(str.__add__, clusters, clusters[1:]))  # R4.8, R4.3
    return tokens, held


def _clusters(string: str, classes: str) -> list[str]:
    """R4.7: the clusters of a class run."""
    if "M" not in classes:
        return list(string)
    return [string[match.start():match.end()] for match in CLUSTER.finditer(classes)]


# --- 5 Features -------------------------------------------------------------

# The hashes of features, each with its weight, or in mw1 with how often it occurs.
Weights = dict[int, int]


def features(tokens: Iterable[str], scheme: str) -> list[int]:
    """Stage 5: tokens to elements, ascending, each as often as its weight."""
    return sorted(elements(weigh(tokens, scheme), scheme))


def weigh(tokens: Iterable[str], scheme: str) -> Weights:
    """Stage 5 up to R5.5: the distinct features. Their number is the feature count."""
    return _weigh(shingles(list(tokens)) if is_minhash(scheme) else tokens, scheme)


def _weigh(strings: Iterable[str], scheme: str) -> Weights:
    """The features that tokens, or in mh1 and mw1 shingles, give."""
    weights: Weights = {}
    if scheme == "mw1":
        for string, times in Counter(strings).items():
            value = hash64(string.encode("utf-8"))
            weights[value] = weights.get(value, 0) + times
        return weights
    distinct = set(strings)
    for string in distinct:
        weights[hash64(string.encode("utf-8"))] = 1  # R5.1, R5.2
    if scheme == "sm1":
        for cluster in {cluster for token in distinct for cluster in clusters(token)}:
            value = hash64(cluster.encode("utf-8"))
            weights[value] = 2 if HEAVY.match(cluster) else weights.get(value, 1)  # R5.4, R5.2
    return weights


def _add_weights(weights: Weights, more: Weights, scheme: str) -> None:
    """Add the features of another part of the text."""
    if scheme == "mw1":
        for value, times in more.items():
            weights[value] = weights.get(value, 0) + times
    elif scheme == "sm1":
        for value, weight in more.items():
            if weights.get(value, 0) < weight:
                weights[value] = weight  # R5.2
    else:
        weights.update(more)


def clusters(token: str) -> list[str]:
    """R5.4: the clusters of a gram; a word has none."""
    if not token or CLASSES[ord(token[0])] not in SPACELESS:
        return []
    return _clusters(token, token.translate(CLASSES))


def shingles(tokens: Sequence[str]) -> list[str]:  # R5.5
    if 0 < len(tokens) < 3:
        return [" ".join(tokens)]
    return list(map(" ".join, zip(tokens, tokens[1:], tokens[2:])))


def elements(weights: Weights, scheme: str) -> Collection[int]:
    """R5.6, in any order."""
    if scheme == "sm1":
        return [value for value, weight in weights.items() for _ in range(weight)]
    if scheme == "mw1":
        return [value + k * GOLDEN & MASK64 for value, times in weights.items()
                for k in range(min(times, MAX_TIMES))]
    return weights


# --- 6 Hash -----------------------------------------------------------------

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


_three_words = struct.Struct("<3I").unpack_from  # R6.3


def hash64(octets: bytes) -> int:
    """Stage 6: lookup3, as hashlittle2, with both seeds 0."""
    n = len(octets)
    a = b = c = (0xDEADBEEF + n) & MASK32  # R6.1
    if n == 0:
        return c << 32 | b  # R6.4: no final
    tail = (n - 1) // 12 * 12  # R6.2: when 12 octets remain they are the tail
    octets += bytes(-n % 12)   # R6.4
    for at in range(0, tail, 12):
        x, y, z = _three_words(octets, at)
        a, b, c = _mix(a + x & MASK32, b + y & MASK32, c + z & MASK32)
    x, y, z = _three_words(octets, tail)
    b, c = _final(a + x & MASK32, b + y & MASK32, c + z & MASK32)
    return c << 32 | b  # R6.6


def _mix(a: int, b: int, c: int) -> tuple[int, int, int]:  # R6.5
    a = (a - c & MASK32) ^ (c << 4 & MASK32 | c >> 28)
    c = c + b & MASK32
    b = (b - a & MASK32) ^ (a << 6 & MASK32 | a >> 26)
    a = a + c & MASK32
    c = (c - b & MASK32) ^ (b << 8 & MASK32 | b >> 24)
    b = b + a & MASK32
    a = (a - c & MASK32) ^ (c << 16 & MASK32 | c >> 16)
    c = c + b & MASK32
    b = (b - a & MASK32) ^ (a << 19 & MASK32 | a >> 13)
    a = a + c & MASK32
    c = (c - b & MASK32) ^ (b << 4 & MASK32 | b >> 28)
    b = b + a & MASK32
    return a, b, c


def _final(a: int, b: int, c: int) -> tuple[int, int]:  # R6.5; a is done with
    c = (c ^ b) - (b << 14 | b >> 18) & MASK32
    a = (a ^ c) - (c << 11 | c >> 21) & MASK32
    b = (b ^ a) - (a << 25 | a >> 7) & MASK32
    c = (c ^ b) - (b << 16 | b >> 16) & MASK32
    a = (a ^ c) - (c << 4 | c >> 28) & MASK32
    b = (b ^ a) - (a << 14 | a >> 18) & MASK32
    c = (c ^ b) - (b << 24 | b >> 8) & MASK32
    return b, c


def mix64(z: int) -> int:  # R6.7
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
    return z ^ z >> 31


# --- 7 Sketch ---------------------------------------------------------------

def counters(elements: Collection[int]) -> list[int]:
    """Stage 7 of sd1 and sm1, first half: the 64 counters, that of bit 0 first (R7.1)."""
    octets = b"".join([value.to_bytes(8, "little") for value in elements])
    counts = []
    for column in range(8):
        often = Counter(octets[column::8])
        for bit in range(8):
            ones = sum([n for octet, n in often.items() if octet >> bit & 1])
            counts.append(ones - (len(elements) - ones))
    return counts


def sketch(counts: Sequence[int]) -> bytes:
    """Stage 7 of sd1 and sm1, second half: 64 bits, big-endian."""
    bits = sum([1 << i for i, count in enumerate(counts) if count > 0])  # R7.2, R7.3
    return bits.to_bytes(8, "big")


SLOTS = 128
VALUE_BITS = 57
EMPTY = MASK64
FULL_FORM = struct.Struct(f">5s{SLOTS}Q")
FULL_FORM_START = b"fpmh\1"
MIXED = [mix64(i) for i in range(SLOTS)]


class FullForm:
    """Stage 7 of mh1 and mw1: the full form, which takes elements and other full forms."""

    def __init__(self, elements: Iterable[int] = ()) -> None:
        self.slots = [EMPTY] * SLOTS  # R7.5
        self.update(elements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FullForm) and self.slots == other.slots

    def __bool__(self) -> bool:
        return any([value != EMPTY for value in self.slots])

    def update(self, elements: Iterable[int]) -> None:
        """Take more elements, in any order."""
        slots = self.slots
        for element in elements:
            mixed = mix64(element)
            slot, value = mixed >> VALUE_BITS, mixed & (1 << VALUE_BITS) - 1  # R7.4
            if value < slots[slot]:
                slots[slot] = value  # R7.5

    def merge(self, other: FullForm) -> None:
        """Take the elements of another full form (R7.6)."""
        self.slots = list(map(min, self.slots, other.slots))

    def to_bytes(self) -> bytes:  # R7.7
        return FULL_FORM.pack(FULL_FORM_START, *self.slots)

    @classmethod
    def from_bytes(cls, octets: bytes) -> FullForm:
        """A full form from its octets, or Rejected (R7.7)."""
        if len(octets) != FULL_FORM.size:
            raise Rejected(f"{len(octets)} octets, not {FULL_FORM.size}")
        start, *slots = FULL_FORM.unpack(octets)
        if start != FULL_FORM_START:
            raise Rejected(f"starts with {start.hex()}, not {FULL_FORM_START.hex()}")
        for i, value in enumerate(slots):
            if value >> VALUE_BITS and value != EMPTY:
                raise Rejected(f"slot {i} holds {value:016x}")
        form = cls()
        form.slots = slots
        return form

    def stored(self) -> bytes:
        """The sketch, 128 octets, or NoFeatures (R7.9)."""
        if not self:
            raise NoFeatures("all slots are empty")
        filled = [i for i, value in enumerate(self.slots) if value != EMPTY]
        octets = bytearray()
        for i, value in enumerate(self.slots):
            donor = i if value != EMPTY else min(filled, key=_search(i).__getitem__)  # R7.8
            octets.append(mix64((donor << VALUE_BITS | self.slots[donor]) ^ MIXED[i]) & 0xFF)
        return bytes(octets)


@functools.cache
def _search(i: int) -> dict[int, int]:
    """R7.8: for each slot the first t at which slot i finds it."""
    found: dict[int, int] = {}
    t = 0
    while len(found) < SLOTS:
        found.setdefault(mix64(i << 32 | t) % SLOTS, t)
        t += 1
    return found


def truncate(octets: bytes, bits: int) -> bytes:
    """A MinHash sketch with so many bits a slot, of one that has as many or more (R7.10)."""
    wide = slot_bits(octets)
    if bits not in (8, 4, 2, 1) or bits > wide:
        raise ValueError(f"{bits} bits a slot, of a sketch that has {wide}")
    value = 0
    for slot in slot_values(octets):
        value = value << bits | slot & (1 << bits) - 1
    return value.to_bytes(SLOTS * bits // 8, "big")


def slot_bits(octets: bytes) -> int:
    """How many bits a slot of a MinHash sketch has."""
    bits, rest = divmod(len(octets) * 8, SLOTS)
    if rest or bits not in (8, 4, 2, 1):
        raise ValueError(f"{len(octets)} octets are no sketch of MinHash")
    return bits


def slot_values(octets: bytes) -> list[int]:
    """What the 128 slots of a MinHash sketch hold, of whatever width."""
    bits = slot_bits(octets)
    return [octet >> shift & (1 << bits) - 1 for octet in octets
            for shift in range(8 - bits, -1, -bits)]


# --- 8 Strings --------------------------------------------------------------

class Form(NamedTuple):
    """What a scheme's name in a string says (R8.3)."""
    scheme: str
    octets: int  # of the sketch

    @property
    def characters(self) -> int:  # R8.2, R8.8
        return -(-8 * self.octets // 5)


FORMS = {"sd1": Form("sd1", 8), "sm1": Form("sm1", 8)}
for _scheme in ("mh1", "mw1"):
    FORMS[_scheme] = Form(_scheme, 128)
    FORMS.update({f"{_scheme}b{bits}": Form(_scheme, SLOTS * bits // 8) for bits in (4, 2, 1)})

BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
BASE32_VALUES = {char: value for value, char in enumerate(BASE32)}
PROFILE = re.compile("[a-z][a-z0-9]{0,15}")  # R8.4
ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def encode(octets: bytes, name: str, profile: str = VISIBLE) -> str:
    """Stage 8: a sketch to a string. The name is a scheme's, or of a truncated one, as mh1b4."""
    if name not in FORMS:  # R8.3: no private one is known here
        raise ValueError(f"unknown scheme {name!r}")
    if not PROFILE.fullmatch(profile):
        raise ValueError(f"malformed profile {profile!r}")
    if len(octets) != FORMS[name].octets:
        raise ValueError(f"{len(octets)} octets are no sketch of {name}")
    data = base64.b32encode(octets).decode("ascii").rstrip("=").lower()  # R8.2
    return f"{name}:{data}" if profile == VISIBLE else f"{name}.{profile}:{data}"  # R8.1


def decode(string: str) -> tuple[bytes, str, str]:
    """A string to (sketch, scheme's name as written, profile), or Rejected."""
    head, colon, data = string.translate(ASCII_LOWER).partition(":")  # R8.5
    name, dot, profile = head.partition(".")
    if not colon:  # R8.6
        raise Rejected("no colon")
    if name not in FORMS:
        raise Rejected(f"unknown scheme {name!r}")
    if dot and (profile == VISIBLE or not PROFILE.fullmatch(profile)):
        raise Rejected(f"malformed profile {profile!r}")
    form, value = FORMS[name], 0
    for char in data:  # R8.7
        if char not in BASE32_VALUES:
            raise Rejected(f"character {char!r} in the data")
    if len(data) != form.characters:  # R8.8
        raise Rejected(f"data of {len(data)} characters, not {form.characters}")
    for char in data:
        value = value << 5 | BASE32_VALUES[char]
    spare = 5 * form.characters - 8 * form.octets
    if value & (1 << spare) - 1:  # R8.9
        raise Rejected("spare bits are not 0")
    return (value >> spare).to_bytes(form.octets, "big"), name, profile or VISIBLE


# --- 9 Whole documents ------------------------------------------------------

def pipeline(octets: bytes, scheme: str, profile: str = VISIBLE) -> tuple[str | None, int]:
    """Octets to (string, feature count); the string is None if there are no features."""
    runs = normalise(identifiers(text(octets), scheme), scheme)
    return _result(weigh(segment(runs, scheme), scheme), scheme, profile)  # R9.1


def _result(weights: Weights, scheme: str, profile: str) -> tuple[str | None, int]:
    if not weights:  # R5.3
        return None, 0
    sketched = elements(weights, scheme)
    value = FullForm(sketched).stored() if is_minhash(scheme) else sketch(counters(sketched))
    return encode(value, scheme, profile), len(weights)


# R9.2: in pieces. Each stage has a `feed` that takes the next piece of its input, and
# whether it is the last, and gives what is certain of its output. What is not stays in
# `held`: that is all there is between two pieces.

class _Text:
    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self.ill_formed = False  # the piece before ended so

    def feed(self, octets: bytes, last: bool) -> str:
        string = self.decoder.decode(octets, last)  # it holds up to 3 octets
        if not string:
            return ""
        goes_on = self.ill_formed and ILL_FORMED.match(string)
        self.ill_formed = bool(ILL_FORMED.match(string, len(string) - 1))
        string = ILL_FORMED.sub("\uFFFD", string)
        return string[1:] if goes_on else string  # R1.2: one for the whole run


class _Identifiers:  # R2.1 to R2.8
    held = ""        # an atom that may go on: what R2.2 leaves of it
    stays = False    # an atom longer than that may go on, and stays

    def feed(self, string: str, last: bool) -> str:
        out = ""
        if self.stays:
            rest = string.lstrip(ATOM_CHARACTERS)
            out, string = string[:len(string) - len(rest)], rest
            self.stays = not rest
        string = self.held + string
        end = len(string if last else string.rstrip(ATOM_CHARACTERS))
        out += replace_identifiers(string[:end])
        self.held = string[end:]
        if len(self.held) >= MAX_ATOM:
            if is_identifier(self.held):
                self.held = self.held[:MAX_ATOM]
            else:
                out += self.held
                self.held, self.stays = "", True
        return out


class _Hyphens:  # R2.9
    before = ""  # the last code point that is no mark, before what is held
    held = ""    # a hyphen and what is after it, as long as a line may end there

    def feed(self, string: str, last: bool) -> str:
        known = len(self.before)
        string = self.before + self.held + string
        end = len(string)
        if not last:
            near = max(known, end - 2 * MAX_BLANKS - 3)
            hyphen = max([string.rfind(char, near) for char in HYPHENS])
            if hyphen >= 0 and PERHAPS_HYPHEN.fullmatch(string, hyphen):
                end = hyphen
        self.held = string[end:]
        string = string[:end]
        if string:
            self.before = string[_base(string, end)]
        return join_hyphens(string)[known:]


class _Spaceless:  # R2.10
    before = ""  # the last code point that is no mark, before what is held
    held = ""    # white space that may go

    def feed(self, string: str, last: bool) -> str:
        known = len(self.before)
        string = self.before + self.held + string
        end = len(string)
        if not last:
            end = max(known, len(string.rstrip(WHITE_SPACE)))
            if len(string) - end > MAX_SPACE:
                end = len(string)  # too much to go; the next of it follows white space
        self.held = string[end:]
        string = string[:end]
        if string:
            self.before = string[_base(string, end)]
        return join_spaceless(string)[known:]


class _Order:
    held = ""  # marks, of a long sequence one more than there may be
    table: Any

    def feed(self, string: str, last: bool) -> str:
        string = self.held + self.translate(string)
        end = len(string)
        while end and not last and string[end - 1] in CCC:
            end -= 1
        self.held = string[end:end + MAX_MARKS + 1]
        return order(string[:end])

    def translate(self, string: str) -> str:
        return string.translate(self.table)


class _Decompose(_Order):  # R3.1, R3.4
    table = DECOMPOSITION


class _Map(_Order):  # R3.2, R3.3, R3.5, R3.8
    table = MAP


class _MapMulti(_Order):  # R3.2, R3.5 to R3.8
    table = MULTI_MAP
    dots_go = False  # the text before ends with an i and what may be between it and a dot

    def translate(self, string: str) -> str:
        string = string.translate(self.table)
        if not self.dots_go:
            string = undot(string)
        elif string:
            string = undot("i" + string)[1:]
        rest = string.rstrip(MAY_PRECEDE_DOT)
        self.dots_go = rest.endswith("i") if rest else self.dots_go
        return string


class _Compose:  # R3.9
    held = ""  # the last starter; it is what every piece but the last ends with

    def feed(self, string: str, last: bool) -> str:
        string = compose(self.held + string)
        end = len(string) if last else -1
        self.held = string[end:]
        return string[:end]


class _Words:
    held = ""  # a word that may go on, of a long one more than there may be

    def feed(self, string: str, last: bool) -> list[str]:
        words = (self.held + string.translate(WORDS)).split(SEPARATOR)  # R4.1
        self.held = "" if last else words.pop()[:MAX_WORD + 1]
        return [word for word in set(words) if is_token(word)]


class _WordsAndGrams:
    held = ""  # a word or the last two clusters that may go on; of long ones more than may be

    def feed(self, string: str, last: bool) -> list[str]:
        tokens, self.held = _words_and_grams(self.held + string, last)
        return tokens


class _Shingles:  # R5.5
    held: list[str] = []  # the last two tokens
    few = True            # they are all that there were

    def feed(self, tokens: list[str], last: bool) -> list[str]:
        tokens = self.held + tokens
        self.held = tokens[-2:]
        if len(tokens) > 2:
            self.few = False
        elif not (last and self.few):
            return []
        return shingles(tokens)


def _stages(scheme: str) -> list[Any]:
    if not is_multi(scheme):
        return [_Text(), _Identifiers(), _Decompose(), _Map(), _Compose(), _Words()]
    stages = [_Text(), _Identifiers(), _Hyphens(), _Spaceless(), _Decompose(), _MapMulti(),
              _Compose(), _WordsAndGrams()]
    return stages + [_Shingles()] if is_minhash(scheme) else stages


class Hasher:
    """The pipeline for octets that come in pieces, cut anywhere (R9.2)."""

    def __init__(self, scheme: str, profile: str = VISIBLE) -> None:
        self.scheme = scheme
        self.profile = profile
        self._stages = _stages(scheme)
        self._weights: Weights = {}
        self._whole: Weights | None = None  # as if what has come were all

    def update(self, octets: bytes) -> None:
        """Take the next piece."""
        self._whole = None
        _add_weights(self._weights, self._feed(self._stages, octets, False), self.scheme)

    def fingerprint(self) -> str | None:
        """The string of what has come so far; None if it has no features."""
        return _result(self._all(), self.scheme, self.profile)[0]

    @property
    def features(self) -> int:
        """The feature count of what has come so far."""
        return len(self._all())

    def full_form(self) -> FullForm:
        """The full form of what has come so far, to be merged with others (mh1 and mw1)."""
        if not is_minhash(self.scheme):
            raise ValueError(f"{self.scheme} has no full form")
        return FullForm(elements(self._all(), self.scheme))

    def _all(self) -> Weights:
        if self._whole is None:
            stages = copy.deepcopy(self._stages)  # so that more pieces can come
            self._whole = self._weights.copy()
            _add_weights(self._whole, self._feed(stages, b"", True), self.scheme)
        return self._whole

    def _feed(self, stages: list[Any], piece: Any, last: bool) -> Weights:
        for stage in stages:
            piece = stage.feed(piece, last)
            if not piece and not last:
                return {}  # all is held
        return _weigh(piece, self.scheme)


# --- 10 Comparison ----------------------------------------------------------

def compare(one: str, other: str) -> tuple[int, float]:
    """The distance and the similarity of two strings, or NotComparable."""
    (sketch1, name1, profile1), (sketch2, name2, profile2) = decode(one), decode(other)
    scheme = FORMS[name1].scheme
    if (scheme, profile1) != (FORMS[name2].scheme, profile2):  # R10.1
        raise NotComparable(f"{name1}.{profile1} and {name2}.{profile2}")
    if not is_minhash(scheme):
        differ = int.from_bytes(sketch1, "big") ^ int.from_bytes(sketch2, "big")
        return differ.bit_count(), similarity(differ.bit_count())  # R10.2
    bits = min(slot_bits(sketch1), slot_bits(sketch2))
    slots = [slot_values(truncate(sketch, bits)) for sketch in (sketch1, sketch2)]
    distance = sum(map(int.__ne__, *slots))  # R10.4
    return distance, similarity(distance, bits)


def similarity(distance: int, bits: int | None = None) -> float:
    """The similarity at a distance: of SimHash, or of MinHash with so many bits a slot."""
    if bits is None:
        return 1 - distance / 64  # R10.3
    above_chance = (SLOTS - distance << bits) - SLOTS
    return max(above_chance, 0) / (SLOTS * ((1 << bits) - 1))  # R10.5


# --- 12 Accumulated vectors -------------------------------------------------

def _listed(lines: str) -> list[str]:
    return re.findall("[^ \n]+", lines)


RANGES = [tuple(int(end, 16) for end in pair.split("-")) for pair in _listed("""
    00C0-024F 0250-02FF 0370-03FF 0400-052F 0530-058F 0590-05FF 0600-06FF
    0700-08FF 0900-0DFF 0E00-0EFF 0F00-0FFF 1000-10FF 1100-11FF 13A0-13FF
    1780-17FF 1AB0-1CFF 1D00-1FFF 2000-218F 2460-24FF 3040-30FF 4E00-9FFF
    AB30-ABBF AC00-D7A3 FB00-FDFF FE00-FFEF 10400-104FF 1D400-1D7FF
    E0000-E01EF""")]
IDENTIFIER_PIECES = _listed("""http:// www. doi: 10.1000/ @ mailto: :// .com URN: issn:
    Info: ( ). x@y.z""")
SPECIALS = [int(cp, 16) for cp in _listed("""
    00AD 00B2 00DF 0130 0131 0149 01F0 0307 0345 034F 0390 03C2 03F4 0600 0640
    115F 1E9E 1FB4 200B 200C 200D 2122 212B 24D0 3099 FB01 FDFA FE0F FEFF
    FFFD""")]
LINE_PIECES = [piece.encode("ascii").decode("unicode_escape") for piece in _listed(r"""
    -\u000A a-\u000Ab \u00E9\u00AD\u0020\u000D\u000A\u0009x a\u2010\u2028b-\u000Ac
    a\u0323-\u00A0\u0085\u0009\u00FF a-\u000C a-\u000D a-\u000A\u000Ab a-\u000AB
    4-\u000Ab \u65E5\u000A\u672C \u30A2\u0020\u3000\u30A4 \u5B57\u0020 \u0020\u5B57
    \u30FC\u200B\u3006 \u3042\u0020a \u0E44\u0E17\u0E22\u200B\u000A\u0E44\u0E17\u0E22
    \u0E01\u0E48\u0020 \u0020\u0E33 \u0E51\u0E52\u0020\u0E01
    \u1781\u17D2\u1798\u17C2\u179A\u0020\u000A\u1781\u17D2\u1798
    \u1019\u103C\u1014\u103A\u2029\u1019\u102C \u0E81\u0EB2\u0020\u0E44\u0E17\u0E22
    \u200B \u0640 \u0628\u064E\u0640\u0640\u0628 i\u0307\u0323\u0307 \u0130 I\u0307
    \u0131\u0323\u0307 \u0131 o\u02BB n\u02BC\u02BCn \uA78C \u2167 \u3007\u2167
    \u0301\u30A2\u3099 \uFF76\uFF9E\u000A\uFF8A\uFF70 \u0915\u094D\u0937\u093F \u20DDa\u20DD""")]
assert (len(RANGES), len(IDENTIFIER_PIECES), len(SPECIALS), len(LINE_PIECES)) == (28, 14, 30, 40)


class Generator:
    """R12.1, R12.2: the text number i of a seed."""

    def __init__(self, seed: int, i: int) -> None:
        self.state = mix64(seed + i & MASK64)

    def below(self, n: int) -> int:
        self.state = self.state + GOLDEN & MASK64
        return (mix64(self.state) >> 32) % n

    def octets(self) -> bytes:
        return b"".join([self.piece() for _ in range(1 + self.below(48))])

    def several(self, limit: int, first: int, size: int) -> str:
        """1 + below(limit) of: first + below(size)."""
        return "".join([chr(first + self.below(size)) for _ in range(1 + self.below(limit))])

    def piece(self) -> bytes:
        k = self.below(16)
        if k == 13:
            return bytes([0x80 + self.below(128) for _ in range(1 + self.below(3))])
        return self.string_piece(k).encode("utf-8")

    def string_piece(self, k: int) -> str:
        below = self.below
        if k <= 4:
            return self.several(12, ord("a"), 26)
        if k == 5:
            return " "
        if k == 6:
            return "\n"
        if k <= 8:
            first, last = RANGES[below(28)]
            return self.several(6, first, last - first + 1)
        if k == 9:
            return self.several(40, 0x300, 112)
        if k == 10:
            c = below(0x10F800)
            return chr(c if c < 0xD800 else c + 0x800)
        if k == 11:
            return self.several(8, 0x21, 94)
        if k == 12:
            return IDENTIFIER_PIECES[below(14)]
        if k == 14:
            return chr(SPECIALS[below(30)])
        j = below(64)
        if j == 0:
            return "a" * (4090 + below(13))
        if j == 1:
            return "\u0301" * (1020 + below(10))
        if j == 2:
            return "." * (2040 + below(16)) + "://"
        if j == 3:
            return "a-" + " " * (62 + below(6)) + "\nb"
        if j == 4:
            return "\u65E5" + " " * (254 + below(6)) + "\u65E5"
        return LINE_PIECES[below(40)] if j <= 36 else " "


def generate(seed: int, i: int) -> bytes:
    return Generator(seed, i).octets()


def accumulated(seed: int, count: int, scheme: str) -> str:
    """R12.3: the digest of `count` texts."""
    digest = hashlib.sha256()
    for i in range(count):
        string, n = pipeline(generate(seed, i), scheme)
        digest.update(f"{string or '-'} {n}\n".encode("ascii"))
    return digest.hexdigest()
