"""Says how often the same article has the same fingerprint in two designs: stability.py FOLDER FPCHECK [NAME=COMMAND...]

It writes the pages of lab/templates into FOLDER: 20 articles in 15 designs. Of each article all pairs of designs are
compared. For each tool it prints the share of pairs within 3 bits of sm1, with an interval of 95 % by 1,000 samples of
articles; the same without the two designs that put another text before the article; the share of equal pairs; and the
least distance of two pages of different articles. No parameter was chosen on these pages. FPCHECK is the command.
"""

import base64
import json
import os
import subprocess
import sys

import numpy

from peers import by_tool
from train import rows

NONE = 64  # the distance from a page without text


def fingerprints(command, found):
    """The sketches of texts, or None."""
    lines = "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(found))
    call = [command, "fingerprint", "--quiet", "--json", "--input", "jsonl", "--id-field", "id", "-"]
    out = [None] * len(found)
    for line in subprocess.run(call, input=lines, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines():
        row = json.loads(line)
        if row.get("fingerprint"):
            out[int(row["id"])] = int.from_bytes(base64.b32decode(row["fingerprint"].split(":")[1].upper() + "===")[:8], "big")
    return out


def distance(x, y):
    return NONE if x is None or y is None else (x ^ y).bit_count()


def main(folder, command, *commands):
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["go", "run", ".", "templates", folder], check=True)
    names = sorted(name for name in os.listdir(folder) if name.endswith(".html"))
    paths = [os.path.join(folder, name) for name in names]
    texts = {
        "main": [text for (text,) in rows(["main"], paths)],
        "visible": ["\n".join(line["t"] for line in lines) for lines in rows(["lines"], paths)],
        **dict(by_tool(paths, commands)),
    }
    articles = {}
    for i, name in enumerate(names):
        articles.setdefault(name.split(".")[0], []).append(i)
    teasers = {i for i, name in enumerate(names) if "-teaser" in name}
    for tool, found in texts.items():
        values = fingerprints(command, found)
        shares = []
        for left_out in (set(), teasers):
            near = []
            for pages in articles.values():
                pages = [i for i in pages if i not in left_out]
                pairs = [distance(values[i], values[j]) for i in pages for j in pages if i < j]
                near.append([sum(d <= 3 for d in pairs), sum(d == 0 for d in pairs), len(pairs)])
            near = numpy.array(near)
            random = numpy.random.default_rng(1)
            sums = [near[random.integers(0, len(near), len(near))].sum(0) for _ in range(1000)]
            low, high = numpy.percentile([s[0] / s[2] for s in sums], [2.5, 97.5])
            near = near.sum(0)
            shares.append(f"{near[0] / near[2]:.3f} [{low:.3f}, {high:.3f}] equal {near[1] / near[2]:.3f}")
        of = {i: article for article, pages in articles.items() for i in pages}
        others = min(
            distance(values[i], values[j])
            for i in of
            for j in range(i)
            if of[i] != of[j] and values[i] is not None and values[j] is not None
        )
        lost = sum(value is None for value in values)
        print(f"{tool:17} all {shares[0]}  without teasers {shares[1]}  others {others}  without text {lost}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
