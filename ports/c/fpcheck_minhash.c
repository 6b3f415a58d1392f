// SPDX-License-Identifier: Apache-2.0
//
// Chapter 7: the sketch of a MinHash, and its full form.

#include "fpcheck_internal.h"

#include <string.h>

static const uint64_t EMPTY = UINT64_MAX;

fpcheck_error fpcheck_minima_init(fpcheck_minima *m, fpcheck_scheme scheme) {
  if (!is_minhash(scheme)) return FPCHECK_BAD_ARGUMENT;
  m->scheme = scheme;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) m->slot[i] = EMPTY;
  return FPCHECK_OK;
}

void fpcheck_minima_add(fpcheck_minima *m, uint64_t element) {
  uint64_t mixed = fpcheck_mix64(element);
  uint64_t *slot = &m->slot[mixed >> 57];
  uint64_t value = mixed & (UINT64_MAX >> 7);
  if (value < *slot) *slot = value;
}

fpcheck_error fpcheck_minima_merge(fpcheck_minima *m, const fpcheck_minima *other) {
  if (m->scheme != other->scheme) return FPCHECK_NOT_COMPARABLE;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
    if (other->slot[i] < m->slot[i]) m->slot[i] = other->slot[i];
  return FPCHECK_OK;
}

static const unsigned char FULL_START[5] = {0x66, 0x70, 0x6D, 0x68, 1};

void fpcheck_minima_write(const fpcheck_minima *m, unsigned char octets[FPCHECK_FULL_SIZE]) {
  memcpy(octets, FULL_START, sizeof FULL_START);
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
    store64(octets + sizeof FULL_START + 8 * i, m->slot[i]);
}

fpcheck_error fpcheck_minima_read(fpcheck_minima *m, fpcheck_scheme scheme, const void *octets,
                                  size_t n) {
  const unsigned char *p = octets;
  if (n != FPCHECK_FULL_SIZE || memcmp(p, FULL_START, sizeof FULL_START) != 0)
    return FPCHECK_BAD_FULL_FORM;
  fpcheck_minima read;
  fpcheck_error error = fpcheck_minima_init(&read, scheme);
  if (error != FPCHECK_OK) return error;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    read.slot[i] = load64(p + sizeof FULL_START + 8 * i);
    if (read.slot[i] >> 57 != 0 && read.slot[i] != EMPTY) return FPCHECK_BAD_FULL_FORM;
  }
  *m = read;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_minima_stored(const fpcheck_minima *m, unsigned char sketch[FPCHECK_SLOTS]) {
  unsigned used = 0;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) used += m->slot[i] != EMPTY;
  if (used == 0) return FPCHECK_NO_FEATURES;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    uint64_t donor = i;
    for (uint64_t t = 0; m->slot[donor] == EMPTY; t++)  // R7.8
      donor = fpcheck_mix64(((uint64_t)i << 32) + t) % FPCHECK_SLOTS;
    uint64_t v = donor << 57 | m->slot[donor];  // R7.9
    sketch[i] = (unsigned char)(fpcheck_mix64(v ^ fpcheck_mix64(i)) & 255);
  }
  return FPCHECK_OK;
}

fpcheck_error fpcheck_from_minima(const fpcheck_minima *m, fpcheck_fingerprint *fp) {
  unsigned char sketch[FPCHECK_SLOTS];
  fpcheck_error error = fpcheck_minima_stored(m, sketch);
  return error == FPCHECK_OK ? fpcheck_from_sketch(m->scheme, sketch, sizeof sketch, fp) : error;
}
