// SPDX-License-Identifier: Apache-2.0
//
// fpcheck._native, the native core of the Python package: the C port, as a module that has the names
// of the module fpcheck._pure. What users see, with its types and documentation, is in Python.
//
// Compiled for the stable ABI of CPython 3.10, one file serves all later versions.

#ifndef FPCHECK_NATIVE_H
#define FPCHECK_NATIVE_H

#define PY_SSIZE_T_CLEAN
#ifdef FPCHECK_STABLE_ABI
#define Py_LIMITED_API 0x030A0000
#endif
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

#include "fpcheck.h"

// What the module keeps: its types, and the exceptions of fpcheck._errors.
typedef struct native {
  PyTypeObject *stream, *items, *reference, *column, *index;
  PyObject *malformed_document;
} native;

// Octets that grow. After failed, nothing more is added.
typedef struct pile {
  unsigned char *octets;
  size_t n, size;
  bool failed;
} pile;

void add_octets(pile *p, const void *octets, size_t n);

// Strings in one pile, each with the place where it ends.
typedef struct strings {
  pile octets, ends;
} strings;

void end_string(strings *s);
size_t strings_count(const strings *s);
fpcheck_octets string_at(const strings *s, size_t i);
void free_strings(strings *s);

// A sink that adds to strings (user).
void into_strings(void *user, const unsigned char *octets, size_t n, bool end);

// Python objects of C values; NULL with an exception set.
PyObject *str_of(const unsigned char *octets, size_t n);
PyObject *list_of(const strings *s);
PyObject *list_of_hashes(const uint64_t *hashes, size_t n);

// Sets the exception of an error, and returns NULL.
PyObject *raise(fpcheck_error error);

// Reads the id of a scheme; false with ValueError set.
bool scheme_of(const char *id, fpcheck_scheme *scheme);

// The octets of a str or bytes that Python keeps as long as the object; false with an exception set.
bool octets_of(PyObject *text, fpcheck_octets *octets);

// An item of a column as a text: a new reference to a str or bytes, Py_None of what is no text, or NULL
// with TypeError set. i is the item's number.
PyObject *text_of_item(PyObject *item, size_t i);

// Makes an object of a heap type with zeros in its fields, and frees it after what the fields own.
PyObject *new_object(PyTypeObject *type);
void free_object(PyObject *object);
// The tp_new of a type whose objects only its class method of makes.
PyObject *only_by_of(PyTypeObject *type, PyObject *args, PyObject *keywords);

// A lock of an object that threads share. It is taken without Python's lock.
typedef struct guard {
  PyThread_type_lock lock;
} guard;

bool guard_init(guard *g);
void guard_free(guard *g);
// Takes the lock, and lets Python's lock go; end_work undoes both.
PyThreadState *begin_work(guard *g);
void end_work(guard *g, PyThreadState *state);

// Calls work(context, i, of) for i from 0 to of - 1, each in a thread. Where a thread cannot be had,
// this one does its work too.
void in_threads(size_t of, void (*work)(void *context, size_t i, size_t of), void *context);

// stages.c
PyObject *native_sketch(PyObject *module, PyObject *args);
PyObject *native_text(PyObject *module, PyObject *octets);
PyObject *native_identifiers(PyObject *module, PyObject *args);
PyObject *native_normalise(PyObject *module, PyObject *args);
PyObject *native_segment(PyObject *module, PyObject *args);
PyObject *native_elements(PyObject *module, PyObject *args);
PyObject *native_stages(PyObject *module, PyObject *args);
PyObject *native_list_items(PyObject *module, PyObject *octets);
PyObject *native_jenkins64(PyObject *module, PyObject *octets);
PyObject *native_counters(PyObject *module, PyObject *elements);
PyObject *native_html(PyObject *module, PyObject *args);
PyObject *native_xml(PyObject *module, PyObject *args);
PyObject *native_main_text(PyObject *module, PyObject *args);
PyObject *native_main_lines(PyObject *module, PyObject *args);

// streams.c
extern PyType_Spec stream_spec, items_spec;

// passages.c
extern PyType_Spec reference_spec;
PyObject *native_windows(PyObject *module, PyObject *args);
PyObject *native_placed(PyObject *module, PyObject *octets);
PyObject *native_passages_of(PyObject *module, PyObject *args);

// index.c
extern PyType_Spec index_spec;

// batch.c
extern PyType_Spec column_spec;
PyObject *native_fingerprints(PyObject *module, PyObject *args);

#endif
