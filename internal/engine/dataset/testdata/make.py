#!/usr/bin/env python3
"""Makes the Parquet files of this directory, by pyarrow 26.0.1: pip install pyarrow==26.0.1

Run it here. Another version of pyarrow names itself in the files, so their octets differ."""
import pyarrow as pa
import pyarrow.parquet as pq

texts = ["the fox", "a dog — ein Hund", None, "", "the fox", "\u65e5\u672c\u8a9e"] * 2
ids = ["a", "b#1", "c", "d", None, "\ud55c"] * 2
big = [2**63 - 1, -(2**63), 2**53 + 1, 0, None, -7] * 2
table = pa.table({
    "id": pa.array(ids),
    "number": pa.array(big, pa.int64()),
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
    pq.write_table(table, f"{codec}.parquet", compression=codec, row_group_size=5,
                   use_dictionary=codec != "gzip",
                   data_page_version="2.0" if codec == "zstd" else "1.0")
pq.write_table(table.slice(0, 0), "empty.parquet")
