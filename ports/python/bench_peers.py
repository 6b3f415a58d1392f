"""Fingerprints of documents by fpcheck and by other packages of PyPI, in one run, as Markdown.

    python bench_peers.py TEXT

The text is cut into documents of 10 kB, given as str. Everything is included that turns one into
a fingerprint: splitting it as well. The subjects take turns with each document, by one thread,
and what counts is the least time that each took for it. A package that is not installed is left
out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import fpcheck
from fpcheck import _pure

ROUNDS = 30
SIZE = 10_000

Run = Callable[[list[str]], Any]


def fpcheck_rows() -> Iterator[tuple[str, str, Run]]:
    for scheme, kind in ((fpcheck.SM1, "SimHash of words"),
                         (fpcheck.MH1, "MinHash of shingles of three words")):
        id = scheme.id

        def one_by_one(texts: list[str], scheme: fpcheck.Scheme = scheme) -> None:
            for text in texts:
                scheme.sum(text.encode())

        def batch(texts: list[str], scheme: fpcheck.Scheme = scheme) -> None:
            fpcheck.fingerprints(texts, scheme)

        def pure(texts: list[str], id: str = id) -> None:
            _pure.fingerprints(texts, id, 1)

        if fpcheck.IMPLEMENTATION == "native":
            yield f"fpcheck `{id}`, `fingerprints`", kind, batch
            yield f"fpcheck `{id}`, `sum`", kind, one_by_one
        yield f"fpcheck `{id}`, pure", kind, pure


def peers() -> Iterator[tuple[str, str, Run]]:
    try:
        from simhash import Simhash

        yield (f"simhash {version('simhash')}", "SimHash of windows of 4 characters",
               lambda texts: [Simhash(text) for text in texts])
    except ImportError:
        pass
    try:
        from rensa import RMinHash

        yield (f"rensa R-MinHash {version('rensa')}", "MinHash of shingles of three words",
               lambda texts: RMinHash.digest_matrix_from_token_sets(
                   [shingles(text) for text in texts], num_perm=128, seed=42))
        yield (f"rensa R-MinHash {version('rensa')}, of words", "MinHash of words",
               lambda texts: RMinHash.digest_matrix_from_token_sets(
                   [text.split() for text in texts], num_perm=128, seed=42))
    except ImportError:
        pass
    try:
        from datasketch import MinHash

        yield (f"datasketch {version('datasketch')}", "MinHash of shingles of three words",
               lambda texts: MinHash.bulk(
                   [[s.encode() for s in shingles(text)] for text in texts], num_perm=128))
    except (ImportError, PackageNotFoundError):
        pass


def shingles(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[i:i + 3]) for i in range(max(len(words) - 2, 1))]


def documents(path: str) -> list[str]:
    text = Path(path).read_text("utf-8")
    return [text[i:i + SIZE] for i in range(0, len(text), SIZE)]


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    texts = documents(sys.argv[1])
    octets = sum(len(text.encode()) for text in texts)
    rows = [*fpcheck_rows(), *peers()]
    taken = [[float("inf")] * len(texts) for _ in rows]
    for _ in range(ROUNDS):
        for i, text in enumerate(texts):
            for (_, _, run), least in zip(rows, taken):
                start = time.perf_counter()
                run([text])
                least[i] = min(least[i], time.perf_counter() - start)
    rates = [octets / sum(least) / 1e6 for least in taken]
    pure = {row[0].split(",")[0]: rate for row, rate in zip(rows, rates) if "pure" in row[0]}
    print("| | which makes | MB/s | of the pure implementation's |")
    print("| --- | --- | ---: | ---: |")
    for (name, makes, _), rate in zip(rows, rates):
        own = pure.get(name.split(",")[0])
        print(f"| {name} | {makes} | {rate:.3g} | {f'{rate / own:.3g}' if own else ''} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
