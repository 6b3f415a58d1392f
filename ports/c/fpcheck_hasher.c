// SPDX-License-Identifier: Apache-2.0
//
// Chapter 9: whole documents.

#include "fpcheck_internal.h"

// Hands a piece of what a stage gives to its sink. Each stage that calls it goes on only if
// it says false: no later stage is wanted.
FPI bool fpi_watched(const fpcheck_hasher *h, enum stage stage, const unsigned char *octets,
                     size_t n, bool end) {
  const fpcheck_watch *w = h->watch;
  fpcheck_sink *sink = stage == TEXT          ? w->text
                       : stage == IDENTIFIERS ? w->identifiers
                       : stage == RUNS        ? w->runs
                                              : w->tokens;
  if (sink) sink(w->user, octets, n, end);
  return h->until == stage;
}

FPI bool fpi_watched_scalar(const fpcheck_hasher *h, enum stage stage, uint32_t x) {
  unsigned char octets[4];
  return fpi_watched(h, stage, octets, write_scalar(x, octets), false);
}

void fpcheck_hasher_reset(fpcheck_hasher *h) {
  h->ended = false;
  h->part_n = 0;
  h->ill_formed = false;
  h->atom_n = 0;
  h->atom_rest = REST_NONE;
  h->held_n = 0;
  h->letter = false;
  h->white_n = 0;
  h->before = CLASS_NONE;
  h->first.n = h->second.n = 0;
  h->first.over = h->second.over = false;
  h->starter = NO_STARTER;
  h->dots = h->run = false;
  fpi_start_class_run(h, CLASS_NONE);
  h->tokens = 0;
  h->shingle_at = h->shingle_n[0] = h->shingle_n[1] = 0;
  h->shingles = false;
  h->set = fpi_new_set(h->scheme, h->set.block, h->set.size);
  h->zero_weight = 0;
  h->spill_n = 0;
}

const char *fpcheck_version(void) { return FPCHECK_VERSION; }

_Static_assert(sizeof(fpcheck_hasher) + 15 <= FPCHECK_HASHER_SIZE, "raise FPCHECK_HASHER_SIZE");

size_t fpcheck_hasher_size(void) { return sizeof(fpcheck_hasher) + 15; }

FPI void *fpi_aligned(void *memory) {
  return (unsigned char *)memory + ((16 - (uintptr_t)memory % 16) & 15);
}

fpcheck_error fpcheck_hasher_init(fpcheck_hasher **h, void *memory, size_t size,
                                  fpcheck_scheme scheme, void *block, size_t block_size) {
  *h = NULL;
  if (!is_scheme(scheme)) return FPCHECK_BAD_ARGUMENT;
  if (memory == NULL || size < fpcheck_hasher_size()) return FPCHECK_TOO_SMALL;
  *h = fpi_aligned(memory);
  fpi_init(*h, scheme, block, block_size);
  return FPCHECK_OK;
}

FPI void fpi_init(fpcheck_hasher *h, fpcheck_scheme scheme, void *block, size_t size) {
  h->scheme = scheme;
  h->multi = scheme != FPCHECK_SD1;
  h->goal = FINGERPRINT;
  h->slow = h->grows = false;
  h->watch = NULL;
  h->items = NULL;
  h->put_item = NULL;
  h->places = NULL;
  h->minima = NULL;
  h->block = NULL;
  h->until = FEATURES;
  h->seed = fpcheck_mix64((uint64_t)(uintptr_t)h) ^ fpcheck_mix64(~(uint64_t)(uintptr_t)block);
  h->set.block = block;
  h->set.size = size;
  fpcheck_hasher_reset(h);
}

void fpcheck_hasher_seed(fpcheck_hasher *h, uint64_t seed) {
  if (h->set.used == 0) h->seed = seed;
}

void fpcheck_hasher_watch(fpcheck_hasher *h, const fpcheck_watch *watch) {
  h->watch = watch;
  h->slow = watch != NULL;
}

fpcheck_error fpcheck_hasher_token(fpcheck_hasher *h, const void *octets, size_t n) {
  if (n > TOKEN_MAX) return FPCHECK_BAD_ARGUMENT;
  if (h->spill_n > 0) return FPCHECK_FULL;
  if (n > 0) memcpy(h->token, octets, n);  // where octets after it may be read
  fpi_put_token(h, h->token, n);
  fpi_put_clusters(h, h->token, n);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_end(fpcheck_hasher *h) {
  if (h->spill_n > 0) return FPCHECK_FULL;
  if (h->ended) return FPCHECK_OK;
  h->ended = true;
  if (h->part_n > 0) fpi_put_ill_formed(h);
  if (!h->watch || !fpi_watched(h, TEXT, NULL, 0, true)) {
    if (h->atom_n > 0) fpi_end_atom(h);
    if (h->held_n > 0) fpi_flush_held(h);
    fpi_flush_white(h);
    if (!h->watch || !fpi_watched(h, IDENTIFIERS, NULL, 0, true)) {
      fpi_end_first(h);
      fpi_separate(h, NO_SCALAR);
      fpi_put_last_shingle(h);
    }
  }
  return h->spill_n > 0 ? FPCHECK_FULL : FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_minima(fpcheck_hasher *h, fpcheck_minima *m) {
  if (!is_minhash(h->scheme)) return FPCHECK_BAD_ARGUMENT;
  fpcheck_error error = fpcheck_hasher_end(h);
  if (error != FPCHECK_OK) return error;
  fpcheck_minima_init(m, h->scheme);
  uint64_t hash;
  unsigned weight;
  for (size_t place = 0; fpcheck_hasher_next(h, &place, &hash, &weight);)
    for (unsigned k = 0; k < weight; k++)  // R5.6
      fpcheck_minima_add(m, hash + k * 0x9E3779B97F4A7C15u);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_fingerprint(fpcheck_hasher *h, fpcheck_fingerprint *fp) {
  fpcheck_error error = fpcheck_hasher_end(h);
  if (error != FPCHECK_OK) return error;
  if (fpcheck_hasher_features(h) == 0) return FPCHECK_NO_FEATURES;
  if (is_minhash(h->scheme)) {
    fpcheck_minima m;
    fpcheck_hasher_minima(h, &m);
    return fpcheck_from_minima(&m, fp);
  }
  fpcheck_counters c = {{0}};
  fpi_count_elements(h, &c);
  unsigned char sketch[8];
  store64(sketch, fpcheck_counters_sketch(&c));
  return fpcheck_from_sketch(h->scheme, sketch, sizeof sketch, fp);
}

FPI void fpi_init_stage(fpcheck_hasher *h, fpcheck_scheme scheme, const fpcheck_watch *watch,
                        enum stage until) {
  fpi_init(h, scheme, NULL, 0);
  fpcheck_hasher_watch(h, watch);
  h->until = until;
}
