// SPDX-License-Identifier: Apache-2.0
//
// The module fpcheck._native.

#include "native.h"

static PyMethodDef functions[] = {
    {"sketch", native_sketch, METH_VARARGS, NULL},
    {"text", native_text, METH_O, NULL},
    {"identifiers", native_identifiers, METH_VARARGS, NULL},
    {"normalise", native_normalise, METH_VARARGS, NULL},
    {"segment", native_segment, METH_VARARGS, NULL},
    {"elements", native_elements, METH_VARARGS, NULL},
    {"stages", native_stages, METH_VARARGS, NULL},
    {"items", native_list_items, METH_O, NULL},
    {"jenkins64", native_jenkins64, METH_O, NULL},
    {"counters", native_counters, METH_O, NULL},
    {"html", native_html, METH_VARARGS, NULL},
    {"xml", native_xml, METH_VARARGS, NULL},
    {"main_text", native_main_text, METH_VARARGS, NULL},
    {"main_lines", native_main_lines, METH_VARARGS, NULL},
    {"windows", native_windows, METH_VARARGS, NULL},
    {"placed", native_placed, METH_O, NULL},
    {"passages_of", native_passages_of, METH_VARARGS, NULL},
    {"fingerprints", native_fingerprints, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static bool add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type) {
  *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
  return *type != NULL && PyModule_AddType(module, *type) == 0;
}

// The names are those that the Python modules import, so all are there.
static bool add_all(PyObject *module) {
  PyObject *all = PyList_New(0);
  if (all == NULL) return false;
  PyObject *names = PyObject_Dir(module);
  bool ok = names != NULL;
  for (Py_ssize_t i = 0; ok && i < PyList_Size(names); i++) {
    PyObject *name = PyList_GetItem(names, i);
    Py_UCS4 first = PyUnicode_ReadChar(name, 0);
    if (first != '_') ok = PyList_Append(all, name) == 0;
  }
  Py_XDECREF(names);
  ok = ok && PyModule_AddObjectRef(module, "__all__", all) == 0;
  Py_DECREF(all);
  return ok;
}

static int execute(PyObject *module) {
  native *state = PyModule_GetState(module);
  PyObject *errors = PyImport_ImportModule("fpcheck._errors");
  if (errors == NULL) return -1;
  state->malformed_document = PyObject_GetAttrString(errors, "MalformedDocument");
  Py_DECREF(errors);
  bool ok = state->malformed_document != NULL && add_type(module, &stream_spec, &state->stream) &&
            add_type(module, &items_spec, &state->items) &&
            add_type(module, &reference_spec, &state->reference) &&
            add_type(module, &column_spec, &state->column) &&
            add_type(module, &index_spec, &state->index) && add_all(module);
  return ok ? 0 : -1;
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
  native *state = PyModule_GetState(module);
  Py_VISIT(state->stream);
  Py_VISIT(state->items);
  Py_VISIT(state->reference);
  Py_VISIT(state->column);
  Py_VISIT(state->index);
  Py_VISIT(state->malformed_document);
  return 0;
}

static int clear(PyObject *module) {
  native *state = PyModule_GetState(module);
  Py_CLEAR(state->stream);
  Py_CLEAR(state->items);
  Py_CLEAR(state->reference);
  Py_CLEAR(state->column);
  Py_CLEAR(state->index);
  Py_CLEAR(state->malformed_document);
  return 0;
}

// Slots of versions after the one whose stable ABI this is compiled for. An older version refuses a
// slot that it does not know, so they are added by the version that runs.
enum { MULTIPLE_INTERPRETERS = 3, GIL = 4 };
static void *const PER_INTERPRETER_GIL = (void *)2, *const GIL_NOT_USED = (void *)1;

static PyModuleDef_Slot slots[4] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_native",
    .m_size = sizeof(native),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__native(void);
PyMODINIT_FUNC PyInit__native(void) {
  const char *version = Py_GetVersion();  // "3.12.1 (main, ..."
  int minor = 0;
  for (const char *p = version + 2; *p >= '0' && *p <= '9'; p++) minor = 10 * minor + (*p - '0');
  // Interpreters may run this at once. They write the same.
  if (minor >= 12) slots[1] = (PyModuleDef_Slot){MULTIPLE_INTERPRETERS, PER_INTERPRETER_GIL};
  if (minor >= 13) slots[2] = (PyModuleDef_Slot){GIL, GIL_NOT_USED};
  return PyModuleDef_Init(&definition);
}
