"""Makes a corpus with known duplicates, as JSON Lines: corpus.py DOCUMENTS SEED [sketches] >corpus.jsonl

One document in ten is a copy of one page; some are pages of templates, at most 4,000 of each, so that what is near
grows as the corpus does; some are a chain, of which each is near the next, so that all of it is one component; some
are empty or too short; and of the others many are edited copies of one another.

Each document is worked out from its place and the seed alone: nothing is kept, and what needs a part of the corpus
makes that part. With sketches there are, instead of texts, fingerprints of texts that nobody wrote, as near one
another as those of the texts: the lines of "fpcheck fingerprint --scheme mh1 --json".
"""

import base64
import json
import random
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HAN = [chr(c) for c in range(0x4E00, 0x5200)]
TEMPLATE = 4000  # so many pages have one template at most
TEMPLATE_WORDS = 120
CHAIN_WORDS, CHAIN_STEP = 80, 2
SHORT_TEXTS = ["", " ", "1984", "one", "two words", "https://example.org/"]
FIGURES = ["7", "8", "-3", "5 %", "6 %", "= 2 * 3", "= 2 / 3", "a - b", "!x"]  # what words alone do not tell apart
SLOTS = 128  # of a MinHash, an octet each

# What a number is drawn for.
WORDS, PAGE, TEMPLATES, CHAIN, SHORT, FAMILIES, EDITS = range(7)


def mix(*numbers):
    """A number of 64 bits that looks like chance: the finaliser of SplitMix64, over the numbers one by one."""
    mixed = 0
    for number in numbers:
        mixed = (mixed ^ number) + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 31
    return mixed


class Corpus:
    def __init__(self, documents, seed):
        self.documents = documents
        self.seed = seed
        rnd = self._random(WORDS)
        self.words = ["".join(rnd.choices(LETTERS, k=rnd.randint(2, 9))) for _ in range(20000)]
        self.ends = [documents * percent // 100 for percent in (10, 14, 19, 21)]
        # The kinds are next to one another in number; a step with no divisor in common with them shuffles the deck.
        self.step = next(s for s in range(int(documents * 0.618) + 1, 2 * documents + 2) if _coprime(s, documents))

    def id(self, place):
        return f"d{self._number(place):07}"

    def _number(self, place):
        return (place * self.step + self.seed) % self.documents

    def _random(self, *what):
        return random.Random(mix(self.seed, *what))

    def _family(self, number):
        """The first of the family that a document is in: of ten documents four begin one."""
        while number > self.ends[3] and mix(self.seed, FAMILIES, number, 0) % 10 >= 4:
            number -= 1
        return number

    def text(self, place):
        number = self._number(place)
        if number < self.ends[0]:  # copies of one page: a hot key if they were not collapsed
            return self._text(self._random(PAGE))
        if number < self.ends[1]:  # pages of one template: hot keys after that
            rnd = self._random(TEMPLATES, (number - self.ends[0]) // TEMPLATE)
            parts = rnd.choices(self.words, k=TEMPLATE_WORDS)
            rnd = self._random(EDITS, number)
            parts[rnd.randrange(TEMPLATE_WORDS)] = rnd.choice(self.words)
            return " ".join(parts) + " " + rnd.choice(self.words)
        if number < self.ends[2]:
            start = (number - self.ends[1]) * CHAIN_STEP
            chain = (mix(self.seed, CHAIN, start + i) for i in range(CHAIN_WORDS))
            return " ".join(self.words[i % len(self.words)] for i in chain)
        if number < self.ends[3]:
            return self._random(SHORT, number).choice(SHORT_TEXTS)
        first = self._family(number)
        text = self._text(self._random(FAMILIES, first, 1))
        rnd = self._random(EDITS, number)
        return text if number == first or rnd.random() < 0.2 else self._edited(text, rnd)

    def _text(self, rnd):
        if rnd.random() < 0.05:  # Chinese has no blanks
            return "".join(rnd.choices(HAN, k=rnd.randint(20, 120)))
        return " ".join(rnd.choices(self.words, k=rnd.randint(30, 90)))

    def _edited(self, base, rnd):
        parts = base.split(" ") if " " in base else list(base)
        for _ in range(_edits(len(parts), rnd)):
            parts[rnd.randrange(len(parts))] = rnd.choice(FIGURES if rnd.random() < 0.2 else self.words)
        return (" " if " " in base else "").join(parts)

    def sketch(self, place):
        """How many features a text would have, and 128 octets as near to others as the text would be; or None."""
        number = self._number(place)
        if number < self.ends[0]:
            return 60, self._random(PAGE).randbytes(SLOTS)
        if number < self.ends[1]:
            rnd = self._random(EDITS, number)
            base = _base(self._random(TEMPLATES, (number - self.ends[0]) // TEMPLATE), TEMPLATE_WORDS)
            return TEMPLATE_WORDS - 1, _changed(base, [rnd.randrange(TEMPLATE_WORDS)], TEMPLATE_WORDS, rnd)
        if number < self.ends[2]:
            # A step replaces 2 of the 78 shingles: of 80 that either text has, 2 go and 2 come, and so each slot
            # stays what it is for 20 steps, each its own.
            link = number - self.ends[1]
            stay = CHAIN_WORDS // 2 // CHAIN_STEP
            slots = (mix(self.seed, CHAIN, slot, (link + slot * 7) // stay) & 0xFF for slot in range(SLOTS))
            return CHAIN_WORDS - 2, bytes(slots)
        if number < self.ends[3]:
            return None
        first = self._family(number)
        rnd = self._random(FAMILIES, first, 1)
        words = rnd.randint(30, 90)
        base = _base(rnd, words)
        rnd = self._random(EDITS, number)
        if number == first or rnd.random() < 0.2:
            return words - 2, base[0]
        return words - 2, _changed(base, [rnd.randrange(words) for _ in range(_edits(words, rnd))], words, rnd)

    def fingerprint(self, place):
        """The features and the fingerprint of a document that has a sketch only; or None."""
        sketch = self.sketch(place)
        return sketch and (sketch[0], "mh1:" + base64.b32encode(sketch[1]).decode().rstrip("=").lower())


def _coprime(one, other):
    while other:
        one, other = other, one % other
    return one == 1


def _edits(parts, rnd):
    return max(1, int(parts * rnd.choice([0.005, 0.01, 0.02, 0.05])))


def _base(rnd, words):
    """For each slot its octet, what it would be without the shingle it is of, and which of the shingles that is."""
    return rnd.randbytes(SLOTS), rnd.randbytes(SLOTS), rnd.choices(range(words - 2), k=SLOTS)


def _changed(base, places, words, rnd):
    """The sketch if other words were at some places: shingles of three with them go, and as many come."""
    gone = {shingle for place in places for shingle in range(place - 2, place + 1)}
    slots = bytearray(other if shingle in gone else octet for octet, other, shingle in zip(*base))
    share = 256 * len(gone) // (words - 2)
    for slot, drawn in enumerate(rnd.randbytes(SLOTS)):
        if drawn < share:
            slots[slot] = rnd.randrange(256)
    return bytes(slots)


def main(documents, seed, form="texts"):
    corpus = Corpus(int(documents), int(seed))
    for place in range(corpus.documents):
        id = corpus.id(place)
        if form == "texts":
            print(json.dumps({"id": id, "row": place, "text": corpus.text(place)}, ensure_ascii=False))
        elif found := corpus.fingerprint(place):
            line = {"path": id, "scheme": "mh1", "fingerprint": found[1], "features": found[0]}
            print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main(*sys.argv[1:])
