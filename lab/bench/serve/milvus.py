"""Answers lines of searches and additions by Milvus Lite: "s SKETCH" and "a SKETCH ID", in hexadecimal."""

import os
import sys

from pymilvus import DataType, MilvusClient, __version__

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def sketch_of(document):
    z = (document * GAMMA + GAMMA) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def main(directory, documents, distance):
    client = MilvusClient(directory + "/milvus.db")
    schema = client.create_schema(auto_id=False)
    schema.add_field("id", DataType.INT64, is_primary=True)
    schema.add_field("sketch", DataType.BINARY_VECTOR, dim=64)
    client.create_collection("m", schema=schema)
    row = lambda sketch, document: {"id": document, "sketch": sketch.to_bytes(8, "big")}
    for i in range(0, documents, 10_000):
        client.insert("m", [row(sketch_of(d), d) for d in range(i, min(i + 10_000, documents))])
    index = client.prepare_index_params()
    index.add_index("sketch", index_type="BIN_FLAT", metric_type="HAMMING")
    client.create_index("m", index)
    client.load_collection("m")
    server = open("/proc/self/task/%d/children" % os.getpid()).read().split()[0]
    print(server, __version__, flush=True)
    within = {"metric_type": "HAMMING", "params": {"radius": distance + 1, "range_filter": 0}}
    for line in sys.stdin:
        op, sketch, *document = line.split()
        if op == "a":
            client.insert("m", [row(int(sketch, 16), int(document[0], 16))])
            print(flush=True)
        else:
            vector = int(sketch, 16).to_bytes(8, "big")
            found = client.search("m", data=[vector], anns_field="sketch", limit=100, search_params=within)
            print(*("%x" % m["id"] for m in found[0]), flush=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
