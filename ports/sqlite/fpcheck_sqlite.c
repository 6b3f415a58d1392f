// SPDX-License-Identifier: Apache-2.0
//
// The extension fpcheck of SQLite. It calls the port in ../c.
//
//   fpcheck(text [, scheme])      fingerprint of a text, NULL if it has no words; scheme is sm1 by default
//   fpcheck_distance(a, b)        distance of two fingerprints
//   fpcheck_similarity(a, b)      similarity of two fingerprints
//   fpcheck_bands(fp [, layout])  table of the keys of a fingerprint: number, key
//
// Fingerprints are strings. A string that is no fingerprint is an error, and NULL gives NULL or no rows.

#include <stdio.h>
#include <string.h>

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "fpcheck.h"
#include "fpcheck_bands.h"

// Reads a fingerprint. On failure sets the error of the call, or NULL, and returns false.
static bool read(sqlite3_context *call, sqlite3_value *value, fpcheck_fingerprint *fp) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return false;
  const char *string = (const char *)sqlite3_value_text(value);
  if (!string) {
    sqlite3_result_error_nomem(call);
    return false;
  }
  fpcheck_error error = fpcheck_parse(string, (size_t)sqlite3_value_bytes(value), fp);
  if (error != FPCHECK_OK) sqlite3_result_error(call, fpcheck_strerror(error), -1);
  return error == FPCHECK_OK;
}

static void fingerprint(sqlite3_context *call, int n, sqlite3_value **values) {
  fpcheck_scheme scheme = FPCHECK_SM1;
  for (int i = 0; i < n; i++)
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return;
  if (n > 1) {
    const char *id = (const char *)sqlite3_value_text(values[1]);
    if (!id || strlen(id) != (size_t)sqlite3_value_bytes(values[1]) || fpcheck_lookup(id, &scheme) != FPCHECK_OK) {
      sqlite3_result_error(call, "fpcheck: unknown scheme: expected sm1, mh1, mw1 or sd1", -1);
      return;
    }
  }
  // The octets of a BLOB are read as UTF-8, as those of a text are (R1.2).
  bool blob = sqlite3_value_type(values[0]) == SQLITE_BLOB;
  const void *text = blob ? sqlite3_value_blob(values[0]) : (const void *)sqlite3_value_text(values[0]);
  size_t size = (size_t)sqlite3_value_bytes(values[0]);
  if (!text && size > 0) {
    sqlite3_result_error_nomem(call);
    return;
  }
  fpcheck_fingerprint fp;
  fpcheck_error error = fpcheck_sum(scheme, text ? text : "", size, &fp);
  if (error == FPCHECK_NO_FEATURES) return;
  if (error == FPCHECK_NO_MEMORY) {
    sqlite3_result_error_nomem(call);
  } else if (error != FPCHECK_OK) {
    sqlite3_result_error(call, fpcheck_strerror(error), -1);
  } else {
    char string[FPCHECK_STRING_SIZE];
    size_t length = fpcheck_string(&fp, string);
    sqlite3_result_text(call, string, (int)length, SQLITE_TRANSIENT);
  }
}

static bool read_both(sqlite3_context *call, sqlite3_value **values, fpcheck_fingerprint *a, fpcheck_fingerprint *b) {
  return sqlite3_value_type(values[1]) != SQLITE_NULL && read(call, values[0], a) && read(call, values[1], b);
}

static void not_comparable(sqlite3_context *call, const fpcheck_fingerprint *a, const fpcheck_fingerprint *b) {
  char why[256];
  fpcheck_explain(a, b, why, sizeof why);
  sqlite3_result_error(call, why, -1);
}

static void distance(sqlite3_context *call, int n, sqlite3_value **values) {
  fpcheck_fingerprint a, b;
  unsigned bits;
  (void)n;
  if (!read_both(call, values, &a, &b)) return;
  if (fpcheck_distance(&a, &b, &bits) != FPCHECK_OK)
    not_comparable(call, &a, &b);
  else
    sqlite3_result_int(call, (int)bits);
}

static void similarity(sqlite3_context *call, int n, sqlite3_value **values) {
  fpcheck_fingerprint a, b;
  double share;
  (void)n;
  if (!read_both(call, values, &a, &b)) return;
  if (fpcheck_similarity(&a, &b, &share) != FPCHECK_OK)
    not_comparable(call, &a, &b);
  else
    sqlite3_result_double(call, share);
}

// ---- The table-valued function ----

typedef struct cursor {
  sqlite3_vtab_cursor base;
  fpcheck_fingerprint fp;
  fpcheck_layout layout;
  unsigned number, count;
} cursor;

enum { NUMBER, KEY, FINGERPRINT, LAYOUT };  // columns; the last two are arguments

static int open_table(sqlite3 *db, void *data, int n, const char *const *arguments, sqlite3_vtab **table, char **error) {
  (void)data, (void)n, (void)arguments, (void)error;
  // A name such as layout would hide the column of a table whose values are the arguments.
  int rc = sqlite3_declare_vtab(db, "CREATE TABLE x(number INTEGER, key TEXT, fpcheck_fp HIDDEN, fpcheck_layout HIDDEN)");
  if (rc != SQLITE_OK) return rc;
  *table = sqlite3_malloc(sizeof **table);
  if (!*table) return SQLITE_NOMEM;
  memset(*table, 0, sizeof **table);
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  return SQLITE_OK;
}

static int close_table(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

// Asks for the values of the arguments. idxNum is the number of arguments.
static int plan(sqlite3_vtab *table, sqlite3_index_info *info) {
  int at[2] = {-1, -1};
  for (int i = 0; i < info->nConstraint; i++) {
    int argument = info->aConstraint[i].iColumn - FINGERPRINT;
    if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
    at[argument] = i;
  }
  if (at[0] < 0) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("fpcheck_bands: expected a fingerprint");
    return SQLITE_ERROR;
  }
  for (int i = 0; i < 2 && at[i] >= 0; i++) {
    info->aConstraintUsage[at[i]].argvIndex = i + 1;
    info->aConstraintUsage[at[i]].omit = 1;
    info->idxNum = i + 1;
  }
  info->estimatedCost = info->estimatedRows = 32;
  return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **opened) {
  (void)table;
  cursor *c = sqlite3_malloc(sizeof *c);
  if (!c) return SQLITE_NOMEM;
  memset(c, 0, sizeof *c);
  *opened = &c->base;
  return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base) {
  sqlite3_free(base);
  return SQLITE_OK;
}

static int fail(sqlite3_vtab_cursor *base, const char *what, const char *value) {
  sqlite3_free(base->pVtab->zErrMsg);
  base->pVtab->zErrMsg = sqlite3_mprintf("fpcheck_bands: %s: \"%s\"", what, value);
  return SQLITE_ERROR;
}

static int filter(sqlite3_vtab_cursor *base, int arguments, const char *name, int n, sqlite3_value **values) {
  cursor *c = (cursor *)base;
  (void)name, (void)arguments;
  c->number = c->count = 0;
  for (int i = 0; i < n; i++) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return SQLITE_OK;
  }
  const char *string = (const char *)sqlite3_value_text(values[0]);
  if (!string) return SQLITE_NOMEM;
  fpcheck_error error = fpcheck_parse(string, (size_t)sqlite3_value_bytes(values[0]), &c->fp);
  if (error != FPCHECK_OK) return fail(base, fpcheck_strerror(error), string);
  c->layout = fpcheck_layout_default(&c->fp);
  if (n > 1) {
    const char *layout = (const char *)sqlite3_value_text(values[1]);
    if (!layout) return SQLITE_NOMEM;
    if (fpcheck_layout_parse(layout, strlen(layout), &c->layout) != FPCHECK_OK ||
        fpcheck_bands_count(&c->fp, c->layout) == 0) {
      return fail(base, "no layout of this fingerprint, such as 21x6 for mh1 or 4x1 for sm1", layout);
    }
  }
  c->count = fpcheck_bands_count(&c->fp, c->layout);
  return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base) {
  ((cursor *)base)->number++;
  return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base) {
  cursor *c = (cursor *)base;
  return c->number >= c->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *call, int which) {
  cursor *c = (cursor *)base;
  char text[FPCHECK_STRING_SIZE > FPCHECK_BAND_SIZE ? FPCHECK_STRING_SIZE : FPCHECK_BAND_SIZE];
  size_t n = 0;
  switch (which) {
    case NUMBER: sqlite3_result_int(call, (int)c->number); return SQLITE_OK;
    case KEY: n = fpcheck_band(&c->fp, c->layout, c->number, text); break;
    case FINGERPRINT: n = fpcheck_string(&c->fp, text); break;
    case LAYOUT: n = (size_t)snprintf(text, sizeof text, "%ux%u", c->layout.parts, c->layout.each); break;
  }
  sqlite3_result_text(call, text, (int)n, SQLITE_TRANSIENT);
  return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id) {
  *id = ((cursor *)base)->number;
  return SQLITE_OK;
}

// Without xCreate the table exists in every database, as a function does.
static sqlite3_module bands = {
    .xConnect = open_table, .xBestIndex = plan, .xDisconnect = close_table, .xOpen = open_cursor,
    .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = at_end, .xColumn = column,
    .xRowid = row_id,
};

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int sqlite3_fpcheck_init(sqlite3 *db, char **error, const sqlite3_api_routines *api);

int sqlite3_fpcheck_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  static const struct {
    const char *name;
    int arguments;
    void (*call)(sqlite3_context *, int, sqlite3_value **);
  } functions[] = {
      {"fpcheck", 1, fingerprint},
      {"fpcheck", 2, fingerprint},
      {"fpcheck_distance", 2, distance},
      {"fpcheck_similarity", 2, similarity},
  };
  (void)error;
  SQLITE_EXTENSION_INIT2(api);
  int rc = sqlite3_create_module(db, "fpcheck_bands", &bands, NULL);
  for (size_t i = 0; i < sizeof functions / sizeof *functions && rc == SQLITE_OK; i++) {
    rc = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments, flags, NULL, functions[i].call, NULL,
                                    NULL, NULL);
  }
  return rc;
}
