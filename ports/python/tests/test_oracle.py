"""fpcheck, in one go and in pieces, against the oracle on random texts."""

from __future__ import annotations

import random
import unittest

import fpcheck
import oracle
from fpcheck._hash import jenkins64_all, mix64_all
from generator import generate
from helpers import IDS, elements, encode, identifiers, normalise, pipeline, segment, stream


class Functions(unittest.TestCase):
    def test_hash(self):
        rng = random.Random(1)
        keys = [rng.randbytes(n) for n in (*range(100), *rng.choices(range(60), k=3000))]
        hashes = list(map(oracle.lookup3, keys))
        self.assertEqual(jenkins64_all(keys), hashes)
        self.assertEqual(list(map(fpcheck.jenkins64, keys)), hashes)
        for n in (0, 1, 2, 511, 512, 513, len(hashes)):
            self.assertEqual(mix64_all(hashes[:n]), list(map(oracle.mix64, hashes[:n])))

    def test_text(self):
        rng = random.Random(2)
        for _ in range(3000):
            octets = bytes(rng.choices(bytes.fromhex("41808F909FA0BFC1C2E0E1EDEFF0F4F5"),
                                       k=rng.randrange(9)))
            self.assertEqual([ord(char) for char in fpcheck.text(octets)], oracle.text(octets))


POOLS = [
    "ab\u0131iI\u0130\u00E9\u0307\u0301\u0316\u0315\u0327\u034F\u0640",
    "\u4E2D\u6587\u30A2\u30AB\u3042\u30FC\u3099\u3006\u3007\uFF76\uFF9E\uFF70\u32D0\u303C",
    "\u0E01\u0E32\u0E34\u0E33\u0E51\u0E46\u0E81\u0EB4\u1780\u17D2\u17B6\u1000\u102D\u1031",
    "-\u00AD\u2010\n\r\t \u00A0\u200B\u3000\u2028\u0085\x0B\x0C",
    "ax-\n \r\n\u00AD",
    "\u02BB\u2167_3\u0149\uFDFA\u0600\u200D\uFE0F\u20DD\u0903\uAC00\u1161",
    "i\u0307\u0316\u0301",
    "\u4E2D \u6587\n\u3042\u3099",
    "w.@:/10ab() "]


def random_text(rng):
    """What the rules are about, in no order."""
    out = []
    for _ in range(rng.randrange(1, 12)):
        out += rng.choices(rng.choice(POOLS), k=rng.randrange(1, 9))
        for chance, long in (
                (.03, lambda: rng.choice(" \u3000\u200B") * rng.randrange(250, 262)),
                (.03, lambda: "\u0307\u034F" * rng.randrange(1015, 1035)),
                (.03, lambda: rng.choice("\u0301\u20DD\u0E34") * rng.randrange(1015, 1035)),
                (.03, lambda: "a-{}\n{}b".format(*[" " * rng.randrange(63, 66) for _ in "ab"])),
                (.02, lambda: "\u4E00" + "\u20DD" * rng.randrange(1360, 1368) + "\u4E01\u4E02"),
                (.02, lambda: "www.x-\ny x@y.z\u4E2D 10.1000/a http://b")):
            if rng.random() < chance:
                out.append(long())
    return "".join(out)


class AgainstOracle(unittest.TestCase):
    def check(self, octets, scheme, rng):
        text = fpcheck.text(octets)
        remaining = identifiers(text, scheme)
        self.assertEqual(self.points([remaining]),
                         [oracle.identifiers(oracle.text(octets), scheme)])
        runs = normalise(remaining, scheme)
        expected = oracle.normalise(self.points([remaining])[0], scheme)
        self.assertEqual(self.points(runs), expected)
        tokens = segment(runs, scheme)
        expected = oracle.segment(expected, scheme)
        self.assertEqual(self.points(tokens), [points for _, points in expected])
        values, count = oracle.elements(expected, scheme)
        self.assertEqual(elements(tokens, scheme), values)
        string = encode(oracle.sketch(values, scheme), scheme) if values else None
        self.assertEqual(pipeline(octets, scheme), (string, count))
        for pieces in (1, 3, 30):
            cuts = sorted(rng.randrange(len(octets) + 1) for _ in range(pieces))
            self.assertEqual(stream(octets, cuts, scheme), (string, count), cuts)
        self.assertEqual(stream(octets, list(range(len(octets))), scheme), (string, count))

    @staticmethod
    def points(strings):
        return [[ord(char) for char in string] for string in strings]

    def test_random(self):
        rng = random.Random(6)
        for i in range(40):
            scheme, octets = IDS[i % 4], random_text(rng).encode("utf-8")
            with self.subTest(i=i, scheme=scheme, octets=octets):
                self.check(octets, scheme, rng)

    def test_generated(self):  # chapter 12
        rng = random.Random(7)
        for i in range(120):
            scheme = IDS[i % 4]
            with self.subTest(i=i, scheme=scheme):
                self.check(generate(9, i), scheme, rng)

    def test_identifiers(self):
        rng = random.Random(8)
        pieces = ["www.", "WWW", ".", "doi:", "Info:", ":", "//", "://", "@", "10.", "1000", "/",
                  "a", "Z1", "(", ")", "'", "*", "_", "!", " ", "<", "\u00E9", "x" * 2040,
                  "-" * 2045]
        for _ in range(600):
            string = "".join(rng.choices(pieces, k=rng.randrange(1, 12)))
            self.assertEqual(self.points([identifiers(string, "sd1")]),
                             [oracle.identifiers(self.points([string])[0], "sd1")], string)


if __name__ == "__main__":
    unittest.main()
