-- Near duplicates in SQLite, for recipes.sh: it loads corpus.jsonl, makes a table of keys with an index, and leaves
-- pairs in pairs_mh1 and pairs_sm1.
.load ./fpcheck
PRAGMA synchronous = off;

-- The keys of the command.
CREATE TEMP TABLE keys (fp TEXT, layout TEXT, keys TEXT);
.mode tabs
.import keys.tsv keys
CREATE TEMP TABLE checked (n INTEGER CHECK (n > 40), equal INTEGER CHECK (equal = n));
INSERT INTO checked SELECT count(*), sum(keys = CASE layout
  WHEN 'auto' THEN (SELECT group_concat(key, ' ') FROM (SELECT key FROM fpcheck_bands(fp) ORDER BY number))
  ELSE (SELECT group_concat(key, ' ') FROM (SELECT key FROM fpcheck_bands(fp, layout) ORDER BY number)) END) FROM keys;

CREATE TABLE lines (line TEXT);
.mode ascii
.separator "\001" "\n"
.import corpus.jsonl lines
CREATE TABLE documents AS SELECT line ->> 'id' AS id, fpcheck(line ->> 'text', 'mh1') AS mh1,
  fpcheck(line ->> 'text', 'sm1') AS sm1 FROM lines;
CREATE TABLE bands (key TEXT, document INTEGER, PRIMARY KEY (key, document)) WITHOUT ROWID;
INSERT INTO bands SELECT key, documents.rowid FROM documents, fpcheck_bands(mh1);
INSERT INTO bands SELECT key, documents.rowid FROM documents, fpcheck_bands(sm1);

CREATE TABLE pairs_mh1 AS SELECT DISTINCT a.id AS a, b.id AS b FROM bands x JOIN bands y ON x.key = y.key
  JOIN documents a ON a.rowid = x.document JOIN documents b ON b.rowid = y.document
  WHERE a.id < b.id AND x.key GLOB 'mh1_*' AND fpcheck_similarity(a.mh1, b.mh1) >= 0.85;
CREATE TABLE pairs_sm1 AS SELECT DISTINCT a.id AS a, b.id AS b FROM bands x JOIN bands y ON x.key = y.key
  JOIN documents a ON a.rowid = x.document JOIN documents b ON b.rowid = y.document
  WHERE a.id < b.id AND x.key GLOB 'sm1_*' AND fpcheck_distance(a.sm1, b.sm1) <= 7;
.mode list
SELECT count(*) || ' documents, ' || (SELECT count(*) FROM bands) || ' keys, ' ||
  (SELECT page_count * page_size / 1024 FROM pragma_page_count, pragma_page_size) || ' kB in all' FROM documents;
