// SPDX-License-Identifier: Apache-2.0
//
// Texts that come in pieces: Stream, which makes a fingerprint, and Items, which makes a text digest.
// Threads that share one wait for each other.

#include "native.h"

typedef struct stream {
  PyObject_HEAD
  guard guard;
  fpcheck_hasher *hasher;
  fpcheck_scheme scheme;
  bool failed;  // there was no memory: a part of the text is lost
} stream;

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  const char *id;
  fpcheck_scheme scheme;
  if (keywords != NULL && PyDict_Size(keywords) > 0) {
    PyErr_SetString(PyExc_TypeError, "Stream takes no keyword arguments");
    return NULL;
  }
  if (!PyArg_ParseTuple(args, "s:Stream", &id) || !scheme_of(id, &scheme)) return NULL;
  stream *self = (stream *)new_object(type);
  if (self == NULL) return NULL;
  self->scheme = scheme;
  fpcheck_error error = FPCHECK_OK;
  if (!guard_init(&self->guard) ||
      (error = fpcheck_hasher_new(scheme, &self->hasher)) != FPCHECK_OK) {
    if (error != FPCHECK_OK) raise(error);
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
}

static void stream_dealloc(PyObject *object) {
  stream *self = (stream *)object;
  fpcheck_hasher_free(self->hasher);
  guard_free(&self->guard);
  free_object(object);
}

static PyObject *stream_update(PyObject *object, PyObject *text) {
  stream *self = (stream *)object;
  fpcheck_octets octets;
  if (!octets_of(text, &octets)) return NULL;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = self->failed ? FPCHECK_NO_MEMORY
                                     : fpcheck_hasher_feed(self->hasher, octets.octets, octets.n);
  self->failed = error != FPCHECK_OK;
  end_work(&self->guard, state);
  return error == FPCHECK_OK ? Py_NewRef(Py_None) : raise(error);
}

// A copy of the hasher, ended: the text may go on after it. FPCHECK_NO_FEATURES counts as an end.
static fpcheck_error ended(stream *self, fpcheck_hasher **copy, fpcheck_fingerprint *fp) {
  *copy = NULL;
  if (self->failed) return FPCHECK_NO_MEMORY;
  fpcheck_error error = fpcheck_hasher_copy(self->hasher, copy);
  return error == FPCHECK_OK ? fpcheck_hasher_finish(*copy, fp) : error;
}

static PyObject *stream_features(PyObject *object, PyObject *unused) {
  (void)unused;
  stream *self = (stream *)object;
  fpcheck_hasher *copy;
  fpcheck_fingerprint fp;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = ended(self, &copy, &fp);
  size_t n = copy == NULL ? 0 : fpcheck_hasher_features(copy);
  fpcheck_hasher_free(copy);
  end_work(&self->guard, state);
  return error == FPCHECK_OK || error == FPCHECK_NO_FEATURES ? PyLong_FromSize_t(n) : raise(error);
}

static PyObject *bytes_of_sketch(fpcheck_error error, const fpcheck_fingerprint *fp) {
  if (error == FPCHECK_NO_FEATURES) return Py_NewRef(Py_None);
  if (error != FPCHECK_OK) return raise(error);
  return PyBytes_FromStringAndSize((const char *)fp->sketch, (Py_ssize_t)fp->size);
}

static PyObject *stream_sketch(PyObject *object, PyObject *unused) {
  (void)unused;
  stream *self = (stream *)object;
  fpcheck_hasher *copy;
  fpcheck_fingerprint fp;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = ended(self, &copy, &fp);
  fpcheck_hasher_free(copy);
  end_work(&self->guard, state);
  return bytes_of_sketch(error, &fp);
}

// The full form, of a MinHash.
static PyObject *stream_full(PyObject *object, PyObject *unused) {
  (void)unused;
  stream *self = (stream *)object;
  fpcheck_hasher *copy;
  fpcheck_fingerprint fp;
  fpcheck_minima minima;
  unsigned char octets[FPCHECK_FULL_SIZE];
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = ended(self, &copy, &fp);
  if (error == FPCHECK_OK || error == FPCHECK_NO_FEATURES)
    error = fpcheck_hasher_minima(copy, &minima);
  if (error == FPCHECK_OK) fpcheck_minima_write(&minima, octets);
  fpcheck_hasher_free(copy);
  end_work(&self->guard, state);
  return error == FPCHECK_OK ? PyBytes_FromStringAndSize((const char *)octets, sizeof octets)
                             : raise(error);
}

static PyObject *stream_copy(PyObject *object, PyObject *unused) {
  (void)unused;
  stream *self = (stream *)object;
  stream *twin = (stream *)new_object(Py_TYPE(object));
  if (twin == NULL) return NULL;
  if (!guard_init(&twin->guard)) {
    Py_DECREF(twin);
    return NULL;
  }
  twin->scheme = self->scheme;
  PyThreadState *state = begin_work(&self->guard);
  twin->failed = self->failed;
  fpcheck_error error = fpcheck_hasher_copy(self->hasher, &twin->hasher);
  end_work(&self->guard, state);
  if (error == FPCHECK_OK) return (PyObject *)twin;
  Py_DECREF(twin);
  return raise(error);
}

static PyMethodDef stream_methods[] = {
    {"update", stream_update, METH_O, NULL},
    {"features", stream_features, METH_NOARGS, NULL},
    {"sketch", stream_sketch, METH_NOARGS, NULL},
    {"full", stream_full, METH_NOARGS, NULL},
    {"__copy__", stream_copy, METH_NOARGS, NULL},
    {"__deepcopy__", stream_copy, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stream_slots[] = {
    {Py_tp_new, stream_new},
    {Py_tp_dealloc, stream_dealloc},
    {Py_tp_methods, stream_methods},
    {0, NULL},
};

PyType_Spec stream_spec = {"fpcheck._native.Stream", sizeof(stream), 0, Py_TPFLAGS_DEFAULT,
                           stream_slots};

typedef struct items {
  PyObject_HEAD
  guard guard;
  fpcheck_digest *digest;
} items;

static PyObject *items_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  if (PyTuple_Size(args) > 0 || (keywords != NULL && PyDict_Size(keywords) > 0)) {
    PyErr_SetString(PyExc_TypeError, "Items takes no arguments");
    return NULL;
  }
  items *self = (items *)new_object(type);
  if (self == NULL) return NULL;
  fpcheck_error error = FPCHECK_OK;
  if (!guard_init(&self->guard) || (error = fpcheck_digest_new(&self->digest)) != FPCHECK_OK) {
    if (error != FPCHECK_OK) raise(error);
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
}

static void items_dealloc(PyObject *object) {
  items *self = (items *)object;
  fpcheck_digest_free(self->digest);
  guard_free(&self->guard);
  free_object(object);
}

static PyObject *items_update(PyObject *object, PyObject *text) {
  items *self = (items *)object;
  fpcheck_octets octets;
  if (!octets_of(text, &octets)) return NULL;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_digest_write(self->digest, octets.octets, octets.n);
  end_work(&self->guard, state);
  return Py_NewRef(Py_None);
}

static PyObject *items_digest(PyObject *object, PyObject *unused) {
  (void)unused;
  items *self = (items *)object;
  unsigned char octets[FPCHECK_DIGEST_SIZE];
  fpcheck_digest *copy;
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = fpcheck_digest_copy(self->digest, &copy);
  if (error == FPCHECK_OK) error = fpcheck_digest_finish(copy, octets);
  fpcheck_digest_free(copy);
  end_work(&self->guard, state);
  if (error == FPCHECK_NO_ITEMS) return Py_NewRef(Py_None);
  return error == FPCHECK_OK ? PyBytes_FromStringAndSize((const char *)octets, sizeof octets)
                             : raise(error);
}

static PyObject *items_copy(PyObject *object, PyObject *unused) {
  (void)unused;
  items *self = (items *)object, *twin = (items *)new_object(Py_TYPE(object));
  if (twin == NULL) return NULL;
  if (!guard_init(&twin->guard)) {
    Py_DECREF(twin);
    return NULL;
  }
  PyThreadState *state = begin_work(&self->guard);
  fpcheck_error error = fpcheck_digest_copy(self->digest, &twin->digest);
  end_work(&self->guard, state);
  if (error == FPCHECK_OK) return (PyObject *)twin;
  Py_DECREF(twin);
  return raise(error);
}

static PyMethodDef items_methods[] = {
    {"update", items_update, METH_O, NULL},
    {"digest", items_digest, METH_NOARGS, NULL},
    {"__copy__", items_copy, METH_NOARGS, NULL},
    {"__deepcopy__", items_copy, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot items_slots[] = {
    {Py_tp_new, items_new},
    {Py_tp_dealloc, items_dealloc},
    {Py_tp_methods, items_methods},
    {0, NULL},
};

PyType_Spec items_spec = {"fpcheck._native.Items", sizeof(items), 0, Py_TPFLAGS_DEFAULT, items_slots};
