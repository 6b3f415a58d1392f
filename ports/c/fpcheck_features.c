// SPDX-License-Identifier: Apache-2.0
//
// Chapter 5: features.

#include "fpcheck_internal.h"

#include <string.h>

static void put_feature(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned weight) {
  uint64_t hash = fpcheck_jenkins(p, n);
  if (h->watch && h->watch->features) h->watch->features(h->watch->user, p, n, hash, weight);
  fpi_insert(h, hash, weight);
}

// R5.4. The first done octets hold clusters that are features already.
static void put_clusters(fpcheck_hasher *h, const unsigned char *p, size_t n, size_t done) {
  uint32_t x;
  next_scalar(p, n, &x);
  if (!is_spaceless(class_of(properties(x)))) return;
  for (size_t from = done; from < n;) {
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
  size_t last = h->tokens == 0 ? 0 : 1;  // which of the last two the token will be
  size_t at = length[0] + length[1];
  memcpy(h->shingle + at, p, n);
  if (h->tokens == 2) {
    put_feature(h, h->shingle, at + n, 1);
    memmove(h->shingle, h->shingle + length[0], length[1] + n);
    at = length[0] = length[1];
    h->shingles = true;
  } else {
    h->tokens++;
  }
  h->shingle[at + n] = ' ';
  length[last] = n + 1;
}

// A text of one or two tokens has one shingle.
FPI void fpi_put_last_shingle(fpcheck_hasher *h) {
  if (h->tokens > 0 && !h->shingles)
    put_feature(h, h->shingle, h->shingle_n[0] + h->shingle_n[1] - 1, 1);
}

FPI void fpi_put_token(fpcheck_hasher *h, const unsigned char *p, size_t n, size_t done) {
  if (h->watch && fpi_watched(h, TOKENS, p, n, true)) return;
  if (h->goal == ITEMS) {
    fpi_put_item(h, p, n);
    return;
  }
  if (is_minhash(h->scheme)) {
    put_shingle(h, p, n);
    return;
  }
  put_feature(h, p, n, 1);  // R5.1
  if (h->multi && n > 0 && p[0] >= 0x80) put_clusters(h, p, n, done);
}
