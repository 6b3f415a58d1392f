"""Annex A, through a subprocess."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import tempfile
import unittest

import fpcheck
import fpcheck.textdigest

PORT = [sys.executable, "-m", "fpcheck", "port"]
HELLO = b'{"protocols":[1],"suite":"0.2.0","new":null}\n'


def b64(value):
    octets = value if isinstance(value, bytes) else value.encode("utf-8")
    return base64.b64encode(octets).decode("ascii")


def converse(lines, first=HELLO):
    """What the port says first, and its replies by id, in whatever order."""
    with tempfile.TemporaryDirectory() as folder:  # any directory will do
        run = subprocess.run(PORT, input=first + b"\n".join(lines),
                             capture_output=True, cwd=folder, timeout=120)
    if run.returncode:
        raise AssertionError(run.stderr)
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    return replies[0], {reply["id"]: reply for reply in replies[1:]}


class Port(unittest.TestCase):
    def check(self, pairs):
        """Pairs of a request and the reply it should have, but for id and reason."""
        replies = converse([json.dumps({"id": str(i), **request}).encode()
                            for i, (request, _) in enumerate(pairs)])[1]
        self.assertEqual(len(replies), len(pairs))
        for i, (request, expected) in enumerate(pairs):
            reply = {key: value for key, value in replies[str(i)].items()
                     if key not in ("id", "reason")}
            with self.subTest(request=request):
                self.assertEqual(reply, expected)

    def test_hello(self):
        hello, replies = converse([])
        self.assertEqual(replies, {})
        self.assertEqual((hello["protocol"], hello["language"]), (1, "Python"))
        self.assertEqual(hello["schemes"], ["sd1", "sm1", "mh1", "mw1"])
        main = ["main"] if fpcheck.IMPLEMENTATION == "native" else []
        self.assertEqual(hello["levels"],
                         ["core", "markup", *main, "digest", "clusters", "passages"])
        self.assertEqual(hello["stages"], [
            "text", "identifiers", "normalise", "segment", "features", "hash", "counters", "full",
            "merge", "sketch", "truncate", "encode", "decode", "distance", "text-digest",
            "pipeline", "stream", "html", "xml", *main, "bands", "clusters", "texts",
            "windows", "passages", "covers"])
        for first in (b'{"protocols":[2]}\n', b"{}\n", b"x\n"):
            self.assertIn("error", converse([], first)[0])

    def test_example(self):
        replies = converse([
            b'{"id":"7","stage":"hash","scheme":"sd1","octets":"w6l0w6k="}',
            b'{"id":"8","stage":"pipeline","scheme":"sd1","octets":"MTk4NA=="}'])[1]
        self.assertEqual(replies["7"], {"id": "7", "hash": "ebaf34f958452a03"})
        self.assertEqual(replies["8"], {"id": "8", "outcome": "no-features"})

    def test_stages(self):
        octets = "\u4E2D \u6587 http://x half-\nlife \u00C9 x\xDFy 12".encode("utf-8")
        pairs = []
        for found in fpcheck.SCHEMES:
            scheme = found.id
            text, remaining, runs, tokens, features, elements = found.stages(octets)
            digits = [f"{element:016x}" for element in elements]
            fingerprint = found.sum(octets)
            string, sketch, features = str(fingerprint), fingerprint.sketch.hex(), len(features)
            whole = {"fingerprint": string, "features": features}
            stages = [
                ("text", {"octets": b64(octets)}, {"text": b64(text)}),
                ("identifiers", {"text": b64(text)}, {"text": b64(remaining)}),
                ("normalise", {"text": b64(remaining)}, {"runs": [b64(run) for run in runs]}),
                ("segment", {"runs": [b64(run) for run in runs]},
                 {"tokens": [b64(token) for token in tokens]}),
                ("features", {"tokens": [b64(token) for token in tokens]}, {"elements": digits}),
                ("hash", {"octets": ""}, {"hash": "deadbeefdeadbeef"}),
                ("encode", {"sketch": sketch}, {"string": b64(string)}),
                ("encode", {"sketch": sketch, "profile": "main"},
                 {"string": b64(string.replace(":", ".main:"))}),
                ("decode", {"string": b64(string.upper())},
                 {"sketch": sketch, "scheme": scheme, "profile": "visible"}),
                ("distance", {"strings": [string, string.upper()]},
                 {"distance": 0, "similarity": 1}),
                ("pipeline", {"octets": b64(octets), "new": [1]}, whole),
                ("stream", {"octets": b64(octets), "cuts": []}, whole),
                ("stream", {"octets": b64(octets), "cuts": [0, 1, 7, 7, 20, len(octets)]}, whole),
                ("stream", {"octets": "", "cuts": [0, 0]}, {"outcome": "no-features"}),
            ]
            if found.minhash:
                full = b64(fpcheck.Minima("mh1", elements).to_bytes())
                halves = [b64(fpcheck.Minima("mh1", part).to_bytes())
                          for part in (elements[:2], elements[2:])]
                short = fpcheck.truncate(bytes.fromhex(sketch), 2).hex()
                stages += [
                    ("full", {"elements": digits}, {"full": full}),
                    ("merge", {"fulls": halves}, {"full": full}),
                    ("sketch", {"full": full}, {"sketch": sketch}),
                    ("truncate", {"sketch": sketch, "bits": 2}, {"sketch": short}),
                    ("truncate", {"sketch": sketch, "bits": 8}, {"sketch": sketch}),
                ]
            else:
                counts = [str(count) for count in fpcheck.counters(elements)]
                twice = [str(2 * int(count)) for count in counts]
                stages += [
                    ("counters", {"elements": digits}, {"counters": counts}),
                    ("counters", {"elements": digits[::-1] + digits}, {"counters": twice}),
                    ("sketch", {"counters": counts}, {"sketch": sketch}),
                ]
            for stage, request, reply in stages:
                if stage not in ("decode", "distance"):
                    request["scheme"] = scheme
                pairs.append(({"stage": stage, **request}, reply))
        self.check(pairs)

    def test_truncated(self):  # R8.3
        self.check([
            ({"stage": "encode", "scheme": "mh1b4", "sketch": "00" * 64},
             {"string": b64("mh1b4:" + "a" * 103)}),
            ({"stage": "decode", "string": b64("MW1B1.Main:" + "A" * 26)},
             {"sketch": "00" * 16, "scheme": "mw1b1", "profile": "main"}),
            ({"stage": "distance", "strings": ["mh1b1:" + "a" * 26, "mh1:" + "a" * 205]},
             {"distance": 0, "similarity": 1})])

    def test_markup(self):
        self.check([
            ({"stage": "html", "scheme": "sd1", "octets": b64(b"<p>a<p>\xE9"), "charset": "latin1"},
             {"text": b64("a\n\u00E9")}),
            ({"stage": "html", "scheme": "sm1", "octets": b64("<b hidden>a</b>b")},
             {"text": b64("b")}),
            ({"stage": "xml", "scheme": "mh1", "octets": b64("<a>b<c/>d</a>")},
             {"text": b64("b\nd")}),
            ({"stage": "xml", "scheme": "mh1", "octets": b64("<a>")}, {"outcome": "rejected"}),
            ({"stage": "xml"}, {"outcome": "error"})])

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "pure", "of the native core alone")
    def test_main(self):
        request = {"stage": "main", "scheme": "sm1", "octets": b64(b"<p>a<p>\xE9"),
                   "charset": "latin1"}
        _, replies = converse([json.dumps({"id": "0", **request}).encode()])
        self.assertEqual(replies["0"]["text"], b64("a\n\u00E9"))
        self.assertEqual([len(replies["0"]["scores"]), list(map(len, replies["0"]["lines"]))],
                         [2, [71, 71]])
        self.check([
            ({"stage": "main", "scheme": "sm1", "octets": ""},
             {"text": "", "scores": [], "lines": []}),
            ({"stage": "main", "scheme": "sm1", "octets": "", "charset": 5}, {"outcome": "error"}),
            ({"stage": "main", "scheme": "sm1"}, {"outcome": "error"})])

    def test_text_digest(self):
        octets = "\u2212 5\u00A0%".encode()
        request = {"stage": "text-digest", "scheme": "sd1", "octets": b64(octets)}
        reply = {"digest": fpcheck.textdigest.hexdigest(octets),
                 "items": [b64("-"), b64("5"), b64("%")]}
        self.check([
            (request, reply),
            ({**request, "scheme": "sd1", "cuts": [0, 1, 1, 4, len(octets)]}, reply),
            ({**request, "octets": b64("\u2026")}, {"outcome": "no-digest"}),
            ({**request, "cuts": [2, 1]}, {"outcome": "error"}),
            ({"stage": "text-digest"}, {"outcome": "error"})])

    def test_clusters(self):
        request = {"stage": "clusters", "scheme": "sd1", "ids": ["YQ==", ""], "weights": [0, 0],
                   "strings": ["sd1:aaaaaaaaaaaaa", "sd1:aaaaaaaaaaaao"],
                   "threshold": 0.5, "floor": 0}
        of_minhash = {**request, "scheme": "mh1", "strings": ["mh1b1:" + "a" * 26] * 2,
                      "bands": 1, "rows": 128, "most": 1}
        bands = {"stage": "bands", "scheme": "mw1", "sketch": "80" * 16, "bands": 2, "rows": 9}
        self.check([
            (bands, {"keys": ["8080", "0100"]}),
            (request, {"clusters": ["", ""], "similarities": [0.953125, 1]}),
            (of_minhash, {"clusters": ["", ""], "similarities": [1, 1]})] + [
            ({**given, **wrong}, {"outcome": outcome}) for given, wrong, outcome in (
                (bands, {"scheme": "sd1"}, "unsupported"),
                (bands, {"sketch": "80" * 8}, "error"),
                (bands, {"rows": 65}, "error"),
                (request, {"strings": ["sd1:aaaaaaaaaaaaa", "sd1:"]}, "error"),
                (request, {"strings": ["sd1:aaaaaaaaaaaaa", "sm1:aaaaaaaaaaaaa"]}, "error"),
                (request, {"ids": ["", ""]}, "error"),
                (request, {"ids": [""]}, "error"),
                (request, {"weights": [True, 1]}, "error"),
                (request, {"weights": [0.5, 1]}, "error"),
                (request, {"threshold": "0.5"}, "error"),
                (of_minhash, {"most": 0}, "error"),
                (of_minhash, {"rows": None}, "error"))])

    def test_outcomes(self):
        empty = b64(fpcheck.Minima("mh1").to_bytes())
        sd1, main = "sd1:aaaaaaaaaaaaa", "sd1.main:aaaaaaaaaaaaa"
        self.check([(request, {"outcome": outcome}) for request, outcome in (
            ({"stage": "sketch", "scheme": "mh1", "full": empty}, "no-features"),
            ({"stage": "sketch", "scheme": "mh1", "full": b64("fpmh")}, "rejected"),
            ({"stage": "merge", "scheme": "mh1", "fulls": [empty, ""]}, "rejected"),
            ({"stage": "decode", "string": b64(b"sd1:\xFF")}, "rejected"),
            ({"stage": "distance", "strings": [main, "sd1:"]}, "rejected"),
            ({"stage": "distance", "strings": [sd1, main]}, "not-comparable"),
            ({"stage": "distance", "strings": [sd1, "sm1:aaaaaaaaaaaaa"]}, "not-comparable"),
            ({"stage": "dance"}, "unsupported"),
            ({"stage": ["hash"]}, "error"),
            ({"stage": "hash", "scheme": "sd2", "octets": ""}, "unsupported"),
            ({"stage": "hash", "scheme": "mh1b4", "octets": ""}, "unsupported"),
            ({"stage": "hash", "scheme": ["sd1"], "octets": ""}, "error"),
            ({"stage": "encode", "scheme": "sd1b4", "sketch": "0" * 16}, "unsupported"),
            ({"stage": "counters", "scheme": "mh1", "elements": []}, "unsupported"),
            ({"stage": "full", "scheme": "sm1", "elements": []}, "unsupported"),
            ({"stage": "merge", "scheme": "sd1", "fulls": [empty, empty]}, "unsupported"),
            ({"stage": "truncate", "scheme": "sm1", "sketch": "0" * 16, "bits": 1}, "unsupported"),
            ({"stage": "hash", "octets": ""}, "error"),
            ({"stage": "hash", "scheme": "sd1"}, "error"),
            ({"stage": "hash", "scheme": "sd1", "octets": "w6l0w6k"}, "error"),
            ({"stage": "hash", "scheme": "sd1", "octets": 7}, "error"),
            ({"stage": "identifiers", "scheme": "sd1", "text": "/w=="}, "error"),
            ({"stage": "stream", "scheme": "sd1", "octets": "", "cuts": [1]}, "error"),
            ({"stage": "stream", "scheme": "sd1", "octets": "YWI=", "cuts": [2, 1]}, "error"),
            ({"stage": "counters", "scheme": "sd1", "elements": ["0"]}, "error"),
            ({"stage": "sketch", "scheme": "sd1", "counters": ["0"]}, "error"),
            ({"stage": "sketch", "scheme": "sd1", "counters": [0] * 64}, "error"),
            ({"stage": "sketch", "scheme": "sd1", "full": empty}, "error"),
            ({"stage": "sketch", "scheme": "mw1", "counters": ["0"] * 64}, "error"),
            ({"stage": "merge", "scheme": "mw1", "fulls": [empty]}, "error"),
            ({"stage": "truncate", "scheme": "mh1", "sketch": "00" * 64, "bits": 8}, "error"),
            ({"stage": "truncate", "scheme": "mh1", "sketch": "00" * 64, "bits": 3}, "error"),
            ({"stage": "truncate", "scheme": "mh1", "sketch": "00" * 8, "bits": 1}, "error"),
            ({"stage": "encode", "scheme": "sd1", "sketch": "0" * 16, "profile": "No"}, "error"),
            ({"stage": "encode", "scheme": "mh1", "sketch": "0" * 16}, "error"),
            ({"stage": "encode", "scheme": "sd1", "sketch": "A" * 16}, "error"),
            ({"stage": "distance", "strings": [1, 2]}, "error"),
            ({"stage": "distance", "strings": [sd1]}, "error"))])

    def test_malformed_line(self):
        replies = converse([
            b'{"id":"a\\"1","stage":"hash"', b'{"id": 17, "stage": }', b"\xFF", b"[]", b"", b"{}",
            b'{"id":"last","stage":"hash","scheme":"sd1","octets":""}'])[1]
        self.assertEqual(sorted(replies), ["", "last"])
        self.assertEqual(replies[""]["outcome"], "error")
        self.assertEqual(replies["last"]["hash"], "deadbeefdeadbeef")

    def start(self):
        port = subprocess.Popen(PORT, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
        self.addCleanup(port.stdout.close)
        return port

    def test_answers_at_once(self):
        port = self.start()
        for line in (HELLO, b'{"id":"1","stage":"dance"}\n', b'{"id":"2","stage":"hash"}\n'):
            port.stdin.write(line)
            port.stdin.flush()
            json.loads(port.stdout.readline())
        port.stdin.close()
        self.assertEqual(port.wait(30), 0)

    def test_many_before_reading(self):
        port, count = self.start(), 20000  # more of both than a pipe holds
        port.stdin.write(HELLO)
        for i in range(count):
            port.stdin.write(b'{"id":"%d","stage":"hash","scheme":"sd1","octets":"AAAA"}\n' % i)
        port.stdin.close()
        replies = [json.loads(line) for line in port.stdout.readlines()[1:]]
        self.assertEqual({reply["id"] for reply in replies}, set(map(str, range(count))))
        self.assertEqual(port.wait(30), 0)


if __name__ == "__main__":
    unittest.main()
