// SPDX-License-Identifier: Apache-2.0
//
// Numbers in octets, and similarities: what the chapters and the index share. It is not installed.

#ifndef FPCHECK_NUMBERS_H
#define FPCHECK_NUMBERS_H

#include "fpcheck.h"

static inline uint32_t load32(const unsigned char *p) {  // R6.3
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t load64(const unsigned char *p) {  // big-endian, R6.6
  uint64_t x = 0;
  for (int i = 0; i < 8; i++) x = x << 8 | p[i];
  return x;
}

static inline void store64(unsigned char *p, uint64_t x) {
  for (int i = 7; i >= 0; i--, x >>= 8) p[i] = (unsigned char)(x & 255);
}

// The similarity at a distance: of SimHashes if the width is 0 (R10.3), or else of MinHashes with
// that number of bits in a slot (R10.5).
static inline double similarity_at(unsigned distance, unsigned width) {
  if (width == 0) return 1 - (double)distance / 64;
  int values = 1 << width;
  int above = (FPCHECK_SLOTS - (int)distance) * values - FPCHECK_SLOTS;
  return above < 0 ? 0 : (double)above / (double)(FPCHECK_SLOTS * (values - 1));
}

#endif
