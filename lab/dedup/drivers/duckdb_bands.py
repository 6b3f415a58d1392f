"""DuckDB with a table of bands: MinHash of one permutation in SQL. It prints the ids of each pair."""

import sys

import duckdb

duckdb.sql(f"""
CREATE TABLE words AS
    SELECT id, regexp_extract_all(lower(text), '[\\p{{L}}\\p{{N}}_]+') AS w
    FROM read_json('{sys.argv[1]}', columns = {{id: 'INTEGER', text: 'VARCHAR'}}, format = 'newline_delimited');
CREATE TABLE slots AS
    SELECT id, h % 128 AS slot, min(h // 128) AS least
    FROM (SELECT id, unnest([hash(w[i], w[i+1], w[i+2]) FOR i IN range(1, greatest(2, len(w) - 1))]) AS h FROM words)
    GROUP BY ALL;
CREATE TABLE bands AS
    SELECT id, slot // 4 AS band, hash(list(least ORDER BY slot), list(slot ORDER BY slot)) AS key
    FROM slots GROUP BY ALL;
CREATE TABLE candidates AS
    SELECT DISTINCT a.id AS a, b.id AS b FROM bands a JOIN bands b USING (band, key) WHERE a.id < b.id;
""")
for pair in duckdb.sql("""
SELECT c.a, c.b FROM candidates c JOIN slots x ON x.id = c.a JOIN slots y ON y.id = c.b AND y.slot = x.slot
GROUP BY ALL HAVING avg((x.least = y.least)::INTEGER) >= .5""").fetchall():
    print(*pair, sep="\t")
