"""Chapter 10a: worked examples, the golden vectors, an oracle to the letter, and cuts."""

from __future__ import annotations

import hashlib
import random
import tracemalloc
import unittest

import fpcheck
import vectors
from fpcheck import _items, textdigest
from generator import generate
from oracle import (
    CASEFOLD,
    GC,
    MARK,
    R44,
    WHITE,
    Points,
    long_marks,
    nfc,
    nfd,
    octets_of,
    own_class,
    r29,
    r210,
    text,
)
from test_oracle import random_text
from vectors import octets

TELLING = "".join(map(chr, (0x25, 0x375, 0x609, 0x60A, 0x66A, *range(0x2030, 0x2035), 0x2057,
                            0xFE6A, 0xFF05)))
HAN_NUMERALS = ("\u3007\u96F6\u4E00\u4E8C\u4E09\u56DB\u4E94\u516D\u4E03\u516B"
                "\u4E5D\u5341\u767E\u5343\u4E07\u842C\u4EBF\u5104\u5146")
CUT: Points = []  # a separator without a code point


def parts(points: Points) -> list[tuple[str, Points]]:
    """R10.6, each rule over the whole text."""
    kept = R44 | {"Cf"}
    spans: list[tuple[str, Points]] = [("span", [])]
    for cp in nfd(r210(r29(points))):  # R3.1
        if GC[cp] in kept:  # R3.2
            spans[-1][1].append(cp)
        else:
            spans += [("separator", [cp]), ("span", [])]
    spans = cut(spans)  # R3.4
    mapped = [(kind, nfd([x for cp in span for x in CASEFOLD.get(cp, [cp])])  # R3.5
               if kind == "span" else span) for kind, span in spans]
    spans = cut([(kind, nfd([cp for cp in span if cp != 0x640])  # R3.6
                  if kind == "span" else span) for kind, span in mapped])  # R3.8
    out: list[tuple[str, Points]] = []
    for kind, span in spans:
        if kind == "separator":
            out.append((kind, span))
            continue
        begun = 0
        run = nfc(span)  # R3.9
        for i in range(1, len(run)):  # (d)
            before = i - 1
            while before > begun and GC[run[before]] in MARK:
                before -= 1
            classes = own_class(run[before]), own_class(run[i])
            if None not in classes and classes[0] != classes[1]:
                out += [("run", run[begun:i]), ("separator", CUT)]
                begun = i
        if run:
            out.append(("run", run[begun:]))
    return out


def cut(spans: list[tuple[str, Points]]) -> list[tuple[str, Points]]:
    out: list[tuple[str, Points]] = []
    for kind, span in spans:
        if kind == "separator":
            out.append((kind, span))
            continue
        for i, piece in enumerate(long_marks([span])):
            out += [("separator", CUT)] * bool(i) + [("span", piece)]
    return out


def is_symbol(cp: int) -> bool:  # R10.7 (a) and (b)
    if cp in (0x7C, 0x7E, 0x2212) or 0x2500 <= cp <= 0x25FF:
        return False
    return GC[cp] in ("No", "Sc", "Sm", "So", "Co", "Cn") or chr(cp) in TELLING


def sign(part: tuple[str, Points]) -> str | None:  # R10.8
    kind, points = part
    if kind != "separator" or points == CUT:
        return None
    cp = points[0]
    if cp in WHITE:
        return "space"
    if GC[cp] == "Pd" or cp == 0x2212:
        return "dash"
    if is_symbol(cp) or cp in (0x22, 0x27, 0x60, 0xB4, 0x201A, 0x201E):
        return None
    boxes = cp in (0x7C, 0x7E) or 0x2500 <= cp <= 0x25FF
    return "stop" if GC[cp] in ("Po", "Ps", "Pe", "Sk") or boxes else None


def pieces(run: Points) -> list[Points]:
    """R10.10: each letter of a script without spaces."""
    out: list[Points] = [run[:1]]
    before = own_class(run[0])
    for cp in run[1:]:
        here = own_class(cp)
        if here == before and here not in (None, "W"):
            out.append([])
        out[-1].append(cp)
        if GC[cp] not in MARK:
            before = here
    return out


def zeros(found: list[tuple[str, Points]]) -> list[tuple[str, Points]]:  # R10.7 (c)
    out: list[tuple[str, Points]] = []
    for kind, points in found:
        zero = points == [0x25CB] and out and ends_with_numeral(out[-1])
        out.append(("zero" if zero else kind, points))
    return out


def ends_with_numeral(part: tuple[str, Points]) -> bool:
    kind, points = part
    if kind == "zero":
        return True
    letters = [cp for cp in points if GC[cp] not in MARK]
    return kind == "run" and bool(letters) and chr(letters[-1]) in HAN_NUMERALS


def items(points: Points) -> list[Points]:
    found = zeros(parts(points))
    out: list[Points] = []
    for i, (kind, part) in enumerate(found):
        symbol = kind == "zero" or kind == "separator" and part != CUT and is_symbol(part[0])
        start = i
        while start and sign(found[start - 1]):
            start -= 1
        if symbol or kind == "run" and (  # R10.9
                GC[part[0]] in ("Nd", "Nl")
                or chr(part[0]) in HAN_NUMERALS and start and ends_with_numeral(found[start - 1])):
            signs = [(sign(found[j]), found[j][1]) for j in range(start, i)]
            spaces = [j for j, (name, _) in enumerate(signs) if name == "space"]
            after = spaces[-1] + 1 if spaces else 0
            if [name for name, _ in signs[:after]].count("dash") in (1, 2):
                out.append([0x2D])
            out += [[0x2D] if name == "dash" else points for name, points in signs[after:][-16:]]
        if symbol:  # R10.10
            out.append(part)
        elif kind == "run":
            out += pieces(part)
    return out


POOLS = [
    "0157\u0661\u2167\u3007\u216B", "-\u2013\u2212\uFE63 \n\u00A0", ".,:;(\u00A7^[|~\u2500\u25BC",
    "%\u2030\u2032\u066A$\u20AC+<=\u2260\u2265\u00BD\u00B3\u2713\uE000\u0378\U000E0FFF\uFFFD",
    "\"'`\u00B4\u201A\u201E\u00AB\u201D\0\u007F\x1B", "aB\u00DF\u0130\u0131i\u0307\u0140\u00BA",
    "\u65E5\u7B2C\u30FC\u3099\u0E01\u0E34\u0E51\u1780\u1000\u0E81",
    "\u4E00\u4E09\u56DB\u5341\u3001\u30FB\u301C", "\u4E00\u25CB\u30FB\u0301",
    "\u02BB\u02BC\uA78B\u0301\u0338",
    "\u00AD\u200B\uFEFF\u0640\u034F\uFE0F", "\u0600\uFDFA\uFE70\u037A\uFF1A\uFF0D\uFF11\u037E"]


def random_parts(rng: random.Random) -> str:
    """What chapter 10a is about, in no order."""
    out: list[str] = []
    for _ in range(rng.randrange(1, 10)):
        out += rng.choices(rng.choice(POOLS), k=rng.randrange(1, 7))
        for chance, long in (
                (.06, lambda: rng.choice("-.(") * rng.randrange(14, 20)),
                (.04, lambda: "\u0301" * rng.randrange(1022, 1028)),
                (.02, lambda: "\u0301\u034F" * rng.randrange(1022, 1028)),
                (.02, lambda: " " * rng.randrange(250, 260)),
                (.06, lambda: rng.choice(("- -", "-- ", "\u2014 \u2014", "---\n", "a-\nb")))):
            if rng.random() < chance:
                out.append(long())
    return "".join(out)


def in_pieces(octets: bytes, cuts: list[int]) -> str | None:
    digest = textdigest.TextDigest()
    for start, end in zip([0, *cuts], [*cuts, len(octets)]):
        digest.update(octets[start:end])
    return hex_or_none(digest)


def hex_or_none(digest: textdigest.TextDigest) -> str | None:
    try:
        return digest.hexdigest()
    except textdigest.NoDigest:
        return None


class Examples(unittest.TestCase):
    def test_signs(self) -> None:
        for string, expected, because in (
                ("\u22125", "- 5", "R10.9 (b)"),
                ("\u2013 5", "- 5", "R10.9 (a)"),
                ("-\n5", "- 5", "R10.9 (a), across a line end"),
                ("1,5", "1 , 5", "R10.9 (b)"),
                ("1, 5", "1 5", "a stop before the last space"),
                ("($5", "( $ 5", "( is a sign of $"),
                ("5.", "5", "what follows a number is no sign of it"),
                ("5 - -3", "5 - - 3", "(a), and then (b)"),
                ("5 -- -3", "5 - - 3", "two dashes; the last is not counted with them"),
                ("-----\n5", "5", "a ruled line"),
                ("- - -\n5", "5", "a ruled line, whatever is between its dashes"),
                ("|--|--|\n| 5", "5", "a ruled line of a table"),
                ("-  .  5", "- 5", "from the first sign to the last space"),
                ('"-5', "- 5", "the quotation mark ends the signs, but not these"),
                ('-"5', "5", "the quotation mark ends the signs"),
                ("-\x005", "5", "so does a control"),
                ("-\u00AD5", "- 5", "an empty span is no part"),
                ("-\u0600 5", "\u0600 5", "a run ends the signs"),
                ("-" + "." * 16 + "7", ". " * 16 + "7", "the last 16 of 17"),
                ("-" + "." * 16 + " 7", "- 7", "the first of 17, where a space comes after all"),
                ("-- " + "-" * 20 + " 7", "7", "more than two dashes in all"),
                ("\u22605", "= \u03385", "the mark and the digit are one run"),
                ("\u65E5\u02BB\u65E5", "\u65E5 \u02BB \u65E5", "R10.6 (d)"),
                ("-\u65E55", "\u65E5 5", "the cut ends the signs"),
                ("a" + "\u0301" * 1025 + "5", "a 5", "R3.4 separates"),
                ("-" + "\u0301" * 1025 + "5", "5", "and what has no code point ends signs"),
                ("\u0130 \u0131 i", "i\u0307 \u0131 i", "R3.7 is not applied"),
                ("三○○・五", "三 ○ ○ ・ 五", "R10.7 (c), and R10.9"),
                ("三\u0301○年", "三\u0301 ○ 年", "R10.7 (c): marks are passed over"),
                ("三○\u0301○", "三 ○ \u0301", "R10.7 (c): a run of marks is none"),
                ("三 ○年○ 5○一", "三 年 5 一", "R10.7 (c): after none but a Han numeral"),
                ("\u0375\u03B1", "\u0375 \u03B1", "R10.7 (b): U+0375"),
                ("\u0378\uE000\uFFFD", "\u0378 \uE000 \uFFFD", "R10.7: Cn, Co, So")):
            with self.subTest(string=string[:20], because=because):
                self.assertEqual(textdigest.items(string.encode()), expected.split(" "))

    def test_digest(self) -> None:
        digest = textdigest.digest(b"It is allowed.")
        self.assertEqual(digest, hashlib.sha256(b"it\0is\0allowed\0").digest())
        self.assertEqual(textdigest.hexdigest(memoryview(b"IT is allowed")), digest.hex())
        for nothing in (b"", b" - ", "\u2026 \u2013".encode(), b"\0"):
            self.assertEqual(textdigest.items(nothing), [])
            with self.assertRaises(textdigest.NoDigest):
                textdigest.hexdigest(nothing)
        self.assertTrue(issubclass(textdigest.NoDigest, ValueError))

    def test_goes_on(self) -> None:
        digest = textdigest.TextDigest(b"p <")
        self.assertEqual(digest.hexdigest(), textdigest.hexdigest(b"p <"))
        twin = digest.copy()
        digest.update(b" .05")
        twin.update(b" 5")
        self.assertEqual(digest.hexdigest(), textdigest.hexdigest(b"p < .05"))
        self.assertEqual(twin.hexdigest(), textdigest.hexdigest(b"p < 5"))
        self.assertEqual((digest.name, digest.digest_size), ("runs-1", len(digest.digest())))

    def test_bounded(self) -> None:
        for filling in (b"a", b"-", b".", b"-.", b" ", "\u0301".encode(), "\u00A7".encode(),
                        "\uE000".encode(), "\u65E5a".encode(), b"\xFF", b"a-\n"):
            with self.subTest(filling=filling):
                digest, piece = textdigest.TextDigest(b"5 "), filling * 5000
                digest.update(piece)
                tracemalloc.start()
                for _ in range(20):
                    digest.update(piece)
                held = tracemalloc.get_traced_memory()[0]
                tracemalloc.stop()
                self.assertLess(held, 60_000)
                self.assertEqual(digest.hexdigest(),
                                 textdigest.hexdigest(b"5 " + filling * 105_000))


class Oracle(unittest.TestCase):
    def test_vectors(self) -> None:
        seen = 0
        for id, _, given, expected in vectors.load("text-digest"):
            seen += 1
            with self.subTest(id=id):
                found = octets(given["octets"])
                self.assertEqual(in_pieces(found, given.get("cuts", [])), expected.get("digest"))
                if "items" in expected:
                    self.assertEqual(textdigest.items(found),
                                     [octets(item).decode() for item in expected["items"]])
        self.assertGreater(seen, 100)

    def check(self, given: bytes, rng: random.Random) -> None:
        expected = [octets_of(item) for item in items(text(given))]
        self.assertEqual([item.encode() for item in textdigest.items(given)], expected)
        whole = hashlib.sha256(b"".join([item + b"\0" for item in expected])).hexdigest()
        wanted = whole if expected else None
        self.assertEqual(in_pieces(given, []), wanted)
        for pieces in (1, 3, 30):
            cuts = sorted(rng.randrange(len(given) + 1) for _ in range(pieces))
            self.assertEqual(in_pieces(given, cuts), wanted, cuts)
        self.assertEqual(in_pieces(given, list(range(len(given)))), wanted)

    def test_random(self) -> None:
        rng = random.Random(10)
        for i in range(60):
            given = (random_text if i % 8 == 0 else random_parts)(rng).encode()
            with self.subTest(i=i, given=given):
                self.check(given, rng)

    def test_generated(self) -> None:  # chapter 12
        rng = random.Random(11)
        for i in range(60):
            with self.subTest(i=i):
                self.check(generate(10, i), rng)

    def test_kinds(self) -> None:  # R10.7, R10.8, of all separators
        for cp in range(0x110000):
            if 0xD800 <= cp < 0xE000 or GC[cp] in R44 or GC[cp] == "Cf":
                continue
            name = sign(("separator", [cp]))
            wanted = {"space": _items.SPACE, "dash": _items.DASH, "stop": _items.STOP,
                      None: _items.SYMBOL if is_symbol(cp) else _items.OTHER}[name]
            self.assertEqual(_items._KIND[cp], wanted, hex(cp))
        self.assertEqual(fpcheck.text(b"\xED\xA0\x80"), "\uFFFD")  # no text has a surrogate


if __name__ == "__main__":
    unittest.main()
