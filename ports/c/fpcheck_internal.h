// SPDX-License-Identifier: Apache-2.0
//
// What the chapters of the library share. It is not installed.
//
// The text goes through the stages code point by code point: each stage is a function that takes
// one, keeps in the hasher what it cannot decide yet, and calls the next stage. So no stage after
// chapter 1 sees where the input was cut (R9.2). Spans of ASCII take short cuts, where the result
// is the same.

#ifndef FPCHECK_INTERNAL_H
#define FPCHECK_INTERNAL_H

#include "fpcheck.h"

#include <string.h>

// A function or a table that the chapters share. fpcheck.c compiles them as one unit, so that the
// compiler sees all of them; else the linker hides them from programs.
#ifdef FPCHECK_ONE_UNIT
#define FPI static
#elif defined(__GNUC__) && !defined(_WIN32)
#define FPI __attribute__((visibility("hidden")))
#else
#define FPI
#endif

#include "fpcheck_tables.h"

// ---- Unicode properties ----

// clang-format off
enum category {  // in the order of tables.py
  LU, LL, LT, LM, LO, MN, MC, ME, ND, NL, NO, PC, PD, PS, PE, PI, PF, PO,
  SM, SC, SK, SO, ZS, ZL, ZP, CC, CF, CS, CO, CN
};

enum class {  // R4.5; a mark has none of its own, and neither has what R4.4 leaves out
  CLASS_NONE, CLASS_WORD, CLASS_KANA_HAN, CLASS_THAI, CLASS_LAO, CLASS_KHMER, CLASS_MYANMAR,
  CLASS_MARK
};
// clang-format on

#define BIT(n) (1u << (n))

static const uint32_t LETTERS = BIT(LU) | BIT(LL) | BIT(LT) | BIT(LM) | BIT(LO);
static const uint32_t MARKS = BIT(MN) | BIT(MC) | BIT(ME);

// A property word has the category in bits 0 to 4, then:
enum { CCC_SHIFT = 5, CLASS_SHIFT = 13 };
static const uint32_t ALPHABETIC = BIT(16);
static const uint32_t WHITE_SPACE = BIT(17);
static const uint32_t DECOMPOSES = BIT(18);  // canonically, and is no Hangul syllable
static const uint32_t MAPS = BIT(19);        // its NFKC_Casefold is not itself
static const uint32_t SECOND = BIT(20);      // is the second of a pair that composes
static const uint32_t HEAVY = BIT(21);       // its Script is one of R5.4

static inline uint32_t properties(uint32_t x) {
  uint32_t block = fpi_property_index[x >> PROPERTY_SHIFT];
  uint32_t at = block << PROPERTY_SHIFT | (x & (BIT(PROPERTY_SHIFT) - 1));
  return fpi_property_words[fpi_property_blocks[at]];
}

static inline bool in_categories(uint32_t word, uint32_t categories) {
  return categories >> (word & 31) & 1;
}

static inline unsigned ccc_of(uint32_t word) { return word >> CCC_SHIFT & 255; }
static inline unsigned class_of(uint32_t word) { return word >> CLASS_SHIFT & 7; }

// Whether it is a K or a T.
static inline bool is_spaceless(unsigned class) {
  return class >= CLASS_KANA_HAN && class <= CLASS_MYANMAR;
}

// ---- UTF-8 and ASCII ----

static const uint32_t REPLACEMENT = 0xFFFD;

// Reads a well-formed sequence (R1.1) from n > 0 octets: its length, 0 if p[0] begins none, or -1
// if the octets are the beginning of one.
static inline int read_scalar(const unsigned char *p, size_t n, uint32_t *x) {
  unsigned lead = p[0];
  if (lead < 0x80) {
    *x = lead;
    return 1;
  }
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead >> 4 == 0xE && n >= 3 && p[1] >> 6 == 2 && p[2] >> 6 == 2) {  // most of them
    *x = (lead & 0xF) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    return *x >= 0x800 && *x >> 11 != 0x1B ? 3 : 0;
  }
  int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  uint32_t value = lead & (0x3Fu >> more);
  for (int i = 1; i <= more; i++) {
    if ((size_t)i == n) return -1;
    if (p[i] < low || p[i] > high) return 0;
    value = value << 6 | (p[i] & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  *x = value;
  return more + 1;
}

// The same of what is well-formed in all likelihood: an octet that is not gives U+FFFD.
static inline size_t next_scalar(const unsigned char *p, size_t n, uint32_t *x) {
  int length = read_scalar(p, n, x);
  if (length > 0) return (size_t)length;
  *x = REPLACEMENT;
  return 1;
}

static inline size_t write_scalar(uint32_t x, unsigned char *p) {
  if (x < 0x80) {
    p[0] = (unsigned char)x;
    return 1;
  }
  if (x < 0x800) {
    p[0] = (unsigned char)(0xC0 | x >> 6);
    p[1] = (unsigned char)(0x80 | (x & 0x3F));
    return 2;
  }
  if (x < 0x10000) {
    p[0] = (unsigned char)(0xE0 | x >> 12);
    p[1] = (unsigned char)(0x80 | (x >> 6 & 0x3F));
    p[2] = (unsigned char)(0x80 | (x & 0x3F));
    return 3;
  }
  p[0] = (unsigned char)(0xF0 | x >> 18);
  p[1] = (unsigned char)(0x80 | (x >> 12 & 0x3F));
  p[2] = (unsigned char)(0x80 | (x >> 6 & 0x3F));
  p[3] = (unsigned char)(0x80 | (x & 0x3F));
  return 4;
}

// What an octet may be: of an atom (R2.1); of a word, that is a letter, a digit or U+005F; a
// letter; a digit; one of those without which an atom is no identifier.
enum { ATOM = 1, WORD = 2, LETTER = 4, DIGIT = 8, TELLING = 16 };
enum { A_ = ATOM, T_ = ATOM | TELLING, W_ = ATOM | WORD, D_ = W_ | DIGIT, L_ = W_ | LETTER };

// clang-format off
static const unsigned char ascii[256] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  //  !   "   #   $   %   &   '   (   )   *   +   ,   -   .   /
  0,  A_, 0,  A_, A_, A_, A_, A_, A_, A_, A_, A_, A_, A_, T_, T_,
  // 0 to 9                                :   ;   <   =   >   ?
  D_, D_, D_, D_, D_, D_, D_, D_, D_, D_, T_, A_, 0,  A_, 0,  A_,
  // @ A to Z [ \ ] ^ _
  T_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_,
  L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, 0,  0,  0,  0,  W_,
  // ` a to z { | } ~
  0,  L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_,
  L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, L_, 0,  0,  0,  A_, 0,
};
// clang-format on

static inline unsigned char lower(unsigned char c) {
  return (unsigned char)(c | ((unsigned)(c - 'A') < 26 ? 0x20 : 0));
}

static inline bool is_alphanumeric(unsigned char c) { return ascii[c] & (LETTER | DIGIT); }

// strchr finds the NUL too, so the character must not be one; in an atom it is not.
static inline bool is_one_of(unsigned char c, const char *set) { return strchr(set, c) != NULL; }

// ---- Octets ----

static inline uint32_t load32(const unsigned char *p) {  // R6.3
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t rotl32(uint32_t x, int n) { return x << n | x >> (32 - n); }

static inline uint64_t load64(const unsigned char *p) {  // big-endian, R6.6
  uint64_t x = 0;
  for (int i = 0; i < 8; i++) x = x << 8 | p[i];
  return x;
}

static inline void store64(unsigned char *p, uint64_t x) {
  for (int i = 7; i >= 0; i--, x >>= 8) p[i] = (unsigned char)(x & 255);
}

// ---- Schemes ----

static inline bool is_scheme(fpcheck_scheme scheme) { return (unsigned)scheme < FPCHECK_SCHEMES; }
static inline bool is_minhash(fpcheck_scheme scheme) {
  return scheme == FPCHECK_MH1 || scheme == FPCHECK_MW1;
}

// ---- Stages ----

enum stage { TEXT, IDENTIFIERS, RUNS, TOKENS, FEATURES };

static const uint32_t NO_SCALAR = UINT32_MAX;
static const uint32_t NO_STARTER = UINT32_MAX;
enum { REST_NONE, REST_KEPT, REST_REPLACED };

// ---- Functions ----

// fpcheck_hasher.c
FPI bool fpi_watched(const fpcheck_hasher *h, enum stage stage, const unsigned char *octets,
                     size_t n, bool end);
FPI bool fpi_watched_scalar(const fpcheck_hasher *h, enum stage stage, uint32_t x);
FPI void fpi_init_stage(fpcheck_hasher *h, fpcheck_scheme scheme, const fpcheck_watch *watch,
                        enum stage until);

// fpcheck_identifiers.c
FPI void fpi_flush_white(fpcheck_hasher *h);
FPI void fpi_flush_held(fpcheck_hasher *h);
FPI void fpi_put_unidentified(fpcheck_hasher *h, uint32_t x);
FPI void fpi_put_ascii_separator(fpcheck_hasher *h, unsigned char c);
FPI void fpi_put_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed);
FPI unsigned fpi_put_tested(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned kinds,
                            bool closed);
FPI void fpi_put_atom(fpcheck_hasher *h, const unsigned char *p, size_t n);
FPI void fpi_end_atom(fpcheck_hasher *h);

// fpcheck_text.c
FPI void fpi_put_ill_formed(fpcheck_hasher *h);

// fpcheck_normalise.c
FPI void fpi_separate(fpcheck_hasher *h, uint32_t x);
FPI void fpi_end_first(fpcheck_hasher *h);
FPI void fpi_normalise(fpcheck_hasher *h, uint32_t x, uint32_t word);
FPI void fpi_normalise_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed);

// fpcheck_segment.c
FPI void fpi_start_class_run(fpcheck_hasher *h, unsigned class);
FPI void fpi_end_class_run(fpcheck_hasher *h);
FPI void fpi_segment(fpcheck_hasher *h, uint32_t x, uint32_t word);
FPI void fpi_segment_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n);

// fpcheck_features.c
FPI void fpi_put_last_shingle(fpcheck_hasher *h);
FPI void fpi_put_token(fpcheck_hasher *h, const unsigned char *p, size_t n, size_t done);

// fpcheck_set.c
FPI fpcheck_set_ fpi_new_set(fpcheck_scheme scheme, void *block, size_t size);
FPI void fpi_insert(fpcheck_hasher *h, uint64_t hash, unsigned weight);

// fpcheck_simhash.c
FPI void fpi_count_elements(const fpcheck_hasher *h, fpcheck_counters *c);

// fpcheck_digest.c
FPI void fpi_digest_run(fpcheck_digest *d, uint32_t x, uint32_t word);
FPI void fpi_digest_ascii(fpcheck_digest *d, const unsigned char *p, size_t n);
FPI void fpi_digest_end_run(fpcheck_digest *d);
FPI void fpi_digest_separator(fpcheck_digest *d, uint32_t x);

// fpcheck_sha256.c
FPI void fpi_sha256_start(fpcheck_sha256_ *s);
FPI void fpi_sha256_add(fpcheck_sha256_ *s, const unsigned char *p, size_t n);
FPI void fpi_sha256_end(fpcheck_sha256_ *s, unsigned char digest[FPCHECK_DIGEST_SIZE]);

#endif
