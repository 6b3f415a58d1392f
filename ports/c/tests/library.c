// SPDX-License-Identifier: Apache-2.0
// The library with a malloc, a calloc and a realloc that fail when test.c says so.

#include <stdbool.h>
#include <stdlib.h>

// The number of calls of them that succeed; any number if it is negative.
extern int mallocs_left;
int mallocs_left = -1;

static bool is_left(void) {
  if (mallocs_left == 0) return false;
  if (mallocs_left > 0) mallocs_left--;
  return true;
}

static void *scarce_malloc(size_t size) { return is_left() ? malloc(size) : NULL; }
static void *scarce_calloc(size_t n, size_t size) { return is_left() ? calloc(n, size) : NULL; }
static void *scarce_realloc(void *p, size_t size) { return is_left() ? realloc(p, size) : NULL; }

#define malloc scarce_malloc
#define calloc scarce_calloc
#define realloc scarce_realloc
#ifdef FPCHECK_CHAPTERS  // the other chapters are compiled by themselves
#include "../fpcheck_alloc.c"
#include "../fpcheck_passages.c"
#else
#include "../fpcheck.c"
#endif

// Whether the hasher has yet room for features that the set had no room for: none was lost.
bool has_room(const fpcheck_hasher *h);
bool has_room(const fpcheck_hasher *h) { return h->spill_n < SPILL_MAX; }
