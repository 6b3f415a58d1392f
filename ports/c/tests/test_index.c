// SPDX-License-Identifier: Apache-2.0
//
// test_index ROUNDS FILE...: opens, searches and verifies index files that were changed at random,
// with their checksums made right again. Whatever a file has, nothing may fail; the sanitizers
// watch. The files are those of vectors/index. It also tests arguments that no vector has.

// First, for what it defines before it includes anything.
#include "../fpcheck_index.c"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

static uint64_t state = 1;

static uint64_t next(void) {
  state += UINT64_C(0x9e3779b97f4a7c15);
  return fpcheck_mix64(state);
}

static size_t below(size_t n) { return n ? (size_t)(next() % n) : 0; }

// Makes the checksums of the header, and of the segments and commits that are found, right.
static void repair(unsigned char *b, size_t n) {
  if (n < FPI_HEADER) return;
  fpi_put32(b + 252, fpi_checksum(0, b, 252));
  uint32_t before = 0;
  for (size_t at = FPI_HEADER; n - at >= 64 && !memcmp(b + at, "FPXSEGMT", 8);) {
    uint64_t length = fpi_u64(b + at + 16);
    uint32_t sections = load32(b + at + 28);
    if (sections > 1024) return;
    size_t head = fpi_padded(64 + 32 * (size_t)sections);
    if (length > n - at || head > length) return;
    for (uint32_t i = 0; i < sections; i++) {
      unsigned char *entry = b + at + 64 + 32 * i;
      uint64_t offset = fpi_u64(entry + 8), size = fpi_u64(entry + 16);
      if (offset <= length && size <= length - offset) {
        fpi_put32(entry + 4, fpi_checksum(0, b + at + offset, (size_t)size));
      }
    }
    fpi_put32(b + at + 32, 0);
    fpi_put32(b + at + 32, fpi_checksum(0, b + at, head));
    at += (size_t)length;
    if (n - at < 64 || memcmp(b + at, "FPXCOMIT", 8)) return;
    fpi_put32(b + at + 52, before);
    fpi_put32(b + at + 60, fpi_checksum(0, b + at, 60));
    before = load32(b + at + 60);
    at += 64;
  }
}

// Changes a few bytes. Heads, commits and numbers that are small or large are likely.
static size_t change(unsigned char *b, size_t n) {
  static const uint64_t odd[] = {0,
                                 1,
                                 2,
                                 7,
                                 63,
                                 64,
                                 255,
                                 256,
                                 65535,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 UINT64_MAX,
                                 UINT64_MAX - 63,
                                 (uint64_t)1 << 63};
  for (size_t changes = 1 + below(4); changes > 0; changes--) {
    size_t at = below(4) ? below(n) : below(n < 1200 ? n : 1200);
    if (below(3) == 0) at &= ~(size_t)7;
    switch (below(5)) {
      case 0: b[at] ^= (unsigned char)(1u << below(8)); break;
      case 1: b[at] = (unsigned char)next(); break;
      case 2:
        if (n - at >= 8) fpi_put64(b + at, odd[below(sizeof odd / sizeof *odd)]);
        break;
      case 3:
        if (n - at >= 4) fpi_put32(b + at, (uint32_t)odd[below(12)]);
        break;
      default:  // a copy of another place
        if (n >= 256) memmove(b + below(n - 64), b + below(n - 64), 1 + below(63));
    }
  }
  return below(20) ? n : below(n);
}

static bool count(void *user, const unsigned char *id, size_t n, const unsigned char *other,
                  size_t other_n, double similarity) {
  size_t *rows = user;
  for (size_t i = 0; i < n; i++) *rows += id[i];
  for (size_t i = 0; i < other_n; i++) *rows += other[i];
  CHECK(similarity >= 0 && similarity <= 1);
  return true;
}

static bool count_document(void *user, const unsigned char *id, size_t n,
                           const fpcheck_fingerprint *fp) {
  return count(user, id, n, fp->sketch, fp->size, 0);
}

static void use(fpcheck_index *x) {
  fpcheck_index_options o = fpcheck_index_get_options(x);
  size_t rows = 0;
  for (int i = 0; i < 6; i++) {
    fpcheck_fingerprint fp;
    unsigned char sketch[FPCHECK_SKETCH_MAX];
    for (size_t j = 0; j < sizeof sketch; j++) sketch[j] = (unsigned char)next();
    bool wide = o.bits != 0 && below(2);
    size_t size = o.bits ? (wide ? 128 : (size_t)16 * o.bits) : 8;
    CHECK(!fpcheck_from_sketch(o.scheme, sketch, size, &fp));
    CHECK(!fpcheck_set_profile(&fp, o.profile));
    fpcheck_index_limits limits = {(int)below(130) - 1, below(2) ? -1 : (double)below(100) / 100};
    fpcheck_index_match *matches;
    size_t n, found, most = below(3) ? SIZE_MAX : below(5);
    CHECK(!fpcheck_index_search(x, &fp, i ? &limits : NULL, most, &matches, &n, &found));
    CHECK(n <= found && n <= most);
    for (size_t j = 0; j < n; j++) count(&rows, matches[j].id, matches[j].id_size, NULL, 0, 0);
    fpcheck_index_free_matches(matches);
    fpcheck_index_get(x, "7.txt", 5, &fp);
  }
  CHECK(!fpcheck_index_documents(x, count_document, &rows));
  CHECK(!fpcheck_index_pairs(x, 0.9, below(20), count, &rows));
  CHECK(!fpcheck_index_groups(x, 0.9, 0.5, below(20), count, &rows));
}

// Documents are added, replaced and removed, and an index in memory has what a list has.
static void test_memory(void) {
  fpcheck_index *x;
  fpcheck_index_options o = {.scheme = FPCHECK_SM1, .distance = 3};
  CHECK(!fpcheck_index_new(&o, &x));
  enum { IDS = 3000 };
  static bool there[IDS];
  static uint64_t sketches[IDS];
  uint64_t n = 0;
  for (int i = 0; i < 40000; i++) {
    size_t id = below(IDS);
    char name[16];
    size_t length = (size_t)sprintf(name, "%zu", id);
    if (below(3)) {
      unsigned char sketch[8];
      fpcheck_fingerprint fp;
      sketches[id] = (next() & 3) << 40 | next() % 512;
      store64(sketch, sketches[id]);
      fpcheck_from_sketch(FPCHECK_SM1, sketch, 8, &fp);
      CHECK(!fpcheck_index_add(x, name, length, &fp));
      n += !there[id];
      there[id] = true;
    } else {
      bool found;
      CHECK(!fpcheck_index_remove(x, name, length, &found));
      CHECK(found == there[id]);
      n -= found;
      there[id] = false;
    }
    CHECK(fpcheck_index_len(x) == n);
    if (i % 100 == 0) {
      fpcheck_fingerprint fp;
      fpcheck_index_match *matches;
      size_t rows, want = 0;
      unsigned char sketch[8];
      store64(sketch, sketches[id]);
      fpcheck_from_sketch(FPCHECK_SM1, sketch, 8, &fp);
      CHECK(!fpcheck_index_search(x, &fp, NULL, SIZE_MAX, &matches, &rows, NULL));
      for (size_t j = 0; j < IDS; j++)
        want += there[j] && fpi_count(sketches[j] ^ sketches[id]) <= 3;
      CHECK(rows == want);
      fpcheck_index_free_matches(matches);
    }
  }
  fpcheck_index_free(x);
}

static void test_arguments(void) {
  fpcheck_index *x;
  static const struct {
    fpcheck_index_options options;
    const char *reason;
  } rows[] = {
      {{.scheme = (fpcheck_scheme)9}, "no scheme"},
      {{.scheme = FPCHECK_SM1, .distance = 65}, "a SimHash has 64 bits"},
      {{.scheme = FPCHECK_SM1, .bits = 8}, "a SimHash has no slots"},
      {{.scheme = FPCHECK_SM1, .profile = "Main"}, "a profile has small letters"},
      {{.scheme = FPCHECK_MH1, .bands = 1}, "a band has rows"},
      {{.scheme = FPCHECK_MH1, .bands = 65, .rows = 2}, "more than 128 slots"},
      {{.scheme = FPCHECK_MH1, .bits = 3, .bands = 1, .rows = 1}, "3 bits in a slot"},
      {{.scheme = FPCHECK_MH1, .bands = 1, .rows = 1, .similarity = 1.5}, "more than 1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (fpcheck_index_new(&rows[i].options, &x) != FPCHECK_INDEX_BAD_ARGUMENT) {
      fprintf(stderr, "test_index: accepted: %s\n", rows[i].reason);
      exit(1);
    }
  }
  fpcheck_index_options o = {.scheme = FPCHECK_MH1, .bits = 4, .bands = 4, .rows = 4};
  CHECK(!fpcheck_index_new(&o, &x));
  fpcheck_fingerprint fp;
  unsigned char zeros[128] = {0};
  CHECK(!fpcheck_from_sketch(FPCHECK_MH1, zeros, 32, &fp));
  CHECK(fpcheck_index_add(x, "a", 1, &fp) == FPCHECK_INDEX_NOT_COMPARABLE);  // too few bits
  CHECK(!fpcheck_from_sketch(FPCHECK_MW1, zeros, 128, &fp));
  CHECK(fpcheck_index_add(x, "a", 1, &fp) == FPCHECK_INDEX_NOT_COMPARABLE);
  CHECK(!fpcheck_from_sketch(FPCHECK_MH1, zeros, 128, &fp));
  CHECK(!fpcheck_index_add(x, "", 0, &fp));
  CHECK(fpcheck_index_get(x, "", 0, &fp) && fp.width == 4);
  CHECK(fpcheck_index_save(x, "/no such folder/x.fpx") == FPCHECK_INDEX_SYSTEM);
  fpcheck_index_free(x);
  CHECK(fpcheck_index_open("/no such folder/x.fpx", &x) == FPCHECK_INDEX_SYSTEM && !x);
  CHECK(fpcheck_index_open("/", &x) == FPCHECK_INDEX_SYSTEM && !x);
  unsigned bands, r;
  fpcheck_index_bands(0.8, 0.99, 8, &bands, &r);
  CHECK(bands * r <= 128 && bands > 1 && r > 1);
}

// The numbers of the checksum, bit by bit.
static void test_checksums(void) {
  for (unsigned i = 0; i < 256; i++) {
    uint32_t c = i;
    for (unsigned bytes = 0; bytes < 8; bytes++) {
      for (int bit = 0; bit < 8; bit++) c = c >> 1 ^ (c & 1 ? UINT32_C(0x82f63b78) : 0);
      CHECK(fpi_checksums[bytes][i] == c);
    }
  }
  CHECK(fpi_checksum(0, "123456789", 9) == UINT32_C(0xe3069283));
}

int main(int argc, char **argv) {
  test_checksums();
  long rounds = argc > 1 ? atol(argv[1]) : 0, opened = 0, sound = 0;
  test_arguments();
  test_memory();
  for (int i = 2; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    CHECK(file);
    static unsigned char content[1 << 20];
    size_t size = fread(content, 1, sizeof content, file);
    fclose(file);
    for (long round = 0; round < rounds; round++) {
      unsigned char *copy = malloc(size);  // exactly as long, so that a sanitizer sees its end
      CHECK(copy);
      memcpy(copy, content, size);
      size_t n = change(copy, size);
      if (below(8)) repair(copy, n);
      copy = realloc(copy, n ? n : 1);
      fpcheck_index *x;
      if (!fpcheck_index_read(copy, n, &x)) {
        opened++;
        sound += !fpcheck_index_verify(x);
        use(x);
        fpcheck_index_free(x);
      }
      free(copy);
    }
  }
  if (rounds > 0) CHECK(opened > rounds / 4);
  printf("test_index: %ld of the changed files opened, %ld of them sound\n", opened, sound);
  return 0;
}
