// SPDX-License-Identifier: Apache-2.0
// The library with a malloc that fails when test.c says so.

#include <stdlib.h>

// The number of calls of malloc that succeed; any number if it is negative.
extern int mallocs_left;
int mallocs_left = -1;

static void *scarce_malloc(size_t size) {
  if (mallocs_left == 0) return NULL;
  if (mallocs_left > 0) mallocs_left--;
  return malloc(size);
}

#define malloc scarce_malloc
#ifdef FPCHECK_CHAPTERS  // the other chapters are compiled by themselves
#include "../fpcheck_alloc.c"
#else
#include "../fpcheck.c"
#endif
