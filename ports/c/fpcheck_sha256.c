// SPDX-License-Identifier: Apache-2.0
//
// SHA-256: FIPS 180-4.

#include "fpcheck_internal.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428A2F98u, 0x71374491u, 0xB5C0FBCFu, 0xE9B5DBA5u, 0x3956C25Bu, 0x59F111F1u, 0x923F82A4u,
    0xAB1C5ED5u, 0xD807AA98u, 0x12835B01u, 0x243185BEu, 0x550C7DC3u, 0x72BE5D74u, 0x80DEB1FEu,
    0x9BDC06A7u, 0xC19BF174u, 0xE49B69C1u, 0xEFBE4786u, 0x0FC19DC6u, 0x240CA1CCu, 0x2DE92C6Fu,
    0x4A7484AAu, 0x5CB0A9DCu, 0x76F988DAu, 0x983E5152u, 0xA831C66Du, 0xB00327C8u, 0xBF597FC7u,
    0xC6E00BF3u, 0xD5A79147u, 0x06CA6351u, 0x14292967u, 0x27B70A85u, 0x2E1B2138u, 0x4D2C6DFCu,
    0x53380D13u, 0x650A7354u, 0x766A0ABBu, 0x81C2C92Eu, 0x92722C85u, 0xA2BFE8A1u, 0xA81A664Bu,
    0xC24B8B70u, 0xC76C51A3u, 0xD192E819u, 0xD6990624u, 0xF40E3585u, 0x106AA070u, 0x19A4C116u,
    0x1E376C08u, 0x2748774Cu, 0x34B0BCB5u, 0x391C0CB3u, 0x4ED8AA4Au, 0x5B9CCA4Fu, 0x682E6FF3u,
    0x748F82EEu, 0x78A5636Fu, 0x84C87814u, 0x8CC70208u, 0x90BEFFFAu, 0xA4506CEBu, 0xBEF9A3F7u,
    0xC67178F2u};

static uint32_t rotr32(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void sha256_block(uint32_t state[8], const unsigned char *p) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 |
           p[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (rotr32(w[i - 15], 7) ^ rotr32(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (rotr32(w[i - 2], 17) ^ rotr32(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, state, sizeof v);
// Instead of moving the variables, each round is given them in the next order.
#define ROUND(a, b, c, d, e, f, g, h, i)                                          \
  do {                                                                            \
    uint32_t t = v[h] + (rotr32(v[e], 6) ^ rotr32(v[e], 11) ^ rotr32(v[e], 25)) + \
                 (v[g] ^ (v[e] & (v[f] ^ v[g]))) + K[i] + w[i];                   \
    v[d] += t;                                                                    \
    v[h] = t + (rotr32(v[a], 2) ^ rotr32(v[a], 13) ^ rotr32(v[a], 22)) +          \
           ((v[a] & v[b]) | (v[c] & (v[a] | v[b])));                              \
  } while (0)
  for (int i = 0; i < 64; i += 8) {
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, i);
    ROUND(7, 0, 1, 2, 3, 4, 5, 6, i + 1);
    ROUND(6, 7, 0, 1, 2, 3, 4, 5, i + 2);
    ROUND(5, 6, 7, 0, 1, 2, 3, 4, i + 3);
    ROUND(4, 5, 6, 7, 0, 1, 2, 3, i + 4);
    ROUND(3, 4, 5, 6, 7, 0, 1, 2, i + 5);
    ROUND(2, 3, 4, 5, 6, 7, 0, 1, i + 6);
    ROUND(1, 2, 3, 4, 5, 6, 7, 0, i + 7);
  }
#undef ROUND
  for (int i = 0; i < 8; i++) state[i] += v[i];
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>

#define SHA_TARGET __attribute__((target("sha,ssse3,sse4.1")))

// The same of blocks, with the instructions for SHA-256, which most processors have since 2017.
SHA_TARGET static void blocks_by_processor(uint32_t state[8], const unsigned char *p, size_t n) {
  const __m128i big_endian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  const __m128i abcd = _mm_loadu_si128((const __m128i *)(const void *)state);
  const __m128i efgh = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
  const __m128i cdab = _mm_shuffle_epi32(abcd, 0xB1), hgfe = _mm_shuffle_epi32(efgh, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, cdab, 0xF0);
  for (; n > 0; n--, p += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++) {
      w[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
      w[i] = _mm_shuffle_epi8(w[i], big_endian);
    }
// Four rounds, and the words for those 16 rounds later.
#define ROUNDS(a, b, c, d, i)                                                            \
  do {                                                                                   \
    const __m128i k = _mm_loadu_si128((const __m128i *)(const void *)(K + (i)));         \
    const __m128i kw = _mm_add_epi32(w[a], k);                                           \
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);                                        \
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(kw, 0x0E));               \
    const __m128i more =                                                                 \
        _mm_add_epi32(_mm_sha256msg1_epu32(w[a], w[b]), _mm_alignr_epi8(w[d], w[c], 4)); \
    w[a] = _mm_sha256msg2_epu32(more, w[d]);                                             \
  } while (0)
    for (int i = 0; i < 64; i += 16) {
      ROUNDS(0, 1, 2, 3, i);
      ROUNDS(1, 2, 3, 0, i + 4);
      ROUNDS(2, 3, 0, 1, i + 8);
      ROUNDS(3, 0, 1, 2, i + 12);
    }
#undef ROUNDS
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static bool asks_processor(void) {
  unsigned a, b, c, d;
  const unsigned ssse3 = BIT(9), sse41 = BIT(19), sha = BIT(29);
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (ssse3 | sse41)) != (ssse3 | sse41)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & sha) != 0;
}

// Whether the processor has them. It is asked once: on a virtual machine that is slow. Threads that
// ask at the same time find the same.
static bool has_instructions(void) {
  static int known;  // 1 for no, 2 for yes
  int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (answer == 0) {
    answer = asks_processor() ? 2 : 1;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
  }
  return answer == 2;
}

static void sha256_blocks(uint32_t state[8], const unsigned char *p, size_t n) {
  if (has_instructions()) {
    blocks_by_processor(state, p, n);
    return;
  }
  for (size_t i = 0; i < n; i++) sha256_block(state, p + 64 * i);
}
#else
static void sha256_blocks(uint32_t state[8], const unsigned char *p, size_t n) {
  for (size_t i = 0; i < n; i++) sha256_block(state, p + 64 * i);
}
#endif

FPI void fpi_sha256_start(fpi_sha256 *s) {
  static const uint32_t start[8] = {0x6A09E667u, 0xBB67AE85u, 0x3C6EF372u, 0xA54FF53Au,
                                    0x510E527Fu, 0x9B05688Cu, 0x1F83D9ABu, 0x5BE0CD19u};
  memcpy(s->state, start, sizeof start);
  s->length = 0;
  s->n = 0;
}

FPI void fpi_sha256_add(fpi_sha256 *s, const unsigned char *p, size_t n) {
  while (n > 0) {
    const size_t taken = SHA256_BUFFER - s->n < n ? SHA256_BUFFER - s->n : n;
    memcpy(s->buffer + s->n, p, taken);
    s->n += taken;
    s->length += taken;
    if (s->n == SHA256_BUFFER) {
      sha256_blocks(s->state, s->buffer, SHA256_BUFFER / 64);
      s->n = 0;
    }
    p += taken;
    n -= taken;
  }
}

FPI void fpi_sha256_end(fpi_sha256 *s, unsigned char digest[FPCHECK_DIGEST_SIZE]) {
  static const unsigned char padding[64] = {0x80};
  unsigned char bits[8];
  store64(bits, s->length * 8);
  fpi_sha256_add(s, padding, 1 + (size_t)((119 - s->length % 64) % 64));
  fpi_sha256_add(s, bits, sizeof bits);
  sha256_blocks(s->state, s->buffer, s->n / 64);
  for (int i = 0; i < FPCHECK_DIGEST_SIZE; i++)
    digest[i] = (unsigned char)(s->state[i / 4] >> (24 - i % 4 * 8) & 255);
}
