// SPDX-License-Identifier: Apache-2.0
//
// Chapter 6: the hash jenkins-lookup3-64, and mix64.

#include "fpcheck_internal.h"

// The hash of n octets. padded says that SLACK octets after them may be read, whatever they are:
// lengths differ from word to word, so to ask for them is slow.
static ALWAYS_INLINE uint64_t hash(const unsigned char *p, size_t n, bool padded) {
  // The octets of the last block that count.
  static const uint32_t masks[13][3] = {
      {0, 0, 0},
      {0xFF, 0, 0},
      {0xFFFF, 0, 0},
      {0xFFFFFF, 0, 0},
      {UINT32_MAX, 0, 0},
      {UINT32_MAX, 0xFF, 0},
      {UINT32_MAX, 0xFFFF, 0},
      {UINT32_MAX, 0xFFFFFF, 0},
      {UINT32_MAX, UINT32_MAX, 0},
      {UINT32_MAX, UINT32_MAX, 0xFF},
      {UINT32_MAX, UINT32_MAX, 0xFFFF},
      {UINT32_MAX, UINT32_MAX, 0xFFFFFF},
      {UINT32_MAX, UINT32_MAX, UINT32_MAX},
  };
  uint32_t a = 0xDEADBEEFu + (uint32_t)n, b = a, c = a;  // R6.1
  for (; n > 12; p += 12, n -= 12) {                     // R6.2
    a += load32(p);
    b += load32(p + 4);
    c += load32(p + 8);
    // clang-format off
    a -= c; a ^= rotl32(c, 4); c += b;
    b -= a; b ^= rotl32(a, 6); a += c;
    c -= b; c ^= rotl32(b, 8); b += a;
    a -= c; a ^= rotl32(c, 16); c += b;
    b -= a; b ^= rotl32(a, 19); a += c;
    c -= b; c ^= rotl32(b, 4); b += a;
    // clang-format on
  }
  if (n > 0) {  // R6.4
    unsigned char tail[12];
    if (!padded) {
      memcpy(tail, p, n);
      memset(tail + n, 0, sizeof tail - n);
      p = tail;
    }
    a += load32(p) & masks[n][0];
    b += load32(p + 4) & masks[n][1];
    c += load32(p + 8) & masks[n][2];
    // clang-format off
    c ^= b; c -= rotl32(b, 14);
    a ^= c; a -= rotl32(c, 11);
    b ^= a; b -= rotl32(a, 25);
    c ^= b; c -= rotl32(b, 16);
    a ^= c; a -= rotl32(c, 4);
    b ^= a; b -= rotl32(a, 14);
    c ^= b; c -= rotl32(b, 24);
    // clang-format on
  }
  return (uint64_t)c << 32 | b;  // R6.6
}

FPI uint64_t fpi_hash(const unsigned char *p, size_t n) { return hash(p, n, true); }

uint64_t fpcheck_jenkins(const void *octets, size_t n) { return hash(octets, n, false); }

uint64_t fpcheck_mix64(uint64_t z) {  // R6.7
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}
