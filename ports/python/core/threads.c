// SPDX-License-Identifier: Apache-2.0
//
// Locks and threads.

#include "native.h"

#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <pthread.h>
#endif

bool guard_init(guard *g) {
  g->lock = PyThread_allocate_lock();
  if (g->lock == NULL) PyErr_NoMemory();
  return g->lock != NULL;
}

void guard_free(guard *g) {
  if (g->lock != NULL) PyThread_free_lock(g->lock);
}

PyThreadState *begin_work(guard *g) {
  PyThreadState *state = PyEval_SaveThread();
  PyThread_acquire_lock(g->lock, WAIT_LOCK);
  return state;
}

void end_work(guard *g, PyThreadState *state) {
  PyThread_release_lock(g->lock);
  PyEval_RestoreThread(state);
}

typedef struct task {
  void (*work)(void *context, size_t i, size_t of);
  void *context;
  size_t i, of;
} task;

enum { THREADS_MAX = 256 };

#ifdef _WIN32
typedef HANDLE thread;

static DWORD WINAPI run(void *given) {
  task *t = given;
  t->work(t->context, t->i, t->of);
  return 0;
}

static bool start(thread *made, task *t) {
  *made = CreateThread(NULL, 1 << 20, run, t, 0, NULL);
  return *made != NULL;
}

static void join(thread t) {
  WaitForSingleObject(t, INFINITE);
  CloseHandle(t);
}
#else
typedef pthread_t thread;

static void *run(void *given) {
  task *t = given;
  t->work(t->context, t->i, t->of);
  return NULL;
}

static bool start(thread *made, task *t) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, 1 << 20);  // musl's default is 128 KiB
  bool ok = pthread_create(made, &attributes, run, t) == 0;
  pthread_attr_destroy(&attributes);
  return ok;
}

static void join(thread t) { pthread_join(t, NULL); }
#endif

void in_threads(size_t of, void (*work)(void *context, size_t i, size_t of), void *context) {
  thread made[THREADS_MAX];
  task tasks[THREADS_MAX];
  if (of > THREADS_MAX) of = THREADS_MAX;
  size_t started = 1;
  for (; started < of; started++) {
    tasks[started] = (task){work, context, started, of};
    if (!start(&made[started], &tasks[started])) break;
  }
  work(context, 0, of);
  for (size_t i = started; i < of; i++) work(context, i, of);
  for (size_t i = 1; i < started; i++) join(made[i]);
}
