"""What FAISS is given: the SimHashes of fpcheck as rows of octets, and the ids of the lines."""

import base64
import subprocess

import numpy as np


def simhashes(fpcheck, data):
    lines = subprocess.run([fpcheck, "fingerprint", "--quiet", "--scheme", "sm1", data],
                           stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    octets = b"".join(base64.b32decode(line[4:17].upper() + "===") for line in lines)
    return np.frombuffer(octets, np.uint8).reshape(-1, 8), [line.rpartition("#")[2] for line in lines]


def print_pairs(ids, starts, found):
    for i, near in enumerate(np.split(found, starts[1:-1].astype(np.int64))):
        for j in near:
            if i < j:
                print(ids[i], ids[j], sep="\t")
