// SPDX-License-Identifier: Apache-2.0
//
// Chapter 10a: text digests.

#include "fpcheck_internal.h"

#include <stdio.h>

// Hands over a piece of an item (R10.10), and with the last one ends it. SLACK octets may be read.
static ALWAYS_INLINE void put_item(fpcheck_digest *d, const unsigned char *p, size_t n, bool end) {
  fpi_sha256 *s = &d->sha256;
  if (n + end < SHA256_BUFFER - s->n) {
    if (n > 0) move_octets(s->buffer + s->n, p, n);
    if (end) s->buffer[s->n + n] = 0;
    s->n += n + end;
    s->length += n + end;
  } else {
    static const unsigned char nul = 0;
    fpi_sha256_add(s, p, n);
    if (end) fpi_sha256_add(s, &nul, 1);
  }
  d->items = true;
  if (d->sink) d->sink(d->user, p, n, end);
}

static void put_scalar_item(fpcheck_digest *d, uint32_t x) {
  unsigned char octets[SLACK];
  put_item(d, octets, write_scalar(x, octets), true);
}

// A part begins: it ends the signs before it, and gives them if it is telling (R10.9).
static void begin_part(fpcheck_digest *d, bool telling) {
  if (telling) {
    if (d->dashes_before == 1 || d->dashes_before == 2) put_scalar_item(d, '-');  // (a)
    unsigned first = d->signs > SIGNS_MAX ? d->signs - SIGNS_MAX : 0;
    for (unsigned i = first; i < d->signs; i++)  // (b)
      put_scalar_item(d, d->sign[i % SIGNS_MAX]);
  }
  d->signs = d->dashes = d->dashes_before = 0;
  d->numeral = false;
}

static bool is_han_numeral(uint32_t x) {
  static const uint16_t list[] = {0x3007, 0x96F6, 0x4E00, 0x4E8C, 0x4E09, 0x56DB, 0x4E94,
                                  0x516D, 0x4E03, 0x516B, 0x4E5D, 0x5341, 0x767E, 0x5343,
                                  0x4E07, 0x842C, 0x4EBF, 0x5104, 0x5146};
  for (size_t i = 0; x >= 0x3007 && i < sizeof list / sizeof *list; i++)
    if (list[i] == x) return true;
  return false;
}

static void put_sign(fpcheck_digest *d, uint32_t x) {
  if (x == '-' && d->dashes < 3) d->dashes++;
  d->sign[d->signs % SIGNS_MAX] = x;
  if (++d->signs == 2 * SIGNS_MAX) d->signs = SIGNS_MAX;
}

// R4.5: with the letters that look like apostrophes.
static unsigned class_with_apostrophes(uint32_t word) {
  unsigned class = class_of(word);
  const uint32_t classed = LETTERS | BIT(ND) | BIT(NL) | BIT(PC);
  return class == CLASS_NONE && in_categories(word, classed) ? CLASS_WORD : class;
}

// Takes a code point of a run. Where the class changes, another run begins (R10.6), and at each
// letter of the classes K and T another item (R10.10).
FPI void fpi_digest_run(fpcheck_digest *d, uint32_t x, uint32_t word) {
  unsigned char octets[SLACK];
  unsigned class = class_with_apostrophes(word);
  if (!d->open) {
    begin_part(d, in_categories(word, BIT(ND) | BIT(NL)) || (d->numeral && is_han_numeral(x)));
    d->open = true;
    d->letter = 0;
    d->run_class = CLASS_NONE;
  }
  if (class != CLASS_MARK) {
    bool words = class == CLASS_WORD && d->run_class == CLASS_WORD;
    if (!words && class != CLASS_NONE && d->run_class != CLASS_NONE) put_item(d, NULL, 0, true);
    d->letter = x;
    d->run_class = class;
  }
  put_item(d, octets, write_scalar(x, octets), false);
}

// The same of n > 0 letters, digits and U+005F of ASCII, in small letters, behind which SLACK
// octets may be read.
FPI void fpi_digest_ascii(fpcheck_digest *d, const unsigned char *p, size_t n) {
  if (!d->open) {
    begin_part(d, *p >= '0' && *p <= '9');
    d->open = true;
  } else if (d->run_class != CLASS_WORD && d->run_class != CLASS_NONE) {
    put_item(d, NULL, 0, true);
  }
  d->run_class = CLASS_WORD;
  d->letter = *p;  // any of them: none is a Han numeral
  put_item(d, p, n, false);
}

FPI void fpi_digest_end_run(fpcheck_digest *d) {
  if (!d->open) return;
  put_item(d, NULL, 0, true);
  d->open = false;
  d->numeral = d->adjacent = is_han_numeral(d->letter);
}

// Takes a separator, or NO_SCALAR for one without a code point: R10.7, R10.8.
FPI void fpi_digest_separator(fpcheck_digest *d, uint32_t x) {
  if (x == NO_SCALAR) {
    begin_part(d, false);
    return;
  }
  const uint32_t word = x == ' ' ? WHITE_SPACE : properties(x);
  const uint32_t symbols = BIT(NO) | BIT(SC) | BIT(SM) | BIT(SO) | BIT(CO) | BIT(CN);
  const uint32_t stops = BIT(PO) | BIT(PS) | BIT(PE) | BIT(SK);
  bool drawn = x == 0x7C || x == 0x7E || (x >= 0x2500 && x <= 0x25FF);
  bool listed = x == 0x25 || x == 0x375 || x == 0x609 || x == 0x60A || x == 0x66A ||
                (x >= 0x2030 && x <= 0x2034) || x == 0x2057 || x == 0xFE6A || x == 0xFF05;
  bool zero = x == 0x25CB && d->numeral && d->adjacent;  // R10.7 (c)
  d->adjacent = zero;
  bool quote = x == 0x22 || x == 0x27 || x == 0x60 || x == 0xB4 || x == 0x201A || x == 0x201E;
  if (word & WHITE_SPACE) {
    d->dashes_before = d->dashes;
    d->signs = 0;
  } else if (in_categories(word, BIT(PD)) || x == 0x2212) {
    put_sign(d, '-');
  } else if (listed || zero || (in_categories(word, symbols) && !drawn)) {
    begin_part(d, true);
    put_scalar_item(d, x);
    d->numeral = zero;
  } else if (!quote && (drawn || in_categories(word, stops))) {
    put_sign(d, x);
  } else {
    begin_part(d, false);
  }
}

_Static_assert(sizeof(fpcheck_digest) + 15 <= FPCHECK_DIGEST_STATE_SIZE,
               "raise FPCHECK_DIGEST_STATE_SIZE");

size_t fpcheck_digest_state_size(void) { return sizeof(fpcheck_digest) + 15; }

fpcheck_error fpcheck_digest_init(fpcheck_digest **d, void *memory, size_t size) {
  *d = NULL;
  if (memory == NULL || size < fpcheck_digest_state_size()) return FPCHECK_TOO_SMALL;
  *d = fpi_aligned(memory);
  fpi_init_digest(*d);
  return FPCHECK_OK;
}

FPI void fpi_init_digest(fpcheck_digest *d) {
  fpi_init(&d->text, FPCHECK_SM1, NULL, 0);
  d->text.goal = DIGEST;
  d->sink = NULL;
  d->user = NULL;
  fpcheck_digest_reset(d);
}

void fpcheck_digest_reset(fpcheck_digest *d) {
  fpcheck_hasher_reset(&d->text);
  fpi_sha256_start(&d->sha256);
  d->items = d->open = d->numeral = d->adjacent = false;
  d->letter = 0;
  d->run_class = CLASS_NONE;
  d->signs = d->dashes = d->dashes_before = 0;
}

void fpcheck_digest_watch(fpcheck_digest *d, fpcheck_sink *sink, void *user) {
  d->sink = sink;
  d->user = user;
}

void fpcheck_digest_write(fpcheck_digest *d, const void *octets, size_t n) {
  fpcheck_hasher_write(&d->text, octets, n);  // takes all, for there is no set to be full
}

fpcheck_error fpcheck_digest_finish(fpcheck_digest *d, unsigned char digest[FPCHECK_DIGEST_SIZE]) {
  fpcheck_hasher_end(&d->text);
  if (!d->items) return FPCHECK_NO_ITEMS;
  fpi_sha256 sha256 = d->sha256;
  fpi_sha256_end(&sha256, digest);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_text_digest(const void *octets, size_t n,
                                  unsigned char digest[FPCHECK_DIGEST_SIZE]) {
  fpcheck_digest d;
  fpi_init_digest(&d);
  fpcheck_digest_write(&d, octets, n);
  return fpcheck_digest_finish(&d, digest);
}

void fpcheck_digest_string(const unsigned char digest[FPCHECK_DIGEST_SIZE],
                           char string[FPCHECK_DIGEST_STRING_SIZE]) {
  for (int i = 0; i < FPCHECK_DIGEST_SIZE; i++) snprintf(string + 2 * i, 3, "%02x", digest[i]);
}
