// SPDX-License-Identifier: Apache-2.0
// Compares each property in the tables with its digest in vectors/ucd/SHA256SUMS.txt.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define FPI static
#define FPCHECK_TABLES_HERE
#define FPCHECK_TABLES_NAMES
#include "../fpcheck_tables.h"
#include "sha256.h"

enum { LIMIT = 0x110000, S_BASE = 0xAC00, S_COUNT = 11172, T_COUNT = 28, N_COUNT = 588 };

static uint32_t word_of(uint32_t x) {
  uint32_t block = fpi_property_index[x >> PROPERTY_SHIFT];
  return fpi_property_words[2 * fpi_property_blocks[block << PROPERTY_SHIFT |
                                                    (x & ((1u << PROPERTY_SHIFT) - 1))]];
}

static const uint32_t *decomposition(uint32_t x) {
  uint32_t block = fpi_decomposition_index[x >> DECOMPOSITION_SHIFT];
  return &fpi_sequences[fpi_decomposition_blocks[block << DECOMPOSITION_SHIFT |
                                                 (x & ((1u << DECOMPOSITION_SHIFT) - 1))]];
}

static const uint32_t *casefold(uint32_t x) {
  uint32_t block = fpi_casefold_index[x >> CASEFOLD_SHIFT];
  return &fpi_sequences[fpi_casefold_blocks[block << CASEFOLD_SHIFT |
                                            (x & ((1u << CASEFOLD_SHIFT) - 1))]];
}

static void put(sha256 *s, const char *format, ...) {
  char text[64];
  va_list values;
  va_start(values, format);
  int n = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  sha256_add(s, text, (size_t)n);
}

static void put_sequence(sha256 *s, const uint32_t *to) {
  for (uint32_t i = 1; i <= *to; i++) put(s, i == 1 ? "%04lX" : " %04lX", (unsigned long)to[i]);
}

static void put_category(sha256 *s, uint32_t x) { put(s, "%s", category_names[word_of(x) & 31]); }
static void put_script(sha256 *s, uint32_t x) { put(s, "%s", script_names[word_of(x) >> 24]); }
static void put_alphabetic(sha256 *s, uint32_t x) { put(s, word_of(x) >> 16 & 1 ? "Y" : "N"); }
static void put_white_space(sha256 *s, uint32_t x) { put(s, word_of(x) >> 17 & 1 ? "Y" : "N"); }
static void put_ccc(sha256 *s, uint32_t x) { put(s, "%u", (unsigned)(word_of(x) >> 5 & 255)); }

static void put_casefold(sha256 *s, uint32_t x) {
  if (word_of(x) >> 19 & 1)
    put_sequence(s, casefold(x));
  else
    put(s, "%04lX", (unsigned long)x);
}

static void put_decomposition(sha256 *s, uint32_t x) {
  uint32_t i = x - S_BASE;
  if (i < S_COUNT) {
    uint32_t to[4] = {i % T_COUNT ? 3 : 2, 0x1100 + i / N_COUNT, 0x1161 + i % N_COUNT / T_COUNT,
                      0x11A7 + i % T_COUNT};
    put_sequence(s, to);
  } else if (word_of(x) >> 18 & 1) {
    put_sequence(s, decomposition(x));
  } else {
    put(s, "%04lX", (unsigned long)x);
  }
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void put_compositions(sha256 *s) {
  static uint64_t pairs[(1 << PAIR_BITS) + S_COUNT];
  size_t n = 0;
  for (size_t i = 0; i < 1u << PAIR_BITS; i++)
    if (fpi_pair_slots[i]) pairs[n++] = fpi_pair_slots[i];
  for (uint64_t i = 0; i < S_COUNT; i++) {
    uint64_t first = i % T_COUNT ? S_BASE + i / T_COUNT * T_COUNT : 0x1100 + i / N_COUNT;
    uint64_t second = i % T_COUNT ? 0x11A7 + i % T_COUNT : 0x1161 + i % N_COUNT / T_COUNT;
    pairs[n++] = first << 42 | second << 21 | (S_BASE + i);
  }
  qsort(pairs, n, sizeof *pairs, by_value);
  for (size_t i = 0; i < n; i++)
    put(s, "%04lX %04lX;%04lX\n", (unsigned long)(pairs[i] >> 42),
        (unsigned long)(pairs[i] >> 21 & 0x1FFFFF), (unsigned long)(pairs[i] & 0x1FFFFF));
}

int main(void) {
  static const struct {
    const char *name, *digest;
    void (*put_value)(sha256 *, uint32_t);
  } all[] = {
      {"GeneralCategory", "af3ecf8b89fbe6161f104905401e606b75e397a8d84fa5c4d394620f15abab33",
       put_category},
      {"Script", "ce405e73b4bc5aa7c82bc355cd7a4cebce580b5ffb44bcacaa80b1c60f1bfa42", put_script},
      {"Alphabetic", "9481eedfa6c95fa112ab403f9a5b68eefe2f9e6307398470e5d0dd337b1c102a",
       put_alphabetic},
      {"White_Space", "1a9b0804f894adc2bd69306942be7ed805b7df1a4d08066017619ca95a3da6c8",
       put_white_space},
      {"CombiningClass", "9ce09ba1c43cd931ea217c65f544a418ce716c6a24c929a20a042611d8392e1d",
       put_ccc},
      {"NFKC_Casefold", "8ac36b6a238c8ee51bfee928f86824798ad3c4b7fe33e8f275c561c4f75d12a6",
       put_casefold},
      {"CanonicalDecomposition", "1b4b31629f932c2debbdcd20ac6c6787f39cf3aecbbdeeb2d91d2ae476083190",
       put_decomposition},
      {"Composition", "881f1e7246b6da3ce3b73f8729f4a1cbcf4f7942b8106e59852a683e53e3c9c8", NULL},
  };
  int failures = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sha256 s;
    char hex[65];
    sha256_init(&s);
    if (all[i].put_value == NULL) put_compositions(&s);
    for (uint32_t x = 0; x < LIMIT && all[i].put_value != NULL; x++) {
      put(&s, "%04lX;", (unsigned long)x);
      all[i].put_value(&s, x);
      put(&s, "\n");
    }
    sha256_hex(&s, hex);
    if (strcmp(hex, all[i].digest) == 0) continue;
    fprintf(stderr, "%s: digest is %s, want %s\n", all[i].name, hex, all[i].digest);
    failures++;
  }
  printf("tables: %d failures\n", failures);
  return failures > 0;
}
