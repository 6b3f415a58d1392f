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
    const uint64_t octets = load_eight(p + k), low = octets & ~HIGHEST, plain = ~octets & HIGHEST;
    const uint64_t capital = within(low, 'A', 'Z') & plain;
    const uint64_t letter = within(low | LOWEST * 0x20, 'a', 'z') & plain;
    const uint64_t other = (within(low, '0', '9') | within(low, '_', '_')) & plain;
    const uint64_t hint = (within(low, '-', '/') | within(low, ':', '@')) & plain;
    store_eight(small + k, octets | capital >> 2);
    m.letter |= gather(letter) << k;
    m.word |= gather(letter | other) << k;
    m.hint |= gather(hint) << k;
    m.foreign |= gather(octets & HIGHEST) << k;
  }
  return m;
}

// Whether a character of the masks' hint, with the one after it, makes the atom one for the other
// ways. A hyphen may end a line. One of an identifier is not the last of its atom: without the
// punctuation at its end (R2.3), the atom has none.
static ALWAYS_INLINE bool stops(unsigned char c, unsigned char next) {
  const bool printable = next > ' ' && next < 0x80;
  if (c == '-') return !printable;
  return ascii[c] & TELLING && printable && next != '"';
}

// Whether three octets are one of the marks that English has beyond ASCII, which only separate:
// U+2013, U+2014, U+2018, U+2019, U+201C, U+201D, U+2026.
static ALWAYS_INLINE bool is_mark(const unsigned char *p) {
  const unsigned marks =
      1u << 0x13 | 1u << 0x14 | 1u << 0x18 | 1u << 0x19 | 1u << 0x1C | 1u << 0x1D;
  return p[0] == 0xE2 && p[1] == 0x80 &&
         (p[2] == 0xA6 || (p[2] >> 5 == 4 && marks >> (p[2] & 0x1F) & 1));
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
  if (p[0] >= 0x80 || h->goal != FINGERPRINT || !is_at_rest(h)) return 0;
  // Of the octet after a block, too, it is known what it is.
  while (n - i > BLOCK && h->spill_n == 0) {
    unsigned char small[BLOCK + SLACK];
    const unsigned char *block = p + i;
    const block_masks m = classify(block, small);
    unsigned end = BLOCK;
    bool stopped = false;
    for (uint64_t foreign = m.foreign; foreign != 0;) {
      const unsigned at = trailing_zeros(foreign);
      if (at + 3 > BLOCK || !is_mark(block + at)) {
        end = at;
        stopped = at + 3 <= BLOCK;
        break;
      }
      foreign &= ~(UINT64_C(7) << at);
    }
    for (uint64_t hint = m.hint; hint != 0; hint &= hint - 1) {
      const unsigned at = trailing_zeros(hint);
      if (at >= end) break;
      if (stops(block[at], block[at + 1])) {
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
