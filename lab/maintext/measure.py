"""Measures a model that train.py made: measure.py DATA PART

PART is dev, on which parameters were chosen, or test. For each set it prints F1, precision and recall of 4-grams, or of
pieces, with an interval of 95 % by 1,000 samples of pages. The model is the one that the Go program has. Beside it: all
visible text, and trafilatura, readability-lxml, resiliparse, jusText and boilerpy3, where they are installed.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

import numpy

from choice import counts, f1, piece_counts
from train import load, rows


def tools():
    """The extractors that are installed, by name: functions from a page to text."""
    found = {}
    try:
        import trafilatura

        found["trafilatura"] = lambda page: trafilatura.extract(page, include_comments=False, include_tables=True)
    except ImportError:
        pass
    try:
        import lxml.html
        import readability

        found["readability-lxml"] = lambda page: lxml.html.fromstring(readability.Document(page).summary()).text_content()
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text

        found["resiliparse"] = lambda page: extract_plain_text(page, main_content=True)
    except ImportError:
        pass
    try:
        import justext

        def boilerplate(page):
            stop = frozenset().union(*(justext.get_stoplist(name) for name in ("English", "German")))
            return "\n".join(p.text for p in justext.justext(page, stop) if not p.is_boilerplate)

        found["jusText"] = boilerplate
    except ImportError:
        pass
    try:
        from boilerpy3 import extractors

        found["boilerpy3"] = lambda page: extractors.ArticleExtractor(raise_on_failure=False).get_content(page)
    except ImportError:
        pass
    return found


def extracted(path):
    with open(path, "rb") as file:
        octets = file.read()
    page = octets.decode("utf-8", "replace")
    texts = {}
    for name, extract in tools().items():
        try:
            texts[name] = extract(page) or ""
        except Exception:  # a tool that fails finds nothing
            texts[name] = ""
    return texts


def interval(values, of, samples=1000):
    random = numpy.random.default_rng(1)
    found = [of([values[i] for i in random.integers(0, len(values), len(values))]) for _ in range(samples)]
    return numpy.percentile(found, [2.5, 97.5])


def main(data, part):
    about = load(data, part)
    chosen = rows(["main"], [page["path"] for page in about])
    with ProcessPoolExecutor() as pool:
        others = list(pool.map(extracted, [page["path"] for page in about], chunksize=8))
    results = {}
    for page, main_text, texts in zip(about, chosen, others):
        name = page["set"] + ("" if page["article"] else ", no articles")
        for tool, text in {"main": main_text[0], "visible": "\n".join(page["page"].texts), **texts}.items():
            row = piece_counts(page["pieces"], text) if page["pieces"] else counts(page["text"], text)
            results.setdefault(name, {}).setdefault(tool, []).append(row)
    for name, tools_of in sorted(results.items()):
        for tool, values in tools_of.items():
            of = (lambda some: f1([sum(some)])) if name == "traf" else f1
            low, high = interval(values, lambda some, of=of: of(some)[0])
            score, precision, recall = of(values)
            print(f"{name:22} {len(values):5d} {tool:17} {score:.3f} [{low:.3f}, {high:.3f}]  {precision:.3f} {recall:.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
