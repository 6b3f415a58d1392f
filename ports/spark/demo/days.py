"""Runs the sections "From day to day" and "Documents" of docs/spark.md: days.py PAGE FPCHECK FOLDER

The blocks of Python and of the shell are run as they stand, in order, in FOLDER, and hdfs:/// is a folder in it. What
they leave out, the documents of two days and which were deleted, is here; what they leave behind has to be what
"fpcheck dedupe" says of all documents that are there at once.
"""

import csv
import json
import os
import re
import subprocess
import sys

from corpus import SHORT_TEXTS
from corpus import Corpus as Documents
from pyspark.sql import SparkSession

LANGUAGES = ("python", "sh")
DOCUMENTS = 300


def blocks(page, title="From day to day"):
    """The language and the lines of each block of a section that can be run here."""
    with open(page, encoding="utf-8") as file:
        section = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", file.read(), re.MULTILINE | re.DOTALL)
    found = re.findall(r"^```(\w+)\n(.*?)^```$", section.group(1), re.MULTILINE | re.DOTALL)
    return [(language, code) for language, code in found if language in LANGUAGES]


def rows(path):
    """The group and the name of each document."""
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            # The command names a document of a file by both; one of a line has its own name only.
            yield row["group"].rsplit("#", 1)[-1], row["record"] or row["path"]


def same(what, want, got):
    want, got = sorted(want), sorted(got)
    if not want:
        sys.exit(f"days: {what}: nothing to compare")
    if want != got:
        some = sorted(set(want) ^ set(got))[:5]
        sys.exit(f"days: {what}: {len(got)} rows, expected {len(want)}; of one alone are {some}")
    print(f"{len(want):,d} {what}: the same rows")


def piped(spark, page, command):
    """The block for PDF and office files: each path has a row of a fingerprint, or of an error."""
    [(_, code)] = blocks(page, "Documents")
    with open("damaged.pdf", "w", encoding="utf-8") as file:
        file.write("%PDF-1.7\n")
    names = ["documents/" + name for name in os.listdir("documents")] + ["damaged.pdf", "missing.pdf"]
    paths = spark.createDataFrame([(os.path.realpath(name),) for name in names], "path STRING")
    for folder, works in ((os.path.dirname(command), True), ("/nowhere", False)):
        given = {"spark": spark, "paths": paths}
        code_here = code.replace("/usr/local/bin", folder).replace("repartition(1000)", "repartition(2)")
        exec(compile(code_here, page, "exec"), given)
        try:
            counts = [given[name].count() for name in ("prints", "failed", "lost")]
        except Exception:
            counts = None
        want = [len(names) - 2, 2, 0] if works else None
        if counts != want:
            sys.exit(f"days: fingerprints, failed and lost files with fpcheck in {folder}: {counts}, expected {want}")
    print(f"{len(names):,d} files: a row each")


def main(page, command, folder):
    page, command = os.path.realpath(page), os.path.realpath(command)
    found = blocks(page)
    os.chdir(folder)
    store = os.path.join(os.getcwd(), "hdfs")
    os.mkdir(store)
    os.mkdir("documents")

    spark = SparkSession.builder.appName("days").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", 2)
    corpus = Documents(DOCUMENTS, 1)
    texts = {corpus.id(place): corpus.text(place) for place in range(DOCUMENTS)}
    ids = list(texts)
    new = ids[: DOCUMENTS // 2], ids[DOCUMENTS // 2 : DOCUMENTS * 9 // 10]
    for id in ids[DOCUMENTS * 9 // 10 :]:  # which the command reads
        with open(f"documents/{id}", "w", encoding="utf-8") as file:
            file.write(texts[id])
    gone = new[0][::10] + new[1][::15]

    def frame(names):
        return spark.createDataFrame([(id, texts[id]) for id in names], "id STRING, text STRING")

    given = {
        "spark": spark,
        "yesterday": frame(new[0]),
        "today": frame(new[1]),
        "deleted": spark.createDataFrame([(id,) for id in gone], "id STRING"),
    }
    environment = {**os.environ, "PATH": os.path.dirname(command) + os.pathsep + os.environ["PATH"]}
    days = None
    for language, code in found:
        code = code.replace("hdfs:///", store + "/")
        if language == "sh":
            # Spark writes to a folder of the store, and the command reads what is here.
            if os.path.isdir(f"{store}/prints") and not os.path.exists("prints"):
                os.symlink(f"{store}/prints", "prints")
            subprocess.run(["sh", "-euc", code], env=environment, check=True)
            if os.path.exists("lines.jsonl"):
                os.replace("lines.jsonl", f"{store}/lines.jsonl")
            continue
        exec(compile(code, page, "exec"), given)
        if "clusters" in os.listdir(store) and days is None:
            days = [tuple(row) for row in spark.read.parquet(f"{store}/clusters").select("cluster", "id").collect()]

    def at_once(names):
        # Of short texts the corpus keeps nothing; of the others, the first by id is kept.
        names = sorted(id for id in names if texts[id.rsplit("/", 1)[-1]] not in SHORT_TEXTS)
        with open("all.jsonl", "w", encoding="utf-8") as file:
            for id in names:
                file.write(json.dumps({"id": id, "text": texts[id.rsplit("/", 1)[-1]]}) + "\n")
        flags = ["--quiet", "--csv", "--exact=false", "--ignore-numbers", "--min-similarity", ".8", "--input", "jsonl", "--id-field", "id"]
        with open("all.csv", "w", encoding="utf-8") as file:
            subprocess.run([command, "dedupe", *flags, "all.jsonl"], stdout=file, check=True)
        return list(rows("all.csv"))

    stay = [id for day in new for id in day if id not in set(gone)]
    same("documents of two days", at_once(stay), days)
    files = ["documents/" + name for name in os.listdir("documents")]
    same("documents of Spark and of the command", at_once(stay + files), rows("clusters.csv"))
    if not os.path.getsize("prints.fpx"):
        sys.exit("days: the index is empty")
    piped(spark, page, command)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
