"""rensa's deduplicator: it prints the ids that are not to be kept."""

import sys

import orjson
import rensa
from words import shingles

records = map(orjson.loads, open(sys.argv[1], "rb"))
dedup = rensa.RMinHashDeduplicator(threshold=0.5, num_perm=128, use_lsh=True, num_bands=32)
ids = []
def entries():
    for r in records:
        ids.append(r["id"])
        yield r["id"], shingles(r["text"])
for i, keep in zip(ids, dedup.add_pairs(entries())):
    if not keep:
        print(i)
