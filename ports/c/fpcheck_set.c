// SPDX-License-Identifier: Apache-2.0
//
// R5.2: the set of distinct features, in the memory of the caller.

#include "fpcheck_internal.h"

#include <string.h>

static const uint64_t SLOTS_MAX = UINT32_MAX;
static const unsigned OCCURRENCES_MAX = 1024;  // R5.6

// Octets that a weight takes: none where it is always 1.
static size_t weight_size(fpcheck_scheme scheme) {
  return scheme == FPCHECK_MW1 ? 2 : scheme == FPCHECK_SM1 ? 1 : 0;
}

// A quarter, and one slot at least, stays empty, so that a search ends soon.
static size_t room(size_t slots) { return slots - slots / 4 - (slots % 4 != 0); }

// Spreads hashes, which someone may have chosen, by a secret.
static uint64_t spread(uint64_t hash, uint64_t seed) {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 product;
  product p = (product)(hash ^ seed) * (seed >> 32 | seed << 32 | 1);
  return (uint64_t)(p >> 64) ^ (uint64_t)p;
#else
  return fpcheck_mix64(hash ^ seed);
#endif
}

// Makes a block the empty table: first the hashes, then their weights.
FPI fpi_set fpi_new_set(fpcheck_scheme scheme, void *block, size_t size) {
  size_t slots = size / (sizeof(uint64_t) + weight_size(scheme));
  if (slots > SLOTS_MAX) slots = (size_t)SLOTS_MAX;
  if (slots > 0) memset(block, 0, slots * sizeof(uint64_t));
  return (fpi_set){
      .block = block, .size = size, .slots = slots, .weight_size = weight_size(scheme)};
}

// The block may be anywhere and of any declared type, so it is read and written by memcpy.
static uint64_t hash_at(const fpi_set *set, size_t slot) {
  uint64_t hash;
  memcpy(&hash, set->block + slot * sizeof hash, sizeof hash);
  return hash;
}

static unsigned weight_at(const fpi_set *set, size_t slot) {
  const unsigned char *p = set->block + set->slots * sizeof(uint64_t) + slot * set->weight_size;
  return set->weight_size == 0 ? 1 : set->weight_size == 1 ? p[0] : p[0] | (unsigned)p[1] << 8;
}

static void put_at(fpi_set *set, size_t slot, uint64_t hash, unsigned weight) {
  unsigned char *p = set->block + set->slots * sizeof hash + slot * set->weight_size;
  memcpy(set->block + slot * sizeof hash, &hash, sizeof hash);
  if (set->weight_size > 0) p[0] = (unsigned char)(weight & 255);
  if (set->weight_size > 1) p[1] = (unsigned char)(weight >> 8);
}

// The weight of a feature that has a and then b: R5.2, or of mw1 R5.6.
static unsigned both_weights(fpcheck_scheme scheme, unsigned a, unsigned b) {
  if (scheme == FPCHECK_MW1) return a + b < OCCURRENCES_MAX ? a + b : OCCURRENCES_MAX;
  return a > b ? a : b;
}

FPI void fpi_insert(fpcheck_hasher *h, uint64_t hash, unsigned weight) {
  if (hash == 0) {  // which marks an empty slot
    h->zero_weight = both_weights(h->scheme, h->zero_weight, weight);
    return;
  }
  fpi_set *set = &h->set;
  size_t slot = 0;
  if (set->slots > 0) {
    slot = (size_t)((spread(hash, h->seed) >> 32) * set->slots >> 32);
    for (uint64_t other; (other = hash_at(set, slot)) != 0;) {
      if (other == hash) {
        if (set->weight_size > 0) {
          const unsigned had = weight_at(set, slot), both = both_weights(h->scheme, had, weight);
          if (both != had) put_at(set, slot, hash, both);
        }
        return;
      }
      if (++slot == set->slots) slot = 0;
    }
  }
  if (set->used < room(set->slots)) {
    put_at(set, slot, hash, weight);
    set->used++;
  } else if (h->spill_n < SPILL_MAX) {
    // It never runs over: a step gives at most the tokens of an atom, which have two octets each
    // with what separates them, and those of a few code points more; and it begins with no spill.
    h->spill[h->spill_n] = hash;
    h->spill_weight[h->spill_n++] = (unsigned char)weight;
  }
}

size_t fpcheck_set_size(fpcheck_scheme scheme, size_t features) {
  if (!is_scheme(scheme) || features == 0) return 0;
  if (features > SIZE_MAX / 16 || features > SLOTS_MAX / 4 * 3) return SIZE_MAX;
  return (features + features / 3 + 1) * (sizeof(uint64_t) + weight_size(scheme));
}

size_t fpcheck_hasher_next_size(const fpcheck_hasher *h) {
  size_t used = h->set.used + h->spill_n, features = (used < 1 << 14 ? 4 : 2) * used;
  return fpcheck_set_size(h->scheme, features > 448 ? features : 448);
}

fpcheck_error fpcheck_hasher_move(fpcheck_hasher *h, void *block, size_t size) {
  const fpi_set old = h->set;
  size_t slots = size / (sizeof(uint64_t) + weight_size(h->scheme));
  if (room(slots) < old.used + h->spill_n) return FPCHECK_FULL;
  h->set = fpi_new_set(h->scheme, block, size);
  for (size_t slot = 0; slot < old.slots; slot++) {
    uint64_t hash = hash_at(&old, slot);
    if (hash != 0) fpi_insert(h, hash, weight_at(&old, slot));
  }
  for (unsigned i = 0; i < h->spill_n; i++) fpi_insert(h, h->spill[i], h->spill_weight[i]);
  h->spill_n = 0;
  return FPCHECK_OK;
}

// Takes features from a place on, up to a number of them. It returns how many. Which slots are
// empty is unpredictable, so no branch depends on it.
static ALWAYS_INLINE size_t take(const fpcheck_hasher *h, size_t *place, uint64_t *hashes,
                                 unsigned *weights, size_t most) {
  size_t n = 0, slot = *place;
  for (; slot < h->set.slots && n < most; slot++) {
    hashes[n] = hash_at(&h->set, slot);
    weights[n] = weight_at(&h->set, slot);
    n += hashes[n] != 0;
  }
  if (slot == h->set.slots && n < most) {
    hashes[n] = 0;
    weights[n] = h->zero_weight;
    n += h->zero_weight > 0;
    slot++;
  }
  *place = slot;
  return n;
}

FPI size_t fpi_take(const fpcheck_hasher *h, size_t *place, uint64_t *hashes, unsigned *weights,
                    size_t most) {
  return take(h, place, hashes, weights, most);
}

size_t fpcheck_hasher_features(const fpcheck_hasher *h) {
  return h->set.used + (h->zero_weight > 0);
}

bool fpcheck_hasher_next(const fpcheck_hasher *h, size_t *place, uint64_t *hash, unsigned *weight) {
  return take(h, place, hash, weight, 1) > 0;
}
