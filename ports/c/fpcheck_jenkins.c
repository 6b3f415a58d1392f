// SPDX-License-Identifier: Apache-2.0
//
// Chapter 6: the hash jenkins-lookup3-64, and mix64.

#include "fpcheck_internal.h"

uint64_t fpcheck_jenkins(const void *octets, size_t n) {
  const unsigned char *p = octets;
  uint32_t a = 0xDEADBEEFu + (uint32_t)n, b = a, c = a;  // R6.1
  while (n > 12) {                                       // R6.2
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
    p += 12;
    n -= 12;
  }
  if (n > 0) {  // R6.4
    unsigned char tail[12] = {0};
    for (size_t i = 0; i < n; i++) tail[i] = p[i];
    a += load32(tail);
    b += load32(tail + 4);
    c += load32(tail + 8);
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

uint64_t fpcheck_mix64(uint64_t z) {  // R6.7
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}
