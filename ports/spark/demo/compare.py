"""Compares what Spark found with what the command found: compare.py SPARK COMMAND.csv [COMMAND.pairs]

SPARK is a folder that job.py wrote. Both are read by the name that a document has in the corpus. Without pairs, the
rows are of passages or of references.
"""

import csv
import glob
import json
import sys


def rows(folder, *names):
    for path in glob.glob(folder + "/part-*"):
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                yield tuple(row.get(name) for name in names)


def name(id):
    return id.rsplit("#", 1)[-1]


def same(what, want, got):
    got = list(got)
    if len(got) != len(set(got)):
        sys.exit(f"compare: {what}: Spark has some rows twice")
    got = set(got)
    for row in sorted(want - got, key=str)[:5]:
        print(f"compare: {what}: the command has {row}, and Spark has not", file=sys.stderr)
    for row in sorted(got - want, key=str)[:5]:
        print(f"compare: {what}: Spark has {row}, and the command has not", file=sys.stderr)
    if want != got:
        sys.exit(1)
    print(f"{len(want):,d} {what}: the same rows")


def found(spark_rows, command_rows):
    with open(command_rows, newline="", encoding="utf-8") as file:
        table = csv.DictReader(file)
        ids, numbers = table.fieldnames[:2], table.fieldnames[2:]
        want = {(*(name(r[i]) for i in ids), *(float(r[n]) for n in numbers)) for r in table}
    same("rows of " + ", ".join(ids), want, rows(spark_rows, *ids, *numbers))


def main(spark_rows, command_rows, command_pairs=None):
    if command_pairs is None:
        found(spark_rows, command_rows)
        return
    with open(command_rows, newline="", encoding="utf-8") as file:
        want = {
            (name(r["group"]), r["record"], float(r["similarity"]) if r["similarity"] else None, r["keep"] == "true")
            for r in csv.DictReader(file)
        }
    same("documents", want, rows(spark_rows + "/clusters", "cluster", "id", "similarity", "keep"))
    with open(command_pairs, encoding="utf-8") as file:
        lines = (line.rstrip("\n").split("\t") for line in file)
        want = {(name(first), name(other), float(similarity)) for similarity, first, other in lines}
    same("pairs", want, rows(spark_rows + "/pairs", "first", "other", "similarity"))


main(*sys.argv[1:])
