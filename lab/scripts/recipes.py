"""The documents, pairs and searches of recipes.sh. Run it as recipes.py COMMAND ARGUMENT..."""

import itertools
import json
import random
import sys
from pathlib import Path

LANGUAGES = ["en", "de", "fr", "ru", "el"]


def make(count, examples):
    """Writes documents: the examples, texts of their words, and edited copies of these, as JSON Lines."""
    rnd = random.Random(38)
    texts = [(Path(examples) / f"lighthouse.{language}.txt").read_text() for language in LANGUAGES]
    words = [text.split() for text in texts]
    for at in range(int(count)):
        if at >= len(texts):
            if rnd.random() < 0.3:  # a copy, of which up to one word in twenty is another
                copy = texts[rnd.randrange(at)].split()
                for _ in range(rnd.randrange(1 + len(copy) // 20)):
                    copy[rnd.randrange(len(copy))] = rnd.choice(words[0])
                texts.append(" ".join(copy))
            else:
                texts.append(" ".join(rnd.choices(rnd.choice(words), k=rnd.randrange(60, 200))))
        print(json.dumps({"id": f"d{at:07}", "text": texts[at]}, ensure_ascii=False))


def fingerprints(work, scheme):
    """Returns the id, fingerprint and keys of each document that has them."""
    with open(f"{work}/{scheme}.jsonl") as lines:
        rows = [json.loads(line) for line in lines]
    return [(row["id"], row["fingerprint"], row["bands"]) for row in rows if "fingerprint" in row]


def pairs(work, scheme):
    """Writes the pairs of fpcheck dedupe --pairs, ascending, and the documents that are near an earlier kept one.

    The command prints the pairs of the first of documents with equal fingerprints. Here the others have the
    same pairs.
    """
    prints, same = {}, {}
    for row, fingerprint, _ in fingerprints(work, scheme):
        prints[row] = fingerprint
        same.setdefault(fingerprint, []).append(row)
    found = {pair for rows in same.values() for pair in itertools.combinations(sorted(rows), 2)}
    for line in sys.stdin:
        a, b = (name.rpartition("#")[2] for name in line.rstrip("\n").split("\t")[1:])
        found.update(tuple(sorted(pair)) for pair in itertools.product(same[prints[a]], same[prints[b]]) if len(set(pair)) == 2)
    with open(f"{work}/{scheme}.pairs", "w") as out:
        out.writelines(f"{a} {b}\n" for a, b in sorted(found))
    removed = set()
    for a, b in sorted(found):  # by the later document within the earlier one, so a is decided before
        if a not in removed:
            removed.add(b)
    with open(f"{work}/{scheme}.removed", "w") as out:
        out.writelines(f"{row}\n" for row in sorted(removed))


def main():
    command, *arguments = sys.argv[1:]
    globals()[command](*arguments)


if __name__ == "__main__":
    main()
