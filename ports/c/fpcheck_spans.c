// SPDX-License-Identifier: Apache-2.0
//
// The short way through chapters 1 to 4, for most of most texts: code points that chapter 3 treats
// alone, whatever is around them. The long way is the other chapters, code point by code point. The
// short way stops before whatever it is not for, and the long way goes on there.

#include "fpcheck_internal.h"

// In bits 0 to 2 of the second word (tables.py). Bits 3 to 23 are what to add, modulo 2^21.
enum { LONG_WAY, PLAIN, PLAIN_OPEN, PLAIN_MARK, SEPARATES };

static unsigned way_of(const uint32_t *pair) { return pair[1] & 7; }

// The last code point, which is put when what follows it is known not to change it.
struct pending {
  size_t n;  // octets of the text; 0 if there is none
  unsigned way;
  uint32_t x, word;  // normalised, and its property word
};

// Puts a code point that is normalised.
static ALWAYS_INLINE void put_point(fpcheck_hasher *h, uint32_t x, uint32_t word, bool multi,
                                    bool digest) {
  h->run = true;
  if (digest) {
    fpi_digest_run((fpcheck_digest *)h, x, word);
    return;
  }
  const uint32_t in_word = LETTERS | BIT(MN) | BIT(ND) | BIT(PC);
  unsigned class = class_of(word);
  bool goes_on = multi ? (class == CLASS_WORD && h->token_class == CLASS_WORD) ||
                             (class == CLASS_MARK && h->token_class != CLASS_NONE)
                       : h->token_class == CLASS_WORD && in_categories(word, in_word);
  if (!goes_on || h->over || h->token_n - h->split + 4 > TOKEN_MAX) {
    fpi_segment(h, x, word);
    return;
  }
  h->alphabetic |= (word & ALPHABETIC) != 0;
  h->token_n += write_scalar(x, h->token + h->token_n);
}

// Copies the letters, digits and U+005F of ASCII that n octets begin with, in small letters, and
// returns their number: n or LETTERS_MAX at most. SLACK octets more may be written. Says whether
// there is a letter.
enum { LETTERS_MAX = 2048 };

static ALWAYS_INLINE size_t copy_letters(unsigned char *to, const unsigned char *p, size_t n,
                                         bool *letter) {
  size_t i = 0;
  uint64_t letters = 0;
  if (n > LETTERS_MAX) n = LETTERS_MAX;
  for (; n - i >= 8; i += 8) {
    const uint64_t octets = load_eight(p + i), low = octets & ~HIGHEST;
    const uint64_t capital = within(low, 'A', 'Z') & ~octets;
    const uint64_t small = within(low | LOWEST * 0x20, 'a', 'z') & ~octets;
    const uint64_t others = within(low, '0', '9') | within(low, '_', '_');
    const uint64_t ends = ~(small | (others & ~octets)) & HIGHEST;
    store_eight(to + i, octets | capital >> 2);
    if (ends != 0) {
      const unsigned bit = trailing_zeros(ends);  // the highest of an octet
      *letter = (letters | (small & (((uint64_t)1 << bit) - 1))) != 0;
      return i + bit / 8;
    }
    letters |= small;
  }
  unsigned kinds = 0, kind;
  for (; i < n && (kind = ascii[p[i]]) & WORD; i++) {
    kinds |= kind;
    to[i] = lower(p[i]);
  }
  *letter = letters != 0 || (kinds & LETTER) != 0;
  return i;
}

static ALWAYS_INLINE void put_separator(fpcheck_hasher *h, uint32_t x, bool digest) {
  h->letter = false;
  h->before = CLASS_NONE;
  if (h->run) {
    h->run = false;
    if (digest)
      fpi_digest_end_run((fpcheck_digest *)h);
    else
      fpi_end_class_run(h);
  }
  if (digest) fpi_digest_separator((fpcheck_digest *)h, x);
}

// Whether a hyphen before these n octets ends no line (R2.9): ASCII follows that is no white space.
static bool is_inside_line(const unsigned char *p, size_t n) {
  return n > 0 && *p < 0x80 && *p != ' ' && (*p < 0x9 || *p > 0xD);
}

static bool is_ascii_space(unsigned char c) { return c == ' ' || (c >= 0x9 && c <= 0xD); }

// Whether the mark before these n octets is followed by none with which it might be sorted.
static bool ends_marks(const unsigned char *p, size_t n) {
  uint32_t x;
  if (n == 0) return false;
  if (*p < 0x80) return true;
  if (read_scalar(p, n, &x) <= 0) return false;
  unsigned way = way_of(property_pair(x));
  return way == PLAIN || way == PLAIN_OPEN || way == SEPARATES;
}

static bool has_letter(const unsigned char *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (ascii[p[i]] & LETTER) return true;
  return false;
}

// Whether the atom (R2.1) that begins at i, of which the octets before end are letters, digits or
// U+005F, ends before n and is no identifier. Then tested is where it ends.
static ALWAYS_INLINE bool has_no_identifier(const unsigned char *p, size_t i, size_t end, size_t n,
                                            size_t *tested) {
  unsigned kinds = 0;
  for (unsigned kind; end < n && (kind = ascii[p[end]]) & ATOM; end++) kinds |= kind;
  if (end == n || end - i > ATOM_MAX) return false;
  if (kinds & TELLING && fpi_is_identifier(p + i, end - i)) return false;
  *tested = end;
  return true;
}

static ALWAYS_INLINE size_t put_spans(fpcheck_hasher *h, const unsigned char *p, size_t n,
                                      const bool multi, const bool digest) {
  struct pending last = {0};
  size_t i = 0, tested = 0;  // no identifier begins before tested
  // What the long way left is done before the first that is put here: all of it begins with a
  // starter that does not compose with one before it, or separates.
  bool settled = false;
#define PUT_LAST()                                                  \
  do {                                                              \
    if (!settled) fpi_settle(h);                                    \
    settled = true;                                                 \
    if (last.n > 0) put_point(h, last.x, last.word, multi, digest); \
    last.n = 0;                                                     \
  } while (0)
  while (i < n && (h->spill_n == 0 || i < tested)) {  // an atom is one step
    const unsigned char c = p[i];
    if (c >= 0x80) {
      uint32_t x;
      const int length = read_scalar(p + i, n - i, &x);
      if (length <= 0) break;
      const uint32_t *pair = property_pair(x);
      const unsigned way = way_of(pair);
      if (way == LONG_WAY) break;
      if (way == PLAIN_MARK) {
        if (last.n == 0 || last.way != PLAIN) break;
        if (!ends_marks(p + i + length, n - i - (size_t)length)) break;
        PUT_LAST();
        put_point(h, x, *pair, multi, digest);
      } else {
        PUT_LAST();
        if (way == SEPARATES) {
          put_separator(h, x, digest);
        } else {
          last = (struct pending){(size_t)length, way, (x + (pair[1] >> 3)) & 0x1FFFFF, *pair};
          if (class_of(*pair) != CLASS_MARK) h->before = class_of(*pair);
          if (!in_categories(*pair, MARKS)) h->letter = in_categories(*pair, LETTERS);
        }
      }
      i += (size_t)length;
      continue;
    }
    if (ascii[c] & WORD) {
      PUT_LAST();
      if (!digest && h->token_class != CLASS_WORD) fpi_end_class_run(h);
      if (h->over) break;
      // A text digest does not use the token.
      unsigned char *to = digest ? h->token : h->token + h->token_n;
      bool letter;
      const size_t length = copy_letters(to, p + i, n - i, &letter), end = i + length;
      if (length == LETTERS_MAX || end == n) break;
      if (!digest && i >= tested && !has_no_identifier(p, i, end, n, &tested)) break;
      const unsigned char next = p[end], tail = p[end - 1];
      const bool closed =
          next < 0x80 && (next != '-' || !multi || is_inside_line(p + end + 1, n - end - 1));
      const size_t put = closed ? length : length - 1;
      if (put > 0) {
        h->run = true;
        if (digest)
          fpi_digest_ascii((fpcheck_digest *)h, to, put);
        else
          fpi_segment_ascii(h, put, closed ? letter : has_letter(to, put));
      }
      h->letter = (ascii[tail] & LETTER) != 0;
      h->before = CLASS_WORD;
      if (!closed) last = (struct pending){1, PLAIN, lower(tail), properties(lower(tail))};
      i = end;
    } else {
      if (!digest && ascii[c] & ATOM && i >= tested && !has_no_identifier(p, i, i, n, &tested))
        break;
      if (multi && c == '-' && h->letter && !is_inside_line(p + i + 1, n - i - 1)) break;
      if (multi && is_spaceless(h->before) && is_ascii_space(c)) break;
      PUT_LAST();
      put_separator(h, c, digest);
      i++;
    }
  }
#undef PUT_LAST
  return i - last.n;
}

FPI size_t fpi_put_spans(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (h->goal == DIGEST) return put_spans(h, p, n, true, true);
  return h->multi ? put_spans(h, p, n, true, false) : put_spans(h, p, n, false, false);
}
