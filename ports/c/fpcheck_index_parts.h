// SPDX-License-Identifier: Apache-2.0
//
// What the files of fpcheck_index share. It is not part of the interface.

#ifndef FPCHECK_INDEX_PARTS_H
#define FPCHECK_INDEX_PARTS_H

#include "fpcheck_index.h"
#include "fpcheck_numbers.h"

#define FPI_ALIGN 64u
#define FPI_HEADER 256u
#define FPI_COMMIT 64u
#define FPI_MOST_DOCUMENTS UINT64_C(0xfffffffe)
#define FPI_FEWEST 256       // documents with tables
#define FPI_HOT 100000       // entries of a band that a search reads (I26)
#define FPI_MOST_LAYOUTS 16  // of one distance
#define FPI_MOST_TABLES 40   // of one layout

// A permutation of 64 bits: each move rotates some bits to the left.
typedef struct fpi_permutation {
  unsigned n;
  uint64_t mask[64];
  unsigned by[64];
} fpi_permutation;

// A mask and a radius (I21).
typedef struct fpi_shape {
  uint64_t mask;
  unsigned radius;
} fpi_shape;

// A layout (I24).
typedef struct fpi_layout {
  unsigned n;
  fpi_shape tables[FPI_MOST_TABLES];
} fpi_layout;

// A table of SimHashes (I21 to I23).
typedef struct fpi_table {
  fpi_shape shape;
  fpi_permutation to, back;
  unsigned bits;  // of the directory
  unsigned cold;  // bytes of a sketch in colds
  uint64_t read;  // the bits of a sketch that the directory has
  size_t size;    // sketches
  const unsigned char *directory, *hots, *colds;
} fpi_table;

// Documents. In a file, a document's number is its place. In memory, it is a number of the index.
typedef struct fpi_segment {
  uint64_t generation, at, below;  // of a file
  size_t n;
  size_t base;             // in memory: the number of the first document
  const uint32_t *places;  // in memory, of SimHash: the document at a place, less base
  const unsigned char *ends, *ids, *sketches, *tombs, *order, *bands;
  size_t ids_size, tombs_size;
  fpi_table *tables;
  unsigned table_count;
  uint64_t *dead;  // of a file: a bit for each document
  void *owned[3];  // in memory: what to free
} fpi_segment;

typedef struct fpi_mapping {
  const unsigned char *bytes;
  size_t size;
  void *handle;  // of the system
} fpi_mapping;

struct fpcheck_index {
  fpcheck_index_options options;
  size_t size;  // bytes of a sketch
  uint64_t live;
  fpi_segment *segments;  // the lowest first
  size_t segment_count, segment_room;

  fpi_mapping map;  // of a file
  size_t end;       // of the last commit that counts

  // In memory.
  bool memory;
  unsigned char *ids, *sketches;
  uint64_t *ends, *dead;
  size_t n, room;  // documents, with the dead
  size_t ids_room;
  uint32_t *names;    // hash table of ids: the document and 1
  size_t names_room;  // a power of two
  uint64_t seed;
};

static uint32_t fpi_checksum(uint32_t sum, const void *bytes, size_t n);
static fpcheck_index_error fpi_check_options(const fpcheck_index_options *o, size_t *size);
static fpcheck_index_error fpi_map(const char *path, fpi_mapping *map);
static void fpi_unmap(fpi_mapping *map);

static unsigned fpi_layouts(unsigned distance, fpi_layout layouts[FPI_MOST_LAYOUTS]);
static const fpi_layout *fpi_choose_layout(const fpi_layout *layouts, unsigned n, size_t sketches);
static void fpi_table_init(fpi_table *t, fpi_shape shape, size_t sketches);
static uint64_t fpi_permute(const fpi_permutation *p, uint64_t x);
static uint64_t fpi_table_sketch(const fpi_table *t, size_t place);

// Calls each with a place and the sketch there, for each sketch within a distance. The tables are
// for at least that distance.
typedef void fpi_near(void *user, size_t place, uint64_t sketch);
static void fpi_tables_search(const fpi_table *tables, unsigned n, uint64_t query,
                              unsigned distance, fpi_near *each, void *user);

typedef struct fpi_bands {
  unsigned bands, rows, width;
  size_t n;
  unsigned cell_bits;
  size_t entry, directory, band;  // bytes
} fpi_bands;
static fpi_bands fpi_bands_of(const fpcheck_index_options *o, size_t n);
static uint64_t fpi_key_hash(const unsigned char *sketch, size_t size, unsigned from, unsigned n);
static bool fpi_same_key(const unsigned char *x, const unsigned char *y, size_t size, unsigned from,
                         unsigned n);

static unsigned fpi_slots_apart(const unsigned char *x, const unsigned char *y, unsigned width);
static void fpi_id(const fpcheck_index *x, const fpi_segment *s, size_t document,
                   const unsigned char **id, size_t *n);
static const unsigned char *fpi_sketch(const fpcheck_index *x, const fpi_segment *s,
                                       size_t document, unsigned char buffer[8]);
static bool fpi_is_dead(const fpcheck_index *x, const fpi_segment *s, size_t document);
static int fpi_compare_ids(const unsigned char *a, size_t an, const unsigned char *b, size_t bn);
static fpcheck_index_error fpi_prepare(fpcheck_index *x);
static fpcheck_index_error fpi_suit(const fpcheck_index *x, const fpcheck_fingerprint *fp,
                                    fpcheck_fingerprint *suited);
static const unsigned char *fpi_find(const fpcheck_index *x, const void *id, size_t n,
                                     unsigned char buffer[8]);
static size_t fpi_name_of(const fpcheck_index *x, const void *id, size_t n);

static inline uint64_t fpi_u64(const unsigned char *p) {
  return (uint64_t)load32(p) | (uint64_t)load32(p + 4) << 32;
}

static inline void fpi_put32(unsigned char *p, uint32_t x) {
  p[0] = (unsigned char)x;
  p[1] = (unsigned char)(x >> 8);
  p[2] = (unsigned char)(x >> 16);
  p[3] = (unsigned char)(x >> 24);
}

static inline void fpi_put64(unsigned char *p, uint64_t x) {
  fpi_put32(p, (uint32_t)x);
  fpi_put32(p + 4, (uint32_t)(x >> 32));
}

#if defined(__GNUC__) || defined(__clang__)
static inline unsigned fpi_count(uint64_t x) { return (unsigned)__builtin_popcountll(x); }
#else
static inline unsigned fpi_count(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}
#endif

static inline unsigned fpi_length(uint64_t x) {  // in bits
  unsigned n = 0;
  for (; x; x >>= 1) n++;
  return n;
}

static inline uint64_t fpi_rotate(uint64_t x, unsigned by) {
  return by & 63 ? x << (by & 63) | x >> (64 - (by & 63)) : x;
}

static inline size_t fpi_padded(size_t n) { return (n + FPI_ALIGN - 1) & ~(size_t)(FPI_ALIGN - 1); }

static inline bool fpi_bit(const uint64_t *bits, size_t i) { return bits[i / 64] >> (i % 64) & 1; }

#endif
