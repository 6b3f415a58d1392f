// SPDX-License-Identifier: Apache-2.0
//
// Whole texts: sketches, single stages, markup.

#include "native.h"

#include <stdlib.h>
#include <string.h>

#include "fpcheck_markup.h"

PyObject *native_sketch(PyObject *module, PyObject *args) {
  (void)module;
  const char *id;
  PyObject *text;
  fpcheck_scheme scheme;
  fpcheck_octets octets;
  fpcheck_fingerprint fp;
  if (!PyArg_ParseTuple(args, "sO:sketch", &id, &text) || !scheme_of(id, &scheme) ||
      !octets_of(text, &octets))
    return NULL;
  fpcheck_error error;
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_sum(scheme, octets.octets, octets.n, &fp);
  Py_END_ALLOW_THREADS
  if (error == FPCHECK_NO_FEATURES) return Py_NewRef(Py_None);
  if (error != FPCHECK_OK) return raise(error);
  return PyBytes_FromStringAndSize((const char *)fp.sketch, (Py_ssize_t)fp.size);
}

// The one string that a stage gave; frees it.
static PyObject *only(strings *s) {
  PyObject *found = s->octets.failed ? PyErr_NoMemory() : str_of(s->octets.octets, s->octets.n);
  free_strings(s);
  return found;
}

static PyObject *all(strings *s) {
  PyObject *found = list_of(s);
  free_strings(s);
  return found;
}

PyObject *native_text(PyObject *module, PyObject *text) {
  (void)module;
  fpcheck_octets octets;
  strings found = {0};
  if (!octets_of(text, &octets)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  fpcheck_text(octets.octets, octets.n, into_strings, &found);
  Py_END_ALLOW_THREADS
  return only(&found);
}

typedef void stage_function(fpcheck_scheme, const void *, size_t, fpcheck_sink *, void *);

static bool run_stage(stage_function *stage, PyObject *args, strings *found) {
  const char *id;
  PyObject *string;
  fpcheck_scheme scheme;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "sO", &id, &string) || !scheme_of(id, &scheme) ||
      !octets_of(string, &octets))
    return false;
  Py_BEGIN_ALLOW_THREADS
  stage(scheme, octets.octets, octets.n, into_strings, found);
  Py_END_ALLOW_THREADS
  return true;
}

PyObject *native_identifiers(PyObject *module, PyObject *args) {
  (void)module;
  strings found = {0};
  return run_stage(fpcheck_identifiers, args, &found) ? only(&found) : NULL;
}

PyObject *native_normalise(PyObject *module, PyObject *args) {
  (void)module;
  strings found = {0};
  return run_stage(fpcheck_normalise, args, &found) ? all(&found) : NULL;
}

// The octets of the strings of a list, which keeps them: an array to be freed, NULL if it is empty or,
// with an exception set, if it cannot be made.
static fpcheck_octets *octets_of_list(PyObject *list, size_t *n) {
  *n = 0;
  if (!PyList_Check(list)) {
    PyErr_SetString(PyExc_TypeError, "expected a list of str");
    return NULL;
  }
  size_t count = (size_t)PyList_Size(list);
  fpcheck_octets *found = count == 0 ? NULL : malloc(count * sizeof *found);
  if (found == NULL && count > 0) PyErr_NoMemory();
  for (size_t i = 0; found != NULL && i < count; i++)
    if (!octets_of(PyList_GetItem(list, (Py_ssize_t)i), &found[i])) {
      free(found);
      return NULL;
    }
  if (found != NULL) *n = count;
  return found;
}

PyObject *native_segment(PyObject *module, PyObject *args) {
  (void)module;
  const char *id;
  PyObject *runs;
  fpcheck_scheme scheme;
  size_t n;
  if (!PyArg_ParseTuple(args, "sO:segment", &id, &runs) || !scheme_of(id, &scheme)) return NULL;
  fpcheck_octets *octets = octets_of_list(runs, &n);
  if (PyErr_Occurred()) return NULL;
  strings found = {0};
  fpcheck_segment(scheme, octets, n, into_strings, &found);
  free(octets);
  return all(&found);
}

static PyObject *elements_of(fpcheck_scheme scheme, const fpcheck_octets *tokens, size_t n) {
  uint64_t *elements;
  size_t count;
  fpcheck_error error = fpcheck_elements(scheme, tokens, n, &elements, &count);
  if (error != FPCHECK_OK) return raise(error);
  PyObject *list = list_of_hashes(elements, count);
  fpcheck_free(elements);
  return list;
}

PyObject *native_elements(PyObject *module, PyObject *args) {
  (void)module;
  const char *id;
  PyObject *tokens;
  fpcheck_scheme scheme;
  size_t n;
  if (!PyArg_ParseTuple(args, "sO:elements", &id, &tokens) || !scheme_of(id, &scheme)) return NULL;
  fpcheck_octets *octets = octets_of_list(tokens, &n);
  if (PyErr_Occurred()) return NULL;
  PyObject *list = elements_of(scheme, octets, n);
  free(octets);
  return list;
}

// What the stages of a text gave.
typedef struct watched {
  strings text, identifiers, runs, tokens, features;
  pile hashes;
} watched;

static void see_text(void *user, const unsigned char *octets, size_t n, bool end) {
  into_strings(&((watched *)user)->text, octets, n, end);
}

static void see_identifiers(void *user, const unsigned char *octets, size_t n, bool end) {
  into_strings(&((watched *)user)->identifiers, octets, n, end);
}

static void see_run(void *user, const unsigned char *octets, size_t n, bool end) {
  into_strings(&((watched *)user)->runs, octets, n, end);
}

static void see_token(void *user, const unsigned char *octets, size_t n, bool end) {
  into_strings(&((watched *)user)->tokens, octets, n, end);
}

static void see_feature(void *user, const unsigned char *octets, size_t n, uint64_t hash,
                        unsigned weight) {
  (void)weight;
  watched *w = user;
  into_strings(&w->features, octets, n, true);
  add_octets(&w->hashes, &hash, sizeof hash);
}

// The weight of each hash, by the hash.
static PyObject *weights_of(const fpcheck_hasher *h) {
  PyObject *weights = PyDict_New();
  uint64_t hash;
  unsigned weight;
  for (size_t place = 0; weights != NULL && fpcheck_hasher_next(h, &place, &hash, &weight);) {
    PyObject *key = PyLong_FromUnsignedLongLong(hash), *value = PyLong_FromUnsignedLong(weight);
    if (key == NULL || value == NULL || PyDict_SetItem(weights, key, value) < 0) Py_CLEAR(weights);
    Py_XDECREF(key);
    Py_XDECREF(value);
  }
  return weights;
}

// Each distinct feature, in the order of the text: its first octets, hash and weight.
static PyObject *features_of(const watched *w, PyObject *weights) {
  if (w->features.octets.failed || w->features.ends.failed || w->hashes.failed)
    return PyErr_NoMemory();
  const uint64_t *hashes = (const uint64_t *)(const void *)w->hashes.octets;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < strings_count(&w->features); i++) {
    PyObject *key = PyLong_FromUnsignedLongLong(hashes[i]);
    PyObject *weight = key == NULL ? NULL : PyDict_GetItemWithError(weights, key);
    bool ok = key != NULL && !PyErr_Occurred();
    if (weight != NULL) {
      fpcheck_octets octets = string_at(&w->features, i);
      PyObject *row = Py_BuildValue("(y#OO)", octets.n == 0 ? "" : (const char *)octets.octets,
                                    (Py_ssize_t)octets.n, key, weight);
      ok = row != NULL && PyList_Append(list, row) == 0 && PyDict_DelItem(weights, key) == 0;
      Py_XDECREF(row);
    }
    Py_XDECREF(key);
    if (!ok) Py_CLEAR(list);
  }
  return list;
}

static PyObject *elements_of_strings(fpcheck_scheme scheme, const strings *tokens) {
  size_t n = strings_count(tokens);
  fpcheck_octets *octets = n == 0 ? NULL : malloc(n * sizeof *octets);
  if (tokens->octets.failed || tokens->ends.failed || (n > 0 && octets == NULL)) {
    free(octets);
    return PyErr_NoMemory();
  }
  for (size_t i = 0; i < n; i++) octets[i] = string_at(tokens, i);
  PyObject *list = elements_of(scheme, octets, n);
  free(octets);
  return list;
}

static PyObject *stages_of(fpcheck_scheme scheme, fpcheck_octets octets, watched *w) {
  fpcheck_hasher *h;
  fpcheck_error error = fpcheck_hasher_new(scheme, &h);
  if (error != FPCHECK_OK) return raise(error);
  fpcheck_watch watch = {w, see_text, see_identifiers, see_run, see_token, see_feature};
  fpcheck_fingerprint fp;
  Py_BEGIN_ALLOW_THREADS
  fpcheck_hasher_watch(h, &watch);
  error = fpcheck_hasher_feed(h, octets.octets, octets.n);
  if (error == FPCHECK_OK) error = fpcheck_hasher_finish(h, &fp);
  Py_END_ALLOW_THREADS
  PyObject *weights =
      error == FPCHECK_OK || error == FPCHECK_NO_FEATURES ? weights_of(h) : raise(error);
  fpcheck_hasher_free(h);
  PyObject *features = weights == NULL ? NULL : features_of(w, weights);
  Py_XDECREF(weights);
  PyObject *parts[] = {
      w->text.octets.failed ? PyErr_NoMemory() : str_of(w->text.octets.octets, w->text.octets.n),
      w->identifiers.octets.failed
          ? PyErr_NoMemory()
          : str_of(w->identifiers.octets.octets, w->identifiers.octets.n),
      list_of(&w->runs),
      list_of(&w->tokens),
      features,
      elements_of_strings(scheme, &w->tokens),
  };
  enum { PARTS = sizeof parts / sizeof *parts };
  PyObject *tuple = PyTuple_New(PARTS);
  for (size_t i = 0; i < PARTS; i++) {
    if (parts[i] == NULL) Py_CLEAR(tuple);
    if (tuple == NULL)
      Py_XDECREF(parts[i]);
    else if (PyTuple_SetItem(tuple, (Py_ssize_t)i, parts[i]) < 0)
      Py_CLEAR(tuple);
  }
  return tuple;
}

PyObject *native_stages(PyObject *module, PyObject *args) {
  (void)module;
  const char *id;
  PyObject *text;
  fpcheck_scheme scheme;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "sO:stages", &id, &text) || !scheme_of(id, &scheme) ||
      !octets_of(text, &octets))
    return NULL;
  watched w = {0};
  PyObject *found = stages_of(scheme, octets, &w);
  strings *each[] = {&w.text, &w.identifiers, &w.runs, &w.tokens, &w.features};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) free_strings(each[i]);
  free(w.hashes.octets);
  return found;
}

PyObject *native_list_items(PyObject *module, PyObject *text) {
  (void)module;
  fpcheck_octets octets;
  fpcheck_digest *d;
  unsigned char digest[FPCHECK_DIGEST_SIZE];
  if (!octets_of(text, &octets)) return NULL;
  fpcheck_error error = fpcheck_digest_new(&d);
  if (error != FPCHECK_OK) return raise(error);
  strings found = {0};
  Py_BEGIN_ALLOW_THREADS
  fpcheck_digest_watch(d, into_strings, &found);
  fpcheck_digest_write(d, octets.octets, octets.n);
  fpcheck_digest_finish(d, digest);
  fpcheck_digest_free(d);
  Py_END_ALLOW_THREADS
  return all(&found);
}

PyObject *native_jenkins64(PyObject *module, PyObject *text) {
  (void)module;
  fpcheck_octets octets;
  if (!octets_of(text, &octets)) return NULL;
  return PyLong_FromUnsignedLongLong(fpcheck_jenkins(octets.octets, octets.n));
}

PyObject *native_counters(PyObject *module, PyObject *elements) {
  (void)module;
  fpcheck_counters counters = {{0}};
  PyObject *iterator = PyObject_GetIter(elements), *item;
  if (iterator == NULL) return NULL;
  while ((item = PyIter_Next(iterator)) != NULL) {
    uint64_t element = PyLong_AsUnsignedLongLong(item);
    Py_DECREF(item);
    if (element == UINT64_MAX && PyErr_Occurred()) break;
    fpcheck_counters_add(&counters, element, 1);
  }
  Py_DECREF(iterator);
  PyObject *list = PyErr_Occurred() ? NULL : PyList_New(64);
  for (Py_ssize_t i = 0; list != NULL && i < 64; i++) {
    PyObject *count = PyLong_FromLongLong(counters.bit[i]);
    if (count == NULL || PyList_SetItem(list, i, count) < 0) Py_CLEAR(list);
  }
  return list;
}

typedef fpcheck_error reader(const void *, size_t, const char *, fpcheck_visible *);

// Sets the exception of an error of a document, and returns NULL. visible is as the error left it.
static PyObject *raise_markup(PyObject *module, fpcheck_error error,
                              const fpcheck_visible *visible) {
  const native *state = PyModule_GetState(module);
  if (error == FPCHECK_BAD_XML)
    return PyErr_Format(state->malformed_document, "octet %zu of the text in UTF-8: %s", visible->n,
                        fpcheck_strerror(error));
  if (error == FPCHECK_TOO_DEEP)
    return PyErr_Format(state->malformed_document, "%s", fpcheck_strerror(error));
  return raise(error);
}

static PyObject *read_markup(PyObject *module, PyObject *args, reader *read) {
  PyObject *document;
  const char *charset;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "Oz", &document, &charset) || !octets_of(document, &octets))
    return NULL;
  fpcheck_visible visible;
  fpcheck_error error;
  Py_BEGIN_ALLOW_THREADS
  error = read(octets.octets, octets.n, charset, &visible);
  Py_END_ALLOW_THREADS
  if (error != FPCHECK_OK) return raise_markup(module, error, &visible);
  PyObject *text = str_of(visible.text, visible.n);
  PyObject *found = text == NULL ? NULL : Py_BuildValue("(Ns)", text, visible.encoding);
  fpcheck_visible_free(&visible);
  return found;
}

PyObject *native_html(PyObject *module, PyObject *args) {
  return read_markup(module, args, fpcheck_html);
}

PyObject *native_xml(PyObject *module, PyObject *args) {
  return read_markup(module, args, fpcheck_xml);
}

PyObject *native_main_text(PyObject *module, PyObject *args) {
  return read_markup(module, args, fpcheck_main);
}

typedef struct scored {
  int32_t score;
  uint32_t features[FPCHECK_LINE_FEATURES];
} scored;

static void add_line(void *user, const fpcheck_line *line) {
  scored one = {.score = line->score};
  memcpy(one.features, line->features, sizeof one.features);
  add_octets(user, &one, sizeof one);
}

// (score, [features]), or NULL with an exception set.
static PyObject *scored_line(const scored *line) {
  PyObject *features = PyList_New(FPCHECK_LINE_FEATURES);
  for (Py_ssize_t i = 0; features != NULL && i < FPCHECK_LINE_FEATURES; i++) {
    PyObject *feature = PyLong_FromUnsignedLong(line->features[i]);
    if (feature == NULL || PyList_SetItem(features, i, feature) < 0) Py_CLEAR(features);
  }
  return features == NULL ? NULL : Py_BuildValue("(lN)", (long)line->score, features);
}

// (text, lines)
PyObject *native_main_lines(PyObject *module, PyObject *args) {
  PyObject *document;
  const char *charset;
  fpcheck_octets octets;
  if (!PyArg_ParseTuple(args, "Oz", &document, &charset) || !octets_of(document, &octets))
    return NULL;
  fpcheck_visible visible;
  fpcheck_error error;
  pile lines = {0};
  Py_BEGIN_ALLOW_THREADS
  error = fpcheck_main_watch(octets.octets, octets.n, charset, &visible, add_line, &lines);
  Py_END_ALLOW_THREADS
  PyObject *text = NULL;
  if (error != FPCHECK_OK) {
    raise_markup(module, error, &visible);
  } else {
    text = lines.failed ? raise(FPCHECK_NO_MEMORY) : str_of(visible.text, visible.n);
    fpcheck_visible_free(&visible);
  }
  Py_ssize_t n = (Py_ssize_t)(lines.n / sizeof(scored));
  PyObject *list = text != NULL ? PyList_New(n) : NULL;
  for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
    scored one;
    memcpy(&one, lines.octets + (size_t)i * sizeof one, sizeof one);
    PyObject *line = scored_line(&one);
    if (line == NULL || PyList_SetItem(list, i, line) < 0) Py_CLEAR(list);
  }
  free(lines.octets);
  PyObject *found = list == NULL ? NULL : PyTuple_Pack(2, text, list);
  Py_XDECREF(text);
  Py_XDECREF(list);
  return found;
}
