"""rensa's index: it prints the ids of each pair whose sketches reach .5."""

import sys

import orjson
import rensa
from words import shingles

records = [orjson.loads(line) for line in open(sys.argv[1], "rb")]
lsh = rensa.RMinHashLSH(threshold=0.5, num_perm=128, num_bands=32)
sketches = []
for i, r in enumerate(records):
    m = rensa.RMinHash(num_perm=128, seed=42)
    m.update(shingles(r["text"]))
    sketches.append(m)
    lsh.insert(i, m)
for i, m in enumerate(sketches):
    for j in lsh.query(m):
        if i < j and m.jaccard(sketches[j]) >= 0.5:
            print(records[i]["id"], records[j]["id"], sep="\t")
