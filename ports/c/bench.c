// SPDX-License-Identifier: Apache-2.0
//
// Prints how fast the schemes and the text digest are on a text: ./bench FILE

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fpcheck.h"
#ifdef FPCHECK_MARKUP
#include "fpcheck_markup.h"
#endif

// Of the processor, so that what else runs does not count.
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static unsigned char *read_file(const char *path, size_t *n) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  unsigned char *octets = NULL;
  size_t size = 0, got;
  *n = 0;
  do {
    size = 2 * size + 65536;
    unsigned char *larger = realloc(octets, size);
    if (larger == NULL) break;
    octets = larger;
    got = fread(octets + *n, 1, size - *n, file);
    *n += got;
  } while (*n == size);
  fclose(file);
  return octets;
}

int main(int argc, char **argv) {
  size_t n;
  unsigned char *octets = argc == 2 ? read_file(argv[1], &n) : NULL;
  if (octets == NULL) {
    fputs("usage: bench FILE\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < FPCHECK_SCHEMES; i++) {
    char string[FPCHECK_STRING_SIZE] = "-";
    double start = seconds(), taken;
    unsigned rounds = 0;
    do {
      fpcheck_fingerprint fp;
      if (fpcheck_sum((fpcheck_scheme)i, octets, n, &fp) == FPCHECK_OK) fpcheck_string(&fp, string);
      rounds++;
      taken = seconds() - start;
    } while (taken < 1);
    printf("%s  %7.1f MB/s  %.30s\n", fpcheck_scheme_id((fpcheck_scheme)i),
           (double)n * rounds / taken / 1e6, string);
  }
  double start = seconds(), taken;
  unsigned rounds = 0;
  do {
    unsigned char digest[FPCHECK_DIGEST_SIZE];
    fpcheck_text_digest(octets, n, digest);
    rounds++;
    taken = seconds() - start;
  } while (taken < 1);
  printf(FPCHECK_DIGEST_NAME " %5.1f MB/s\n", (double)n * rounds / taken / 1e6);
#ifdef FPCHECK_MARKUP
  for (int i = 0; i < 2; i++) {
    start = seconds();
    rounds = 0;
    do {
      fpcheck_visible v;
      if ((i == 0 ? fpcheck_html : fpcheck_main)(octets, n, NULL, &v) == FPCHECK_OK)
        fpcheck_visible_free(&v);
      rounds++;
      taken = seconds() - start;
    } while (taken < 1);
    printf("%s %7.1f MB/s\n", i == 0 ? "html" : "main", (double)n * rounds / taken / 1e6);
  }
#endif
  free(octets);
  return 0;
}
