"""The job of demo.sh: job.py INPUT OUTPUT [NAME=VALUE...] [-- OUTPUT ...]

The settings are those of near_duplicates. Two more are partitions, how many there are of the input and of each
shuffle, and shuffled, which has the documents in another order. With passages, which is a number of words, the job
finds passages instead. With references, which is the name of another file, it finds the references in the documents.
"""

import sys
import time

from fpcheck_spark import decontaminate, near_duplicates, passages
from pyspark.sql import SparkSession
from pyspark.sql.functions import rand


def value(string):
    return {"true": True, "false": False}.get(string, string)


def read(spark, source):
    return spark.read.schema("id STRING, row LONG, text STRING").json(source)


def search(spark, documents, settings):
    """Finds passages, or references."""
    if "passages" in settings:
        return passages(documents, "id", "text", position="row", words=int(settings["passages"]))
    references = read(spark, settings.pop("references"))
    numbers = {name: float(n) if name == "cover" else int(n) for name, n in settings.items()}
    return decontaminate(references, "id", "text", documents, "id", "text", **numbers)


def find(spark, source, output, settings):
    documents = read(spark, source)
    partitions = settings.pop("partitions", None)
    if partitions:
        spark.conf.set("spark.sql.shuffle.partitions", partitions)
        spark.conf.set("spark.sql.adaptive.enabled", "false")
        documents = documents.repartition(int(partitions))
    if settings.pop("shuffled", False):
        documents = documents.orderBy(rand(7))
    start = time.time()
    if "passages" in settings or "references" in settings:
        with search(spark, documents, settings) as found:
            found.rows().write.mode("overwrite").json(output)
        print(f"{time.time() - start:8.1f} s  on Spark {spark.version}", flush=True)
        return
    with near_duplicates(documents, "id", "text", position="row", **settings) as found:
        found.clusters().write.mode("overwrite").json(output + "/clusters")
        found.pairs().write.mode("overwrite").json(output + "/pairs")
        for name, rows, seconds in found.stages():
            print(f"{seconds:8.1f} s  {rows:10,d} rows  {name}")
    print(f"{time.time() - start:8.1f} s  in all, on Spark {spark.version}", flush=True)


def main(source, *given):
    spark = SparkSession.builder.appName("fpcheck").getOrCreate()
    for one in " ".join(given).split(" -- "):
        output, *settings = one.split()
        find(spark, source, output, {name: value(v) for name, v in (setting.split("=") for setting in settings)})


main(*sys.argv[1:])
