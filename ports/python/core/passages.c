// SPDX-License-Identifier: Apache-2.0
//
// Chapter 13a: windows, passages of texts, and references.

#include "native.h"

#include <stdlib.h>

#include "fpcheck_passages.h"

// The length of a window as C has it: 0, which is refused, for any that is out of range.
static unsigned words_of(Py_ssize_t words) {
  return words < 1 || words > FPCHECK_WINDOW_WORDS_MAX ? 0 : (unsigned)words;
}

// The hashes of the windows of a text: none if it is too short.
PyObject *native_windows(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *text;
  Py_ssize_t words;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "On:windows", &text, &words) || !octets_of(text, &octets)) return NULL;
  uint64_t *hashes = NULL;
  size_t n = 0;
  fpcheck_error error;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_windows(octets.octets, octets.n, words_of(words), &hashes, &n);
  Py_END_ALLOW_THREADS
  if (error == FPCHECK_TOO_SHORT) return PyList_New(0);
  if (error != FPCHECK_OK) return raise(error);
  PyObject *list = list_of_hashes(hashes, n);
  fpcheck_free(hashes);
  return list;
}

// The text, the weight and the place of each item.
PyObject *native_placed(PyObject *module, PyObject *text) {
  (void)module;
  fpcheck_octets octets;
  fpcheck_item *items;
  size_t n;
  fpcheck_error error;
  if (!octets_of(text, &octets)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_items(octets.octets, octets.n, &items, &n);
  Py_END_ALLOW_THREADS
  if (error != FPCHECK_OK) return raise(error);
  PyObject *list = PyList_New((Py_ssize_t)n);
  for (size_t i = 0; list != NULL && i < n; i++) {
    PyObject *row = Py_BuildValue("(s#Inn)", (const char *)items[i].text, (Py_ssize_t)items[i].n,
                                  items[i].weight, (Py_ssize_t)items[i].from,
                                  (Py_ssize_t)items[i].to);
    if (row == NULL || PyList_SetItem(list, (Py_ssize_t)i, row) < 0) Py_CLEAR(list);
  }
  fpcheck_free(items);
  return list;
}

// Texts of a list, of which that of Python's list are kept by it; what is no text has no octets.
typedef struct texts {
  PyObject *kept;
  fpcheck_octets *octets;
  size_t n;
} texts;

static bool read_texts(PyObject *given, texts *t) {
  *t = (texts){PyList_New(0), NULL, 0};
  PyObject *iterator = t->kept == NULL ? NULL : PyObject_GetIter(given), *item;
  if (iterator == NULL) return false;
  for (size_t i = 0; (item = PyIter_Next(iterator)) != NULL; i++) {
    PyObject *text = text_of_item(item, i);
    Py_DECREF(item);
    bool ok = text != NULL && PyList_Append(t->kept, text) == 0;
    Py_XDECREF(text);
    if (!ok) break;
  }
  Py_DECREF(iterator);
  if (PyErr_Occurred()) return false;
  t->n = (size_t)PyList_Size(t->kept);
  if (t->n == 0) return true;
  t->octets = malloc(t->n * sizeof *t->octets);
  if (t->octets == NULL) {
    PyErr_NoMemory();
    return false;
  }
  for (size_t i = 0; i < t->n; i++) {
    PyObject *text = PyList_GetItem(t->kept, (Py_ssize_t)i);
    t->octets[i] = (fpcheck_octets){NULL, 0};
    if (text != Py_None && !octets_of(text, &t->octets[i])) return false;
  }
  return true;
}

static void free_texts(texts *t) {
  free(t->octets);
  Py_XDECREF(t->kept);
}

// A row with its place in the text.
typedef struct placed_row {
  fpcheck_row row;
  size_t from, to;
} placed_row;

typedef struct found {
  placed_row *rows;
  size_t n;
  bool *too_short;  // by text
} found;

static fpcheck_error place_rows(const texts *t, const fpcheck_row *rows, size_t n, placed_row *out) {
  fpcheck_item *items = NULL;
  size_t items_n = 0, text = SIZE_MAX;
  fpcheck_error error = FPCHECK_OK;
  for (size_t i = 0; i < n && error == FPCHECK_OK; i++) {
    if (rows[i].text != text) {
      text = rows[i].text;
      fpcheck_free(items);
      items = NULL;
      error = fpcheck_items(t->octets[text].octets, t->octets[text].n, &items, &items_n);
      if (error != FPCHECK_OK) break;
    }
    out[i] = (placed_row){rows[i], 0, 0};
    fpcheck_items_place(items, items_n, rows[i].first, rows[i].end, &out[i].from, &out[i].to);
  }
  fpcheck_free(items);
  return error;
}

static fpcheck_error find_passages(const texts *t, unsigned words, found *f) {
  fpcheck_passages *p;
  fpcheck_row *rows = NULL;
  fpcheck_error error = fpcheck_passages_new(words, &p);
  if (error != FPCHECK_OK) return error;
  f->too_short = t->n == 0 ? NULL : malloc(t->n * sizeof *f->too_short);
  if (f->too_short == NULL && t->n > 0) error = FPCHECK_NO_MEMORY;
  for (size_t i = 0; i < t->n && error == FPCHECK_OK; i++)
    error = fpcheck_passages_add(p, t->octets[i].octets, t->octets[i].n, &f->too_short[i]);
  if (error == FPCHECK_OK) error = fpcheck_passages_rows(p, &rows, &f->n);
  fpcheck_passages_free(p);
  if (error == FPCHECK_OK && f->n > 0) {
    f->rows = f->n > SIZE_MAX / sizeof *f->rows ? NULL : malloc(f->n * sizeof *f->rows);
    error = f->rows == NULL ? FPCHECK_NO_MEMORY : place_rows(t, rows, f->n, f->rows);
  }
  fpcheck_free(rows);
  return error;
}

static PyObject *lists_of(const found *f, size_t texts_n) {
  PyObject *rows = PyList_New((Py_ssize_t)f->n), *too_short = PyList_New(0);
  for (size_t i = 0; rows != NULL && i < f->n; i++) {
    const placed_row *r = &f->rows[i];
    PyObject *row = Py_BuildValue(
        "(nnnnnnn)", (Py_ssize_t)r->row.holder, (Py_ssize_t)r->row.text, (Py_ssize_t)r->row.first,
        (Py_ssize_t)r->row.end, (Py_ssize_t)r->row.frequency, (Py_ssize_t)r->from, (Py_ssize_t)r->to);
    if (row == NULL || PyList_SetItem(rows, (Py_ssize_t)i, row) < 0) Py_CLEAR(rows);
  }
  for (size_t i = 0; too_short != NULL && i < texts_n; i++) {
    if (!f->too_short[i]) continue;
    PyObject *text = PyLong_FromSize_t(i);
    if (text == NULL || PyList_Append(too_short, text) < 0) Py_CLEAR(too_short);
    Py_XDECREF(text);
  }
  PyObject *both = rows != NULL && too_short != NULL ? PyTuple_Pack(2, rows, too_short) : NULL;
  Py_XDECREF(rows);
  Py_XDECREF(too_short);
  return both;
}

// The rows of texts, and the texts that are too short.
PyObject *native_passages_of(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *given, *answer = NULL;
  Py_ssize_t words;
  if (!PyArg_ParseTuple(args, "On:passages_of", &given, &words)) return NULL;
  texts t;
  found f = {0};
  if (read_texts(given, &t)) {
    fpcheck_error error;
    Py_BEGIN_ALLOW_THREADS
    error = find_passages(&t, words_of(words), &f);
    Py_END_ALLOW_THREADS
    answer = error == FPCHECK_OK ? lists_of(&f, t.n) : raise(error);
  }
  free(f.rows);
  free(f.too_short);
  free_texts(&t);
  return answer;
}

typedef struct reference {
  PyObject_HEAD
  fpcheck_reference *reference;
} reference;

static void reference_dealloc(PyObject *object) {
  fpcheck_reference_free(((reference *)object)->reference);
  free_object(object);
}

// None of a text that is too short, without what others have.
static PyObject *reference_of(PyObject *type, PyObject *args) {
  PyObject *text, *ignored;
  Py_ssize_t words;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "OnO:of", &text, &words, &ignored) || !octets_of(text, &octets))
    return NULL;
  texts t;
  if (!read_texts(ignored, &t)) {
    free_texts(&t);
    return NULL;
  }
  fpcheck_reference *made;
  fpcheck_error error;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_reference_without(octets.octets, octets.n, words_of(words), t.octets, t.n, &made);
  Py_END_ALLOW_THREADS
  free_texts(&t);
  if (error == FPCHECK_TOO_SHORT) return Py_NewRef(Py_None);
  if (error != FPCHECK_OK) return raise(error);
  reference *self = (reference *)new_object((PyTypeObject *)type);
  if (self == NULL)
    fpcheck_reference_free(made);
  else
    self->reference = made;
  return (PyObject *)self;
}

static PyObject *reference_weight(PyObject *object, PyObject *unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong(fpcheck_reference_weight(((reference *)object)->reference));
}

static PyObject *reference_contained(PyObject *object, PyObject *document) {
  fpcheck_octets octets;
  uint64_t weight = 0;
  fpcheck_error error;
  if (!octets_of(document, &octets)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_reference_contained(((reference *)object)->reference, octets.octets, octets.n,
                                      &weight);
  Py_END_ALLOW_THREADS
  return error == FPCHECK_OK ? PyLong_FromUnsignedLongLong(weight) : raise(error);
}

// The weight, the run, the items and the place of a cover.
static PyObject *reference_cover(PyObject *object, PyObject *document) {
  fpcheck_octets octets;
  fpcheck_cover cover;
  fpcheck_item *items = NULL;
  size_t n, from = 0, to = 0;
  fpcheck_error error;
  if (!octets_of(document, &octets)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_reference_cover(((reference *)object)->reference, octets.octets, octets.n, &cover);
  if (error == FPCHECK_OK && cover.weight > 0) {
    error = fpcheck_items(octets.octets, octets.n, &items, &n);
    if (error == FPCHECK_OK) fpcheck_items_place(items, n, cover.first, cover.end, &from, &to);
    fpcheck_free(items);
  }
  Py_END_ALLOW_THREADS
  if (error != FPCHECK_OK) return raise(error);
  return Py_BuildValue("(KKnnnn)", (unsigned long long)cover.weight, (unsigned long long)cover.run,
                       (Py_ssize_t)cover.first, (Py_ssize_t)cover.end, (Py_ssize_t)from,
                       (Py_ssize_t)to);
}

static PyMethodDef reference_methods[] = {
    {"of", reference_of, METH_VARARGS | METH_CLASS, NULL},
    {"weight", reference_weight, METH_NOARGS, NULL},
    {"contained", reference_contained, METH_O, NULL},
    {"cover", reference_cover, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot reference_slots[] = {
    {Py_tp_new, only_by_of},
    {Py_tp_dealloc, reference_dealloc},
    {Py_tp_methods, reference_methods},
    {0, NULL},
};

PyType_Spec reference_spec = {"fpcheck._native.Reference", sizeof(reference), 0, Py_TPFLAGS_DEFAULT,
                              reference_slots};
