"""gaoya's index of strings: near DATA. It prints the ids of each pair."""

import sys

import gaoya
import orjson

records = [orjson.loads(line) for line in open(sys.argv[1], "rb")]
texts = [r["text"] for r in records]
index = gaoya.minhash.MinHashStringIndex(
    hash_size=32, jaccard_threshold=0.5, num_bands=32, band_size=4, num_hashes=128,
    analyzer="word", lowercase=True, ngram_range=(3, 3))
index.par_bulk_insert_docs(list(range(len(texts))), texts)
for i, near in enumerate(index.par_bulk_query(texts)):
    for j in near:
        if i < j:
            print(records[i]["id"], records[j]["id"], sep="\t")
