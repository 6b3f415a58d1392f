// SPDX-License-Identifier: Apache-2.0
//
// Chapter 7: the sketch of a SimHash.

#include "fpcheck_internal.h"

#include <string.h>

void fpcheck_counters_add(fpcheck_counters *c, uint64_t element, unsigned weight) {
  int64_t w = (int64_t)weight;
  for (int i = 0; i < 64; i++) c->bit[i] += element >> i & 1 ? w : -w;
}

uint64_t fpcheck_counters_sketch(const fpcheck_counters *c) {
  uint64_t sketch = 0;
  for (int i = 0; i < 64; i++) sketch |= (uint64_t)(c->bit[i] > 0) << i;  // R7.2, R7.3
  return sketch;
}

// Adds the ones that eight words of eight octets have counted to the counters, and empties them.
static void add_ones(fpcheck_counters *c, uint64_t words[8]) {
  for (int i = 0; i < 64; i++) c->bit[i] += 2 * (int64_t)(words[i % 8] >> i / 8 * 8 & 255);
  memset(words, 0, 8 * sizeof *words);
}

// R7.1, of all elements: a counter is twice the ones less the number of elements. Octet k of word j
// counts the ones of bit 8k + j, in one addition for eight bits.
FPI void fpi_count_elements(const fpcheck_hasher *h, fpcheck_counters *c) {
  enum { SOME = 120 };  // a weight is 2 at most, and a count 255
  uint64_t hashes[SOME], words[8] = {0};
  unsigned weights[SOME];
  int64_t elements = 0;
  for (size_t place = 0, n; (n = fpi_take(h, &place, hashes, weights, SOME)) > 0;) {
    for (size_t i = 0; i < n; i++) {
      for (int j = 0; j < 8; j++) words[j] += (hashes[i] >> j & 0x0101010101010101u) * weights[i];
      elements += weights[i];
    }
    add_ones(c, words);
  }
  for (int i = 0; i < 64; i++) c->bit[i] -= elements;
}
