// SPDX-License-Identifier: Apache-2.0
//
// Chapter 2: identifiers.

#include "fpcheck_internal.h"

#include <string.h>

static void put_identifiers(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (h->watch && fpi_watched_scalar(h, IDENTIFIERS, x)) return;
  fpi_normalise(h, x, word);
}

FPI void fpi_flush_white(fpcheck_hasher *h) {
  for (unsigned i = 0; i < h->white_n; i++)
    put_identifiers(h, h->white[i], properties(h->white[i]));
  h->white_n = 0;
  h->before = CLASS_NONE;
}

// R2.10.
static void close_white(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned class = class_of(word);
  if (word & WHITE_SPACE || x == 0x200B) {
    if (is_spaceless(h->before) && h->white_n < WHITE_MAX) {
      h->white[h->white_n++] = x;
      return;
    }
    fpi_flush_white(h);
  } else {
    if (h->white_n > 0 && class == h->before)
      h->white_n = 0;
    else if (h->white_n > 0)
      fpi_flush_white(h);
    if (class != CLASS_MARK) h->before = class;
  }
  put_identifiers(h, x, word);
}

FPI void fpi_flush_held(fpcheck_hasher *h) {
  for (unsigned i = 0; i < h->held_n; i++) close_white(h, h->held[i], properties(h->held[i]));
  h->held_n = 0;
  h->letter = false;
}

static bool is_line_end(uint32_t x) { return (x >= 0xA && x <= 0xD) || x == 0x85 || x == 0x2028; }

// Whether a code point goes on with what may be a hyphen at a line end: R2.9 (b) to (d).
static bool is_held(const fpcheck_hasher *h, uint32_t x) {
  if (x == 0x9 || x == 0x20 || x == 0xA0) return h->held_blanks < 64;
  if (h->held_line) return x == 0xA && h->held[h->held_n - 1] == 0xD;
  return is_line_end(x);
}

// R2.9.
static void join_lines(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (h->held_n > 0) {
    if (is_held(h, x)) {
      h->held[h->held_n++] = x;
      h->held_blanks++;
      if (is_line_end(x)) {
        h->held_line = true;
        h->held_blanks = 0;
      }
      return;
    }
    if (h->held_line && in_categories(word, BIT(LL)))
      h->held_n = 0;
    else
      fpi_flush_held(h);
  }
  if (h->letter && (x == 0x2D || x == 0xAD || x == 0x2010)) {
    h->held[0] = x;
    h->held_n = 1;
    h->held_blanks = 0;
    h->held_line = false;
    return;
  }
  if (!in_categories(word, MARKS)) h->letter = in_categories(word, LETTERS);
  close_white(h, x, word);
}

FPI void fpi_put_unidentified(fpcheck_hasher *h, uint32_t x) {
  uint32_t word = properties(x);
  if (h->multi)
    join_lines(h, x, word);
  else
    put_identifiers(h, x, word);
}

// An ASCII character that is no letter, digit or U+005F separates (R3.2), if chapter 2 lets it.
FPI void fpi_put_ascii_separator(fpcheck_hasher *h, unsigned char c) {
  if (h->slow || (h->multi && (h->held_n > 0 || c == '-' || is_spaceless(h->before)))) {
    fpi_put_unidentified(h, c);
    return;
  }
  h->letter = false;
  h->before = CLASS_NONE;
  fpi_end_first(h);
  fpi_separate(h, c);
}

// What is left of an atom. It is closed if an ASCII character that is of no atom follows.
FPI void fpi_put_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed) {
  for (size_t i = 0; i < n;) {
    if (h->places) h->places->here = octet_place(h->places->ascii + i);
    if (!(ascii[p[i]] & WORD)) {
      fpi_put_ascii_separator(h, p[i++]);
      continue;
    }
    if (h->slow || h->held_n > 0 || h->white_n > 0) {
      fpi_put_unidentified(h, p[i++]);
      continue;
    }
    size_t to = i + 1;
    while (to < n && ascii[p[to]] & WORD) to++;
    h->letter = (ascii[p[to - 1]] & LETTER) != 0;
    h->before = CLASS_WORD;
    fpi_normalise_ascii(h, p + i, to - i, to < n ? p[to] != '-' : closed);
    i = to;
  }
}

static bool begins_with(const unsigned char *p, const unsigned char *end, const char *prefix) {
  for (; *prefix; p++, prefix++)
    if (p == end || lower(*p) != (unsigned char)*prefix) return false;
  return true;
}

// R2.4.
static bool has_scheme(const unsigned char *p, const unsigned char *end) {
  for (const unsigned char *colon = p; end - colon >= 3; colon++) {
    if (memcmp(colon, "://", 3) != 0) continue;
    for (const unsigned char *q = colon; q > p; q--) {
      if (ascii[q[-1]] & LETTER) return true;
      if (!(ascii[q[-1]] & DIGIT) && !is_one_of(q[-1], "+.-")) break;
    }
  }
  return false;
}

// R2.5.
static bool has_prefix(const unsigned char *p, const unsigned char *end) {
  static const char prefixes[][8] = {"www.", "mailto:", "tel:",  "urn:",   "info:", "doi:", "hdl:",
                                     "ark:", "arxiv:",  "pmid:", "orcid:", "isbn:", "issn:"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins_with(p, end, prefixes[i])) return true;
  return false;
}

static const unsigned char *skip_digits(const unsigned char *p, const unsigned char *end) {
  while (p < end && ascii[*p] & DIGIT) p++;
  return p;
}

// R2.6.
static bool is_doi(const unsigned char *p, const unsigned char *end) {
  if (!begins_with(p, end, "10.")) return false;
  p += 3;
  const unsigned char *q = skip_digits(p, end);
  if (q - p < 4 || q - p > 9) return false;
  while (end - q >= 2 && q[0] == '.' && ascii[q[1]] & DIGIT) q = skip_digits(q + 1, end);
  return end - q >= 2 && *q == '/';
}

// R2.7.
static bool is_address(const unsigned char *p, const unsigned char *end) {
  const unsigned char *q = memchr(p, '@', (size_t)(end - p));
  if (q == NULL || q == p) return false;
  for (q++; end - q >= 3 && *q != '@'; q++)
    if (is_alphanumeric(q[0]) && q[1] == '.' && is_alphanumeric(q[2])) return true;
  return false;
}

FPI bool fpi_is_identifier(const unsigned char *p, size_t n) {
  const unsigned char *end = p + n;
  while (p < end && is_one_of(*p, "('*_")) p++;  // R2.3
  while (p < end && is_one_of(end[-1], ")'*_.,;:!?")) end--;
  if (p == end) return false;
  return has_scheme(p, end) || has_prefix(p, end) || is_doi(p, end) || is_address(p, end);
}

// R2.8, of what is tested of an atom, which holds these kinds of characters; says what becomes of
// the rest. closed is as of put_ascii.
FPI unsigned fpi_put_tested(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned kinds,
                            bool closed) {
  if (kinds & TELLING && fpi_is_identifier(p, n)) {
    fpi_put_unidentified(h, REPLACEMENT);
    return REST_REPLACED;
  }
  fpi_put_ascii(h, p, n, closed);
  return REST_KEPT;
}

// Takes more of an atom that may go on.
FPI void fpi_put_atom(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (h->atom_rest == REST_NONE) {
    size_t space = ATOM_MAX - h->atom_n;
    size_t taken = n < space ? n : space;
    memcpy(h->atom + h->atom_n, p, taken);
    h->atom_n += taken;
    p += taken;
    n -= taken;
    if (h->places) h->places->ascii = h->places->at - h->atom_n;
    if (n > 0) h->atom_rest = fpi_put_tested(h, h->atom, h->atom_n, TELLING, false);  // R2.2
  }
  if (h->places) h->places->ascii = h->places->at;
  if (h->atom_rest == REST_KEPT) fpi_put_ascii(h, p, n, false);
}

FPI void fpi_end_atom(fpcheck_hasher *h) {
  if (h->places) h->places->ascii = h->places->at - h->atom_n;
  if (h->atom_rest == REST_NONE) fpi_put_tested(h, h->atom, h->atom_n, TELLING, false);
  h->atom_rest = REST_NONE;
  h->atom_n = 0;
}

void fpcheck_identifiers(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                         void *user) {
  const fpcheck_watch watch = {.user = user, .identifiers = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  fpi_init_stage(&h, scheme, &watch, IDENTIFIERS);
  fpcheck_hasher_write(&h, text, n);
  fpcheck_hasher_end(&h);
}
