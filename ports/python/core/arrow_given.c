// SPDX-License-Identifier: Apache-2.0
//
// Columns that are given away.

#include "arrow.h"

#include <stdlib.h>
#include <string.h>

#ifdef _MSC_VER
#include <intrin.h>
typedef long shares;
#define SHARE(n) _InterlockedIncrement(n)
#define UNSHARE(n) _InterlockedDecrement(n)
#else
typedef long shares;
#define SHARE(n) __atomic_add_fetch(n, 1, __ATOMIC_ACQ_REL)
#define UNSHARE(n) __atomic_sub_fetch(n, 1, __ATOMIC_ACQ_REL)
#endif

static const char SCHEMA[] = "arrow_schema", ARRAY[] = "arrow_array";

// A release of an array may come from any thread.
struct rows {
  shares shares;
  pile octets, ends, validity;  // ends: int64_t, a 0 first
  size_t n, nulls;
};

rows *rows_new(void) {
  rows *r = calloc(1, sizeof *r);
  int64_t start = 0;
  if (r == NULL) return NULL;
  r->shares = 1;
  add_octets(&r->ends, &start, sizeof start);
  add_octets(&r->octets, "", 1);  // so that there is a buffer
  r->octets.n = 0;
  return r;
}

bool rows_add(rows *r, const char *string, size_t n) {
  if (r->n % 8 == 0) add_octets(&r->validity, "", 1);
  if (string != NULL) {
    add_octets(&r->octets, string, n);
    if (!r->validity.failed) r->validity.octets[r->n / 8] |= (unsigned char)(1 << r->n % 8);
  } else {
    r->nulls++;
  }
  int64_t end = (int64_t)r->octets.n;
  add_octets(&r->ends, &end, sizeof end);
  r->n++;
  return !r->octets.failed && !r->ends.failed && !r->validity.failed;
}

size_t rows_count(const rows *r) { return r->n; }

static const int64_t *ends_of(const rows *r) {
  return (const int64_t *)(const void *)r->ends.octets;
}

bool rows_get(const rows *r, size_t row, const char **string, size_t *n) {
  const int64_t *ends = ends_of(r);
  *string = (const char *)r->octets.octets + ends[row];
  *n = (size_t)(ends[row + 1] - ends[row]);
  return (r->validity.octets[row / 8] >> row % 8 & 1) != 0;
}

void rows_release(rows *r) {
  if (r == NULL || UNSHARE(&r->shares) > 0) return;
  free(r->octets.octets);
  free(r->ends.octets);
  free(r->validity.octets);
  free(r);
}

// A type in which the rows are given away, of strings or binary.
typedef struct given {
  const char *format;
  layout layout;
} given;

// The first is given to all that ask for none, since a column may have more than 2 GB.
static const given types[] = {{"U", OFFSETS_64}, {"u", OFFSETS_32}, {"vu", VIEWS},
                              {"Z", OFFSETS_64}, {"z", OFFSETS_32}, {"vz", VIEWS}};

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }

static void drop_schema(PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, SCHEMA);
  if (schema != NULL && schema->release != NULL) schema->release(schema);
  free(schema);
}

static PyObject *schema_of(const given *type) {
  enum { NULLABLE = 2 };
  struct ArrowSchema *schema = calloc(1, sizeof *schema);
  if (schema == NULL) return PyErr_NoMemory();
  *schema = (struct ArrowSchema){
      .format = type->format, .name = "", .flags = NULLABLE, .release = release_schema};
  PyObject *capsule = PyCapsule_New(schema, SCHEMA, drop_schema);
  if (capsule == NULL) free(schema);
  return capsule;
}

PyObject *rows_schema(void) { return schema_of(&types[0]); }

// The type that a consumer asks for, if the rows can be given in it. A type that is asked for is a wish:
// if the rows are not given in it, the consumer casts.
static const given *requested_type(const rows *r, PyObject *requested) {
  if (requested == Py_None) return &types[0];
  if (!PyCapsule_CheckExact(requested)) {
    PyErr_SetString(PyExc_TypeError, "a requested schema is a capsule");
    return NULL;
  }
  const struct ArrowSchema *schema = PyCapsule_GetPointer(requested, SCHEMA);
  if (schema == NULL) return NULL;
  if (schema->release == NULL || schema->format == NULL) {
    PyErr_SetString(PyExc_ValueError, "malformed Arrow data: a requested schema that was released, or "
                                      "has no format");
    return NULL;
  }
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(schema->format, types[i].format) == 0 &&
        (types[i].layout == OFFSETS_64 || r->octets.n <= INT32_MAX))
      return &types[i];
  return &types[0];
}

// What an array keeps until it is released.
typedef struct kept {
  rows *rows;
  int32_t *places;  // offsets of 32 bits, or views
  int64_t length;   // of the only buffer that views are into
  const void *buffers[4];
} kept;

static void release_array(struct ArrowArray *array) {
  kept *k = array->private_data;
  rows_release(k->rows);
  free(k->places);
  free(k);
  array->release = NULL;
}

static void drop_array(PyObject *capsule) {
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, ARRAY);
  if (array != NULL && array->release != NULL) array->release(array);
  free(array);
}

// A string's length, and itself if it is short, or else its first octets, the number of the buffer
// that it is in, which is 0, and where it is there.
static void write_view(const rows *r, size_t row, int32_t view[4]) {
  const char *string;
  size_t n;
  bool valid = rows_get(r, row, &string, &n);
  if (!valid) n = 0;
  memset(view, 0, 4 * sizeof *view);
  view[0] = (int32_t)n;
  memcpy(&view[1], string, n <= 12 ? n : 4);
  if (n > 12) view[3] = (int32_t)ends_of(r)[row];
}

static int32_t *places_of(const rows *r, layout as) {
  size_t each = as == VIEWS ? 4 : 1;
  int32_t *places = calloc(r->n + 1, each * sizeof *places);
  if (places == NULL) return NULL;
  for (size_t row = 0; row < r->n; row++)
    if (as == VIEWS)
      write_view(r, row, places + 4 * row);
    else
      places[row + 1] = (int32_t)ends_of(r)[row + 1];
  return places;
}

static PyObject *array_of(rows *r, layout as) {
  kept *k = calloc(1, sizeof *k);
  struct ArrowArray *array = calloc(1, sizeof *array);
  int32_t *places = as == OFFSETS_64 ? NULL : places_of(r, as);
  PyObject *capsule = NULL;
  if (k == NULL || array == NULL || (as != OFFSETS_64 && places == NULL))
    PyErr_NoMemory();
  else
    capsule = PyCapsule_New(array, ARRAY, drop_array);
  if (capsule == NULL) {
    free(places);
    free(array);
    free(k);
    return NULL;
  }
  SHARE(&r->shares);
  k->rows = r;
  k->places = places;
  k->length = (int64_t)r->octets.n;
  k->buffers[0] = r->nulls == 0 ? NULL : r->validity.octets;
  k->buffers[1] = places == NULL ? (const void *)r->ends.octets : places;
  k->buffers[2] = r->octets.octets;
  k->buffers[3] = &k->length;
  *array = (struct ArrowArray){.length = (int64_t)r->n,
                               .null_count = (int64_t)r->nulls,
                               .n_buffers = as == VIEWS ? 4 : 3,
                               .buffers = k->buffers,
                               .release = release_array,
                               .private_data = k};
  return capsule;
}

PyObject *rows_array(rows *r, PyObject *requested) {
  const given *type = requested_type(r, requested);
  if (type == NULL) return NULL;
  PyObject *schema = schema_of(type), *array = schema == NULL ? NULL : array_of(r, type->layout);
  PyObject *pair = array == NULL ? NULL : PyTuple_Pack(2, schema, array);
  Py_XDECREF(schema);
  Py_XDECREF(array);
  return pair;
}
