// SPDX-License-Identifier: Apache-2.0
//
// The text goes through the stages code point by code point: each stage is a function that takes
// one, keeps in the hasher what it cannot decide yet, and calls the next stage. So a cut of the
// input is never seen beyond chapter 1 (R9.2). Spans of ASCII take short cuts, where the result is
// the same.

#include "fpcheck.h"

#include <stdio.h>
#include <string.h>

#include "fpcheck_tables.h"

// ---- Unicode properties ----

enum category {  // in the order of tables.py
  LU, LL, LT, LM, LO, MN, MC, ME, ND, NL, NO, PC, PD, PS, PE, PI, PF, PO,
  SM, SC, SK, SO, ZS, ZL, ZP, CC, CF, CS, CO, CN
};

enum class {  // R4.5; a mark has none of its own, and neither has what R4.4 leaves out
  CLASS_NONE, CLASS_WORD, CLASS_KANA_HAN, CLASS_THAI, CLASS_LAO, CLASS_KHMER, CLASS_MYANMAR,
  CLASS_MARK
};

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

static uint32_t properties(uint32_t x) {
  uint32_t block = property_index[x >> PROPERTY_SHIFT];
  uint32_t at = block << PROPERTY_SHIFT | (x & (BIT(PROPERTY_SHIFT) - 1));
  return property_words[property_blocks[at]];
}

static bool in_categories(uint32_t word, uint32_t categories) {
  return categories >> (word & 31) & 1;
}

static unsigned ccc_of(uint32_t word) { return word >> CCC_SHIFT & 255; }
static unsigned class_of(uint32_t word) { return word >> CLASS_SHIFT & 7; }

// Whether it is a K or a T.
static bool is_spaceless(unsigned class) {
  return class >= CLASS_KANA_HAN && class <= CLASS_MYANMAR;
}

// A length and as many code points.
static const uint32_t *decomposition(uint32_t x) {
  uint32_t block = decomposition_index[x >> DECOMPOSITION_SHIFT];
  uint32_t at = block << DECOMPOSITION_SHIFT | (x & (BIT(DECOMPOSITION_SHIFT) - 1));
  return &sequences[decomposition_blocks[at]];
}

static const uint32_t *casefold(uint32_t x) {
  uint32_t block = casefold_index[x >> CASEFOLD_SHIFT];
  uint32_t at = block << CASEFOLD_SHIFT | (x & (BIT(CASEFOLD_SHIFT) - 1));
  return &sequences[casefold_blocks[at]];
}

// Hangul: the Unicode Standard, section 3.12.
enum {
  S_BASE = 0xAC00, L_BASE = 0x1100, V_BASE = 0x1161, T_BASE = 0x11A7,
  L_COUNT = 19, V_COUNT = 21, T_COUNT = 28, S_COUNT = L_COUNT * V_COUNT * T_COUNT
};

// The composite of two code points, or 0.
static uint32_t compose(uint32_t a, uint32_t b) {
  if (a - L_BASE < L_COUNT && b - V_BASE < V_COUNT)
    return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
  if (a - S_BASE < S_COUNT && (a - S_BASE) % T_COUNT == 0 && b - T_BASE - 1 < T_COUNT - 1)
    return a + (b - T_BASE);
  uint64_t pair = (uint64_t)a << 21 | b;
  uint32_t at = (a * 0x9E3779B1u + b * 0x85EBCA6Bu) >> (32 - PAIR_BITS);
  for (; pair_slots[at] != 0; at = (at + 1) & (BIT(PAIR_BITS) - 1))
    if (pair_slots[at] >> 21 == pair) return (uint32_t)(pair_slots[at] & 0x1FFFFF);
  return 0;
}

// ---- UTF-8 and ASCII ----

static const uint32_t REPLACEMENT = 0xFFFD;

// Reads a well-formed sequence (R1.1) from n > 0 octets: its length, 0 if p[0] begins none, or -1
// if the octets are the beginning of one.
static int read_scalar(const unsigned char *p, size_t n, uint32_t *x) {
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
static size_t next_scalar(const unsigned char *p, size_t n, uint32_t *x) {
  int length = read_scalar(p, n, x);
  if (length > 0) return (size_t)length;
  *x = REPLACEMENT;
  return 1;
}

static size_t write_scalar(uint32_t x, unsigned char *p) {
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

static unsigned char lower(unsigned char c) {
  return (unsigned char)(c | ((unsigned)(c - 'A') < 26 ? 0x20 : 0));
}

static bool is_alphanumeric(unsigned char c) { return ascii[c] & (LETTER | DIGIT); }

// strchr finds the NUL too, so the character must not be one; in an atom it is not.
static bool is_one_of(unsigned char c, const char *set) { return strchr(set, c) != NULL; }

// ---- Chapter 6: hash ----

static uint32_t load32(const unsigned char *p) {  // R6.3
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t rotl32(uint32_t x, int n) { return x << n | x >> (32 - n); }

uint64_t fpcheck_jenkins(const void *octets, size_t n) {
  const unsigned char *p = octets;
  uint32_t a = 0xDEADBEEFu + (uint32_t)n, b = a, c = a;  // R6.1
  while (n > 12) {                                       // R6.2
    a += load32(p);
    b += load32(p + 4);
    c += load32(p + 8);
    a -= c; a ^= rotl32(c, 4); c += b;
    b -= a; b ^= rotl32(a, 6); a += c;
    c -= b; c ^= rotl32(b, 8); b += a;
    a -= c; a ^= rotl32(c, 16); c += b;
    b -= a; b ^= rotl32(a, 19); a += c;
    c -= b; c ^= rotl32(b, 4); b += a;
    p += 12;
    n -= 12;
  }
  if (n > 0) {  // R6.4
    unsigned char tail[12] = {0};
    for (size_t i = 0; i < n; i++) tail[i] = p[i];
    a += load32(tail);
    b += load32(tail + 4);
    c += load32(tail + 8);
    c ^= b; c -= rotl32(b, 14);
    a ^= c; a -= rotl32(c, 11);
    b ^= a; b -= rotl32(a, 25);
    c ^= b; c -= rotl32(b, 16);
    a ^= c; a -= rotl32(c, 4);
    b ^= a; b -= rotl32(a, 14);
    c ^= b; c -= rotl32(b, 24);
  }
  return (uint64_t)c << 32 | b;  // R6.6
}

static uint64_t load64(const unsigned char *p) {  // big-endian, R6.6
  uint64_t x = 0;
  for (int i = 0; i < 8; i++) x = x << 8 | p[i];
  return x;
}

static void store64(unsigned char *p, uint64_t x) {
  for (int i = 7; i >= 0; i--, x >>= 8) p[i] = (unsigned char)(x & 255);
}

uint64_t fpcheck_mix64(uint64_t z) {  // R6.7
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

// ---- R5.2: the set of distinct features ----

static const uint64_t SLOTS_MAX = UINT32_MAX;
static const unsigned OCCURRENCES_MAX = 1024;  // R5.6

static bool is_scheme(fpcheck_scheme scheme) { return (unsigned)scheme < FPCHECK_SCHEMES; }
static bool is_minhash(fpcheck_scheme scheme) {
  return scheme == FPCHECK_MH1 || scheme == FPCHECK_MW1;
}

// Octets that a weight takes: none where it is always 1.
static size_t weight_size(fpcheck_scheme scheme) {
  return scheme == FPCHECK_MW1 ? 2 : scheme == FPCHECK_SM1 ? 1 : 0;
}

// An eighth, and one slot at least, stays empty, so that a search ends soon.
static size_t room(size_t slots) { return slots - slots / 8 - (slots % 8 != 0); }

// Makes a block the empty table: first the hashes, then their weights.
static fpcheck_set_ new_set(fpcheck_scheme scheme, void *block, size_t size) {
  size_t slots = size / (sizeof(uint64_t) + weight_size(scheme));
  if (slots > SLOTS_MAX) slots = (size_t)SLOTS_MAX;
  if (slots > 0) memset(block, 0, slots * sizeof(uint64_t));
  return (fpcheck_set_){
    .block = block, .size = size, .slots = slots, .weight_size = weight_size(scheme)};
}

// The block may be anywhere and of any declared type, so it is read and written by memcpy.
static uint64_t hash_at(const fpcheck_set_ *set, size_t slot) {
  uint64_t hash;
  memcpy(&hash, set->block + slot * sizeof hash, sizeof hash);
  return hash;
}

static unsigned weight_at(const fpcheck_set_ *set, size_t slot) {
  const unsigned char *p = set->block + set->slots * sizeof(uint64_t) + slot * set->weight_size;
  return set->weight_size == 0 ? 1 : set->weight_size == 1 ? p[0] : p[0] | (unsigned)p[1] << 8;
}

static void put_at(fpcheck_set_ *set, size_t slot, uint64_t hash, unsigned weight) {
  unsigned char *p = set->block + set->slots * sizeof hash + slot * set->weight_size;
  memcpy(set->block + slot * sizeof hash, &hash, sizeof hash);
  if (set->weight_size > 0) p[0] = (unsigned char)(weight & 255);
  if (set->weight_size > 1) p[1] = (unsigned char)(weight >> 8);
}

// The weight of a feature that has a and then b: R5.2, or of mw1 R5.6.
static unsigned both_weights(fpcheck_scheme scheme, unsigned a, unsigned b) {
  if (scheme == FPCHECK_MW1) return a + b < OCCURRENCES_MAX ? a + b : OCCURRENCES_MAX;
  return a > b ? a : b;
}

static void insert(fpcheck_hasher *h, uint64_t hash, unsigned weight) {
  if (hash == 0) {  // which marks an empty slot
    h->zero_weight = both_weights(h->scheme, h->zero_weight, weight);
    return;
  }
  fpcheck_set_ *set = &h->set;
  size_t slot = 0;
  if (set->slots > 0) {
    slot = (size_t)((fpcheck_mix64(hash ^ h->seed) >> 32) * set->slots >> 32);
    for (uint64_t other; (other = hash_at(set, slot)) != 0;) {
      if (other == hash) {
        if (set->weight_size > 0)
          put_at(set, slot, hash, both_weights(h->scheme, weight_at(set, slot), weight));
        return;
      }
      if (++slot == set->slots) slot = 0;
    }
  }
  if (set->used < room(set->slots)) {
    put_at(set, slot, hash, weight);
    set->used++;
  } else if (h->spill_n < FPCHECK_SPILL_MAX_) {
    // It never runs over: a step gives at most the tokens of an atom, which have two octets each
    // with what separates them, and those of a few code points more; and it begins with no spill.
    h->spill[h->spill_n] = hash;
    h->spill_weight[h->spill_n++] = (unsigned char)weight;
  }
}

size_t fpcheck_set_size(fpcheck_scheme scheme, size_t features) {
  if (!is_scheme(scheme) || features == 0) return 0;
  if (features > SIZE_MAX / 16 || features > SLOTS_MAX / 8 * 7) return SIZE_MAX;
  return (features + features / 7 + 1) * (sizeof(uint64_t) + weight_size(scheme));
}

size_t fpcheck_hasher_next_size(const fpcheck_hasher *h) {
  size_t features = 2 * (h->set.used + h->spill_n);
  return fpcheck_set_size(h->scheme, features > 448 ? features : 448);
}

fpcheck_error fpcheck_hasher_move(fpcheck_hasher *h, void *block, size_t size) {
  const fpcheck_set_ old = h->set;
  size_t slots = size / (sizeof(uint64_t) + weight_size(h->scheme));
  if (room(slots) < old.used + h->spill_n) return FPCHECK_FULL;
  h->set = new_set(h->scheme, block, size);
  for (size_t slot = 0; slot < old.slots; slot++) {
    uint64_t hash = hash_at(&old, slot);
    if (hash != 0) insert(h, hash, weight_at(&old, slot));
  }
  for (unsigned i = 0; i < h->spill_n; i++) insert(h, h->spill[i], h->spill_weight[i]);
  h->spill_n = 0;
  return FPCHECK_OK;
}

size_t fpcheck_hasher_features(const fpcheck_hasher *h) {
  return h->set.used + (h->zero_weight > 0);
}

bool fpcheck_hasher_next(const fpcheck_hasher *h, size_t *place, uint64_t *hash,
                         unsigned *weight) {
  while (*place < h->set.slots) {
    size_t slot = (*place)++;
    if ((*hash = hash_at(&h->set, slot)) != 0) {
      *weight = weight_at(&h->set, slot);
      return true;
    }
  }
  if (*place > h->set.slots || h->zero_weight == 0) return false;
  ++*place;
  *hash = 0;
  *weight = h->zero_weight;
  return true;
}

// ---- Watching ----

enum stage { TEXT, IDENTIFIERS, RUNS, TOKENS, FEATURES };

// Hands a piece of what a stage gives to its sink. Each stage that calls it goes on only if
// it says false: no later stage is wanted.
static bool watched(const fpcheck_hasher *h, enum stage stage, const unsigned char *octets,
                    size_t n, bool end) {
  const fpcheck_watch *w = h->watch;
  fpcheck_sink *sink = stage == TEXT          ? w->text
                       : stage == IDENTIFIERS ? w->identifiers
                       : stage == RUNS        ? w->runs
                                              : w->tokens;
  if (sink) sink(w->user, octets, n, end);
  return h->until == stage;
}

static bool watched_scalar(const fpcheck_hasher *h, enum stage stage, uint32_t x) {
  unsigned char octets[4];
  return watched(h, stage, octets, write_scalar(x, octets), false);
}

// ---- Chapter 5: features ----

static void put_feature(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned weight) {
  uint64_t hash = fpcheck_jenkins(p, n);
  if (h->watch && h->watch->features) h->watch->features(h->watch->user, p, n, hash, weight);
  insert(h, hash, weight);
}

// R5.4. The first done octets hold clusters that are features already.
static void put_clusters(fpcheck_hasher *h, const unsigned char *p, size_t n, size_t done) {
  uint32_t x;
  next_scalar(p, n, &x);
  if (!is_spaceless(class_of(properties(x)))) return;
  for (size_t from = done; from < n;) {
    size_t to = from + next_scalar(p + from, n - from, &x);
    unsigned weight = properties(x) & HEAVY ? 2 : 1;
    while (to < n) {
      size_t length = next_scalar(p + to, n - to, &x);
      if (class_of(properties(x)) != CLASS_MARK) break;
      to += length;
    }
    put_feature(h, p + from, to - from, weight);
    from = to;
  }
}

// R5.5.
static void put_shingle(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  size_t *length = h->shingle_n;
  size_t last = h->tokens == 0 ? 0 : 1;  // which of the last two the token will be
  size_t at = length[0] + length[1];
  memcpy(h->shingle + at, p, n);
  if (h->tokens == 2) {
    put_feature(h, h->shingle, at + n, 1);
    memmove(h->shingle, h->shingle + length[0], length[1] + n);
    at = length[0] = length[1];
    h->shingles = true;
  } else {
    h->tokens++;
  }
  h->shingle[at + n] = ' ';
  length[last] = n + 1;
}

// A text of one or two tokens has one shingle.
static void put_last_shingle(fpcheck_hasher *h) {
  if (h->tokens > 0 && !h->shingles)
    put_feature(h, h->shingle, h->shingle_n[0] + h->shingle_n[1] - 1, 1);
}

static void put_token(fpcheck_hasher *h, const unsigned char *p, size_t n, size_t done) {
  if (h->watch && watched(h, TOKENS, p, n, true)) return;
  if (is_minhash(h->scheme)) {
    put_shingle(h, p, n);
    return;
  }
  put_feature(h, p, n, 1);  // R5.1
  if (h->multi && n > 0 && p[0] >= 0x80) put_clusters(h, p, n, done);
}

// ---- Chapter 4: segmentation ----

// A word grows in h->token. Of a class run of K or T there are the cluster that grows, from
// h->split on, and before it the one before it, if any.

static size_t cluster_n(const fpcheck_hasher *h) { return h->token_n - h->split; }

static void append(fpcheck_hasher *h, uint32_t x) {
  unsigned char octets[4];
  size_t n = write_scalar(x, octets);
  if (cluster_n(h) + n > FPCHECK_TOKEN_MAX_) h->over = true;  // R4.3
  if (h->over) return;
  for (size_t i = 0; i < n; i++) h->token[h->token_n++] = octets[i];
}

// R4.8: gives the two clusters as a gram, or the only one.
static void end_gram(fpcheck_hasher *h) {
  bool dropped = h->over || h->split_over || h->token_n > FPCHECK_TOKEN_MAX_;
  if (!dropped) put_token(h, h->token, h->token_n, h->split_done ? h->split : 0);
  h->split_done = !dropped;
}

static void start_class_run(fpcheck_hasher *h, unsigned class) {
  h->token_class = class;
  h->token_n = h->split = 0;
  h->over = h->split_over = h->split_done = h->two = h->alphabetic = false;
}

static void end_class_run(fpcheck_hasher *h) {
  if (h->token_class == CLASS_WORD) {
    if (h->alphabetic && !h->over) put_token(h, h->token, h->token_n, 0);  // R4.2, R4.3
  } else if (h->token_class != CLASS_NONE) {
    end_gram(h);
  }
  start_class_run(h, CLASS_NONE);
}

// R4.7: ends the cluster that grows; it becomes the one before.
static void next_cluster(fpcheck_hasher *h) {
  if (h->two) end_gram(h);
  h->two = true;
  size_t n = cluster_n(h);
  memmove(h->token, h->token + h->split, n);
  h->split = h->token_n = n;
  h->split_over = h->over;
  h->over = false;
}

static void segment(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned class = class_of(word);
  if (!h->multi) {  // R4.1
    const uint32_t in_word = LETTERS | BIT(MN) | BIT(ND) | BIT(PC);
    class = in_categories(word, in_word) ? CLASS_WORD : CLASS_NONE;
  } else if (class == CLASS_MARK) {  // R4.6; before a sequence it is dropped
    class = h->token_class;
    if (class != CLASS_NONE) {
      h->alphabetic |= (word & ALPHABETIC) != 0;
      append(h, x);
    }
    return;
  }
  if (class != h->token_class) {
    end_class_run(h);
    start_class_run(h, class);
  } else if (is_spaceless(class)) {
    next_cluster(h);
  }
  if (class == CLASS_NONE) return;
  h->alphabetic |= (word & ALPHABETIC) != 0;
  append(h, x);
}

// The same of n letters, digits and U+005F of ASCII, in small letters.
static void segment_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (h->token_class != CLASS_WORD) {
    end_class_run(h);
    start_class_run(h, CLASS_WORD);
  }
  if (h->token_n + n > FPCHECK_TOKEN_MAX_) h->over = true;
  if (h->over) return;
  unsigned kinds = 0;
  for (size_t i = 0; i < n; i++) {
    kinds |= ascii[p[i]];
    h->token[h->token_n + i] = lower(p[i]);
  }
  h->token_n += n;
  h->alphabetic |= (kinds & LETTER) != 0;
}

// ---- Chapter 10a: text digests ----

static uint32_t rotr32(uint32_t x, int n) { return x >> n | x << (32 - n); }

// SHA-256: FIPS 180-4.
static void sha256_block(uint32_t state[8], const unsigned char *p) {
  static const uint32_t k[64] = {
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
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 |
           p[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (rotr32(w[i - 15], 7) ^ rotr32(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (rotr32(w[i - 2], 17) ^ rotr32(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, state, sizeof v);
// Instead of moving the variables, each round is given them in the next order.
#define ROUND(a, b, c, d, e, f, g, h, i)                                                       \
  do {                                                                                         \
    uint32_t t = v[h] + (rotr32(v[e], 6) ^ rotr32(v[e], 11) ^ rotr32(v[e], 25)) +              \
                 (v[g] ^ (v[e] & (v[f] ^ v[g]))) + k[i] + w[i];                                \
    v[d] += t;                                                                                 \
    v[h] = t + (rotr32(v[a], 2) ^ rotr32(v[a], 13) ^ rotr32(v[a], 22)) +                       \
           ((v[a] & v[b]) | (v[c] & (v[a] | v[b])));                                           \
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

static void sha256_start(fpcheck_sha256_ *s) {
  static const uint32_t start[8] = {0x6A09E667u, 0xBB67AE85u, 0x3C6EF372u, 0xA54FF53Au,
                                    0x510E527Fu, 0x9B05688Cu, 0x1F83D9ABu, 0x5BE0CD19u};
  memcpy(s->state, start, sizeof start);
  s->length = 0;
}

static void sha256_add(fpcheck_sha256_ *s, const unsigned char *p, size_t n) {
  while (n > 0) {
    size_t at = (size_t)(s->length % 64), taken = 64 - at < n ? 64 - at : n;
    memcpy(s->block + at, p, taken);
    s->length += taken;
    if (at + taken == 64) sha256_block(s->state, s->block);
    p += taken;
    n -= taken;
  }
}

static void sha256_end(fpcheck_sha256_ *s, unsigned char digest[FPCHECK_DIGEST_SIZE]) {
  static const unsigned char padding[64] = {0x80};
  unsigned char bits[8];
  store64(bits, s->length * 8);
  sha256_add(s, padding, 1 + (size_t)((119 - s->length % 64) % 64));
  sha256_add(s, bits, sizeof bits);
  for (int i = 0; i < FPCHECK_DIGEST_SIZE; i++)
    digest[i] = (unsigned char)(s->state[i / 4] >> (24 - i % 4 * 8) & 255);
}

// Hands over a piece of an item (R10.10), and with the last one ends it.
static void put_item(fpcheck_digest *d, const unsigned char *p, size_t n, bool end) {
  static const unsigned char nul = 0;
  sha256_add(&d->sha256, p, n);
  if (end) sha256_add(&d->sha256, &nul, 1);
  d->items = true;
  if (d->sink) d->sink(d->user, p, n, end);
}

static void put_scalar_item(fpcheck_digest *d, uint32_t x) {
  unsigned char octets[4];
  put_item(d, octets, write_scalar(x, octets), true);
}

// A part begins: it ends the signs before it, and gives them if it is telling (R10.9).
static void begin_part(fpcheck_digest *d, bool telling) {
  if (telling) {
    if (d->dashes_before == 1 || d->dashes_before == 2) put_scalar_item(d, '-');  // (a)
    unsigned first = d->signs > FPCHECK_SIGNS_MAX_ ? d->signs - FPCHECK_SIGNS_MAX_ : 0;
    for (unsigned i = first; i < d->signs; i++)  // (b)
      put_scalar_item(d, d->sign[i % FPCHECK_SIGNS_MAX_]);
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
  d->sign[d->signs % FPCHECK_SIGNS_MAX_] = x;
  if (++d->signs == 2 * FPCHECK_SIGNS_MAX_) d->signs = FPCHECK_SIGNS_MAX_;
}

// R4.5: with the letters that look like apostrophes.
static unsigned class_with_apostrophes(uint32_t word) {
  unsigned class = class_of(word);
  const uint32_t classed = LETTERS | BIT(ND) | BIT(NL) | BIT(PC);
  return class == CLASS_NONE && in_categories(word, classed) ? CLASS_WORD : class;
}

// Takes a code point of a run. Where the class changes, another run begins (R10.6), and at each
// letter of the classes K and T another item (R10.10).
static void digest_run(fpcheck_digest *d, uint32_t x, uint32_t word) {
  unsigned char octets[4];
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

// The same of n > 0 letters, digits and U+005F of ASCII, in small letters.
static void digest_ascii(fpcheck_digest *d, const unsigned char *p, size_t n) {
  unsigned char octets[256];
  digest_run(d, lower(*p), properties(lower(*p)));
  for (p++, n--; n > 0;) {
    size_t taken = n < sizeof octets ? n : sizeof octets;
    for (size_t i = 0; i < taken; i++) octets[i] = lower(p[i]);
    put_item(d, octets, taken, false);
    p += taken;
    n -= taken;
  }
}

static void digest_end_run(fpcheck_digest *d) {
  if (!d->open) return;
  put_item(d, NULL, 0, true);
  d->open = false;
  d->numeral = is_han_numeral(d->letter);
}

static const uint32_t NO_SCALAR = UINT32_MAX;

// Takes a separator, or NO_SCALAR for one without a code point: R10.7, R10.8.
static void digest_separator(fpcheck_digest *d, uint32_t x) {
  if (x == NO_SCALAR) {
    begin_part(d, false);
    return;
  }
  const uint32_t word = properties(x);
  const uint32_t symbols = BIT(NO) | BIT(SC) | BIT(SM) | BIT(SO) | BIT(CO) | BIT(CN);
  const uint32_t stops = BIT(PO) | BIT(PS) | BIT(PE) | BIT(SK);
  bool drawn = x == 0x7C || x == 0x7E || (x >= 0x2500 && x <= 0x25FF);
  bool listed = x == 0x25 || x == 0x609 || x == 0x60A || x == 0x66A ||
                (x >= 0x2030 && x <= 0x2034) || x == 0x2057 || x == 0xFE6A || x == 0xFF05;
  bool quote = x == 0x22 || x == 0x27 || x == 0x60 || x == 0xB4 || x == 0x201A || x == 0x201E;
  if (word & WHITE_SPACE) {
    d->dashes_before = d->dashes;
    d->signs = 0;
  } else if (in_categories(word, BIT(PD)) || x == 0x2212) {
    put_sign(d, '-');
  } else if (listed || (in_categories(word, symbols) && !drawn)) {
    begin_part(d, true);
    put_scalar_item(d, x);
  } else if (!quote && (drawn || in_categories(word, stops))) {
    put_sign(d, x);
  } else {
    begin_part(d, false);
  }
}

// ---- Chapter 3: normalisation ----

static const uint32_t NO_STARTER = UINT32_MAX;

static void put_run(fpcheck_hasher *h, uint32_t x) {
  h->run = true;
  if (h->watch && watched_scalar(h, RUNS, x)) return;
  if (h->digest)
    digest_run((fpcheck_digest *)h, x, properties(x));
  else
    segment(h, x, properties(x));
}

static void put_run_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  h->run = true;
  if (h->digest)
    digest_ascii((fpcheck_digest *)h, p, n);
  else
    segment_ascii(h, p, n);
}

static void end_run(fpcheck_hasher *h) {
  if (!h->run) return;
  h->run = false;
  if (h->watch && watched(h, RUNS, NULL, 0, true)) return;
  if (h->digest)
    digest_end_run((fpcheck_digest *)h);
  else
    end_class_run(h);
}

static void add_mark(fpcheck_marks_ *marks, uint32_t x, unsigned ccc) {
  if (marks->n < FPCHECK_MARKS_MAX_)
    marks->at[marks->n++] = x | (uint32_t)ccc << 24;
  else
    marks->over = true;
}

// Canonical ordering: sorts by class and keeps the order within a class.
static void sort_marks(fpcheck_marks_ *marks) {
  uint32_t *at = marks->at;
  if (marks->n <= 16) {
    for (unsigned i = 1; i < marks->n; i++) {
      uint32_t mark = at[i];
      unsigned k = i;
      for (; k > 0 && at[k - 1] >> 24 > mark >> 24; k--) at[k] = at[k - 1];
      at[k] = mark;
    }
    return;
  }
  unsigned start[257] = {0};
  uint32_t sorted[FPCHECK_MARKS_MAX_];
  for (unsigned i = 0; i < marks->n; i++) start[(at[i] >> 24) + 1]++;
  for (unsigned i = 0; i < 256; i++) start[i + 1] += start[i];
  for (unsigned i = 0; i < marks->n; i++) sorted[start[at[i] >> 24]++] = at[i];
  memcpy(at, sorted, marks->n * sizeof *at);
}

// Gives the starter and the marks after it that did not compose.
static void flush_starter(fpcheck_hasher *h) {
  uint32_t x = h->starter;
  if (x < 0x80 && ascii[x] & WORD && !h->watch) {
    unsigned char c = (unsigned char)x;
    put_run_ascii(h, &c, 1);
  } else if (x != NO_STARTER) {
    put_run(h, x);
  }
  h->starter = NO_STARTER;
  for (unsigned i = 0; i < h->second.n; i++) put_run(h, h->second.at[i] & 0x1FFFFF);
  h->second.n = 0;
}

// R3.9, for the starter and the marks after it.
static void compose_marks(fpcheck_hasher *h, fpcheck_marks_ *marks) {
  sort_marks(marks);
  if (h->starter == NO_STARTER) return;
  unsigned kept = 0, last = 0;  // class of the last mark that stays: it blocks its like
  for (unsigned i = 0; i < marks->n; i++) {
    unsigned ccc = marks->at[i] >> 24;
    uint32_t composite = 0;
    if (ccc > last) composite = compose(h->starter, marks->at[i] & 0x1FFFFF);
    if (composite != 0) {
      h->starter = composite;
    } else {
      marks->at[kept++] = marks->at[i];
      last = ccc;
    }
  }
  marks->n = kept;
}

// The mark sequence ends: R3.8.
static void end_second(fpcheck_hasher *h) {
  if (h->second.n == 0) return;
  if (!h->second.over) {
    compose_marks(h, &h->second);
    return;
  }
  h->second.n = 0;
  h->second.over = false;
  flush_starter(h);
  end_run(h);
  if (h->digest) digest_separator((fpcheck_digest *)h, NO_SCALAR);
}

// R3.6 to R3.9, of a code point that has no decomposition, or is a Hangul syllable.
static void recompose(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned ccc = ccc_of(word);
  if (h->multi) {
    if (x == 0x640) return;  // R3.6
    if (x == 0x131 && !h->digest) x = 'i';  // R3.7, which R10.6 leaves out
    if (ccc == 0) {
      h->dots = x == 'i' && !h->digest;
    } else if (h->dots) {
      if (x == 0x307) return;
      if (ccc == 230) h->dots = false;
    }
  }
  if (ccc != 0) {
    add_mark(&h->second, x, ccc);
    return;
  }
  end_second(h);
  if (word & SECOND && h->starter != NO_STARTER && h->second.n == 0) {
    uint32_t composite = compose(h->starter, x);
    if (composite != 0) {
      h->starter = composite;
      return;
    }
  }
  flush_starter(h);
  h->starter = x;
}

// NFD, of what R3.5 gives. Hangul syllables stay whole: R3.9 would put them together again, and
// they are letters like their parts.
static void decompose_again(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & DECOMPOSES)) {
    recompose(h, x, word);
    return;
  }
  const uint32_t *to = decomposition(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    recompose(h, x, properties(x));
  }
}

// R3.5.
static void map(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & MAPS)) {
    decompose_again(h, x, word);
    return;
  }
  const uint32_t *to = casefold(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    decompose_again(h, x, properties(x));
  }
}

// Takes a separator, or NO_SCALAR for one without a code point.
static void separate(fpcheck_hasher *h, uint32_t x) {
  h->dots = false;
  if (h->starter != NO_STARTER || h->second.n != 0 || h->run) {  // not as between blanks
    end_second(h);
    flush_starter(h);
    end_run(h);
  }
  if (h->digest) digest_separator((fpcheck_digest *)h, x);
}

static void map_marks(fpcheck_hasher *h, fpcheck_marks_ *marks) {
  sort_marks(marks);
  for (unsigned i = 0; i < marks->n; i++) {
    uint32_t x = marks->at[i] & 0x1FFFFF;
    map(h, x, properties(x));
  }
}

// The mark sequence before R3.5 ends: R3.4.
static void end_first(fpcheck_hasher *h) {
  if (h->first.n == 0) return;
  if (h->first.over)
    separate(h, NO_SCALAR);
  else
    map_marks(h, &h->first);
  h->first.n = 0;
  h->first.over = false;
}

// R3.2 to R3.4, of a code point of NFD, or a Hangul syllable.
static void divide(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  const uint32_t kept = LETTERS | MARKS | BIT(ND) | BIT(PC) | BIT(CF);
  unsigned ccc = ccc_of(word);
  if (ccc != 0) {
    add_mark(&h->first, x, ccc);
    return;
  }
  end_first(h);
  if (in_categories(word, h->multi ? kept | BIT(NL) : kept) && (h->multi || x != 0x200B))
    map(h, x, word);
  else
    separate(h, x);
}

// R3.1.
static void normalise(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (!(word & DECOMPOSES)) {
    divide(h, x, word);
    return;
  }
  const uint32_t *to = decomposition(x);
  for (uint32_t n = *to; n > 0; n--) {
    x = *++to;
    divide(h, x, properties(x));
  }
}

// The same of n > 0 letters, digits and U+005F of ASCII: only the last may yet compose, unless a
// separator is sure to follow.
static void normalise_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed) {
  end_first(h);
  end_second(h);
  flush_starter(h);
  if (closed || n > 1) put_run_ascii(h, p, closed ? n : n - 1);
  if (closed) return;
  h->starter = lower(p[n - 1]);
  h->dots = h->multi && !h->digest && h->starter == 'i';
}

// ---- Chapter 2: identifiers ----

enum { REST_NONE, REST_KEPT, REST_REPLACED };

static void put_identifiers(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (h->watch && watched_scalar(h, IDENTIFIERS, x)) return;
  normalise(h, x, word);
}

static void flush_white(fpcheck_hasher *h) {
  for (unsigned i = 0; i < h->white_n; i++)
    put_identifiers(h, h->white[i], properties(h->white[i]));
  h->white_n = 0;
  h->before = CLASS_NONE;
}

// R2.10.
static void close_white(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  unsigned class = class_of(word);
  if (word & WHITE_SPACE || x == 0x200B) {
    if (is_spaceless(h->before) && h->white_n < FPCHECK_WHITE_MAX_) {
      h->white[h->white_n++] = x;
      return;
    }
    flush_white(h);
  } else {
    if (h->white_n > 0 && class == h->before)
      h->white_n = 0;
    else if (h->white_n > 0)
      flush_white(h);
    if (class != CLASS_MARK) h->before = class;
  }
  put_identifiers(h, x, word);
}

static void flush_held(fpcheck_hasher *h) {
  for (unsigned i = 0; i < h->held_n; i++) close_white(h, h->held[i], properties(h->held[i]));
  h->held_n = 0;
  h->letter = false;
}

static bool is_line_end(uint32_t x) {
  return (x >= 0xA && x <= 0xD) || x == 0x85 || x == 0x2028;
}

// Whether a code point goes on with what may be a hyphen at a line end: R2.9 (b) to (d).
static bool is_held(const fpcheck_hasher *h, uint32_t x) {
  if (x == 0x9 || x == 0x20 || x == 0xA0) return h->held_blanks < 64;
  if (h->held_line) return x == 0xA && h->held[h->held_n - 1] == 0xD;
  return is_line_end(x);
}

// R2.9.
static void join_lines(fpcheck_hasher *h, uint32_t x, uint32_t word) {
  if (h->held_n > 0) {
    if (is_held(h, x)) {
      h->held[h->held_n++] = x;
      h->held_blanks++;
      if (is_line_end(x)) {
        h->held_line = true;
        h->held_blanks = 0;
      }
      return;
    }
    if (h->held_line && in_categories(word, BIT(LL)))
      h->held_n = 0;
    else
      flush_held(h);
  }
  if (h->letter && (x == 0x2D || x == 0xAD || x == 0x2010)) {
    h->held[0] = x;
    h->held_n = 1;
    h->held_blanks = 0;
    h->held_line = false;
    return;
  }
  if (!in_categories(word, MARKS)) h->letter = in_categories(word, LETTERS);
  close_white(h, x, word);
}

static void put_unidentified(fpcheck_hasher *h, uint32_t x) {
  uint32_t word = properties(x);
  if (h->multi)
    join_lines(h, x, word);
  else
    put_identifiers(h, x, word);
}

// An ASCII character that is no letter, digit or U+005F separates (R3.2), if chapter 2 lets it.
static void put_ascii_separator(fpcheck_hasher *h, unsigned char c) {
  if (h->watch || (h->multi && (h->held_n > 0 || c == '-' || is_spaceless(h->before)))) {
    put_unidentified(h, c);
    return;
  }
  h->letter = false;
  h->before = CLASS_NONE;
  end_first(h);
  separate(h, c);
}

// What is left of an atom. It is closed if an ASCII character that is of no atom follows.
static void put_ascii(fpcheck_hasher *h, const unsigned char *p, size_t n, bool closed) {
  for (size_t i = 0; i < n;) {
    if (!(ascii[p[i]] & WORD)) {
      put_ascii_separator(h, p[i++]);
      continue;
    }
    if (h->watch || h->held_n > 0 || h->white_n > 0) {
      put_unidentified(h, p[i++]);
      continue;
    }
    size_t to = i + 1;
    while (to < n && ascii[p[to]] & WORD) to++;
    h->letter = (ascii[p[to - 1]] & LETTER) != 0;
    h->before = CLASS_WORD;
    normalise_ascii(h, p + i, to - i, to < n ? p[to] != '-' : closed);
    i = to;
  }
}

static bool begins_with(const unsigned char *p, const unsigned char *end, const char *prefix) {
  for (; *prefix; p++, prefix++)
    if (p == end || lower(*p) != (unsigned char)*prefix) return false;
  return true;
}

// R2.4.
static bool has_scheme(const unsigned char *p, const unsigned char *end) {
  for (const unsigned char *colon = p; end - colon >= 3; colon++) {
    if (memcmp(colon, "://", 3) != 0) continue;
    for (const unsigned char *q = colon; q > p; q--) {
      if (ascii[q[-1]] & LETTER) return true;
      if (!(ascii[q[-1]] & DIGIT) && !is_one_of(q[-1], "+.-")) break;
    }
  }
  return false;
}

// R2.5.
static bool has_prefix(const unsigned char *p, const unsigned char *end) {
  static const char prefixes[][8] = {"www.", "mailto:", "tel:",  "urn:",   "info:", "doi:", "hdl:",
                                     "ark:", "arxiv:",  "pmid:", "orcid:", "isbn:", "issn:"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins_with(p, end, prefixes[i])) return true;
  return false;
}

static const unsigned char *skip_digits(const unsigned char *p, const unsigned char *end) {
  while (p < end && ascii[*p] & DIGIT) p++;
  return p;
}

// R2.6.
static bool is_doi(const unsigned char *p, const unsigned char *end) {
  if (!begins_with(p, end, "10.")) return false;
  p += 3;
  const unsigned char *q = skip_digits(p, end);
  if (q - p < 4 || q - p > 9) return false;
  while (end - q >= 2 && q[0] == '.' && ascii[q[1]] & DIGIT) q = skip_digits(q + 1, end);
  return end - q >= 2 && *q == '/';
}

// R2.7.
static bool is_address(const unsigned char *p, const unsigned char *end) {
  const unsigned char *q = memchr(p, '@', (size_t)(end - p));
  if (q == NULL || q == p) return false;
  for (q++; end - q >= 3 && *q != '@'; q++)
    if (is_alphanumeric(q[0]) && q[1] == '.' && is_alphanumeric(q[2])) return true;
  return false;
}

static bool is_identifier(const unsigned char *p, size_t n) {
  const unsigned char *end = p + n;
  while (p < end && is_one_of(*p, "('*_")) p++;  // R2.3
  while (p < end && is_one_of(end[-1], ")'*_.,;:!?")) end--;
  if (p == end) return false;
  return has_scheme(p, end) || has_prefix(p, end) || is_doi(p, end) || is_address(p, end);
}

// R2.8, of what is tested of an atom, which holds these kinds of characters; says what becomes of
// the rest. closed is as of put_ascii.
static unsigned put_tested(fpcheck_hasher *h, const unsigned char *p, size_t n, unsigned kinds,
                           bool closed) {
  if (kinds & TELLING && is_identifier(p, n)) {
    put_unidentified(h, REPLACEMENT);
    return REST_REPLACED;
  }
  put_ascii(h, p, n, closed);
  return REST_KEPT;
}

// Takes more of an atom that may go on.
static void put_atom(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  if (h->atom_rest == REST_NONE) {
    size_t space = FPCHECK_ATOM_MAX_ - h->atom_n;
    size_t taken = n < space ? n : space;
    memcpy(h->atom + h->atom_n, p, taken);
    h->atom_n += taken;
    p += taken;
    n -= taken;
    if (n > 0) h->atom_rest = put_tested(h, h->atom, h->atom_n, TELLING, false);  // R2.2
  }
  if (h->atom_rest == REST_KEPT) put_ascii(h, p, n, false);
}

static void end_atom(fpcheck_hasher *h) {
  if (h->atom_rest == REST_NONE) put_tested(h, h->atom, h->atom_n, TELLING, false);
  h->atom_rest = REST_NONE;
  h->atom_n = 0;
}

// ---- Chapter 1: text ----

static void put_text(fpcheck_hasher *h, uint32_t x) {
  if (h->watch && watched_scalar(h, TEXT, x)) return;
  if (x < 0x80 && ascii[x] & ATOM) {
    unsigned char c = (unsigned char)x;
    put_atom(h, &c, 1);
    return;
  }
  if (h->atom_n > 0) end_atom(h);
  put_unidentified(h, x);
}

// R1.2.
static void put_ill_formed(fpcheck_hasher *h) {
  if (!h->ill_formed) put_text(h, REPLACEMENT);
  h->ill_formed = true;
}

// Takes characters of an atom, of which p[0] is one; not so many that more than one atom's
// worth of them goes on in one step.
static size_t put_atom_octets(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  size_t most = FPCHECK_ATOM_MAX_;
  if (h->atom_rest == REST_NONE && h->atom_n > 0)
    most = h->atom_n < most ? most - h->atom_n : 1;
  if (n > most) n = most;
  size_t taken = 0;
  unsigned kinds = 0;
  for (unsigned kind; taken < n && (kind = ascii[p[taken]]) & ATOM; taken++) kinds |= kind;
  if (h->watch)
    for (size_t i = 0; i < taken; i++) put_text(h, p[i]);
  else if (h->digest)  // R10.6: identifiers are words
    put_ascii(h, p, taken, taken < n && p[taken] < 0x80 && !(ascii[p[taken]] & ATOM));
  else if (taken < n && h->atom_n == 0 && h->atom_rest == REST_NONE)  // it is whole
    put_tested(h, p, taken, kinds, p[taken] < 0x80);
  else
    put_atom(h, p, taken);
  return taken;
}

// Takes an octet that goes on with an unfinished sequence, or shows that it was ill-formed.
static size_t put_part(fpcheck_hasher *h, unsigned char octet) {
  uint32_t x;
  h->part[h->part_n] = octet;
  int length = read_scalar(h->part, h->part_n + 1, &x);
  if (length < 0) {
    h->part_n++;
    return 1;
  }
  h->part_n = 0;
  if (length == 0) {
    put_ill_formed(h);
    return 0;
  }
  h->ill_formed = false;
  put_text(h, x);
  return 1;
}

size_t fpcheck_hasher_write(fpcheck_hasher *h, const void *octets, size_t n) {
  const unsigned char *p = octets;
  size_t i = 0;
  if (h->ended) return 0;
  while (i < n && h->spill_n == 0) {
    uint32_t x;
    int length;
    if (h->part_n > 0) {
      i += put_part(h, p[i]);
    } else if (ascii[p[i]] & ATOM) {
      h->ill_formed = false;
      i += put_atom_octets(h, p + i, n - i);
    } else if (p[i] < 0x80 && !h->watch) {
      h->ill_formed = false;
      if (h->atom_n > 0) end_atom(h);
      put_ascii_separator(h, p[i++]);
    } else if ((length = read_scalar(p + i, n - i, &x)) > 0) {
      h->ill_formed = false;
      put_text(h, x);
      i += (size_t)length;
    } else if (length == 0) {
      put_ill_formed(h);
      i++;
    } else {
      while (i < n) h->part[h->part_n++] = p[i++];
    }
  }
  return i;
}

// ---- Hashers ----

void fpcheck_hasher_reset(fpcheck_hasher *h) {
  h->ended = false;
  h->part_n = 0;
  h->ill_formed = false;
  h->atom_n = 0;
  h->atom_rest = REST_NONE;
  h->held_n = 0;
  h->letter = false;
  h->white_n = 0;
  h->before = CLASS_NONE;
  h->first.n = h->second.n = 0;
  h->first.over = h->second.over = false;
  h->starter = NO_STARTER;
  h->dots = h->run = false;
  start_class_run(h, CLASS_NONE);
  h->tokens = 0;
  h->shingle_n[0] = h->shingle_n[1] = 0;
  h->shingles = false;
  h->set = new_set(h->scheme, h->set.block, h->set.size);
  h->zero_weight = 0;
  h->spill_n = 0;
}

fpcheck_error fpcheck_hasher_init(fpcheck_hasher *h, fpcheck_scheme scheme, void *block,
                                  size_t size) {
  if (!is_scheme(scheme)) return FPCHECK_BAD_ARGUMENT;
  h->scheme = scheme;
  h->multi = scheme != FPCHECK_SD1;
  h->digest = false;
  h->watch = NULL;
  h->until = FEATURES;
  h->seed = fpcheck_mix64((uint64_t)(uintptr_t)h) ^ (uint64_t)(uintptr_t)block;
  h->set.block = block;
  h->set.size = size;
  fpcheck_hasher_reset(h);
  return FPCHECK_OK;
}

void fpcheck_hasher_seed(fpcheck_hasher *h, uint64_t seed) {
  if (h->set.used == 0) h->seed = seed;
}

void fpcheck_hasher_watch(fpcheck_hasher *h, const fpcheck_watch *watch) { h->watch = watch; }

fpcheck_error fpcheck_hasher_token(fpcheck_hasher *h, const void *octets, size_t n) {
  if (n > FPCHECK_TOKEN_MAX_) return FPCHECK_BAD_ARGUMENT;
  if (h->spill_n > 0) return FPCHECK_FULL;
  put_token(h, octets, n, 0);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_end(fpcheck_hasher *h) {
  if (h->spill_n > 0) return FPCHECK_FULL;
  if (h->ended) return FPCHECK_OK;
  h->ended = true;
  if (h->part_n > 0) put_ill_formed(h);
  if (!h->watch || !watched(h, TEXT, NULL, 0, true)) {
    if (h->atom_n > 0) end_atom(h);
    if (h->held_n > 0) flush_held(h);
    flush_white(h);
    if (!h->watch || !watched(h, IDENTIFIERS, NULL, 0, true)) {
      end_first(h);
      separate(h, NO_SCALAR);
      put_last_shingle(h);
    }
  }
  return h->spill_n > 0 ? FPCHECK_FULL : FPCHECK_OK;
}

fpcheck_error fpcheck_hasher_minima(fpcheck_hasher *h, fpcheck_minima *m) {
  if (!is_minhash(h->scheme)) return FPCHECK_BAD_ARGUMENT;
  fpcheck_error error = fpcheck_hasher_end(h);
  if (error != FPCHECK_OK) return error;
  fpcheck_minima_init(m);
  uint64_t hash;
  unsigned weight;
  for (size_t place = 0; fpcheck_hasher_next(h, &place, &hash, &weight);)
    for (unsigned k = 0; k < weight; k++)  // R5.6
      fpcheck_minima_add(m, hash + k * 0x9E3779B97F4A7C15u);
  return FPCHECK_OK;
}

// Adds the ones that eight words of eight octets have counted to the counters, and empties them.
static void add_ones(fpcheck_counters *c, uint64_t words[8]) {
  for (int i = 0; i < 64; i++) c->bit[i] += 2 * (int64_t)(words[i % 8] >> i / 8 * 8 & 255);
  memset(words, 0, 8 * sizeof *words);
}

// R7.1, of all elements: a counter is twice the ones less the number of elements. Octet k of word j
// counts the ones of bit 8k + j, in one addition for eight bits.
static void count_elements(const fpcheck_hasher *h, fpcheck_counters *c) {
  uint64_t hash, words[8] = {0};
  unsigned weight, counted = 0;
  int64_t elements = 0;
  for (size_t place = 0; fpcheck_hasher_next(h, &place, &hash, &weight);) {
    for (int j = 0; j < 8; j++) words[j] += (hash >> j & 0x0101010101010101u) * weight;
    elements += (int64_t)weight;
    counted += weight;
    if (counted < 254) continue;  // a weight is 2 at most
    add_ones(c, words);
    counted = 0;
  }
  add_ones(c, words);
  for (int i = 0; i < 64; i++) c->bit[i] -= elements;
}

fpcheck_error fpcheck_hasher_fingerprint(fpcheck_hasher *h, fpcheck_fingerprint *fp) {
  fpcheck_error error = fpcheck_hasher_end(h);
  if (error != FPCHECK_OK) return error;
  if (fpcheck_hasher_features(h) == 0) return FPCHECK_NO_FEATURES;
  if (is_minhash(h->scheme)) {
    fpcheck_minima m;
    fpcheck_hasher_minima(h, &m);
    return fpcheck_from_minima(h->scheme, &m, fp);
  }
  fpcheck_counters c = {{0}};
  count_elements(h, &c);
  unsigned char sketch[8];
  store64(sketch, fpcheck_counters_sketch(&c));
  return fpcheck_from_sketch(h->scheme, sketch, sizeof sketch, fp);
}

// ---- Text digests ----

void fpcheck_digest_init(fpcheck_digest *d) {
  fpcheck_hasher_init(&d->text, FPCHECK_SM1, NULL, 0);
  d->text.digest = true;
  sha256_start(&d->sha256);
  d->items = d->open = d->numeral = false;
  d->letter = 0;
  d->run_class = CLASS_NONE;
  d->signs = d->dashes = d->dashes_before = 0;
  d->sink = NULL;
  d->user = NULL;
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
  fpcheck_sha256_ sha256 = d->sha256;
  sha256_end(&sha256, digest);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_text_digest(const void *octets, size_t n,
                                  unsigned char digest[FPCHECK_DIGEST_SIZE]) {
  fpcheck_digest d;
  fpcheck_digest_init(&d);
  fpcheck_digest_write(&d, octets, n);
  return fpcheck_digest_finish(&d, digest);
}

void fpcheck_digest_string(const unsigned char digest[FPCHECK_DIGEST_SIZE],
                           char string[FPCHECK_DIGEST_STRING_SIZE]) {
  for (int i = 0; i < FPCHECK_DIGEST_SIZE; i++) snprintf(string + 2 * i, 3, "%02x", digest[i]);
}

// ---- Single stages ----

static void init_stage(fpcheck_hasher *h, fpcheck_scheme scheme, const fpcheck_watch *watch,
                       enum stage until) {
  fpcheck_hasher_init(h, scheme, NULL, 0);
  h->watch = watch;
  h->until = until;
}

void fpcheck_text(const void *octets, size_t n, fpcheck_sink *sink, void *user) {
  const fpcheck_watch watch = {.user = user, .text = sink};
  fpcheck_hasher h;
  init_stage(&h, FPCHECK_SD1, &watch, TEXT);
  fpcheck_hasher_write(&h, octets, n);
  fpcheck_hasher_end(&h);
}

void fpcheck_identifiers(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                         void *user) {
  const fpcheck_watch watch = {.user = user, .identifiers = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  init_stage(&h, scheme, &watch, IDENTIFIERS);
  fpcheck_hasher_write(&h, text, n);
  fpcheck_hasher_end(&h);
}

void fpcheck_normalise(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                       void *user) {
  const fpcheck_watch watch = {.user = user, .runs = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  init_stage(&h, scheme, &watch, RUNS);
  const unsigned char *p = text;
  uint32_t x;
  for (size_t i = 0; i < n;) {
    i += next_scalar(p + i, n - i, &x);
    normalise(&h, x, properties(x));
  }
  end_first(&h);
  separate(&h, NO_SCALAR);
}

void fpcheck_segment(fpcheck_scheme scheme, const fpcheck_octets *runs, size_t count,
                     fpcheck_sink *sink, void *user) {
  const fpcheck_watch watch = {.user = user, .tokens = sink};
  fpcheck_hasher h;
  if (!is_scheme(scheme)) return;
  init_stage(&h, scheme, &watch, TOKENS);
  for (size_t r = 0; r < count; r++) {
    uint32_t x;
    for (size_t i = 0; i < runs[r].n;) {
      i += next_scalar(runs[r].octets + i, runs[r].n - i, &x);
      segment(&h, x, properties(x));
    }
    end_class_run(&h);
  }
}

// ---- Chapter 7: sketches ----

void fpcheck_counters_add(fpcheck_counters *c, uint64_t element, unsigned weight) {
  int64_t w = (int64_t)weight;
  for (int i = 0; i < 64; i++) c->bit[i] += element >> i & 1 ? w : -w;
}

uint64_t fpcheck_counters_sketch(const fpcheck_counters *c) {
  uint64_t sketch = 0;
  for (int i = 0; i < 64; i++) sketch |= (uint64_t)(c->bit[i] > 0) << i;  // R7.2, R7.3
  return sketch;
}

static const uint64_t EMPTY = UINT64_MAX;

void fpcheck_minima_init(fpcheck_minima *m) {
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) m->slot[i] = EMPTY;
}

void fpcheck_minima_add(fpcheck_minima *m, uint64_t element) {
  uint64_t mixed = fpcheck_mix64(element);
  uint64_t *slot = &m->slot[mixed >> 57];
  uint64_t value = mixed & (UINT64_MAX >> 7);
  if (value < *slot) *slot = value;
}

void fpcheck_minima_merge(fpcheck_minima *m, const fpcheck_minima *other) {
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
    if (other->slot[i] < m->slot[i]) m->slot[i] = other->slot[i];
}

static const unsigned char FULL_START[5] = {0x66, 0x70, 0x6D, 0x68, 1};

void fpcheck_minima_write(const fpcheck_minima *m, unsigned char octets[FPCHECK_FULL_SIZE]) {
  memcpy(octets, FULL_START, sizeof FULL_START);
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
    store64(octets + sizeof FULL_START + 8 * i, m->slot[i]);
}

fpcheck_error fpcheck_minima_read(fpcheck_minima *m, const void *octets, size_t n) {
  const unsigned char *p = octets;
  if (n != FPCHECK_FULL_SIZE || memcmp(p, FULL_START, sizeof FULL_START) != 0)
    return FPCHECK_BAD_FULL_FORM;
  fpcheck_minima read;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    read.slot[i] = load64(p + sizeof FULL_START + 8 * i);
    if (read.slot[i] >> 57 != 0 && read.slot[i] != EMPTY) return FPCHECK_BAD_FULL_FORM;
  }
  *m = read;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_minima_stored(const fpcheck_minima *m, unsigned char sketch[FPCHECK_SLOTS]) {
  unsigned used = 0;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) used += m->slot[i] != EMPTY;
  if (used == 0) return FPCHECK_NO_FEATURES;
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    uint64_t donor = i;
    for (uint64_t t = 0; m->slot[donor] == EMPTY; t++)  // R7.8
      donor = fpcheck_mix64(((uint64_t)i << 32) + t) % FPCHECK_SLOTS;
    uint64_t v = donor << 57 | m->slot[donor];  // R7.9
    sketch[i] = (unsigned char)(fpcheck_mix64(v ^ fpcheck_mix64(i)) & 255);
  }
  return FPCHECK_OK;
}

fpcheck_error fpcheck_from_minima(fpcheck_scheme scheme, const fpcheck_minima *m,
                                  fpcheck_fingerprint *fp) {
  if (!is_minhash(scheme)) return FPCHECK_BAD_ARGUMENT;
  unsigned char sketch[FPCHECK_SLOTS];
  fpcheck_error error = fpcheck_minima_stored(m, sketch);
  return error == FPCHECK_OK ? fpcheck_from_sketch(scheme, sketch, sizeof sketch, fp) : error;
}

// ---- Chapter 8: strings ----

static const char VISIBLE[] = "visible";

static const struct {  // R8.3
  char name[6];
  fpcheck_scheme scheme;
  unsigned width;
  size_t size;
} forms[] = {
  {"sd1", FPCHECK_SD1, 0, 8},     {"sm1", FPCHECK_SM1, 0, 8},
  {"mh1", FPCHECK_MH1, 8, 128},   {"mh1b4", FPCHECK_MH1, 4, 64},
  {"mh1b2", FPCHECK_MH1, 2, 32},  {"mh1b1", FPCHECK_MH1, 1, 16},
  {"mw1", FPCHECK_MW1, 8, 128},   {"mw1b4", FPCHECK_MW1, 4, 64},
  {"mw1b2", FPCHECK_MW1, 2, 32},  {"mw1b1", FPCHECK_MW1, 1, 16},
};
enum { FORMS = sizeof forms / sizeof *forms };

const char *fpcheck_scheme_id(fpcheck_scheme scheme) {
  for (int i = 0; i < FORMS; i++)
    if (forms[i].scheme == scheme) return forms[i].name;
  return NULL;
}

fpcheck_error fpcheck_lookup(const char *id, fpcheck_scheme *scheme) {
  for (int i = 0; i < FORMS; i++) {
    if ((forms[i].width != 0 && forms[i].width != 8) || strcmp(forms[i].name, id) != 0) continue;
    *scheme = forms[i].scheme;
    return FPCHECK_OK;
  }
  return FPCHECK_BAD_SCHEME;
}

const char *fpcheck_name(const fpcheck_fingerprint *fp) {
  for (int i = 0; i < FORMS; i++)
    if (forms[i].scheme == fp->scheme && forms[i].width == fp->width) return forms[i].name;
  return "";
}

fpcheck_error fpcheck_from_sketch(fpcheck_scheme scheme, const void *sketch, size_t n,
                                  fpcheck_fingerprint *fp) {
  for (int i = 0; i < FORMS; i++) {
    if (forms[i].scheme != scheme || forms[i].size != n) continue;
    fpcheck_fingerprint made = {.scheme = scheme, .width = forms[i].width, .size = n};
    memcpy(made.sketch, sketch, n);
    memcpy(made.profile, VISIBLE, sizeof VISIBLE);
    *fp = made;
    return FPCHECK_OK;
  }
  return FPCHECK_BAD_ARGUMENT;
}

static bool is_profile(const char *name, size_t n) {  // R8.4
  if (n < 1 || n > FPCHECK_PROFILE_MAX) return false;
  for (size_t i = 0; i < n; i++) {
    bool letter = name[i] >= 'a' && name[i] <= 'z';
    if (!letter && (i == 0 || name[i] < '0' || name[i] > '9')) return false;
  }
  return true;
}

fpcheck_error fpcheck_set_profile(fpcheck_fingerprint *fp, const char *profile) {
  size_t n = 0;
  while (n <= FPCHECK_PROFILE_MAX && profile[n] != '\0') n++;
  if (!is_profile(profile, n)) return FPCHECK_BAD_PROFILE;
  memcpy(fp->profile, profile, n + 1);
  return FPCHECK_OK;
}

static size_t characters(size_t octets) { return (octets * 8 + 4) / 5; }  // R8.2

size_t fpcheck_string(const fpcheck_fingerprint *fp, char string[FPCHECK_STRING_SIZE]) {
  static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  bool visible = strcmp(fp->profile, VISIBLE) == 0;
  int head = snprintf(string, FPCHECK_STRING_SIZE, "%s%s%s:", fpcheck_name(fp),
                      visible ? "" : ".", visible ? "" : fp->profile);
  char *p = string + head;
  unsigned bits = 0, n = 0;
  for (size_t i = 0; i < fp->size; i++) {
    bits = (bits << 8 | fp->sketch[i]) & 0xFFF;  // 4 bits at most are left of those before
    for (n += 8; n >= 5; n -= 5) *p++ = alphabet[bits >> (n - 5) & 31];
  }
  if (n > 0) *p++ = alphabet[bits << (5 - n) & 31];
  *p = '\0';
  return (size_t)(p - string);
}

// The value of a character of either case (R8.5, R8.7), or -1.
static int base32(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

static fpcheck_error read_data(const char *data, size_t n, fpcheck_fingerprint *fp) {
  for (size_t i = 0; i < n; i++)
    if (base32(data[i]) < 0) return FPCHECK_BAD_ALPHABET;
  if (n != characters(fp->size)) return FPCHECK_BAD_LENGTH;
  unsigned bits = 0, held = 0;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    bits = (bits << 5 | (unsigned)base32(data[i])) & 0xFFF;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    fp->sketch[at++] = (unsigned char)(bits >> held & 255);
  }
  return bits & (BIT(held) - 1) ? FPCHECK_BAD_SPARE_BITS : FPCHECK_OK;  // R8.9
}

// Whether n characters of either case are the name (R8.5).
static bool is_name(const char *p, size_t n, const char *name) {
  if (strlen(name) != n) return false;
  for (size_t i = 0; i < n; i++)
    if (lower((unsigned char)p[i]) != (unsigned char)name[i]) return false;
  return true;
}

static fpcheck_error read_profile(const char *p, size_t n, fpcheck_fingerprint *fp) {
  char name[FPCHECK_PROFILE_MAX + 1] = {0};
  if (n > FPCHECK_PROFILE_MAX) return FPCHECK_BAD_PROFILE;
  for (size_t i = 0; i < n; i++) name[i] = (char)lower((unsigned char)p[i]);
  if (!is_profile(name, n) || strcmp(name, VISIBLE) == 0) return FPCHECK_BAD_PROFILE;
  memcpy(fp->profile, name, sizeof name);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_parse(const char *string, size_t n, fpcheck_fingerprint *fp) {
  const char *colon = n > 0 ? memchr(string, ':', n) : NULL;
  if (colon == NULL) return FPCHECK_NO_COLON;
  const char *dot = memchr(string, '.', (size_t)(colon - string));
  size_t name_n = (size_t)((dot ? dot : colon) - string);
  int i = 0;
  while (i < FORMS && !is_name(string, name_n, forms[i].name)) i++;
  if (i == FORMS) return FPCHECK_BAD_SCHEME;

  fpcheck_fingerprint read = {
    .scheme = forms[i].scheme, .width = forms[i].width, .size = forms[i].size};
  memcpy(read.profile, VISIBLE, sizeof VISIBLE);
  fpcheck_error error = FPCHECK_OK;
  if (dot) error = read_profile(dot + 1, (size_t)(colon - dot) - 1, &read);
  if (error == FPCHECK_OK)
    error = read_data(colon + 1, n - (size_t)(colon - string) - 1, &read);
  if (error == FPCHECK_OK) *fp = read;
  return error;
}

// ---- R7.10 and chapter 10: comparison ----

// The value of slot i in a sketch of so many bits a slot.
static unsigned slot_of(const unsigned char *sketch, unsigned width, unsigned i) {
  unsigned bit = i * width;
  return (unsigned)sketch[bit / 8] >> (8 - width - bit % 8) & (BIT(width) - 1);
}

fpcheck_error fpcheck_truncate(fpcheck_fingerprint *fp, unsigned bits) {
  if ((bits != 8 && bits != 4 && bits != 2 && bits != 1) || bits > fp->width)
    return FPCHECK_BAD_ARGUMENT;
  unsigned char sketch[FPCHECK_SKETCH_MAX] = {0};
  for (unsigned i = 0; i < FPCHECK_SLOTS; i++) {
    unsigned value = slot_of(fp->sketch, fp->width, i) & (BIT(bits) - 1);
    unsigned bit = i * bits;
    sketch[bit / 8] = (unsigned char)(sketch[bit / 8] | value << (8 - bits - bit % 8));
  }
  memcpy(fp->sketch, sketch, sizeof sketch);
  fp->width = bits;
  fp->size = FPCHECK_SLOTS / 8 * bits;
  return FPCHECK_OK;
}

static unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

fpcheck_error fpcheck_distance(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                               unsigned *distance) {
  if (a->scheme != b->scheme || strcmp(a->profile, b->profile) != 0)
    return FPCHECK_NOT_COMPARABLE;
  unsigned d = 0;
  if (is_minhash(a->scheme)) {  // R10.4
    unsigned mask = BIT(lesser(a->width, b->width)) - 1;
    for (unsigned i = 0; i < FPCHECK_SLOTS; i++)
      d += ((slot_of(a->sketch, a->width, i) ^ slot_of(b->sketch, b->width, i)) & mask) != 0;
  } else {  // R10.2
    for (uint64_t x = load64(a->sketch) ^ load64(b->sketch); x != 0; x &= x - 1) d++;
  }
  *distance = d;
  return FPCHECK_OK;
}

fpcheck_error fpcheck_similarity(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                                 double *similarity) {
  unsigned distance;
  fpcheck_error error = fpcheck_distance(a, b, &distance);
  if (error != FPCHECK_OK) return error;
  if (is_minhash(a->scheme)) {  // R10.5
    int values = 1 << lesser(a->width, b->width);
    int above = (FPCHECK_SLOTS - (int)distance) * values - FPCHECK_SLOTS;
    *similarity = above < 0 ? 0 : (double)above / (double)(FPCHECK_SLOTS * (values - 1));
  } else {  // R10.3
    *similarity = 1 - (double)distance / 64;
  }
  return FPCHECK_OK;
}

int fpcheck_explain(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b, char *text,
                    size_t size) {
  return snprintf(text, size, "%s of profile %s and %s of profile %s are not comparable",
                  fpcheck_name(a), a->profile, fpcheck_name(b), b->profile);
}

// ---- Errors ----

const char *fpcheck_strerror(fpcheck_error error) {
  switch (error) {
    case FPCHECK_OK: return "no error";
    case FPCHECK_NO_FEATURES: return "the text has no features";
    case FPCHECK_FULL: return "the set of features is full";
    case FPCHECK_NO_MEMORY: return "out of memory";
    case FPCHECK_BAD_ARGUMENT: return "no such scheme, length or number of bits";
    case FPCHECK_NOT_COMPARABLE: return "different schemes or profiles";
    case FPCHECK_BAD_FULL_FORM: return "malformed full form";
    case FPCHECK_TOO_DEEP: return "the HTML nests too deep";
    case FPCHECK_NO_ITEMS: return "the text has no words, numbers or symbols";
    case FPCHECK_BAD_XML: return "malformed XML";
    case FPCHECK_NO_COLON: return "malformed fingerprint: no colon";
    case FPCHECK_BAD_SCHEME: return "malformed fingerprint: unknown scheme";
    case FPCHECK_BAD_PROFILE: return "malformed fingerprint: bad profile name";
    case FPCHECK_BAD_ALPHABET: return "malformed fingerprint: data are not base32";
    case FPCHECK_BAD_LENGTH: return "malformed fingerprint: data of the wrong length";
    case FPCHECK_BAD_SPARE_BITS: return "malformed fingerprint: spare bits are not 0";
  }
  return "unknown error";
}

bool fpcheck_is_malformed(fpcheck_error error) {
  return error >= FPCHECK_NO_COLON && error <= FPCHECK_BAD_SPARE_BITS;
}
