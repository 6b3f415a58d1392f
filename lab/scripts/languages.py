"""Measures fpcheck and other packages of PyPI on short and long texts in four languages, in one run.

    languages.py EXAMPLES

Short texts are the headlines of the articles in EXAMPLES. Long ones are 100 kB of the messages of
Django and Weblate, which hardly repeat. Each package is called as its documentation shows: one
text, as a str. Splitting and encoding count. The packages take turns, and the least processor
time of several rounds counts.
"""

from __future__ import annotations

import gettext
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import datasketch
import fpcheck
import iscc_core
import iscc_lib
import rensa
import tlsh

LANGUAGES = {"English": "en", "German": "de", "Chinese": "zh", "Arabic": "ar"}
LONG = 100_000  # bytes
ROUNDS = 7
LEAST = 0.02  # seconds of processor time in a measurement


def headline(examples: Path, language: str) -> str:
    with open(examples / f"lighthouse.{language}.txt", encoding="utf-8") as lines:
        return next(lines).strip()


def messages(language: str) -> str:
    """100 kB of the messages of Django and Weblate. English is what they are translated from."""
    folder = {"en": "de", "zh": "zh_Hans"}.get(language, language)
    found: dict[str, None] = {}
    for package in ("django", "weblate"):
        spec = find_spec(package)
        assert spec is not None and spec.origin is not None
        for path in sorted(Path(spec.origin).parent.glob(f"**/locale/{folder}/LC_MESSAGES/django.mo")):
            with open(path, "rb") as file:
                catalog: dict[str | tuple[str, int], str] = vars(gettext.GNUTranslations(file))["_catalog"]
            for key, message in catalog.items():
                source = key if isinstance(key, str) else key[0]
                if source:
                    found[source.rpartition("\4")[2] if language == "en" else message] = None
    text = "\n".join(found).encode()[:LONG]
    assert len(text) == LONG, f"{language}: only {len(text)} bytes"
    return text.decode(errors="ignore")


def shingles(text: str, chinese: bool) -> list[str]:
    """Three words in a row, or three characters of Chinese, which has no spaces."""
    words = list(text) if chinese else text.split()
    return [" ".join(words[i:i + 3]) for i in range(max(len(words) - 2, 1))]


def of_rensa(text: str, chinese: bool) -> object:
    minhash = rensa.RMinHash(num_perm=128, seed=42)
    minhash.update(shingles(text, chinese))
    return minhash.digest()


def of_datasketch(text: str, chinese: bool) -> object:
    minhash = datasketch.MinHash(num_perm=128)
    minhash.update_batch([shingle.encode() for shingle in shingles(text, chinese)])
    return minhash.digest()


SUBJECTS: dict[str, Callable[[str, bool], object]] = {
    "fpcheck `SM1.sum`": lambda text, _: str(fpcheck.SM1.sum(text)),
    "fpcheck `MH1.sum`": lambda text, _: str(fpcheck.MH1.sum(text)),
    f"rensa {version('rensa')}, MinHash of shingles": of_rensa,
    f"datasketch {version('datasketch')}, MinHash of shingles": of_datasketch,
    f"iscc-lib {version('iscc-lib')}, Text-Code": lambda text, _: iscc_lib.gen_text_code_v0(text),
    f"iscc-core {version('iscc-core')}, Text-Code": lambda text, _: iscc_core.gen_text_code_v0(text),
    f"py-tlsh {version('py-tlsh')}": lambda text, _: tlsh.hash(text.encode()),
}


def measure(run: Callable[[str, bool], object], text: str, chinese: bool, times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        run(text, chinese)
    return (time.process_time() - start) / times


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(": ")[2]
    return platform.machine()


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    assert fpcheck.IMPLEMENTATION == "native"
    texts = [(headline(Path(sys.argv[1]), code), code == "zh") for code in LANGUAGES.values()]
    texts += [(messages(code), code == "zh") for code in LANGUAGES.values()]
    best = [[float("inf")] * len(texts) for _ in SUBJECTS]
    for at, (text, chinese) in enumerate(texts):
        times = [max(1, int(LEAST / max(1e-7, min(measure(run, text, chinese, 1) for _ in range(2)))))
                 for run in SUBJECTS.values()]
        for _ in range(ROUNDS):
            for row, run in enumerate(SUBJECTS.values()):
                best[row][at] = min(best[row][at], measure(run, text, chinese, times[row]))
    short = ["–" if tlsh.hash(text.encode()) == "TNULL" else "" for text, _ in texts]
    print(f"{processor()}, CPython {platform.python_version()}.\n")
    names = [f"{language}, {size}" for size in ("headline", "100 kB") for language in LANGUAGES]
    print(f"| | {' | '.join(names)} |")
    print(f"|---|{'---:|' * len(names)}")
    micros = [f"{1e6 * x:.3g}" if x < 1e-3 else f"{1e6 * x:,.0f}" for x in best[0]]
    print(f"| fpcheck `SM1.sum`, µs | {' | '.join(micros)} |")
    for name, row in list(zip(SUBJECTS, best))[1:]:
        cells = [f"{x / own:.2g}" if x < 99.5 * own else f"{x / own:,.0f}" for x, own in zip(row, best[0])]
        if name.startswith("py-tlsh"):
            cells = [no or cell for no, cell in zip(short, cells)]
        print(f"| {name} | {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
