"""Chapter 13a: against the oracle, and places."""

from __future__ import annotations

import random
import unittest

import fpcheck
import oracle
from fpcheck._implementation import core
from generator import generate
from test_oracle import random_text

WORDS = "a", "b", "12", "\u4E2D", "\u6587", "\u0E01", "\u0E02\u0E34"


def random_words(rng: random.Random, most: int) -> bytes:
    """Few different items, so that texts have passages in common, and twice."""
    words = WORDS[:rng.randrange(2, len(WORDS) + 1)]
    return rng.choice(("", " ")).join(rng.choices(words, k=rng.randrange(most))).encode()


class AgainstOracle(unittest.TestCase):
    def test_windows(self) -> None:
        rng = random.Random(1)
        for i in range(150):
            octets = (random_text(rng).encode(), generate(3, i), random_words(rng, 90))[i % 3]
            items, words = oracle.items(octets), rng.choice((1, 2, 3, 32))
            windows = [window[0] for window in oracle.windows(items, words)]
            with self.subTest(octets=octets, words=words):
                self.assertEqual([(item.encode(), weight) for item, weight, *_ in
                                  core.placed(octets)], items)
                if windows:
                    self.assertEqual(fpcheck.windows(octets, words), windows)
                else:
                    self.assertRaises(fpcheck.TooShort, fpcheck.windows, octets, words)

    def test_passages(self) -> None:
        rng = random.Random(2)
        several = 0
        for _ in range(150):
            texts = [random_words(rng, 60) for _ in range(rng.randrange(6))]
            words = rng.choice((1, 2, 3, 4, 5))
            with self.subTest(texts=texts, words=words):
                found = fpcheck.passages(texts, words)
                self.assertEqual([row[:5] for row in found], oracle.rows(texts, words))
                self.assertEqual(found.too_short, [
                    i for i, text in enumerate(texts)
                    if not oracle.windows(oracle.items(text), words)])
                several += len(found) > 1
        self.assertGreater(several, 30)

    def test_cover(self) -> None:
        rng = random.Random(3)
        covered = 0
        for _ in range(150):
            one, document = random_words(rng, 16), random_words(rng, 40)
            words = rng.choice((1, 2, 3))
            with self.subTest(one=one, document=document, words=words):
                try:
                    reference = fpcheck.Reference(one, words)
                except fpcheck.TooShort:
                    self.assertFalse(oracle.windows(oracle.items(one), words))
                    continue
                cover = reference.cover(document)
                self.assertEqual(cover[1:5], oracle.cover(one, document, words))
                self.assertEqual(cover.share, cover.weight / reference.weight)
                self.assertEqual(reference.contained_in(document),
                                 oracle.contained(one, document, words) / reference.weight)
                covered += cover.weight > 0
        self.assertGreater(covered, 30)


class Places(unittest.TestCase):
    def test_items(self) -> None:
        for octets, expected, why in (
                ("half-\ntone 12 _", [(0, 10), (11, 13), (14, 15)], "a line end within a word"),
                ("第3回", [(0, 3), (3, 4), (4, 7)], "clusters"),
                ("e\u0301\u00AD x\u00ADy", [(0, 3), (6, 10)], "what is deleted, at an end"),
                ("\u1100\u1161\u11A8", [(0, 9)], "a composite comes from all its parts"),
                ("漢\u0345\u0301", [(0, 7), (3, 5)], "marks change places"),
                ("\u0140a", [(0, 2), (2, 3)], "R3.5 brings in a separator"),
                ("İI\u0307", [(0, 3)], "R3.7 deletes the dot at the end"),
                (b"\xFFab\xE2\x82c\x80", [(1, 3), (5, 6)], "ill-formed octets")):
            octets = octets if isinstance(octets, bytes) else octets.encode()
            self.assertEqual([item[2:] for item in core.placed(octets)], expected, why)

    def test_str(self) -> None:
        texts = ["Über den Wässern", "„Wir, über den WÄSSERN …“, und über den Wässern"]
        for given in (texts, [text.encode() for text in texts]):
            parts = [given[row.text][row.start:row.stop] for row in fpcheck.passages(given, 3)]
            cover = fpcheck.Reference(given[0], 3).cover(given[1])
            parts.append(given[1][cover.start:cover.stop])
            self.assertEqual([part if isinstance(part, str) else part.decode() for part in parts],
                             ["über den WÄSSERN", "über den Wässern", "über den WÄSSERN"])

    def test_what_is_no_text(self) -> None:
        found = fpcheck.passages(["a b c", None, float("nan"), bytearray(b"A B C")], 3)
        self.assertEqual((len(found), found.too_short), (1, [1, 2]))
        self.assertEqual(found[0][:2], (0, 3))
        self.assertRaises(TypeError, fpcheck.passages, "a b c")
        self.assertRaises(TypeError, fpcheck.passages, ["a", 1])

    def test_words(self) -> None:
        for words, error, reason in (
                (0, ValueError, "words 0: expected 1 to 32"),
                (-1, ValueError, "words -1: expected 1 to 32"),
                (33, ValueError, "words 33: expected 1 to 32"),
                (10 ** 30, ValueError, "expected 1 to 32"),
                (1.0, TypeError, "'float' object cannot be interpreted as an integer"),
                ("4", TypeError, "'str' object cannot be interpreted as an integer"),
                (None, TypeError, "'NoneType' object cannot be interpreted as an integer")):
            for call, text in ((fpcheck.passages, ["a"]), (fpcheck.windows, "a"),
                               (fpcheck.Reference, "a")):
                with self.subTest(call=call, words=words), self.assertRaisesRegex(error, reason):
                    call(text, words)  # type: ignore[operator]
        self.assertEqual(len(fpcheck.windows("a " * 32, 32)), 1)


if __name__ == "__main__":
    unittest.main()
