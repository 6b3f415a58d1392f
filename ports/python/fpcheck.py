"""fpcheck, scheme sd1: fingerprints of documents, exact to the octet.

    >>> import fpcheck
    >>> fpcheck.pipeline(b"Four score and seven years ago")
    ('sd1:gdtyibregjiaa', 6)
    >>> hasher = fpcheck.Hasher()
    >>> for piece in (b"Four score and sev", b"en years ago"):
    ...     hasher.update(piece)
    >>> hasher.fingerprint(), hasher.features
    ('sd1:gdtyibregjiaa', 6)
    >>> fpcheck.distance("sd1:gdtyibregjiaa", "sd1:arzqpmpmlbbaa")
    24

This is chapters 1 to 10 of SPEC.md and the generator of chapter 12, written from
that text and the Unicode data files alone; the comments name its rules. There is
one function a stage, over a whole text:

    text -> identifiers -> normalise -> segment -> features -> counters -> sketch -> encode

and `pipeline` is all of them. `Hasher` is the same for input that comes in pieces,
in bounded memory (but for the set of hashes).

Nothing here asks Python's own Unicode tables, which are of another version. The
files of vectors/ucd, Unicode 15.0.0, are looked for beside this repository's ports,
or in the folder that the environment variable FPCHECK_UCD names.
"""

from __future__ import annotations

import codecs
import collections
import copy
import hashlib
import os
import re
import struct
from pathlib import Path
from typing import Any, Collection, Dict, Iterable, Iterator, List, Match, Optional, Sequence, Set, Tuple

VERSION = "0.2.0"
SCHEME = "sd1"
VISIBLE = "visible"

MAX_ATOM = 2048   # R2.2, octets
MAX_MARKS = 1024  # R3.4 and R3.8, code points
MAX_WORD = 4096   # R4.3, octets

# Stages hand a separator on as U+FFFD, which is one itself (R3.2), composes with
# nothing and is in no word.
SEPARATOR = "\uFFFD"


class Rejected(ValueError):
    """A string is no fingerprint (R8.6 to R8.9)."""


class NotComparable(ValueError):
    """Two fingerprints differ in scheme or profile (R10.1)."""


class DataMissing(OSError):
    """The Unicode data files are not where they are looked for."""


# --- Unicode 15.0.0 ---------------------------------------------------------

CODE_POINTS = 0x110000
UCD = Path(os.environ.get("FPCHECK_UCD")
           or Path(__file__).resolve().parent / ".." / ".." / "vectors" / "ucd")


def _lines(name: str) -> Iterator[Tuple[str, str]]:
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


def _ranges(name: str) -> Iterator[Tuple[range, str]]:
    for field, value in _lines(name):
        first, _, last = field.partition("..")
        yield range(int(first, 16), int(last or first, 16) + 1), value


def _sequence(field: str) -> str:
    return "".join([chr(int(cp, 16)) for cp in field.split(" ")]) if field else ""


def _load_mapping(name: str) -> Dict[int, str]:
    return {cp: value for points, field in _ranges(name)
            for value in [_sequence(field)] for cp in points}


# Hangul syllables decompose and compose by arithmetic.
HANGUL_S, HANGUL_L, HANGUL_V, HANGUL_T = 0xAC00, 0x1100, 0x1161, 0x11A7
L_COUNT, V_COUNT, T_COUNT = 19, 21, 28


def _hangul() -> Iterator[Tuple[str, str, str]]:
    """Each syllable as (what it is composed of, one and another; syllable)."""
    for i in range(L_COUNT * V_COUNT):
        l, v = divmod(i, V_COUNT)
        lv = chr(HANGUL_S + i * T_COUNT)
        yield chr(HANGUL_L + l), chr(HANGUL_V + v), lv
        for t in range(1, T_COUNT):
            yield lv, chr(HANGUL_T + t), chr(ord(lv) + t)


def _load_decomposition() -> Dict[int, str]:
    table = _load_mapping("CanonicalDecomposition")
    for first, second, syllable in _hangul():
        table[ord(syllable)] = table.get(ord(first), first) + second
    return table


def _load_composition() -> Dict[str, str]:
    table = {_sequence(pair): _sequence(composite) for pair, composite in _lines("Composition")}
    for first, second, syllable in _hangul():
        table[first + second] = syllable
    return table


def _load_classes() -> bytearray:
    table = bytearray(CODE_POINTS)
    for points, ccc in _ranges("CombiningClass"):
        table[points.start:points.stop] = bytes([int(ccc)]) * len(points)
    return table


def _load_kept(categories: Set[str]) -> List[Any]:
    """A table for str.translate: what is of none of the categories separates."""
    table: List[Any] = [SEPARATOR] * CODE_POINTS
    for points, category in _ranges("GeneralCategory"):
        if category in categories:
            table[points.start:points.stop] = points
    return table


def _load_map() -> List[Any]:
    """R3.2, R3.3 and R3.5 in one table, what R3.5 gives being decomposed for R3.8."""
    table = _load_kept({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Pc", "Cf"})  # R3.2
    table[0x200B] = SEPARATOR  # R3.3
    for cp, mapped in _load_mapping("NFKC_Casefold").items():
        if table[cp] != SEPARATOR:
            table[cp] = mapped.translate(DECOMPOSITION)  # R3.5
    return table


def _load_alphabetic() -> bytearray:
    table = bytearray(CODE_POINTS)
    for points, _ in _ranges("Alphabetic"):
        table[points.start:points.stop] = b"\1" * len(points)
    return table


def _character_class(code_points: Iterable[int]) -> str:
    """What a regular expression has in brackets to match any of these."""
    ranges: List[List[int]] = []
    for cp in sorted(code_points):
        if ranges and ranges[-1][1] == cp - 1:
            ranges[-1][1] = cp
        else:
            ranges.append([cp, cp])
    return "".join([f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges])


CCC = _load_classes()
DECOMPOSITION = _load_decomposition()
COMPOSITION = _load_composition()
ALPHABETIC = _load_alphabetic()
MAP = _load_map()
WORDS = _load_kept({"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"})  # R4.1

_MARKS = {cp for points, _ in _ranges("CombiningClass") for cp in points}
_SECONDS = {ord(pair[1]) for pair in COMPOSITION}
MARK_SEQUENCE = re.compile(f"[{_character_class(_MARKS)}]+")


def _wider(code_points: Set[int]) -> str:
    """The same, but with all above U+FFFF: these Python's re finds ten times as fast."""
    return _character_class(cp for cp in code_points if cp < 0x10000) + "\U00010000-\U0010FFFF"


PERHAPS_MARKS = re.compile(f"[{_wider(_MARKS)}]{{2,}}")
PERHAPS_COMPOSABLE = re.compile(f"(?s:.)[{_wider(_MARKS | _SECONDS)}]+")


# --- 1 Text -----------------------------------------------------------------

# Python's decoder follows Table 3-7 and, told so, gives a lone surrogate for an octet
# that is part of no well-formed sequence; nothing else gives one.
ILL_FORMED = re.compile("[\uDC80-\uDCFF]+")


def text(octets: bytes) -> str:
    """Stage 1: octets to text."""
    string = octets.decode("utf-8", "surrogateescape")  # R1.1, R1.3
    return string if string.isascii() else ILL_FORMED.sub("\uFFFD", string)  # R1.2


# --- 2 Identifiers ----------------------------------------------------------

ATOM_CHARACTERS = "".join([chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"<>[]{}|\\^`'])
ATOM = re.compile(f"[{re.escape(ATOM_CHARACTERS)}]+")  # R2.1
# R2.4: the letter that is nearest to the `://` suffices, and is found in linear time.
URL = re.compile(r"[A-Za-z][0-9+.-]*://")
PREFIX = re.compile(  # R2.5
    r"www\.|(?:mailto|tel|urn|info|doi|hdl|ark|arxiv|pmid|orcid|isbn|issn):",
    re.ASCII | re.IGNORECASE)
DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/.")            # R2.6
ADDRESS = re.compile(r"[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]")  # R2.7


def identifiers(string: str) -> str:
    """Stage 2: each identifier becomes one U+FFFD."""
    return ATOM.sub(_replace, string)


def _replace(match: Match[str]) -> str:  # R2.8
    atom = match[0]
    return "\uFFFD" if is_identifier(atom) else atom


def is_identifier(atom: str) -> bool:
    candidate = atom[:MAX_ATOM].lstrip("('*_").rstrip(")'*_.,;:!?")  # R2.2, R2.3
    return bool("://" in candidate and URL.search(candidate)
                or PREFIX.match(candidate)
                or DOI.match(candidate)
                or "@" in candidate and ADDRESS.match(candidate))


# --- 3 Normalisation --------------------------------------------------------

def normalise(string: str) -> List[str]:
    """Stage 3: text to runs."""
    # No code point with a ccc other than 0 separates by R3.2, so R3.4 can go before it.
    string = order(string.translate(DECOMPOSITION))  # R3.1, R3.4
    string = order(string.translate(MAP))            # R3.2, R3.3, R3.5, R3.8
    return [run for run in compose(string).split(SEPARATOR) if run]  # R3.9


def order(string: str) -> str:
    """Canonical ordering; a long mark sequence becomes a separator (R3.4, R3.8)."""
    return PERHAPS_MARKS.sub(lambda match: MARK_SEQUENCE.sub(_order, match[0]), string)


def _order(match: Match[str]) -> str:
    marks = match[0]
    return SEPARATOR if len(marks) > MAX_MARKS else "".join(sorted(marks, key=_ccc))


def _ccc(char: str) -> int:
    return CCC[ord(char)]


def compose(string: str) -> str:
    """Normalization Form C of a string that is in Form D."""
    # A code point that is neither a mark nor the second of a pair joins nothing before
    # it, so each stretch from one such to the next goes by itself.
    return PERHAPS_COMPOSABLE.sub(_compose, string)


def _compose(match: Match[str]) -> str:
    pair = COMPOSITION.get(match[0])  # most are no more than one
    if pair:
        return pair
    out: List[str] = []
    starter = None  # where in out the last starter is
    for char in match[0]:
        ccc = CCC[ord(char)]
        if starter is not None:
            # What follows the starter are marks in order: the last one blocks, or none.
            blocked = starter != len(out) - 1 and _ccc(out[-1]) >= ccc
            composite = None if blocked else COMPOSITION.get(out[starter] + char)
            if composite is not None:
                out[starter] = composite
                continue
        if ccc == 0:
            starter = len(out)
        out.append(char)
    return "".join(out)


# --- 4 Segmentation ---------------------------------------------------------

def segment(runs: Iterable[str]) -> List[str]:
    """Stage 4: runs to tokens."""
    return [word for run in runs
            for word in run.translate(WORDS).split(SEPARATOR)  # R4.1
            if is_token(word)]


def is_token(word: str) -> bool:
    return (any([ALPHABETIC[ord(char)] for char in word])  # R4.2, and not empty
            and len(word.encode("utf-8")) <= MAX_WORD)     # R4.3


# --- 5 Features -------------------------------------------------------------

def features(tokens: Iterable[str]) -> List[int]:
    """Stage 5: tokens to elements, here the distinct hashes, ascending."""
    return sorted({hash64(token.encode("utf-8")) for token in set(tokens)})  # R5.1, R5.2


# --- 6 Hash -----------------------------------------------------------------

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF


def rotl32(a: int, n: int) -> int:
    return (a << n | a >> 32 - n) & MASK32


def hash64(octets: bytes) -> int:
    """Stage 6: lookup3, as hashlittle2, with both seeds 0."""
    n = len(octets)
    a = b = c = (0xDEADBEEF + n) & MASK32  # R6.1
    if n == 0:
        return c << 32 | b  # R6.4: no final
    tail = (n - 1) // 12 * 12  # R6.2: when 12 octets remain they are the tail
    words = struct.iter_unpack("<3I", octets + bytes(-n % 12))  # R6.3, R6.4
    for at, (x, y, z) in zip(range(0, n, 12), words):
        a, b, c = a + x & MASK32, b + y & MASK32, c + z & MASK32
        a, b, c = _mix(a, b, c) if at < tail else _final(a, b, c)
    return c << 32 | b  # R6.6


def _mix(a: int, b: int, c: int) -> Tuple[int, int, int]:  # R6.5
    a = (a - c & MASK32) ^ rotl32(c, 4)
    c = c + b & MASK32
    b = (b - a & MASK32) ^ rotl32(a, 6)
    a = a + c & MASK32
    c = (c - b & MASK32) ^ rotl32(b, 8)
    b = b + a & MASK32
    a = (a - c & MASK32) ^ rotl32(c, 16)
    c = c + b & MASK32
    b = (b - a & MASK32) ^ rotl32(a, 19)
    a = a + c & MASK32
    c = (c - b & MASK32) ^ rotl32(b, 4)
    b = b + a & MASK32
    return a, b, c


def _final(a: int, b: int, c: int) -> Tuple[int, int, int]:  # R6.5
    c = (c ^ b) - rotl32(b, 14) & MASK32
    a = (a ^ c) - rotl32(c, 11) & MASK32
    b = (b ^ a) - rotl32(a, 25) & MASK32
    c = (c ^ b) - rotl32(b, 16) & MASK32
    a = (a ^ c) - rotl32(c, 4) & MASK32
    b = (b ^ a) - rotl32(a, 14) & MASK32
    c = (c ^ b) - rotl32(b, 24) & MASK32
    return a, b, c


# --- 7 Sketch ---------------------------------------------------------------

def counters(elements: Collection[int]) -> List[int]:
    """Stage 7, first half: the 64 counters, that of bit 0 first."""
    octets = b"".join([value.to_bytes(8, "little") for value in elements])  # R7.1
    counts = []
    for column in range(8):
        often = collections.Counter(octets[column::8])
        for bit in range(8):
            ones = sum([n for octet, n in often.items() if octet >> bit & 1])
            counts.append(ones - (len(elements) - ones))
    return counts


def sketch(counts: Sequence[int]) -> int:
    """Stage 7, second half: 64 bits."""
    return sum([1 << i for i, count in enumerate(counts) if count > 0])  # R7.2, R7.3


# --- 8 Strings --------------------------------------------------------------

KNOWN_SCHEMES = {SCHEME}
BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
DATA_LENGTH = 13
SPARE_BITS = 5 * DATA_LENGTH - 64
PROFILE = re.compile("[a-z][a-z0-9]{0,15}")  # R8.4
ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def encode(value: int, scheme: str = SCHEME, profile: str = VISIBLE) -> str:
    """Stage 8: a sketch to a string."""
    if scheme not in KNOWN_SCHEMES:  # R8.3: no private one is known here
        raise ValueError(f"unknown scheme {scheme!r}")
    if not PROFILE.fullmatch(profile):
        raise ValueError(f"malformed profile {profile!r}")
    value <<= SPARE_BITS  # R8.2
    data = "".join([BASE32[value >> shift & 31]
                    for shift in range(5 * (DATA_LENGTH - 1), -1, -5)])
    return f"{scheme}:{data}" if profile == VISIBLE else f"{scheme}.{profile}:{data}"  # R8.1


def decode(string: str) -> Tuple[int, str, str]:
    """A string to (sketch, scheme, profile), or Rejected."""
    name, colon, data = string.translate(ASCII_LOWER).partition(":")  # R8.5
    scheme, dot, profile = name.partition(".")
    if not colon:  # R8.6
        raise Rejected("no colon")
    if scheme not in KNOWN_SCHEMES:
        raise Rejected(f"unknown scheme {scheme!r}")
    if dot and (profile == VISIBLE or not PROFILE.fullmatch(profile)):
        raise Rejected(f"malformed profile {profile!r}")
    for char in data:  # R8.7
        if char not in BASE32:
            raise Rejected(f"character {char!r} in the data")
    if len(data) != DATA_LENGTH:  # R8.8
        raise Rejected(f"data of {len(data)} characters, not {DATA_LENGTH}")
    value = 0
    for char in data:
        value = value << 5 | BASE32.index(char)
    if value & (1 << SPARE_BITS) - 1:  # R8.9
        raise Rejected("spare bit is not 0")
    return value >> SPARE_BITS, scheme, profile or VISIBLE


# --- 9 Whole documents ------------------------------------------------------

def pipeline(octets: bytes, profile: str = VISIBLE) -> Tuple[Optional[str], int]:
    """Octets to (string, feature count); the string is None if there are no features."""
    return _result(features(segment(normalise(identifiers(text(octets))))), profile)  # R9.1


def _result(hashes: Iterable[int], profile: str) -> Tuple[Optional[str], int]:
    distinct = set(hashes)
    if not distinct:
        return None, 0  # R5.3
    return encode(sketch(counters(distinct)), profile=profile), len(distinct)


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


class _Identifiers:
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
        out += identifiers(string[:end])
        self.held = string[end:]
        if len(self.held) >= MAX_ATOM:
            if is_identifier(self.held):
                self.held = self.held[:MAX_ATOM]
            else:
                out += self.held
                self.held, self.stays = "", True
        return out


class _Order:
    held = ""  # marks, of a long sequence one more than there may be
    table: Any

    def feed(self, string: str, last: bool) -> str:
        string = self.held + string.translate(self.table)
        end = len(string)
        while end and not last and CCC[ord(string[end - 1])]:
            end -= 1
        self.held = string[end:end + MAX_MARKS + 1]
        return order(string[:end])


class _Decompose(_Order):  # R3.1, R3.4
    table = DECOMPOSITION


class _Map(_Order):  # R3.2, R3.3, R3.5, R3.8
    table = MAP


class _Compose:
    held = ""  # the last starter; it is what every piece but the last ends with

    def feed(self, string: str, last: bool) -> str:
        string = compose(self.held + string)
        end = len(string) if last else -1
        self.held = string[end:]
        return string[:end]


class _Words:
    held = ""  # a word that may go on, of a long one more than there may be

    def feed(self, string: str, last: bool) -> List[str]:
        words = (self.held + string.translate(WORDS)).split(SEPARATOR)  # R4.1
        self.held = "" if last else words.pop()[:MAX_WORD + 1]
        return [word for word in set(words) if is_token(word)]


class Hasher:
    """The pipeline for octets that come in pieces, cut anywhere (R9.2)."""

    def __init__(self, profile: str = VISIBLE) -> None:
        self.profile = profile
        self._stages = [_Text(), _Identifiers(), _Decompose(), _Map(), _Compose(), _Words()]
        self._hashes: Set[int] = set()

    def update(self, octets: bytes) -> None:
        """Take the next piece."""
        self._hashes.update(self._feed(self._stages, octets, False))

    def fingerprint(self) -> Optional[str]:
        """The string of what has come so far; None if it has no features."""
        return _result(self._all(), self.profile)[0]

    @property
    def features(self) -> int:
        """The feature count of what has come so far."""
        return len(self._all())

    def _all(self) -> Set[int]:
        stages = copy.deepcopy(self._stages)  # so that more pieces can come
        return self._hashes.union(self._feed(stages, b"", True))

    @staticmethod
    def _feed(stages: List[Any], piece: Any, last: bool) -> List[int]:
        for stage in stages:
            piece = stage.feed(piece, last)
            if not piece and not last:
                return []  # all is held
        return features(piece)


# --- 10 Comparison ----------------------------------------------------------

def distance(one: str, other: str) -> int:
    """The Hamming distance of two strings, or NotComparable."""
    sketch1, *kind1 = decode(one)
    sketch2, *kind2 = decode(other)
    if kind1 != kind2:  # R10.1
        raise NotComparable(f"{'.'.join(kind1)} and {'.'.join(kind2)}")
    return bin(sketch1 ^ sketch2).count("1")  # R10.2


def similarity(bits: int) -> float:
    return 1 - bits / 64  # R10.3


# --- 12 Accumulated vectors -------------------------------------------------

def _listed(lines: str) -> List[str]:
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


def mix64(z: int) -> int:  # R12.1
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
    return z ^ z >> 31


class Generator:
    """R12.1, R12.2: the text number i of a seed."""

    def __init__(self, seed: int, i: int) -> None:
        self.state = mix64(seed + i & MASK64)

    def below(self, n: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK64
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


def accumulated(seed: int, count: int) -> str:
    """R12.3: the digest of `count` texts."""
    digest = hashlib.sha256()
    for i in range(count):
        string, n = pipeline(generate(seed, i))
        digest.update(f"{string or '-'} {n}\n".encode("ascii"))
    return digest.hexdigest()
