// SPDX-License-Identifier: Apache-2.0
//
// The extension fpcheck of PostgreSQL. It calls the port in ../c.

#include "postgres.h"

#include "catalog/pg_type_d.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "fpcheck.h"
#include "fpcheck_bands.h"

PG_MODULE_MAGIC;

// A stored fingerprint: the scheme, the length of the profile, the profile, and the sketch. The length
// of a sketch implies the bits of a slot.
#define HEAD 2

static fpcheck_fingerprint *parse(const char *string, size_t n, fpcheck_fingerprint *fp) {
  fpcheck_error error = fpcheck_parse(string, n, fp);
  if (error != FPCHECK_OK) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                    errmsg("%s", fpcheck_strerror(error)),
                    errhint("Expected a fingerprint such as sm1:efgwhhiszbtkq.")));
  }
  return fp;
}

static struct varlena *store(const fpcheck_fingerprint *fp) {
  size_t profile = strlen(fp->profile), size = VARHDRSZ + HEAD + profile + fp->size;
  struct varlena *stored = palloc(size);
  unsigned char *at = (unsigned char *)VARDATA(stored);
  SET_VARSIZE(stored, size);
  at[0] = (unsigned char)fp->scheme;
  at[1] = (unsigned char)profile;
  memcpy(at + HEAD, fp->profile, profile);
  memcpy(at + HEAD + profile, fp->sketch, fp->size);
  return stored;
}

static void load(struct varlena *stored, fpcheck_fingerprint *fp) {
  const unsigned char *at = (const unsigned char *)VARDATA_ANY(stored);
  size_t n = VARSIZE_ANY_EXHDR(stored), profile = n < HEAD ? 0 : at[1];
  char name[FPCHECK_PROFILE_MAX + 1] = "";
  if (n >= HEAD + profile && profile <= FPCHECK_PROFILE_MAX &&
      fpcheck_from_sketch((fpcheck_scheme)at[0], at + HEAD + profile, n - HEAD - profile, fp) == FPCHECK_OK) {
    memcpy(name, at + HEAD, profile);
    if (fpcheck_set_profile(fp, name) == FPCHECK_OK) return;
  }
  ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("stored fingerprint is damaged")));
}

#define GET_FINGERPRINT(n, fp) load((struct varlena *)PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n)), fp)

PG_FUNCTION_INFO_V1(fpcheck_in);
Datum fpcheck_in(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint fp;
  const char *string = PG_GETARG_CSTRING(0);
  PG_RETURN_POINTER(store(parse(string, strlen(string), &fp)));
}

PG_FUNCTION_INFO_V1(fpcheck_out);
Datum fpcheck_out(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint fp;
  char *string = palloc(FPCHECK_STRING_SIZE);
  GET_FINGERPRINT(0, &fp);
  fpcheck_string(&fp, string);
  PG_RETURN_CSTRING(string);
}

// The binary form is the string, too: it does not depend on how a version stores fingerprints.
PG_FUNCTION_INFO_V1(fpcheck_recv);
Datum fpcheck_recv(PG_FUNCTION_ARGS) {
  StringInfo message = (StringInfo)PG_GETARG_POINTER(0);
  int n;
  const char *string = pq_getmsgtext(message, message->len - message->cursor, &n);
  fpcheck_fingerprint fp;
  PG_RETURN_POINTER(store(parse(string, (size_t)n, &fp)));
}

PG_FUNCTION_INFO_V1(fpcheck_send);
Datum fpcheck_send(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint fp;
  char string[FPCHECK_STRING_SIZE];
  StringInfoData message;
  size_t n;
  GET_FINGERPRINT(0, &fp);
  n = fpcheck_string(&fp, string);
  pq_begintypsend(&message);
  pq_sendtext(&message, string, (int)n);
  PG_RETURN_BYTEA_P(pq_endtypsend(&message));
}

PG_FUNCTION_INFO_V1(fpcheck_of);
Datum fpcheck_of(PG_FUNCTION_ARGS) {
  text *document = PG_GETARG_TEXT_PP(0);
  char *id = text_to_cstring(PG_GETARG_TEXT_PP(1));
  char *raw = VARDATA_ANY(document);
  int n = (int)VARSIZE_ANY_EXHDR(document);
  char *utf8 = pg_server_to_any(raw, n, PG_UTF8);  // raw itself if the database is in UTF-8
  size_t size = utf8 == raw ? (size_t)n : strlen(utf8);
  fpcheck_scheme scheme;
  fpcheck_fingerprint fp;
  fpcheck_error error;
  if (fpcheck_lookup(id, &scheme) != FPCHECK_OK) {
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("unknown scheme \"%s\"", id),
                    errhint("Expected sm1, mh1, mw1 or sd1.")));
  }
  error = fpcheck_sum(scheme, utf8, size, &fp);
  if (error == FPCHECK_NO_FEATURES) PG_RETURN_NULL();
  if (error != FPCHECK_OK) {
    ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("fpcheck: %s", fpcheck_strerror(error))));
  }
  PG_RETURN_POINTER(store(&fp));
}

static void not_comparable(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b) {
  char why[256];
  fpcheck_explain(a, b, why, sizeof why);
  ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("%s", why)));
}

PG_FUNCTION_INFO_V1(fpcheck_pg_distance);
Datum fpcheck_pg_distance(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint a, b;
  unsigned distance = 0;
  GET_FINGERPRINT(0, &a);
  GET_FINGERPRINT(1, &b);
  if (fpcheck_distance(&a, &b, &distance) != FPCHECK_OK) not_comparable(&a, &b);
  PG_RETURN_INT32((int32)distance);
}

PG_FUNCTION_INFO_V1(fpcheck_pg_similarity);
Datum fpcheck_pg_similarity(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint a, b;
  double similarity = 0;
  GET_FINGERPRINT(0, &a);
  GET_FINGERPRINT(1, &b);
  if (fpcheck_similarity(&a, &b, &similarity) != FPCHECK_OK) not_comparable(&a, &b);
  PG_RETURN_FLOAT8(similarity);
}

PG_FUNCTION_INFO_V1(fpcheck_pg_bands);
Datum fpcheck_pg_bands(PG_FUNCTION_ARGS) {
  fpcheck_fingerprint fp;
  fpcheck_layout layout;
  Datum keys[FPCHECK_BANDS_MAX];
  unsigned count;
  GET_FINGERPRINT(0, &fp);
  if (PG_NARGS() < 2) {
    layout = fpcheck_layout_default(&fp);
    count = fpcheck_bands_count(&fp, layout);
  } else {
    text *given = PG_GETARG_TEXT_PP(1);
    count = fpcheck_layout_parse(VARDATA_ANY(given), VARSIZE_ANY_EXHDR(given), &layout) == FPCHECK_OK
                ? fpcheck_bands_count(&fp, layout)
                : 0;
    if (count == 0) {
      ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                      errmsg("fingerprints of %s have no layout \"%s\"", fpcheck_name(&fp), text_to_cstring(given)),
                      errhint("Expected bands and rows, such as 21x6 for mh1 or 4x1 for sm1.")));
    }
  }
  for (unsigned i = 0; i < count; i++) {
    char key[FPCHECK_BAND_SIZE];
    size_t n = fpcheck_band(&fp, layout, i, key);
    keys[i] = PointerGetDatum(cstring_to_text_with_len(key, (int)n));
  }
  PG_RETURN_ARRAYTYPE_P(construct_array(keys, (int)count, TEXTOID, -1, false, TYPALIGN_INT));
}

// Orders by the stored octets. The order means nothing, but equal fingerprints are together.
static int compare(FunctionCallInfo fcinfo) {
  struct varlena *a = (struct varlena *)PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
  struct varlena *b = (struct varlena *)PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1));
  size_t na = VARSIZE_ANY_EXHDR(a), nb = VARSIZE_ANY_EXHDR(b);
  int order = memcmp(VARDATA_ANY(a), VARDATA_ANY(b), na < nb ? na : nb);
  if (order == 0) order = na < nb ? -1 : na > nb;
  PG_FREE_IF_COPY(a, 0);
  PG_FREE_IF_COPY(b, 1);
  return order;
}

PG_FUNCTION_INFO_V1(fpcheck_pg_compare);
Datum fpcheck_pg_compare(PG_FUNCTION_ARGS) { PG_RETURN_INT32(compare(fcinfo)); }

#define COMPARISON(name, operator) \
  PG_FUNCTION_INFO_V1(name);       \
  Datum name(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare(fcinfo) operator 0); }

COMPARISON(fpcheck_lt, <)
COMPARISON(fpcheck_le, <=)
COMPARISON(fpcheck_eq, ==)
COMPARISON(fpcheck_ne, !=)
COMPARISON(fpcheck_ge, >=)
COMPARISON(fpcheck_gt, >)

PG_FUNCTION_INFO_V1(fpcheck_pg_hash);
Datum fpcheck_pg_hash(PG_FUNCTION_ARGS) {
  struct varlena *a = (struct varlena *)PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
  Datum hash = hash_any((unsigned char *)VARDATA_ANY(a), (int)VARSIZE_ANY_EXHDR(a));
  PG_FREE_IF_COPY(a, 0);
  return hash;
}
