"""Indexes: the vectors of level index, and the manners of the class."""

from __future__ import annotations

import copy
import os
import pickle
import tempfile
import unittest
from pathlib import Path
from typing import Any

import yaml

import fpcheck
from fpcheck import service
from fpcheck.index import DamagedIndex, Deduplicator, Index
from vectors import VECTORS, octets


def content(vector: Any) -> bytes:
    """The file of a vector, as vectors/index/README.md says."""
    data = bytearray((VECTORS / "index" / vector["file"]).read_bytes()[:vector.get("length")])
    for patch in vector.get("patches", ()):
        new = bytes.fromhex(patch["hex"])
        data[patch["at"]:patch["at"] + len(new)] = new
    return bytes(data) + bytes.fromhex(vector.get("append", ""))


class Vectors(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "vector.fpx")

    def search(self, index: Index, vector: Any) -> None:
        for search in vector["searches"]:
            query = fpcheck.Fingerprint.parse(search["query"])
            limits = {key: search[key] for key in ("distance", "similarity", "most")
                      if key in search}
            if "outcome" in search:
                with self.assertRaises(fpcheck.NotComparable):
                    index.search(query, **limits)
                continue
            rows = [(row["id"], row["distance"], row["similarity"]) for row in search["rows"]]
            self.assertEqual(index.search(query, **limits),
                             [(octets(id).decode("utf-8", "surrogateescape"), distance, similarity)
                              for id, distance, similarity in rows], search["query"])

    def test_vectors(self) -> None:
        vectors = yaml.safe_load((VECTORS / "index" / "index.yaml").read_bytes())["vectors"]
        self.assertGreater(len(vectors), 90)
        for vector in vectors:
            with self.subTest(id=vector["id"]):
                self.path.write_bytes(content(vector))
                if vector["outcome"] != "ok":
                    with self.assertRaises(DamagedIndex) as caught:
                        Index.open(self.path)
                    self.assertEqual(caught.exception.reason, vector["outcome"])
                    continue
                with Index.open(self.path) as index:
                    self.assertEqual(len(index), vector["documents"])
                    if vector["sound"]:
                        index.verify()
                    else:
                        self.assertRaises(DamagedIndex, index.verify)
                    self.search(index, vector)
                if vector["searches"]:
                    loaded = Index.load(self.path)
                    self.search(loaded, vector)
                    loaded.save(self.path)
                    with Index.open(self.path) as index:
                        self.search(index, vector)


def simhash(value: int) -> fpcheck.Fingerprint:
    return fpcheck.Fingerprint("sm1", value.to_bytes(8, "big"))


class Manners(unittest.TestCase):
    def test_documents(self) -> None:
        index = Index("sm1")
        self.assertTrue(index.is_empty())
        index.insert("a", simhash(0))
        index.insert(b"\xff", simhash(1))
        with self.assertRaises(ValueError):
            index.insert("a", simhash(2))
        index.add("a", simhash(7))
        self.assertEqual(index.query(simhash(0)), ["\udcff", "a"])
        self.assertEqual(list(index), ["a", "\udcff"])
        self.assertEqual(index["a"], simhash(7))
        self.assertIn(b"\xff", index)
        self.assertNotIn(5, index)
        index.remove(b"\xff")
        with self.assertRaises(KeyError):
            index.remove(b"\xff")
        with self.assertRaises(KeyError):
            index["b"]
        with self.assertRaises(TypeError):
            index.add(5, simhash(0))  # type: ignore[arg-type]
        self.assertEqual(len(index), 1)

    def test_octets_as_ids(self) -> None:
        for id in (b"a", bytearray(b"a"), memoryview(b"a")):
            with self.subTest(id=id):
                index = Index("sm1")
                index.insert(id, simhash(0))
                self.assertIn(id, index)
                with self.assertRaises(ValueError):
                    index.insert(id, simhash(1))

    def test_closed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.fpx")
            with Index("sm1") as index:
                index.add("a", simhash(0))
                index.save(path)
            before = path.read_bytes()
            for closed in (index, Index.open(path), Index.load(path)):
                closed.close()
                closed.close()
                self.assertIn("closed", repr(closed))
                for use in (
                        lambda closed: closed.save(path), lambda closed: closed.search(simhash(0)),
                        lambda closed: closed.add("b", simhash(1)), Index.verify, len, list,
                        lambda closed: list(closed.pairs()), lambda closed: "a" in closed,
                        pickle.dumps):
                    with self.assertRaisesRegex(ValueError, "closed"):
                        use(closed)
            self.assertEqual(path.read_bytes(), before)

    def test_paths(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.fpx")
            for use in (Index("sm1").save, Index.open, Index.load):
                with self.assertRaisesRegex(ValueError, "null"):
                    use(path + "\0.bak")
            self.assertEqual(os.listdir(folder), [])
            if os.name != "nt":  # what lies where the file is made is no way to another file
                victim = Path(folder, "victim")
                victim.write_text("kept")
                os.symlink(victim, path + ".part")
                Index("sm1").save(path)
                self.assertEqual(victim.read_text(), "kept")
                self.assertFalse(os.path.islink(path))
                self.assertEqual(sorted(os.listdir(folder)), ["a.fpx", "victim"])

    def test_errors_pickle(self) -> None:
        for error in (DamagedIndex("version", "another version"),
                      service.Problem(404, {"title": "no such index", "detail": "x"})):
            twin = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(twin), str(twin), vars(twin)),
                             (type(error), str(error), vars(error)))

    def test_options(self) -> None:
        for scheme, options, reason in (
                ("sm2", {}, "no such scheme"),
                ("sm1", {"bits": 4}, "a SimHash has no slots"),
                ("sm1", {"recall": 0.9}, "a SimHash is found always"),
                ("mh1", {"recall": 2}, "more than all"),
                ("mh1", {"recall": float("nan")}, "no number"),
                ("sm1", {"similarity": 0.8}, "a SimHash has a distance"),
                ("sm1", {"distance": 65}, "64 bits"),
                ("mh1", {"distance": 3}, "a MinHash has a similarity"),
                ("mh1", {"bands": 3}, "bands without rows"),
                ("mh1", {"bands": 65, "rows": 2}, "130 slots"),
                ("mh1", {"bits": 3}, "3 bits in a slot"),
                ("mh1", {"similarity": float("nan")}, "not a number"),
                ("sm1", {"profile": "Main"}, "a capital")):
            with self.subTest(reason), self.assertRaises(ValueError):
                Index(scheme, **options)  # type: ignore[arg-type]

    def test_read_only(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.fpx")
            index = Index("mh1", similarity=0.5)
            index.save(path)
            with Index.open(path) as opened, self.assertRaises(ValueError):
                opened.add("a", fpcheck.MH1.sum(b"a b c d"))
            self.assertEqual(os.listdir(folder), ["x.fpx"])
            with self.assertRaises(FileNotFoundError):
                Index.open(path + "x")

    def test_copies_are_their_own(self) -> None:
        for scheme, options, prints in (
                ("sm1", {"distance": 8}, [simhash(0), simhash(15), simhash(255)]),
                ("mh1", {"similarity": 0.5, "bits": 4},
                 [fpcheck.MH1.sum(text) for text in ("a b c d", "b c d e", "one two three")])):
            index = Index(scheme, **options)  # type: ignore[arg-type]
            index.update([("a", prints[0]), (b"\xff", prints[1])])
            deduplicator = Deduplicator(scheme, **options)
            deduplicator.add("a", prints[0])
            for make in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
                twin = make(index)
                twin.add("c", prints[2])
                self.assertEqual((len(index), len(twin)), (2, 3))
                self.assertEqual(list(index.items()), [*twin.items()][:1] + [*twin.items()][2:])
                self.assertEqual(twin.search(prints[0])[:1], index.search(prints[0])[:1])
                self.assertEqual((twin.distance, twin.similarity, twin.bands, twin.bits),
                                 (index.distance, index.similarity, index.bands, index.bits))
                other = make(deduplicator)
                other.clear()
                self.assertEqual((len(deduplicator), len(other)), (1, 0))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.fpx")
            index.save(path)
            with Index.open(path) as opened:
                for make in (copy.copy, pickle.dumps):
                    with self.assertRaisesRegex(TypeError, "Index.load"):
                        make(opened)

    def test_wrong_types(self) -> None:
        index, deduplicator = Index("sm1"), Deduplicator("sm1")
        string: Any = str(simhash(0))
        for call in (lambda: index.add("a", string), lambda: index.insert("a", string),
                     lambda: index.query(string), lambda: index.search(string, distance=5),
                     lambda: deduplicator.add("a", string),
                     lambda: deduplicator.get_duplicates(None)):  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, "expected a Fingerprint, not (str|NoneType)"):
                call()

    def test_numbers(self) -> None:
        index = Index("sm1")
        index.add("a", simhash(0))
        calls = (lambda most: index.search(simhash(0), most=most),
                 lambda most: list(index.pairs(most=most)),
                 lambda most: list(index.groups(most=most)))
        for call in calls:
            for most, error, reason in ((-1, ValueError, "most -1: expected 0 or more"),
                                        (1.5, TypeError, "'float' object cannot be interpreted"),
                                        ("1", TypeError, "'str' object cannot be interpreted")):
                with self.subTest(most=most), self.assertRaisesRegex(error, reason):
                    call(most)
            self.assertEqual(call(10 ** 30), call(None))
        self.assertEqual(index.search(simhash(0), most=0), [])
        for wrong in (lambda: index.search(simhash(0), distance=1.0),
                      lambda: Index("sm1", distance=1.0), lambda: Index("mh1", bits=8.0),
                      lambda: Index("mh1", bands=2.0, rows=2)):
            self.assertRaisesRegex(TypeError, "'float' object", wrong)

    def test_deduplicator(self) -> None:
        deduplicator = Deduplicator("sm1", distance=2)
        kept = [id for id, _ in deduplicator.unique(
            [("a", simhash(0)), ("b", simhash(3)), ("c", simhash(15)), ("a", simhash(255))])]
        self.assertEqual(kept, ["a", "c"])
        self.assertTrue(deduplicator.is_duplicate("d", simhash(1)))
        self.assertTrue(deduplicator.remove("a"))
        self.assertFalse(deduplicator.remove("a"))
        self.assertFalse(deduplicator.is_duplicate("d", simhash(1)))
        self.assertEqual(len(deduplicator), 1)
        added = deduplicator.add_pairs([("e", simhash(0)), ("f", simhash(0))])
        self.assertEqual(added, [True, False])
        deduplicator.clear()
        self.assertTrue(deduplicator.is_empty())


if __name__ == "__main__":
    unittest.main()
