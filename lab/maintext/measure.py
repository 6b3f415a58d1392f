"""Measures a model that train.py made: measure.py DATA PART [NAME=COMMAND...]

PART is dev, on which parameters were chosen, or test. For each set it prints F1, precision and recall of 4-grams, or of
pieces, with an interval of 95 % by 1,000 samples of pages. The model is the one that the Go program has. Beside it: all
visible text, the tools that peers.py knows and that are installed, and those with a command: see by_tool.
"""

import sys

import numpy

from choice import counts, f1, piece_counts
from peers import by_tool
from train import load, rows


def interval(values, of, samples=1000):
    random = numpy.random.default_rng(1)
    found = [of([values[i] for i in random.integers(0, len(values), len(values))]) for _ in range(samples)]
    return numpy.percentile(found, [2.5, 97.5])


def main(data, part, *commands):
    about = load(data, part)
    paths = [page["path"] for page in about]
    texts = {
        "main": [text for (text,) in rows(["main"], paths)],
        "visible": ["\n".join(page["page"].texts) for page in about],
        **dict(by_tool(paths, commands)),
    }
    results = {}
    for i, page in enumerate(about):
        name = page["set"] + ("" if page["article"] else ", no articles")
        for tool, found in texts.items():
            row = piece_counts(page["pieces"], found[i]) if page["pieces"] else counts(page["text"], found[i])
            results.setdefault(name, {}).setdefault(tool, []).append(row)
    for name, tools_of in sorted(results.items()):
        for tool, values in tools_of.items():
            of = (lambda some: f1([sum(some)])) if name == "traf" else f1
            low, high = interval(values, lambda some, of=of: of(some)[0])
            score, precision, recall = of(values)
            print(f"{name:22} {len(values):5d} {tool:17} {score:.3f} [{low:.3f}, {high:.3f}]  {precision:.3f} {recall:.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
