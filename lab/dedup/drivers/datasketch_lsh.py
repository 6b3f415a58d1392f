"""datasketch's MinHashLSH: it prints the ids of each pair whose sketches reach .5."""

import sys

import orjson
from datasketch import MinHash, MinHashLSH
from words import shingles

records = [orjson.loads(line) for line in open(sys.argv[1], "rb")]
lsh = MinHashLSH(threshold=0.5, num_perm=128, params=(32, 4))
sketches = MinHash.bulk([[s.encode() for s in shingles(r["text"])] for r in records], num_perm=128)
for i, m in enumerate(sketches):
    lsh.insert(i, m)
for i, m in enumerate(sketches):
    for j in lsh.query(m):
        if i < j and m.jaccard(sketches[j]) >= 0.5:
            print(records[i]["id"], records[j]["id"], sep="\t")
