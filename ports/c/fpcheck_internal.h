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

#include "fpcheck_numbers.h"

// A function or a table that the chapters share. fpcheck.c compiles them as one unit, so that the
// compiler sees all of them; else the linker hides them from programs.
#ifdef FPCHECK_ONE_UNIT
#define FPI static
#elif defined(__GNUC__) && !defined(_WIN32)
#define FPI __attribute__((visibility("hidden")))
#else
#define FPI
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
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

// The property word, and after it the second word, of which fpcheck_spans.c tells.
static inline const uint32_t *property_pair(uint32_t x) {
  uint32_t block = fpi_property_index[x >> PROPERTY_SHIFT];
  uint32_t at = block << PROPERTY_SHIFT | (x & (BIT(PROPERTY_SHIFT) - 1));
  return &fpi_property_words[2 * fpi_property_blocks[at]];
}

static inline uint32_t properties(uint32_t x) { return *property_pair(x); }

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

static inline uint32_t rotl32(uint32_t x, int n) { return x << n | x >> (32 - n); }

// Writes octets in base32 (R8.2), and returns the place after.
FPI char *fpi_base32(const unsigned char *octets, size_t n, char *to);

// Writes what a string has before its colon (R8.1, R8.3), and returns its length.
FPI int fpi_head(const fpcheck_fingerprint *fp, char *to, size_t size);

// Copies or moves n octets. SLACK octets from both places on must be of arrays: a copy of a length
// that is known is quick.
static inline void move_octets(unsigned char *to, const unsigned char *from, size_t n) {
  unsigned char octets[16];
  if (n > sizeof octets) {
    memmove(to, from, n);
    return;
  }
  memcpy(octets, from, sizeof octets);
  memcpy(to, octets, sizeof octets);
}

// ---- Eight octets at once ----

// Eight octets in a word: the lowest and the highest bit of each.
static const uint64_t LOWEST = UINT64_MAX / 255;
static const uint64_t HIGHEST = UINT64_MAX / 255 << 7;

// Sets the highest bit of each of eight octets, all below 80, that is first to last.
static ALWAYS_INLINE uint64_t within(uint64_t octets, unsigned first, unsigned last) {
  return (octets + LOWEST * (0x80 - first)) & ~(octets + LOWEST * (0x7F - last)) & HIGHEST;
}

static ALWAYS_INLINE uint64_t load_eight(const unsigned char *p) {
  return load32(p) | (uint64_t)load32(p + 4) << 32;
}

static ALWAYS_INLINE void store_eight(unsigned char *p, uint64_t x) {
  unsigned char octets[8] = {(unsigned char)x,         (unsigned char)(x >> 8),
                             (unsigned char)(x >> 16), (unsigned char)(x >> 24),
                             (unsigned char)(x >> 32), (unsigned char)(x >> 40),
                             (unsigned char)(x >> 48), (unsigned char)(x >> 56)};
  memcpy(p, octets, sizeof octets);
}

static ALWAYS_INLINE unsigned trailing_zeros(uint64_t x) {
#if defined(__GNUC__)
  return (unsigned)__builtin_ctzll(x);
#else
  unsigned n = 0;
  for (; !(x >> n & 1); n++) continue;
  return n;
#endif
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

// ---- State ----

enum {  // the bounds of R9.2
  ATOM_MAX = 2048,
  HELD_MAX = 131,
  WHITE_MAX = 256,
  MARKS_MAX = 1024,
  TOKEN_MAX = 4096,
  SPILL_MAX = 1152,
  SLACK = 16,  // octets after a token that may be read and written
  SHINGLES = 4 * TOKEN_MAX
};

// What the stages after chapter 3 make of the text: a fingerprint, a text digest of which the
// hasher is the first member, or items (R13.12).
enum goal { FINGERPRINT, DIGEST, ITEMS };

// A sequence of marks that is not at its end, each with its class in the highest octet.
typedef struct fpi_marks {
  uint32_t at[MARKS_MAX];
  unsigned n;
  bool over;  // there were more
} fpi_marks;

// An open hash table of hashes that are not 0, and of their weights.
typedef struct fpi_set {
  unsigned char *block;
  size_t size, slots, used, weight_size;
} fpi_set;

struct fpcheck_hasher {
  fpcheck_scheme scheme;
  bool multi;  // sm1, mh1 or mw1
  enum goal goal;
  bool slow;    // no short cuts: it is watched, or the places of items are wanted
  bool grows;   // its memory is of malloc, and so is the block of a larger set
  void *block;  // of malloc, or NULL
  bool ended;
  const fpcheck_watch *watch;
  unsigned until;  // the last stage that is wanted
  // What takes the items: fpcheck_passages.c, which is left out where there is no malloc.
  void (*put_item)(fpcheck_hasher *h, const unsigned char *p, size_t n);
  struct fpi_items *items;    // of a hasher with that goal
  struct fpi_places *places;  // if they are wanted

  // Chapter 1
  unsigned char part[4];  // of an unfinished UTF-8 sequence
  unsigned part_n;
  bool ill_formed;  // the last octet was

  // R2.1 to R2.8
  unsigned char atom[ATOM_MAX];
  size_t atom_n;
  unsigned atom_rest;  // what becomes of the rest of a long one

  // R2.9
  uint32_t held[HELD_MAX];  // a hyphen and what follows
  unsigned held_n, held_blanks;
  bool held_line;  // with a line end
  bool letter;     // the last code point is one, marks passed over

  // R2.10
  uint32_t white[WHITE_MAX];
  unsigned white_n;
  unsigned before;  // class of the last code point, marks passed over

  // Chapter 3
  fpi_marks first;   // R3.4
  fpi_marks second;  // R3.8
  uint32_t starter;  // the one before them, or NO_STARTER
  bool dots;         // R3.7: U+0307 goes
  bool run;          // is one open

  // Chapter 4
  unsigned char token[2 * TOKEN_MAX + SLACK];  // a word, or the last two clusters
  size_t token_n, split;                       // octets of both, and of the former
  unsigned token_class;                        // of the class run
  bool over, split_over;                       // longer than a token may be
  bool two;                                    // there is a former
  unsigned split_weight, weight;  // of the former as a feature, and of the latter (R5.4)
  bool split_done;                // it is a feature already
  bool alphabetic;

  // R5.5: the last two tokens from shingle_at on, with a blank after each; and room for the next
  unsigned char shingle[SHINGLES + SLACK];
  size_t shingle_at, shingle_n[2];
  unsigned tokens;  // 0 to 2
  bool shingles;    // there were any

  // R5.2
  fpi_set set;
  uint64_t seed;
  fpcheck_minima *minima;  // what takes the features, if that is not the set
  unsigned zero_weight;    // of the hash 0, which is not in the set; 0 if it is no feature

  // What found no room in the set: of one step at most
  uint64_t spill[SPILL_MAX];
  unsigned char spill_weight[SPILL_MAX];
  unsigned spill_n;
};

enum { SIGNS_MAX = 16 };  // R10.9

enum { SHA256_BUFFER = 1024 };

typedef struct fpi_sha256 {
  uint32_t state[8];
  uint64_t length;
  size_t n;  // octets in the buffer, below its size
  unsigned char buffer[SHA256_BUFFER + SLACK];
} fpi_sha256;

struct fpcheck_digest {
  fpcheck_hasher text;  // chapters 1 to 3; it stands first
  fpi_sha256 sha256;
  bool items;                             // there were any
  bool open;                              // something of a run was hashed
  unsigned run_class;                     // of the last code point of the run that is no mark
  uint32_t letter;                        // that code point
  bool numeral;                           // a Han numeral or zero stands before the signs (R10.9)
  bool adjacent;                          // no separator has come since that numeral (R10.7 (c))
  uint32_t sign[SIGNS_MAX];               // R10.9 (b): the last since a space, in a ring
  unsigned signs, dashes, dashes_before;  // R10.9 (a): up to 3 dashes of all, and before the space
  fpcheck_sink *sink;
  void *user;
};

// Where code points of a text come from (R13.19): the octets from one place to before another.
typedef struct fpi_place {
  size_t from, to;
} fpi_place;

static inline fpi_place joined(fpi_place a, fpi_place b) {
  return (fpi_place){a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to};
}

// Where what the stages keep comes from. What chapter 2 keeps is in no item.
struct fpi_places {
  size_t at;       // of the octets that chapter 1 takes
  size_t ascii;    // of the rest of an atom
  fpi_place here;  // of the code point that goes through the stages
  fpi_place first[MARKS_MAX], second[MARKS_MAX], starter, token;
};

static const fpi_place NO_PLACE = {SIZE_MAX, 0};

static inline fpi_place octet_place(size_t at) { return (fpi_place){at, at + 1}; }

static inline fpi_place scalar_place(size_t at, uint32_t x) {
  return (fpi_place){at, at + (x < 0x80 ? 1u : x < 0x800 ? 2u : x < 0x10000 ? 3u : 4u)};
}

// ---- Functions ----

// fpcheck_hasher.c
FPI bool fpi_watched(const fpcheck_hasher *h, enum stage stage, const unsigned char *octets,
                     size_t n, bool end);
FPI bool fpi_watched_scalar(const fpcheck_hasher *h, enum stage stage, uint32_t x);
FPI void *fpi_aligned(void *memory);
FPI void fpi_init(fpcheck_hasher *h, fpcheck_scheme scheme, void *block, size_t size);
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
FPI bool fpi_is_identifier(const unsigned char *p, size_t n);
FPI void fpi_put_atom(fpcheck_hasher *h, const unsigned char *p, size_t n);
FPI void fpi_end_atom(fpcheck_hasher *h);

// fpcheck_text.c
FPI void fpi_put_ill_formed(fpcheck_hasher *h);

// fpcheck_english.c
FPI size_t fpi_put_english(fpcheck_hasher *h, const unsigned char *p, size_t n);

// fpcheck_spans.c
FPI size_t fpi_put_spans(fpcheck_hasher *h, const unsigned char *p, size_t n);

// fpcheck_normalise.c
FPI void fpi_settle(fpcheck_hasher *h);
FPI void fpi_separate(fpcheck_hasher *h, uint32_t x);
FPI void fpi_end_first(fpcheck_hasher *h);
FPI void fpi_normalise(fpcheck_hasher *h, uint32_t x, uint32_t word);
FPI void fpi_normalise_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed);

// fpcheck_segment.c
FPI void fpi_start_class_run(fpcheck_hasher *h, unsigned class);
FPI void fpi_end_class_run(fpcheck_hasher *h);
FPI void fpi_segment(fpcheck_hasher *h, uint32_t x, uint32_t word);
FPI void fpi_segment_ascii(fpcheck_hasher *h, size_t n, bool letter);

// fpcheck_features.c
FPI void fpi_put_last_shingle(fpcheck_hasher *h);
FPI void fpi_put_token(fpcheck_hasher *h, const unsigned char *p, size_t n);
FPI void fpi_put_gram(fpcheck_hasher *h);
FPI void fpi_put_clusters(fpcheck_hasher *h, const unsigned char *p, size_t n);

// fpcheck_jenkins.c
FPI uint64_t fpi_hash(const unsigned char *p, size_t n);

// fpcheck_set.c
FPI fpi_set fpi_new_set(fpcheck_scheme scheme, void *block, size_t size);
FPI void fpi_insert(fpcheck_hasher *h, uint64_t hash, unsigned weight);
FPI size_t fpi_take(const fpcheck_hasher *h, size_t *place, uint64_t *hashes, unsigned *weights,
                    size_t most);

// fpcheck_simhash.c
FPI void fpi_count_elements(const fpcheck_hasher *h, fpcheck_counters *c);

// fpcheck_digest.c
FPI void fpi_init_digest(fpcheck_digest *d);
FPI void fpi_digest_run(fpcheck_digest *d, uint32_t x, uint32_t word);
FPI void fpi_digest_ascii(fpcheck_digest *d, const unsigned char *p, size_t n);
FPI void fpi_digest_end_run(fpcheck_digest *d);
FPI void fpi_digest_separator(fpcheck_digest *d, uint32_t x);

// fpcheck_sha256.c
FPI void fpi_sha256_start(fpi_sha256 *s);
FPI void fpi_sha256_add(fpi_sha256 *s, const unsigned char *p, size_t n);
FPI void fpi_sha256_end(fpi_sha256 *s, unsigned char digest[FPCHECK_DIGEST_SIZE]);

#endif
