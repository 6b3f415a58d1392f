"""The package: docstrings, README, the command."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import pkgutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fpcheck
from fpcheck import markup
from fpcheck.__main__ import main

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
        self.assertEqual(self.run_main("--version")[1], f"fpcheck {fpcheck.__version__}\n")

    def test_module(self) -> None:
        run = subprocess.run([sys.executable, "-m", "fpcheck", "fingerprint"], check=True,
                             input=b"Four score and seven years ago", capture_output=True)
        self.assertEqual(run.stdout.split(), [b"sm1:gdtyibregjiaa", b"-"])


class Markup(unittest.TestCase):
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

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "native", "the native core reads HTML itself")
    def test_without_selectolax(self) -> None:
        with mock.patch.dict(sys.modules, {"selectolax.lexbor": None}):
            self.assertRaisesRegex(ImportError, r"fpcheck\[html\]", markup.html, b"a")
            self.assertEqual(markup.xml(b"<a>b</a>").text, "b")

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
        self.assertRaises(ValueError, fpcheck.SM1.from_minima, fpcheck.Minima([1]))
        self.assertRaises(ValueError, fpcheck.SM1.from_sketch, bytes(7))
        self.assertRaises(fpcheck.NoFeatures, fpcheck.MH1.from_minima, fpcheck.Minima())
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


if __name__ == "__main__":
    unittest.main()
