"""Answers the lines of ports/c/tests/index_port.c, for index/ports_test.go."""

from __future__ import annotations

import sys

import fpcheck
from fpcheck.index import DamagedIndex, Index


def octets(hex: str) -> bytes:
    return bytes.fromhex(hex)


def spelled(id: str) -> str:
    return id.encode("utf-8", "surrogateescape").hex()


def main() -> None:
    index = Index("sm1")
    for line in sys.stdin:
        command, *fields = line.rstrip("\n").split("\t")
        rows: list[tuple[object, ...]] = []
        number = 0
        try:
            if command == "open":
                index = Index.open(fields[0])
                number = len(index)
            elif command == "load":
                index = Index.load(fields[0])
                number = len(index)
            elif command == "new":
                scheme, profile, bits, distance, similarity, bands, some = fields
                if scheme.startswith("s"):
                    index = Index(scheme, profile=profile, distance=int(distance))
                else:
                    index = Index(scheme, profile=profile, bits=int(bits),
                                  similarity=float(similarity), bands=int(bands), rows=int(some))
            elif command == "verify":
                index.verify()
            elif command == "len":
                number = len(index)
            elif command == "save":
                index.save(fields[0])
            elif command == "add":
                index.add(octets(fields[0]), fpcheck.Fingerprint.parse(fields[1]))
            elif command == "remove":
                number = index.discard(octets(fields[0]))
            elif command == "has":
                number = octets(fields[0]) in index
            elif command == "search":
                string, distance, similarity, most = fields
                found = index.search(fpcheck.Fingerprint.parse(string),
                                     distance=None if distance == "-" else int(distance),
                                     similarity=None if similarity == "-" else float(similarity),
                                     most=None if most == "-" else int(most))
                rows = [(spelled(id), d, repr(s)) for id, d, s in found]
                number = len(rows)
            elif command == "pairs":
                pairs = index.pairs(float(fields[0]), most=int(fields[1]))
                rows = [(spelled(one), spelled(other), repr(s)) for one, other, s in pairs]
                number = len(rows)
            elif command == "groups":
                groups = index.groups(float(fields[0]), float(fields[1]), most=int(fields[2]))
                rows = [(spelled(one), spelled(other), repr(s)) for one, other, s in groups]
                number = len(rows)
            print(f"ok\t{int(number)}")
        except DamagedIndex as error:
            print(error.reason)
        except fpcheck.NotComparable:
            print("not-comparable")
        for row in rows:
            print(*row, sep="\t")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
