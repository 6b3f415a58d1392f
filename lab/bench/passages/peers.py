"""Find items inside documents by another tool, as run.py asks: peers.py TOOL FOLDER. It prints numbers of documents."""
import json
import re
import sys

K = 13  # words


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def words(text):
    return re.findall(r"\w+", text.lower())


def windows(text, k):
    w = words(text)
    return (tuple(w[i : i + k]) for i in range(len(w) - k + 1))


def sets(folder):
    """The plainest program for repeated passages: the windows of all documents in a dictionary."""
    first, repeated = {}, set()
    for n, record in enumerate(map(json.loads, open(f"{folder}/documents.jsonl"))):
        for window in windows(record["text"], 16):
            if first.setdefault(hash(window), n) != n:
                repeated.add(n)
    return repeated


def grams(folder):
    """The plainest program for items: their windows in a set."""
    known = {window for item in read(f"{folder}/items.jsonl") for window in windows(item["text"], K)}
    for n, record in enumerate(map(json.loads, open(f"{folder}/documents.jsonl"))):
        if any(window in known for window in windows(record["text"], K)):
            yield n


def place(record):
    return int(record["id"][1:])


def dolma(folder):
    """Items fill a Bloom filter by n-grams of a paragraph; then documents are looked up in it."""
    import gzip
    import os
    import shutil
    import subprocess

    top = f"{folder}/dolma.d"
    shutil.rmtree(top, ignore_errors=True)
    for name, path in (("refs", "items"), ("docs", "dolma")):
        os.makedirs(f"{top}/{name}/documents")
        with gzip.open(f"{top}/{name}/documents/0.jsonl.gz", "wt") as f:
            for record in read(f"{folder}/{path}.jsonl"):
                print(json.dumps({"id": record["id"], "text": record["text"], "source": "here"}), file=f)
    for name, readonly in (("refs", False), ("docs", True)):
        config = {
            "documents": [f"{top}/{name}/documents/*.gz"],
            "dedupe": {
                "name": "found", "skip_empty": True,
                "paragraphs": {"attribute_name": "found", "by_ngram": {"ngram_length": K, "stride": 1, "overlap_threshold": 0.02}},
            },
            "bloom_filter": {
                "file": f"{top}/filter.bin", "read_only": readonly, "estimated_doc_count": 100_000,
                "desired_false_positive_rate": 1e-6, "size_in_bytes": 0,
            },
            "processes": 1,
        }
        with open(f"{top}/{name}.json", "w") as f:
            json.dump(config, f)
        subprocess.run([sys.executable, "-m", "dolma.cli", "-c", f"{top}/{name}.json", "dedupe"], check=True, stdout=sys.stderr)
    for record in map(json.loads, gzip.open(f"{top}/docs/attributes/found/0.jsonl.gz", "rt")):
        if any(span[2] > 0 for span in record["attributes"].get("found", [])):
            yield place(record)


def datatrove(folder):
    from datatrove.data import Document
    from datatrove.pipeline.decont.n_grams import NGramsDecontConfig, NGramsDecontFilter
    from datatrove.utils.text import simplify_text

    filter = NGramsDecontFilter(folder, config=NGramsDecontConfig(n_grams=12))
    known = {}
    for item in read(f"{folder}/items.jsonl"):
        tokens = filter.tokenizer.word_tokenize(simplify_text(item["text"], filter.config.norm_config))
        for i in range(len(tokens) - 11):
            known[filter.hash_func(" ".join(tokens[i : i + 12]))] = item["id"]
    filter._index_hashes = known
    for record in read(f"{folder}/datatrove.jsonl"):
        if filter.filter(Document(text=record["text"], id=record["id"])) is not True:
            yield place(record)


def copydetect(folder):
    """All runs of 75 characters of the items."""
    from copydetect.utils import get_document_fingerprints

    known = set()
    for item in read(f"{folder}/items.jsonl"):
        known.update(get_document_fingerprints(item["text"].lower(), 75, 1)[0])
    for record in read(f"{folder}/copydetect.jsonl"):
        if known & set(get_document_fingerprints(record["text"].lower(), 75, 1)[0]):
            yield place(record)


def sourmash(folder):
    """Hashes of 8 words, of which one in 8 is kept."""
    from sourmash import MinHash

    def sketch(text):
        m = MinHash(n=0, ksize=8, scaled=8)
        for window in windows(text, 8):
            m.add_hash(hash(window) & 0xFFFFFFFFFFFFFFFF)
        return m

    items = [sketch(item["text"]) for item in read(f"{folder}/items.jsonl")]
    for record in read(f"{folder}/sourmash.jsonl"):
        document = sketch(record["text"])
        if any(len(item) and item.contained_by(document) > 0.2 for item in items):
            yield place(record)


def datasketch(folder):
    """LSH Ensemble, for a containment of 0.8."""
    from datasketch import MinHash, MinHashLSHEnsemble

    def sketch(text):
        m, shingles = MinHash(num_perm=128), {" ".join(window).encode() for window in windows(text, 3)}
        m.update_batch(list(shingles))
        return m, len(shingles)

    ensemble = MinHashLSHEnsemble(threshold=0.8, num_perm=128, num_part=16)
    ensemble.index([(place(record), *sketch(record["text"])) for record in read(f"{folder}/datasketch.jsonl")])
    for item in read(f"{folder}/items.jsonl"):
        yield from ensemble.query(*sketch(item["text"]))


for number in sorted(set(globals()[sys.argv[1]](sys.argv[2]))):
    print(number)
