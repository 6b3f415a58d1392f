// SPDX-License-Identifier: Apache-2.0
//
// Chapter 5: features.

#include "fpcheck_internal.h"

#include <string.h>

// SLACK octets after the feature may be read.
static void put_feature(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned weight) {
  uint64_t hash = fpi_hash(p, n);
  if (h->watch && h->watch->features) h->watch->features(h->watch->user, p, n, hash, weight);
  if (h->minima)
    fpcheck_minima_add(h->minima, hash);
  else
    fpi_insert(h, hash, weight);
}

// R5.4, of a token that came by itself.
FPI void fpi_put_clusters(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  uint32_t x;
  if (n == 0 || h->scheme != FPCHECK_SM1) return;
  next_scalar(p, n, &x);
  if (!is_spaceless(class_of(properties(x)))) return;
  for (size_t from = 0; from < n;) {
    size_t to = from + next_scalar(p + from, n - from, &x);
    unsigned weight = properties(x) & HEAVY ? 2 : 1;
    while (to < n) {
      size_t length = next_scalar(p + to, n - to, &x);
      if (class_of(properties(x)) != CLASS_MARK) break;
      to += length;
    }
    put_feature(h, p + from, to - from, weight);
    from = to;
  }
}

// R5.5.
static void put_shingle(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  size_t *length = h->shingle_n;
  if (h->shingle_at + length[0] + length[1] + n >= SHINGLES) {  // room is made now and then
    memmove(h->shingle, h->shingle + h->shingle_at, length[0] + length[1]);
    h->shingle_at = 0;
  }
  unsigned char *first = h->shingle + h->shingle_at, *to = first + length[0] + length[1];
  move_octets(to, p, n);
  to[n] = ' ';
  if (h->tokens == 2) {
    put_feature(h, first, (size_t)(to - first) + n, 1);
    h->shingle_at += length[0];
    length[0] = length[1];
    length[1] = n + 1;
    h->shingles = true;
  } else {
    length[h->tokens++] = n + 1;
  }
}

// A text of one or two tokens has one shingle.
FPI void fpi_put_last_shingle(fpcheck_hasher *h) {
  if (h->tokens > 0 && !h->shingles)
    put_feature(h, h->shingle + h->shingle_at, h->shingle_n[0] + h->shingle_n[1] - 1, 1);
}

FPI void fpi_put_token(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (h->watch && fpi_watched(h, TOKENS, p, n, true)) return;
  if (h->goal == ITEMS)
    h->put_item(h, p, n);
  else if (is_minhash(h->scheme))
    put_shingle(h, p, n);
  else
    put_feature(h, p, n, 1);  // R5.1
}

// R4.8: the one or two clusters of h->token.
FPI void fpi_put_gram(fpcheck_hasher *h) {
  fpi_put_token(h, h->token, h->token_n);
  if (h->scheme != FPCHECK_SM1 || h->goal == ITEMS || h->until < FEATURES) return;
  if (h->split > 0 && !h->split_done) put_feature(h, h->token, h->split, h->split_weight);  // R5.4
  put_feature(h, h->token + h->split, h->token_n - h->split, h->weight);
}
