// SPDX-License-Identifier: Apache-2.0
//
// Columns of text by the Arrow C Data Interface, whose structures these are.

#ifndef FPCHECK_ARROW_H
#define FPCHECK_ARROW_H

#include "native.h"

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

// How the texts of a column lie.
typedef enum layout { NULLS, OFFSETS_32, OFFSETS_64, VIEWS } layout;

// A column that another library gives, chunk by chunk. What can be checked is checked: numbers of
// buffers, null pointers, lengths, offsets, and places in buffers whose lengths are known.
typedef struct arrow_column {
  layout layout;
  bool in_table;  // it is the only column of a table
  bool whole;     // it has one chunk
  bool read;      // a chunk was read
  struct ArrowArray chunk;
  struct ArrowArrayStream stream;
} arrow_column;

// Opens the column of an object: 1, or 0 if the object does not speak the interface, or -1 with an
// exception set. arrow_close frees it.
int arrow_open(PyObject *object, arrow_column *column);
// Reads the next chunk: 1, or 0 after the last, or -1 with an exception set.
int arrow_next(arrow_column *column, size_t *rows);
// The text of a row of the chunk; false if it is null.
bool arrow_text(const arrow_column *column, size_t row, fpcheck_octets *text);
void arrow_close(arrow_column *column);

// Strings that are given to other libraries: each of them, and what it was exported as, has a share.
typedef struct rows rows;

rows *rows_new(void);
bool rows_add(rows *r, const char *string, size_t n);  // NULL for a row that is null
size_t rows_count(const rows *r);
bool rows_get(const rows *r, size_t row, const char **string, size_t *n);  // false if it is null
void rows_release(rows *r);

// Capsules of the rows; NULL with an exception set. requested is a capsule of a schema, or None.
PyObject *rows_schema(void);
PyObject *rows_array(rows *r, PyObject *requested);

#endif
