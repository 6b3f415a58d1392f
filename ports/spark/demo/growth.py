"""What a document costs in corpora of several sizes. Of bench.sh:

growth.py make DOCUMENTS FOLDER             makes sketches without texts in the cluster, as Parquet
growth.py find texts|sketches SOURCE DOCUMENTS   finds the near duplicates, with all rows worked out and none kept
growth.py table FOLDER                      compares the logs of events in FOLDER/DOCUMENTS
"""

import os
import sys

import events
from corpus import Corpus

SEED = 1
A_PARTITION = 25_000  # so many documents


def partitions(documents):
    return max(8, documents // A_PARTITION)


def session(documents):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("growth").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", partitions(documents))
    return spark


def make(documents, folder):
    documents = int(documents)
    spark = session(documents)

    def rows(places):
        corpus = Corpus(documents, SEED)
        for place in places:
            features, fingerprint = corpus.fingerprint(place) or (0, None)
            yield corpus.id(place), features, fingerprint

    found = spark.sparkContext.range(documents, numSlices=partitions(documents)).mapPartitions(rows)
    schema = "id STRING, features INT, fingerprint STRING"
    spark.createDataFrame(found, schema, verifySchema=False).write.parquet(folder)


def find(form, source, documents):
    from fpcheck_spark import near_duplicates

    spark = session(int(documents))
    if form == "texts":
        rows = spark.read.schema("id STRING, text STRING").json(source)
        found = near_duplicates(rows, "id", "text")
    else:
        rows = spark.read.parquet(source)
        found = near_duplicates(rows, "id", fingerprint="fingerprint", features="features")
    with found:
        for what in (found.clusters(), found.pairs()):
            what.write.format("noop").mode("overwrite").save()
        events.save_stages(spark, found)


def table(folder):
    before = None
    for documents in sorted(int(name) for name in os.listdir(folder)):
        rows = events.costs(f"{folder}/{documents}")
        print(f"\n{documents:,d} documents of {os.path.basename(folder)}")
        events.table(rows, documents)
        all = events.total(rows)
        each = all.processor / documents, all.shuffled / documents
        if before:
            ratios = [now / then for now, then in zip(each, before)]
            print(f"to the size before: {ratios[0]:.2f} times the time, {ratios[1]:.2f} times the shuffles")
        before = each


if __name__ == "__main__":
    {"make": make, "find": find, "table": table}[sys.argv[1]](*sys.argv[2:])
