// SPDX-License-Identifier: Apache-2.0
//
// Chapter 3: normalisation.

#include "fpcheck_internal.h"

#include <string.h>

// A length and as many code points.
static const uint32_t *decomposition(uint32_t x) {
  uint32_t block = fpi_decomposition_index[x >> DECOMPOSITION_SHIFT];
  uint32_t at = block << DECOMPOSITION_SHIFT | (x & (BIT(DECOMPOSITION_SHIFT) - 1));
  return &fpi_sequences[fpi_decomposition_blocks[at]];
}

static const uint32_t *casefold(uint32_t x) {
  uint32_t block = fpi_casefold_index[x >> CASEFOLD_SHIFT];
  uint32_t at = block << CASEFOLD_SHIFT | (x & (BIT(CASEFOLD_SHIFT) - 1));
  return &fpi_sequences[fpi_casefold_blocks[at]];
}

// Hangul: the Unicode Standard, section 3.12.
enum {
  S_BASE = 0xAC00,
  L_BASE = 0x1100,
  V_BASE = 0x1161,
  T_BASE = 0x11A7,
  L_COUNT = 19,
  V_COUNT = 21,
  T_COUNT = 28,
  S_COUNT = L_COUNT * V_COUNT * T_COUNT
};

// The composite of two code points, or 0.
static uint32_t compose(uint32_t a, uint32_t b) {
  if (a - L_BASE < L_COUNT && b - V_BASE < V_COUNT)
    return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
  if (a - S_BASE < S_COUNT && (a - S_BASE) % T_COUNT == 0 && b - T_BASE - 1 < T_COUNT - 1)
    return a + (b - T_BASE);
  uint64_t pair = (uint64_t)a << 21 | b;
  uint32_t at = (a * 0x9E3779B1u + b * 0x85EBCA6Bu) >> (32 - PAIR_BITS);
  for (; fpi_pair_slots[at] != 0; at = (at + 1) & (BIT(PAIR_BITS) - 1))
    if (fpi_pair_slots[at] >> 21 == pair) return (uint32_t)(fpi_pair_slots[at] & 0x1FFFFF);
  return 0;
}

static void put_run(fpcheck_hasher *h, uint32_t x) {
  h->run = true;
  if (h->watch && fpi_watched_scalar(h, RUNS, x)) return;
  if (h->goal == DIGEST)
    fpi_digest_run((fpcheck_digest *)h, x, properties(x));
  else
    fpi_segment(h, x, properties(x));
}

static void put_run_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  h->run = true;
  for (size_t i = 0; i < n; i++) {
    const uint32_t x = lower(p[i]);
    if (h->goal == DIGEST)
      fpi_digest_run((fpcheck_digest *)h, x, properties(x));
    else
      fpi_segment(h, x, properties(x));
  }
}

static void end_run(fpcheck_hasher *h) {
  if (!h->run) return;
  h->run = false;
  if (h->watch && fpi_watched(h, RUNS, NULL, 0, true)) return;
  if (h->goal == DIGEST)
    fpi_digest_end_run((fpcheck_digest *)h);
  else
    fpi_end_class_run(h);
}

// Adds a mark, and its place to those of the marks, unless they are NULL.
static void add_mark(fpcheck_hasher *h, fpi_marks *marks, fpi_place *places, uint32_t x,
                     unsigned ccc) {
  if (marks->n == MARKS_MAX) {
    marks->over = true;
    return;
  }
  if (places) places[marks->n] = h->places->here;
  marks->at[marks->n++] = x | (uint32_t)ccc << 24;
}

static fpi_place *first_places(fpcheck_hasher *h) { return h->places ? h->places->first : NULL; }

static fpi_place *second_places(fpcheck_hasher *h) { return h->places ? h->places->second : NULL; }

// Canonical ordering: sorts by class and keeps the order within a class. places are those of the
// marks, or NULL.
static void sort_marks(fpi_marks *marks, fpi_place *places) {
  uint32_t *at = marks->at;
  if (marks->n <= 16) {
    for (unsigned i = 1; i < marks->n; i++) {
      uint32_t mark = at[i];
      fpi_place place = places ? places[i] : NO_PLACE;
      unsigned k = i;
      for (; k > 0 && at[k - 1] >> 24 > mark >> 24; k--) {
        at[k] = at[k - 1];
        if (places) places[k] = places[k - 1];
      }
      at[k] = mark;
      if (places) places[k] = place;
    }
    return;
  }
  unsigned start[257] = {0};
  uint32_t sorted[MARKS_MAX];
  fpi_place sorted_places[MARKS_MAX];
  for (unsigned i = 0; i < marks->n; i++) start[(at[i] >> 24) + 1]++;
  for (unsigned i = 0; i < 256; i++) start[i + 1] += start[i];
  for (unsigned i = 0; i < marks->n; i++) {
    unsigned to = start[at[i] >> 24]++;
    sorted[to] = at[i];
    if (places) sorted_places[to] = places[i];
  }
  memcpy(at, sorted, marks->n * sizeof *at);
  if (places) memcpy(places, sorted_places, marks->n * sizeof *places);
}

// Gives the starter and the marks after it that did not compose.
static void flush_starter(fpcheck_hasher *h) {
  uint32_t x = h->starter;
  const fpi_place here = h->places ? h->places->here : NO_PLACE;
  if (h->places) h->places->here = h->places->starter;
  if (x < 0x80 && ascii[x] & WORD && !h->slow) {
    unsigned char c = (unsigned char)x;
    put_run_ascii(h, &c, 1);
  } else if (x != NO_STARTER) {
    put_run(h, x);
  }
  h->starter = NO_STARTER;
  for (unsigned i = 0; i < h->second.n; i++) {
    if (h->places) h->places->here = h->places->second[i];
    put_run(h, h->second.at[i] & 0x1FFFFF);
  }
  h->second.n = 0;
  if (h->places) h->places->here = here;
}

// R3.9, for the starter and the marks after it.
static void compose_marks(fpcheck_hasher *h, fpi_marks *marks) {
  fpi_place *places = second_places(h);
  sort_marks(marks, places);
  if (h->starter == NO_STARTER) return;
  unsigned kept = 0, last = 0;  // class of the last mark that stays: it blocks its like
  for (unsigned i = 0; i < marks->n; i++) {
    unsigned ccc = marks->at[i] >> 24;
    uint32_t composite = 0;
    if (ccc > last) composite = compose(h->starter, marks->at[i] & 0x1FFFFF);
    if (composite != 0) {
      h->starter = composite;
      if (places) h->places->starter = joined(h->places->starter, places[i]);
    } else {
      if (places) places[kept] = places[i];
      marks->at[kept++] = marks->at[i];
      last = ccc;
    }
  }
  marks->n = kept;
}

// The mark sequence ends: R3.8.
static void end_second(fpcheck_hasher *h) {
  if (h->second.n == 0) return;
  if (!h->second.over) {
    compose_marks(h, &h->second);
    return;
  }
  h->second.n = 0;
  h->second.over = false;
  flush_starter(h);
  end_run(h);
  if (h->goal == DIGEST) fpi_digest_separator((fpcheck_digest *)h, NO_SCALAR);
}

// R3.6 to R3.9, of a code point that has no decomposition, or is a Hangul syllable.
static void recompose(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned ccc = ccc_of(word);
  if (h->multi) {
    if (x == 0x640) return;                        // R3.6
    if (x == 0x131 && h->goal != DIGEST) x = 'i';  // R3.7, which R10.6 leaves out
    if (ccc == 0) {
      h->dots = x == 'i' && h->goal != DIGEST;
    } else if (h->dots) {
      if (x == 0x307) return;
      if (ccc == 230) h->dots = false;
    }
  }
  if (ccc != 0) {
    add_mark(h, &h->second, second_places(h), x, ccc);
    return;
  }
  end_second(h);
  if (word & SECOND && h->starter != NO_STARTER && h->second.n == 0) {
    uint32_t composite = compose(h->starter, x);
    if (composite != 0) {
      h->starter = composite;
      if (h->places) h->places->starter = joined(h->places->starter, h->places->here);
      return;
    }
  }
  flush_starter(h);
  h->starter = x;
  if (h->places) h->places->starter = h->places->here;
}

// NFD, of what R3.5 gives. Hangul syllables stay whole: R3.9 would put them together again, and
// they are letters like their parts.
static void decompose_again(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & DECOMPOSES)) {
    recompose(h, x, word);
    return;
  }
  const uint32_t *to = decomposition(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    recompose(h, x, properties(x));
  }
}

// R3.5.
static void map(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & MAPS)) {
    decompose_again(h, x, word);
    return;
  }
  const uint32_t *to = casefold(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    decompose_again(h, x, properties(x));
  }
}

// Takes a separator, or NO_SCALAR for one without a code point.
FPI void fpi_separate(fpcheck_hasher *h, uint32_t x) {
  h->dots = false;
  if (h->starter != NO_STARTER || h->second.n != 0 || h->run) {  // not as between blanks
    end_second(h);
    flush_starter(h);
    end_run(h);
  }
  if (h->goal == DIGEST) fpi_digest_separator((fpcheck_digest *)h, x);
}

static void map_marks(fpcheck_hasher *h, fpi_marks *marks) {
  const fpi_place here = h->places ? h->places->here : NO_PLACE;
  sort_marks(marks, first_places(h));
  for (unsigned i = 0; i < marks->n; i++) {
    uint32_t x = marks->at[i] & 0x1FFFFF;
    if (h->places) h->places->here = h->places->first[i];
    map(h, x, properties(x));
  }
  if (h->places) h->places->here = here;
}

// The mark sequence before R3.5 ends: R3.4.
FPI void fpi_end_first(fpcheck_hasher *h) {
  if (h->first.n == 0) return;
  if (h->first.over)
    fpi_separate(h, NO_SCALAR);
  else
    map_marks(h, &h->first);
  h->first.n = 0;
  h->first.over = false;
}

// R3.2 to R3.4, of a code point of NFD, or a Hangul syllable.
static void divide(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  const uint32_t kept = LETTERS | MARKS | BIT(ND) | BIT(PC) | BIT(CF);
  unsigned ccc = ccc_of(word);
  if (ccc != 0) {
    add_mark(h, &h->first, first_places(h), x, ccc);
    return;
  }
  fpi_end_first(h);
  if (in_categories(word, h->multi ? kept | BIT(NL) : kept) && (h->multi || x != 0x200B))
    map(h, x, word);
  else
    fpi_separate(h, x);
}

// R3.1.
FPI void fpi_normalise(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & DECOMPOSES)) {
    divide(h, x, word);
    return;
  }
  const uint32_t *to = decomposition(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    divide(h, x, properties(x));
  }
}

// Ends what is kept, before a starter that composes with none before it.
FPI void fpi_settle(fpcheck_hasher *h) {
  fpi_end_first(h);
  end_second(h);
  flush_starter(h);
  h->dots = false;
}

// The same of n > 0 letters, digits and U+005F of ASCII: only the last may yet compose, unless a
// separator is sure to follow.
FPI void fpi_normalise_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed) {
  fpi_settle(h);
  if (closed || n > 1) put_run_ascii(h, p, closed ? n : n - 1);
  if (closed) return;
  h->starter = lower(p[n - 1]);
  h->dots = h->multi && h->goal != DIGEST && h->starter == 'i';
}

void fpcheck_normalise(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                       void *user) {
  const fpcheck_watch watch = {.user = user, .runs = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  fpi_init_stage(&h, scheme, &watch, RUNS);
  const unsigned char *p = text;
  uint32_t x;
  for (size_t i = 0; i < n;) {
    i += next_scalar(p + i, n - i, &x);
    fpi_normalise(&h, x, properties(x));
  }
  fpi_end_first(&h);
  fpi_separate(&h, NO_SCALAR);
}
