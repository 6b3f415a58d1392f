-- What users call, and what is an error. Keys and fingerprints equal those of the command.
\set VERBOSITY terse
CREATE EXTENSION fpcheck;

-- Texts
SELECT fpcheck('Four score and seven years ago');
SELECT fpcheck('Four score and seven years ago', 'mh1') = fpcheck('FOUR SCORE, and seven years ago!', 'mh1') AS same;
SELECT fpcheck('1984') IS NULL AS no_words, fpcheck(NULL) IS NULL AS no_text;
SELECT fpcheck('text', 'sm9');

-- Strings: case does not matter, and all else that is malformed is refused
SELECT 'SM1:GDTYIBREGJIAA'::fpcheck_fingerprint, 'sm1.main:gdtyibregjiaa'::fpcheck_fingerprint;
SELECT 'sm1:gdtyibregjiab'::fpcheck_fingerprint;
SELECT 'gdtyibregjiaa'::fpcheck_fingerprint;
SELECT 'sm1:gdtyibregjia'::fpcheck_fingerprint;

-- Comparison
SELECT fpcheck('Four score and seven years ago') <-> fpcheck('Four score and seven months ago') AS distance,
  fpcheck_similarity(fpcheck('Four score and seven years ago'), fpcheck('Four score and seven months ago')) AS similarity;
SELECT 'sm1:gdtyibregjiaa' <-> fpcheck('Four score and seven years ago', 'mh1');
SELECT 'sm1:gdtyibregjiaa'::fpcheck_fingerprint <-> 'sm1.main:gdtyibregjiaa';

-- Keys
SELECT fpcheck_bands('sm1:ci2fm6e2xtppa', '4x1');
SELECT fpcheck_bands('sm1.main:ci2fm6e2xtppa', '2x1');
SELECT cardinality(fpcheck_bands('sm1:ci2fm6e2xtppa')) AS simhash,
  cardinality(fpcheck_bands(fpcheck('a b c d e', 'mh1'))) AS minhash;
SELECT fpcheck_bands('sm1:ci2fm6e2xtppa', '65x1');
SELECT fpcheck_bands('sm1:ci2fm6e2xtppa', 'all');
SELECT fpcheck_bands(NULL) IS NULL AS no_fingerprint;

-- Equal fingerprints are one group, by sorting and by hashing, also beside NULL
CREATE TABLE documents (id int, body text, fp fpcheck_fingerprint GENERATED ALWAYS AS (fpcheck(body)) STORED);
INSERT INTO documents (id, body) VALUES (1, 'Four score and seven years ago'), (2, 'four score and SEVEN years ago'),
  (3, 'Something else altogether, about bread'), (4, NULL), (5, '42');
SELECT min(id), count(*) FROM documents GROUP BY fp ORDER BY 1;
SET enable_hashagg = off;
SELECT min(id), count(*) FROM documents GROUP BY fp ORDER BY 1;
RESET enable_hashagg;
CREATE UNIQUE INDEX ON documents (fp);
CREATE INDEX ON documents USING gin (fpcheck_bands(fp, '8x1'));
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT id FROM documents
  WHERE fpcheck_bands(fp, '8x1') && fpcheck_bands('sm1:gdtyibregjiaa', '8x1') AND fp <-> 'sm1:gdtyibregjiaa' <= 7;
SELECT id FROM documents
  WHERE fpcheck_bands(fp, '8x1') && fpcheck_bands('sm1:gdtyibregjiaa', '8x1') AND fp <-> 'sm1:gdtyibregjiaa' <= 7 ORDER BY id;

-- The binary form
\copy (SELECT id, fp FROM documents) TO 'results/fingerprints.bin' (FORMAT binary)
CREATE TABLE copied (id int, fp fpcheck_fingerprint);
\copy copied FROM 'results/fingerprints.bin' (FORMAT binary)
SELECT count(*) FROM copied JOIN documents USING (id) WHERE copied.fp IS NOT DISTINCT FROM documents.fp;
