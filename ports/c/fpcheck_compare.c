// SPDX-License-Identifier: Apache-2.0
//
// Chapter 10: comparison, and truncation (R7.10).

#include "fpcheck_internal.h"

#include <stdio.h>
#include <string.h>

// The value of slot i in a sketch of so many bits a slot.
static unsigned slot_of(const unsigned char *sketch, unsigned width, unsigned i) {
  unsigned bit = i * width;
  return (unsigned)sketch[bit / 8] >> (8 - width - bit % 8) & (BIT(width) - 1);
}

fpcheck_error fpcheck_truncate(fpcheck_fingerprint *fp, unsigned bits) {
  if ((bits != 8 && bits != 4 && bits != 2 && bits != 1) || bits > fp->width)
    return FPCHECK_BAD_ARGUMENT;
  unsigned char sketch[FPCHECK_SKETCH_MAX] = {0};
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    unsigned value = slot_of(fp->sketch, fp->width, i) & (BIT(bits) - 1);
    unsigned bit = i * bits;
    sketch[bit / 8] = (unsigned char)(sketch[bit / 8] | value << (8 - bits - bit % 8));
  }
  memcpy(fp->sketch, sketch, sizeof sketch);
  fp->width = bits;
  fp->size = FPCHECK_SLOTS / 8 * bits;
  return FPCHECK_OK;
}

static unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

fpcheck_error fpcheck_distance(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                               unsigned *distance) {
  if (a->scheme != b->scheme || strcmp(a->profile, b->profile) != 0) return FPCHECK_NOT_COMPARABLE;
  unsigned d = 0;
  if (is_minhash(a->scheme)) {  // R10.4
    unsigned mask = BIT(lesser(a->width, b->width)) - 1;
    for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
      d += ((slot_of(a->sketch, a->width, i) ^ slot_of(b->sketch, b->width, i)) & mask) != 0;
  } else {  // R10.2
    for (uint64_t x = load64(a->sketch) ^ load64(b->sketch); x != 0; x &= x - 1) d++;
  }
  *distance = d;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_similarity(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                                 double *similarity) {
  unsigned distance;
  fpcheck_error error = fpcheck_distance(a, b, &distance);
  if (error != FPCHECK_OK) return error;
  *similarity = similarity_at(distance, lesser(a->width, b->width));
  return FPCHECK_OK;
}

int fpcheck_explain(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b, char *text,
                    size_t size) {
  return snprintf(text, size, "%s of profile %s and %s of profile %s are not comparable",
                  fpcheck_name(a), a->profile, fpcheck_name(b), b->profile);
}
