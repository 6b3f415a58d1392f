"""The tables: as tools/tables.py makes them, and the properties that SHA256SUMS.txt pins."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

import oracle
from fpcheck import _items, _normalise, _segment, _tables, _unicode
from fpcheck._encodings import decode
from helpers import pure_alone
from vectors import UCD, VECTORS

CODE_POINTS = range(0x110000)


def values(runs: _tables.Runs) -> list[str]:
    return [value for length, value in runs for _ in range(length)]


def sequence(string: Iterable[str]) -> str:
    return " ".join([f"{ord(char):04X}" for char in string])


def hangul(syllable: int) -> str:
    i = syllable - 0xAC00
    jamo = [0x1100 + i // 588, 0x1161 + i % 588 // 28, 0x11A7 + i % 28]
    return "".join(map(chr, jamo if i % 28 else jamo[:2]))


def decomposition(cp: int) -> str:
    return hangul(cp) if 0xAC00 <= cp < 0xAC00 + 11172 else \
        _unicode.DECOMPOSITION.get(chr(cp), chr(cp))


@pure_alone
class Tables(unittest.TestCase):
    def test_up_to_date(self) -> None:
        tool = Path(__file__).resolve().parent.parent / "tools" / "tables.py"
        subprocess.run([sys.executable, str(tool), "--check"], check=True)

    def test_digests(self) -> None:  # ucd/README.md
        category, script = values(_tables.GENERAL_CATEGORY), values(_tables.SCRIPT)
        alphabetic, white = values(_tables.ALPHABETIC), values(_tables.WHITE_SPACE)
        ccc = values(_tables.COMBINING_CLASS)
        properties: dict[str, Callable[[int], str]] = {
            "GeneralCategory": category.__getitem__,
            "Script": script.__getitem__,
            "Alphabetic": alphabetic.__getitem__,
            "White_Space": white.__getitem__,
            "CombiningClass": ccc.__getitem__,
            "NFKC_Casefold": lambda cp: sequence(_unicode.CASEFOLD.get(chr(cp), chr(cp))),
            "CanonicalDecomposition": lambda cp: sequence(decomposition(cp)),
        }
        content = {name: "".join([f"{cp:04X};{value(cp)}\n" for cp in CODE_POINTS])
                   for name, value in properties.items()}
        pairs = dict(_unicode.COMPOSITION)
        for cp in range(0xAC00, 0xAC00 + 11172):
            jamo = hangul(cp)
            pair = jamo if len(jamo) == 2 else chr(cp - (cp - 0xAC00) % 28) + jamo[2]
            pairs[pair] = chr(cp)
            self.assertEqual(_unicode.composite(*pair), chr(cp))
        content["Composition"] = "".join([f"{sequence(pair)};{sequence(composite)}\n"
                                          for pair, composite in sorted(pairs.items())])
        for line in (UCD / "SHA256SUMS.txt").read_text().splitlines():
            digest, name = line.split()
            self.assertEqual(hashlib.sha256(content.pop(name).encode()).hexdigest(), digest, name)
        self.assertEqual(content, {})

    def test_classes(self) -> None:  # R4.5; what is in no sequence has none in the table
        names = {"K": "K", "W": "W", "T": "Thai", "L": "Lao", "H": "Khmer", "B": "Myanmar"}
        self.assertEqual(len(_segment.KIND), len(CODE_POINTS))
        for cp, letter in enumerate(_segment.KIND):
            expected = None if cp in oracle.APOSTROPHES else oracle.own_class(cp)
            self.assertEqual(names.get(letter), expected, hex(cp))
            self.assertEqual(letter == "M", oracle.GC[cp] in oracle.MARK, hex(cp))

    def test_what_the_text_says(self) -> None:
        gc, kept = oracle.GC, {*oracle.MARK, "Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Pc", "Cf"}
        self.assertEqual(sum(gc[cp] == "Mn" for cp in oracle.ALPHABETIC), 872)   # R4.2
        self.assertFalse([cp for cp in oracle.CCC if gc[cp] not in oracle.MARK])  # R3.4
        self.assertEqual(19, sum(gc[cp] in kept and any(gc[x] not in kept for x in mapped)
                                 for cp, mapped in oracle.CASEFOLD.items()))      # below R3.9


@pure_alone
class Encodings(unittest.TestCase):
    def test_copied(self) -> None:
        for line in (VECTORS / "encodings" / "SHA256SUMS.txt").read_text().splitlines():
            digest, name = line.split()
            data = files("fpcheck").joinpath("encodings", name).read_bytes()
            self.assertEqual(hashlib.sha256(data).hexdigest(), digest, name)
        self.assertEqual(files("fpcheck").joinpath("entities.txt").read_bytes(),
                         (VECTORS / "markup" / "entities.txt").read_bytes())

    def test_every_sequence(self) -> None:
        """Sequences of two octets, by the Standard's steps, one octet at a time."""
        pairs = [bytes((first, second)) for first in range(256) for second in range(256)]
        for name in ("big5", "euc-kr", "shift_jis", "euc-jp", "gb18030", "utf-8"):
            for pair in pairs:
                decoded = decode(pair, name)
                if pair.isascii():
                    self.assertEqual(decoded, pair.decode(), (name, pair))
                elif pair[0] < 0x80:  # stands for itself, and the other alone
                    self.assertEqual(decoded, chr(pair[0]) + decode(pair[1:], name), (name, pair))
                elif pair[1] < 0x30:  # no trail anywhere: an error or a character, and itself
                    self.assertEqual(decoded, decode(pair[:1], name) + chr(pair[1]), (name, pair))
                else:
                    self.assertIn(len(decoded), (1, 2), (name, pair))


@pure_alone
class Neighbours(unittest.TestCase):
    """What _normalise.FOLLOWING leaves out has nothing to do with what is before it."""

    def test_all(self) -> None:
        for cp in range(0x10000):
            char = chr(cp)
            if _normalise.FOLLOWING.match(char):
                continue
            self.assertFalse(oracle.ccc(oracle.decompose(cp)[0]), hex(cp))
            for rule in (_normalise._map, _normalise._map_multi, _items._map):
                mapped = "".join(map(rule, _normalise.decompose(char)))
                self.assertTrue(mapped, hex(cp))
                self.assertEqual(oracle.ccc(ord(mapped[0])), 0, hex(cp))
                self.assertNotIn(mapped[0], _unicode.SECONDS, hex(cp))


if __name__ == "__main__":
    unittest.main()
