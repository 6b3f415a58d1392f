"""Makes a corpus with known duplicates, as JSON Lines: corpus.py DOCUMENTS SEED >corpus.jsonl

Of the documents some are copies of one page, some pages of one template, some a chain of which each is near
the next, some are empty or too short, and of the others many are edited copies of one another.
"""

import json
import random
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HAN = [chr(c) for c in range(0x4E00, 0x5200)]


def main(documents, seed):
    rnd = random.Random(seed)
    words = ["".join(rnd.choices(LETTERS, k=rnd.randint(2, 9))) for _ in range(20000)]

    def text():
        if rnd.random() < 0.05:  # Chinese has no blanks
            return "".join(rnd.choices(HAN, k=rnd.randint(20, 120)))
        return " ".join(rnd.choices(words, k=rnd.randint(30, 90)))

    def edited(base):
        parts = base.split(" ") if " " in base else list(base)
        for _ in range(max(1, int(len(parts) * rnd.choice([0.005, 0.01, 0.02, 0.05])))):
            parts[rnd.randrange(len(parts))] = rnd.choice(words)
        return (" " if " " in base else "").join(parts)

    page = text()
    template = rnd.choices(words, k=120)
    chain = rnd.choices(words, k=documents // 20 * 2 + 80)
    made = []
    family = text()
    for i in range(documents):
        kind = i / documents
        if kind < 0.10:  # copies of one page: a hot key if they were not collapsed
            made.append(page)
        elif kind < 0.14:  # pages of one template: hot keys after that
            parts = list(template)
            parts[rnd.randrange(120)] = str(rnd.choice(words))
            made.append(" ".join(parts) + " " + rnd.choice(words))
        elif kind < 0.19:  # a chain
            start = (i - int(documents * 0.14)) * 2
            made.append(" ".join(chain[start : start + 80]))
        elif kind < 0.21:
            made.append(rnd.choice(["", " ", "1984", "one", "two words", "https://example.org/"]))
        else:
            if rnd.random() < 0.4:
                family = text()
                made.append(family)
            elif rnd.random() < 0.2:
                made.append(family)
            else:
                made.append(edited(family))
    order = list(range(documents))
    rnd.shuffle(order)
    for i in order:
        json.dump({"id": f"d{i:07}", "text": made[i]}, sys.stdout, ensure_ascii=False)
        print()


main(int(sys.argv[1]), int(sys.argv[2]))
