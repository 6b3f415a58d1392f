"""Measures what Python has to offer: peers.py SUBJECT FILE. See protocol.go."""

import struct
import sys
import time
from importlib.metadata import version


def fpcheck(documents):
    from fpcheck import SM1

    def run():
        for octets in documents:
            SM1.sum(octets)

    return run, SM1.sum(documents[0]), "-"


def simhash(documents):
    from simhash import Simhash

    return each(Simhash, strings(documents)), "-", version("simhash")


def iscc_core(documents):
    from iscc_core import gen_text_code_v0

    return each(gen_text_code_v0, strings(documents)), "-", version("iscc-core")


def iscc_lib(documents):
    from iscc_lib import gen_text_code_v0

    return each(gen_text_code_v0, strings(documents)), "-", version("iscc-lib")


def tlsh(documents):
    from tlsh import hash

    return each(hash, documents), "-", version("py-tlsh")


def datasketch(documents):
    from datasketch import MinHash

    sets = [octets.split(b"\n") for octets in documents]
    # It draws the permutations once for all.
    return lambda: MinHash.bulk(sets, num_perm=128), "-", version("datasketch")


def rensa_r(documents):
    from rensa import RMinHash

    return rensa(RMinHash.digest_matrix_from_token_sets, documents)


def rensa_c(documents):
    from rensa import CMinHash

    return rensa(CMinHash.digests_from_token_sets, documents)


def rensa_rho(documents):
    from rensa import RMinHash

    return rensa(RMinHash.digest_matrix_from_token_sets_rho, documents)


def rensa_words(documents):
    return rensa_of(str.split, documents)


def rensa_shingles(documents):
    return rensa_of(shingles, documents)


def rensa_of(split, documents):
    from rensa import RMinHash

    texts = strings(documents)
    # A batch, which is faster than one by one.
    return (lambda: RMinHash.digest_matrix_from_token_sets([split(text) for text in texts], num_perm=128, seed=42),
            "-", version("rensa"))


def datasketch_shingles(documents):
    from datasketch import MinHash

    texts = strings(documents)
    return (lambda: MinHash.bulk([[s.encode() for s in shingles(text)] for text in texts], num_perm=128),
            "-", version("datasketch"))


def shingles(text):
    words = text.split()
    return [" ".join(words[i : i + 3]) for i in range(len(words) - 2)]


def rensa(digests, documents):
    sets = [text.split("\n") for text in strings(documents)]
    return lambda: digests(sets, num_perm=128, seed=42), "-", version("rensa")


def strings(documents):
    return [octets.decode() for octets in documents]


def each(f, texts):
    def run():
        for text in texts:
            f(text)

    return run


def read(path):
    with open(path, "rb") as file:
        while head := file.read(4):
            yield file.read(*struct.unpack(">I", head))


def main(subjects):
    name, path = sys.argv[1:]
    documents = list(read(path))
    total = sum(map(len, documents))
    run, first, installed = subjects[name](documents)
    print("ready", installed, first, flush=True)
    for line in sys.stdin:
        times = int(line.removeprefix("run "))
        start = time.perf_counter_ns()
        for _ in range(times):
            run()
        taken = time.perf_counter_ns() - start
        print(taken, times * total, flush=True)


if __name__ == "__main__":
    main(globals())
