"""Measure fpcheck passages and decontaminate beside other tools, on one set of documents that is made here.

    python3 run.py SOURCE.txt FOLDER [NAME ...]

SOURCE.txt is English text to draw from, and FOLDER gets the documents. With names, only these tools run. A tool that
fails finds nothing, and its exit code says so. Tools get fewer documents where the whole set would take hours.
Times are of the processor, of all processes of a tool; memory is the largest of a process.
"""
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

DOCUMENTS = int(os.environ.get("DOCUMENTS", 100_000))
HERE = os.path.dirname(os.path.abspath(__file__))
FPCHECK = os.environ.get("FPCHECK", os.path.join(HERE, "../../../bin/fpcheck"))
SUFFIXES = os.environ.get("DEDUP_DATASET")  # the program of google-research/deduplicate-text-datasets


def make(source, folder):
    """Write documents of 850 bytes. Some contain an item of a test, another document, or a common paragraph."""
    rnd = random.Random(1)
    words = re.findall(r"[A-Za-z]+", open(source, encoding="utf-8").read())
    after = {}
    for a, b in zip(words, words[1:]):
        after.setdefault(a, []).append(b)

    def text(size):
        out, n, word = [], 0, rnd.choice(words)
        while n < size:
            out.append(word)
            n += len(word) + 1
            word = rnd.choice(after.get(word, words) if rnd.random() < 0.75 else words)  # no long runs of the source
        return " ".join(out)

    items = [" ".join(rnd.sample(words, rnd.randint(30, 60))) for _ in range(50)]
    paragraph = " ".join(rnd.sample(words, 60))
    documents = [text(850) for _ in range(DOCUMENTS)]
    places = rnd.sample(range(DOCUMENTS), 50 + 1000 + DOCUMENTS // 20)
    truth = {"items": places[:50], "containers": places[50:1050], "common": places[1050:]}
    for place, item in zip(truth["items"], items):
        documents[place] = f"{text(3500)} {item} {text(3500)}"
    hidden = set(places)
    whole = [place for place in range(DOCUMENTS) if place not in hidden][:1000]
    for place, other in zip(truth["containers"], whole):
        documents[place] = f"{text(1200)} {documents[other]} {text(1200)}"
    for place in truth["common"]:
        documents[place] = f"{text(400)} {paragraph} {text(100)}"
    truth["contained"] = whole
    with open(f"{folder}/documents.jsonl", "w") as f:
        for n, document in enumerate(documents):
            print(json.dumps({"id": f"d{n}", "text": document}), file=f)
    with open(f"{folder}/items.jsonl", "w") as f:
        for n, item in enumerate(items):
            print(json.dumps({"id": f"i{n}", "text": item}), file=f)
    json.dump(truth, open(f"{folder}/truth.json", "w"))


def measure(name, command, folder, share=1.0):
    """Run a command, and print its costs for each MB."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with open(f"{folder}/{name}.out", "wb") as out, open(f"{folder}/{name}.err", "wb") as err:
            code = subprocess.run(command, stdout=out, stderr=err, cwd=folder).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(write, json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    code, seconds, memory = json.loads(os.read(read, 1000))
    megabytes = os.path.getsize(f"{folder}/documents.jsonl") / 1e6 * share
    print(f"{name:24} {seconds:8.2f} s {1000 * seconds / megabytes:8.1f} ms/MB {memory:7.0f} MiB, exit code {code}", flush=True)
    return open(f"{folder}/{name}.out", encoding="utf-8", errors="replace")


def lines(file):
    for line in file:
        if line.startswith("{"):
            yield json.loads(line)


def found(name, got, want):
    print(f"{'':24} {name}: {len(set(got) & set(want))} of {len(set(want))}, others {len(set(got) - set(want))}", flush=True)


def number(record):
    return int(re.sub(r".*\D", "", str(record)))


def passages(folder, truth):
    out = measure("passages", [FPCHECK, "passages", "--quiet", "--json", "--id-field", "id", "documents.jsonl"], folder)
    repeats = {number(row["path"]) for row in lines(out) if row["status"] == "repeats"}
    pairs = zip(truth["containers"], truth["contained"])
    found("documents with a common paragraph, but the first", repeats, sorted(truth["common"])[1:])
    print(f"{'':24} documents that contain another: {sum(max(pair) in repeats for pair in pairs)} of 1000")


def decontaminate(folder, truth):
    out = measure("decontaminate", [FPCHECK, "decontaminate", "--quiet", "--json", "--refs", "items.jsonl", "documents.jsonl"], folder)
    found("documents with an item", [number(row["path"]) - 1 for row in lines(out) if row.get("cover")], truth["items"])


def script(name, folder, *args, share=1.0):
    return measure(name, [sys.executable, os.path.join(HERE, "peers.py"), name, folder, *args], folder, share)


def sets(folder, truth):
    documents = [int(line) for line in script("sets", folder)]
    found("documents with a common paragraph, but the first", documents, sorted(truth["common"])[1:])


def grams(folder, truth):
    found("documents with an item", [int(line) for line in script("grams", folder)], truth["items"])


def part(name, documents):
    def run(folder, truth):
        few = truth["items"] + [n for n in range(documents) if n not in set(truth["items"])]
        with open(f"{folder}/{name}.jsonl", "w") as f:
            texts = open(f"{folder}/documents.jsonl").readlines()
            size = sum(f.write(texts[n]) for n in few)
        share = size / os.path.getsize(f"{folder}/documents.jsonl")
        print(f"{'':24} {len(few)} documents, {size / 1e6:.1f} MB")
        found("documents with an item", [int(line) for line in script(name, folder, share=share)], truth["items"])
    return run


def suffixes(folder, truth):
    if not SUFFIXES:
        return print("suffix array: DEDUP_DATASET is not set")
    with open(f"{folder}/bytes", "wb") as f:
        ends = []
        for record in lines(open(f"{folder}/documents.jsonl")):
            f.write(b"\xff\xff" + record["text"].encode())
            ends.append(f.tell())
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        measure("suffix array", ["bash", "-ec", f"""
            {SUFFIXES} make --data-file bytes
            {SUFFIXES} self-similar --data-file bytes --length-threshold 80 --cache-dir {cache} --num-threads 2
            {SUFFIXES} collect --data-file bytes --length-threshold 80 --cache-dir {cache}
            """], folder)
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(cache) for name in names)
    print(f"{'':24} {(size + os.path.getsize(folder + '/bytes.table.bin')) / 1e6:.0f} MB of files")
    spans = [tuple(map(int, line.split())) for line in open(f"{folder}/suffix array.out") if re.fullmatch(r"\d+ \d+\s*", line)]
    held, at = set(), 0
    for start, end in sorted(spans):
        while ends[at] <= start:
            at += 1
        held.add(at)
    found("documents with a common paragraph", held, truth["common"])


TOOLS = {"passages": passages, "decontaminate": decontaminate, "sets": sets, "grams": grams, "suffix array": suffixes,
         "dolma": part("dolma", 2000), "datatrove": part("datatrove", 4000), "copydetect": part("copydetect", 2000),
         "sourmash": part("sourmash", 2000), "datasketch": part("datasketch", 20000)}


def main():
    source, folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(f"{folder}/truth.json"):
        if os.fork() == 0:  # the memory of tools is no less than ours
            make(source, folder)
            os._exit(0)
        os.wait()
    truth = json.load(open(f"{folder}/truth.json"))
    print(f"{os.path.getsize(folder + '/documents.jsonl') / 1e6:.1f} MB of JSON")
    for name in names or TOOLS:
        TOOLS[name](folder, truth)


main()
