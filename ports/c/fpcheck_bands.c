// SPDX-License-Identifier: Apache-2.0

#include "fpcheck_bands.h"

#include "fpcheck_internal.h"

#include <stdio.h>
#include <string.h>

// Layouts have at most this number of parts, one for each slot or bit.
#define PARTS_MAX 128

static bool read_number(const char **at, const char *end, unsigned *number) {
  const char *start = *at;
  for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at) {
    if (*number > 9999) return false;
    *number = *number * 10 + (unsigned)(**at - '0');
  }
  return *at > start;
}

fpcheck_error fpcheck_layout_parse(const char *text, size_t n, fpcheck_layout *layout) {
  const char *end = text + n;
  if (!read_number(&text, end, &layout->parts) || text == end || *text++ != 'x' ||
      !read_number(&text, end, &layout->each) || text != end) {
    return FPCHECK_BAD_ARGUMENT;
  }
  return FPCHECK_OK;
}

fpcheck_layout fpcheck_layout_default(const fpcheck_fingerprint *fp) {
  switch (fp->width) {  // the most slots with which bands find 99.95 % at a similarity of 0.85
    case 8: return (fpcheck_layout){21, 6};
    case 4: return (fpcheck_layout){18, 7};
    case 2: return (fpcheck_layout){16, 8};
    case 1: return (fpcheck_layout){14, 9};
    default: return (fpcheck_layout){9, 2};  // all SimHashes within 7 bits
  }
}

// The number of choices of each of parts blocks; 0 if it is more than FPCHECK_BANDS_MAX.
static unsigned choices(unsigned parts, unsigned each) {
  unsigned rest = parts - each, n = 1;
  if (rest < each) each = rest;
  for (unsigned i = 0; i < each; i++) {
    n = n * (parts - i) / (i + 1);
    if (n > FPCHECK_BANDS_MAX) return 0;
  }
  return n;
}

unsigned fpcheck_bands_count(const fpcheck_fingerprint *fp, fpcheck_layout layout) {
  unsigned parts = layout.parts, each = layout.each;
  if (parts == 0 || each == 0) return 0;
  if (fp->width > 0) return each <= FPCHECK_SLOTS && parts <= FPCHECK_SLOTS / each ? parts : 0;
  return each <= parts && parts <= 8 * fp->size && parts <= PARTS_MAX ? choices(parts, each) : 0;
}

// Octets that are filled bit by bit, the highest first, with zero bits at the end.
typedef struct key_bits {
  unsigned char octets[FPCHECK_SKETCH_MAX];
  size_t n;  // bits
} key_bits;

static void put_bits(key_bits *key, const unsigned char *sketch, size_t from, size_t to) {
  for (; from < to; from++, key->n++) {
    unsigned bit = (unsigned)sketch[from / 8] >> (7 - from % 8) & 1u;
    key->octets[key->n / 8] = (unsigned char)(key->octets[key->n / 8] | bit << (7 - key->n % 8));
  }
}

// Finds the choice with a number, in lexicographic order.
static void choose(fpcheck_layout layout, unsigned number, unsigned blocks[PARTS_MAX]) {
  unsigned i = 0;
  for (unsigned b = 0; i < layout.each; b++) {
    unsigned with =
        choices(layout.parts - b - 1, layout.each - i - 1);  // choices that go on with b
    if (number < with) {
      blocks[i++] = b;
    } else {
      number -= with;
    }
  }
}

size_t fpcheck_band(const fpcheck_fingerprint *fp, fpcheck_layout layout, unsigned number,
                    char key[FPCHECK_BAND_SIZE]) {
  unsigned count = fpcheck_bands_count(fp, layout), parts = layout.parts, each = layout.each;
  if (number >= count) return 0;
  key_bits data = {{0}, 0};
  if (fp->width > 0) {
    size_t bits = (size_t)each * fp->width;
    put_bits(&data, fp->sketch, number * bits, (number + 1) * bits);
  } else {
    unsigned blocks[PARTS_MAX];
    size_t size = 8 * fp->size, length = size / parts, longer = size % parts;
    choose(layout, number, blocks);
    for (unsigned i = 0; i < each; i++) {
      size_t b = blocks[i], from = b * length + (b < longer ? b : longer);
      put_bits(&data, fp->sketch, from, from + length + (b < longer));
    }
  }
  int digits = count > 100 ? 3 : count > 10 ? 2 : 1;  // of the last number
  int n = fpi_head(fp, key, FPCHECK_BAND_SIZE);
  n +=
      snprintf(key + n, FPCHECK_BAND_SIZE - (size_t)n, "_%ux%u_%0*u_", parts, each, digits, number);
  char *end = fpi_base32(data.octets, (data.n + 7) / 8, key + n);
  *end = '\0';
  return (size_t)(end - key);
}
