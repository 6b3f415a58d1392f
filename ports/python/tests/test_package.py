"""The package: docstrings, README, the command."""

from __future__ import annotations

import contextlib
import copy
import doctest
import importlib
import io
import os
import pickle
import pkgutil
import re
import subprocess
import sys
import tempfile
import unittest
from array import array
from pathlib import Path
from unittest import mock

import fpcheck
import typed
from fpcheck import markup, textdigest, texts
from fpcheck.__main__ import main

try:
    import tomllib
except ImportError:  # before Python 3.11
    import pip._vendor.tomli as tomllib

PORT = Path(__file__).resolve().parent.parent


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite,
               pattern: str) -> unittest.TestSuite:
    for module in pkgutil.iter_modules(fpcheck.__path__):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"fpcheck.{module.name}")))
    tests.addTests(doctest.DocTestSuite(fpcheck))
    tests.addTests(doctest.DocFileSuite(str(PORT / "README.md"), module_relative=False))
    return tests


class Command(unittest.TestCase):
    def run_main(self, *args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), \
                mock.patch("sys.stdin", mock.Mock(buffer=io.BytesIO(stdin))):
            try:
                code = main(args)
            except SystemExit as end:
                code = int(end.code or 0)
        return code, out.getvalue(), err.getvalue()

    def test_fingerprint(self) -> None:
        text = b"Four score and seven years ago"
        self.assertEqual(self.run_main("fingerprint", stdin=text),
                         (0, "sm1:gdtyibregjiaa  -\n", ""))
        with tempfile.TemporaryDirectory() as folder:
            good, bad = Path(folder, "good"), Path(folder, "bad")
            good.write_bytes(text)
            bad.write_bytes(b"1984")
            code, out, err = self.run_main(
                "fingerprint", "--scheme", "mh1", str(good), str(bad), str(bad) + "x")
            self.assertEqual((code, out), (1, f"{fpcheck.MH1.sum(text)}  {good}\n"))
            self.assertEqual(len(err.splitlines()), 2)
            self.assertEqual(self.run_main("compare", str(good), "sm1:eg2sgwj4cbqiu"),
                             (0, "distance 25, similarity 0.609375\n", ""))
            code, out, err = self.run_main("stages", str(good))
            self.assertEqual((code, err), (0, ""))
            self.assertTrue(out.endswith("sm1:gdtyibregjiaa\n"))

    def test_errors(self) -> None:
        for args in (("compare", "sm1:eg2sgwj4cbqiu", "sd1:arzqpmpmlbbaa"),
                     ("compare", "no such file", "sm1:eg2sgwj4cbqiu"), ("stages", "-")):
            code, out, err = self.run_main(*args)
            self.assertEqual(code, 1, args)
            self.assertTrue(err.startswith("fpcheck: "), args)
        self.assertEqual(self.run_main("dance")[0], 2)

    def test_version(self) -> None:
        self.assertEqual(self.run_main("--version")[1], f"fpcheck {fpcheck.__version__} (Python)\n")

    def test_encodings(self) -> None:
        latin = b"caf\xe9 au lait and more"
        text = str(fpcheck.SM1.sum("café au lait and more"))
        for args, stdin, expected in (
                ((), latin, "-: not utf-8 at octet 3"),
                (("--encoding", "latin1"), latin, text),
                (("--encoding", "windows-1252"), latin, text),
                (("--encoding", "utf-16-le"), latin.decode("latin1").encode("utf-16-le"), text),
                (("--encoding", "utf-16-le"), b"a\0b", "not utf-16-le at octet 2"),
                (("--encoding", "ascii"), b"a" * (3 << 19) + b"\xe9", "octet 1572864"),
                ((), b"a" * ((1 << 20) - 1) + "é".encode() + b"\xff", "octet 1048577"),
                ((), b"a" * ((1 << 20) - 1) + b"\xc3", "octet 1048575"),
                (("--encoding", "utf-16"), "caf\xe9 au lait and more".encode("utf-16"), text),
                (("--encoding", "utf-16"), latin, "-: not utf-16: UTF-16 stream does not start"),
                (("--encoding", "utf-16"), b"a", "-: not utf-16 at octet 0"),
                (("--encoding", "undefined"), latin, "unknown encoding 'undefined'"),
                (("--encoding", "rot13"), latin, "unknown encoding 'rot13'"),
                (("--encoding", "none"), latin, "unknown encoding 'none'")):
            with self.subTest(args=args):
                code, out, err = self.run_main("fingerprint", *args, stdin=stdin)
                self.assertIn(expected, err or out)
                self.assertEqual((code != 0, bool(out)), (expected != text, expected == text))
        self.assertEqual(self.run_main("stages", "-", stdin=latin)[0], 1)
        with tempfile.TemporaryDirectory() as folder:
            bad, good = Path(folder, "bad"), Path(folder, "good")
            bad.write_bytes(latin)
            good.write_text("caf\u00e9 au lait and more", "utf-16")
            code, out, err = self.run_main(
                "fingerprint", "--encoding", "utf-16", str(bad), str(good))
            self.assertEqual((code, out), (1, f"{text}  {good}\n"))
            self.assertEqual(len(err.splitlines()), 1)
        self.assertIn("https://github.com/lsh-interop/fpcheck", self.run_main("--help")[1])

    def test_links(self) -> None:  # relative ones lead nowhere on the page of a registry
        self.assertEqual(re.findall(r"\]\((?!https://)[^)]*", (PORT / "README.md").read_text()), [])

    def test_no_script(self) -> None:  # one of its name would hide the reference's command
        self.assertNotIn("scripts", tomllib.loads((PORT / "pyproject.toml").read_text())["project"])

    def test_module(self) -> None:
        run = subprocess.run([sys.executable, "-m", "fpcheck", "fingerprint"], check=True,
                             input=b"Four score and seven years ago", capture_output=True)
        self.assertEqual(run.stdout.split(), [b"sm1:gdtyibregjiaa", b"-"])


class Implementation(unittest.TestCase):
    def run_python(self, program: str, **environment: str) -> tuple[str, str]:
        run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True,
                             text=True, env={**os.environ, "FPCHECK_PURE": "", **environment})
        return run.stdout, run.stderr

    def test_fallback_warns_once_and_says_why(self) -> None:
        hidden = "import sys; sys.modules['fpcheck._native'] = None\n"
        out, err = self.run_python(hidden + "import fpcheck\nprint(fpcheck.IMPLEMENTATION)\n"
                                   "import fpcheck.clusters, fpcheck.index")
        self.assertEqual(out, "pure\n")
        self.assertEqual(err.count("RuntimeWarning"), 1)
        self.assertRegex(err, "^<string>:2: RuntimeWarning: .*_native.*FPCHECK_PURE=1")

    def test_chosen_is_silent(self) -> None:
        self.assertEqual(self.run_python("import fpcheck; print(fpcheck.IMPLEMENTATION)",
                                         FPCHECK_PURE="1"), ("pure\n", ""))


class Markup(unittest.TestCase):
    def test_charset(self) -> None:
        self.assertEqual(markup.html(b"<p>\xE9", "utf-8\0"), ("\xE9", "windows-1252"))

        for read in (markup.html, markup.xml, markup.main_text):
            for given in (5, b"utf-8", 0, b""):
                with self.subTest(given=given), self.assertRaisesRegex(
                        TypeError, "a charset is a str such as 'windows-1252', not (int|bytes)"):
                    read(b"<p>x</p>", given)  # type: ignore[arg-type]

    def test_deep(self) -> None:
        for element in (b"<b>a", b"<div>a", b"<hr><span>a"):  # in html and body
            self.assertEqual(markup.html(element * 510).text.replace("\n", ""), "a" * 510)
            self.assertRaises(fpcheck.MalformedDocument, markup.html, element * 511)
        self.assertEqual(markup.html(b"<p>a<svg>" + b"<g>b" * 508).text, "a")
        self.assertRaises(fpcheck.MalformedDocument, markup.html, b"<p>a<svg>" + b"<g>b" * 509)
        self.assertEqual(markup.xml(b"<b>" * 500 + b"a" + b"</b>" * 500).text, "a")

    def test_octets(self) -> None:
        for octets in (b"<p>a</p>", bytearray(b"<p>a</p>"), memoryview(b"<p>a</p>")):
            self.assertEqual(markup.html(octets), ("a", "utf-8"))
            self.assertEqual(markup.xml(octets), ("a", "utf-8"))

    def test_documents_are_octets(self) -> None:
        """A str would be read as UTF-8 and then by the encoding that it declares."""
        for read in (markup.html, markup.xml, markup.main_text):
            for given, reason in (
                    ("<meta charset=iso-8859-1><p>Gr\u00fc\u00dfe", "bytes, not str: encode it"),
                    ("", "bytes, not str"),
                    (None, "bytes, not NoneType"),
                    (array("H", [1]), "bytes, not items of 2 octets")):
                with self.subTest(given=given), self.assertRaisesRegex(
                        TypeError, f"a document of markup is {reason}"):
                    read(given)  # type: ignore[arg-type]

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "native", "the native core reads HTML itself")
    def test_without_selectolax(self) -> None:
        with mock.patch.dict(sys.modules, {"selectolax.lexbor": None}):
            self.assertRaisesRegex(ImportError, r"fpcheck\[html\]", markup.html, b"a")
            self.assertEqual(markup.xml(b"<a>b</a>").text, "b")

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "pure", "of the native core alone")
    def test_main(self) -> None:
        line = "The committee met, and heard three reports about the harbour. Two asked for more."
        page = f"<nav>a</nav><h1>b</h1><article><p>{line}<p>{line}</article><footer>c</footer>"
        self.assertEqual(markup.main_text(page.encode()), (f"{line}\n{line}", "utf-8"))
        self.assertEqual(markup.main_text(bytearray(b"<p>\xE9"), " Latin1"),
                         ("\u00E9", "windows-1252"))
        self.assertEqual(markup.main_text(b"", "\uD800"), ("", "utf-8"))
        self.assertRaises(fpcheck.MalformedDocument, markup.main_text, b"<b>a" * 511)

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "native", "the native core has it")
    def test_main_pure(self) -> None:
        self.assertRaisesRegex(ImportError, "native core", markup.main_text, b"a")

    def test_refused(self) -> None:
        for octets in (b"", b"a", b"<a>", b"<a></b>", b"<a/><b/>", b"<a>&x;</a>", b"<a b></a>",
                       b"<!DOCTYPE a", b"<!DOCTYPE a [<!ENTITY b", b"<a><!-- </a>"):
            with self.assertRaisesRegex(fpcheck.MalformedDocument,
                    "^(character|octet) [0-9]+.*: "):
                markup.xml(octets)


class Names(unittest.TestCase):
    def test_all(self) -> None:
        self.assertEqual(sorted(fpcheck.__all__), sorted(set(fpcheck.__all__)))
        for name in fpcheck.__all__:
            value = getattr(fpcheck, name)
            self.assertTrue(value.__doc__, name)

    def test_fingerprint(self) -> None:
        one = fpcheck.MH1.sum(b"a rose is a rose")
        self.assertEqual(fpcheck.Fingerprint.parse(str(one)), one)
        self.assertEqual(len({one, one.truncate(8), one.with_profile("main")}), 2)
        self.assertEqual((one.width, one.truncate(4).width, one.truncate(4).name),
                         (8, 4, "mh1b4"))
        self.assertRaises(ValueError, one.truncate(4).truncate, 8)
        self.assertRaises(ValueError, one.with_profile, "Main")
        self.assertRaises(ValueError, fpcheck.SM1.sum(b"a rose").truncate, 4)
        self.assertRaises(ValueError, fpcheck.SM1.from_minima, fpcheck.Minima("mh1", [1]))
        self.assertRaises(ValueError, fpcheck.SM1.from_sketch, bytes(7))
        self.assertRaises(fpcheck.NoFeatures, fpcheck.MH1.from_minima, fpcheck.Minima("mh1"))
        for error in (fpcheck.NoFeatures, fpcheck.MalformedFingerprint, fpcheck.NotComparable,
                      fpcheck.MalformedDocument):
            self.assertTrue(issubclass(error, ValueError))

    def test_stages(self) -> None:
        stages = fpcheck.SM1.stages("Light-\nhouse 灯台".encode())
        self.assertEqual(stages.tokens, ["lighthouse", "灯台"])
        self.assertEqual([(feature.octets.decode(), feature.weight) for feature in stages.features],
                         [("lighthouse", 1), ("灯台", 1), ("灯", 2), ("台", 2)])
        same = fpcheck.MW1.stages(b"x x x x x").features
        self.assertEqual([(feature.octets, feature.weight) for feature in same], [(b"x x x", 3)])


class Idioms(unittest.TestCase):
    """What users of Python packages expect."""

    def twins(self, value: object) -> list[object]:
        return [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)] + [
            copy.copy(value), copy.deepcopy(value)]

    def test_schemes_are_themselves(self) -> None:
        for scheme in fpcheck.SCHEMES:
            for twin in self.twins(scheme):
                self.assertIs(twin, scheme)

    def test_values(self) -> None:
        one = fpcheck.MH1.sum("a rose is a rose")
        form = fpcheck.Minima("mw1", [1, 2])
        for value in (one, one.truncate(2), form, fpcheck.SM1.stages("a rose")):
            for twin in self.twins(value):
                self.assertEqual(twin, value)
        other = copy.copy(form)
        other.add(3)
        self.assertNotEqual(other, form)
        for value in (one, one.truncate(1), one.with_profile("main"), fpcheck.SM1.sum("a rose")):
            self.assertEqual(eval(repr(value), {"Fingerprint": fpcheck.Fingerprint}), value)

    def test_hashers(self) -> None:
        for scheme in fpcheck.SCHEMES:
            hasher = scheme.new()
            hasher.update("alpha beta gamma del")
            for twin in (hasher.copy(), copy.copy(hasher), copy.deepcopy(hasher)):
                twin.update("ta epsilon zeta")
                self.assertEqual(twin.fingerprint(),
                                 scheme.sum("alpha beta gamma delta epsilon zeta"))
                self.assertEqual(hasher.fingerprint(), scheme.sum("alpha beta gamma del"))
            with self.assertRaisesRegex(TypeError, r"minima\(\)"):
                pickle.dumps(hasher)
        with self.assertRaisesRegex(TypeError, "SM1 or lookup"):
            fpcheck.Hasher("sm1")  # type: ignore[arg-type]

    def test_full_forms_of_two_schemes(self) -> None:
        one, other = fpcheck.Minima("mh1", [1]), fpcheck.Minima("mw1", [1])
        self.assertNotEqual(one, other)
        self.assertRaises(fpcheck.NotComparable, one.merge, other)
        self.assertRaises(fpcheck.NotComparable, fpcheck.MH1.from_minima, other)
        self.assertEqual(fpcheck.Minima.from_bytes(other.to_bytes(), "mw1"), other)
        self.assertRaises(ValueError, fpcheck.Minima.from_bytes, other.to_bytes(), "sm1")
        self.assertRaises(ValueError, fpcheck.Minima, "mh1b4")
        for element in (-1, 1 << 64):
            self.assertRaises(ValueError, fpcheck.Minima("mh1").add, element)
        with self.assertRaisesRegex(TypeError, "not bytes"):
            one.merge(b"")  # type: ignore[arg-type]

    def test_strings(self) -> None:
        """A str is the text of its UTF-8, and a run of unpaired surrogates is one U+FFFD."""
        for string, text in (
                ("Stra\u00dfe 12 gr\u00fcn", "Stra\u00dfe 12 gr\u00fcn"),
                ("lone \ud800 surrogate here", "lone \ufffd surrogate here"),
                ("a\ud800\udbff\ud800b c d", "a\ufffdb c d"),
                ("a\udc00\ud83db c d", "a\ufffdb c d"),
                ("pair \ud835\udc9e one", "pair \U0001d49e one"),
                ("\ud800\ud835\udc9e\udc00 x y z", "\ufffd\U0001d49e\ufffd x y z")):
            octets = text.encode()
            with self.subTest(string=ascii(string)):
                for scheme in fpcheck.SCHEMES:
                    found = [str(scheme.sum(octets))]
                    hasher = scheme.new()
                    hasher.update(string)
                    self.assertEqual([str(scheme.sum(string))], found)
                    self.assertEqual([str(hasher.fingerprint())], found)
                    for column in ([string], (string,), iter([string])):
                        self.assertEqual(fpcheck.fingerprints(column, scheme), found)
                    self.assertEqual(scheme.stages(string), scheme.stages(octets))
                    for stage in (scheme.identifiers, scheme.normalise,
                                  lambda s, scheme=scheme: scheme.segment([s]),
                                  lambda s, scheme=scheme: scheme.elements([s])):
                        self.assertEqual(stage(string), stage(text))
                self.assertEqual(textdigest.digest(string), textdigest.digest(octets))
                self.assertEqual(textdigest.items(string), textdigest.items(octets))
                self.assertEqual(texts.Text(string).items, texts.Text(octets).items)
                self.assertEqual(fpcheck.windows(string, 1), fpcheck.windows(octets, 1))
                self.assertEqual(fpcheck.jenkins64(string), fpcheck.jenkins64(octets))
                self.assertEqual(fpcheck.Reference(string, 1).contained_in(text), 1)

    def test_places_in_strings(self) -> None:
        broken = "\ud800\ud800 one two \ud835\udc9e three four"
        row, = fpcheck.passages(["two \U0001d49e three", broken], 3)
        self.assertEqual(broken[row.start:row.stop], "two \ud835\udc9e three")
        cover = fpcheck.Reference("two \U0001d49e three", 1).cover(broken)
        self.assertEqual(broken[cover.start:cover.stop], "two \ud835\udc9e three")

    def test_subclasses(self) -> None:
        """A text is what the object is, not what its methods say."""
        class Styled(str):
            def encode(self, *args: object, **options: object) -> bytes:
                return b"<wire form>"

            def isascii(self) -> bool:
                return True

            def __str__(self) -> str:
                return "<shown>"

            def __len__(self) -> int:
                return 1

        class Framed(bytes):
            def __bytes__(self) -> bytes:
                return b"<frame>"

            def __len__(self) -> int:
                return 1

        for plain in ("one two three", "Stra\u00dfe zu dritt", "a \ud800 b c"):
            octets = plain.encode(errors="replace")
            for text, same in ((Styled(plain), plain), (Framed(octets), octets)):
                with self.subTest(text=ascii(text)):
                    hasher = fpcheck.SM1.new()
                    hasher.update(text)
                    expected = fpcheck.SM1.sum(same)
                    self.assertEqual([fpcheck.SM1.sum(text), hasher.fingerprint()], [expected] * 2)
                    self.assertEqual(fpcheck.fingerprints([text]), [str(expected)])
                    self.assertEqual(textdigest.digest(text), textdigest.digest(same))
                    self.assertEqual(texts.Text(text).items, texts.Text(same).items)
                    self.assertEqual(fpcheck.Reference(same, 1).cover(text),
                                     fpcheck.Reference(same, 1).cover(same))
            self.assertEqual(fpcheck.SM1.normalise(Styled(plain)), fpcheck.SM1.normalise(plain))
        page = b"<p>Gr\xfc\xdfe"
        self.assertEqual(markup.html(Framed(page), Styled("latin1")), markup.html(page, "latin1"))
        index = fpcheck.Index("sm1")
        index.add(Styled("caf\u00e9"), expected)
        self.assertEqual(list(index), ["caf\u00e9"])

    def test_strided(self) -> None:
        """A buffer need not be contiguous."""
        octets = b"oanbec dtewfo gthhriejek"
        strided = memoryview(octets)[::2]
        self.assertEqual(fpcheck.SM1.sum(strided), fpcheck.SM1.sum(octets[::2]))
        self.assertEqual(textdigest.digest(strided), textdigest.digest(octets[::2]))
        self.assertEqual(fpcheck.windows(strided, 1), fpcheck.windows(octets[::2], 1))
        self.assertEqual(markup.xml(memoryview(b"<<aa>>bb<<//aa>>")[::2]).text, "b")
        self.assertEqual(fpcheck.SM1.from_sketch(memoryview(bytes(range(16)))[::2]).sketch,
                         bytes(range(0, 16, 2)))
        self.assertEqual(fpcheck.jenkins64(memoryview(bytes(6)).cast("B", (2, 3))[:0]),
                         fpcheck.jenkins64(b""))

    def test_numbers_of_elements(self) -> None:
        for given, reason in ((["a"], "'str' object cannot"), ([1.5], "'float' object cannot")):
            with self.subTest(given=given), self.assertRaisesRegex(TypeError, reason):
                fpcheck.counters(given)  # type: ignore[arg-type]

    def test_tokens_that_no_text_has(self) -> None:
        for token in ("a" * 4097, "\u00e9" * 2049):
            for scheme in fpcheck.SCHEMES:
                with self.subTest(scheme=scheme.id), self.assertRaisesRegex(
                        ValueError, "token 1 of 409[78] octets: expected at most 4096"):
                    scheme.elements(["a", token])
        self.assertEqual(len(fpcheck.SM1.elements(["a" * 4096])), 1)

    def test_buffers(self) -> None:
        """All of these have one type to type checkers too: typed.py."""
        with tempfile.TemporaryFile() as file:
            for given in typed.buffers(file):
                with self.subTest(kind=type(given)):
                    self.assertEqual(typed.read(given), typed.read(typed.OCTETS))
        for given, reason in (("x" * 1029, "a full form is bytes, not str: to_bytes"),
                              (None, "a full form is bytes, not NoneType")):
            with self.assertRaisesRegex(TypeError, reason):
                fpcheck.Minima.from_bytes(given, "mh1")  # type: ignore[arg-type]

    def test_wrong_types(self) -> None:
        one = fpcheck.SM1.sum("a rose")
        for call, given, reason in (
                (fpcheck.Fingerprint.parse, None, "not NoneType"),
                (fpcheck.Fingerprint.parse, b"sm1:gdtyibregjiaa", "not bytes"),
                (one.distance, "sm1:gdtyibregjiaa", "not str; Fingerprint.parse"),
                (one.similarity, None, "not NoneType"),
                (fpcheck.SM1.sum, None, "str or octets such as bytes, not NoneType"),
                (fpcheck.SM1.sum, ["a"], "not list"),
                (fpcheck.SM1.new().update, 3, "not int"),
                (fpcheck.SM1.sum, array("I", [1, 2]), "items of 4 octets"),
                (fpcheck.SM1.stages, array("H", [1]), "items of 2 octets"),
                (textdigest.digest, array("d", [1.5]), "items of 8 octets"),
                (fpcheck.windows, 3, "not int")):
            with self.subTest(given=given), self.assertRaisesRegex(TypeError, reason):
                call(given)


if __name__ == "__main__":
    unittest.main()
