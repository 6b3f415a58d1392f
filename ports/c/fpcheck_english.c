// SPDX-License-Identifier: Apache-2.0
//
// The shortest way through chapters 1 to 4, for words of ASCII between separators of ASCII. It
// takes blocks of 64 octets, and finds their words by masks with a bit for each octet. It stops
// before the atom (R2.1) that may be an identifier, end a line with a hyphen, or touch other
// characters.

#include "fpcheck_internal.h"

enum { BLOCK = 64 };

typedef struct block_masks {
  uint64_t word, letter;  // letters, digits and U+005F; letters
  uint64_t hint;          // a hyphen, and what an identifier has
  uint64_t foreign;       // octets beyond ASCII
} block_masks;

// Collects the highest bits of eight octets in one octet.
static ALWAYS_INLINE uint64_t gather(uint64_t x) {
  return (x >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

// Finds the masks of a block, and copies it in small letters.
static ALWAYS_INLINE block_masks classify(const unsigned char *p, unsigned char *small) {
  block_masks m = {0};
  for (unsigned k = 0; k < BLOCK; k += 8) {
    // What this says of octets beyond ASCII is removed at the end.
    const uint64_t octets = load_eight(p + k), low = octets & ~HIGHEST;
    const uint64_t letter = within(low | LOWEST * 0x20, 'a', 'z');
    const uint64_t capital = letter & ~(octets << 2);
    const uint64_t other = within(low, '0', '9') | within(low, '_', '_');
    const uint64_t hint = within(low, '-', '.') | within(low, ':', '@');
    store_eight(small + k, octets | capital >> 2);
    m.letter |= gather(letter) << k;
    m.word |= gather(letter | other) << k;
    m.hint |= gather(hint) << k;
    m.foreign |= gather(octets & HIGHEST) << k;
  }
  m.letter &= ~m.foreign;
  m.word &= ~m.foreign;
  m.hint &= ~m.foreign;
  return m;
}

// Whether a character of the masks' hint, with those before and after it, makes the atom one for
// the other ways. A hyphen may end a line. One of an identifier is not the last of its atom:
// without the punctuation at its end (R2.3), the atom has none. A full stop tells only in "www."
// (R2.5) or "10." (R2.6), and a colon only after a letter (R2.5) or before a slash (R2.4).
static ALWAYS_INLINE bool stops(unsigned char before, unsigned char c, unsigned char next) {
  const bool printable = next > ' ' && next < 0x80, inside = printable && next != '"';
  switch (c) {
    case '-': return !printable;
    case '.': return (before == 'w' || before == 'W' || before == '0') && inside;
    case ':': return next == '/' || ((before | 0x20) >= 'a' && (before | 0x20) <= 'z' && inside);
    case '@': return inside;
    default: return false;
  }
}

// Returns the octets of a mark beyond ASCII that only separates, or 0: U+00A0, U+2013, U+2014,
// U+2018, U+2019, U+201C, U+201D, U+2022, U+2026, and U+2500 to U+257F, which draw boxes.
// There are three octets.
static ALWAYS_INLINE unsigned mark(const unsigned char *p) {
  const unsigned marks =
      1u << 0x13 | 1u << 0x14 | 1u << 0x18 | 1u << 0x19 | 1u << 0x1C | 1u << 0x1D;
  if (p[0] == 0xC2) return p[1] == 0xA0 ? 2 : 0;
  if (p[0] != 0xE2) return 0;
  if (p[1] == 0x94 || p[1] == 0x95) return p[2] >> 6 == 2 ? 3 : 0;
  if (p[1] != 0x80) return 0;
  return p[2] == 0xA2 || p[2] == 0xA6 || (p[2] >> 5 == 4 && marks >> (p[2] & 0x1F) & 1) ? 3 : 0;
}

// Whether no stage keeps anything.
static bool is_at_rest(const fpcheck_hasher *h) {
  return h->starter == NO_STARTER && h->first.n == 0 && h->second.n == 0 && !h->run && !h->dots &&
         h->token_class == CLASS_NONE;
}

// As fpi_put_token, which tests more and is a quarter slower here: nobody watches.
static ALWAYS_INLINE void put_word(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (is_minhash(h->scheme))
    fpi_put_token(h, p, n);
  else
    fpi_insert(h, fpi_hash(p, n), 1);  // R5.1
}

// Takes words and separators, to after a blank, and returns how many octets.
FPI size_t fpi_put_english(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  size_t i = 0;
  if (n <= BLOCK || (p[0] >= 0x80 && mark(p) == 0)) return 0;
  if (h->goal != FINGERPRINT || !is_at_rest(h)) return 0;
  // Of the octet after a block, too, it is known what it is.
  while (n - i > BLOCK && h->spill_n == 0) {
    unsigned char small[BLOCK + SLACK];
    const unsigned char *block = p + i;
    const block_masks m = classify(block, small);
    unsigned end = BLOCK;
    bool stopped = false;
    for (uint64_t foreign = m.foreign; foreign != 0;) {
      const unsigned at = trailing_zeros(foreign), length = at + 3 > BLOCK ? 0 : mark(block + at);
      if (length == 0) {
        end = at;
        stopped = at + 3 <= BLOCK;
        break;
      }
      foreign &= ~(((UINT64_C(1) << length) - 1) << at);
    }
    for (uint64_t hint = m.hint; hint != 0; hint &= hint - 1) {
      const unsigned at = trailing_zeros(hint);
      if (at >= end) break;
      // A block begins after a blank.
      if (stops(at > 0 ? block[at - 1] : ' ', block[at], block[at + 1])) {
        end = at;
        stopped = true;
        break;
      }
    }
    while (end > 0 && block[end - 1] > ' ') end--;  // an atom is of one way
    if (end == 0) break;
    const uint64_t word = m.word & ((UINT64_C(1) << (end - 1)) - 1);  // before the blank
    for (uint64_t starts = word & ~(word << 1), ends = ~word & word << 1; starts != 0;
         starts &= starts - 1, ends &= ends - 1) {
      const unsigned from = trailing_zeros(starts), length = trailing_zeros(ends) - from;
      if (m.letter >> from & ((UINT64_C(1) << length) - 1))  // R4.2
        put_word(h, small + from, length);
    }
    i += end;
    h->letter = false;
    h->before = CLASS_NONE;
    if (stopped) break;
  }
  return i;
}
