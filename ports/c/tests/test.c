// SPDX-License-Identifier: Apache-2.0
// Unit tests. The vectors are run by `fpcheck conform` on fpcheck_port: see the Makefile.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fpcheck.h"
#include "../fpcheck_passages.h"

// Whether the chapters are compiled each by itself.
#ifdef FPCHECK_CHAPTERS
enum { BY_CHAPTERS = true };
#else
enum { BY_CHAPTERS = false };
#endif

// See library.c.
extern int mallocs_left;
bool has_room(const fpcheck_hasher *h);

static int failures;

#define CHECK(condition) \
  ((condition) ? (void)0 \
               : (void)(failures++, printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static void check_text(const char *got, const char *want, const char *file, int line) {
  if (strcmp(got, want) == 0) return;
  failures++;
  printf("%s:%d: got %s, want %s\n", file, line, got, want);
}
#define CHECK_TEXT(got, want) check_text(got, want, __FILE__, __LINE__)

// ---- Worked examples (chapter 14) ----

static const char FIRST[] =
    "Die STRASSE (https://example.org/a) \xE2\x80\x94 Stra\xC2\xAD\xC3\x9F"
    "e \xE2\x84\x96 12: \xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3, Cafe\xCC\x81\xE2\x84\xA2!\n";
static const char SECOND[] =
    "Light-\nhouse keepers wrote \xE7\x81\xAF\xE5\x8F\xB0\xE3\x81\xAE\n\xE6\x97\xA5\xE8\xAA\x8C.\n";
static const char SECOND_MH1[] =
    "mh1:zcbug3fdoctkln6knoejznjddwvj53dnynqbircbk5zmvhftkkv4eeeernfthraa2plvuptrf7qhfbv7pcgawlut5q"
    "eyv4ssovaqk5ekas5ywzkvjvayx7m4ybykolzgvmfd6553qlwjtxnt27lnwfgjgq24nhgjotmyuqfkhlcd2fpuzqjco3fn"
    "dweu7uugnqkspla2wr3dq";

static void sum(fpcheck_scheme scheme, const void *octets, size_t n,
                char string[FPCHECK_STRING_SIZE]) {
  fpcheck_fingerprint fp;
  fpcheck_error error = fpcheck_sum(scheme, octets, n, &fp);
  if (error == FPCHECK_OK)
    fpcheck_string(&fp, string);
  else
    snprintf(string, FPCHECK_STRING_SIZE, "%s", fpcheck_strerror(error));
}

static void check_sum(fpcheck_scheme scheme, const char *text, const char *want) {
  char string[FPCHECK_STRING_SIZE];
  sum(scheme, text, strlen(text), string);
  CHECK_TEXT(string, want);
}

static void test_sums(void) {
  check_sum(FPCHECK_SD1, FIRST, "sd1:arzqpmpmlbbaa");
  check_sum(FPCHECK_SM1, SECOND, "sm1:eg2sgwj4cbqiu");
  check_sum(FPCHECK_MH1, SECOND, SECOND_MH1);
  for (int s = 0; s < FPCHECK_SCHEMES; s++) {
    check_sum((fpcheck_scheme)s, "", "the text has no features");
    check_sum((fpcheck_scheme)s, "1984", "the text has no features");  // R4.2
  }
  fpcheck_fingerprint fp;
  CHECK(fpcheck_sum((fpcheck_scheme)4, "a", 1, &fp) == FPCHECK_BAD_ARGUMENT);
}

typedef struct log {
  char text[5][512];
} stage_log;

static void put(char *log, const void *octets, size_t n, bool end) {
  size_t at = strlen(log);
  if (at + n + 2 > 512) return;
  if (n > 0) memcpy(log + at, octets, n);
  log[at + n] = '\0';
  if (end) strcat(log, "|");
}

static void put_text(void *u, const unsigned char *p, size_t n, bool end) {
  put(((stage_log *)u)->text[0], p, n, end);
}
static void put_identifiers(void *u, const unsigned char *p, size_t n, bool end) {
  put(((stage_log *)u)->text[1], p, n, end);
}
static void put_runs(void *u, const unsigned char *p, size_t n, bool end) {
  put(((stage_log *)u)->text[2], p, n, end);
}
static void put_tokens(void *u, const unsigned char *p, size_t n, bool end) {
  put(((stage_log *)u)->text[3], p, n, end);
}
static void put_features(void *u, const unsigned char *p, size_t n, uint64_t hash, unsigned w) {
  char text[64];
  int length = snprintf(text, sizeof text, " %016" PRIx64 " %u", hash, w);
  put(((stage_log *)u)->text[4], p, n, false);
  put(((stage_log *)u)->text[4], text, (size_t)length, true);
}

static void test_stages(void) {
  static stage_log log;
  const fpcheck_watch watch = {&log, put_text, put_identifiers, put_runs, put_tokens, put_features};
  fpcheck_hasher *h;
  fpcheck_fingerprint fp;
  CHECK(fpcheck_hasher_new(FPCHECK_SD1, &h) == FPCHECK_OK);
  fpcheck_hasher_watch(h, &watch);
  fpcheck_hasher_feed(h, FIRST, strlen(FIRST));
  CHECK(fpcheck_hasher_finish(h, &fp) == FPCHECK_OK);
  CHECK(fpcheck_hasher_features(h) == 4);
  fpcheck_hasher_free(h);
  char want[512];
  snprintf(want, sizeof want, "%s|", FIRST);
  CHECK_TEXT(log.text[0], want);
  CHECK_TEXT(log.text[1],
             "Die STRASSE \xEF\xBF\xBD \xE2\x80\x94 Stra\xC2\xAD\xC3\x9F"
             "e \xE2\x84\x96 12: \xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3, Cafe\xCC\x81\xE2\x84\xA2!\n|");
  CHECK_TEXT(log.text[2], "die|strasse|strasse|12|\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x83|caf\xC3\xA9|");
  CHECK_TEXT(log.text[3], "die|strasse|strasse|\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x83|caf\xC3\xA9|");
  CHECK_TEXT(log.text[4],
             "die 18b3a6f1fedb5360 1|strasse 3477a1b5c9fcc20d 1|strasse 3477a1b5c9fcc20d 1|"
             "\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x83 c5f85789ec186f70 1|caf\xC3\xA9 87771fb96f424206 1|");

  stage_log stage = {{{0}}};
  fpcheck_text("a\xE2\x82\x41\xF0\x9F", 6, put_text, &stage);  // R1.2
  CHECK_TEXT(stage.text[0],
             "a\xEF\xBF\xBD"
             "A\xEF\xBF\xBD|");
  fpcheck_identifiers(FPCHECK_SM1, SECOND, strlen(SECOND), put_identifiers, &stage);
  CHECK_TEXT(stage.text[1],
             "Lighthouse keepers wrote "
             "\xE7\x81\xAF\xE5\x8F\xB0\xE3\x81\xAE\xE6\x97\xA5\xE8\xAA\x8C.\n|");
  fpcheck_normalise(FPCHECK_SM1, "\xC4\xB0 I\xCC\x87", 6, put_runs, &stage);  // R3.7
  CHECK_TEXT(stage.text[2], "i|i|");
  const fpcheck_octets run = {(const unsigned char *)"\xE3\x82\xB7\xE3\x83\xA3\xE3\x83\x84", 9};
  fpcheck_segment(FPCHECK_MH1, &run, 1, put_tokens, &stage);  // R4.8
  CHECK_TEXT(stage.text[3], "\xE3\x82\xB7\xE3\x83\xA3|\xE3\x83\xA3\xE3\x83\x84|");
}

static void test_elements(void) {
  const fpcheck_octets same[4] = {{(const unsigned char *)"a", 1},
                                  {(const unsigned char *)"a", 1},
                                  {(const unsigned char *)"a", 1},
                                  {(const unsigned char *)"a", 1}};
  uint64_t *elements, hash = fpcheck_jenkins("a a a", 5);
  size_t n;
  CHECK(fpcheck_elements(FPCHECK_MW1, same, 4, &elements, &n) == FPCHECK_OK && n == 2);
  uint64_t next = hash + 0x9E3779B97F4A7C15u;  // R5.6
  CHECK(elements[0] == (hash < next ? hash : next) && elements[1] == (hash < next ? next : hash));
  free(elements);
  CHECK(fpcheck_elements(FPCHECK_MH1, same, 4, &elements, &n) == FPCHECK_OK && n == 1);
  CHECK(elements[0] == hash);
  free(elements);
  CHECK(fpcheck_elements(FPCHECK_SD1, same, 0, &elements, &n) == FPCHECK_OK && n == 0);
  CHECK(elements == NULL);
}

static void test_hashes(void) {
  static const struct {
    const char *key;
    uint64_t hash;
  } keys[] = {{"", 0xdeadbeefdeadbeef},
              {"Four score and seven years ago", 0x17770551ce7226e6},
              {"abcdefghijkl", 0x4012f87b75b50ec0},
              {"abcdefghijklm", 0x928128f90f04ab68},
              {"\xC3\xA9t\xC3\xA9", 0xebaf34f958452a03},
              {"nlldwniuycqlejaqkaaoapaa", 0x65e21f187197607f},
              {"mjiqexfpecuzaapaacjauauq", 0x65e21f187197607f}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    CHECK(fpcheck_jenkins(keys[i].key, strlen(keys[i].key)) == keys[i].hash);
  CHECK(fpcheck_mix64(0) == 0);
  CHECK(fpcheck_mix64(1) == 0x5692161d100b05e5);
  CHECK(fpcheck_mix64(UINT64_MAX) == 0xb4d055fcf2cbbd7b);
}

// ---- Random texts, with the numbers of R12.1 ----

static uint64_t state;

static uint64_t below(uint64_t n) {
  state += 0x9E3779B97F4A7C15u;
  return (fpcheck_mix64(state) >> 32) % n;
}

static size_t random_text(uint64_t seed, unsigned char *text, size_t size) {
  static const char *const pieces[] = {"http://",
                                       "www.",
                                       "doi:",
                                       "10.1000/",
                                       "@",
                                       "x@y.z",
                                       "(",
                                       ").",
                                       "-\n",
                                       "\xC2\xAD\r\n",
                                       "a-\t\n b",
                                       "i\xCC\x87",
                                       "\xC4\xB0",
                                       "\xD9\x80",
                                       "\xE2\x80\x8B",
                                       "\xE6\x97\xA5 ",
                                       " \xE6\x9C\xAC",
                                       "\xE0\xB9\x84\xE0\xB8\x97\xE0\xB8\xA2",
                                       "\n\xE0\xB9\x84",
                                       "\xE3\x82\xA2\xE3\x82\x99",
                                       "\xEF\xB7\xBA",
                                       "\xEA\xB0\x80\xE1\x86\xA8",
                                       "\xCD\x8F",
                                       "\xCA\xBB",
                                       "\xE2\x85\xA7"};
  state = fpcheck_mix64(seed);
  size_t n = 0;
  for (uint64_t k = 1 + below(48); k > 0 && n + 4200 < size; k--) {
    switch (below(8)) {
      case 0:
      case 1:
      case 2:
        for (uint64_t i = 1 + below(12); i > 0; i--) text[n++] = (unsigned char)('a' + below(26));
        break;
      case 3: text[n++] = below(2) ? ' ' : '\n'; break;
      case 4:
        for (uint64_t i = 1 + below(3); i > 0; i--) text[n++] = (unsigned char)(0x80 + below(128));
        break;
      case 5: {
        bool marks = below(32) == 0;
        for (uint64_t i = marks ? 1020 + below(10) : 1 + below(4); i > 0; i--) {
          text[n++] = 0xCC;
          text[n++] = (unsigned char)(0x80 + below(64));
        }
        break;
      }
      case 6:
        for (uint64_t i = below(32) ? 1 + below(6) : 2040 + below(16); i > 0; i--)
          text[n++] = (unsigned char)(0x21 + below(94));
        break;
      default: {
        const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
        memcpy(text + n, piece, strlen(piece));
        n += strlen(piece);
      }
    }
  }
  return n;
}

enum { TEXT_SIZE = 32768 };

static void test_cuts(void) {  // R9.2
  static unsigned char text[TEXT_SIZE];
  for (uint64_t seed = 0; seed < 2000; seed++) {
    size_t n = random_text(seed, text, sizeof text);
    fpcheck_scheme scheme = (fpcheck_scheme)(seed % FPCHECK_SCHEMES);
    char whole[FPCHECK_STRING_SIZE], pieces[FPCHECK_STRING_SIZE] = "the text has no features";
    sum(scheme, text, n, whole);
    fpcheck_hasher *h;
    fpcheck_fingerprint fp;
    CHECK(fpcheck_hasher_new(scheme, &h) == FPCHECK_OK);
    uint64_t longest = 1 + below(1 + below(300));
    for (size_t at = 0; at < n;) {
      size_t length = (size_t)below(longest + 1);
      if (length > n - at) length = n - at;
      // A copy of its own size, so that AddressSanitizer sees a read beyond it.
      unsigned char *copy = malloc(length + (length == 0));
      if (length > 0) memcpy(copy, text + at, length);
      CHECK(fpcheck_hasher_feed(h, copy, length) == FPCHECK_OK);
      free(copy);
      at += length;
    }
    if (fpcheck_hasher_finish(h, &fp) == FPCHECK_OK) fpcheck_string(&fp, pieces);
    fpcheck_hasher_free(h);
    CHECK_TEXT(pieces, whole);
  }
}

// ---- The short way ----

// The fingerprint of a text by a hasher whose set is full at once. A watched one takes the long
// way.
static void sum_hasher(fpcheck_scheme scheme, bool watched, const void *octets, size_t n,
                       char string[FPCHECK_STRING_SIZE]) {
  static const fpcheck_watch nothing = {0};
  fpcheck_hasher *h;
  fpcheck_fingerprint fp;
  CHECK(fpcheck_hasher_new(scheme, &h) == FPCHECK_OK);
  if (watched) fpcheck_hasher_watch(h, &nothing);
  CHECK(fpcheck_hasher_feed(h, octets, n) == FPCHECK_OK);
  snprintf(string, FPCHECK_STRING_SIZE, "the text has no features");
  if (fpcheck_hasher_finish(h, &fp) == FPCHECK_OK) fpcheck_string(&fp, string);
  fpcheck_hasher_free(h);
}

// Whether a text has the same fingerprint on both ways, and its items whether places are wanted or
// not. Text digests have no watch; they are compared octet by octet, which leaves the short way
// nothing.
static bool ways_agree(fpcheck_scheme scheme, const unsigned char *text, size_t n) {
  char one[FPCHECK_STRING_SIZE], other[FPCHECK_STRING_SIZE];
  sum(scheme, text, n, one);
  for (int watched = 0; watched < 2; watched++) {
    sum_hasher(scheme, watched, text, n, other);
    if (strcmp(one, other) != 0) return false;
  }
  if (scheme != FPCHECK_SM1) return true;
  unsigned char whole[FPCHECK_DIGEST_SIZE], pieces[FPCHECK_DIGEST_SIZE];
  fpcheck_digest *d;
  CHECK(fpcheck_digest_new(&d) == FPCHECK_OK);
  for (size_t i = 0; i < n; i++) fpcheck_digest_write(d, text + i, 1);
  fpcheck_error error = fpcheck_text_digest(text, n, whole);
  bool same = fpcheck_digest_finish(d, pieces) == error &&
              (error != FPCHECK_OK || memcmp(whole, pieces, sizeof whole) == 0);
  fpcheck_digest_free(d);
  return same;
}

static size_t put_scalar(unsigned char *to, uint32_t x) {
  size_t n = x < 0x80 ? 1 : x < 0x800 ? 2 : x < 0x10000 ? 3 : 4;
  for (size_t i = n; i-- > 1; x >>= 6) to[i] = (unsigned char)(0x80 | (x & 0x3F));
  to[0] = (unsigned char)(n == 1 ? x : (0xF00u >> n & 0xFF) | x);
  return n;
}

// Texts of words with what may stop the shortest way, at any place of its blocks.
static void test_english(void) {
  static const char *const pieces[] = {"-",
                                       "-\n",
                                       "- ",
                                       ".",
                                       ". ",
                                       ", ",
                                       "@",
                                       "://",
                                       ":",
                                       "/",
                                       "www.",
                                       "10.1000/",
                                       "\"",
                                       ".\"",
                                       "_",
                                       "7",
                                       "\xE2\x80\x99",
                                       "\xE2\x80\x94",
                                       "\xE2\x80\x90\n",
                                       "\xC3\xA9",
                                       "\xCC\x81",
                                       "\xE6\x97\xA5 \xE6\x9C\xAC",
                                       "\xE6\x97\xA5",
                                       "<",
                                       "'",
                                       "X",
                                       "0.",
                                       "5.3.2",
                                       "w.",
                                       "W.",
                                       "x:y",
                                       "1:y",
                                       "1:/",
                                       " www.a.",
                                       " (WWW.a",
                                       " 10.1000/a ",
                                       " *10.10000.1/a",
                                       " isbn:1",
                                       " Mailto:a",
                                       " a@b.c",
                                       "\xC2\xA0",
                                       "\xC2\xA0\xCC\x81",
                                       "-\xC2\xA0",
                                       "\xE2\x80\xA2 ",
                                       "\xE2\x94\x82",
                                       "\xE2\x95\x90\xE2\x95\x90",
                                       "\xE2\x95",
                                       "\xE2\x96\x80",
                                       "\xC2"};
  unsigned char text[600];
  for (uint64_t seed = 0; seed < 4000; seed++) {
    state = fpcheck_mix64(seed);
    size_t n = 0;
    const size_t size = below(500), rare = 1 + below(40);
    while (n < size) {
      for (uint64_t i = 1 + below(9); i > 0; i--) text[n++] = (unsigned char)('a' + below(26));
      if (below(rare) == 0) {
        const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
        memcpy(text + n, piece, strlen(piece));
        n += strlen(piece);
      } else {
        text[n++] = ' ';
      }
    }
    for (int s = 0; s < FPCHECK_SCHEMES; s++) CHECK(ways_agree((fpcheck_scheme)s, text, n));
  }
}

// Each code point, and what may be around it.
static void test_ways(void) {
  static const uint32_t around[][4] = {
      // What is before it, twice, and what is after it.
      {'a', 0, 'b', ' '},          // letters
      {' ', 0x65E5, 0x65E5, ' '},  // a class with clusters
      {'e', 0, 0x301, 'x'},        // a mark that may compose
      {0x915, 0, 0x94D, 0x915},    // one that does not
      {'i', 0x94D, 0x307, 0x327},  // marks that are sorted, and a dot
      {0x65E5, 0, ' ', 0x65E5},    // white space that goes
      {'x', 0, '-', '\n'},         // a hyphen at a line end
      {0xAC00, 0x430, 0x11A8, 'y'},
  };
  static unsigned char text[1 << 14];
  for (uint32_t from = 0; from < 0x110000; from += 64) {
    for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
      // Where all is alike, one row is enough.
      if (from >= 0x20000 && from < 0xE0000 && k > 0) break;
      size_t n = 0;
      for (uint32_t x = from; x < from + 64; x++) {
        if (x >> 11 == 0x1B) continue;
        for (int i = 0; i < 2; i++)
          if (around[k][i]) n += put_scalar(text + n, around[k][i]);
        n += put_scalar(text + n, x);
        for (int i = 2; i < 4; i++) n += put_scalar(text + n, around[k][i]);
      }
      fpcheck_scheme scheme = k % 2 ? FPCHECK_SM1 : FPCHECK_MH1;
      bool same = ways_agree(scheme, text, n) && (k > 2 || ways_agree(FPCHECK_SD1, text, n));
      if (!same) printf("U+%04lX to U+%04lX, row %zu\n", (unsigned long)from, from + 63ul, k);
      CHECK(same);
    }
  }
  // An atom whose features fill the set before an identifier would begin in it (R2.1).
  static const char atom[] = "c,www.a 1,www.b a,b)www.c www.d,e e-mail:a@b.c \xE6\x97\xA5,www.x";
  for (size_t n = 0; n < sizeof atom; n++)
    for (int s = 0; s < FPCHECK_SCHEMES; s++)
      CHECK(ways_agree((fpcheck_scheme)s, (const unsigned char *)atom, n));
  for (uint64_t seed = 0; seed < 3000; seed++) {
    static unsigned char random[TEXT_SIZE];
    size_t n = random_text(seed, random, sizeof random);
    if (n > 2000) n = 2000;
    CHECK(ways_agree((fpcheck_scheme)(seed % FPCHECK_SCHEMES), random, n));
  }
}

// ---- Text digests (chapter 10a) ----

static void put_items(void *log, const unsigned char *p, size_t n, bool end) {
  put(log, p, n, end);
}

// A text digest in memory that is not aligned, and just large enough.
static fpcheck_digest *new_digest(void) {
  static unsigned char memory[FPCHECK_DIGEST_STATE_SIZE + 1];
  fpcheck_digest *d;
  CHECK(fpcheck_digest_init(&d, memory + 1, fpcheck_digest_state_size()) == FPCHECK_OK);
  return d;
}

static void test_digests(void) {
  static const struct {
    const char *text, *items, *reason;
  } rows[] = {
      {"", "", "R10.11: nothing"},
      {"\"!\" ()", "", "R10.10: punctuation before no number"},
      {"see http://x.org/", "see|http|x|org|", "R10.6: identifiers are words"},
      {"SI\xCC\x87k \xC4\xB1", "si\xCC\x87k|\xC4\xB1|", "R10.6: R3.7 is not applied"},
      {"re-\nsign", "resign|", "R10.6: R2.9 is"},
      {"\xE7\xAC\xAC"
       "3\xE5\x9B\x9E",
       "\xE7\xAC\xAC|3|\xE5\x9B\x9E|", "R10.6 (d)"},
      {"\xE4\xB8\x89\n\xE6\x97\xA5", "\xE4\xB8\x89|\xE6\x97\xA5|", "R10.10: each letter"},
      {"\xE4\xB8\x89-\xE4\xB8\x80", "\xE4\xB8\x89|-|\xE4\xB8\x80|", "R10.9: Han numerals"},
      {"\xE4\xB8\x89\xE2\x97\x8B\xE2\x97\x8B-\xE4\xB8\x80",
       "\xE4\xB8\x89|\xE2\x97\x8B|\xE2\x97\x8B|-|\xE4\xB8\x80|", "R10.7 (c): Han zeros"},
      {"\xE4\xB8\x89 \xE2\x97\x8B\xE6\x97\xA5", "\xE4\xB8\x89|\xE6\x97\xA5|",
       "R10.7 (c): not after a space"},
      {"\xCD\xB5\xCE\xB1", "\xCD\xB5|\xCE\xB1|", "R10.7 (b): U+0375"},
      {"\xE6\x97\xA5\xCA\xBB", "\xE6\x97\xA5|\xCA\xBB|", "R10.6 (d): U+02BB is a W"},
      {"\xE6\x97\xA5\xD8\x80"
       "a",
       "\xE6\x97\xA5\xD8\x80"
       "a|",
       "R10.6 (d): U+0600 has no class"},
      {"\xE2\x89\xA0"
       "5",
       "=|\xCC\xB8"
       "5|",
       "R10.7: as R3.1 left it"},
      {"| ~ % =", "%|=|", "R10.7"},
      {"`5 '5 \"5", "5|5|5|", "R10.8: quotation marks are no stops"},
      {"-%5", "-|%|5|", "R10.9: a symbol is telling, and ends the signs"},
      {"-a5", "a5|", "R10.9: a run ends the signs"},
      {"-- -5", "-|-|5|", "R10.9 (a), and (b)"},
      {"- - - 5", "5|", "R10.9 (a): three dashes"},
      {"----5", "-|-|-|-|5|", "R10.9 (b)"},
      {"-................ 5", "-|5|", "R10.9 (a): however many signs follow the dash"},
      {"-................5", ".|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.|5|", "R10.9 (b): the last 16"},
  };
  fpcheck_digest *d = new_digest();
  unsigned char digest[FPCHECK_DIGEST_SIZE];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char log[512] = {0};
    fpcheck_digest_reset(d);
    fpcheck_digest_watch(d, put_items, log);
    fpcheck_digest_write(d, rows[i].text, strlen(rows[i].text));
    fpcheck_error error = fpcheck_digest_finish(d, digest);
    CHECK(error == (*rows[i].items ? FPCHECK_OK : FPCHECK_NO_ITEMS));
    if (strcmp(log, rows[i].items) != 0) printf("%s\n", rows[i].reason);
    CHECK_TEXT(log, rows[i].items);
    fpcheck_digest_write(d, "more", 4);  // after the end nothing is taken
    unsigned char again[FPCHECK_DIGEST_SIZE];
    CHECK(fpcheck_digest_finish(d, again) == error);
    CHECK(error != FPCHECK_OK || memcmp(digest, again, sizeof digest) == 0);
  }
  char string[FPCHECK_DIGEST_STRING_SIZE];
  CHECK(fpcheck_text_digest("It is allowed.", 14, digest) == FPCHECK_OK);
  fpcheck_digest_string(digest, string);
  CHECK_TEXT(string, "1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710");
}

static void test_digest_cuts(void) {  // R9.2
  static unsigned char text[TEXT_SIZE];
  for (uint64_t seed = 0; seed < 2000; seed++) {
    size_t n = random_text(seed, text, sizeof text);
    unsigned char whole[FPCHECK_DIGEST_SIZE] = {0}, pieces[FPCHECK_DIGEST_SIZE] = {0};
    fpcheck_error error = fpcheck_text_digest(text, n, whole);
    fpcheck_digest *d = new_digest();
    uint64_t longest = 1 + below(1 + below(300));
    for (size_t at = 0; at < n;) {
      size_t length = (size_t)below(longest + 1);
      if (length > n - at) length = n - at;
      unsigned char *copy = malloc(length + (length == 0));  // of its own size, as above
      if (length > 0) memcpy(copy, text + at, length);
      fpcheck_digest_write(d, copy, length);
      free(copy);
      at += length;
    }
    CHECK(fpcheck_digest_finish(d, pieces) == error);
    CHECK(memcmp(pieces, whole, sizeof whole) == 0);
  }
}

// ---- Memory ----

// A hasher in memory that is not aligned, and just large enough.
static fpcheck_error init(fpcheck_hasher **h, fpcheck_scheme scheme, void *block, size_t size) {
  static unsigned char memory[FPCHECK_HASHER_SIZE + 1];
  return fpcheck_hasher_init(h, memory + 1, fpcheck_hasher_size(), scheme, block, size);
}

// What a program does whose header is older than the library, and what one does whose header is
// newer.
static void test_size(void) {
  static unsigned char memory[FPCHECK_HASHER_SIZE + 4096];
  unsigned char *untouched = memory + fpcheck_hasher_size() - 1;
  fpcheck_hasher *h;
  fpcheck_digest *d;
  CHECK(fpcheck_hasher_size() <= FPCHECK_HASHER_SIZE);
  CHECK(fpcheck_digest_state_size() <= FPCHECK_DIGEST_STATE_SIZE);
  memset(memory, 0xA5, sizeof memory);
  for (size_t size = 0; size < fpcheck_hasher_size(); size += 61) {
    h = (fpcheck_hasher *)(void *)memory;
    CHECK(fpcheck_hasher_init(&h, memory, size, FPCHECK_SM1, NULL, 0) == FPCHECK_TOO_SMALL);
    CHECK(h == NULL && memory[0] == 0xA5);
  }
  size_t smaller = fpcheck_hasher_size() - 1;
  CHECK(fpcheck_hasher_init(&h, memory, smaller, FPCHECK_SM1, NULL, 0) == FPCHECK_TOO_SMALL);
  CHECK(h == NULL && *untouched == 0xA5);
  CHECK(fpcheck_hasher_init(&h, NULL, SIZE_MAX, FPCHECK_SM1, NULL, 0) == FPCHECK_TOO_SMALL);
  CHECK(fpcheck_hasher_init(&h, memory, sizeof memory, FPCHECK_SM1, NULL, 0) == FPCHECK_OK);
  CHECK(fpcheck_hasher_init(&h, memory, sizeof memory, (fpcheck_scheme)4, NULL, 0) ==
        FPCHECK_BAD_ARGUMENT);
  smaller = fpcheck_digest_state_size() - 1;
  CHECK(fpcheck_digest_init(&d, memory, smaller) == FPCHECK_TOO_SMALL && d == NULL);
  CHECK(fpcheck_digest_init(&d, memory, sizeof memory) == FPCHECK_OK);
  CHECK_TEXT(fpcheck_version(), FPCHECK_VERSION);
}

// A hasher and its copy go on apart from each other.
static void test_copy(void) {
  fpcheck_hasher *h, *copy;
  fpcheck_fingerprint fp, other, want;
  CHECK(fpcheck_hasher_new(FPCHECK_SM1, &h) == FPCHECK_OK);
  CHECK(fpcheck_hasher_feed(h, "in the same sta", 15) == FPCHECK_OK);
  CHECK(fpcheck_hasher_copy(h, &copy) == FPCHECK_OK);
  CHECK(fpcheck_hasher_feed(h, "te", 2) == FPCHECK_OK);
  CHECK(fpcheck_hasher_feed(copy, "r shine", 7) == FPCHECK_OK);
  CHECK(fpcheck_hasher_finish(h, &fp) == FPCHECK_OK);
  CHECK(fpcheck_hasher_finish(copy, &other) == FPCHECK_OK);
  CHECK(fpcheck_sum(FPCHECK_SM1, "in the same state", 17, &want) == FPCHECK_OK);
  CHECK(memcmp(&fp, &want, sizeof fp) == 0);
  CHECK(fpcheck_sum(FPCHECK_SM1, "in the same star shine", 22, &want) == FPCHECK_OK);
  CHECK(memcmp(&other, &want, sizeof fp) == 0);
  fpcheck_hasher_free(h);
  fpcheck_hasher_free(copy);
  fpcheck_hasher_free(NULL);
  fpcheck_digest *d, *d_copy;
  unsigned char digest[FPCHECK_DIGEST_SIZE], again[FPCHECK_DIGEST_SIZE];
  CHECK(fpcheck_digest_new(&d) == FPCHECK_OK);
  fpcheck_digest_write(d, "some wo", 7);
  CHECK(fpcheck_digest_copy(d, &d_copy) == FPCHECK_OK);
  fpcheck_digest_write(d_copy, "rds", 3);
  CHECK(fpcheck_digest_finish(d_copy, digest) == FPCHECK_OK);
  CHECK(fpcheck_text_digest("some words", 10, again) == FPCHECK_OK);
  CHECK(memcmp(digest, again, sizeof digest) == 0);
  CHECK(fpcheck_digest_finish(d, digest) == FPCHECK_OK);
  CHECK(memcmp(digest, again, sizeof digest) != 0);
  fpcheck_digest_free(d);
  fpcheck_digest_free(d_copy);
  // A hasher in memory of the caller does not grow.
  CHECK(init(&h, FPCHECK_SM1, NULL, 0) == FPCHECK_OK);
  CHECK(fpcheck_hasher_feed(h, "word", 4) == FPCHECK_BAD_ARGUMENT);
  CHECK(fpcheck_hasher_copy(h, &copy) == FPCHECK_BAD_ARGUMENT && copy == NULL);
}

// Hashes a text with a block of that size first, and with blocks some octets larger as they
// become full. Says how often one was.
static unsigned sum_in(size_t size, fpcheck_scheme scheme, const unsigned char *text, size_t n,
                       char string[FPCHECK_STRING_SIZE]) {
  fpcheck_hasher *h = NULL;
  fpcheck_fingerprint fp;
  unsigned moves = 0;
  unsigned char *block = malloc(size + 1);
  fpcheck_error error = init(&h, scheme, block + 1, size);  // not aligned
  for (size_t at = 0;;) {
    at += fpcheck_hasher_write(h, text + at, n - at);
    if (at == n && (error = fpcheck_hasher_fingerprint(h, &fp)) != FPCHECK_FULL) break;
    moves++;
    CHECK(has_room(h));
    CHECK(fpcheck_hasher_end(h) == FPCHECK_FULL && fpcheck_hasher_write(h, text, n) == 0);
    unsigned char *larger;
    do {  // one that is too small changes nothing
      size += 7;
      larger = malloc(size);
      error = fpcheck_hasher_move(h, larger, size);
      free(error == FPCHECK_OK ? block : larger);
    } while (error == FPCHECK_FULL);
    block = larger;
  }
  if (error == FPCHECK_OK)
    fpcheck_string(&fp, string);
  else
    snprintf(string, FPCHECK_STRING_SIZE, "%s", fpcheck_strerror(error));
  // After the end nothing is taken, and asking again gives the same.
  CHECK(fpcheck_hasher_write(h, "x", 1) == 0);
  CHECK(fpcheck_hasher_fingerprint(h, &fp) == error);
  free(block);
  return moves;
}

static void test_full(void) {
  static unsigned char text[TEXT_SIZE];
  char whole[FPCHECK_STRING_SIZE], small[FPCHECK_STRING_SIZE];
  for (uint64_t seed = 0; seed < 40; seed++) {
    size_t n = random_text(seed, text, sizeof text);
    if (n > 300) n = 300;
    for (int s = 0; s < FPCHECK_SCHEMES; s++) {
      fpcheck_scheme scheme = (fpcheck_scheme)s;
      sum(scheme, text, n, whole);
      for (size_t size = 0;; size++) {
        unsigned moves = sum_in(size, scheme, text, n, small);
        CHECK_TEXT(small, whole);
        if (moves == 0) break;
      }
    }
  }
  // Many features at a time: those of a long atom, and the clusters before it.
  size_t most = 0;
  memcpy(text, "\xE6\x97\xA5\xE6\x9C\xAC", 6);
  for (most = 6; most < 6 + 2 * 2049; most += 2) memcpy(text + most, "a,", 2);
  memcpy(text + most, "\xEF\xB7\xBA", 3);
  for (int s = 0; s < FPCHECK_SCHEMES; s++)
    for (size_t n = 2040; n < most + 4; n = n == 2060 ? most - 2 : n + 1) {
      sum((fpcheck_scheme)s, text, n, whole);
      sum_in(0, (fpcheck_scheme)s, text, n, small);
      CHECK_TEXT(small, whole);
    }
  for (size_t n = 0, i = 0; i < 1500; i++, n += 5) {
    text[n] = (unsigned char)('a' + i / 676);
    text[n + 1] = (unsigned char)('a' + i / 26 % 26);
    text[n + 2] = (unsigned char)('a' + i % 26);
    text[n + 3] = text[n + 4] = ',';
  }
  for (int s = 0; s < FPCHECK_SCHEMES; s++)
    for (size_t n = 2040; n < 7500; n += 1820) {  // within R2.2, at its limit and beyond
      sum((fpcheck_scheme)s, text, n, whole);
      CHECK(sum_in(0, (fpcheck_scheme)s, text, n, small) > 0);
      CHECK_TEXT(small, whole);
    }
}

static void test_set_size(void) {
  for (int s = 0; s < FPCHECK_SCHEMES; s++) {
    for (size_t n = 0; n < 300; n++) {
      size_t size = fpcheck_set_size((fpcheck_scheme)s, n);
      unsigned char *block = malloc(size + 1);
      fpcheck_hasher *h;
      CHECK(init(&h, (fpcheck_scheme)s, block, size) == FPCHECK_OK);
      fpcheck_hasher_seed(h, n * 77);
      char word[32];
      size_t spare = s >= FPCHECK_MH1 ? 2 : 0;  // tokens that a shingle takes
      for (size_t i = 0; i < n + spare; i++) {
        int length = snprintf(word, sizeof word, "w%zu", i);
        CHECK(fpcheck_hasher_token(h, word, (size_t)length) == FPCHECK_OK);
      }
      if (n > 0) CHECK(fpcheck_hasher_end(h) == FPCHECK_OK && fpcheck_hasher_features(h) == n);
      free(block);
    }
  }
  CHECK(fpcheck_set_size(FPCHECK_SD1, SIZE_MAX) == SIZE_MAX);
  CHECK(fpcheck_set_size((fpcheck_scheme)-1, 10) == 0);
}

// One of the functions that allocate, of fpcheck_passages.h and of fpcheck.h.
static fpcheck_error passages(int what, const char *text, size_t n) {
  fpcheck_error error;
  if (what == 0) {
    fpcheck_item *items;
    size_t count;
    error = fpcheck_items(text, n, &items, &count);
    CHECK((items != NULL) == (error == FPCHECK_OK));
    fpcheck_free(items);
  } else if (what == 1) {
    uint64_t *hashes;
    size_t count;
    error = fpcheck_windows(text, n, 3, &hashes, &count);
    CHECK((hashes != NULL) == (error == FPCHECK_OK));
    fpcheck_free(hashes);
  } else if (what == 2) {
    fpcheck_passages *p;
    fpcheck_row *rows = NULL;
    size_t count;
    error = fpcheck_passages_new(3, &p);
    for (int i = 0; i < 3 && error == FPCHECK_OK; i++)
      error = fpcheck_passages_add(p, text, n, NULL);
    if (error == FPCHECK_OK) error = fpcheck_passages_rows(p, &rows, &count);
    CHECK((rows != NULL) == (error == FPCHECK_OK));
    fpcheck_free(rows);
    fpcheck_passages_free(p);
  } else if (what == 3) {
    fpcheck_reference *r;
    fpcheck_cover cover;
    uint64_t weight;
    error = fpcheck_reference_new(text, n, 3, &r);
    if (error == FPCHECK_OK) error = fpcheck_reference_contained(r, text, n, &weight);
    if (error == FPCHECK_OK) error = fpcheck_reference_cover(r, text, n, &cover);
    fpcheck_reference_free(r);
  } else {
    fpcheck_hasher *h, *copy = NULL;
    fpcheck_digest *d = NULL;
    error = fpcheck_hasher_new(FPCHECK_SM1, &h);
    if (error == FPCHECK_OK) error = fpcheck_hasher_feed(h, text, n);
    if (error == FPCHECK_OK) error = fpcheck_hasher_copy(h, &copy);
    if (error == FPCHECK_OK) error = fpcheck_digest_new(&d);
    fpcheck_hasher_free(h);
    fpcheck_hasher_free(copy);
    fpcheck_digest_free(d);
  }
  return error;
}

static void test_no_memory(void) {
  fpcheck_fingerprint fp;
  uint64_t *elements;
  size_t n;
  const fpcheck_octets token = {(const unsigned char *)"a", 1};
  char text[8192];
  for (size_t i = 0; i < sizeof text; i += 4) {
    uint64_t x = fpcheck_mix64(i);
    text[i] = (char)('a' + x % 26);
    text[i + 1] = (char)('a' + x / 26 % 26);
    text[i + 2] = (char)('a' + x / 676 % 26);
    text[i + 3] = ' ';
  }
  mallocs_left = 0;
  CHECK(fpcheck_sum(FPCHECK_SM1, text, sizeof text, &fp) == FPCHECK_NO_MEMORY);
  for (mallocs_left = 0; mallocs_left < 2; mallocs_left++) {
    int left = mallocs_left;
    CHECK(fpcheck_elements(FPCHECK_SM1, &token, 1, &elements, &n) == FPCHECK_NO_MEMORY);
    CHECK(elements == NULL && n == 0);
    mallocs_left = left;
  }
  // Every allocation fails once.
  unsigned tried[5] = {0};
  for (int what = 0; what < 5; what++) {
    fpcheck_error error;
    int left = 0;
    do {
      mallocs_left = left++;
      error = passages(what, text, sizeof text);
      CHECK(error == FPCHECK_OK || error == FPCHECK_NO_MEMORY);
    } while (error == FPCHECK_NO_MEMORY);
    tried[what] = (unsigned)left;
  }
  CHECK(tried[0] > 3 && tried[1] > 3 && tried[2] > 6 && tried[3] > 6 && tried[4] > 2);
  mallocs_left = -1;
}

// A token whose hash is 0 is a feature like others (the set keeps it apart).
static void test_hash_zero(void) {
  uint32_t a = 1, b = 0, c = 0;
#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
  c += ROTL(b, 24);
  c ^= b;  // final of R6.5, backwards
  b += ROTL(a, 14);
  b ^= a;
  a += ROTL(c, 4);
  a ^= c;
  c += ROTL(b, 16);
  c ^= b;
  b += ROTL(a, 25);
  b ^= a;
  a += ROTL(c, 11);
  a ^= c;
  c += ROTL(b, 14);
  c ^= b;
  uint32_t words[3] = {a - 0xDEADBEEFu - 12, b - 0xDEADBEEFu - 12, c - 0xDEADBEEFu - 12};
  unsigned char key[12];
  for (int i = 0; i < 12; i++) key[i] = (unsigned char)(words[i / 4] >> i % 4 * 8 & 255);
  CHECK(fpcheck_jenkins(key, 12) == 0);
  fpcheck_hasher *h;
  fpcheck_fingerprint fp;
  unsigned char few[256];
  CHECK(init(&h, FPCHECK_SD1, few, sizeof few) == FPCHECK_OK);
  CHECK(fpcheck_hasher_token(h, key, 12) == FPCHECK_OK);
  CHECK(fpcheck_hasher_token(h, key, 12) == FPCHECK_OK);
  CHECK(fpcheck_hasher_fingerprint(h, &fp) == FPCHECK_OK && fpcheck_hasher_features(h) == 1);
  char string[FPCHECK_STRING_SIZE];
  fpcheck_string(&fp, string);
  CHECK_TEXT(string, "sd1:aaaaaaaaaaaaa");
}

static void test_reset(void) {
  unsigned char block[4096];
  fpcheck_hasher *h;
  fpcheck_fingerprint fp;
  char string[FPCHECK_STRING_SIZE];
  CHECK(init(&h, FPCHECK_MH1, block, sizeof block) == FPCHECK_OK);
  fpcheck_hasher_write(h, "some www.other- \n text \xE2\x82", 25);
  for (int i = 0; i < 2; i++) {
    fpcheck_hasher_reset(h);
    CHECK(fpcheck_hasher_write(h, SECOND, strlen(SECOND)) == strlen(SECOND));
    CHECK(fpcheck_hasher_fingerprint(h, &fp) == FPCHECK_OK);
    fpcheck_string(&fp, string);
    CHECK_TEXT(string, SECOND_MH1);
  }
}

// ---- Passages (chapter 13a) ----

static void test_places(void) {
  static const struct {
    const char *text, *item;
    unsigned weight;
    size_t from, to;
    const char *reason;
  } rows[] = {
      {"half-\ntone", "halftone", 4, 0, 10, "R2.9: what was deleted stands between parts"},
      {"(x) 12", "x", 4, 1, 2, "R3.2: separators are outside"},
      {"\xE7\xAC\xAC"
       "3",
       "\xE7\xAC\xAC", 2, 0, 3, "R13.12: a cluster is an item"},
      {"\xE0\xB8\x81\xE0\xB8\xB3", "\xE0\xB8\x81\xE0\xB9\x8D", 1, 0, 6, "R3.5: an expansion"},
      {"I\xCC\x87 x", "i", 4, 0, 1, "R3.7: a deleted dot at the end is outside"},
      {"e\xCC\x81!", "\xC3\xA9", 4, 0, 3, "R3.9: what both parts come from"},
      {"\xE1\xBA\xAD\xCC\x8C ", "\xE1\xBA\xAD\xCC\x8C", 4, 0, 5, "R3.9: marks that stay"},
      {"\xFF\xC3 a\xCC\xA3", "\xE1\xBA\xA1", 4, 3, 6, "R1.2: ill-formed octets count"},
      {"a\xCC\x81\xCC\xA3\xE2\x82", "\xE1\xBA\xA1\xCC\x81", 4, 0, 5, "R3.8: an unfinished end"},
      {"http://x.y stra\xC3\x9F"
       "e.",
       "strasse", 4, 11, 18, "R2.8: an identifier is replaced"},
      {"a.b", "a", 4, 0, 1, "R2.1: an atom that is no identifier"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fpcheck_item *items;
    size_t count, from = 0, to = 0;
    CHECK(fpcheck_items(rows[i].text, strlen(rows[i].text), &items, &count) == FPCHECK_OK);
    bool ok = count > 0 && items[0].n == strlen(rows[i].item) &&
              memcmp(items[0].text, rows[i].item, items[0].n) == 0 &&
              items[0].weight == rows[i].weight && items[0].from == rows[i].from &&
              items[0].to == rows[i].to;
    if (!ok) printf("%s\n", rows[i].reason);
    CHECK(ok);
    CHECK(fpcheck_items_place(items, count, 0, 1, &from, &to) && to == rows[i].to);
    CHECK(!fpcheck_items_place(items, count, 0, count + 1, &from, &to));
    CHECK(!fpcheck_items_place(items, count, 1, 1, &from, &to));
    fpcheck_free(items);
  }
}

// The windows are those of the items, whether their places are wanted or not.
static void test_windows(void) {
  static unsigned char text[TEXT_SIZE];
  for (uint64_t seed = 0; seed < 1000; seed++) {
    size_t n = random_text(seed, text, sizeof text), items_n, count;
    unsigned words = 1 + (unsigned)seed % FPCHECK_WINDOW_WORDS_MAX;
    fpcheck_item *items;
    uint64_t *hashes;
    CHECK(fpcheck_items(text, n, &items, &items_n) == FPCHECK_OK);
    fpcheck_error error = fpcheck_windows(text, n, words, &hashes, &count);
    size_t windows = 0, before = 0;
    for (size_t i = 0; i < items_n; i++) {  // R13.14, R13.16, word by word
      unsigned weight = 0;
      uint64_t h = 0;
      size_t end = i;
      for (; end < items_n && weight < 4 * words; end++) {
        uint64_t x = fpcheck_mix64(fpcheck_jenkins(items[end].text, items[end].n));
        h = h * 0x9E3779B97F4A7C15u + x;
        weight += items[end].weight;
      }
      CHECK(items[i].from < items[i].to && items[i].to <= n && items[i].from >= before);
      before = items[i].from;
      if (weight < 4 * words) break;
      CHECK(windows < count && hashes[windows] == fpcheck_mix64(h));
      windows++;
    }
    CHECK(windows == count && error == (count > 0 ? FPCHECK_OK : FPCHECK_TOO_SHORT));
    fpcheck_free(items);
    fpcheck_free(hashes);
  }
}

static void test_passages(void) {
  static const char *const texts[] = {"one two three four five six", "no",
                                      "Four, FIVE six! one two", "three four five six one two"};
  fpcheck_passages *p;
  fpcheck_row *rows;
  size_t n;
  bool too_short;
  CHECK(fpcheck_passages_new(0, &p) == FPCHECK_BAD_ARGUMENT && p == NULL);
  CHECK(fpcheck_passages_new(33, &p) == FPCHECK_BAD_ARGUMENT && p == NULL);
  CHECK(fpcheck_passages_new(2, &p) == FPCHECK_OK);
  CHECK(fpcheck_passages_rows(p, &rows, &n) == FPCHECK_OK && rows == NULL && n == 0);
  for (size_t i = 0; i < 4; i++) {
    CHECK(fpcheck_passages_add(p, texts[i], strlen(texts[i]), &too_short) == FPCHECK_OK);
    CHECK(too_short == (i == 1));
  }
  static const fpcheck_row want[] = {
      {0, 2, 0, 3, 3}, {0, 2, 3, 5, 3}, {0, 3, 0, 4, 3}, {2, 3, 3, 5, 2}, {0, 3, 4, 6, 3}};
  CHECK(fpcheck_passages_rows(p, &rows, &n) == FPCHECK_OK && n == 5);
  CHECK(n == 5 && memcmp(rows, want, sizeof want) == 0);
  fpcheck_free(rows);
  fpcheck_passages_free(p);

  fpcheck_reference *r;
  fpcheck_cover cover;
  uint64_t weight;
  const char *question = "How many ships sailed from Troy with Ulysses?";
  const char *page = "Quiz. How many ships sailed from Troy? Answer: twelve.";
  CHECK(fpcheck_reference_new("too short", 9, 4, &r) == FPCHECK_TOO_SHORT && r == NULL);
  CHECK(fpcheck_reference_new(question, strlen(question), 0, &r) == FPCHECK_BAD_ARGUMENT);
  CHECK(fpcheck_reference_new(question, strlen(question), 4, &r) == FPCHECK_OK);
  CHECK(fpcheck_reference_weight(r) == 32);
  CHECK(fpcheck_reference_contained(r, page, strlen(page), &weight) == FPCHECK_OK && weight == 24);
  CHECK(fpcheck_reference_cover(r, page, strlen(page), &cover) == FPCHECK_OK);
  CHECK(cover.weight == 24 && cover.run == 24 && cover.first == 1 && cover.end == 7);
  CHECK(fpcheck_reference_cover(r, "", 0, &cover) == FPCHECK_OK && cover.end == 0);
  fpcheck_reference_free(r);
  fpcheck_octets prompt = {(const unsigned char *)"how many ships sailed", 21};
  CHECK(fpcheck_reference_without("How many ships sailed", 21, 4, &prompt, 1, &r) ==
        FPCHECK_TOO_SHORT);
  CHECK(fpcheck_reference_without(question, strlen(question), 4, &prompt, 1, &r) == FPCHECK_OK);
  CHECK(fpcheck_reference_weight(r) == 16);
  fpcheck_reference_free(r);
}

// ---- MinHash ----

static void test_minima(void) {
  fpcheck_minima m, half[2], read;
  fpcheck_fingerprint fp, other;
  unsigned char octets[FPCHECK_FULL_SIZE + 1] = {0};
  char string[FPCHECK_STRING_SIZE];
  static const uint64_t hashes[5] = {0x1528527a080c80ad, 0xd0743a8ddee34c77, 0x092f26bfb6d9305b,
                                     0x5b86e649328b1370, 0x6f6e36cfb6444587};
  CHECK(fpcheck_minima_init(&m, FPCHECK_MH1) == FPCHECK_OK);
  CHECK(fpcheck_minima_init(&half[0], FPCHECK_MH1) == FPCHECK_OK);
  CHECK(fpcheck_minima_init(&half[1], FPCHECK_MH1) == FPCHECK_OK);
  CHECK(fpcheck_from_minima(&m, &fp) == FPCHECK_NO_FEATURES);
  for (int i = 0; i < 5; i++) {
    fpcheck_minima_add(&m, hashes[i]);
    fpcheck_minima_add(&half[i % 2], hashes[i]);
  }
  CHECK(m.slot[27] == 0x01b85e7c70a6b7e6 && m.slot[4] == 0x01cc386e34e3bdbe);
  CHECK(fpcheck_minima_merge(&half[0], &half[1]) == FPCHECK_OK);  // R7.6
  CHECK(memcmp(half[0].slot, m.slot, sizeof m.slot) == 0);
  fpcheck_minima_write(&m, octets);
  CHECK(fpcheck_minima_read(&read, FPCHECK_MH1, octets, FPCHECK_FULL_SIZE) == FPCHECK_OK);
  CHECK(memcmp(read.slot, m.slot, sizeof m.slot) == 0);
  for (size_t n = 0; n < FPCHECK_FULL_SIZE; n++)
    CHECK(fpcheck_minima_read(&read, FPCHECK_MH1, octets, n) == FPCHECK_BAD_FULL_FORM);
  CHECK(fpcheck_minima_read(&read, FPCHECK_MH1, octets, sizeof octets) == FPCHECK_BAD_FULL_FORM);
  octets[5] = 2;
  CHECK(fpcheck_minima_read(&read, FPCHECK_MH1, octets, FPCHECK_FULL_SIZE) ==
        FPCHECK_BAD_FULL_FORM);

  // Full forms of different schemes do not merge, and those of SimHashes do not exist.
  fpcheck_minima_write(&m, octets);
  CHECK(fpcheck_minima_read(&read, FPCHECK_MW1, octets, FPCHECK_FULL_SIZE) == FPCHECK_OK);
  CHECK(fpcheck_minima_merge(&read, &m) == FPCHECK_NOT_COMPARABLE);
  CHECK(fpcheck_from_minima(&read, &fp) == FPCHECK_OK && fp.scheme == FPCHECK_MW1);
  CHECK(fpcheck_minima_read(&read, FPCHECK_SM1, octets, FPCHECK_FULL_SIZE) == FPCHECK_BAD_ARGUMENT);
  CHECK(fpcheck_minima_init(&read, FPCHECK_SD1) == FPCHECK_BAD_ARGUMENT);
  CHECK(fpcheck_from_minima(&m, &fp) == FPCHECK_OK);
  fpcheck_string(&fp, string);
  CHECK_TEXT(string, SECOND_MH1);
  other = fp;
  CHECK(fpcheck_truncate(&fp, 3) == FPCHECK_BAD_ARGUMENT);
  CHECK(fpcheck_truncate(&fp, 4) == FPCHECK_OK && fpcheck_truncate(&fp, 1) == FPCHECK_OK);
  CHECK(fpcheck_truncate(&fp, 2) == FPCHECK_BAD_ARGUMENT);
  fpcheck_string(&fp, string);
  CHECK_TEXT(string, "mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma");
  unsigned distance;
  double similarity;
  CHECK(fpcheck_distance(&fp, &other, &distance) == FPCHECK_OK && distance == 0);
  CHECK(fpcheck_similarity(&other, &fp, &similarity) == FPCHECK_OK && similarity >= 1);
}

// ---- Strings ----

static fpcheck_error parse(const char *string, fpcheck_fingerprint *fp) {
  return fpcheck_parse(string, strlen(string), fp);
}

static void test_strings(void) {
  fpcheck_fingerprint fp, other;
  char string[FPCHECK_STRING_SIZE];
  static const struct {
    const char *string;
    fpcheck_error error;
  } bad[] = {
      {"", FPCHECK_NO_COLON},
      {"sd1", FPCHECK_NO_COLON},
      {"sd1;aaaaaaaaaaaaa", FPCHECK_NO_COLON},
      {":aaaaaaaaaaaaa", FPCHECK_BAD_SCHEME},
      {"sd2:aaaaaaaaaaaaa", FPCHECK_BAD_SCHEME},
      {"sd1b4:aaaaaaaaaaaaa", FPCHECK_BAD_SCHEME},
      {" sd1:aaaaaaaaaaaaa", FPCHECK_BAD_SCHEME},
      {"x-a:aaaaaaaaaaaaa", FPCHECK_BAD_SCHEME},
      {"a-very-long-name-of-a-scheme:a", FPCHECK_BAD_SCHEME},
      {"sd1.:aaaaaaaaaaaaa", FPCHECK_BAD_PROFILE},
      {"sd1.Visible:aaaaaaaaaaaaa", FPCHECK_BAD_PROFILE},
      {"sd1.1a:aaaaaaaaaaaaa", FPCHECK_BAD_PROFILE},
      {"sd1.a.b:aaaaaaaaaaaaa", FPCHECK_BAD_PROFILE},
      {"sd1.abcdefghijklmnopq:aaaaaaaaaaaaa", FPCHECK_BAD_PROFILE},
      {"sd1:aaaaaaaaaaaa1", FPCHECK_BAD_ALPHABET},
      {"sd1:aaaaaaaaaaaaa=", FPCHECK_BAD_ALPHABET},
      {"sd1:aaaaaaaaaaaaa\n", FPCHECK_BAD_ALPHABET},
      {"sd1:aaaaaa:aaaaaa", FPCHECK_BAD_ALPHABET},
      {"sd1:", FPCHECK_BAD_LENGTH},
      {"sd1:aaaaaaaaaaaa", FPCHECK_BAD_LENGTH},
      {"sd1:aaaaaaaaaaaaaa", FPCHECK_BAD_LENGTH},
      {"mh1:aaaaaaaaaaaaa", FPCHECK_BAD_LENGTH},
      {"sd1:aaaaaaaaaaaab", FPCHECK_BAD_SPARE_BITS},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    fpcheck_error error = parse(bad[i].string, &fp);
    if (error != bad[i].error) printf("%s: %s\n", bad[i].string, fpcheck_strerror(error));
    CHECK(error == bad[i].error && fpcheck_is_malformed(error));
  }
  CHECK(fpcheck_parse("sd1:aaaaaaaaaaaa\0", 17, &fp) == FPCHECK_BAD_ALPHABET);
  CHECK(fpcheck_parse("sd1\0:aaaaaaaaaaaaa", 18, &fp) == FPCHECK_BAD_SCHEME);
  CHECK(fpcheck_parse("sd1.a\0:aaaaaaaaaaaaa", 20, &fp) == FPCHECK_BAD_PROFILE);
  CHECK(fpcheck_parse(NULL, 0, &fp) == FPCHECK_NO_COLON);

  CHECK(parse("SD1.Main:ARZQPMPMLBBAA", &fp) == FPCHECK_OK);  // R8.5
  fpcheck_string(&fp, string);
  CHECK_TEXT(string, "sd1.main:arzqpmpmlbbaa");
  CHECK_TEXT(fp.profile, "main");
  CHECK(parse("sd1:arzqpmpmlbbae", &other) == FPCHECK_OK);
  unsigned distance;
  double similarity;
  CHECK(fpcheck_distance(&fp, &other, &distance) == FPCHECK_NOT_COMPARABLE);
  fpcheck_explain(&fp, &other, string, sizeof string);
  CHECK_TEXT(string, "sd1 of profile main and sd1 of profile visible are not comparable");
  CHECK(fpcheck_set_profile(&fp, "Main") == FPCHECK_BAD_PROFILE);
  CHECK(fpcheck_set_profile(&fp, "abcdefghijklmnopq") == FPCHECK_BAD_PROFILE);
  CHECK(fpcheck_set_profile(&fp, "visible") == FPCHECK_OK);
  CHECK(fpcheck_distance(&fp, &other, &distance) == FPCHECK_OK && distance == 1);
  CHECK(fpcheck_similarity(&fp, &other, &similarity) == FPCHECK_OK);
  CHECK(similarity > 0.984 && similarity < 0.985);
  CHECK(fpcheck_truncate(&fp, 1) == FPCHECK_BAD_ARGUMENT);

  fpcheck_scheme scheme;
  for (int s = 0; s < FPCHECK_SCHEMES; s++)
    CHECK(fpcheck_lookup(fpcheck_scheme_id((fpcheck_scheme)s), &scheme) == FPCHECK_OK &&
          scheme == (fpcheck_scheme)s);
  CHECK(fpcheck_lookup("mh1b4", &scheme) == FPCHECK_BAD_SCHEME);
  CHECK(fpcheck_scheme_id((fpcheck_scheme)4) == NULL);
}

// Strings near valid ones, and any octets: what is read is written as it was, in small letters.
static void test_hostile_strings(void) {
  static const char alphabet[] = "abz27AZ.:18=-\n\xFF\x80";
  char forms[4][FPCHECK_STRING_SIZE] = {"sd1:arzqpmpmlbbaa", "sm1.main:eg2sgwj4cbqiu",
                                        "mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma"};
  strcpy(forms[3], SECOND_MH1);
  unsigned read = 0;
  state = 1;
  for (int i = 0; i < 200000; i++) {
    char string[FPCHECK_STRING_SIZE + 8], again[FPCHECK_STRING_SIZE];
    strcpy(string, forms[below(4)]);
    size_t n = strlen(string);
    for (uint64_t changes = below(4); changes > 0; changes--) {
      size_t at = (size_t)below(n + 1);
      char c = below(4) ? alphabet[below(sizeof alphabet)] : (char)below(127);
      switch (below(3)) {
        case 0:
          memmove(string + at + 1, string + at, n - at);
          string[at] = c;
          n++;
          break;
        case 1:
          if (at == n) break;
          memmove(string + at, string + at + 1, n - at - 1);
          n--;
          break;
        default:
          if (at < n) string[at] = c;
      }
    }
    fpcheck_fingerprint fp;
    char *copy = malloc(n + 1);  // of its own size, for AddressSanitizer
    memcpy(copy, string, n);
    fpcheck_error error = fpcheck_parse(copy, n, &fp);
    free(copy);
    if (error != FPCHECK_OK) {
      CHECK(fpcheck_is_malformed(error));
      continue;
    }
    read++;
    for (size_t k = 0; k < n; k++)
      if (string[k] >= 'A' && string[k] <= 'Z') string[k] = (char)(string[k] + 32);
    string[n] = '\0';
    fpcheck_string(&fp, again);
    CHECK_TEXT(again, string);
  }
  CHECK(read > 10000);
}

int main(void) {
  test_sums();
  test_stages();
  test_elements();
  test_hashes();
  test_cuts();
  if (!BY_CHAPTERS) {  // once is enough
    test_ways();
    test_english();
  }
  test_digests();
  test_digest_cuts();
  test_places();
  test_windows();
  test_passages();
  test_full();
  test_set_size();
  test_size();
  test_copy();
  test_no_memory();
  test_hash_zero();
  test_reset();
  test_minima();
  test_strings();
  test_hostile_strings();
  printf("unit tests: %d failures\n", failures);
  return failures > 0;
}
