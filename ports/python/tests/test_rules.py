"""What SPEC.md says, chapter by chapter, and its worked examples."""

from __future__ import annotations

import random
import unittest

import fpcheck
from fpcheck import _items, _normalise, _pure, _sketch
from fpcheck._unicode import CCC
from generator import generate
from helpers import (
    IDS,
    MULTI,
    compare,
    decode,
    elements,
    encode,
    identifiers,
    normalise,
    pipeline,
    result,
    segment,
    shingles,
    stream,
    weights,
)

BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
GOLDEN = 0x9E3779B97F4A7C15


def tokens_of(string, scheme):
    return segment(normalise(identifiers(string, scheme), scheme), scheme)


def hash64(string):
    return fpcheck.jenkins64(string.encode("utf-8"))


class Chapter1(unittest.TestCase):
    def test_text(self):
        self.assertEqual(fpcheck.text(bytes.fromhex("E28241F09F")), "\uFFFDA\uFFFD")
        self.assertEqual(fpcheck.text(b"\xEF\xBB\xBF\0\xEF\xBF\xBD\xFF"), "\uFEFF\0\uFFFD\uFFFD")
        for ill_formed in ("C080", "EDA080", "F4908080", "80", "FF" * 40, "E0808080", "F0808080"):
            self.assertEqual(fpcheck.text(bytes.fromhex(ill_formed)), "\uFFFD", ill_formed)


class Chapter2(unittest.TestCase):
    def test_identifiers(self):
        for string, expected in (
                ("请访问http://example.com/查看", "请访问\uFFFD查看"),
                ("[click](http://x.org)", "[click]\uFFFD"),
                ("see:http://x a+b:// 1://x http:/x", "\uFFFD \uFFFD 1://x http:/x"),
                ("Info: doi: www. WWW.x Doi:1", "Info: doi: www. \uFFFD \uFFFD"),
                ("10.1000/ 10.1000/x 10.1000.2/x", "10.1000/ \uFFFD \uFFFD"),
                ("x@y.z x@y. @y.z (x@y.z).", "\uFFFD x@y. @y.z \uFFFD"),
                ("-" * 2044 + "a://b", "\uFFFD"),
                ("-" * 2045 + "a://b", "-" * 2045 + "a://b")):
            for scheme in IDS:
                self.assertEqual(identifiers(string, scheme), expected, string[-30:])

    def check_multi(self, pairs):
        for string, expected in pairs:
            for scheme in MULTI:
                self.assertEqual(identifiers(string, scheme), expected, ascii(string)[:80])
            self.assertEqual(identifiers(string, "sd1"), string)

    def test_hyphens(self):  # R2.9
        self.check_multi((
            ("half-\nlife", "halflife"), ("a-\nb-\nc", "abc"), ("a-\nb-\r\n c", "abc"),
            ("a-\n\nb", "a-\n\nb"), ("a-\n\rb", "a-\n\rb"), ("a-b", "a-b"), ("a- b", "a- b"),
            ("a-\nB", "a-\nB"), ("4-\nb", "4-\nb"), ("a-\n4", "a-\n4"), ("a--\nb", "a--\nb"),
            ("-\nb", "-\nb"), ("a-\n", "a-\n"), ("a-\u2029b", "a-\u2029b"),
            ("a\u0301\u00AD\u00A0\t\u2028 e", "a\u0301e"), ("\u4E2D\u2010\u0085z", "\u4E2Dz"),
            ("a\u2260-\nb", "a\u2260-\nb"), ("c=\u0338-\nd", "c=\u0338-\nd"),
            ("1\u0301-\nb", "1\u0301-\nb"), ("\u0301-\nb", "\u0301-\nb"),
            ("ce\u0301\u0903\u20DD-\nb", "ce\u0301\u0903\u20DDb"),
            ("a-\x0Bb\u2010\x0Cc\u00AD\rd", "abcd"), ("\n-\nb", "\n-\nb"),
            ("a-" + " " * 64 + "\n" + "\t" * 64 + "b", "ab"),
            ("a-" + " " * 65 + "\nb", "a-" + " " * 65 + "\nb"),
            ("a-\n" + " " * 65 + "b", "a-\n" + " " * 65 + "b")))
        self.assertEqual(identifiers("www.exam-\nple.org", "sm1"), "\uFFFD\nple.org")

    def test_white_space(self):  # R2.10
        self.check_multi((
            ("\u4E2D \n\u6587", "\u4E2D\u6587"),
            ("\u4E2D \u30A2\u3000\u3042", "\u4E2D\u30A2\u3042"),
            ("\u4E2D a", "\u4E2D a"), ("\u4E2D \u0E01", "\u4E2D \u0E01"),
            ("\u0E01 \u0E01\u200B\u0E01", "\u0E01\u0E01\u0E01"), ("\u0E01 \u0E81", "\u0E01 \u0E81"),
            ("\u0E01\u0E34\u0E48 \u0E01", "\u0E01\u0E34\u0E48\u0E01"),  # marks are passed over
            ("\u0E01 \u0E34", "\u0E01 \u0E34"), ("\u0E01 \u0E51", "\u0E01 \u0E51"),
            ("\u0E01 \u0E34 \u0E01", "\u0E01 \u0E34 \u0E01"),
            ("\u3042\u3099 \u3042", "\u3042\u3099\u3042"), (" \u4E2D ", " \u4E2D "),
            ("\u4E2D\u3001 \u6587", "\u4E2D\u3001 \u6587"), ("\u30FC\n\u3006", "\u30FC\u3006"),
            ("\uFF76\uFF9E\n\uFF8A\uFF70 \uFF9F", "\uFF76\uFF9E\uFF8A\uFF70\uFF9F"),  # halfwidth
            ("\u4E2D\u200D \u6587", "\u4E2D\u200D \u6587"), ("\u32D0 \u32D1", "\u32D0 \u32D1"),
            ("\u4E2D" + " " * 256 + "\u6587", "\u4E2D\u6587"),
            ("\u4E2D" + " " * 257 + "\u6587", "\u4E2D" + " " * 257 + "\u6587"),
            ("\u0301 \u4E2D", "\u0301 \u4E2D"), ("\uAC00 \uAC00", "\uAC00 \uAC00")))


class Chapter3(unittest.TestCase):
    def check(self, scheme, pairs):
        for string, expected in pairs:
            self.assertEqual(normalise(string, scheme), expected, ascii(string)[:80])

    def test_all(self):
        for scheme in IDS:
            self.check(scheme, (
                ("Intel\u2122 x\u00B2y", ["intel", "x", "y"]), ("a\u00ADb \uFEFF", ["ab"]),
                ("\u00DF \u03C2", ["ss", "\u03C3"]), ("\u0140", ["l\u00B7"]),
                ("a\u2260b", ["a", "\u0338b"]),
                ("a" + 1024 * "\u0301" + "b", ["\u00E1" + 1023 * "\u0301" + "b"]),
                ("a" + 1025 * "\u0301" + "b", ["a", "b"]),
                ("a" + 1000 * "\u0301" + "\u034F" + 1000 * "\u0301", ["a"]),
                ("\u1112\u1161\u11ab \uD55C \u1112\u1161 \u11ab",
                 ["\uD55C", "\uD55C", "\uD558", "\u11ab"])))

    def test_separators(self):  # R3.2, R3.3
        strings = ("x\u2167y", "a\u200Bb", "\u3007")
        self.check("sd1", zip(strings, (["x", "y"], ["a", "b"], [])))
        for scheme in MULTI:
            self.check(scheme, zip(strings, (["xviiiy"], ["ab"], ["\u3007"])))

    def test_before_marks(self):
        # normalise has R3.4 before R3.2, which this allows.
        for way in (_normalise.ONE, _normalise.MULTI, _items.PARTS):
            self.assertNotIn(way.separator, [way.mapped[ord(mark)] for mark in CCC])

    def test_tatweel(self):  # R3.6
        self.check("sm1", (("\u0628\u0640\u0640\u0631", ["\u0628\u0631"]), ("\uFE71", ["\u064B"]),
                           ("a\u0300\u0640\u0323", ["\u1EA1\u0300"])))

    def test_forms_of_i(self):  # R3.7
        for i in ("\u0130", "I", "\u0131", "i", "i\u0307\u0307", "\u0131\u0307", "I\u0307",
                  "i\u0640\u0307", "i\u034F\u0307", "\U0001D6A4", "i" + 3000 * "\u034F\u0307"):
            self.check("sm1", ((i, ["i"]), (f"x{i}\u0301y", ["x\u00EDy"])))
        self.check("sm1", (
            ("\u012F\u0307\u0301", ["\u012F\u0301"]),
            ("\u012F\u0301\u0307", ["\u012F\u0301\u0307"]),
            ("i\u0316\u0307\u0315\u0307\u0301\u0307", ["\u00ED\u0316\u0307\u0315"]),
            ("a\u0307", ["\u0227"]), ("\u0456\u0307", ["\u0456\u0307"]),
            ("i \u0307", ["i", "\u0307"])))
        self.check("sd1", (("\u0130", ["i\u0307"]), ("\u0131", ["\u0131"])))

    def test_long_marks(self):  # R3.8
        for n, expected in ((1024, ["\u00ED" + 1023 * "\u0301"]), (1025, ["i"])):
            for between in (1, 1500):
                string = "i" + "\u034F\u0307" * between + "\u0301\u034F" * n
                self.check("sm1", ((string, expected),))
        self.check("sm1", (
            ("i\u0301" + "\u034F\u0307" * 1024 + "b", ["i", "b"]),
            ("i\u0301" + "\u034F\u0307" * 1023 + "b", ["\u00ED" + "\u0307" * 1023 + "b"]),
            ("a" + 600 * "\u0301" + "\u0640" + 600 * "\u0301" + "b", ["a", "b"])))


class Chapter4(unittest.TestCase):
    def test_words(self):
        for scheme in IDS:
            self.assertEqual(segment(["4th 12 ___ mp3", "x_1", "l\u00B7"], scheme),
                             ["4th", "mp3", "x_1", "l"])
            self.assertEqual(
                segment(["a" * 4096, "a" * 4097, "\u00E9" * 2048, "\u00E9" * 2049], scheme),
                ["a" * 4096, "\u00E9" * 2048])
        self.assertEqual(segment(["20\u4E16\u7D00"], "sd1"), ["20\u4E16\u7D00"])

    def test_classes(self):
        for string, expected in (
                ("t\u30B7\u30E3\u30C4", ["t", "\u30B7\u30E3", "\u30E3\u30C4"]),
                ("akb48", ["akb48"]), ("\u7B2C3\u56DE", ["\u7B2C", "\u56DE"]),
                ("\u0E20\u0E32\u0E29\u0E32", ["\u0E20\u0E32", "\u0E32\u0E29", "\u0E29\u0E32"]),
                ("Hawai\u02BBi Hawai'i", ["hawai", "i"] * 2),
                ("\u30B3\u30F3\u30D4\u30E5\u30FC\u30BF\u30FC\u306E",
                 ["\u30B3\u30F3", "\u30F3\u30D4", "\u30D4\u30E5", "\u30E5\u30FC", "\u30FC\u30BF",
                  "\u30BF\u30FC", "\u30FC\u306E"]),
                ("\u0E01\u0E34\u0E81\u1780\u1000", ["\u0E01\u0E34", "\u0E81", "\u1780", "\u1000"]),
                ("\u0149", ["n"]), ("a_\u0915\u093E\u0903 \u0301x", ["a_\u0915\u093E\u0903", "x"]),
                ("\u0E01\u0E51\u0E01a", ["\u0E01", "\u0E01", "a"]),
                ("a\uFDFAb", ["a\u0635\u0644\u0649", "\u0627\u0644\u0644\u0647",
                              "\u0639\u0644\u064A\u0647", "\u0648\u0633\u0644\u0645b"])):
            self.assertEqual(tokens_of(string, "sm1"), expected, string)

    def test_long_grams(self):  # R4.3
        mark = "\u20DD"  # ccc 0, three octets
        for n, dropped in ((1363, False), (1364, True)):
            first = "\u4E00" + mark * n  # 3 + 3n octets, and 3 of each other cluster
            tokens = tokens_of(first + "\u4E01\u4E02", "sm1")
            self.assertEqual(tokens, ([] if dropped else [first + "\u4E01"]) + ["\u4E01\u4E02"])
        self.assertEqual(tokens_of("\u4E00" + mark * 1364, "sm1"), ["\u4E00" + mark * 1364])
        self.assertEqual(tokens_of("\u4E00" + mark * 1365, "sm1"), [])


class Chapter5(unittest.TestCase):
    def test_distinct(self):  # R5.2
        for scheme in ("sd1", "sm1"):
            self.assertEqual(
                elements(["nlldwniuycqlejaqkaaoapaa", "mjiqexfpecuzaapaacjauauq"], scheme),
                [0x65E21F187197607F])

    def test_no_features(self):  # R5.3
        for octets in (b"", b"1984", b"... http://x"):
            for scheme in IDS:
                self.assertEqual(pipeline(octets, scheme), (None, 0))
                self.assertEqual(stream(octets, [], scheme), (None, 0))

    def test_clusters(self):  # R5.4
        tokens = ["\u30B7\u6587", "\u0E01\u0E34", "\u30FC", "abc"]
        once = ("\u30B7\u6587", "\u30B7", "\u30FC", "abc")
        twice = ("\u6587", "\u0E01\u0E34")
        self.assertEqual(elements(tokens, "sm1"), sorted(map(hash64, once + twice + twice)))
        self.assertEqual(len(weights(tokens, "sm1")), 6)

    def test_shingles(self):  # R5.5
        self.assertEqual([shingles(list("abcd")[:n]) for n in range(5)],
                         [[], ["a"], ["a b"], ["a b c"], ["a b c", "b c d"]])

    def test_occurrences(self):  # R5.6
        tokens = ["x"] * 5 + ["y"]
        once, thrice = hash64("x x y"), hash64("x x x")
        self.assertEqual(elements(tokens, "mh1"), sorted([once, thrice]))
        self.assertEqual(elements(tokens, "mw1"), sorted(
            [once] + [(thrice + k * 0x9E3779B97F4A7C15) % 2**64 for k in range(3)]))
        self.assertEqual(len(weights(tokens, "mw1")), 2)
        self.assertEqual(len(elements(["x"] * 5000, "mw1")), 1024)


class Chapter6(unittest.TestCase):
    def test_hash(self):  # the table
        for key, expected in (("", "deadbeefdeadbeef"),
                              ("Four score and seven years ago", "17770551ce7226e6"),
                              ("abcdefghijkl", "4012f87b75b50ec0"),
                              ("abcdefghijklm", "928128f90f04ab68"),
                              ("\u00E9t\u00E9", "ebaf34f958452a03")):
            self.assertEqual(f"{hash64(key):016x}", expected, key)

    def test_mix64(self):  # R6.7
        self.assertEqual([fpcheck.mix64(z) for z in (0, 1, 2**64 - 1)],
                         [0, 0x5692161D100B05E5, 0xB4D055FCF2CBBD7B])


class Chapter7(unittest.TestCase):
    def test_counters(self):
        self.assertEqual(fpcheck.counters([1, 1, 3]), [3, -1] + 62 * [-3])
        self.assertEqual(fpcheck.simhash([2, 0] + 61 * [-2] + [1]).hex(), "8000000000000001")

    def test_full_form(self):  # R7.4 to R7.7
        rng = random.Random(3)
        for n in (0, 1, 2, 5, 100, 1000):
            elements = [rng.randrange(2**64) for _ in range(n)]
            form = fpcheck.Minima("mh1", elements)
            merged = fpcheck.Minima("mh1", elements[::2])
            merged.merge(fpcheck.Minima("mh1", elements[1::2]))
            self.assertEqual(merged, form)
            octets = form.to_bytes()
            self.assertEqual((len(octets), octets[:5]), (1029, bytes.fromhex("66706D6801")))
            self.assertEqual(fpcheck.Minima.from_bytes(octets, "mh1"), form)

    def test_empty(self):
        self.assertRaises(fpcheck.NoFeatures, fpcheck.Minima("mh1").stored)

    def test_rejected(self):  # R7.7
        octets = fpcheck.Minima("mh1", [1]).to_bytes()
        for bad in (b"", octets[:-1], octets + b"\0", b"x" + octets[1:],
                    octets[:4] + b"\2" + octets[5:], octets[:5] + b"\2" + octets[6:],
                    octets[:-1] + b"\xFE"):
            self.assertRaises(fpcheck.MalformedFingerprint, fpcheck.Minima.from_bytes, bad, "mh1")
        fpcheck.Minima.from_bytes(octets[:5] + b"\1" + b"\xFF" * 7 + octets[13:], "mh1")

    def test_donors(self):  # R7.8: "Any slot is found with t of at most 1,344"
        searches = [_sketch._search(i) for i in range(128)]
        self.assertEqual({len(search) for search in searches}, {128})
        self.assertEqual(max(max(search.values()) for search in searches), 1344)

    def test_truncate(self):  # R7.10
        octets = bytes(range(128))
        self.assertEqual(fpcheck.truncate(octets, 8), octets)
        self.assertEqual(fpcheck.truncate(octets, 4)[:3], b"\x01\x23\x45")
        self.assertEqual(fpcheck.truncate(octets, 2)[:3], b"\x1B\x1B\x1B")
        self.assertEqual(fpcheck.truncate(octets, 1)[:3], b"\x55\x55\x55")
        self.assertEqual([len(fpcheck.truncate(octets, bits)) for bits in (4, 2, 1)], [64, 32, 16])
        four = fpcheck.truncate(octets, 4)
        self.assertEqual(fpcheck.truncate(four, 1), fpcheck.truncate(octets, 1))
        for sketch, bits in ((four, 8), (octets, 3), (octets, 0), (octets[:8], 1), (b"", 1)):
            self.assertRaises(ValueError, fpcheck.truncate, sketch, bits)


class Chapter8(unittest.TestCase):
    widths = {f"{scheme}{form}": bits for scheme in ("mh1", "mw1")
              for form, bits in (("", 8), ("b4", 4), ("b2", 2), ("b1", 1))}
    lengths = {8: (205, 1), 4: (103, 3), 2: (52, 4), 1: (26, 2)}

    def test_decode(self):
        for string, lower, expected in (
                ("sd1:arzqpmpmlbbaa", "sd1:arzqpmpmlbbaa",
                 (bytes.fromhex("047307B1EC584200"), "sd1", "visible")),
                ("SD1.Main:ARZQPMPMLBBAA", "sd1.main:arzqpmpmlbbaa",
                 (bytes.fromhex("047307B1EC584200"), "sd1", "main")),
                ("sm1:7777777777776", "sm1:7777777777776", (b"\xFF" * 8, "sm1", "visible"))):
            self.assertEqual(decode(string), expected)
            self.assertEqual(encode(*expected), lower)

    def test_rejected(self):
        data = "arzqpmpmlbbaa"
        for string in ("", data, "sd2:" + data, ":" + data, ".main:" + data, "x-y:" + data,
                       "sd1.:" + data, "sd1.visible:" + data, "sd1.VISIBLE:" + data,
                       "sd1.1a:" + data, "sd1.a-b:" + data, "sd1.a.b:" + data,
                       "sd1." + "a" * 17 + ":" + data, "sd1.\u017Fd:" + data,  # R8.6
                       "sd1:" + data[:12] + "=", "sd1:arzqpmpmlbba1", " sd1:" + data,
                       "sd1:" + data + "\n", "sd1::" + data, "sd1:arzqpmpmlbba\u212A",  # R8.7
                       "sd1:", "sd1:" + data[:12], "sd1:" + data + "a",  # R8.8
                       "sd1:arzqpmpmlbbab", "sd1:7777777777777"):  # R8.9
            with self.assertRaises(fpcheck.MalformedFingerprint, msg=ascii(string)):
                decode(string)
        for last in BASE32:
            if last in "acegikmoqsuwy246":
                decode("sd1:aaaaaaaaaaaa" + last)
            else:
                self.assertRaises(fpcheck.MalformedFingerprint, decode, "sd1:aaaaaaaaaaaa" + last)

    def test_minhash(self):
        rng = random.Random(4)
        for name, bits in self.widths.items():
            length, spare = self.lengths[bits]
            for octets in (rng.randbytes(16 * bits), bytes(16 * bits), b"\xFF" * 16 * bits):
                for profile in ("visible", "main"):
                    string = encode(octets, name, profile)
                    head, data = string.split(":")
                    self.assertEqual(head, name if profile == "visible" else name + ".main")
                    self.assertEqual(len(data), length)
                    self.assertEqual(decode(string), (octets, name, profile))
                    self.assertEqual(decode(string.upper()), (octets, name, profile))
                    for bad in (string + "a", string[:-1], string + "=", string[:-1] + "1",
                                name[:3] + "b8:" + data, "sd1b4:" + data, "sm1:" + data):
                        self.assertRaises(fpcheck.MalformedFingerprint, decode, bad)
            zeros = encode(bytes(16 * bits), name)
            for value, last in enumerate(BASE32):
                if value % 2**spare:
                    self.assertRaises(fpcheck.MalformedFingerprint, decode, zeros[:-1] + last)
                else:
                    decode(zeros[:-1] + last)

    def test_not_encoded(self):
        for sketch, name in ((b"", "mh1"), (bytes(128), "mh1b4"), (bytes(64), "mh1"),
                             (bytes(128), "sm1"), (bytes(8), "x-y"), (bytes(8), "sd1b4")):
            self.assertRaises(ValueError, encode, sketch, name)
        for profile in ("", "Main", "a-b", "1"):
            self.assertRaises(ValueError, encode, bytes(8), "sd1", profile)


class Chapter10(unittest.TestCase):
    def test_simhash(self):
        for scheme in ("sd1", "sm1"):
            zeros, ones = f"{scheme}:aaaaaaaaaaaaa", f"{scheme}:7777777777776"
            self.assertEqual(compare(zeros, ones), (64, 0))
            one = f"{scheme.upper()}:AAAAAAAAAAAAC"
            self.assertEqual(compare(zeros, one), (1, 0.984375))

    def test_minhash(self):
        rng = random.Random(5)
        one = rng.randbytes(128)
        other = bytes([x if rng.random() < .5 else rng.randrange(256) for x in one])
        for b1 in (8, 4, 2, 1):
            for b2 in (8, 4, 2, 1):
                names = ["mh1" if b == 8 else f"mh1b{b}" for b in (b1, b2)]
                strings = [encode(fpcheck.truncate(x, b), name)
                           for x, b, name in zip((one, other), (b1, b2), names)]
                b = min(b1, b2)
                differ = sum((x ^ y) % 2**b != 0 for x, y in zip(one, other))
                expected = ((128 - differ) * 2**b - 128) / (128 * (2**b - 1))
                self.assertEqual(compare(*strings), (differ, max(0, expected)))
        zeros = fpcheck.MH1.from_sketch(bytes(128))
        for bits in (8, 4, 2, 1):
            short = zeros.truncate(bits)
            ones = fpcheck.MH1.from_sketch(b"\xFF" * 16 * bits)
            self.assertEqual((zeros.distance(short), zeros.similarity(short)), (0, 1))
            self.assertEqual((zeros.distance(ones), ones.similarity(zeros)), (128, 0))
        for n, expected in ((64, 0), (63, 2 / 128)):
            other = fpcheck.MH1.from_sketch(((1 << n) - 1).to_bytes(16, "big"))
            self.assertEqual(zeros.similarity(other), expected)

    def test_not_comparable(self):
        mh1, mw1, main = "mh1:" + "a" * 205, "mw1:" + "a" * 205, "mh1b1.main:" + "a" * 26
        sd1, sm1 = "sd1:" + "a" * 13, "sm1:" + "a" * 13
        for one, other in ((mh1, mw1), (mh1, main), (mh1, sm1), (sd1, sm1),
                           (sd1, "sd1.main:" + "a" * 13)):
            with self.assertRaises(fpcheck.NotComparable) as caught:
                compare(one, other)
            for string in (one, other):
                name, _, profile = string.split(":")[0].partition(".")
                self.assertIn(f"{name} (profile {profile or 'visible'})", str(caught.exception))
            self.assertRaises(fpcheck.MalformedFingerprint, compare, one, other + "a")
            self.assertRaises(fpcheck.MalformedFingerprint, compare, one + "a", other)
        self.assertEqual(compare(main, "MH1.MAIN:" + "A" * 205), (0, 1))


class Chapter13(unittest.TestCase):
    def test_sd1(self):
        octets = bytes.fromhex("""
            44 69 65 20 53 54 52 41 53 53 45 20 28 68 74 74 70 73 3a 2f 2f 65 78 61
            6d 70 6c 65 2e 6f 72 67 2f 61 29 20 e2 80 94 20 53 74 72 61 c2 ad c3 9f
            65 20 e2 84 96 20 31 32 3a 20 ce 9f ce 94 ce 9f ce a3 2c 20 43 61 66 65
            cc 81 e2 84 a2 21 0a""")
        text = ("Die STRASSE (https://example.org/a) \u2014 Stra\u00ad\u00dfe \u2116 12: "
                "\u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n")
        remaining = ("Die STRASSE \uFFFD \u2014 Stra\u00ad\u00dfe \u2116 12: "
                     "\u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n")
        runs = ["die", "strasse", "strasse", "12", "\u03bf\u03b4\u03bf\u03c3", "caf\u00e9"]
        tokens = ["die", "strasse", "strasse", "\u03bf\u03b4\u03bf\u03c3", "caf\u00e9"]
        hashes = [0x18B3A6F1FEDB5360, 0x3477A1B5C9FCC20D, 0x87771FB96F424206, 0xC5F85789EC186F70]
        counters = [-2, -2, 0, -2, -2, 0, 0, -4, 0, 4, -2, -2, -2, -2, 4, -2,
                    -2, 0, -2, 2, 2, -2, 2, 0, 0, 0, 2, 4, -2, 2, 4, 2,
                    4, -4, -2, 0, 2, 2, -2, 4, 2, 2, 2, -2, 0, 0, -2, 0,
                    2, 2, 0, -2, 4, 4, 2, 0, 0, -2, 2, -2, 0, -2, -2, 0]
        sketch, string = bytes.fromhex("047307b1ec584200"), "sd1:arzqpmpmlbbaa"
        self.assertEqual(len(octets), 79)
        self.assertEqual(fpcheck.text(octets), text)
        self.assertEqual(identifiers(text, "sd1"), remaining)
        self.assertEqual(normalise(remaining, "sd1"), runs)
        self.assertEqual(segment(runs, "sd1"), tokens)
        self.assertEqual(elements(tokens, "sd1"), hashes)
        self.assertEqual(fpcheck.counters(hashes), counters)
        self.assertEqual(fpcheck.simhash(counters), sketch)
        self.assertEqual(encode(sketch, "sd1"), string)
        self.assertEqual(pipeline(octets, "sd1"), (string, 4))
        for cut in range(len(octets) + 1):
            self.assertEqual(stream(octets, [cut], "sd1"), (string, 4), cut)

    octets = bytes.fromhex("""
        4c 69 67 68 74 2d 0a 68 6f 75 73 65 20 6b 65 65 70 65 72 73 20 77 72 6f
        74 65 20 e7 81 af e5 8f b0 e3 81 ae 0a e6 97 a5 e8 aa 8c 2e 0a""")
    tokens = ["lighthouse", "keepers", "wrote",
              "\u706f\u53f0", "\u53f0\u306e", "\u306e\u65e5", "\u65e5\u8a8c"]

    def test_multi(self):
        text = "Light-\nhouse keepers wrote \u706f\u53f0\u306e\n\u65e5\u8a8c.\n"
        remaining = "Lighthouse keepers wrote \u706f\u53f0\u306e\u65e5\u8a8c.\n"
        runs = ["lighthouse", "keepers", "wrote", "\u706f\u53f0\u306e\u65e5\u8a8c"]
        self.assertEqual(fpcheck.text(self.octets), text)
        for scheme in MULTI:
            self.assertEqual(identifiers(text, scheme), remaining)
            self.assertEqual(normalise(remaining, scheme), runs)
            self.assertEqual(segment(runs, scheme), self.tokens)

    def test_sm1(self):
        expected = {
            0x23554F1AB9D049DE: 1, 0xE59AEF128134B522: 1, 0xDFDD1BD5290820FE: 1,
            0xE46F74DF6D24040F: 1, 0x82BE63D0DF907A42: 2, 0x3911A5F93C43673D: 2,
            0x5A66709D5B25728A: 1, 0x0994AB0738399160: 1, 0xFEC7AC7BA9C2F182: 1,
            0xA2B00A697CB21ACA: 2, 0x55BD6B08A614C88B: 1, 0x65631347EC1360A8: 2}
        counters = [-8, 6, -6, 6, -8, -2, -2, 2, -4, -2, -8, -4, 0, 4, 4, -8,
                    -4, -2, -8, -12, 4, -4, -8, -4, 0, -8, 4, 12, 2, 8, 0, 0,
                    6, -2, -4, 2, 4, -6, 6, -2, 6, 6, -4, 0, -6, 4, -2, -6,
                    2, 0, 2, -4, 6, 2, -2, 2, 2, 0, -2, -4, -4, 4, 0, 0]
        sketch, string = bytes.fromhex("21b523593c10608a"), "sm1:eg2sgwj4cbqiu"
        self.assertEqual(weights(self.tokens, "sm1"), expected)
        values = elements(self.tokens, "sm1")
        self.assertEqual(len(values), 16)
        self.assertEqual(fpcheck.counters(values), counters)
        self.assertEqual(fpcheck.simhash(counters), sketch)
        self.assertEqual(encode(sketch, "sm1"), string)
        self.assertEqual(pipeline(self.octets, "sm1"), (string, 12))

    def test_mh1(self):
        values = [0x1528527A080C80AD, 0xD0743A8DDEE34C77, 0x092F26BFB6D9305B, 0x5B86E649328B1370,
                    0x6F6E36CFB6444587]
        slots = {27: 0x01B85E7C70A6B7E6, 46: 0x01456FD9A655E1FC, 45: 0x01D8322A0F9C6322,
                 4: 0x01CC386E34E3BDBE, 11: 0x001D09F34E5A3CB4}
        sketch = bytes.fromhex("""
            c8 83 43 6c a3 70 a6 a5 b7 ca 6b 88 9c b5 23 1d
            aa 9e ec 6d c3 60 14 44 41 57 72 ca 9c b3 52 ab
            c2 10 84 8b 4b 33 c4 00 d3 d7 5a 3e 71 2f e0 72
            86 bf 78 8c 0b 2e 93 ec 09 8a f2 52 75 41 05 74
            8a 04 bb 8b 65 55 4d 41 8b fd 9c c0 70 a7 2f 26
            ab 0a 3f 77 bb 82 ec 99 dd b3 d7 d6 db 14 c9 34
            35 c6 9c c9 74 d9 8a 40 aa 3a c4 3d 15 f4 cc 12
            27 6c ad 1d 89 4f d2 86 6c 15 27 ac 1a b4 76 38""")
        string = ("mh1:zcbug3fdoctkln6knoejznjddwvj53dnynqbircbk5zmvhftkkv4eeeernfthraa2plvuptrf7qh"
                  "fbv7pcgawlut5qeyv4ssovaqk5ekas5ywzkvjvayx7m4ybykolzgvmfd6553qlwjtxnt27lnwfgjgq24"
                  "nhgjotmyuqfkhlcd2fpuzqjco3fndweu7uugnqkspla2wr3dq")
        self.assertEqual(elements(self.tokens, "mh1"), sorted(values))
        form = fpcheck.Minima("mh1", values)
        self.assertEqual(form._slots, [slots.get(i, _sketch._EMPTY) for i in range(128)])
        self.assertEqual([_sketch._search(i)[donor] for i, donor in enumerate((27, 46, 11, 46))],
                         [55, 7, 105, 65])
        self.assertEqual(form.stored(), sketch)
        self.assertEqual(encode(sketch, "mh1"), string)
        self.assertEqual(encode(fpcheck.truncate(sketch, 1), "mh1b1"),
                         "mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma")
        self.assertEqual(pipeline(self.octets, "mh1"), (string, 5))


def size(stage):
    """How many octets or code points a stage holds, in all that it holds."""
    if isinstance(stage, (str, bytes)):
        return len(stage)
    if isinstance(stage, list):
        return sum(map(size, stage))
    return sum(map(size, vars(stage).values())) if type(stage).__module__ != "builtins" \
        and not isinstance(stage, dict) else 0


class Streaming(unittest.TestCase):
    """R9.2."""

    def test_generated(self):
        rng = random.Random(1)
        for i in range(200):
            octets, scheme = generate(1, i), IDS[i % 4]
            expected = pipeline(octets, scheme)
            for pieces in (1, 2, 10, 1000):
                cuts = sorted(rng.randrange(len(octets) + 1) for _ in range(pieces))
                self.assertEqual(stream(octets, cuts, scheme), expected, (i, cuts))

    def test_limits(self):
        acute, grave, han = [char.encode("utf-8") for char in ("\u0301", "\u0340\u034F", "\u4E16")]
        for n in (-1, 0, 1):
            for octets in (
                    b"x " + b"-" * (2045 + n) + b"a://b y",    # R2.2
                    b"xa://" + b"b" * (2043 + n) + b"\xFF y",
                    b"xa://" + b"b" * 5000 + b"c d",
                    b"a-" + b" " * (64 + n) + b"\n" + b"\t" * (64 - n) + b"b",  # R2.9
                    han + b" " * (256 + n) + han,              # R2.10
                    b"x" + acute * (1024 + n) + b"y",          # R3.4
                    b"x" + (acute * 512 + grave) * 2 + acute * (n + 2) + b"y",  # R3.8
                    b"x " + b"a" * (4096 + n) + b" y",         # R4.3
                    b"x " + han * (1365 + n) + b"a y"):
                for scheme in ("sd1", "sm1"):
                    expected = pipeline(octets, scheme)
                    for step in (1, 7, 1000):
                        self.assertEqual(stream(octets, list(range(0, len(octets), step)), scheme),
                                         expected, (octets[:10], n, scheme, step))

    def test_result_on_the_way(self):
        text = "\u4E2D \u6587 half-\nlife www.x i\u0307 a b c \u0E20\u0E32\u0E29\u0E32 c b a b c"
        octets = text.encode("utf-8")
        for scheme in IDS:
            hasher = fpcheck.lookup(scheme).new()
            for end in range(1, len(octets) + 1):
                hasher.update(octets[end - 1:end])
                self.assertEqual(result(hasher), pipeline(octets[:end], scheme))

    def test_bounded(self):
        for scheme in IDS:
            waiting = _pure.Stream(scheme)
            for char in ("-", "\u0301", "a", "\u1161", "\u00AD", " ", "\u3000", "\u20DD", "i",
                         "\u0307", "\u034F", "\u4E2D", "\u20DD", "\u4E2D\u20DD"):
                for _ in range(10):
                    waiting.update(char.encode("utf-8") * 5000)
                    held = sum(map(size, waiting._pipeline._chain._stages))
                    self.assertLessEqual(held, 2048 + 388 + 2 * 1026 + 4 * 4098 + 100)

    def test_many_times(self):  # R5.6, across pieces
        octets = b"x " * 3000
        expected = pipeline(octets, "mw1")
        self.assertEqual(stream(octets, list(range(0, 6000, 7)), "mw1"), expected)
        self.assertEqual(pipeline(b"x " * 1026, "mw1"), expected)
        hasher = fpcheck.MW1.new()
        for _ in range(3):
            hasher.update(b"x " * 1000)
        value = hash64("x x x")
        self.assertEqual(hasher.minima(), fpcheck.Minima(
            "mw1", [(value + k * GOLDEN) % 2**64 for k in range(1024)]))

    def test_merge(self):  # R7.6
        parts = [fpcheck.MH1.new() for _ in range(2)]
        parts[0].update(b"a b c d e")
        parts[1].update(b"d e f g")
        both = fpcheck.MH1.new()
        both.update(b"a b c d e f g")
        form = parts[0].minima()
        form.merge(parts[1].minima())
        self.assertEqual(form, both.minima())
        self.assertRaises(ValueError, fpcheck.SM1.new().minima)

    def test_reset(self):
        hasher = fpcheck.SM1.new()
        hasher.update(b"half a word, \xE2\x82")
        hasher.reset()
        self.assertEqual(result(hasher), (None, 0))
        hasher.update(bytearray(b"seven "))
        hasher.update(memoryview(b"years"))
        self.assertEqual(result(hasher), pipeline(b"seven years", "sm1"))
        self.assertRaises(TypeError, hasher.update, 3)

    def test_unknown_scheme(self):
        for scheme in ("", "sd2", "SD1", "mh1b4"):
            self.assertRaises(ValueError, fpcheck.lookup, scheme)


if __name__ == "__main__":
    unittest.main()
