#!/usr/bin/env python3
"""Compare what `fpcheck dedupe --output` writes with what `--csv` says, by pyarrow and DuckDB.

    output.py FPCHECK DIR [N [CODEC...]]    write data sets of N records (1,000,000) to DIR, and compare

Each data set has N records, of which about a third are near duplicates: Parquet with each codec and both
versions of pages, JSON Lines, a JSON array and CSV. All columns of all kept rows are compared, with their
types. It needs pyarrow 26.0.1 and duckdb 2.0.1 of PyPI."""
import csv
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import time

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq


def table(n):
    """Rows with values of many types, and with nulls."""
    r = random.Random(n)
    texts = []
    for i in range(n):
        if i % 3 == 0 and texts:
            texts.append(texts[r.randrange(len(texts))])  # a copy
        else:
            texts.append(" ".join(f"w{r.getrandbits(24):x}" for _ in range(20)))

    def some(value):
        return [None if i % 7 == 0 else value(i) for i in range(n)]

    return pa.table({
        "id": pa.array(range(n), pa.int64()),
        "text": pa.array(texts),
        "lang": pa.array(some(lambda i: ["en", "de", "ru"][i % 3])),
        "score": pa.array(some(lambda i: i / 7), pa.float64()),
        "good": pa.array(some(lambda i: i % 5 == 0), pa.bool_()),
        "octets": pa.array(some(lambda i: bytes([i % 256] * (i % 4))), pa.binary()),
        "tags": pa.array(some(lambda i: [None if j == 1 else f"t{j}" for j in range(i % 4)]), pa.list_(pa.string())),
        "meta": pa.array(some(lambda i: {"url": f"https://example.org/{i}", "sizes": [i, i + 1]}),
                         pa.struct({"url": pa.string(), "sizes": pa.list_(pa.int32())})),
    }).replace_schema_metadata({"origin": "output.py"})


def run(fpcheck, name, form, out):
    """Run fpcheck, and return the numbers of the kept rows, from 0."""
    decisions = name + ".csv"
    began = time.time()
    with open(decisions, "w") as f:
        subprocess.run([fpcheck, "dedupe", "--quiet", "--csv", "--input", form, "--id-field", "id", "--output", out, name],
                       check=True, stdout=f)
    with open(decisions) as f:
        rows = list(csv.DictReader(f))
    kept = [int(row["row"]) - 1 for row in rows if row["keep"] == "true"]
    base = os.path.basename(name)
    sizes = f"{os.path.getsize(name)} bytes, {os.path.getsize(os.path.join(out, base))} written"
    print(f"{base}: {len(kept)} of {len(rows)} rows, {sizes}, {time.time() - began:.0f} s", flush=True)
    return kept


def main(fpcheck, to, n=1_000_000, *codecs):
    n, bad = int(n), 0
    whole = table(n)

    def check(what, same):
        nonlocal bad
        if not same:
            print(f"{what}: differs")
            bad += 1

    def paths(name):
        out = os.path.join(to, name + ".out")
        shutil.rmtree(out, ignore_errors=True)
        return os.path.join(to, name), out, os.path.join(out, name)

    connection = duckdb.connect()
    for codec in codecs or ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        for page in ["1.0", "2.0"]:
            name, out, written = paths(f"{codec}-{page}.parquet")
            pq.write_table(whole, name, compression=codec, data_page_version=page, row_group_size=max(100, n // 7))
            kept = run(fpcheck, name, "parquet", out)
            want, got = pq.read_table(name).take(kept), pq.read_table(written)
            got.validate(full=True)
            check(f"{name}: pyarrow", want.equals(got) and want.schema.equals(got.schema, check_metadata=True))
            used = {pq.ParquetFile(f).metadata.row_group(0).column(1).compression for f in (name, written)}
            check(f"{name}: codecs {used}", len(used) == 1)
            connection.register("kept", pa.table({"id": kept}))
            left = connection.execute(f"""
                (FROM '{written}' EXCEPT ALL FROM (FROM '{name}' SEMI JOIN kept USING (id)))
                UNION ALL (FROM (FROM '{name}' SEMI JOIN kept USING (id)) EXCEPT ALL FROM '{written}')""").fetchall()
            check(f"{name}: DuckDB", left == [])
            os.remove(name)
            shutil.rmtree(out)

    plain = whole.select(["id", "text", "lang", "score", "tags"]).to_pylist()
    lines = [json.dumps(row, ensure_ascii=i % 2 == 0) + "\n" for i, row in enumerate(plain)]
    for ending, opened in [("", open), (".gz", gzip.open)]:
        name, out, written = paths("lines.jsonl" + ending)
        with opened(name, "wt") as f:
            f.writelines(lines)
        kept = run(fpcheck, name, "jsonl", out)
        with opened(written, "rt", newline="") as f:
            check(f"{name}: lines", f.read() == "".join(lines[i] for i in kept))
        found = connection.execute(f"SELECT id FROM read_json('{written}', format = 'newline_delimited')").fetchall()
        check(f"{name}: DuckDB", [i for i, in found] == kept)

    name, out, written = paths("array.json")
    with open(name, "w") as f:
        f.write("[\n" + ",".join(lines) + "]\n")
    kept = run(fpcheck, name, "json", out)
    with open(written) as f:
        check(f"{name}: json", json.load(f) == [plain[i] for i in kept])

    name, out, written = paths("table.csv")
    with open(name, "w", newline="") as f:
        rows = csv.writer(f)
        rows.writerow(["id", "text"])
        rows.writerows([row["id"], row["text"].replace(" ", ',\n"', 1)] for row in plain)
    kept = run(fpcheck, name, "csv", out)
    with open(name, newline="") as a, open(written, newline="") as b:
        all = list(csv.reader(a))
        check(f"{name}: csv", list(csv.reader(b)) == [all[0]] + [all[1 + i] for i in kept])
    found = connection.execute(f"SELECT id FROM read_csv('{written}')").fetchall()
    check(f"{name}: DuckDB", [i for i, in found] == kept)

    print(f"{bad} differences")
    return bad > 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
