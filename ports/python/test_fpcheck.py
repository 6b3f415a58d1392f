"""Tests of the port that need no vectors: what they expect stands in SPEC.md.

    python3 -m unittest
"""

import base64
import doctest
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import fpcheck  # noqa: E402

PORT = HERE / "port.py"


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(fpcheck))
    return tests


def b64(octets):
    return base64.b64encode(octets).decode("ascii")


def stream(octets, cuts):
    hasher = fpcheck.Hasher()
    for start, end in zip([0] + cuts, cuts + [len(octets)]):
        hasher.update(octets[start:end])
    return hasher.fingerprint(), hasher.features


class Chapters(unittest.TestCase):
    def test_text(self):  # chapter 1
        self.assertEqual(fpcheck.text(bytes.fromhex("E28241F09F")), "\uFFFDA\uFFFD")
        self.assertEqual(fpcheck.text(b"\xEF\xBB\xBF\0\xEF\xBF\xBD\xFF"), "\uFEFF\0\uFFFD\uFFFD")
        for ill_formed in ("C080", "EDA080", "F4908080", "80", "FF" * 40, "E0808080", "F0808080"):
            self.assertEqual(fpcheck.text(bytes.fromhex(ill_formed)), "\uFFFD", ill_formed)

    def test_identifiers(self):  # chapter 2
        for string, expected in (
                ("请访问http://example.com/查看", "请访问\uFFFD查看"),
                ("[click](http://x.org)", "[click]\uFFFD"),
                ("see:http://x a+b:// 1://x http:/x", "\uFFFD \uFFFD 1://x http:/x"),
                ("Info: doi: www. WWW.x Doi:1", "Info: doi: www. \uFFFD \uFFFD"),
                ("10.1000/ 10.1000/x 10.1000.2/x", "10.1000/ \uFFFD \uFFFD"),
                ("x@y.z x@y. @y.z (x@y.z).", "\uFFFD x@y. @y.z \uFFFD"),
                ("-" * 2044 + "a://b", "\uFFFD"),
                ("-" * 2045 + "a://b", "-" * 2045 + "a://b")):
            self.assertEqual(fpcheck.identifiers(string), expected, string[-30:])

    def test_normalise(self):  # chapter 3
        for string, expected in (
                ("Intel\u2122 \u2167 x\u00B2y", ["intel", "x", "y"]),
                ("a\u200Bb a\u00ADb \uFEFF", ["a", "b", "ab"]),
                ("\u00DF \u03C2 \u0130", ["ss", "\u03C3", "i\u0307"]),
                ("a" + 1024 * "\u0301" + "b", ["\u00E1" + 1023 * "\u0301" + "b"]),
                ("a" + 1025 * "\u0301" + "b", ["a", "b"]),
                ("a" + 1000 * "\u0301" + "\u034F" + 1000 * "\u0301", ["a"]),
                ("\u1112\u1161\u11ab \uD55C \u1112\u1161 \u11ab",
                 ["\uD55C", "\uD55C", "\uD558", "\u11ab"]),
                ("\u0140", ["l\u00B7"])):
            self.assertEqual(fpcheck.normalise(string), expected, ascii(string[:30]))
        # fpcheck.normalise has R3.4 before R3.2, which this allows.
        self.assertFalse([cp for cp in range(fpcheck.CODE_POINTS)
                          if fpcheck.CCC[cp] and fpcheck.MAP[cp] == fpcheck.SEPARATOR])

    def test_segment(self):  # chapter 4
        self.assertEqual(fpcheck.segment(["4th 12 ___ mp3", "x_1", "l\u00B7", "20\u4E16\u7D00"]),
                         ["4th", "mp3", "x_1", "l", "20\u4E16\u7D00"])
        self.assertEqual(fpcheck.segment(["a" * 4096, "a" * 4097, "\u00E9" * 2048, "\u00E9" * 2049]),
                         ["a" * 4096, "\u00E9" * 2048])

    def test_features(self):  # R5.2
        self.assertEqual(fpcheck.features(["nlldwniuycqlejaqkaaoapaa", "mjiqexfpecuzaapaacjauauq"]),
                         [0x65E21F187197607F])

    def test_no_features(self):  # R5.3
        for octets in (b"", b"1984", b"... http://x"):
            self.assertEqual(fpcheck.pipeline(octets), (None, 0))
            self.assertEqual(stream(octets, []), (None, 0))

    def test_hash(self):  # chapter 6, the table
        for key, expected in (("", "deadbeefdeadbeef"),
                              ("Four score and seven years ago", "17770551ce7226e6"),
                              ("abcdefghijkl", "4012f87b75b50ec0"),
                              ("abcdefghijklm", "928128f90f04ab68"),
                              ("\u00E9t\u00E9", "ebaf34f958452a03")):
            self.assertEqual(f"{fpcheck.hash64(key.encode('utf-8')):016x}", expected, key)

    def test_sketch(self):  # chapter 7
        self.assertEqual(fpcheck.counters([1, 1, 3]), [3, -1] + 62 * [-3])
        self.assertEqual(fpcheck.sketch([2, 0] + 61 * [-2] + [1]), 1 << 63 | 1)

    def test_decode(self):  # chapter 8
        for string, lower, expected in (
                ("sd1:arzqpmpmlbbaa", "sd1:arzqpmpmlbbaa",
                 (0x047307B1EC584200, "sd1", "visible")),
                ("SD1.Main:ARZQPMPMLBBAA", "sd1.main:arzqpmpmlbbaa",
                 (0x047307B1EC584200, "sd1", "main")),
                ("sd1:7777777777776", "sd1:7777777777776",
                 (fpcheck.MASK64, "sd1", "visible"))):
            self.assertEqual(fpcheck.decode(string), expected)
            self.assertEqual(fpcheck.encode(*expected), lower)

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
            with self.assertRaises(fpcheck.Rejected, msg=ascii(string)):
                fpcheck.decode(string)
        for last in fpcheck.BASE32:
            if last in "acegikmoqsuwy246":
                fpcheck.decode("sd1:aaaaaaaaaaaa" + last)
            else:
                self.assertRaises(fpcheck.Rejected, fpcheck.decode, "sd1:aaaaaaaaaaaa" + last)

    def test_distance(self):  # chapter 10
        self.assertEqual(fpcheck.distance("sd1:aaaaaaaaaaaaa", "sd1:7777777777776"), 64)
        self.assertEqual(fpcheck.distance("sd1:aaaaaaaaaaaaa", "SD1:AAAAAAAAAAAAC"), 1)
        self.assertEqual(fpcheck.similarity(1), 0.984375)
        with self.assertRaises(fpcheck.NotComparable) as caught:
            fpcheck.distance("sd1:aaaaaaaaaaaaa", "sd1.main:aaaaaaaaaaaaa")
        self.assertIn("sd1.main", str(caught.exception))


class WorkedExample(unittest.TestCase):
    """Chapter 13."""

    octets = bytes.fromhex("""
        44 69 65 20 53 54 52 41 53 53 45 20 28 68 74 74 70 73 3a 2f 2f 65 78 61
        6d 70 6c 65 2e 6f 72 67 2f 61 29 20 e2 80 94 20 53 74 72 61 c2 ad c3 9f
        65 20 e2 84 96 20 31 32 3a 20 ce 9f ce 94 ce 9f ce a3 2c 20 43 61 66 65
        cc 81 e2 84 a2 21 0a""")
    text = ("Die STRASSE (https://example.org/a) \u2014 Stra\u00ad\u00dfe \u2116 12: "
            "\u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n")
    without = ("Die STRASSE \uFFFD \u2014 Stra\u00ad\u00dfe \u2116 12: "
               "\u039f\u0394\u039f\u03a3, Cafe\u0301\u2122!\n")
    runs = ["die", "strasse", "strasse", "12", "\u03bf\u03b4\u03bf\u03c3", "caf\u00e9"]
    tokens = ["die", "strasse", "strasse", "\u03bf\u03b4\u03bf\u03c3", "caf\u00e9"]
    hashes = [0x18B3A6F1FEDB5360, 0x3477A1B5C9FCC20D, 0x87771FB96F424206, 0xC5F85789EC186F70]
    counters = [-2, -2, 0, -2, -2, 0, 0, -4, 0, 4, -2, -2, -2, -2, 4, -2,
                -2, 0, -2, 2, 2, -2, 2, 0, 0, 0, 2, 4, -2, 2, 4, 2,
                4, -4, -2, 0, 2, 2, -2, 4, 2, 2, 2, -2, 0, 0, -2, 0,
                2, 2, 0, -2, 4, 4, 2, 0, 0, -2, 2, -2, 0, -2, -2, 0]
    sketch = 0x047307B1EC584200
    string = "sd1:arzqpmpmlbbaa"

    def test_stages(self):
        self.assertEqual(len(self.octets), 79)
        self.assertEqual(fpcheck.text(self.octets), self.text)
        self.assertEqual(fpcheck.identifiers(self.text), self.without)
        self.assertEqual(fpcheck.normalise(self.without), self.runs)
        self.assertEqual(fpcheck.segment(self.runs), self.tokens)
        self.assertEqual(fpcheck.features(self.tokens), self.hashes)
        self.assertEqual(fpcheck.counters(self.hashes), self.counters)
        self.assertEqual(fpcheck.sketch(self.counters), self.sketch)
        self.assertEqual(fpcheck.encode(self.sketch), self.string)
        self.assertEqual(fpcheck.pipeline(self.octets), (self.string, 4))

    def test_every_cut(self):
        for cut in range(len(self.octets) + 1):
            self.assertEqual(stream(self.octets, [cut]), (self.string, 4), cut)


class Streaming(unittest.TestCase):
    """R9.2, on the texts of chapter 12."""

    def check(self, octets, rng, note):
        expected = fpcheck.pipeline(octets)
        for pieces in (1, 2, 10, 1000):
            cuts = sorted(rng.randrange(len(octets) + 1) for _ in range(pieces))
            self.assertEqual(stream(octets, cuts), expected, (note, cuts))
        self.assertEqual(stream(octets, list(range(len(octets)))), expected, note)

    def test_generated(self):
        rng = random.Random(1)
        for i in range(300):
            self.check(fpcheck.generate(1, i), rng, i)

    def test_limits(self):
        rng = random.Random(2)
        acute, grave = "\u0301".encode("utf-8"), "\u0340\u034F".encode("utf-8")
        for n in range(-2, 3):
            self.check(b"x " + b"-" * (2045 + n) + b"a://b y", rng, n)    # R2.2
            self.check(b"xa://" + b"b" * (2043 + n) + b"\xFF y", rng, n)
            self.check(b"xa://" + b"b" * 5000 + b"c d", rng, n)
            self.check(b"x" + acute * (1024 + n) + b"y", rng, n)          # R3.4
            self.check(b"x" + (acute * 512 + grave) * 2 + acute * (n + 2) + b"y", rng, n)  # R3.8
            self.check(b"x " + b"a" * (4096 + n) + b" y", rng, n)         # R4.3
            self.check(b"x " + "\u4E16".encode("utf-8") * (1365 + n) + b"a y", rng, n)

    def test_result_on_the_way(self):
        hasher, octets = fpcheck.Hasher(), WorkedExample.octets
        for end in range(1, len(octets) + 1):
            hasher.update(octets[end - 1:end])
            self.assertEqual((hasher.fingerprint(), hasher.features),
                             fpcheck.pipeline(octets[:end]))

    def test_bounded(self):
        hasher = fpcheck.Hasher()
        for octets in (b"-", "\u0301".encode("utf-8"), b"a", "\u1161".encode("utf-8"), b"\xFF"):
            for _ in range(20):
                hasher.update(octets * 10000)
                held = [getattr(stage, "held", "") for stage in hasher._stages]
                self.assertLessEqual(sum(map(len, held)), 2048 + 2 * 1026 + 4097)
        self.assertEqual(hasher.features, 0)


class Data(unittest.TestCase):
    def test_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, str(PORT)], input=b"", capture_output=True,
                                 env={**os.environ, "FPCHECK_UCD": folder})
        self.assertEqual((run.returncode, run.stdout), (1, b""))
        self.assertIn(b"no Unicode data", run.stderr)
        self.assertNotIn(b"Traceback", run.stderr)


class Protocol(unittest.TestCase):
    """Annex A, through a subprocess."""

    HELLO = b'{"protocols":[1],"suite":"0.1.0","new":null}\n'

    def converse(self, lines, first=HELLO):
        with tempfile.TemporaryDirectory() as folder:  # any directory will do
            run = subprocess.run([sys.executable, str(PORT)], input=first + b"\n".join(lines),
                                 capture_output=True, cwd=folder, timeout=120)
        self.assertEqual(run.returncode, 0, run.stderr)
        replies = [json.loads(line) for line in run.stdout.splitlines()]
        return replies[0], {reply["id"]: reply for reply in replies[1:]}

    def ask(self, *requests):
        lines = [json.dumps({"id": str(i), "scheme": "sd1", **request}).encode()
                 for i, request in enumerate(requests)]
        replies = self.converse(lines)[1]  # by id, in whatever order
        self.assertEqual(len(replies), len(requests))
        return [{k: v for k, v in replies[str(i)].items() if k not in ("id", "reason")}
                for i in range(len(requests))]

    def test_hello(self):
        hello, replies = self.converse([])
        self.assertEqual(replies, {})
        self.assertEqual((hello["protocol"], hello["language"]), (1, "Python"))
        self.assertEqual((hello["schemes"], hello["levels"]), (["sd1"], ["core"]))
        self.assertLessEqual({"pipeline", "stream"}, set(hello["stages"]))
        self.assertNotIn("html", hello["stages"])
        for first in (b'{"protocols":[2]}\n', b"{}\n", b"x\n"):
            self.assertIn("error", self.converse([], first)[0])

    def test_example(self):
        replies = self.converse([
            b'{"id":"7","stage":"hash","scheme":"sd1","octets":"w6l0w6k="}',
            b'{"id":"8","stage":"pipeline","scheme":"sd1","octets":"MTk4NA=="}'])[1]
        self.assertEqual(replies["7"], {"id": "7", "hash": "ebaf34f958452a03"})
        self.assertEqual(replies["8"], {"id": "8", "outcome": "no-features"})

    def test_stages(self):
        w = WorkedExample
        texts = [[b64(s.encode("utf-8")) for s in strings] for strings in
                 ([w.text, w.without, w.string], w.runs, w.tokens)]
        (text, without, string), runs, tokens = texts
        octets, sketch = b64(w.octets), f"{w.sketch:016x}"
        elements, counters = [f"{h:016x}" for h in w.hashes], [str(c) for c in w.counters]
        twice = [str(2 * c) for c in w.counters]
        result = {"fingerprint": w.string, "features": 4}
        pairs = [
            ({"stage": "text", "octets": octets}, {"text": text}),
            ({"stage": "identifiers", "text": text}, {"text": without}),
            ({"stage": "normalise", "text": without}, {"runs": runs}),
            ({"stage": "segment", "runs": runs}, {"tokens": tokens}),
            ({"stage": "features", "tokens": tokens}, {"elements": elements}),
            ({"stage": "counters", "elements": elements}, {"counters": counters}),
            ({"stage": "counters", "elements": elements[::-1] + elements}, {"counters": twice}),
            ({"stage": "sketch", "counters": counters}, {"sketch": sketch}),
            ({"stage": "encode", "sketch": sketch}, {"string": string}),
            ({"stage": "encode", "sketch": sketch, "profile": "main"},
             {"string": b64(b"sd1.main:arzqpmpmlbbaa")}),
            ({"stage": "decode", "string": string},
             {"sketch": sketch, "scheme": "sd1", "profile": "visible"}),
            ({"stage": "decode", "string": b64(b"sd1:\xFF")}, {"outcome": "rejected"}),
            ({"stage": "distance", "strings": ["sd1:aaaaaaaaaaaaa", "sd1:aaaaaaaaaaaac"]},
             {"distance": 1, "similarity": 0.984375}),
            ({"stage": "distance", "strings": ["sd1:aaaaaaaaaaaaa", "sd1.main:aaaaaaaaaaaac"]},
             {"outcome": "not-comparable"}),
            ({"stage": "distance", "strings": ["sd1.main:aaaaaaaaaaaaa", "sd1:"]},
             {"outcome": "rejected"}),
            ({"stage": "pipeline", "octets": octets, "new": [1]}, result),
            ({"stage": "stream", "octets": octets, "cuts": []}, result),
            ({"stage": "stream", "octets": octets, "cuts": [0, 45, 45, 46, 79]}, result),
            ({"stage": "stream", "octets": "", "cuts": [0, 0]}, {"outcome": "no-features"}),
        ]
        for (request, expected), reply in zip(pairs, self.ask(*[pair[0] for pair in pairs])):
            self.assertEqual(reply, expected, request)

    def test_outcomes(self):
        for request, reply in (
                ({"stage": "html", "octets": ""}, "unsupported"),
                ({"stage": "dance"}, "unsupported"),
                ({"stage": "hash", "octets": "", "scheme": "sd2"}, "unsupported"),
                ({"stage": ["hash"]}, "unsupported"),
                ({"stage": "hash"}, "error"),
                ({"stage": "hash", "octets": "w6l0w6k"}, "error"),
                ({"stage": "hash", "octets": 7}, "error"),
                ({"stage": "identifiers", "text": "/w=="}, "error"),
                ({"stage": "stream", "octets": "", "cuts": [1]}, "error"),
                ({"stage": "stream", "octets": "YWI=", "cuts": [2, 1]}, "error"),
                ({"stage": "sketch", "counters": ["0"]}, "error"),
                ({"stage": "sketch", "counters": [0] * 64}, "error"),
                ({"stage": "encode", "sketch": "0" * 16, "profile": "No"}, "error"),
                ({"stage": "distance", "strings": [1, 2]}, "error")):
            with self.subTest(request):
                self.assertEqual(self.ask(request), [{"outcome": reply}])

    def test_malformed_line(self):
        replies = self.converse([
            b'{"id":"a\\"1","stage":"hash"', b'{"id": 17, "stage": }', b"\xFF", b"[]", b"", b"{}",
            b'{"id":"last","stage":"hash","scheme":"sd1","octets":""}'])[1]
        self.assertEqual(sorted(map(str, replies)), ["17", 'a"1', "last"])
        self.assertEqual((replies['a"1']["outcome"], replies[17]["outcome"]), ("error", "error"))
        self.assertEqual(replies["last"]["hash"], "deadbeefdeadbeef")

    def start(self):
        port = subprocess.Popen([sys.executable, str(PORT)], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
        self.addCleanup(port.stdout.close)
        return port

    def test_answers_at_once(self):
        port = self.start()
        for line in (self.HELLO, b'{"id":"1","stage":"dance"}\n', b'{"id":"2","stage":"hash"}\n'):
            port.stdin.write(line)
            port.stdin.flush()
            json.loads(port.stdout.readline())
        port.stdin.close()
        self.assertEqual(port.wait(30), 0)

    def test_many_before_reading(self):
        port, count = self.start(), 20000  # more of both than a pipe holds
        port.stdin.write(self.HELLO)
        for i in range(count):
            port.stdin.write(b'{"id":"%d","stage":"hash","scheme":"sd1","octets":"AAAA"}\n' % i)
        port.stdin.close()
        replies = [json.loads(line) for line in port.stdout.readlines()[1:]]
        self.assertEqual({reply["id"] for reply in replies}, set(map(str, range(count))))
        self.assertEqual(port.wait(30), 0)


if __name__ == "__main__":
    unittest.main()
