// SPDX-License-Identifier: Apache-2.0
//
// What fpcheck.h offers with malloc. Leave this file out where there is none.

#include "fpcheck_internal.h"

#include <stdlib.h>

static fpcheck_error grow(fpcheck_hasher *h) {
  size_t size = fpcheck_hasher_next_size(h);
  void *old = h->block, *block = size == SIZE_MAX ? NULL : malloc(size);
  if (block == NULL) return FPCHECK_NO_MEMORY;
  fpcheck_error error = fpcheck_hasher_move(h, block, size);
  if (error == FPCHECK_OK) h->block = block;
  free(error == FPCHECK_OK ? old : block);
  return error;
}

// Makes a hasher that grows, in memory that holds one.
static void init_growing(fpcheck_hasher *h, fpcheck_scheme scheme) {
  fpi_init(h, scheme, NULL, 0);
  h->grows = true;
}

fpcheck_error fpcheck_hasher_new(fpcheck_scheme scheme, fpcheck_hasher **h) {
  *h = NULL;
  if (!is_scheme(scheme)) return FPCHECK_BAD_ARGUMENT;
  fpcheck_hasher *made = malloc(sizeof *made);
  if (made == NULL) return FPCHECK_NO_MEMORY;
  init_growing(made, scheme);
  *h = made;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_feed(fpcheck_hasher *h, const void *octets, size_t n) {
  if (h->ended || !h->grows) return FPCHECK_BAD_ARGUMENT;
  for (size_t taken = 0;;) {
    if (n > 0) taken += fpcheck_hasher_write(h, (const unsigned char *)octets + taken, n - taken);
    if (taken == n) return FPCHECK_OK;
    fpcheck_error error = grow(h);
    if (error != FPCHECK_OK) return error;
  }
}

fpcheck_error fpcheck_hasher_finish(fpcheck_hasher *h, fpcheck_fingerprint *fp) {
  if (!h->grows) return FPCHECK_BAD_ARGUMENT;
  for (;;) {
    fpcheck_error error = fpcheck_hasher_fingerprint(h, fp);
    if (error != FPCHECK_FULL) return error;
    error = grow(h);
    if (error != FPCHECK_OK) return error;
  }
}

fpcheck_error fpcheck_hasher_copy(const fpcheck_hasher *h, fpcheck_hasher **copy) {
  *copy = NULL;
  if (!h->grows) return FPCHECK_BAD_ARGUMENT;
  fpcheck_hasher *made = malloc(sizeof *made);
  void *block = h->set.size > 0 ? malloc(h->set.size) : NULL;
  if (made == NULL || (block == NULL && h->set.size > 0)) {
    free(made);
    free(block);
    return FPCHECK_NO_MEMORY;
  }
  *made = *h;
  made->block = block;
  if (block != NULL) memcpy(block, h->set.block, h->set.size);
  made->set.block = block;
  *copy = made;
  return FPCHECK_OK;
}

void fpcheck_hasher_free(fpcheck_hasher *h) {
  if (h == NULL || !h->grows) return;
  free(h->block);
  free(h);
}

fpcheck_error fpcheck_sum(fpcheck_scheme scheme, const void *octets, size_t n,
                          fpcheck_fingerprint *fp) {
  if (!is_scheme(scheme)) return FPCHECK_BAD_ARGUMENT;
  fpcheck_hasher h;
  if (scheme == FPCHECK_MH1) {
    // An element that comes again changes nothing (R7.5), so there is no need for a set.
    fpcheck_minima m;
    fpi_init(&h, scheme, NULL, 0);
    fpcheck_minima_init(&m, scheme);
    h.minima = &m;
    if (n > 0) fpcheck_hasher_write(&h, octets, n);
    fpcheck_hasher_end(&h);
    return fpcheck_from_minima(&m, fp);
  }
  // Most short texts need no more than this. Of a long one, as much is cleared as it may need. A
  // set that is half empty is faster.
  enum { FEATURES_AT_FIRST = 1024, SLOT_MAX = 10 };
  unsigned char block[(FEATURES_AT_FIRST + FEATURES_AT_FIRST / 3 + 1) * SLOT_MAX];
  size_t features = n < 256 ? 64 : n < 4 * FEATURES_AT_FIRST ? n / 4 : FEATURES_AT_FIRST;
  size_t size = fpcheck_set_size(scheme, features);
  init_growing(&h, scheme);
  h.set = fpi_new_set(scheme, block, size);
  fpcheck_error error = fpcheck_hasher_feed(&h, octets, n);
  if (error == FPCHECK_OK) error = fpcheck_hasher_finish(&h, fp);
  free(h.block);
  return error;
}

fpcheck_error fpcheck_digest_new(fpcheck_digest **d) {
  *d = malloc(sizeof **d);
  if (*d == NULL) return FPCHECK_NO_MEMORY;
  fpi_init_digest(*d);
  (*d)->text.grows = true;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_digest_copy(const fpcheck_digest *d, fpcheck_digest **copy) {
  *copy = NULL;
  if (!d->text.grows) return FPCHECK_BAD_ARGUMENT;
  *copy = malloc(sizeof **copy);
  if (*copy == NULL) return FPCHECK_NO_MEMORY;
  **copy = *d;
  return FPCHECK_OK;
}

void fpcheck_digest_free(fpcheck_digest *d) {
  if (d != NULL && d->text.grows) free(d);
}

void fpcheck_free(void *array) { free(array); }

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

// R5.6, of all that the hasher holds.
static fpcheck_error list_elements(const fpcheck_hasher *h, uint64_t **elements, size_t *n) {
  uint64_t hash;
  unsigned weight;
  size_t total = 0;
  for (size_t place = 0; fpcheck_hasher_next(h, &place, &hash, &weight);) total += weight;
  if (total == 0) return FPCHECK_OK;
  uint64_t *list = total > SIZE_MAX / sizeof *list ? NULL : malloc(total * sizeof *list);
  if (list == NULL) return FPCHECK_NO_MEMORY;
  size_t at = 0;
  for (size_t place = 0; fpcheck_hasher_next(h, &place, &hash, &weight);)
    for (unsigned k = 0; k < weight; k++)
      list[at++] = h->scheme == FPCHECK_MW1 ? hash + k * 0x9E3779B97F4A7C15u : hash;
  qsort(list, total, sizeof *list, by_value);
  *elements = list;
  *n = total;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_elements(fpcheck_scheme scheme, const fpcheck_octets *tokens, size_t count,
                               uint64_t **elements, size_t *n) {
  *elements = NULL;
  *n = 0;
  if (!is_scheme(scheme)) return FPCHECK_BAD_ARGUMENT;
  fpcheck_hasher h;
  fpcheck_error error = FPCHECK_OK;
  init_growing(&h, scheme);
  for (size_t i = 0; i < count && error == FPCHECK_OK;) {
    error = fpcheck_hasher_token(&h, tokens[i].octets, tokens[i].n);
    if (error == FPCHECK_OK) i++;
    if (error == FPCHECK_FULL) error = grow(&h);
  }
  while (error == FPCHECK_OK && (error = fpcheck_hasher_end(&h)) == FPCHECK_FULL) error = grow(&h);
  if (error == FPCHECK_OK) error = list_elements(&h, elements, n);
  free(h.block);
  return error;
}
