"""Chapter 13, beside its vectors."""

from __future__ import annotations

import itertools
import random
import unittest
from collections.abc import Iterator
from unittest import mock

import fpcheck
from fpcheck import clusters
from fpcheck._sketch import differing
from fpcheck.clusters import Document, Row, Settings
from helpers import pure_alone

CHAIN = 20_000


def simhash(value: int) -> fpcheck.Fingerprint:
    return fpcheck.SM1.from_sketch(value.to_bytes(8, "big"))


def crowd(rng: random.Random, scheme: fpcheck.Scheme, count: int) -> list[Document]:
    """Documents of which many are near some others, and some are copies."""
    sketches = [bytes(128 if scheme.minhash else 8)]
    documents = []
    for i in range(count):
        sketch = bytearray(rng.choice(sketches))
        for _ in range(rng.randrange(5) * rng.randrange(8 if scheme.minhash else 2)):
            sketch[rng.randrange(len(sketch))] ^= rng.randrange(1, 256) & rng.randrange(1, 256)
        sketches.append(bytes(sketch))
        documents.append(Document(bytes([i]), rng.randrange(5), scheme.from_sketch(sketches[-1])))
    return documents


def plainly(documents: list[Document], settings: Settings) -> list[Row]:
    """The rules as they stand, looking at all documents again and again."""
    order = sorted(documents, key=lambda document: (-document.weight, document.id))
    width = min(document.fingerprint.width for document in documents)
    prints = {document.id: document.fingerprint.truncate(width) if width else document.fingerprint
              for document in order}
    first = {prints[document.id]: document.id for document in reversed(order)}
    firsts = [document.id for document in order if first[prints[document.id]] == document.id]

    def similarity(one: bytes, other: bytes) -> float:
        return prints[one].similarity(prints[other])

    pairs = set(itertools.combinations(firsts, 2))
    if width:
        pairs = set()
        wide = settings.rows * width
        digits = {id: "".join(f"{octet:08b}" for octet in prints[id].sketch) for id in firsts}
        for start in range(0, settings.bands * wide, wide):
            for id in firsts:
                bucket = [other for other in firsts
                          if digits[other][start:start + wide] == digits[id][start:start + wide]]
                groups = [bucket]
                if len(bucket) > settings.most:
                    for slot in range(0, 128 * width, width):
                        values = [digits[other][slot:slot + width] for other in bucket]
                        common = max(sorted(values), key=values.count)
                        groups += [[other for other, own in zip(bucket, values) if own == value]
                                   for value in set(values) - {common}]
                pairs.update(pair for group in groups for pair in itertools.combinations(group, 2)
                             if len(group) <= settings.most or pair[0] == group[0])
    links = {pair for pair in pairs if similarity(*pair) >= settings.threshold}
    links |= {(other, one) for one, other in links}

    found: dict[bytes, bytes] = {}
    for representative in firsts:
        if representative in found:
            continue
        members = {representative}
        while True:
            joining = {id for id in firsts if id not in found and id not in members
                       and any((id, member) in links for member in members)
                       and similarity(id, representative) >= settings.floor}
            if not joining:
                break
            members |= joining
        found.update((member, representative) for member in members)
    return [Row(document.id, found[first[prints[document.id]]],
                similarity(document.id, found[first[prints[document.id]]]))
            for document in documents]


@pure_alone
class Clusters(unittest.TestCase):
    def test_plainly(self) -> None:
        rng = random.Random(13)
        for scheme, bits, bands, rows, most in (
                (fpcheck.SM1, 0, 32, 4, 9), (fpcheck.MH1, 8, 32, 4, 1), (fpcheck.MH1, 8, 32, 4, 5),
                (fpcheck.MW1, 8, 9, 7, 99), (fpcheck.MH1, 4, 25, 5, 4), (fpcheck.MH1, 2, 18, 7, 99),
                (fpcheck.MW1, 1, 9, 13, 4)):
            for floor in (0, 0.6, 0.75, 0.9):
                documents = crowd(rng, scheme, 35)
                if bits:
                    documents[0] = Document(b"", 2, documents[0].fingerprint.truncate(bits))
                settings = Settings(0.75, floor, bands, rows, most)
                with self.subTest(scheme=scheme, bits=bits, most=most, floor=floor):
                    found = clusters.cluster(documents, settings)
                    self.assertEqual(found, plainly(documents, settings))
                    self.assertLess(len({row.cluster for row in found}), len(documents))

    def test_any_order(self) -> None:
        rng = random.Random(14)
        for scheme in fpcheck.SCHEMES:
            documents = crowd(rng, scheme, 100)
            settings = Settings(0.7, 0.6, 32, 4, 3)
            rows = set(clusters.cluster(documents, settings))
            for _ in range(5):
                rng.shuffle(documents)
                again = clusters.cluster(iter(documents), settings)
                self.assertEqual([row.id for row in again], [document.id for document in documents])
                self.assertEqual(set(again), rows)

    def test_chain(self) -> None:
        """Each document is near the next: that makes neither one cluster nor much work."""
        rng = random.Random(15)
        bands, rows = 8, 16
        sketch = bytearray(rng.randbytes(128))
        documents = []
        for i in range(CHAIN):
            start = i % bands * rows
            sketch[start:start + rows] = bytes([(octet + rng.randrange(1, 256)) % 256
                                                for octet in sketch[start:start + rows]])
            documents.append(Document(b"%d" % i, CHAIN - i, fpcheck.MH1.from_sketch(bytes(sketch))))
        place = {document.id: i for i, document in enumerate(documents)}
        rng.shuffle(documents)
        for floor, size in ((None, 2), (0, CHAIN)):
            settings = Settings(0.8, floor, bands, rows, 1000)
            compared = itertools.count()

            def counting(*args: int, compared: Iterator[int] = compared) -> int:
                next(compared)
                return differing(*args)

            with mock.patch.object(clusters, "differing", counting):
                found = clusters.cluster(documents, settings)
            self.assertTrue(CHAIN < next(compared) < 10 * CHAIN)
            for row in found:
                self.assertEqual(place[row.cluster], place[row.id] // size * size)

    def test_floor(self) -> None:
        documents = [Document(b"%d" % i, 3 - i, simhash(value))
                     for i, value in enumerate((0, 7, 63))]
        for settings, expected in (
                (Settings(61 / 64), [(b"0", 1), (b"0", 61 / 64), (b"2", 1)]),
                (Settings(61 / 64, 0), [(b"0", 1), (b"0", 61 / 64), (b"0", 58 / 64)])):
            rows = clusters.cluster(documents, settings)
            self.assertEqual([(row.cluster, row.similarity) for row in rows], expected)

    def test_refused(self) -> None:
        fingerprint = simhash(0)
        for weight in (-1, 1 << 53):
            self.assertRaises(ValueError, Document, b"", weight, fingerprint)
        for wrong in ((-0.1,), (1.1,), (float("nan"),), (0.5, 2), (0.5, 0.5, 32),
                      (0.5, 0.5, 0, 4, 9), (0.5, 0.5, 32, 5, 9), (0.5, 0.5, 32, 4, 0)):
            self.assertRaises(ValueError, Settings, *wrong)
        for bands, rows in ((0, 1), (1, 0), (-1, -1), (2, 65)):
            self.assertRaises(ValueError, clusters.keys, bytes(128), bands, rows)
        self.assertRaises(ValueError, clusters.keys, bytes(8), 1, 1)
        one, settings = Document(b"a", 0, fingerprint), Settings(0.9)
        self.assertRaises(ValueError, clusters.cluster, [one, one], settings)
        for other in (fingerprint.with_profile("main"), fpcheck.SD1.from_sketch(bytes(8))):
            with self.assertRaises(fpcheck.NotComparable):
                clusters.cluster([one, Document(b"b", 0, other)], settings)
        with self.assertRaises(ValueError):  # a MinHash without bands
            clusters.cluster([Document(b"a", 0, fpcheck.MH1.from_sketch(bytes(128)))], settings)
        self.assertEqual(clusters.cluster([], settings), [])


if __name__ == "__main__":
    unittest.main()
