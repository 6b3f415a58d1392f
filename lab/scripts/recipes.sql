-- Near duplicates in PostgreSQL, for recipes.sh: it loads the documents of :corpus, makes an index of keys, and
-- leaves pairs in pairs_mh1 and pairs_sm1.
\pset tuples_only on
\pset format unaligned
CREATE EXTENSION fpcheck;

-- The keys of the command.
CREATE TEMPORARY TABLE keys (fp fpcheck_fingerprint, layout text, keys text);
\set copy '\\copy keys FROM ' :keys
:copy
DO $$ BEGIN
  ASSERT (SELECT count(*) > 40 AND every(keys = array_to_string(CASE layout WHEN 'auto' THEN fpcheck_bands(fp)
    ELSE fpcheck_bands(fp, layout) END, ' ')) FROM keys), 'other keys than the command has';
END $$;

CREATE UNLOGGED TABLE lines (line text);
\set copy '\\copy lines FROM ' :corpus ' WITH (FORMAT csv, DELIMITER E''\\x01'', QUOTE E''\\x02'')'
:copy
SELECT clock_timestamp() AS start \gset
CREATE TABLE documents AS
  SELECT line::json->>'id' AS id, fpcheck(line::json->>'text', 'mh1') AS mh1, fpcheck(line::json->>'text', 'sm1') AS sm1 FROM lines;
SELECT count(*) || ' documents, fingerprints of both schemes in ' || round(extract(epoch FROM clock_timestamp() - :'start'), 2) || ' s'
  FROM documents;
SELECT clock_timestamp() AS start \gset
CREATE INDEX documents_mh1 ON documents USING gin (fpcheck_bands(mh1));
SELECT 'mh1: index of ' || pg_size_pretty(pg_relation_size('documents_mh1')) || ' in ' ||
  round(extract(epoch FROM clock_timestamp() - :'start'), 2) || ' s';
SELECT clock_timestamp() AS start \gset
CREATE INDEX documents_sm1 ON documents USING gin (fpcheck_bands(sm1));
SELECT 'sm1: index of ' || pg_size_pretty(pg_relation_size('documents_sm1')) || ' in ' ||
  round(extract(epoch FROM clock_timestamp() - :'start'), 2) || ' s';
ANALYZE documents;

-- All pairs: an equality join of keys.
SELECT clock_timestamp() AS start \gset
CREATE TABLE pairs_mh1 AS
  WITH keys AS MATERIALIZED (SELECT id, unnest(fpcheck_bands(mh1)) AS key FROM documents),
    candidates AS (SELECT DISTINCT a.id AS a, b.id AS b FROM keys a JOIN keys b ON a.key = b.key AND a.id < b.id)
  SELECT a, b FROM candidates JOIN documents x ON x.id = a JOIN documents y ON y.id = b WHERE fpcheck_similarity(x.mh1, y.mh1) >= 0.85;
SELECT 'mh1: ' || count(*) || ' pairs in ' || round(extract(epoch FROM clock_timestamp() - :'start'), 2) || ' s' FROM pairs_mh1;
SELECT clock_timestamp() AS start \gset
CREATE TABLE pairs_sm1 AS
  WITH keys AS MATERIALIZED (SELECT id, unnest(fpcheck_bands(sm1)) AS key FROM documents),
    candidates AS (SELECT DISTINCT a.id AS a, b.id AS b FROM keys a JOIN keys b ON a.key = b.key AND a.id < b.id)
  SELECT a, b FROM candidates JOIN documents x ON x.id = a JOIN documents y ON y.id = b WHERE x.sm1 <-> y.sm1 <= 7;
SELECT 'sm1: ' || count(*) || ' pairs in ' || round(extract(epoch FROM clock_timestamp() - :'start'), 2) || ' s' FROM pairs_sm1;

-- The neighbours of 20 documents: by the index, and by a sequential scan, which compares every document.
CREATE FUNCTION search(wanted text, near text) RETURNS TABLE (queries bigint, hits bigint, ms numeric) LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz := clock_timestamp();
  query record;
  n bigint;
BEGIN
  PERFORM set_config('enable_seqscan', CASE wanted WHEN '' THEN 'on' ELSE 'off' END, true);
  queries := 0;
  hits := 0;
  FOR query IN SELECT id, mh1, sm1 FROM documents WHERE mh1 IS NOT NULL ORDER BY md5(id) LIMIT 20 LOOP
    EXECUTE format('SELECT count(*) FROM documents WHERE %s %s', wanted, near) INTO n USING query.mh1, query.sm1;
    queries := queries + 1;
    hits := hits + n;
  END LOOP;
  ms := round(extract(epoch FROM clock_timestamp() - start)::numeric * 1000 / queries, 2);
  RETURN NEXT;
END $$;
\set mh1 'fpcheck_similarity(mh1, $1) >= 0.85'
\set sm1 'sm1 <-> $2 <= 7'
CREATE TABLE searches AS
  SELECT 'mh1' AS scheme, 'index' AS plan, s.* FROM search('fpcheck_bands(mh1) && fpcheck_bands($1) AND', :'mh1') s UNION ALL
  SELECT 'mh1', 'scan', s.* FROM search('', :'mh1') s UNION ALL
  SELECT 'sm1', 'index', s.* FROM search('fpcheck_bands(sm1) && fpcheck_bands($2) AND', :'sm1') s UNION ALL
  SELECT 'sm1', 'scan', s.* FROM search('', :'sm1') s;
SELECT scheme || ': ' || plan || ': ' || hits || ' found by ' || queries || ' queries, ' || ms || ' ms each' FROM searches;
-- The keys of a SimHash lose nothing. Those of a MinHash may lose one pair in 2,000 at the threshold.
DO $$ BEGIN
  ASSERT (SELECT count(DISTINCT hits) = 1 AND min(hits) >= 20 FROM searches WHERE scheme = 'sm1'), 'the index lost a SimHash';
  ASSERT (SELECT min(hits) >= 0.99 * max(hits) AND min(hits) >= 20 FROM searches WHERE scheme = 'mh1'), 'the index lost a MinHash';
END $$;
