// SPDX-License-Identifier: Apache-2.0
//
// Values between C and Python.

#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void add_octets(pile *p, const void *octets, size_t n) {
  if (p->failed || n == 0) return;
  if (n > p->size - p->n) {
    size_t size = p->size < 64 ? 128 : p->size;
    while (n > size - p->n) {
      if (size > SIZE_MAX / 2) {
        p->failed = true;
        return;
      }
      size *= 2;
    }
    unsigned char *larger = realloc(p->octets, size);
    if (larger == NULL) {
      p->failed = true;
      return;
    }
    p->octets = larger;
    p->size = size;
  }
  memcpy(p->octets + p->n, octets, n);
  p->n += n;
}

void end_string(strings *s) { add_octets(&s->ends, &s->octets.n, sizeof s->octets.n); }

size_t strings_count(const strings *s) { return s->ends.n / sizeof(size_t); }

fpcheck_octets string_at(const strings *s, size_t i) {
  const size_t *ends = (const size_t *)(const void *)s->ends.octets;
  size_t start = i == 0 ? 0 : ends[i - 1];
  return (fpcheck_octets){s->octets.octets == NULL ? NULL : s->octets.octets + start,
                          ends[i] - start};
}

void free_strings(strings *s) {
  free(s->octets.octets);
  free(s->ends.octets);
}

void into_strings(void *user, const unsigned char *octets, size_t n, bool end) {
  strings *s = user;
  add_octets(&s->octets, octets, n);
  if (end) end_string(s);
}

PyObject *str_of(const unsigned char *octets, size_t n) {
  return PyUnicode_DecodeUTF8(n == 0 ? "" : (const char *)octets, (Py_ssize_t)n, "strict");
}

PyObject *list_of(const strings *s) {
  if (s->octets.failed || s->ends.failed) return PyErr_NoMemory();
  PyObject *list = PyList_New((Py_ssize_t)strings_count(s));
  for (size_t i = 0; list != NULL && i < strings_count(s); i++) {
    fpcheck_octets string = string_at(s, i);
    PyObject *item = str_of(string.octets, string.n);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

PyObject *list_of_hashes(const uint64_t *hashes, size_t n) {
  PyObject *list = PyList_New((Py_ssize_t)n);
  for (size_t i = 0; list != NULL && i < n; i++) {
    PyObject *item = PyLong_FromUnsignedLongLong(hashes[i]);
    if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0) Py_CLEAR(list);
  }
  return list;
}

PyObject *raise(fpcheck_error error) {
  if (error == FPCHECK_NO_MEMORY) return PyErr_NoMemory();
  PyErr_SetString(PyExc_ValueError, fpcheck_strerror(error));
  return NULL;
}

bool scheme_of(const char *id, fpcheck_scheme *scheme) {
  if (fpcheck_lookup(id, scheme) == FPCHECK_OK) return true;
  PyErr_Format(PyExc_ValueError, "unknown scheme '%s'", id);
  return false;
}

bool octets_of(PyObject *text, fpcheck_octets *octets) {
  Py_ssize_t n;
  const char *found;
  if (PyUnicode_Check(text)) {
    found = PyUnicode_AsUTF8AndSize(text, &n);
    if (found == NULL) return false;
  } else if (PyBytes_Check(text)) {
    found = PyBytes_AsString(text);
    n = PyBytes_Size(text);
  } else {
    PyErr_SetString(PyExc_TypeError, "expected bytes");
    return false;
  }
  *octets = (fpcheck_octets){(const unsigned char *)found, (size_t)n};
  return true;
}

PyObject *text_of_item(PyObject *item, size_t i) {
  if (PyUnicode_Check(item)) return PyUnicode_AsUTF8AndSize(item, NULL) ? Py_NewRef(item) : NULL;
  if (PyBytes_Check(item) || item == Py_None) return Py_NewRef(item);
  // What others can write to is copied.
  if (PyByteArray_Check(item))
    return PyBytes_FromStringAndSize(PyByteArray_AsString(item), PyByteArray_Size(item));
  // pandas has a NaN, or its NA, where there is no text.
  if (PyFloat_Check(item) && isnan(PyFloat_AsDouble(item))) return Py_NewRef(Py_None);
  PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(item), "__name__");
  if (name == NULL) return NULL;
  bool is_na = PyUnicode_CompareWithASCIIString(name, "NAType") == 0;
  if (!is_na) PyErr_Format(PyExc_TypeError, "item %zu is %U, not str, bytes or None", i, name);
  Py_DECREF(name);
  return is_na ? Py_NewRef(Py_None) : NULL;
}

PyObject *new_object(PyTypeObject *type) {
  return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

void free_object(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

PyObject *only_by_of(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  (void)args, (void)keywords;
  PyErr_Format(PyExc_TypeError, "%R has no constructor: its method of makes objects", type);
  return NULL;
}
