#!/usr/bin/env python3
"""Make the data sets that the tests read, or compare fpcheck with the programs that write them.

    datasets.py DIR                  make the files of internal/engine/dataset/testdata in DIR
    datasets.py --check FPCHECK DIR  have FPCHECK read all combinations of writers, codecs and pages

It needs pyarrow 26.0.1, duckdb 2.0.1, polars 2.1.0 and fastparquet 2026.9.0 of PyPI, and for parquet-mr
Java 17 and the jars that `mvn -f ports/spark test` downloads. Other versions write other bytes."""
import bz2
import datetime
import decimal
import glob
import itertools
import json
import lzma
import os
import random
import subprocess
import sys
import uuid

import duckdb
import fastparquet
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def rows(n, words):
    """Rows whose texts do not compress well: words are random."""
    r = random.Random(n)

    def text(n):
        return " ".join("".join(r.choice(LETTERS) for _ in range(r.randint(3, 9))) for _ in range(n))

    all = []
    for i in range(1, n + 1):
        contents = [text(words // 4) for _ in range(i % 4)]
        all.append({
            "id": i, "text": None if i % 7 == 0 else text(words), "tags": [text(2) for _ in range(i % 3)],
            "messages": [{"role": "user", "content": c} for c in contents],
            "attrs": [(c[:3], c) for c in contents]})
    return all


def table(all):
    string = pa.string()
    return pa.Table.from_pylist(all, pa.schema({
        "id": pa.int64(), "text": string, "tags": pa.list_(string),
        "messages": pa.list_(pa.struct({"role": string, "content": string})), "attrs": pa.map_(string, string)}))


def by_pyarrow(all, name, codec, page, dictionary, rows=5):
    encoding = None if dictionary is not None else {"text": "DELTA_BYTE_ARRAY", "id": "DELTA_BINARY_PACKED"}
    pq.write_table(table(all), name, compression=codec, data_page_version=page, use_dictionary=bool(dictionary),
                   column_encoding=encoding, row_group_size=rows, data_page_size=1000)


def by_duckdb(all, name, codec, version):
    t = table(all)
    c = duckdb.connect()
    c.register("t", t)
    c.execute(f"COPY (SELECT * FROM t) TO '{name}' (FORMAT parquet, COMPRESSION {codec}, PARQUET_VERSION {version})")


def by_polars(all, name, codec):
    # Polars has no maps: they are lists of structs there.
    attrs = [[{"key": k, "value": v} for k, v in a["attrs"]] for a in all]
    frame = polars.from_arrow(table(all).drop_columns(["attrs"])).with_columns(
        polars.Series("attrs", attrs, dtype=polars.List(polars.Struct({"key": polars.String, "value": polars.String}))))
    frame.write_parquet(name, compression=codec, row_group_size=7)


def by_fastparquet(all, name, codec):
    frame = pandas.DataFrame({"id": [a["id"] for a in all], "text": [a["text"] for a in all]})
    fastparquet.write(name, frame, compression=codec, object_encoding="utf8")


def by_parquet_mr(all, name, codec, version, dictionary):
    with open(name + ".rows", "w") as f:
        for a in all:
            f.write("\t".join([str(a["id"]), "\\N" if a["text"] is None else a["text"], "|".join(a["tags"]),
                               "|".join(m["content"] for m in a["messages"])]) + "\n")
    home = os.path.expanduser("~/.m2/repository/")
    jars = [j for p in ["org/apache/parquet", "org/apache/hadoop", "org/slf4j", "org/xerial", "com/github/luben",
                        "io/airlift", "org/lz4", "org/apache/commons", "commons-logging"]
            for j in glob.glob(home + p + "/**/*.jar", recursive=True)]
    subprocess.run(["java", "-cp", ":".join(jars), os.path.join(os.path.dirname(__file__), "ParquetRows.java"),
                    name + ".rows", codec, version, str(dictionary).lower(), name],
                   check=True, stderr=subprocess.DEVNULL)
    os.remove(name + ".rows")
    crc = os.path.join(os.path.dirname(name), "." + os.path.basename(name) + ".crc")
    if os.path.exists(crc):
        os.remove(crc)


def write_jsonl(all, name):
    with open(name, "w") as f:
        for a in all:
            f.write(json.dumps(a | {"attrs": dict(a["attrs"])}) + "\n")


def make(to):
    os.makedirs(os.path.join(to, "codecs"), exist_ok=True)
    at = lambda name: os.path.join(to, "codecs", name)
    all = rows(12, 24)
    write_jsonl(all, at("rows.jsonl"))
    by_pyarrow(all, at("pyarrow-lz4-v1.parquet"), "lz4", "1.0", False)
    by_pyarrow(all, at("pyarrow-lz4-v2.parquet"), "lz4", "2.0", True)
    by_pyarrow(all, at("pyarrow-zstd-v2-delta.parquet"), "zstd", "2.0", None)
    by_duckdb(all, at("duckdb-lz4.parquet"), "lz4_raw", "V1")
    by_duckdb(all, at("duckdb-snappy-v2.parquet"), "snappy", "V2")
    by_polars(all, at("polars-lz4.parquet"), "lz4")
    by_polars(all, at("polars-brotli.parquet"), "brotli")
    by_parquet_mr(all, at("parquet-mr-lz4raw-v1.parquet"), "LZ4_RAW", "v1", True)
    by_parquet_mr(all, at("parquet-mr-lz4raw-v2.parquet"), "LZ4_RAW", "v2", False)
    by_parquet_mr(all, at("parquet-mr-lz4-hadoop.parquet"), "LZ4", "v1", False)
    by_parquet_mr(all, at("parquet-mr-gzip-v2.parquet"), "GZIP", "v2", False)
    make_types(to)
    make_first(to)
    make_packed(to)


def make_packed(to):
    """The same rows as JSON Lines in what packs them, and one whose window is 1 GiB."""
    with open(os.path.join(to, "codecs", "rows.jsonl"), "rb") as f:
        plain = f.read()
    for name, packed in ("rows.jsonl.bz2", bz2.compress(plain)), ("rows.jsonl.xz", lzma.compress(plain)):
        with open(os.path.join(to, "codecs", name), "wb") as f:
            f.write(packed)
    # From a pipe: zstd does not know the size then, and declares the window.
    zstd = subprocess.run(["zstd", "-19", "--ultra", "--long=30", "-c"], input=plain, capture_output=True, check=True)
    with open(os.path.join(to, "codecs", "window-1g.jsonl.zst"), "wb") as f:
        f.write(zstd.stdout)


def make_first(to):
    """The first files: each codec, and columns that are hard to name."""
    texts = ["the fox", "a dog — ein Hund", None, "", "the fox", "\u65e5\u672c\u8a9e"] * 2
    t = pa.table({
        "id": pa.array(["a", "b#1", "c", "d", None, "\ud55c"] * 2),
        "number": pa.array([2**63 - 1, -(2**63), 2**53 + 1, 0, None, -7] * 2, pa.int64()),
        "unsigned": pa.array([2**64 - 1, 2**32] * 6, pa.uint64()),
        "small": pa.array([4294967295, 1] * 6, pa.uint32()),
        "text": pa.array(texts),
        "octets": pa.array([t and t.encode("latin-1", "ignore") for t in texts], pa.binary()),
        "meta": pa.array([{"text": t, "a.b": "within"} if t != "" else None for t in texts]),
        "list": pa.array([["a", "b"]] * 12),
        "real": pa.array([0.5] * 12),
        "when": pa.array([1] * 12, pa.timestamp("ms")),
    })
    for codec in "none", "snappy", "gzip", "zstd", "brotli", "lz4":
        pq.write_table(t, os.path.join(to, f"{codec}.parquet"), compression=codec, row_group_size=5,
                       use_dictionary=codec != "gzip", data_page_version="2.0" if codec == "zstd" else "1.0")
    pq.write_table(t.slice(0, 0), os.path.join(to, "empty.parquet"))


def make_types(to):
    """Ids of each type; want.csv is what DuckDB prints of them."""
    at = lambda name: os.path.join(to, "codecs", name)
    utc = datetime.timezone.utc
    moments = [datetime.datetime(2024, 1, 31, 12, 34, 56, 120000), datetime.datetime(1, 2, 3), None]
    t = pa.table({
        "text": pa.array(["the fox", "a dog", "a cat"]),
        "bool": pa.array([True, False, None]),
        "int8": pa.array([-128, 127, None], pa.int8()),
        "uint16": pa.array([65535, 0, None], pa.uint16()),
        "float": pa.array([0.1, 1e16, None], pa.float32()),
        "double": pa.array([1e15, -1e-5, None], pa.float64()),
        "special": pa.array([float("inf"), float("nan"), None], pa.float64()),
        "whole": pa.array([-0.0, 123456789012345680.0, None], pa.float64()),
        "decimal9": pa.array([decimal.Decimal("-0.05"), decimal.Decimal("99.10"), None], pa.decimal128(4, 2)),
        "decimal38": pa.array([decimal.Decimal("-12345678901234567890.1234567890"), decimal.Decimal(0), None],
                              pa.decimal128(38, 10)),
        "date": pa.array([datetime.date(2024, 2, 29), datetime.date(1, 1, 1), None]),
        "early": pa.array([-735000, -719163, None], pa.date32()),
        "time": pa.array([datetime.time(1, 2, 3, 450000), datetime.time(0), None]),
        "timens": pa.array([3723123456789, 1, None], pa.time64("ns")),
        "moment": pa.array(moments, pa.timestamp("us")),
        "nano": pa.array([1706704496123456789, -1, None], pa.timestamp("ns")),
        "instant": pa.array([m and m.replace(tzinfo=utc) for m in moments], pa.timestamp("ms", "UTC")),
        "uuid": pa.array([uuid.UUID(int=2**127 + 5).bytes, bytes(16), None], pa.uuid()),
    })
    pq.write_table(t, at("types.parquet"), store_decimal_as_integer=True)
    pq.write_table(t.select(["text", "moment"]), at("int96.parquet"), use_deprecated_int96_timestamps=True,
                   data_page_version="2.0")
    c = duckdb.connect()
    c.execute("SET TimeZone='UTC'")
    names = [n for n in t.column_names if n != "text"]
    columns = ", ".join(f'"{n}"::VARCHAR AS "{n}"' for n in names)
    c.execute(f"COPY (SELECT {columns} FROM '{at('types.parquet')}') TO '{at('types.csv')}' (HEADER)")


def prints(fpcheck, form, field, *files):
    """The fingerprints of rows, by file and id. Rows without text have none."""
    out = subprocess.run([fpcheck, "fingerprint", "--json", "--input", form, "--id-field", "id", "--text-field", field,
                          *files], capture_output=True, text=True)
    found = {}
    for line in out.stdout.splitlines():
        j = json.loads(line)
        if "fingerprint" in j:
            found.setdefault(j["path"], {})[j["id"]] = j["fingerprint"]
    usual = " records: ", " features: ", " feature: ", "doubtful", " files: "
    return found, out.returncode, [l for l in out.stderr.splitlines() if not any(u in l for u in usual)]


def check(fpcheck, to):
    """Compare what fpcheck reads of each file with what it reads of the rows as JSON."""
    os.makedirs(to, exist_ok=True)
    fields = ["text", "tags[*]", "messages[*].content", "attrs[*]"]
    files, faults = [], 0
    for n, words in (3, 8), (40, 24), (400, 60):
        all = rows(n, words)
        jsonl = os.path.join(to, f"rows-{n}.jsonl")
        write_jsonl(all, jsonl)

        def add(name, make, *args):
            name = os.path.join(to, f"{n}-{name}.parquet")
            if not os.path.exists(name):
                make(all, name, *args)
            files.append((name, jsonl))

        for codec, page, dictionary in itertools.product(
                ["none", "snappy", "gzip", "brotli", "zstd", "lz4"], ["1.0", "2.0"], [True, False, None]):
            add(f"pyarrow-{codec}-{page}-{dictionary}", by_pyarrow, codec, page, dictionary, 5 + n // 3)
        for codec, version in itertools.product(
                ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4", "lz4_raw"], ["V1", "V2"]):
            add(f"duckdb-{codec}-{version}", by_duckdb, codec, version)
        for codec in "uncompressed", "snappy", "gzip", "brotli", "lz4", "zstd":
            add(f"polars-{codec}", by_polars, codec)
        for codec in "UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "ZSTD", "LZ4", "LZ4_RAW":
            add(f"fastparquet-{codec}", by_fastparquet, codec)
        for codec, version, dictionary in itertools.product(
                ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4", "LZ4_RAW"], ["v1", "v2"], [True, False]):
            add(f"parquet-mr-{codec}-{version}-{dictionary}", by_parquet_mr, codec, version, dictionary)
    random.Random(1).shuffle(files)  # each file is read after pages of another codec
    for field in fields:
        these = [f for f in files if field == "text" or "fastparquet" not in f[0]]
        want, _, _ = prints(fpcheck, "jsonl", field, *{j for _, j in these})
        for polars_too in (False, True):
            names = [f for f, _ in these if ("polars" in f) == polars_too]
            path = field + ".value" if polars_too and field == "attrs[*]" else field
            got, code, said = prints(fpcheck, "parquet", path, *names)
            for name in names:
                jsonl = dict(these)[name]
                if got.get(name) != want.get(jsonl):
                    faults += 1
                    print("WRONG", field, name)
            if code != 0 or said:
                faults += 1
                print("SAID", field, code, said[:5])
    print(f"{len(files)} files by {len(fields)} fields: {faults} faults")
    return faults


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(check(sys.argv[2], sys.argv[3]) != 0)
    make(sys.argv[1])
