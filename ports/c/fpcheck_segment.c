// SPDX-License-Identifier: Apache-2.0
//
// Chapter 4: segmentation.

#include "fpcheck_internal.h"

#include <string.h>

// A word grows in h->token. Of a class run of K or T there are the cluster that grows, from
// h->split on, and before it the one before it, if any.

static size_t cluster_n(const fpcheck_hasher *h) { return h->token_n - h->split; }

static void append(fpcheck_hasher *h, uint32_t x) {
  unsigned char octets[4];
  size_t n = write_scalar(x, octets);
  if (cluster_n(h) + n > TOKEN_MAX) h->over = true;  // R4.3
  if (h->over) return;
  for (size_t i = 0; i < n; i++) h->token[h->token_n++] = octets[i];
  if (h->places) h->places->token = joined(h->places->token, h->places->here);
}

// R4.8: gives the two clusters as a gram, or the only one.
static void end_gram(fpcheck_hasher *h) {
  bool dropped = h->over || h->split_over || h->token_n > TOKEN_MAX;
  if (!dropped) fpi_put_gram(h);
  h->split_done = !dropped;
}

FPI void fpi_start_class_run(fpcheck_hasher *h, unsigned class) {
  h->token_class = class;
  h->token_n = h->split = 0;
  h->over = h->split_over = h->split_done = h->two = h->alphabetic = false;
  if (h->places) h->places->token = NO_PLACE;
}

FPI void fpi_end_class_run(fpcheck_hasher *h) {
  if (h->token_class == CLASS_WORD) {
    bool wanted = h->alphabetic || h->goal == ITEMS;                 // R4.2, R13.12
    if (wanted && !h->over) fpi_put_token(h, h->token, h->token_n);  // R4.3
  } else if (h->token_class != CLASS_NONE) {
    end_gram(h);
  }
  fpi_start_class_run(h, CLASS_NONE);
}

// R4.7: ends the cluster that grows; it becomes the one before.
static void next_cluster(fpcheck_hasher *h) {
  if (h->two) end_gram(h);
  h->two = true;
  size_t n = cluster_n(h);
  move_octets(h->token, h->token + h->split, n);
  h->split_weight = h->weight;
  h->split = h->token_n = n;
  h->split_over = h->over;
  h->over = false;
}

FPI void fpi_segment(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned class = class_of(word);
  if (!h->multi) {  // R4.1
    const uint32_t in_word = LETTERS | BIT(MN) | BIT(ND) | BIT(PC);
    class = in_categories(word, in_word) ? CLASS_WORD : CLASS_NONE;
  } else if (class == CLASS_MARK) {  // R4.6; before a sequence it is dropped
    class = h->token_class;
    if (class != CLASS_NONE) {
      h->alphabetic |= (word & ALPHABETIC) != 0;
      append(h, x);
    }
    return;
  }
  if (class != h->token_class || (is_spaceless(class) && h->goal == ITEMS)) {  // R13.12
    fpi_end_class_run(h);
    fpi_start_class_run(h, class);
  } else if (is_spaceless(class)) {
    next_cluster(h);
  }
  if (class == CLASS_NONE) return;
  h->alphabetic |= (word & ALPHABETIC) != 0;
  h->weight = word & HEAVY ? 2 : 1;
  append(h, x);
}

// The same of n > 0 letters, digits and U+005F of ASCII, in small letters, which are behind the
// token already. letter says whether there is a letter.
FPI void fpi_segment_ascii(fpcheck_hasher *h, size_t n, bool letter) {
  h->token_class = CLASS_WORD;
  if (h->token_n + n > TOKEN_MAX) h->over = true;
  if (h->over) return;
  h->token_n += n;
  h->alphabetic |= letter;
}

void fpcheck_segment(fpcheck_scheme scheme, const fpcheck_octets *runs, size_t count,
                     fpcheck_sink *sink, void *user) {
  const fpcheck_watch watch = {.user = user, .tokens = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  fpi_init_stage(&h, scheme, &watch, TOKENS);
  for (size_t r = 0; r < count; r++) {
    uint32_t x;
    for (size_t i = 0; i < runs[r].n;) {
      i += next_scalar(runs[r].octets + i, runs[r].n - i, &x);
      fpi_segment(&h, x, properties(x));
    }
    fpi_end_class_run(&h);
  }
}
