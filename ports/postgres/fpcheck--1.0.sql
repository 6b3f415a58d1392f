-- SPDX-License-Identifier: Apache-2.0
\echo Use "CREATE EXTENSION fpcheck" to load this file. \quit

CREATE TYPE fpcheck_fingerprint;

CREATE FUNCTION fpcheck_in(cstring) RETURNS fpcheck_fingerprint
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_out(fpcheck_fingerprint) RETURNS cstring
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_recv(internal) RETURNS fpcheck_fingerprint
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_send(fpcheck_fingerprint) RETURNS bytea
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE fpcheck_fingerprint (
  INPUT = fpcheck_in,
  OUTPUT = fpcheck_out,
  RECEIVE = fpcheck_recv,
  SEND = fpcheck_send,
  INTERNALLENGTH = VARIABLE,
  ALIGNMENT = int4,
  STORAGE = main
);

CREATE FUNCTION fpcheck(document text, scheme text DEFAULT 'sm1') RETURNS fpcheck_fingerprint
  AS 'MODULE_PATHNAME', 'fpcheck_of' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION fpcheck(text, text) IS 'fingerprint of a text; NULL if it has no words';

CREATE FUNCTION fpcheck_distance(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS integer
  AS 'MODULE_PATHNAME', 'fpcheck_pg_distance' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;
CREATE FUNCTION fpcheck_similarity(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS float8
  AS 'MODULE_PATHNAME', 'fpcheck_pg_similarity' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION fpcheck_bands(fpcheck_fingerprint) RETURNS text[]
  AS 'MODULE_PATHNAME', 'fpcheck_pg_bands' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
CREATE FUNCTION fpcheck_bands(fpcheck_fingerprint, layout text) RETURNS text[]
  AS 'MODULE_PATHNAME', 'fpcheck_pg_bands' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION fpcheck_bands(fpcheck_fingerprint) IS 'keys that near fingerprints share, for a GIN index';

CREATE FUNCTION fpcheck_compare(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS integer
  AS 'MODULE_PATHNAME', 'fpcheck_pg_compare' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_hash(fpcheck_fingerprint) RETURNS integer
  AS 'MODULE_PATHNAME', 'fpcheck_pg_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_lt(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_le(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_eq(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_ne(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_ge(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION fpcheck_gt(fpcheck_fingerprint, fpcheck_fingerprint) RETURNS boolean
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR <-> (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_distance,
  COMMUTATOR = <->
);
CREATE OPERATOR < (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_lt,
  COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_le,
  COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_eq,
  COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR <> (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_ne,
  COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR >= (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_ge,
  COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
  LEFTARG = fpcheck_fingerprint, RIGHTARG = fpcheck_fingerprint, FUNCTION = fpcheck_gt,
  COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);

-- GROUP BY, DISTINCT and UNIQUE find equal fingerprints by these.
CREATE OPERATOR CLASS fpcheck_ops DEFAULT FOR TYPE fpcheck_fingerprint USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 fpcheck_compare(fpcheck_fingerprint, fpcheck_fingerprint);
CREATE OPERATOR CLASS fpcheck_hash_ops DEFAULT FOR TYPE fpcheck_fingerprint USING hash AS
  OPERATOR 1 =, FUNCTION 1 fpcheck_hash(fpcheck_fingerprint);
