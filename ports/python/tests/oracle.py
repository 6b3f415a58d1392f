"""The rules of SPEC.md once more, each to the letter and slowly, to hold fpcheck against.

Nothing of the package is used. Texts are lists of code
points here, and each rule is a function over a whole text.
"""

from __future__ import annotations

import re

from vectors import UCD

Points = list[int]
Pieces = list[Points]
M64 = (1 << 64) - 1


# --- vectors/ucd ---

def fields(name: str) -> list[list[str]]:
    lines = (UCD / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(";") for line in lines if line and not line.startswith("#")]


def table(name: str) -> dict[int, str]:
    out: dict[int, str] = {}
    for points, *value in fields(name):
        first, _, last = points.partition("..")
        for cp in range(int(first, 16), int(last or first, 16) + 1):
            out[cp] = value[0] if value else ""
    return out


def points_of(field: str) -> Points:
    return [int(cp, 16) for cp in field.split()]


GC = table("GeneralCategory")
SCRIPT = table("Script")
CCC = {cp: int(value) for cp, value in table("CombiningClass").items()}
WHITE = set(table("White_Space"))
ALPHABETIC = set(table("Alphabetic"))
CASEFOLD = {cp: points_of(value) for cp, value in table("NFKC_Casefold").items()}
DECOMPOSITION = {cp: points_of(value) for cp, value in table("CanonicalDecomposition").items()}
COMPOSITION = {tuple(points_of(pair)): int(value, 16) for pair, value in fields("Composition")}


def ccc(cp: int) -> int:
    return CCC.get(cp, 0)


# --- normalization forms, as ucd/README.md tells them ---

def decompose(cp: int) -> Points:
    i = cp - 0xAC00
    if 0 <= i < 11172:
        t = i % 28
        return [0x1100 + i // 588, 0x1161 + i % 588 // 28] + ([0x11A7 + t] if t else [])
    return DECOMPOSITION.get(cp, [cp])


def nfd(points: Points) -> Points:
    out: Points = []
    marks: Points = []
    for cp in [x for y in points for x in decompose(y)]:
        if ccc(cp):
            marks.append(cp)
        else:
            out += sorted(marks, key=ccc) + [cp]
            marks = []
    return out + sorted(marks, key=ccc)


def composite_of(a: int, b: int) -> int | None:
    if 0x1100 <= a < 0x1113 and 0x1161 <= b < 0x1176:
        return 0xAC00 + ((a - 0x1100) * 21 + b - 0x1161) * 28
    if 0xAC00 <= a < 0xAC00 + 11172 and (a - 0xAC00) % 28 == 0 and 0x11A7 < b < 0x11A7 + 28:
        return a + b - 0x11A7
    return COMPOSITION.get((a, b))


def nfc(points: Points) -> Points:
    out: Points = []
    starter: int | None = None
    for cp in nfd(points):
        if starter is not None:
            between = [ccc(x) for x in out[starter + 1:]]
            blocked = any(c == 0 or c >= ccc(cp) for c in between)
            composite = None if blocked else composite_of(out[starter], cp)
            if composite is not None:
                out[starter] = composite
                continue
        if ccc(cp) == 0:
            starter = len(out)
        out.append(cp)
    return out


# --- chapter 1 ---

def well_formed(octets: bytes, i: int) -> int:
    """The length of the well-formed sequence at i by Table 3-7, or 0."""
    first = octets[i]
    ranges = [(0x80, 0xBF)] * 3
    if first <= 0x7F:
        n = 1
    elif 0xC2 <= first <= 0xDF:
        n = 2
    elif 0xE0 <= first <= 0xEF:
        n = 3
        ranges[0] = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F)}.get(first, ranges[0])
    elif 0xF0 <= first <= 0xF4:
        n = 4
        ranges[0] = {0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(first, ranges[0])
    else:
        return 0
    rest = octets[i + 1:i + n]
    fits = len(rest) == n - 1 and all(a <= x <= b for x, (a, b) in zip(rest, ranges))
    return n if fits else 0


def text(octets: bytes) -> Points:
    out: Points = []
    i = 0
    ill_formed = False
    while i < len(octets):
        n = well_formed(octets, i)
        if n:
            out.append(ord(octets[i:i + n].decode("utf-8")))
        elif not ill_formed:
            out.append(0xFFFD)
        ill_formed = n == 0
        i += n or 1
    return out


# --- chapter 2 ---

HEAVY = {"Han", "Thai", "Lao", "Khmer", "Myanmar"}
MARK = {"Mn", "Mc", "Me"}
R44 = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}
APOSTROPHES = {0x2B9, 0x2BB, 0x2BC, 0x2BD, 0x2BE, 0x2BF, 0x2C8, 0x2EE, 0x7F4, 0x7F5, 0xA78B, 0xA78C}
PREFIXES = ("www.", "mailto:", "tel:", "urn:", "info:", "doi:", "hdl:", "ark:", "arxiv:", "pmid:",
            "orcid:", "isbn:", "issn:")


def own_class(cp: int) -> str | None:  # R4.5
    if GC[cp] not in R44 or GC[cp] in MARK:
        return None
    script = SCRIPT.get(cp)
    if script in ("Han", "Hiragana", "Katakana") or cp in (
            0x3006, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F):
        return "K"
    if script in ("Thai", "Lao", "Khmer", "Myanmar") and GC[cp] != "Nd":
        return script
    return "W"


def r28(t: Points) -> Points:
    out: Points = []
    i = 0
    while i < len(t):
        j = i
        while j < len(t) and 0x21 <= t[j] <= 0x7E and chr(t[j]) not in '"<>[]{}|\\^`':  # R2.1
            j += 1
        if j == i:
            out.append(t[i])
            j += 1
        else:
            out += [0xFFFD] if is_identifier("".join(map(chr, t[i:j]))) else t[i:j]
        i = j
    return out


def is_identifier(atom: str) -> bool:
    candidate = atom[:2048]  # R2.2
    while candidate and candidate[0] in "('*_":  # R2.3
        candidate = candidate[1:]
    while candidate and candidate[-1] in ")'*_.,;:!?":
        candidate = candidate[:-1]
    return bool(re.search("[A-Za-z][A-Za-z0-9+.-]*://", candidate)                    # R2.4
                or candidate.lower().startswith(PREFIXES)                             # R2.5
                or re.match(r"10\.[0-9]{4,9}(\.[0-9]+)*/.", candidate)                # R2.6
                or re.match(r"[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]", candidate))       # R2.7


def r29(t: Points) -> Points:
    gone: set[int] = set()
    for i in range(len(t)):
        b = i - 1
        while b >= 0 and GC[t[b]] in ("Mn", "Mc", "Me"):
            b -= 1
        if t[i] not in (0x2D, 0xAD, 0x2010) or b < 0 or GC[t[b]][0] != "L":
            continue
        j = i + 1
        while j < len(t) and t[j] in (9, 0x20, 0xA0):
            j += 1
        if j - i - 1 > 64 or j == len(t):
            continue
        if t[j:j + 2] == [13, 10]:
            k = j + 2
        elif t[j] in (10, 11, 12, 13, 0x85, 0x2028):
            k = j + 1
        else:
            continue
        e = k
        while e < len(t) and t[e] in (9, 0x20, 0xA0):
            e += 1
        if e - k > 64 or e == len(t) or GC[t[e]] != "Ll":
            continue
        gone.update(range(i, e))
    return [cp for i, cp in enumerate(t) if i not in gone]


def r210(t: Points) -> Points:
    gone: set[int] = set()
    i = 0
    while i < len(t):
        j = i
        while j < len(t) and (t[j] in WHITE or t[j] == 0x200B):
            j += 1
        if j == i:
            i += 1
            continue
        before = i - 1
        while before >= 0 and GC[t[before]] in MARK:
            before -= 1
        if j - i <= 256 and before >= 0 and j < len(t):
            c = own_class(t[j])
            if c not in (None, "W") and own_class(t[before]) == c:
                gone.update(range(i, j))
        i = j
    return [cp for i, cp in enumerate(t) if i not in gone]


def identifiers(t: Points, scheme: str) -> Points:
    return r28(t) if scheme == "sd1" else r210(r29(r28(t)))


# --- chapter 3 ---

def long_marks(pieces: Pieces) -> Pieces:
    out: Pieces = []
    for piece in pieces:
        part: Points = []
        i = 0
        while i < len(piece):
            j = i
            while j < len(piece) and ccc(piece[j]):
                j += 1
            if j - i > 1024:
                out.append(part)
                part = []
            elif j > i:
                part += piece[i:j]
            if j == i:
                part.append(piece[i])
                j += 1
            i = j
        out.append(part)
    return out


def r37(piece: Points) -> Points:
    piece = [0x69 if cp == 0x131 else cp for cp in nfd(piece)]
    gone: set[int] = set()
    for i, cp in enumerate(piece):
        if cp == 0x307:
            j = i - 1
            while j >= 0 and (ccc(piece[j]) not in (0, 230) or piece[j] == 0x307):
                j -= 1
            if j >= 0 and piece[j] == 0x69:
                gone.add(i)
    return [cp for i, cp in enumerate(piece) if i not in gone]


def normalise(t: Points, scheme: str) -> Pieces:
    multi = scheme != "sd1"
    keep = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Pc", "Cf"}
    keep |= {"Nl"} if multi else set()
    pieces: Pieces = [[]]
    for cp in nfd(t):  # R3.1
        if GC[cp] not in keep or cp == 0x200B and not multi:  # R3.2, R3.3
            pieces.append([])
        else:
            pieces[-1].append(cp)
    pieces = long_marks(pieces)  # R3.4
    pieces = [[x for cp in piece for x in CASEFOLD.get(cp, [cp])] for piece in pieces]  # R3.5
    if multi:
        pieces = [r37([cp for cp in nfd(piece) if cp != 0x640]) for piece in pieces]  # R3.6
    pieces = long_marks([nfd(piece) for piece in pieces])  # R3.8
    return [nfc(piece) for piece in pieces if piece]  # R3.9


# --- chapter 4 ---

def octets_of(points: Points) -> bytes:
    return "".join(map(chr, points)).encode("utf-8")


def sequences(run: Points, categories: set[str], without: set[int]) -> Pieces:
    pieces: Pieces = [[]]
    for cp in run:
        if GC[cp] in categories and cp not in without:
            pieces[-1].append(cp)
        else:
            pieces.append([])
    return [piece for piece in pieces if piece]


# A token and its class: W for a word.
Tokens = list[tuple[str, Points]]


def segment(runs: Pieces, scheme: str) -> Tokens:
    tokens: Tokens = []
    for run in runs:
        if scheme == "sd1":
            categories = {"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"}
            class_runs = [("W", word) for word in sequences(run, categories, set())]  # R4.1
        else:
            class_runs = [pair for sequence in sequences(run, R44, APOSTROPHES)  # R4.4
                          for pair in class_runs_of(sequence)]
        for c, points in class_runs:
            if c == "W":
                if any(cp in ALPHABETIC for cp in points):  # R4.2
                    tokens.append((c, points))
                continue
            parts = clusters(points)  # R4.8
            if len(parts) == 1:
                tokens.append((c, parts[0]))
            tokens += [(c, a + b) for a, b in zip(parts, parts[1:])]
    return [(c, points) for c, points in tokens if len(octets_of(points)) <= 4096]  # R4.3


def class_runs_of(sequence: Points) -> Tokens:
    while sequence and GC[sequence[0]] in MARK:  # R4.6
        sequence = sequence[1:]
    out: Tokens = []
    for cp in sequence:
        c = out[-1][0] if GC[cp] in MARK else own_class(cp)
        assert c is not None
        if out and out[-1][0] == c:  # R4.7
            out[-1][1].append(cp)
        else:
            out.append((c, [cp]))
    return out


def clusters(points: Points) -> Pieces:  # R4.7
    out: Pieces = []
    for cp in points:
        if GC[cp] in MARK:
            out[-1].append(cp)
        else:
            out.append([cp])
    return out


# --- chapters 5 to 7 ---

def lookup3(key: bytes) -> int:
    a = b = c = (0xDEADBEEF + len(key)) % 2**32  # R6.1

    def rot(x: int, n: int) -> int:
        return (x << n | x >> (32 - n)) % 2**32

    def add(block: bytes) -> None:  # R6.3
        nonlocal a, b, c
        a = (a + int.from_bytes(block[0:4], "little")) % 2**32
        b = (b + int.from_bytes(block[4:8], "little")) % 2**32
        c = (c + int.from_bytes(block[8:12], "little")) % 2**32

    while len(key) > 12:  # R6.2
        add(key[:12])
        key = key[12:]
        for n in (4, 6, 8, 16, 19, 4):  # R6.5: each line is the one before with other names
            a = (a - c) % 2**32 ^ rot(c, n)
            c = (c + b) % 2**32
            a, b, c = b, c, a
    if key:  # R6.4
        add(key + bytes(12 - len(key)))
        for n in (14, 11, 25, 16, 4, 14, 24):
            c = ((c ^ b) - rot(b, n)) % 2**32
            a, b, c = b, c, a
        a, b, c = c, a, b
    return c * 2**32 + b  # R6.6


def mix64(z: int) -> int:  # R6.7
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def elements(tokens: Tokens, scheme: str) -> tuple[list[int], int]:
    """The elements and the feature count."""
    if scheme in ("sd1", "sm1"):
        weights: dict[int, int] = {}
        for c, points in tokens:
            features = [(points, 1)]  # R5.1
            if c != "W":
                features += [(cluster, 2 if SCRIPT[cluster[0]] in HEAVY else 1)  # R5.4
                             for cluster in clusters(points)]
            for feature, weight in features:
                h = lookup3(octets_of(feature))
                weights[h] = max(weights.get(h, 0), weight)  # R5.2
        return sorted(h for h, w in weights.items() for _ in range(w)), len(weights)
    texts = [octets_of(points) for _, points in tokens]
    if len(texts) in (1, 2):  # R5.5
        shingles = [b" ".join(texts)]
    else:
        shingles = [b" ".join(texts[i:i + 3]) for i in range(len(texts) - 2)]
    hashes = [lookup3(shingle) for shingle in shingles]
    if scheme == "mh1":
        return sorted(set(hashes)), len(set(hashes))
    return sorted((h + k * 0x9E3779B97F4A7C15) % 2**64 for h in set(hashes)  # R5.6
                  for k in range(min(hashes.count(h), 1024))), len(set(hashes))


def simhash(values: list[int]) -> bytes:  # R7.1 to R7.3
    counters = [sum(1 if x >> i & 1 else -1 for x in values) for i in range(64)]
    return sum(1 << i for i in range(64) if counters[i] > 0).to_bytes(8, "big")


def full_form(values: list[int]) -> list[int]:  # R7.4, R7.5
    slots = [M64] * 128
    for x in values:
        h = mix64(x)
        slots[h >> 57] = min(slots[h >> 57], h % 2**57)
    return slots


def stored(slots: list[int]) -> bytes:  # R7.8, R7.9
    out = []
    for i in range(128):
        d, t = i, 0
        if slots[i] == M64:
            while slots[mix64(i * 2**32 + t) % 128] == M64:
                t += 1
            d = mix64(i * 2**32 + t) % 128
        out.append(mix64((d * 2**57 + slots[d]) ^ mix64(i)) % 256)
    return bytes(out)


def sketch(values: list[int], scheme: str) -> bytes:
    return simhash(values) if scheme in ("sd1", "sm1") else stored(full_form(values))


# --- chapter 13a ---

def items(octets: bytes) -> list[tuple[bytes, int]]:  # R13.12, R13.13
    out: list[tuple[bytes, int]] = []
    for run in normalise(identifiers(text(octets), "sm1"), "sm1"):
        for sequence in sequences(run, R44, APOSTROPHES):
            for c, points in class_runs_of(sequence):
                for item in [points] if c == "W" else clusters(points):
                    out.append((octets_of(item), {"W": 4, "K": 2}.get(c, 1)))
    return [(item, weight) for item, weight in out if len(item) <= 4096]  # R4.3


Window = tuple[int, int, int]


def windows(found: list[tuple[bytes, int]], words: int) -> list[Window]:
    """The hash of each window, its first item, and the item after its last."""
    out: list[Window] = []
    for first in range(len(found)):
        h = weight = 0
        for end in range(first, len(found)):
            h = (h * 0x9E3779B97F4A7C15 + mix64(lookup3(found[end][0]))) % 2**64  # R13.16
            weight += found[end][1]
            if weight >= 4 * words:  # R13.14
                out.append((mix64(h), first, end + 1))
                break
    return out


def rows(texts: list[bytes], words: int) -> list[tuple[int, ...]]:
    of_texts = [windows(items(octets), words) for octets in texts]
    hashes = [{window[0] for window in found} for found in of_texts]
    out: list[list[int]] = []
    for number, found in enumerate(of_texts):
        before = None
        for value, first, end in found:
            have = [i for i, some in enumerate(hashes) if value in some]  # R13.17
            if have[0] == number:
                before = None
                continue
            if before == have[0]:  # R13.18
                out[-1][3:] = end, max(out[-1][4], len(have))
            else:
                out.append([have[0], number, first, end, len(have)])
            before = have[0]
    return [tuple(row) for row in out]


def weight_in(found: list[tuple[bytes, int]], words: int, hashes: set[int]) -> int:
    """The weight of those items that are in a window with one of some hashes."""
    within = {i for value, first, end in windows(found, words) if value in hashes
              for i in range(first, end)}
    return sum([found[i][1] for i in within])


def contained(one: bytes, other: bytes, words: int) -> int:  # R13.21
    return weight_in(items(one), words, {window[0] for window in windows(items(other), words)})


def cover(reference: bytes, document: bytes, words: int) -> tuple[int, int, int, int]:  # R13.20
    wanted, found = items(reference), items(document)
    hashes = {window[0] for window in windows(wanted, words)}
    common = [window for window in windows(found, words) if window[0] in hashes]

    def weigh(first: int, end: int) -> int:
        return sum([weight for _, weight in found[first:end]])

    best = 0, 0, 0, 0
    for _, first, _ in common:
        for _, _, end in common:
            inside = [window for window in common if window[1] >= first and window[2] <= end]
            if not inside or 2 * weigh(first, end) > 3 * sum([weight for _, weight in wanted]):
                continue
            weight = weight_in(wanted, words, {window[0] for window in inside})
            runs: list[list[int]] = []
            for _, start, stop in inside:
                if runs and runs[-1][1] == start - 1:
                    runs[-1][1:] = start, stop
                else:
                    runs.append([start, start, stop])
            if weight > best[0]:
                best = weight, max([weigh(a, b) for a, _, b in runs]), first, end
    return best
