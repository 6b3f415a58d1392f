// SPDX-License-Identifier: Apache-2.0
//
// test_bands FILE: compares band keys with those of the reference. A line has a fingerprint, a
// layout and the keys, with tabs between.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fpcheck_bands.h"

static unsigned failures;

static void check(bool ok, const char *what, const char *why) {
  if (!ok) {
    fprintf(stderr, "test_bands: %s: %s\n", what, why);
    failures++;
  }
}

static void compare(char *line) {
  char *string = strtok(line, "\t"), *layout = strtok(NULL, "\t"), *keys = strtok(NULL, "\n");
  fpcheck_fingerprint fp;
  fpcheck_layout l;
  if (!string || !layout || !keys || fpcheck_parse(string, strlen(string), &fp) != FPCHECK_OK) {
    check(false, string, "not a fingerprint, a layout and keys");
    return;
  }
  if (strcmp(layout, "auto") == 0) {
    l = fpcheck_layout_default(&fp);
  } else if (fpcheck_layout_parse(layout, strlen(layout), &l) != FPCHECK_OK) {
    check(false, layout, "not a layout");
    return;
  }
  unsigned n = 0;
  for (char *key = strtok(keys, " "); key; key = strtok(NULL, " ")) {
    char got[FPCHECK_BAND_SIZE];
    size_t length = fpcheck_band(&fp, l, n++, got);
    check(length == strlen(key) && strcmp(got, key) == 0, key, got);
  }
  check(n == fpcheck_bands_count(&fp, l), layout, "another number of keys");
  char none[FPCHECK_BAND_SIZE];
  check(fpcheck_band(&fp, l, n, none) == 0, layout, "a key after the last");
}

int main(int argc, char **argv) {
  static const struct {
    const char *layout;
    unsigned simhash, minhash;
    const char *why;
  } counts[] = {
      {"16x8", 0, 16, "16 of a MinHash; 12,870 choices of a SimHash are too many"},
      {"17x8", 0, 0, "136 slots, 24,310 choices"},
      {"16x2", 120, 16, "120 choices"},
      {"64x64", 1, 0, "one choice"},
      {"65x1", 0, 65, "65 blocks of 64 bits"},
      {"64x32", 0, 0, "10^18 choices"},
      {"128x1", 0, 128, "a band for each slot"},
      {"9999x9999", 0, 0, "the product is no overflow"},
      {"4x5", 0, 4, "5 of 4 blocks"},
      {"0x1", 0, 0, "no part"},
      {"1x0", 0, 0, "empty keys"},
  };
  static const char *const bad[] = {"",       "x",     "16",       "16x", "x8",
                                    "16x8x2", " 16x8", "100000x1", "-1x2"};
  static const unsigned char sketch[FPCHECK_SKETCH_MAX];
  fpcheck_fingerprint simhash, minhash;
  fpcheck_layout l;
  if (argc != 2 || fpcheck_from_sketch(FPCHECK_SM1, sketch, 8, &simhash) != FPCHECK_OK ||
      fpcheck_from_sketch(FPCHECK_MH1, sketch, 128, &minhash) != FPCHECK_OK) {
    fputs("usage: test_bands FILE\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    check(fpcheck_layout_parse(counts[i].layout, strlen(counts[i].layout), &l) == FPCHECK_OK,
          counts[i].layout, "not read");
    check(fpcheck_bands_count(&simhash, l) == counts[i].simhash, counts[i].layout, counts[i].why);
    check(fpcheck_bands_count(&minhash, l) == counts[i].minhash, counts[i].layout, counts[i].why);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    check(fpcheck_layout_parse(bad[i], strlen(bad[i]), &l) != FPCHECK_OK, bad[i], "read");
  }
  FILE *file = fopen(argv[1], "r");
  static char line[16384];
  unsigned lines = 0;
  for (; file && fgets(line, sizeof line, file); lines++) compare(line);
  check(lines > 40, argv[1], "too few lines");
  if (file) fclose(file);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
