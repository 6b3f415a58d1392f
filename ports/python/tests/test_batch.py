"""Many texts at once: lists, columns of Arrow, and Arrow data that is malformed."""

from __future__ import annotations

import ctypes
import random
import unittest
from typing import Any

import fpcheck
from generator import generate

try:
    import pyarrow
except ImportError:
    pyarrow = None
try:
    import pandas
except ImportError:
    pandas = None
try:
    import polars
except ImportError:
    polars = None
try:
    import duckdb
except ImportError:
    duckdb = None

NATIVE = fpcheck.IMPLEMENTATION == "native"
TEXTS = ["Four score and seven years ago", None, "1984", "", "灯台の日誌。" * 40, "x"]


def one_by_one(texts: list[Any], scheme: fpcheck.Scheme = fpcheck.SM1) -> list[str | None]:
    found: list[str | None] = []
    for text in texts:
        try:
            found.append(None if text is None else str(scheme.sum(
                text.encode() if isinstance(text, str) else text)))
        except fpcheck.NoFeatures:
            found.append(None)
    return found


class Lists(unittest.TestCase):
    def test_as_one_by_one(self) -> None:
        rng = random.Random(3)
        texts = [generate(7, i) for i in range(60)] + [rng.randbytes(300) for _ in range(40)] + [
            b"word " * 30000, b"a", None]
        for scheme in fpcheck.SCHEMES:
            expected = one_by_one(texts, scheme)
            for threads in (0, 1, 2, 9):
                self.assertEqual(fpcheck.fingerprints(texts, scheme, threads=threads), expected)

    def test_kinds(self) -> None:
        self.assertEqual(fpcheck.fingerprints(TEXTS), one_by_one(TEXTS))
        self.assertEqual(fpcheck.fingerprints(iter([b"x", bytearray(b"x"), "x", float("nan")])),
                         [*one_by_one(["x"] * 3), None])
        self.assertEqual(fpcheck.fingerprints([]), [])

    def test_read_once(self) -> None:
        class Sized:
            """A source with a length that can be read once, as a progress bar is."""

            def __init__(self, texts: list[str]) -> None:
                self.texts, self.rest = texts, iter(texts)

            def __len__(self) -> int:
                return len(self.texts)

            def __iter__(self) -> Any:
                return self.rest

        texts = [*["one two three"] * 10, "\ud800 one", *["four five"] * 10]
        expected = fpcheck.fingerprints(texts)
        self.assertEqual(len(expected), 21)
        self.assertEqual(fpcheck.fingerprints(Sized(texts)), expected)

        def failing() -> Any:
            yield "one two"
            "\ud800".encode()

        with self.assertRaises(UnicodeEncodeError):
            fpcheck.fingerprints(failing())

    def test_sketches(self) -> None:
        for sketch in ("abcdefgh", [0] * 8, 8):
            with self.subTest(sketch=sketch), self.assertRaises(TypeError):
                fpcheck.SM1.from_sketch(sketch)  # type: ignore[arg-type]
        octets = bytearray(8)
        made = fpcheck.SM1.from_sketch(octets)
        octets[0] = 1
        self.assertEqual((made.sketch, len({made})), (bytes(8), 1))

    def test_refused(self) -> None:
        for column, error, reason in (
                ("a text", TypeError, "one text"), (b"a text", TypeError, "one text"),
                (["x", 3], TypeError, "item 1 is int"), ([1.5], TypeError, "item 0 is float"),
                (7, TypeError, "not iterable")):
            with self.subTest(column=column), self.assertRaisesRegex(error, reason):
                fpcheck.fingerprints(column)
        for threads, error, reason in ((-1, ValueError, "threads -1: expected 0 or more"),
                                       (1.0, TypeError, "'float' object cannot be interpreted")):
            with self.assertRaisesRegex(error, reason):
                fpcheck.fingerprints([], threads=threads)  # type: ignore[arg-type]
        self.assertEqual(fpcheck.fingerprints(TEXTS, threads=10 ** 30), one_by_one(TEXTS))
        with self.assertRaisesRegex(TypeError, "SM1 or lookup"):
            fpcheck.fingerprints([], "sm1")  # type: ignore[arg-type]


@unittest.skipIf(pyarrow is None, "needs pyarrow")
class Arrow(unittest.TestCase):
    def check(self, column: Any, texts: list[Any]) -> None:
        for threads in (1, 3):
            found = fpcheck.fingerprints(column, threads=threads)
            self.assertEqual(list(found), one_by_one(texts))
            if NATIVE:
                back = pyarrow.array(found)
                back.validate(full=True)
                self.assertEqual((back.type, back.to_pylist(), back.null_count),
                                 (pyarrow.large_string(), list(found), list(found).count(None)))

    def test_layouts(self) -> None:
        octets = [text and text.encode() for text in TEXTS]
        for kind in ("string", "large_string", "string_view"):
            self.check(pyarrow.array(TEXTS, getattr(pyarrow, kind)()), TEXTS)
        for kind in ("binary", "large_binary", "binary_view"):
            self.check(pyarrow.array(octets, getattr(pyarrow, kind)()), TEXTS)
        self.check(pyarrow.array([None, None]), [None, None])
        self.check(pyarrow.array([], "string"), [])

    def test_slices(self) -> None:
        many = TEXTS * 9
        for kind in ("string", "string_view"):
            array = pyarrow.array(many, getattr(pyarrow, kind)())
            for start, end in ((0, 0), (1, 9), (7, 54), (53, 54)):
                self.check(array[start:end], many[start:end])
        parts = pyarrow.chunked_array([TEXTS, [], TEXTS[2:]], "string")
        self.check(parts, TEXTS + TEXTS[2:])
        self.check(pyarrow.chunked_array([], "string"), [])

    @unittest.skipUnless(NATIVE, "the pure implementation reads lists")
    def test_tables(self) -> None:
        many = TEXTS * 3
        table = pyarrow.table({"text": many})
        self.check(table, many)
        self.check(pyarrow.StructArray.from_arrays([pyarrow.array(many)], ["text"])[3:11],
                   many[3:11])
        for column, reason in ((pyarrow.table({"a": [1], "b": [2]}), "2 columns"),
                               (pyarrow.array([1]), "format"),
                               (pyarrow.array(["a"]).dictionary_encode(), "dictionary")):
            with self.assertRaisesRegex(TypeError, reason):
                fpcheck.fingerprints(column)

    @unittest.skipUnless(NATIVE, "the pure implementation reads lists")
    def test_sequence(self) -> None:
        found = fpcheck.fingerprints(pyarrow.array(TEXTS))
        plain = one_by_one(TEXTS)
        self.assertIsInstance(found, fpcheck.Fingerprints)
        self.assertEqual((found, len(found), found[0], found[-1], found[1:3], found.count(None)),
                         (plain, len(plain), plain[0], plain[-1], plain[1:3], plain.count(None)))
        for at in (len(plain), -len(plain) - 1):
            with self.assertRaises(IndexError):
                found[at]
        for asked, given in (("string", "string"), ("large_string", "large_string"),
                             ("binary", "binary"), ("large_binary", "large_binary"),
                             ("string_view", "string_view"), ("int8", "large_string")):
            schema, array = found.__arrow_c_array__(
                getattr(pyarrow, asked)().__arrow_c_schema__())
            back = pyarrow.Array._import_from_c_capsule(schema, array)
            back.validate(full=True)
            self.assertEqual((back.type, back.cast("string").to_pylist()),
                             (getattr(pyarrow, given)(), plain), asked)
        self.assertEqual(pyarrow.array(found, "string").to_pylist(), plain)
        self.assertRaises(TypeError, found.__arrow_c_array__, "string")
        schema, array = found.__arrow_c_array__()
        self.assertRaises(ValueError, found.__arrow_c_array__, array)
        capsules = found.__arrow_c_array__()
        del found, capsules  # given, and not taken

    @unittest.skipUnless(NATIVE, "the pure implementation reads lists")
    def test_malformed(self) -> None:
        for kind, offsets in (("string", (0, 3, 1)),
                              ("large_string", (0, 1 << 40, 2))):
            code = ctypes.c_int32 if kind == "string" else ctypes.c_int64
            array = pyarrow.Array.from_buffers(getattr(pyarrow, kind)(), 2, [
                None, pyarrow.py_buffer(bytes((code * 3)(*offsets))), pyarrow.py_buffer(b"abc")])
            with self.subTest(offsets=offsets), self.assertRaisesRegex(ValueError, "offsets"):
                fpcheck.fingerprints(array)
        for view in ((13, 0, 1, 0), (13, 0, 0, 90), (-1, 0, 0, 0), (13, 0, -1, 0)):
            array = pyarrow.Array.from_buffers(pyarrow.string_view(), 1, [
                None, pyarrow.py_buffer(bytes((ctypes.c_int32 * 4)(*view))),
                pyarrow.py_buffer(bytes(100))])
            with self.subTest(view=view), self.assertRaisesRegex(ValueError, "malformed"):
                fpcheck.fingerprints(array)


class Libraries(unittest.TestCase):
    @unittest.skipIf(pandas is None, "needs pandas")
    def test_pandas(self) -> None:
        frame = pandas.DataFrame({"text": TEXTS})
        frame["fingerprint"] = fpcheck.fingerprints(frame["text"])
        found = frame["fingerprint"].astype(object)
        self.assertEqual(found.where(found.notna(), None).tolist(), one_by_one(TEXTS))
        for texts, kinds in ((TEXTS, ("object", "string")),
                             (["lone \ud800 one", None, "pair \ud835\udc9e"],
                              ("object", pandas.StringDtype("python")))):
            for kind in kinds:
                with self.subTest(texts=texts, kind=kind):
                    self.assertEqual(list(fpcheck.fingerprints(pandas.Series(texts, dtype=kind))),
                                     fpcheck.fingerprints(texts))
        self.assertEqual(fpcheck.fingerprints(["x", pandas.NA]), one_by_one(["x", None]))
        self.assertEqual(fpcheck.passages(["x", pandas.NA], 1).too_short, [1])
        if not NATIVE:  # which reads a table of one column
            with self.assertRaisesRegex(TypeError, "a table"):
                fpcheck.fingerprints(frame)

    @unittest.skipIf(polars is None, "needs Polars")
    def test_polars(self) -> None:
        frame = polars.DataFrame({"text": TEXTS})
        frame = frame.with_columns(polars.col("text").map_batches(
            lambda column: polars.Series(fpcheck.fingerprints(column), dtype=polars.String),
            return_dtype=polars.String).alias("fingerprint"))
        self.assertEqual(frame["fingerprint"].to_list(), one_by_one(TEXTS))

    @unittest.skipIf(duckdb is None or pyarrow is None, "needs DuckDB and pyarrow")
    def test_duckdb(self) -> None:
        connection = duckdb.connect()
        connection.create_function(
            "fingerprint", lambda texts: pyarrow.array(fpcheck.fingerprints(texts)),
            ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")
        connection.execute("CREATE TABLE t AS SELECT unnest(?::VARCHAR[]) AS text", [TEXTS])
        rows = connection.execute("SELECT fingerprint(text) FROM t").fetchall()
        self.assertEqual([row[0] for row in rows], one_by_one(TEXTS))


if __name__ == "__main__":
    unittest.main()
