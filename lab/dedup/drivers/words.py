"""What users of libraries that are given words write themselves: shingles of three."""

import re

WORD = re.compile(r"\w+")


def shingles(text):
    words = WORD.findall(text.lower())
    return [" ".join(words[i:i + 3]) for i in range(max(1, len(words) - 2))]
