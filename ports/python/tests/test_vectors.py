"""All golden vectors of the levels core, markup, main, clusters and passages.

Of the accumulated ones, those of up to 1,000 texts.
"""

from __future__ import annotations

import hashlib
import random
import unittest
from typing import Any

import fpcheck
import vectors
from fpcheck import clusters, markup, texts
from fpcheck._implementation import core
from generator import generate
from helpers import compare, decode, encode, stream
from vectors import octets, text

NO_FEATURES = {"outcome": "no-features"}
REJECTED = {"outcome": "rejected"}
TOO_SHORT = {"outcome": "too-short"}


def hexes(values: list[int]) -> list[str]:
    return [f"{value:016x}" for value in values]


def ints(values: list[str]) -> list[int]:
    return [int(value, 16) for value in values]


class Vectors(unittest.TestCase):
    maxDiff = 2000

    def check(self, stage: str, answer: Any, result: Any = dict) -> None:
        """Hold answer(input, scheme) against what is expected, as result reads it."""
        for id, schemes, given, expected in vectors.load(stage):
            for scheme in schemes:
                with self.subTest(id=id, scheme=scheme):
                    self.assertEqual(answer(given, fpcheck.lookup(scheme)), result(expected))

    def test_text(self) -> None:
        self.check("text", lambda given, scheme: fpcheck.text(octets(given["octets"])),
                   lambda expected: text(expected["text"]))

    def test_identifiers(self) -> None:
        self.check("identifiers", lambda given, scheme: scheme.identifiers(text(given["text"])),
                   lambda expected: text(expected["text"]))

    def test_normalise(self) -> None:
        self.check("normalise", lambda given, scheme: scheme.normalise(text(given["text"])),
                   lambda expected: list(map(text, expected["runs"])))

    def test_segment(self) -> None:
        self.check("segment", lambda given, scheme: scheme.segment(list(map(text, given["runs"]))),
                   lambda expected: list(map(text, expected["tokens"])))

    def test_features(self) -> None:
        self.check("features",
                   lambda given, scheme: hexes(scheme.elements(map(text, given["tokens"]))),
                   lambda expected: expected["elements"])

    def test_hash(self) -> None:
        self.check("hash",
                   lambda given, scheme: f"{fpcheck.jenkins64(octets(given['octets'])):016x}",
                   lambda expected: expected["hash"])

    def test_counters(self) -> None:
        self.check("counters", lambda given, scheme: fpcheck.counters(ints(given["elements"])),
                   lambda expected: list(map(int, expected["counters"])))

    def test_full(self) -> None:
        self.check("full",
                   lambda given, scheme: fpcheck.Minima(
                       scheme.id, ints(given["elements"])).to_bytes(),
                   lambda expected: octets(expected["full"]))

    def test_merge(self) -> None:
        def merge(given: Any, scheme: fpcheck.Scheme) -> Any:
            try:
                one, other = [fpcheck.Minima.from_bytes(octets(full), scheme.id)
                              for full in given["fulls"]]
            except fpcheck.MalformedFingerprint:
                return REJECTED
            one.merge(other)
            return one.to_bytes()
        self.check("merge", merge, lambda expected: (
            octets(expected["full"]) if "full" in expected else expected))

    def test_sketch(self) -> None:
        def sketch(given: Any, scheme: fpcheck.Scheme) -> Any:
            try:
                if not scheme.minhash:
                    return {"sketch": fpcheck.simhash(list(map(int, given["counters"]))).hex()}
                minima = fpcheck.Minima.from_bytes(octets(given["full"]), scheme.id)
                return {"sketch": scheme.from_minima(minima).sketch.hex()}
            except fpcheck.MalformedFingerprint:
                return REJECTED
            except fpcheck.NoFeatures:
                return NO_FEATURES
        self.check("sketch", sketch)

    def test_truncate(self) -> None:
        self.check("truncate", lambda given, scheme: scheme.from_sketch(
            bytes.fromhex(given["sketch"])).truncate(given["bits"]).sketch.hex(),
            lambda expected: expected["sketch"])

    def test_encode(self) -> None:
        self.check("encode", lambda given, scheme: encode(
            bytes.fromhex(given["sketch"]), given.get("scheme", scheme.id),
            given.get("profile", "visible")),
            lambda expected: text(expected["string"]))

    def test_decode(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            try:
                sketch, name, profile = decode(fpcheck.text(octets(given["string"])))
            except fpcheck.MalformedFingerprint:
                return REJECTED
            return {"sketch": sketch.hex(), "scheme": name, "profile": profile}
        self.check("decode", answer)

    def test_distance(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            try:
                distance, similarity = compare(*given["strings"])
            except fpcheck.MalformedFingerprint:
                return REJECTED
            except fpcheck.NotComparable:
                return {"outcome": "not-comparable"}
            return {"distance": distance, "similarity": similarity}
        self.check("distance", answer)

    def test_html(self) -> None:
        self.check("html",
                   lambda given, scheme: markup.html(octets(given["octets"]),
                                                     given.get("charset")).text,
                   lambda expected: text(expected["text"]))

    def test_xml(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            try:
                return markup.xml(octets(given["octets"]), given.get("charset")).text
            except fpcheck.MalformedDocument:
                return REJECTED
        self.check("xml", answer, lambda expected: (
            text(expected["text"]) if "text" in expected else expected))

    @unittest.skipIf(fpcheck.IMPLEMENTATION == "pure", "of the native core alone")
    def test_main(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            page, charset = octets(given["octets"]), given.get("charset")
            text, lines = core.main_lines(page, charset)
            self.assertEqual(markup.main_text(page, charset).text, text)
            return (text, [score for score, _ in lines], [features for _, features in lines])
        self.check("main", answer, lambda expected: (
            text(expected["text"]), expected["scores"], expected["lines"]))

    def test_bands(self) -> None:
        self.check("bands", lambda given, scheme: [key.hex() for key in clusters.keys(
            bytes.fromhex(given["sketch"]), given["bands"], given["rows"])],
            lambda expected: expected["keys"])

    def test_clusters(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            documents = [
                clusters.Document(octets(id), weight, fpcheck.Fingerprint.parse(string))
                for id, weight, string in zip(given["ids"], given["weights"], given["strings"])]
            rows = clusters.cluster(documents, clusters.Settings(
                given["threshold"], given["floor"],
                given.get("bands"), given.get("rows"), given.get("most")))
            self.assertEqual([row.id for row in rows], [document.id for document in documents])
            return [(row.cluster, row.similarity) for row in rows]
        self.check("clusters", answer, lambda expected: list(
            zip(map(octets, expected["clusters"]), expected["similarities"])))

    def test_texts(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            one, other = both = [texts.Text(octets(given)) for given in given["texts"]]
            return {"compared": [text.items for text in both],
                    "counts": [len(text.elements) for text in both],
                    "weights": [text.weight for text in both],
                    "sketches": [(text.sketch or b"").hex() for text in both],
                    "similarity": one.similarity(other),
                    "same": one.same(other), "numbers": one.same_numbers(other)}
        self.check("texts", answer, lambda expected: {
            **expected, "compared": [list(map(text, items)) for items in expected["compared"]]})

    def test_windows(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            data = octets(given["octets"])
            try:
                found = fpcheck.windows(data, given["words"])
            except fpcheck.TooShort:
                return TOO_SHORT
            items = core.placed(data)
            return {"elements": hexes(found), "items": [item[0] for item in items],
                    "weights": [item[1] for item in items],
                    "places": [place for item in items for place in item[2:]]}
        self.check("windows", answer, lambda expected: (
            {**expected, "items": list(map(text, expected["items"]))}
            if "items" in expected else expected))

    def test_passages(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            rows = fpcheck.passages(map(octets, given["texts"]), given["words"])
            return {"passages": [list(row[:5]) for row in rows],
                    "places": [place for row in rows for place in row[5:]]}
        self.check("passages", answer)

    def test_covers(self) -> None:
        def answer(given: Any, scheme: fpcheck.Scheme) -> Any:
            one, document, *ignored = map(octets, given["texts"])
            try:
                reference = fpcheck.Reference(one, given["words"], ignore=ignored)
            except fpcheck.TooShort:
                return TOO_SHORT
            weight = reference.weight
            contained = reference.contained_in(document) * weight
            return {"counts": [weight, round(contained), *reference.cover(document)[1:5]]}
        self.check("covers", answer)

    def test_pipeline(self) -> None:
        rng = random.Random(1)
        for id, schemes, given, expected in vectors.load("pipeline"):
            data = octets(given["octets"])
            if len(data) > 100_000:  # minutes: left to the conformance suite
                continue
            wanted = (expected.get("fingerprint"), expected.get("features", 0))
            steps = [n for n in (2, 7) if len(data) // n < 10_000]  # in others: the suite
            cuts = [list(range(0, len(data), n)) for n in steps]
            cuts += [[], sorted(rng.randrange(len(data) + 1) for _ in range(20))]
            for scheme in schemes:
                with self.subTest(id=id, scheme=scheme):
                    try:
                        self.assertEqual(str(fpcheck.lookup(scheme).sum(data)), wanted[0])
                    except fpcheck.NoFeatures:
                        self.assertEqual(expected, NO_FEATURES)
                    for some in cuts:
                        self.assertEqual(stream(data, some, scheme), wanted)

    def test_accumulated(self) -> None:  # R12.3
        for id, schemes, given, expected in vectors.load("accumulated"):
            if given["count"] > 1000:  # left to the conformance suite
                continue
            for scheme in schemes:
                digest = hashlib.sha256()
                for i in range(given["count"]):
                    string, features = stream(generate(given["seed"], i), [], scheme)
                    digest.update(f"{string or '-'} {features}\n".encode())
                with self.subTest(id=id, scheme=scheme):
                    self.assertEqual(digest.hexdigest(), expected["digest"])


if __name__ == "__main__":
    unittest.main()
