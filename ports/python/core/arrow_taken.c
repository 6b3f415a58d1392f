// SPDX-License-Identifier: Apache-2.0
//
// Columns that come.

#include "arrow.h"

#include <string.h>

static const char SCHEMA[] = "arrow_schema", ARRAY[] = "arrow_array",
                  STREAM[] = "arrow_array_stream";

static int malformed(const char *reason) {
  PyErr_Format(PyExc_ValueError, "malformed Arrow data: %s", reason);
  return -1;
}

static int no_text(const char *reason) {
  PyErr_SetString(PyExc_TypeError, reason);
  return -1;
}

// Moves a structure out of its capsule: what stays there is released. RELEASE is its member.
#define MOVE(type, capsule, name, to)                                                        \
  do {                                                                                       \
    if (!PyCapsule_CheckExact(capsule)) return no_text("expected a capsule of Arrow");       \
    struct type *from = PyCapsule_GetPointer(capsule, name);                                 \
    if (from == NULL) return -1;                                                             \
    *(to) = *from;                                                                           \
    from->release = NULL;                                                                    \
    if ((to)->release == NULL) {                                                             \
      PyErr_SetString(PyExc_ValueError, "the Arrow structure was released before");          \
      return -1;                                                                             \
    }                                                                                        \
  } while (0)

// Releases a structure if it is not released yet. The producer's release may run Python, which is
// not to see an exception of this call, nor to clear it.
#define RELEASE(structure)                   \
  do {                                       \
    PyObject *type, *value, *traceback;      \
    if ((structure)->release == NULL) break; \
    PyErr_Fetch(&type, &value, &traceback);  \
    (structure)->release(structure);         \
    PyErr_Restore(type, value, traceback);   \
    (structure)->release = NULL;             \
  } while (0)

static int move_schema(PyObject *capsule, struct ArrowSchema *to) {
  MOVE(ArrowSchema, capsule, SCHEMA, to);
  return 0;
}

static int move_array(PyObject *capsule, struct ArrowArray *to) {
  MOVE(ArrowArray, capsule, ARRAY, to);
  return 0;
}

static int move_stream(PyObject *capsule, struct ArrowArrayStream *to) {
  MOVE(ArrowArrayStream, capsule, STREAM, to);
  return 0;
}

// The layout of a column, and whether it is the only one of a table.
static int read_layout(const struct ArrowSchema *schema, bool in_table, arrow_column *column) {
  static const struct {
    const char *format;
    layout layout;
  } layouts[] = {{"n", NULLS},      {"u", OFFSETS_32}, {"z", OFFSETS_32}, {"U", OFFSETS_64},
                 {"Z", OFFSETS_64}, {"vu", VIEWS},     {"vz", VIEWS}};
  const char *format = schema->format;
  if (format == NULL) return malformed("a schema without a format");
  if (schema->dictionary != NULL)
    return no_text("a dictionary column: cast it to string first");
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (strcmp(format, layouts[i].format) == 0) {
      column->layout = layouts[i].layout;
      column->in_table = in_table;
      return 0;
    }
  if (strcmp(format, "+s") != 0) {
    PyErr_Format(PyExc_TypeError, "a column of Arrow format \"%.80s\", not of strings or binary",
                 format);
    return -1;
  }
  if (in_table) return no_text("a table in a table is no column of text");
  if (schema->n_children != 1 || schema->children == NULL) {
    PyErr_Format(PyExc_TypeError, "a table of %lld columns: give one of them",
                 (long long)schema->n_children);
    return -1;
  }
  if (schema->children[0] == NULL) return malformed("a child is missing");
  return read_layout(schema->children[0], true, column);
}

// Calls a function of the stream, which returned an error number.
static int stream_failed(struct ArrowArrayStream *stream) {
  const char *reason = stream->get_last_error == NULL ? NULL : stream->get_last_error(stream);
  PyErr_Format(PyExc_ValueError, "the Arrow stream failed: %.500s",
               reason == NULL ? "no reason was given" : reason);
  return -1;
}

static int open_array(PyObject *pair, arrow_column *column) {
  struct ArrowSchema schema;
  if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2)
    return malformed("__arrow_c_array__ returned no pair");
  if (move_schema(PyTuple_GetItem(pair, 0), &schema) < 0) return -1;
  int ok = read_layout(&schema, false, column);
  RELEASE(&schema);
  column->whole = true;
  return ok < 0 ? -1 : move_array(PyTuple_GetItem(pair, 1), &column->chunk);
}

static int open_stream(PyObject *capsule, arrow_column *column) {
  struct ArrowSchema schema = {0};
  if (move_stream(capsule, &column->stream) < 0) return -1;
  struct ArrowArrayStream *stream = &column->stream;
  if (stream->get_schema == NULL || stream->get_next == NULL)
    return malformed("a stream without functions");
  if (stream->get_schema(stream, &schema) != 0) return stream_failed(stream);
  int ok = read_layout(&schema, false, column);
  RELEASE(&schema);
  return ok;
}

// Calls a method if the object has it: NULL without an exception if it has not.
static PyObject *call_if_there(PyObject *object, const char *name) {
  PyObject *method = PyObject_GetAttrString(object, name);
  if (method == NULL) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear();
    return NULL;
  }
  PyObject *found = PyObject_CallObject(method, NULL);
  Py_DECREF(method);
  return found;
}

int arrow_open(PyObject *object, arrow_column *column) {
  memset(column, 0, sizeof *column);
  int (*open)(PyObject *, arrow_column *) = open_array;
  PyObject *given = call_if_there(object, "__arrow_c_array__");
  if (given == NULL && !PyErr_Occurred()) {
    open = open_stream;
    given = call_if_there(object, "__arrow_c_stream__");
    // pandas without pyarrow has the method only.
    if (given == NULL && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_ImportError))
      PyErr_Clear();
  }
  if (given == NULL) return PyErr_Occurred() ? -1 : 0;
  int ok = open(given, column);
  Py_DECREF(given);
  if (ok == 0) return 1;
  arrow_close(column);
  return -1;
}

void arrow_close(arrow_column *column) {
  RELEASE(&column->chunk);
  RELEASE(&column->stream);
}

// A place in a column from which on its rows are.
typedef struct place {
  const struct ArrowArray *array;
  size_t offset;
} place;

static place texts_of(const arrow_column *column) {
  const struct ArrowArray *table = &column->chunk;
  if (!column->in_table) return (place){table, (size_t)table->offset};
  const struct ArrowArray *array = table->children[0];
  return (place){array, (size_t)table->offset + (size_t)array->offset};
}

static bool is_null(place p, size_t row) {
  const unsigned char *bits = p.array->buffers[0];
  size_t at = p.offset + row;
  return p.array->null_count != 0 && bits != NULL && (bits[at / 8] >> at % 8 & 1) == 0;
}

// Octets of a buffer, of which the producer says that it has them: by the interface it reaches as far
// as offsets say, or as its length does.
static const char *text_in(const unsigned char *buffer, size_t offset, size_t n,
                           fpcheck_octets *text) {
  *text = (fpcheck_octets){NULL, 0};
  if (n == 0) return NULL;
  if (buffer == NULL || n > PTRDIFF_MAX - offset) return "a buffer is missing";
  *text = (fpcheck_octets){buffer + offset, n};
  return NULL;
}

// A text by its two offsets; a reason if they are malformed.
static const char *text_between(place p, layout as, size_t row, fpcheck_octets *text) {
  const unsigned char *offsets = p.array->buffers[1];
  size_t at = p.offset + row;
  int64_t ends[2];
  for (size_t i = 0; i < 2; i++)
    if (as == OFFSETS_32) {
      int32_t end;
      memcpy(&end, offsets + 4 * (at + i), sizeof end);
      ends[i] = end;
    } else {
      memcpy(&ends[i], offsets + 8 * (at + i), sizeof ends[i]);
    }
  if (ends[0] < 0 || ends[1] < ends[0] || (uint64_t)ends[1] > PTRDIFF_MAX)
    return "offsets that do not ascend";
  return text_in(p.array->buffers[2], (size_t)ends[0], (size_t)(ends[1] - ends[0]), text);
}

// A text by its view: its length, then itself if it is short, or else in which buffer it is and where.
static const char *text_of_view(place p, size_t row, fpcheck_octets *text) {
  *text = (fpcheck_octets){NULL, 0};
  if (is_null(p, row)) return NULL;  // what a view is of a null is not said
  const unsigned char *views = p.array->buffers[1];
  int32_t view[4];
  memcpy(view, views + 16 * (p.offset + row), sizeof view);
  if (view[0] < 0) return "a negative length";
  size_t n = (size_t)view[0];
  if (n <= 12) return text_in(views, 16 * (p.offset + row) + 4, n, text);
  // The first two buffers and the last, of lengths, are not of text.
  int64_t last = p.array->n_buffers - 1, length;
  if (view[2] < 0 || view[3] < 0) return "a negative place";
  if (view[2] >= last - 2 || p.array->buffers[last] == NULL) return "a buffer is missing";
  memcpy(&length, (const unsigned char *)p.array->buffers[last] + 8 * (size_t)view[2],
         sizeof length);
  if ((int64_t)view[3] + (int64_t)n > length) return "a text beyond its buffer";
  return text_in(p.array->buffers[2 + view[2]], (size_t)view[3], n, text);
}

static const char *text_at(const arrow_column *column, place p, size_t row, fpcheck_octets *text) {
  return column->layout == VIEWS ? text_of_view(p, row, text)
                                 : text_between(p, column->layout, row, text);
}

// That the place of the rows can be named, with one more and in bits.
static bool fits(const struct ArrowArray *array, int64_t before) {
  const int64_t most = (int64_t)(SIZE_MAX >> 6);
  return array->offset >= 0 && array->length >= 0 && before <= most && array->offset <= most &&
         array->length <= most && before + array->offset + array->length < most;
}

static const char *check_table(const struct ArrowArray *table) {
  if (table->n_buffers != 1 || table->buffers == NULL) return "a table has one buffer";
  if (table->n_children != 1 || table->children == NULL || table->children[0] == NULL)
    return "a table's column is missing";
  const struct ArrowArray *child = table->children[0];
  if (child->length < table->offset + table->length) return "a column is shorter than its table";
  return fits(child, table->offset) ? NULL : "a length that no memory holds";
}

static const char *check_chunk(const arrow_column *column) {
  const struct ArrowArray *chunk = &column->chunk;
  if (chunk->length < 0) return "a negative length";
  if (chunk->offset < 0) return "a negative offset";
  if (!fits(chunk, 0)) return "a length that no memory holds";
  const char *reason = column->in_table ? check_table(chunk) : NULL;
  if (reason != NULL) return reason;
  place p = texts_of(column);
  if (column->layout == NULLS) return NULL;
  int64_t buffers = p.array->n_buffers;
  if (column->layout == VIEWS ? buffers < 3 || buffers > INT32_MAX : buffers != 3)
    return "a wrong number of buffers";
  if (p.array->buffers == NULL) return "a buffer is missing";
  if (chunk->length > 0 && p.array->buffers[1] == NULL) return "a buffer is missing";
  for (size_t row = 0; row < (size_t)chunk->length && reason == NULL; row++) {
    fpcheck_octets text;
    reason = text_at(column, p, row, &text);
  }
  return reason;
}

int arrow_next(arrow_column *column, size_t *count) {
  struct ArrowArrayStream *stream = &column->stream;
  if (!column->whole) {
    RELEASE(&column->chunk);
    memset(&column->chunk, 0, sizeof column->chunk);
    if (stream->get_next(stream, &column->chunk) != 0) {
      column->chunk.release = NULL;
      return stream_failed(stream);
    }
    if (column->chunk.release == NULL) return 0;
  } else if (column->read) {
    return 0;
  }
  column->read = true;
  const char *reason = check_chunk(column);
  if (reason != NULL) return malformed(reason);
  *count = (size_t)column->chunk.length;
  return 1;
}

bool arrow_text(const arrow_column *column, size_t row, fpcheck_octets *text) {
  *text = (fpcheck_octets){NULL, 0};
  if (column->layout == NULLS) return false;
  if (column->in_table && is_null((place){&column->chunk, (size_t)column->chunk.offset}, row))
    return false;
  place p = texts_of(column);
  return !is_null(p, row) && text_at(column, p, row, text) == NULL;
}
