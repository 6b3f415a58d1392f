"""Near duplicates by this library and by MinHashLSH of Spark's MLlib, on the same cluster. Of bench.sh:

peer.py ours|mllib SOURCE OUTPUT     finds the pairs of texts with a similarity of .8, and writes them
peer.py compare SOURCE FOLDER        compares the pairs in FOLDER/ours and FOLDER/mllib, and their logs of events

Both take shingles of three words, and both compare what has met by the shingles and not by the hashes. MLlib has
five tables of one hash each, of which all miss .03 % of the pairs that are just near: the recall of our default, too.
"""

import glob
import json
import sys

import events

SIMILARITY = 0.8
MOST = 100_000  # every pair of a bucket, as MLlib has them
TABLES = 5
DIMENSIONS = 1 << 20


def ours(documents):
    from fpcheck_spark import near_duplicates

    found = near_duplicates(documents, "id", "text", min_similarity=SIMILARITY, most=MOST)
    found.clusters().write.format("noop").mode("overwrite").save()
    return found.pairs(), found


def mllib(documents):
    from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, Tokenizer
    from pyspark.sql.functions import col

    words = Tokenizer(inputCol="text", outputCol="words").transform(documents)
    shingles = NGram(n=3, inputCol="words", outputCol="shingles").transform(words).where("size(shingles) > 0")
    hashing = HashingTF(numFeatures=DIMENSIONS, binary=True, inputCol="shingles", outputCol="vector")
    vectors = hashing.transform(shingles).select("id", "vector")
    model = MinHashLSH(numHashTables=TABLES, seed=1, inputCol="vector", outputCol="hashes").fit(vectors)
    near = model.approxSimilarityJoin(vectors, vectors, 1 - SIMILARITY, "distance")
    near = near.select(col("datasetA.id").alias("first"), col("datasetB.id").alias("other"), "distance")
    return near.where("first < other").selectExpr("first", "other", "1 - distance AS similarity"), None


def run(which, source, output):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(which).getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", 8)
    pairs, found = {"ours": ours, "mllib": mllib}[which](spark.read.schema("id STRING, text STRING").json(source))
    pairs.write.mode("overwrite").json(output)
    if found:
        events.save_stages(spark, found)
        found.close()


def read(folder, copies):
    """Pairs of different texts: both have those of copies, but ours has those with the first alone."""
    pairs = set()
    rows = 0
    for path in glob.glob(folder + "/part-*"):
        with open(path, encoding="utf-8") as file:
            for line in file:
                pair = json.loads(line)
                rows += 1
                pairs.add(tuple(sorted((copies[pair["first"]], copies[pair["other"]]))))
    return rows, {(first, other) for first, other in pairs if first != other}


def compare(source, folder):
    copies, firsts = {}, {}
    with open(source, encoding="utf-8") as file:
        for line in file:
            document = json.loads(line)
            copies[document["id"]] = firsts.setdefault(document["text"], document["id"])
    print(f"\n{len(copies):,d} documents, of which {len(copies) - len(firsts):,d} are copies of others")
    costs, pairs = {}, {}
    for which in ("ours", "mllib"):
        rows, pairs[which] = read(f"{folder}/{which}", copies)
        costs[which] = events.costs(f"{folder}/{which}.events")
        print(f"\n{which}: {rows:,d} pairs, of which {len(pairs[which]):,d} of different texts")
        events.table(costs[which], len(copies))
    both = len(pairs["ours"] & pairs["mllib"])
    print(f"\npairs of different texts by both: {both:,d}")
    for which, other in (("ours", "mllib"), ("mllib", "ours")):
        share = both / len(pairs[other]) if pairs[other] else 1
        print(f"{which} has {share:.2%} of those of {other}")
    ours, mllib = events.total(costs["ours"]), events.total(costs["mllib"])
    print(
        f"ours in relation to mllib: {mllib.processor / ours.processor:.2f} times as fast,"
        f" {mllib.shuffled / ours.shuffled:.2f} times fewer octets shuffled"
    )


if __name__ == "__main__":
    if sys.argv[1] == "compare":
        compare(*sys.argv[2:])
    else:
        run(*sys.argv[1:])
