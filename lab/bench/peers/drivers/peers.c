// Measures the C port: peers SUBJECT FILE. See protocol.go.

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fpcheck.h"

struct document {
  unsigned char *octets;
  uint32_t n;
};

static int fail(const char *what) {
  fprintf(stderr, "peers: %s\n", what);
  return 1;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 && strcmp(argv[1], "sm1") == 0 ? fopen(argv[2], "rb") : NULL;
  if (file == NULL) return fail("usage: peers sm1 FILE");
  struct document *all = NULL;
  size_t count = 0;
  uint64_t total = 0;
  unsigned char head[4];
  while (fread(head, 1, 4, file) == 4) {
    struct document d;
    d.n = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    d.octets = malloc(d.n);
    all = realloc(all, (count + 1) * sizeof *all);
    if (d.octets == NULL || all == NULL || fread(d.octets, 1, d.n, file) != d.n) return fail(argv[2]);
    all[count++] = d;
    total += d.n;
  }
  fclose(file);

  fpcheck_fingerprint fp;
  char first[FPCHECK_STRING_SIZE];
  if (count == 0 || fpcheck_sum(FPCHECK_SM1, all[0].octets, all[0].n, &fp) != FPCHECK_OK)
    return fail("no fingerprint of the first document");
  fpcheck_string(&fp, first);
  printf("ready - %s\n", first);
  fflush(stdout);
  unsigned long times;
  while (scanf(" run %lu", &times) == 1) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (unsigned long i = 0; i < times; i++)
      for (size_t j = 0; j < count; j++)
        if (fpcheck_sum(FPCHECK_SM1, all[j].octets, all[j].n, &fp) != FPCHECK_OK) return fail("no fingerprint");
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%" PRId64 " %" PRIu64 "\n",
           (int64_t)(end.tv_sec - start.tv_sec) * 1000000000 + (end.tv_nsec - start.tv_nsec), times * total);
    fflush(stdout);
  }
  return 0;
}
