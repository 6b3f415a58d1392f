"""FAISS's IndexBinaryFlat, which compares all: pairs within 7 bits, as ids."""

import sys

import faiss
from bits import print_pairs, simhashes

data, fpcheck = sys.argv[1:]
sketches, ids = simhashes(fpcheck, data)
index = faiss.IndexBinaryFlat(64)
index.add(sketches)
starts, _, found = index.range_search(sketches, 8)
print_pairs(ids, starts, found)
