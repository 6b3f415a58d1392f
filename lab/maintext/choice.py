"""The choice of chapter 11a in Python, for arrays of features and scores, and how good texts are."""

import subprocess
from collections import Counter

import json

import numpy

from labels import tokens

STEP, ATTEMPTS = 1024, 4
FEATURES = json.loads(subprocess.run(["go", "run", ".", "features"], check=True, capture_output=True).stdout)
AT = {name: i for i, name in enumerate(FEATURES)}


def solid(features):
    return (features[:, AT["units"]] >= 60) | (features[:, AT["units"]] >= 30) & (features[:, AT["end"]] == 1)


def trimmed(chosen, features):
    """R11.34."""
    chosen = chosen & (features[:, AT["<h1>"]] == 0) & (features[:, AT["<figure>"]] == 0)
    ends = numpy.flatnonzero(chosen & solid(features))
    if not len(ends):
        return numpy.zeros(len(chosen), bool)
    chosen[: ends[0]] = chosen[ends[-1] + 1 :] = False
    return chosen


def choose(scores, features):
    """R11.35. The feature units is capped, so the share of long lines may be a little less than the rule's."""
    units = features[:, AT["units"]]
    own = units[features[:, AT["link"]] < 500].sum()
    for attempt in range(ATTEMPTS):
        chosen = trimmed(scores + attempt * STEP > 0, features)
        if chosen.any() and 20 * units[chosen].sum() >= own:
            return chosen
    return numpy.ones(len(scores), bool)


def shingles(words, n=4):
    if len(words) < n:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[i:] for i in range(n))))


def counts(want, got):
    """Of the shingles of four words the share that is right, too much, and missing, as the benchmark of 181 pages counts."""
    want, got = shingles(tokens(want)), shingles(tokens(got))
    right = sum((want & got).values())
    found, expected = sum(got.values()), sum(want.values())
    return numpy.array([right, found - right, expected - right]) / (found + expected or 1)


def piece_counts(pieces, got):
    got = " ".join(tokens(got))
    found = [[" ".join(tokens(piece)) in got for piece in some] for some in pieces]
    return numpy.array([sum(found[0]), sum(found[1]), len(found[0]) - sum(found[0])])


def f1(rows):
    """F1, precision and recall: the means of the pages that have any."""
    precision = numpy.mean([r / (r + more) for r, more, _ in rows if r + more] or [0])
    recall = numpy.mean([r / (r + less) for r, _, less in rows if r + less] or [0])
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0, precision, recall
