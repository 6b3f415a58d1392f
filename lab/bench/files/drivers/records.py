"""What bench-records compares with, on one thread.

records.py make JSONL CSV PARQUET converts a data set. records.py TOOL FORM PATH reads one, and prints the number
of its texts and of their characters.
"""

import sys


def make(source, csv_path, parquet_path):
    import csv
    import json

    import pyarrow as pa
    import pyarrow.parquet as pq

    with open(source, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    with open(csv_path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text"])
        writer.writerows([row["id"], row["text"]] for row in rows)
    pq.write_table(pa.Table.from_pylist(rows), parquet_path, compression="zstd", row_group_size=50_000)


def by_duckdb(form, path):
    import duckdb

    db = duckdb.connect(config={"threads": 1})
    columns = "columns = {id: 'VARCHAR', text: 'VARCHAR'}"
    source = {
        "jsonl": f"read_json('{path}', format = 'newline_delimited', {columns})",
        "csv": f"read_csv('{path}', header = true, {columns})",
        "parquet": f"read_parquet('{path}')",
    }[form]
    return db.execute(f"SELECT count(text), sum(length(text)) FROM {source} WHERE id <> ''").fetchone()


def by_pyarrow(form, path):
    import pyarrow as pa
    import pyarrow.compute as pc

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    if form == "jsonl":
        import pyarrow.json

        options = pyarrow.json.ReadOptions(use_threads=False, block_size=16 << 20)
        table = pyarrow.json.read_json(path, read_options=options)
    elif form == "csv":
        import pyarrow.csv

        table = pyarrow.csv.read_csv(path, pyarrow.csv.ReadOptions(use_threads=False),
                                     pyarrow.csv.ParseOptions(newlines_in_values=True))
    else:
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path, use_threads=False)
    return table.num_rows, pc.sum(pc.utf8_length(table["text"])).as_py()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "make":
        make(*rest)
    else:
        print(*{"duckdb": by_duckdb, "pyarrow": by_pyarrow}[what](*rest))
