"""Which lines of a page are its article: by the text that a person chose, or by pieces to find and to leave out."""

import re

import numpy
from rapidfuzz.distance import LCSseq

WIDE = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
TOKEN = re.compile(rf"[{WIDE}]|[^\W{WIDE}]+")
MOST_CHOSEN, MOST_SHOWN = 40_000, 80_000


def tokens(text):
    return TOKEN.findall(text.lower())


def by_pieces(lines, pieces):
    """1 of a line with a piece to find, 0 of one with a piece to leave out, -1 of any other."""
    texts = [" ".join(tokens(line)) for line in lines]
    labels = numpy.full(len(lines), -1, numpy.int8)
    for some, label in zip(pieces, (1, 0)):
        for piece in some:
            piece = " ".join(tokens(piece))
            at = [i for i, text in enumerate(texts) if piece in text] if len(piece) > 2 else []
            if len(at) == 1 or label == 1 and len(at) == 2:
                for i in at:
                    labels[i] = label if labels[i] in (-1, label) else -1
    return labels


def by_text(lines, text):
    """1 of a line of which 70 % of the tokens are in the text in this order, 0 if 40 % or less are, -1 in between; and
    the part of the text that was found."""
    texts = [tokens(line) for line in lines]
    chosen, shown = tokens(text)[:MOST_CHOSEN], [token for one in texts for token in one][:MOST_SHOWN]
    labels = numpy.full(len(lines), -1, numpy.int8)
    if not chosen or not shown:
        return labels, 0.0
    place = numpy.full(len(shown), -1)
    for step in LCSseq.opcodes(shown, chosen):
        if step.tag == "equal":
            place[step.src_start : step.src_end] = numpy.arange(step.dest_start, step.dest_end)
    start = found = 0
    for i, one in enumerate(texts):
        places = place[start : start + len(one)]
        start += len(one)
        if not len(places):
            continue
        share = numpy.mean(places >= 0)
        if len(one) <= 3:  # a few common words are somewhere in most texts
            labels[i] = share == 1 and (numpy.diff(places) == 1).all()
        elif not 0.4 < share < 0.7:
            labels[i] = share > 0.5
        if labels[i] == 1:
            found += numpy.sum(places >= 0)
    return labels, found / len(chosen)
