// SPDX-License-Identifier: Apache-2.0
//
// Chapter 1: text.

#include "fpcheck_internal.h"

static void put_text(fpcheck_hasher *h, uint32_t x) {
  if (h->watch && fpi_watched_scalar(h, TEXT, x)) return;
  if (x < 0x80 && ascii[x] & ATOM) {
    unsigned char c = (unsigned char)x;
    fpi_put_atom(h, &c, 1);
    return;
  }
  if (h->atom_n > 0) fpi_end_atom(h);
  if (h->places) h->places->here = scalar_place(h->places->at, x);
  fpi_put_unidentified(h, x);
}

// R1.2.
FPI void fpi_put_ill_formed(fpcheck_hasher *h) {
  if (!h->ill_formed) put_text(h, REPLACEMENT);
  h->ill_formed = true;
}

// Takes characters of an atom, of which p[0] is one; not so many that more than one atom's
// worth of them goes on in one step.
static size_t put_atom_octets(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  size_t most = ATOM_MAX;
  if (h->atom_rest == REST_NONE && h->atom_n > 0) most = h->atom_n < most ? most - h->atom_n : 1;
  if (n > most) n = most;
  size_t taken = 0;
  unsigned kinds = 0;
  for (unsigned kind; taken < n && (kind = ascii[p[taken]]) & ATOM; taken++) kinds |= kind;
  if (h->slow)
    for (size_t i = 0; i < taken; i++) {
      put_text(h, p[i]);
      if (h->places) h->places->at++;
    }
  else if (h->goal == DIGEST)  // R10.6: identifiers are words
    fpi_put_ascii(h, p, taken, taken < n && p[taken] < 0x80 && !(ascii[p[taken]] & ATOM));
  else if (taken < n && h->atom_n == 0 && h->atom_rest == REST_NONE)  // it is whole
    fpi_put_tested(h, p, taken, kinds, p[taken] < 0x80);
  else
    fpi_put_atom(h, p, taken);
  return taken;
}

// Takes an octet that goes on with an unfinished sequence, or shows that it was ill-formed.
static size_t put_part(fpcheck_hasher *h, unsigned char octet) {
  uint32_t x;
  h->part[h->part_n] = octet;
  int length = read_scalar(h->part, h->part_n + 1, &x);
  if (length < 0) {
    h->part_n++;
    return 1;
  }
  h->part_n = 0;
  if (length == 0) {
    fpi_put_ill_formed(h);
    return 0;
  }
  h->ill_formed = false;
  put_text(h, x);
  return 1;
}

// Whether chapters 1 and 2 keep nothing.
static bool is_clean(const fpcheck_hasher *h) {
  return h->part_n == 0 && h->atom_n == 0 && h->atom_rest == REST_NONE && h->held_n == 0 &&
         h->white_n == 0;
}

// How far the short way goes before the shortest is tried again: the further, the more often that
// was for nothing.
enum { SPAN_MIN = 32, SPAN_MAX = 4096 };

size_t fpcheck_hasher_write(fpcheck_hasher *h, const void *octets, size_t n) {
  const unsigned char *p = octets;
  size_t i = 0, span = SPAN_MIN;
  if (h->ended) return 0;
  while (i < n && h->spill_n == 0) {
    uint32_t x;
    int length;
    if (!h->slow && is_clean(h)) {
      const size_t from = i, english = fpi_put_english(h, p + i, n - i);
      if (english >= SPAN_MIN) span = SPAN_MIN;
      i += english;
      for (size_t taken = 0; taken == 0 && i < n && h->spill_n == 0; span *= 2) {
        taken = fpi_put_spans(h, p + i, n - i < span ? n - i : span);
        i += taken;
        if (span >= n - i || span >= SPAN_MAX) break;
      }
      if (i > from) {
        h->ill_formed = false;
        continue;
      }
    }
    if (h->part_n > 0) {
      i += put_part(h, p[i]);
    } else if (ascii[p[i]] & ATOM) {
      h->ill_formed = false;
      if (h->places) h->places->at = i;
      i += put_atom_octets(h, p + i, n - i);
    } else if (p[i] < 0x80 && !h->slow) {
      h->ill_formed = false;
      if (h->atom_n > 0) fpi_end_atom(h);
      fpi_put_ascii_separator(h, p[i++]);
    } else if ((length = read_scalar(p + i, n - i, &x)) > 0) {
      h->ill_formed = false;
      if (h->places) h->places->at = i;
      put_text(h, x);
      i += (size_t)length;
    } else if (length == 0) {
      if (h->places) h->places->at = i;
      fpi_put_ill_formed(h);
      i++;
    } else {
      while (i < n) h->part[h->part_n++] = p[i++];
    }
  }
  return i;
}

void fpcheck_text(const void *octets, size_t n, fpcheck_sink *sink, void *user) {
  const fpcheck_watch watch = {.user = user, .text = sink};
  fpcheck_hasher h;
  fpi_init_stage(&h, FPCHECK_SD1, &watch, TEXT);
  fpcheck_hasher_write(&h, octets, n);
  fpcheck_hasher_end(&h);
}
