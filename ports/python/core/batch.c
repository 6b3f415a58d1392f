// SPDX-License-Identifier: Apache-2.0
//
// Many texts at once, of a list or of a column of Arrow, by as many threads as are asked for.

#include <stdlib.h>
#include <string.h>

#include "arrow.h"

enum {
  SLICE = 1 << 13, // rows after which it is seen whether the user has interrupted
  BLOCK = 32       // rows that a thread works on at once
};

typedef struct column {
  PyObject_HEAD
  rows *rows;
} column;

// A slice of texts, and their fingerprints.
typedef struct slice {
  fpcheck_scheme scheme;
  size_t n;
  fpcheck_octets text[SLICE];
  bool is_text[SLICE];
  unsigned char length[SLICE];  // of the string; 0 of what has no fingerprint
  char string[SLICE][FPCHECK_STRING_SIZE];
  bool failed[SLICE];  // there was no memory
} slice;

static void fingerprint(slice *s, size_t row) {
  s->length[row] = 0;
  s->failed[row] = false;
  if (!s->is_text[row]) return;
  fpcheck_fingerprint fp;
  fpcheck_error error = fpcheck_sum(s->scheme, s->text[row].octets, s->text[row].n, &fp);
  if (error == FPCHECK_OK) s->length[row] = (unsigned char)fpcheck_string(&fp, s->string[row]);
  s->failed[row] = error == FPCHECK_NO_MEMORY;
}

static void work(void *context, size_t i, size_t of) {
  slice *s = context;
  for (size_t block = i * BLOCK; block < s->n; block += of * BLOCK)
    for (size_t row = block; row < block + BLOCK && row < s->n; row++) fingerprint(s, row);
}

// Makes the fingerprints of a slice; false with an exception set.
static bool run_slice(slice *s, size_t threads) {
  size_t blocks = (s->n + BLOCK - 1) / BLOCK;
  Py_BEGIN_ALLOW_THREADS
  in_threads(threads < blocks ? threads : blocks, work, s);
  Py_END_ALLOW_THREADS
  for (size_t row = 0; row < s->n; row++)
    if (s->failed[row]) {
      PyErr_NoMemory();
      return false;
    }
  return PyErr_CheckSignals() == 0;
}

static const char *string_of(const slice *s, size_t row) {
  return s->length[row] == 0 ? NULL : s->string[row];
}

// Fills a slice with items of an iterator, which a list then keeps; false with an exception set.
static bool fill(slice *s, PyObject *iterator, PyObject *kept, size_t done) {
  PyObject *item;
  for (s->n = 0; s->n < SLICE && (item = PyIter_Next(iterator)) != NULL; s->n++) {
    PyObject *text = text_of_item(item, done + s->n);
    Py_DECREF(item);
    bool ok = text != NULL && PyList_Append(kept, text) == 0;
    Py_XDECREF(text);
    if (!ok) return false;
    s->is_text[s->n] = text != Py_None;
    if (s->is_text[s->n] && !octets_of(text, &s->text[s->n])) return false;
  }
  return !PyErr_Occurred();
}

static bool append(const slice *s, PyObject *list) {
  for (size_t row = 0; row < s->n; row++) {
    const char *string = string_of(s, row);
    PyObject *item =
        string == NULL ? Py_NewRef(Py_None) : str_of((const unsigned char *)string, s->length[row]);
    bool ok = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    if (!ok) return false;
  }
  return true;
}

static PyObject *of_list(slice *s, PyObject *texts, size_t threads) {
  PyObject *iterator = PyObject_GetIter(texts);
  PyObject *list = iterator == NULL ? NULL : PyList_New(0);
  for (size_t done = 0; list != NULL; done += s->n) {
    PyObject *kept = PyList_New(0);
    bool ok = kept != NULL && fill(s, iterator, kept, done) &&
              (s->n == 0 || (run_slice(s, threads) && append(s, list)));
    Py_XDECREF(kept);
    if (!ok) Py_CLEAR(list);
    if (s->n == 0) break;
  }
  Py_XDECREF(iterator);
  return list;
}

static bool add_chunk(slice *s, const arrow_column *from, size_t count, size_t threads, rows *to) {
  for (size_t done = 0; done < count; done += s->n) {
    s->n = count - done < SLICE ? count - done : SLICE;
    for (size_t row = 0; row < s->n; row++)
      s->is_text[row] = arrow_text(from, done + row, &s->text[row]);
    if (!run_slice(s, threads)) return false;
    for (size_t row = 0; row < s->n; row++)
      if (!rows_add(to, string_of(s, row), s->length[row])) {
        PyErr_NoMemory();
        return false;
      }
  }
  return true;
}

// A column that has the rows, or frees them.
static PyObject *column_of(PyTypeObject *type, rows *r) {
  column *made = (column *)new_object(type);
  if (made == NULL)
    rows_release(r);
  else
    made->rows = r;
  return (PyObject *)made;
}

static PyObject *of_arrow(PyTypeObject *type, slice *s, arrow_column *from, size_t threads) {
  rows *to = rows_new();
  if (to == NULL) return PyErr_NoMemory();
  size_t count;
  int more;
  while ((more = arrow_next(from, &count)) > 0)
    if (!add_chunk(s, from, count, threads, to)) break;
  if (more == 0) return column_of(type, to);
  rows_release(to);
  return NULL;
}

// The fingerprints of texts: a column of Arrow for a column of Arrow, and else a list. What is no text,
// or one without features, is None.
PyObject *native_fingerprints(PyObject *module, PyObject *args) {
  const native *state = PyModule_GetState(module);
  PyObject *texts;
  const char *id;
  Py_ssize_t threads;
  arrow_column arrow;
  fpcheck_scheme scheme;
  if (!PyArg_ParseTuple(args, "Osn:fingerprints", &texts, &id, &threads) ||
      !scheme_of(id, &scheme))
    return NULL;
  int opened = arrow_open(texts, &arrow);
  if (opened < 0) return NULL;
  slice *s = malloc(sizeof *s);
  PyObject *found;
  if (s == NULL) {
    found = PyErr_NoMemory();
  } else {
    s->scheme = scheme;
    size_t n = threads < 1 ? 1 : (size_t)threads;
    found = opened ? of_arrow(state->column, s, &arrow, n) : of_list(s, texts, n);
  }
  if (opened) arrow_close(&arrow);
  free(s);
  return found;
}

static void column_dealloc(PyObject *object) {
  rows_release(((column *)object)->rows);
  free_object(object);
}

static Py_ssize_t column_length(PyObject *object) {
  return (Py_ssize_t)rows_count(((column *)object)->rows);
}

// A row, not counted from the end.
static PyObject *column_row(PyObject *object, PyObject *at) {
  const rows *r = ((column *)object)->rows;
  size_t row = PyLong_AsSize_t(at), n;
  const char *string;
  if (row == SIZE_MAX && PyErr_Occurred()) return NULL;
  if (row >= rows_count(r)) {
    PyErr_SetString(PyExc_IndexError, "there is no such row");
    return NULL;
  }
  if (!rows_get(r, row, &string, &n)) return Py_NewRef(Py_None);
  return str_of((const unsigned char *)string, n);
}

static PyObject *column_schema(PyObject *object, PyObject *unused) {
  (void)object, (void)unused;
  return rows_schema();
}

static PyObject *column_array(PyObject *object, PyObject *args, PyObject *keywords) {
  static char *names[] = {"requested_schema", NULL};
  PyObject *requested = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:__arrow_c_array__", names, &requested))
    return NULL;
  return rows_array(((column *)object)->rows, requested);
}

// A column of a list of str and None.
static PyObject *column_from(PyObject *type, PyObject *list) {
  rows *r = rows_new();
  if (r == NULL) return PyErr_NoMemory();
  PyObject *iterator = PyObject_GetIter(list), *item;
  while (iterator != NULL && (item = PyIter_Next(iterator)) != NULL) {
    fpcheck_octets octets = {NULL, 0};
    bool ok = item == Py_None || octets_of(item, &octets);
    const char *string = (const char *)octets.octets;
    if (ok && !rows_add(r, string, octets.n)) PyErr_NoMemory();
    Py_DECREF(item);
    if (PyErr_Occurred()) break;
  }
  Py_XDECREF(iterator);
  if (!PyErr_Occurred()) return column_of((PyTypeObject *)type, r);
  rows_release(r);
  return NULL;
}

static PyMethodDef column_methods[] = {
    {"of", column_from, METH_O | METH_CLASS, NULL},
    {"row", column_row, METH_O, NULL},
    {"__arrow_c_schema__", column_schema, METH_NOARGS, NULL},
    {"__arrow_c_array__", (PyCFunction)(void (*)(void))column_array, METH_VARARGS | METH_KEYWORDS,
     NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot column_slots[] = {
    {Py_tp_new, only_by_of},
    {Py_tp_dealloc, column_dealloc},
    {Py_mp_length, column_length},
    {Py_tp_methods, column_methods},
    {0, NULL},
};

PyType_Spec column_spec = {"fpcheck._native.Column", sizeof(column), 0, Py_TPFLAGS_DEFAULT,
                           column_slots};
