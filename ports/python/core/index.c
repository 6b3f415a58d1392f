// SPDX-License-Identifier: Apache-2.0
//
// The type Index: fpcheck_index of the C port, for fpcheck.index. Its methods are those of the pure
// cores in that module.

#include "native.h"

#include <errno.h>

#include "fpcheck_index.h"

typedef struct index_object {
  PyObject_HEAD
  guard guard;
  fpcheck_index *index;
} index_object;

// Sets the exception of an error, and returns NULL.
static PyObject *fail(fpcheck_index_error error, int code, const char *path) {
  const char *reason = "damaged";
  switch (error) {
    case FPCHECK_INDEX_NO_MEMORY: return PyErr_NoMemory();
    case FPCHECK_INDEX_SYSTEM:
      errno = code;
      return PyErr_SetFromErrnoWithFilename(PyExc_OSError, path);
    case FPCHECK_INDEX_LOCKED:
      errno = EAGAIN;
      return PyErr_SetFromErrnoWithFilename(PyExc_OSError, path);
    case FPCHECK_INDEX_NOT_AN_INDEX: reason = "not-an-index"; break;
    case FPCHECK_INDEX_BAD_VERSION: reason = "version"; break;
    case FPCHECK_INDEX_UNKNOWN_SCHEME: reason = "unknown-scheme"; break;
    case FPCHECK_INDEX_DAMAGED: break;
    default: PyErr_SetString(PyExc_ValueError, fpcheck_index_strerror(error)); return NULL;
  }
  PyObject *errors = PyImport_ImportModule("fpcheck._errors");
  PyObject *type = errors ? PyObject_GetAttrString(errors, "DamagedIndex") : NULL;
  PyObject *arguments = type ? Py_BuildValue("ss", reason, fpcheck_index_strerror(error)) : NULL;
  if (arguments) PyErr_SetObject(type, arguments);
  Py_XDECREF(errors);
  Py_XDECREF(type);
  Py_XDECREF(arguments);
  return NULL;
}

static PyObject *id_of(fpcheck_octets id) {
  const char *octets = id.n == 0 ? "" : (const char *)id.octets;
  return PyUnicode_DecodeUTF8(octets, (Py_ssize_t)id.n, "surrogateescape");
}

// Makes an object of an index that belongs to it.
static PyObject *wrap(PyTypeObject *type, fpcheck_index *index) {
  index_object *self = (index_object *)new_object(type);
  if (self == NULL) {
    fpcheck_index_free(index);
    return NULL;
  }
  self->index = index;
  if (!guard_init(&self->guard)) {
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
}

static PyObject *new_index(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  const char *scheme, *profile;
  fpcheck_index_options o = {0};
  fpcheck_index *index;
  if (kwargs && PyDict_Size(kwargs)) {
    PyErr_SetString(PyExc_TypeError, "Index takes no keyword arguments");
    return NULL;
  }
  if (!PyArg_ParseTuple(args, "ssIIdII", &scheme, &profile, &o.bits, &o.distance, &o.similarity,
                        &o.bands, &o.rows)) {
    return NULL;
  }
  if (fpcheck_lookup(scheme, &o.scheme) || strlen(profile) > FPCHECK_PROFILE_MAX) {
    return fail(FPCHECK_INDEX_BAD_ARGUMENT, 0, NULL);
  }
  memcpy(o.profile, profile, strlen(profile) + 1);
  fpcheck_index_error error = fpcheck_index_new(&o, &index);
  return error ? fail(error, 0, NULL) : wrap(type, index);
}

static PyObject *from_file(PyObject *type, PyObject *path,
                           fpcheck_index_error (*open)(const char *, fpcheck_index **)) {
  const char *name = PyBytes_AsString(path);
  fpcheck_index *index;
  if (name == NULL) return NULL;
  fpcheck_index_error error;
  int code;
  Py_BEGIN_ALLOW_THREADS
  error = open(name, &index);
  code = errno;
  Py_END_ALLOW_THREADS
  return error ? fail(error, code, name) : wrap((PyTypeObject *)type, index);
}

static PyObject *index_open(PyObject *type, PyObject *path) {
  return from_file(type, path, fpcheck_index_open);
}

static PyObject *index_load(PyObject *type, PyObject *path) {
  return from_file(type, path, fpcheck_index_load);
}

static void index_free(PyObject *object) {
  index_object *self = (index_object *)object;
  fpcheck_index_free(self->index);
  guard_free(&self->guard);
  free_object(object);
}

static Py_ssize_t index_len(PyObject *object) {
  return (Py_ssize_t)fpcheck_index_len(((index_object *)object)->index);
}

// What the pure cores have as head: the arguments of the type.
static PyObject *index_options(PyObject *object, PyObject *none) {
  (void)none;
  fpcheck_index_options o = fpcheck_index_get_options(((index_object *)object)->index);
  return Py_BuildValue("ssIIdII", fpcheck_scheme_id(o.scheme), o.profile, o.bits, o.distance,
                       o.similarity, o.bands, o.rows);
}

static bool fingerprint_of(index_object *self, const char *sketch, Py_ssize_t n,
                           fpcheck_fingerprint *fp) {
  fpcheck_index_options o = fpcheck_index_get_options(self->index);
  if (fpcheck_from_sketch(o.scheme, sketch, (size_t)n, fp) || fpcheck_set_profile(fp, o.profile)) {
    fail(FPCHECK_INDEX_BAD_ARGUMENT, 0, NULL);
    return false;
  }
  return true;
}

static PyObject *index_add(PyObject *object, PyObject *args) {
  index_object *self = (index_object *)object;
  const char *id, *sketch;
  Py_ssize_t id_n, n;
  fpcheck_fingerprint fp;
  if (!PyArg_ParseTuple(args, "y#y#", &id, &id_n, &sketch, &n) ||
      !fingerprint_of(self, sketch, n, &fp)) {
    return NULL;
  }
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_add(self->index, id, (size_t)id_n, &fp);
  end_work(&self->guard, state);
  if (error) return fail(error, 0, NULL);
  Py_RETURN_NONE;
}

static PyObject *index_remove(PyObject *object, PyObject *id) {
  index_object *self = (index_object *)object;
  const char *octets = PyBytes_AsString(id);
  bool found = false;
  if (octets == NULL) return NULL;
  size_t n = (size_t)PyBytes_Size(id);
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_remove(self->index, octets, n, &found);
  end_work(&self->guard, state);
  return error ? fail(error, 0, NULL) : PyBool_FromLong(found);
}

static PyObject *index_get(PyObject *object, PyObject *id) {
  index_object *self = (index_object *)object;
  const char *octets = PyBytes_AsString(id);
  fpcheck_fingerprint fp;
  if (octets == NULL) return NULL;
  size_t n = (size_t)PyBytes_Size(id);
  PyThreadState *state = begin_work(&self->guard);
  bool found = fpcheck_index_get(self->index, octets, n, &fp);
  end_work(&self->guard, state);
  if (!found) Py_RETURN_NONE;
  return PyBytes_FromStringAndSize((const char *)fp.sketch, (Py_ssize_t)fp.size);
}

static PyObject *index_search(PyObject *object, PyObject *args) {
  index_object *self = (index_object *)object;
  const char *sketch;
  Py_ssize_t n, most;
  fpcheck_index_limits limits;
  fpcheck_fingerprint fp;
  fpcheck_index_match *matches;
  size_t count;
  if (!PyArg_ParseTuple(args, "y#idn", &sketch, &n, &limits.distance, &limits.similarity, &most) ||
      !fingerprint_of(self, sketch, n, &fp)) {
    return NULL;
  }
  // The ids are the index's: they are copied while others cannot change it.
  strings ids = {0};
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_search(
      self->index, &fp, &limits, most < 0 ? SIZE_MAX : (size_t)most, &matches, &count, NULL);
  for (size_t i = 0; !error && i < count; i++)
    into_strings(&ids, matches[i].id, matches[i].id_size, true);
  end_work(&self->guard, state);
  if (!error && (ids.octets.failed || ids.ends.failed)) error = FPCHECK_INDEX_NO_MEMORY;
  PyObject *rows = error ? fail(error, 0, NULL) : PyList_New((Py_ssize_t)count);
  for (size_t i = 0; rows != NULL && i < count; i++) {
    PyObject *row = Py_BuildValue("NId", id_of(string_at(&ids, i)), matches[i].distance,
                                  matches[i].similarity);
    if (row == NULL || PyList_SetItem(rows, (Py_ssize_t)i, row) < 0) Py_CLEAR(rows);
  }
  free_strings(&ids);
  fpcheck_index_free_matches(matches);
  return rows;
}

// Rows of two parts each, which a call makes while it has neither Python's lock nor memory of Python.
typedef struct rows {
  strings parts;
  pile similarities;  // of pairs
} rows;

static bool is_whole(const rows *r) {
  return !r->parts.octets.failed && !r->parts.ends.failed && !r->similarities.failed;
}

static bool add_row(rows *r, fpcheck_octets a, fpcheck_octets b) {
  into_strings(&r->parts, a.octets, a.n, true);
  into_strings(&r->parts, b.octets, b.n, true);
  return is_whole(r);
}

static bool take_pair(void *user, const unsigned char *id, size_t n, const unsigned char *other,
                      size_t other_n, double similarity) {
  rows *r = user;
  add_octets(&r->similarities, &similarity, sizeof similarity);
  return add_row(r, (fpcheck_octets){id, n}, (fpcheck_octets){other, other_n});
}

static bool take_document(void *user, const unsigned char *id, size_t n,
                          const fpcheck_fingerprint *fp) {
  return add_row(user, (fpcheck_octets){id, n}, (fpcheck_octets){fp->sketch, fp->size});
}

// Makes a list of the rows, and frees them.
static PyObject *list_rows(rows *r, fpcheck_index_error error, bool pairs) {
  if (!error && !is_whole(r)) error = FPCHECK_INDEX_NO_MEMORY;
  size_t count = strings_count(&r->parts) / 2;
  const double *similarities = (const double *)(const void *)r->similarities.octets;
  PyObject *list = error ? fail(error, 0, NULL) : PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list != NULL && i < count; i++) {
    fpcheck_octets a = string_at(&r->parts, 2 * i), b = string_at(&r->parts, 2 * i + 1);
    PyObject *row = pairs ? Py_BuildValue("NNd", id_of(a), id_of(b), similarities[i])
                          : Py_BuildValue("y#y#", a.octets, (Py_ssize_t)a.n, b.octets,
                                          (Py_ssize_t)b.n);
    if (row == NULL || PyList_SetItem(list, (Py_ssize_t)i, row) < 0) Py_CLEAR(list);
  }
  free_strings(&r->parts);
  free(r->similarities.octets);
  return list;
}

static PyObject *index_documents(PyObject *object, PyObject *none) {
  (void)none;
  index_object *self = (index_object *)object;
  rows r = {0};
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_documents(self->index, take_document, &r);
  end_work(&self->guard, state);
  return list_rows(&r, error, false);
}

static PyObject *index_pairs(PyObject *object, PyObject *args) {
  index_object *self = (index_object *)object;
  double similarity;
  Py_ssize_t most;
  rows r = {0};
  if (!PyArg_ParseTuple(args, "dn", &similarity, &most)) return NULL;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error =
      fpcheck_index_pairs(self->index, similarity, (size_t)most, take_pair, &r);
  end_work(&self->guard, state);
  return list_rows(&r, error, true);
}

static PyObject *index_groups(PyObject *object, PyObject *args) {
  index_object *self = (index_object *)object;
  double similarity, floor;
  Py_ssize_t most;
  rows r = {0};
  if (!PyArg_ParseTuple(args, "ddn", &similarity, &floor, &most)) return NULL;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error =
      fpcheck_index_groups(self->index, similarity, floor, (size_t)most, take_pair, &r);
  end_work(&self->guard, state);
  return list_rows(&r, error, true);
}

static PyObject *index_save(PyObject *object, PyObject *path) {
  index_object *self = (index_object *)object;
  const char *name = PyBytes_AsString(path);
  if (name == NULL) return NULL;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_save(self->index, name);
  int code = errno;
  end_work(&self->guard, state);
  if (error) return fail(error, code, name);
  Py_RETURN_NONE;
}

static PyObject *index_verify(PyObject *object, PyObject *none) {
  (void)none;
  index_object *self = (index_object *)object;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_index_error error = fpcheck_index_verify(self->index);
  end_work(&self->guard, state);
  if (error) return fail(error, 0, NULL);
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"open", index_open, METH_O | METH_CLASS, NULL},
    {"load", index_load, METH_O | METH_CLASS, NULL},
    {"options", index_options, METH_NOARGS, NULL},
    {"add", index_add, METH_VARARGS, NULL},
    {"remove", index_remove, METH_O, NULL},
    {"get", index_get, METH_O, NULL},
    {"search", index_search, METH_VARARGS, NULL},
    {"documents", index_documents, METH_NOARGS, NULL},
    {"pairs", index_pairs, METH_VARARGS, NULL},
    {"groups", index_groups, METH_VARARGS, NULL},
    {"save", index_save, METH_O, NULL},
    {"verify", index_verify, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, new_index},     {Py_tp_dealloc, index_free}, {Py_sq_length, index_len},
    {Py_tp_methods, methods},   {0, NULL},
};

PyType_Spec index_spec = {
    .name = "fpcheck._native.Index",
    .basicsize = sizeof(index_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
