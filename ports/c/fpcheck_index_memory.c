// SPDX-License-Identifier: Apache-2.0
//
// Indexes in memory, pairs and groups (chapter 13 of SPEC.md), and writing index files.
//
// An index in memory keeps its documents in arrays, in the order in which they were added. A
// segment is a range of them with tables. Documents without tables are compared one by one. When
// there are many, fpi_prepare makes a segment of them and of the smaller segments before, so that
// a document is in a new segment once for each doubling.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "fpcheck_index_parts.h"

static bool simhash(const fpcheck_index *x) { return x->options.bits == 0; }

// Returns what to allocate for n items; SIZE_MAX if they are too many.
static size_t bytes_for(size_t n, size_t size) {
  return n > SIZE_MAX / 2 / size ? SIZE_MAX : n * size;
}

static void *allocate(size_t n, size_t size) {
  size_t bytes = bytes_for(n ? n : 1, size);
  return bytes == SIZE_MAX ? NULL : malloc(bytes);
}

// ---- Sorting ----

// Sorts keys with what belongs to them, in time linear in n. values may be NULL.
static bool sort_keys(uint64_t *keys, uint32_t *values, size_t n) {
  uint64_t *spare = allocate(n, sizeof *spare);
  uint32_t *spare_values = values ? allocate(n, sizeof *spare_values) : NULL;
  if (!spare || (values && !spare_values)) {
    free(spare);
    free(spare_values);
    return false;
  }
  uint64_t *from = keys, *to = spare;
  uint32_t *from_values = values, *to_values = spare_values;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    size_t at[257] = {0};
    for (size_t i = 0; i < n; i++) at[(from[i] >> shift & 255) + 1]++;
    bool one = false;  // all have the same digit
    for (unsigned i = 0; i < 256; i++) {
      one |= at[i + 1] == n;
      at[i + 1] += at[i];
    }
    if (one) continue;
    for (size_t i = 0; i < n; i++) {
      size_t place = at[from[i] >> shift & 255]++;
      to[place] = from[i];
      if (values) to_values[place] = from_values[i];
    }
    uint64_t *swap = from;
    from = to;
    to = swap;
    uint32_t *swap_values = from_values;
    from_values = to_values;
    to_values = swap_values;
  }
  if (from != keys) {
    memcpy(keys, from, n * sizeof *keys);
    if (values) memcpy(values, from_values, n * sizeof *values);
  }
  free(spare);
  free(spare_values);
  return true;
}

// ---- Tables ----

// Fills a table (I23) with permuted sketches in ascending order. It returns what to free.
static unsigned char *fill_table(fpi_table *t, const uint64_t *sorted, size_t n) {
  size_t directory = 4 * (((size_t)1 << t->bits) + 1);
  unsigned char *block = allocate(directory + n * (4 + t->cold), 1);
  if (!block) return NULL;
  unsigned char *hots = block + directory, *colds = hots + 4 * n;
  uint64_t next = 0, buckets = (uint64_t)1 << t->bits;
  for (size_t i = 0; i < n; i++) {
    uint64_t k = sorted[i];
    for (uint64_t bucket = t->bits ? k >> (64 - t->bits) : 0; next <= bucket; next++) {
      fpi_put32(block + 4 * next, (uint32_t)i);
    }
    fpi_put32(hots + 4 * i, (uint32_t)k);
    k &= ~UINT64_C(0) >> t->bits;
    for (unsigned j = 0; j < t->cold; j++) {
      colds[t->cold * i + j] = (unsigned char)(k >> (32 + 8 * j));
    }
  }
  for (; next <= buckets; next++) fpi_put32(block + 4 * next, (uint32_t)n);
  t->size = n;
  t->directory = block;
  t->hots = hots;
  t->colds = colds;
  return block;
}

// Tables of SimHashes, with what to free.
typedef struct built {
  fpi_table *tables;
  unsigned n;
  unsigned char **blocks;
  uint32_t *places;  // the sketch at each place of the first table
} built;

static void free_built(built *b) {
  for (unsigned i = 0; b->blocks && i < b->n; i++) free(b->blocks[i]);
  free(b->blocks);
  free(b->tables);
  free(b->places);
  memset(b, 0, sizeof *b);
}

// Builds the tables of n sketches for a distance of at most 10, or one table for others.
static bool build_tables(built *b, unsigned distance, const uint64_t *sketches, size_t n) {
  memset(b, 0, sizeof *b);
  fpi_layout *known = malloc(FPI_MOST_LAYOUTS * sizeof *known);
  uint64_t *keys = allocate(n, sizeof *keys);
  b->places = allocate(n, sizeof *b->places);
  bool ok = known && keys && b->places;
  if (ok) {
    const fpi_layout *l = fpi_choose_layout(known, fpi_layouts(distance, known), n);
    b->n = l->n;
    b->tables = calloc(l->n, sizeof *b->tables);
    b->blocks = calloc(l->n, sizeof *b->blocks);
    ok = b->tables && b->blocks;
    size_t left = n;
    for (unsigned i = 0; ok && i < l->n; i++) {
      fpi_table *t = &b->tables[i];
      fpi_table_init(t, l->tables[i], n);
      if (i == 0) {
        for (size_t j = 0; j < n; j++) {
          keys[j] = fpi_permute(&t->to, sketches[j]);
          b->places[j] = (uint32_t)j;
        }
      } else {
        for (size_t j = 0; j < left; j++) {
          keys[j] = fpi_permute(&t->to, fpi_permute(&b->tables[i - 1].back, keys[j]));
        }
      }
      ok = sort_keys(keys, i == 0 ? b->places : NULL, left) &&
           (b->blocks[i] = fill_table(t, keys, left)) != NULL;
      if (i == 0) {  // the others have each different sketch once
        size_t different = 0;
        for (size_t j = 0; j < n; j++) {
          if (j == 0 || keys[j] != keys[j - 1]) keys[different++] = keys[j];
        }
        left = different;
      }
    }
  }
  free(known);
  free(keys);
  if (!ok) free_built(b);
  return ok;
}

typedef const unsigned char *sketch_at(const void *user, size_t i);

// Fills the table of a band (I18, I20). hashes has room for n, and next for the directory.
static void fill_band(const fpi_bands *b, unsigned band, size_t size, sketch_at *at,
                      const void *user, unsigned char *table, uint64_t *hashes, uint32_t *next) {
  unsigned width = b->rows * b->width;
  size_t cells = (size_t)1 << b->cell_bits;
  unsigned shift = 64 - b->cell_bits;
  memset(next, 0, (cells + 1) * sizeof *next);
  for (size_t i = 0; i < b->n; i++) {
    hashes[i] = fpi_key_hash(at(user, i), size, band * width, width);
    next[(b->cell_bits ? hashes[i] >> shift : 0) + 1]++;
  }
  for (size_t cell = 0; cell < cells; cell++) next[cell + 1] += next[cell];
  for (size_t cell = 0; cell <= cells; cell++) fpi_put32(table + 4 * cell, next[cell]);
  for (size_t i = 0; i < b->n; i++) {
    unsigned char *entry =
        table + b->directory + next[b->cell_bits ? hashes[i] >> shift : 0]++ * b->entry;
    entry[0] = (unsigned char)hashes[i];
    for (size_t j = 1; j < b->entry; j++) entry[j] = (unsigned char)(i >> (8 * (j - 1)));
  }
}

typedef struct range {
  const unsigned char *sketches;
  size_t size;
} range;

static const unsigned char *range_at(const void *user, size_t i) {
  const range *r = user;
  return r->sketches + i * r->size;
}

// ---- Documents in memory ----

fpcheck_index_error fpcheck_index_new(const fpcheck_index_options *options, fpcheck_index **index) {
  *index = NULL;
  fpcheck_index *x = calloc(1, sizeof *x);
  if (!x) return FPCHECK_INDEX_NO_MEMORY;
  x->options = *options;
  x->memory = true;
  x->options.profile[FPCHECK_PROFILE_MAX] = 0;
  if (!x->options.profile[0]) memcpy(x->options.profile, "visible", 8);
  bool minhash = x->options.scheme == FPCHECK_MH1 || x->options.scheme == FPCHECK_MW1;
  if (minhash && x->options.bits == 0) x->options.bits = 8;
  fpcheck_index_error error = fpi_check_options(&x->options, &x->size);
  unsigned char zeros[FPCHECK_SKETCH_MAX] = {0};
  fpcheck_fingerprint fp;
  if (!error && (fpcheck_from_sketch(x->options.scheme, zeros, x->size, &fp) ||
                 fpcheck_set_profile(&fp, x->options.profile))) {
    error = FPCHECK_INDEX_BAD_ARGUMENT;
  }
  if (error) {
    free(x);
    return error;
  }
  // Ids from strangers shall not choose their places in the hash table.
  x->seed = fpcheck_mix64((uint64_t)(uintptr_t)x ^ fpcheck_mix64((uint64_t)(uintptr_t)&fp));
  *index = x;
  return FPCHECK_INDEX_OK;
}

static size_t name_place(const fpcheck_index *x, const void *id, size_t n) {
  const unsigned char *p = id;
  uint64_t h = x->seed ^ n;
  for (; n >= 8; p += 8, n -= 8) h = fpcheck_mix64(h ^ fpi_u64(p));
  uint64_t last = 0;
  for (size_t i = 0; i < n; i++) last |= (uint64_t)p[i] << (8 * i);
  return (size_t)fpcheck_mix64(h ^ last) & (x->names_room - 1);
}

static bool is_name(const fpcheck_index *x, size_t document, const void *id, size_t n) {
  uint64_t from = document ? x->ends[document - 1] : 0;
  return x->ends[document] - from == n && (n == 0 || memcmp(x->ids + from, id, n) == 0);
}

// Returns the number of the document with an id, or SIZE_MAX. Documents that were removed stay in
// the hash table until it is made again.
static size_t fpi_name_of(const fpcheck_index *x, const void *id, size_t n) {
  if (x->names_room == 0) return SIZE_MAX;
  for (size_t i = name_place(x, id, n); x->names[i]; i = (i + 1) & (x->names_room - 1)) {
    size_t document = x->names[i] - 1;
    if (!fpi_bit(x->dead, document) && is_name(x, document, id, n)) return document;
  }
  return SIZE_MAX;
}

static void put_name(fpcheck_index *x, size_t document) {
  uint64_t from = document ? x->ends[document - 1] : 0;
  size_t i = name_place(x, x->ids + from, (size_t)(x->ends[document] - from));
  while (x->names[i]) i = (i + 1) & (x->names_room - 1);
  x->names[i] = (uint32_t)document + 1;
}

static void drop_segments(fpcheck_index *x, size_t from) {
  for (size_t i = from; i < x->segment_count; i++) {
    fpi_segment *s = &x->segments[i];
    free(s->tables);
    for (int j = 0; j < 3; j++) free(s->owned[j]);
  }
  if (from < x->segment_count) x->segment_count = from;
}

// Makes room for one more document. It leaves out documents that were removed if they are many.
static fpcheck_index_error make_room(fpcheck_index *x, size_t id) {
  if (x->live >= FPI_MOST_DOCUMENTS) return FPCHECK_INDEX_TOO_MANY;
  if (x->n == x->room) {
    size_t room = x->room;
    if (room < 1024 || x->live > x->room / 2) room = room ? 2 * room : 64;
    if (room > FPI_MOST_DOCUMENTS) room = (size_t)FPI_MOST_DOCUMENTS;
    if (x->n == FPI_MOST_DOCUMENTS && x->live == x->n) return FPCHECK_INDEX_TOO_MANY;
    size_t kept = 0, ids = 0, names = 128;
    if (x->live < x->n) {
      drop_segments(x, 0);
      uint64_t from = 0;
      for (size_t i = 0; i < x->n; i++) {
        uint64_t end = x->ends[i];  // read before ends[kept], which may be the same, is written
        if (!fpi_bit(x->dead, i)) {
          memmove(x->ids + ids, x->ids + from, (size_t)(end - from));
          memmove(x->sketches + kept * x->size, x->sketches + i * x->size, x->size);
          ids += (size_t)(end - from);
          x->ends[kept++] = ids;
        }
        from = end;
      }
      x->n = kept;
      memset(x->dead, 0, (x->room / 64 + 1) * 8);
    }
    while (names < 2 * room) names *= 2;
    unsigned char *sketches = realloc(x->sketches, bytes_for(room, x->size));
    if (sketches) x->sketches = sketches;
    uint64_t *ends = realloc(x->ends, bytes_for(room, sizeof *ends));
    if (ends) x->ends = ends;
    uint64_t *dead = calloc(room / 64 + 1, sizeof *dead);
    uint32_t *table = calloc(names, sizeof *table);
    if (!sketches || !ends || !dead || !table) {
      free(dead);
      free(table);
      return FPCHECK_INDEX_NO_MEMORY;
    }
    if (x->dead) memcpy(dead, x->dead, (x->n / 64 + 1) * 8);
    free(x->dead);
    free(x->names);
    x->dead = dead;
    x->names = table;
    x->names_room = names;
    x->room = room;
    for (size_t i = 0; i < x->n; i++) {
      if (!fpi_bit(x->dead, i)) put_name(x, i);
    }
  }
  size_t used = x->n ? (size_t)x->ends[x->n - 1] : 0;
  if (id > SIZE_MAX / 4 - used) return FPCHECK_INDEX_NO_MEMORY;
  if (used + id > x->ids_room || !x->ids) {
    size_t room = 2 * (used + id) + 1024;
    unsigned char *larger = realloc(x->ids, room);
    if (!larger) return FPCHECK_INDEX_NO_MEMORY;
    x->ids = larger;
    x->ids_room = room;
  }
  return FPCHECK_INDEX_OK;
}

static void remove_document(fpcheck_index *x, size_t document) {
  x->dead[document / 64] |= UINT64_C(1) << (document % 64);
  x->live--;
}

fpcheck_index_error fpcheck_index_add(fpcheck_index *x, const void *id, size_t n,
                                      const fpcheck_fingerprint *fp) {
  fpcheck_fingerprint suited;
  if (!x->memory) return FPCHECK_INDEX_READ_ONLY;
  fpcheck_index_error error = fpi_suit(x, fp, &suited);
  if (!error && suited.width < x->options.bits) error = FPCHECK_INDEX_NOT_COMPARABLE;
  if (!error) error = make_room(x, n);
  if (error) return error;
  size_t old = fpi_name_of(x, id, n);
  if (old != SIZE_MAX) remove_document(x, old);
  size_t used = x->n ? (size_t)x->ends[x->n - 1] : 0;
  if (n) memcpy(x->ids + used, id, n);
  x->ends[x->n] = used + n;
  memcpy(x->sketches + x->n * x->size, suited.sketch, x->size);
  put_name(x, x->n);
  x->n++;
  x->live++;
  return FPCHECK_INDEX_OK;
}

fpcheck_index_error fpcheck_index_remove(fpcheck_index *x, const void *id, size_t n, bool *found) {
  if (!x->memory) return FPCHECK_INDEX_READ_ONLY;
  size_t document = fpi_name_of(x, id, n);
  if (found) *found = document != SIZE_MAX;
  if (document != SIZE_MAX) remove_document(x, document);
  return FPCHECK_INDEX_OK;
}

// Makes the tables of a segment in memory.
static fpcheck_index_error build_segment(const fpcheck_index *x, fpi_segment *s) {
  const unsigned char *sketches = x->sketches + s->base * x->size;
  if (simhash(x)) {
    uint64_t *all = allocate(s->n, sizeof *all);
    built b = {0};
    if (!all) return FPCHECK_INDEX_NO_MEMORY;
    for (size_t i = 0; i < s->n; i++) all[i] = load64(sketches + 8 * i);
    bool ok = build_tables(&b, x->options.distance, all, s->n);
    free(all);
    // One block for all tables, so that a segment has little to free.
    size_t bytes = 0;
    for (unsigned i = 0; i < b.n; i++) {
      bytes +=
          4 * (((size_t)1 << b.tables[i].bits) + 1) + b.tables[i].size * (4 + b.tables[i].cold);
    }
    unsigned char *block = ok ? allocate(bytes, 1) : NULL;
    if (!block) {
      free_built(&b);
      return FPCHECK_INDEX_NO_MEMORY;
    }
    s->owned[0] = block;
    for (unsigned i = 0; i < b.n; i++) {
      fpi_table *t = &b.tables[i];
      size_t directory = 4 * (((size_t)1 << t->bits) + 1),
             size = directory + t->size * (4 + t->cold);
      memcpy(block, b.blocks[i], size);
      t->directory = block;
      t->hots = block + directory;
      t->colds = t->hots + 4 * t->size;
      block += size;
    }
    s->owned[1] = b.places;
    s->places = b.places;
    s->tables = b.tables;
    s->table_count = b.n;
    b.places = NULL;
    b.tables = NULL;
    free_built(&b);
    return FPCHECK_INDEX_OK;
  }
  fpi_bands b = fpi_bands_of(&x->options, s->n);
  unsigned char *table = allocate(b.band, x->options.bands);
  uint64_t *hashes = allocate(s->n, sizeof *hashes);
  uint32_t *next = allocate(((size_t)1 << b.cell_bits) + 1, sizeof *next);
  range r = {sketches, x->size};
  if (table && hashes && next) {
    for (unsigned band = 0; band < x->options.bands; band++) {
      fill_band(&b, band, x->size, range_at, &r, table + band * b.band, hashes, next);
    }
    s->owned[0] = table;
    s->bands = table;
    table = NULL;
  }
  free(table);
  free(hashes);
  free(next);
  return s->bands ? FPCHECK_INDEX_OK : FPCHECK_INDEX_NO_MEMORY;
}

// Makes segments of the documents that have none, before a search.
static fpcheck_index_error fpi_prepare(fpcheck_index *x) {
  const fpi_segment *last = x->segment_count ? &x->segments[x->segment_count - 1] : NULL;
  size_t covered = last ? last->base + last->n : 0;
  if (covered == x->n) return FPCHECK_INDEX_OK;
  size_t keep = x->segment_count;
  if (last && !last->tables && !last->bands) {  // it grows
    keep--;
    covered = last->base;
  }
  size_t from = covered;
  bool tables = x->n - covered >= FPI_FEWEST;
  while (tables && keep > 0 && x->segments[keep - 1].n <= x->n - from) {
    from = x->segments[--keep].base;
  }
  if (x->segment_count == x->segment_room) {
    size_t room = x->segment_room ? 2 * x->segment_room : 16;
    fpi_segment *larger = realloc(x->segments, room * sizeof *larger);
    if (!larger) return FPCHECK_INDEX_NO_MEMORY;
    x->segments = larger;
    x->segment_room = room;
  }
  fpi_segment s;
  memset(&s, 0, sizeof s);
  s.base = from;
  s.n = x->n - from;
  if (tables) {
    fpcheck_index_error error = build_segment(x, &s);
    if (error) return error;
  }
  drop_segments(x, keep);
  x->segments[x->segment_count++] = s;
  return FPCHECK_INDEX_OK;
}

// ---- All documents ----

// The documents of an index, in the order of their ids.
typedef struct document {
  const unsigned char *id, *sketch;
  size_t id_size;
} document;

typedef struct listing {
  document *all;
  size_t n;
  unsigned char *sketches;  // of SimHash tables, whose sketches are nowhere as they stand
} listing;

static int compare_documents(const void *a, const void *b) {
  const document *x = a, *y = b;
  return fpi_compare_ids(x->id, x->id_size, y->id, y->id_size);
}

static void free_listing(listing *l) {
  free(l->all);
  free(l->sketches);
}

static fpcheck_index_error list_documents(const fpcheck_index *x, listing *l) {
  size_t live = (size_t)x->live;
  memset(l, 0, sizeof *l);
  l->all = allocate(live, sizeof *l->all);
  l->sketches = !x->memory && simhash(x) ? allocate(live, 8) : NULL;
  if (!l->all || (!x->memory && simhash(x) && !l->sketches)) {
    free_listing(l);
    return FPCHECK_INDEX_NO_MEMORY;
  }
  fpi_segment whole;  // in memory, all documents
  memset(&whole, 0, sizeof whole);
  whole.n = x->n;
  size_t count = x->memory ? 1 : x->segment_count;
  for (size_t i = 0; i < count; i++) {
    const fpi_segment *s = x->memory ? &whole : &x->segments[i];
    for (size_t j = 0; j < s->n && l->n < live; j++) {
      if (fpi_is_dead(x, s, j)) continue;
      unsigned char buffer[8];
      document *d = &l->all[l->n];
      fpi_id(x, s, j, &d->id, &d->id_size);
      d->sketch = fpi_sketch(x, s, j, buffer);
      if (l->sketches) {
        memcpy(l->sketches + 8 * l->n, d->sketch, 8);
        d->sketch = l->sketches + 8 * l->n;
      }
      l->n++;
    }
  }
  qsort(l->all, l->n, sizeof *l->all, compare_documents);
  return FPCHECK_INDEX_OK;
}

fpcheck_index_error fpcheck_index_documents(const fpcheck_index *x,
                                            fpcheck_index_document_sink *each, void *user) {
  listing l;
  fpcheck_index_error error = list_documents(x, &l);
  for (size_t i = 0; !error && i < l.n; i++) {
    fpcheck_fingerprint fp;
    fpcheck_from_sketch(x->options.scheme, l.all[i].sketch, x->size, &fp);
    memcpy(fp.profile, x->options.profile, sizeof fp.profile);
    if (!each(user, l.all[i].id, l.all[i].id_size, &fp)) break;
  }
  if (!error) free_listing(&l);
  return error;
}

typedef struct loading {
  fpcheck_index *x;
  fpcheck_index_error error;
} loading;

static bool load_document(void *user, const unsigned char *id, size_t n,
                          const fpcheck_fingerprint *fp) {
  loading *l = user;
  l->error = fpcheck_index_add(l->x, id, n, fp);
  return !l->error;
}

fpcheck_index_error fpcheck_index_load(const char *path, fpcheck_index **index) {
  fpcheck_index *file;
  loading l = {NULL, FPCHECK_INDEX_OK};
  *index = NULL;
  fpcheck_index_error error = fpcheck_index_open(path, &file);
  if (error) return error;
  error = fpcheck_index_new(&file->options, &l.x);
  if (!error) error = fpcheck_index_documents(file, load_document, &l);
  if (!error) error = l.error;
  fpcheck_index_free(file);
  if (error)
    fpcheck_index_free(l.x);
  else
    *index = l.x;
  return error;
}

// ---- Pairs and groups ----

// Two linked documents, by their places among the firsts.
typedef struct link_list {
  uint64_t *all;  // the lower place in the upper half
  size_t n, room;
  bool full;  // there is no memory
} link_list;

static void add_link(link_list *l, size_t a, size_t b) {
  if (l->n == l->room) {
    size_t room = l->room ? 2 * l->room : 1024;
    uint64_t *larger = l->full ? NULL : realloc(l->all, bytes_for(room, 8));
    if (!larger) {
      l->full = true;
      return;
    }
    l->all = larger;
    l->room = room;
  }
  l->all[l->n++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

typedef struct graph {
  const fpcheck_index *x;
  listing documents;
  uint32_t *place;   // of each document among the firsts (R13.2)
  uint32_t *firsts;  // the document at each place
  size_t n;          // firsts
  double threshold;
  unsigned farthest;  // the distance from which nothing is linked, less 1
  bool any;
  size_t most;
  link_list links;

  uint64_t *hashes;
  bool *hot;  // by band
  size_t self;
} graph;

static const unsigned char *first_sketch(const void *user, size_t place) {
  const graph *g = user;
  return g->documents.all[g->firsts[place]].sketch;
}

static unsigned apart(const graph *g, size_t a, size_t b) {
  const unsigned char *x = first_sketch(g, a), *y = first_sketch(g, b);
  return simhash(g->x) ? fpi_count(load64(x) ^ load64(y))
                       : fpi_slots_apart(x, y, g->x->options.bits);
}

// R13.2: finds the first document with each sketch.
static bool find_firsts(graph *g) {
  size_t n = g->documents.n, room = 64;
  while (room < 2 * n) room *= 2;
  uint32_t *table = calloc(room, sizeof *table);
  g->place = allocate(n, sizeof *g->place);
  g->firsts = allocate(n, sizeof *g->firsts);
  if (!table || !g->place || !g->firsts) {
    free(table);
    return false;
  }
  size_t size = g->x->size;
  for (size_t i = 0; i < n; i++) {
    const unsigned char *sketch = g->documents.all[i].sketch;
    uint64_t h = fpi_key_hash(sketch, size, 0, (unsigned)(8 * size)) ^ (uint64_t)(uintptr_t)table;
    size_t at = (size_t)fpcheck_mix64(h) & (room - 1);
    while (table[at] && memcmp(first_sketch(g, table[at] - 1), sketch, size))
      at = (at + 1) & (room - 1);
    if (!table[at]) {
      g->firsts[g->n++] = (uint32_t)i;
      table[at] = (uint32_t)g->n;
    }
    g->place[i] = table[at] - 1;
  }
  free(table);
  return true;
}

static void near_self(void *user, size_t place, uint64_t sketch) {
  graph *g = user;
  (void)sketch;
  size_t other = g->hashes ? (size_t)g->hashes[place] : place;
  if (other > g->self) add_link(&g->links, g->self, other);
}

static fpcheck_index_error link_simhashes(graph *g) {
  if (g->farthest > 10) {  // there are no tables for that
    for (size_t a = 0; a < g->n && !g->links.full; a++) {
      for (size_t b = a + 1; b < g->n; b++) {
        if (apart(g, a, b) <= g->farthest) add_link(&g->links, a, b);
      }
    }
    return FPCHECK_INDEX_OK;
  }
  uint64_t *sketches = allocate(g->n, sizeof *sketches);
  built b = {0};
  if (!sketches) return FPCHECK_INDEX_NO_MEMORY;
  for (size_t i = 0; i < g->n; i++) sketches[i] = load64(first_sketch(g, i));
  bool ok = build_tables(&b, g->farthest, sketches, g->n);
  g->hashes = ok ? allocate(g->n, sizeof *g->hashes) : NULL;
  if (g->hashes) {
    for (size_t i = 0; i < g->n; i++) g->hashes[i] = b.places[i];
    for (g->self = 0; g->self < g->n && !g->links.full; g->self++) {
      fpi_tables_search(b.tables, b.n, sketches[g->self], g->farthest, near_self, g);
    }
  }
  free_built(&b);
  free(sketches);
  return g->hashes ? FPCHECK_INDEX_OK : FPCHECK_INDEX_NO_MEMORY;
}

// Links two candidates of a band, unless a band before has made them candidates.
static void link_minhashes(graph *g, unsigned band, size_t a, size_t b) {
  if (a == b || apart(g, a, b) > g->farthest) return;
  unsigned width = g->x->options.rows * g->x->options.bits;
  for (unsigned before = 0; before < band; before++) {
    if (!g->hot[before] &&
        fpi_same_key(first_sketch(g, a), first_sketch(g, b), g->x->size, before * width, width)) {
      return;
    }
  }
  add_link(&g->links, a, b);
}

// Makes every two of some documents candidates, or the first with each if they are too many.
static void link_some(graph *g, unsigned band, const uint32_t *some, size_t n) {
  for (size_t i = 0; i < n && !g->links.full; i++) {
    for (size_t j = i + 1; j < n; j++) link_minhashes(g, band, some[i], some[j]);
    if (n > g->most) break;
  }
}

static unsigned slot_of(const unsigned char *sketch, unsigned slot, unsigned bits) {
  unsigned at = slot * bits;
  return (unsigned)sketch[at / 8] >> (8 - bits - at % 8) & ((1u << bits) - 1);
}

// R13.4: the candidates of a hot bucket, whose documents are in ascending order.
static bool link_hot(graph *g, unsigned band, const uint32_t *bucket, size_t n) {
  unsigned bits = g->x->options.bits, values = 1u << bits;
  uint32_t *sorted = allocate(n, sizeof *sorted);
  if (!sorted) return false;
  link_some(g, band, bucket, n);
  for (unsigned slot = 0; slot < FPCHECK_SLOTS && !g->links.full; slot++) {
    size_t at[257] = {0};
    for (size_t i = 0; i < n; i++) at[slot_of(first_sketch(g, bucket[i]), slot, bits) + 1]++;
    unsigned common = 0;
    for (unsigned v = 1; v < values; v++) {
      if (at[v + 1] > at[common + 1]) common = v;
    }
    for (unsigned v = 0; v < values; v++) at[v + 1] += at[v];
    size_t from[256];
    memcpy(from, at, values * sizeof *from);
    for (size_t i = 0; i < n; i++) {
      sorted[from[slot_of(first_sketch(g, bucket[i]), slot, bits)]++] = bucket[i];
    }
    for (unsigned v = 0; v < values; v++) {
      if (v != common) link_some(g, band, sorted + at[v], at[v + 1] - at[v]);
    }
  }
  free(sorted);
  return true;
}

static fpcheck_index_error link_bands(graph *g) {
  unsigned width = g->x->options.rows * g->x->options.bits;
  uint64_t *keys = allocate(g->n, sizeof *keys);
  uint32_t *order = allocate(g->n, sizeof *order), *bucket = allocate(g->n, sizeof *bucket);
  g->hot = calloc(g->x->options.bands, sizeof *g->hot);
  bool ok = keys && order && bucket && g->hot;
  for (unsigned band = 0; ok && band < g->x->options.bands; band++) {
    for (size_t i = 0; i < g->n; i++) {
      keys[i] = fpi_key_hash(first_sketch(g, i), g->x->size, band * width, width);
      order[i] = (uint32_t)i;
    }
    ok = sort_keys(keys, order, g->n);
    for (size_t from = 0, to; ok && from < g->n && !g->links.full; from = to) {
      for (to = from + 1; to < g->n && keys[to] == keys[from]; to++) {
      }
      // Keys of more than 64 bits may share a hash.
      while (to - from > 1) {
        size_t n = 0, left = from;
        const unsigned char *own = first_sketch(g, order[from]);
        for (size_t i = from; i < to; i++) {
          uint32_t place = order[i];
          if (fpi_same_key(own, first_sketch(g, place), g->x->size, band * width, width)) {
            bucket[n++] = place;
          } else {
            order[left++] = place;
          }
        }
        if (n > g->most) {
          g->hot[band] = true;
          ok = ok && link_hot(g, band, bucket, n);
        } else {
          link_some(g, band, bucket, n);
        }
        size_t others = left - from;
        if (others == 0) break;
        memmove(order + to - others, order + from, others * sizeof *order);
        from = to - others;
      }
    }
  }
  free(keys);
  free(order);
  free(bucket);
  return ok ? FPCHECK_INDEX_OK : FPCHECK_INDEX_NO_MEMORY;
}

static void free_graph(graph *g) {
  free_listing(&g->documents);
  free(g->place);
  free(g->firsts);
  free(g->links.all);
  free(g->hashes);
  free(g->hot);
}

// Finds the links of all documents (R13.5), in ascending order, each once.
static fpcheck_index_error find_links(const fpcheck_index *x, double threshold, size_t most,
                                      graph *g) {
  memset(g, 0, sizeof *g);
  g->x = x;
  g->threshold = threshold;
  g->most = most;
  if (!(threshold >= 0 && threshold <= 1)) return FPCHECK_INDEX_BAD_ARGUMENT;
  if (most == 0) {
    g->most = x->live <= 2000 ? 1000 : (size_t)(2000000 / x->live);
    if (g->most < 64) g->most = 64;
  }
  fpcheck_index_error error = list_documents(x, &g->documents);
  if (error) return error;
  unsigned all = simhash(x) ? 64 : FPCHECK_SLOTS;
  for (unsigned d = 0; d <= all; d++) {
    if (similarity_at(d, x->options.bits) >= threshold) g->farthest = d;
  }
  if (!find_firsts(g)) error = FPCHECK_INDEX_NO_MEMORY;
  if (!error) error = simhash(x) ? link_simhashes(g) : link_bands(g);
  if (!error && (g->links.full || !sort_keys(g->links.all, NULL, g->links.n))) {
    error = FPCHECK_INDEX_NO_MEMORY;
  }
  if (error) {
    free_graph(g);
    return error;
  }
  size_t n = 0;
  for (size_t i = 0; i < g->links.n; i++) {
    if (i == 0 || g->links.all[i] != g->links.all[i - 1]) g->links.all[n++] = g->links.all[i];
  }
  g->links.n = n;
  return FPCHECK_INDEX_OK;
}

fpcheck_index_error fpcheck_index_pairs(const fpcheck_index *x, double threshold, size_t most,
                                        fpcheck_index_pair_sink *each, void *user) {
  graph g;
  fpcheck_index_error error = find_links(x, threshold, most, &g);
  if (error) return error;
  // The copies of each first, in the order of documents.
  uint32_t *next = calloc(g.documents.n + 1, sizeof *next), *last = calloc(g.n + 1, sizeof *last);
  if (!next || !last) {
    free(next);
    free(last);
    free_graph(&g);
    return FPCHECK_INDEX_NO_MEMORY;
  }
  for (size_t i = 0; i < g.documents.n; i++) {
    uint32_t place = g.place[i];
    if (g.firsts[place] != i) next[last[place]] = (uint32_t)i;
    last[place] = (uint32_t)i;
  }
  bool more = true;
  for (size_t place = 0, at = 0; more && place < g.n; place++) {
    const document *a = &g.documents.all[g.firsts[place]];
    for (uint32_t copy = next[g.firsts[place]]; more && copy; copy = next[copy]) {
      const document *b = &g.documents.all[copy];
      more = each(user, a->id, a->id_size, b->id, b->id_size, 1);
    }
    for (; more && at < g.links.n && g.links.all[at] >> 32 == place; at++) {
      size_t other = (uint32_t)g.links.all[at];
      const document *b = &g.documents.all[g.firsts[other]];
      more = each(user, a->id, a->id_size, b->id, b->id_size,
                  similarity_at(apart(&g, place, other), x->options.bits));
    }
  }
  free(next);
  free(last);
  free_graph(&g);
  return FPCHECK_INDEX_OK;
}

fpcheck_index_error fpcheck_index_groups(const fpcheck_index *x, double threshold, double floor,
                                         size_t most, fpcheck_index_pair_sink *each, void *user) {
  graph g;
  if (!(floor >= 0 && floor <= 1)) return FPCHECK_INDEX_BAD_ARGUMENT;
  fpcheck_index_error error = find_links(x, threshold, most, &g);
  if (error) return error;
  size_t *from = calloc(g.n + 2, sizeof *from);
  uint32_t *nearby = allocate(2 * g.links.n, sizeof *nearby), *group = allocate(g.n, sizeof *group),
           *queue = allocate(g.n, sizeof *queue);
  double *similarity = allocate(g.n, sizeof *similarity);
  if (from && nearby && group && queue && similarity) {
    for (size_t i = 0; i < g.links.n; i++) {
      from[(g.links.all[i] >> 32) + 2]++;
      from[(uint32_t)g.links.all[i] + 2]++;
    }
    for (size_t i = 0; i < g.n; i++) from[i + 2] += from[i + 1];
    for (size_t i = 0; i < g.links.n; i++) {
      uint32_t a = (uint32_t)(g.links.all[i] >> 32), b = (uint32_t)g.links.all[i];
      nearby[from[a + 1]++] = b;
      nearby[from[b + 1]++] = a;
    }
    for (size_t i = 0; i < g.n; i++) group[i] = UINT32_MAX;
    for (size_t i = 0; i < g.n; i++) {
      if (group[i] != UINT32_MAX) continue;
      size_t head = 0, tail = 0;
      group[i] = (uint32_t)i;
      similarity[i] = 1;
      queue[tail++] = (uint32_t)i;
      while (head < tail) {
        uint32_t member = queue[head++];
        for (size_t j = from[member]; j < from[member + 1]; j++) {
          uint32_t other = nearby[j];
          if (group[other] != UINT32_MAX) continue;
          double s = similarity_at(apart(&g, i, other), x->options.bits);
          if (s < floor) continue;
          group[other] = (uint32_t)i;
          similarity[other] = s;
          queue[tail++] = other;
        }
      }
    }
    bool more = true;
    for (size_t i = 0; more && i < g.documents.n; i++) {
      const document *a = &g.documents.all[i];
      const document *b = &g.documents.all[g.firsts[group[g.place[i]]]];
      more = each(user, a->id, a->id_size, b->id, b->id_size, similarity[g.place[i]]);
    }
  } else {
    error = FPCHECK_INDEX_NO_MEMORY;
  }
  free(from);
  free(nearby);
  free(group);
  free(queue);
  free(similarity);
  free_graph(&g);
  return error;
}

// ---- Writing (I28) ----

typedef struct output {
  FILE *file;
  uint64_t at;  // from the start of the segment
  uint32_t sum;
  bool failed;
} output;

static void put(output *o, const void *bytes, size_t n) {
  if (o->failed || n == 0) return;
  o->failed = fwrite(bytes, 1, n, o->file) != n;
  o->sum = fpi_checksum(o->sum, bytes, n);
  o->at += n;
}

// Ends the section that began at an offset, and fills its entry.
static void end_section(output *o, unsigned char *entry, uint32_t kind, uint64_t begun) {
  static const unsigned char zeros[FPI_ALIGN];
  fpi_put32(entry, kind);
  fpi_put32(entry + 4, o->sum);
  fpi_put64(entry + 8, begun);
  fpi_put64(entry + 16, o->at - begun);
  put(o, zeros, (size_t)(fpi_padded((size_t)o->at) - o->at));
  o->sum = 0;
}

static bool sync_file(FILE *file) {
  if (fflush(file)) return false;
#ifdef _WIN32
  return _commit(_fileno(file)) == 0;
#else
  return fsync(fileno(file)) == 0;
#endif
}

static const unsigned char *document_at(const void *user, size_t i) {
  const listing *l = user;
  return l->all[i].sketch;
}

static fpcheck_index_error write_sections(const fpcheck_index *x, const listing *l, output *o,
                                          unsigned char *entries, size_t *sections) {
  size_t n = l->n, count = 0;
  uint64_t end = 0, begun = o->at;
  unsigned char number[8];
  built b = {0};
  unsigned char *ranks = NULL;
  bool tables = n >= FPI_FEWEST;
  if (tables && simhash(x)) {
    uint64_t *all = allocate(n, sizeof *all);
    ranks = allocate(n, 4);
    for (size_t i = 0; all && i < n; i++) all[i] = load64(l->all[i].sketch);
    bool ok = all && ranks && build_tables(&b, x->options.distance, all, n);
    free(all);
    if (!ok) {
      free(ranks);
      return FPCHECK_INDEX_NO_MEMORY;
    }
    for (size_t place = 0; place < n; place++)
      fpi_put32(ranks + 4 * b.places[place], (uint32_t)place);
  }
  for (size_t i = 0; i < n; i++) {
    end += l->all[b.places ? b.places[i] : i].id_size;
    fpi_put64(number, end);
    put(o, number, 8);
  }
  end_section(o, entries + 32 * count++, 1, begun);
  begun = o->at;
  for (size_t i = 0; i < n; i++) {
    const document *d = &l->all[b.places ? b.places[i] : i];
    put(o, d->id, d->id_size);
  }
  end_section(o, entries + 32 * count++, 2, begun);
  begun = o->at;
  for (size_t i = 0; i < n && !b.tables; i++) put(o, l->all[i].sketch, x->size);
  end_section(o, entries + 32 * count++, 3, begun);
  end_section(o, entries + 32 * count++, 4, o->at);
  if (b.tables) {
    begun = o->at;
    put(o, ranks, 4 * n);
    end_section(o, entries + 32 * count++, 6, begun);
    begun = o->at;
    for (unsigned i = 0; i < b.n; i++) {
      fpi_put64(number, b.tables[i].shape.mask);
      put(o, number, 8);
      fpi_put64(number, b.tables[i].shape.radius);
      put(o, number, 8);
    }
    end_section(o, entries + 32 * count++, 7, begun);
    for (unsigned i = 0; i < b.n; i++) {
      const fpi_table *t = &b.tables[i];
      const void *parts[3] = {t->directory, t->hots, t->colds};
      size_t sizes[3] = {4 * (((size_t)1 << t->bits) + 1), 4 * t->size, t->cold * t->size};
      for (uint32_t j = 0; j < 3; j++) {
        begun = o->at;
        put(o, parts[j], sizes[j]);
        end_section(o, entries + 32 * count++, 16 + 3 * i + j, begun);
      }
    }
  } else if (tables) {
    fpi_bands bands = fpi_bands_of(&x->options, n);
    unsigned char *table = allocate(bands.band, 1);
    uint64_t *hashes = allocate(n, sizeof *hashes);
    uint32_t *next = allocate(((size_t)1 << bands.cell_bits) + 1, sizeof *next);
    bool ok = table && hashes && next;
    begun = o->at;
    for (unsigned band = 0; ok && band < x->options.bands; band++) {
      fill_band(&bands, band, x->size, document_at, l, table, hashes, next);
      put(o, table, bands.band);
    }
    free(table);
    free(hashes);
    free(next);
    if (!ok) return FPCHECK_INDEX_NO_MEMORY;
    end_section(o, entries + 32 * count++, 5, begun);
  }
  free_built(&b);
  free(ranks);
  *sections = count;
  return FPCHECK_INDEX_OK;
}

static unsigned sections_of(const fpcheck_index *x, size_t n) {
  if (n < FPI_FEWEST) return 4;
  if (!simhash(x)) return 5;
  fpi_layout *known = malloc(FPI_MOST_LAYOUTS * sizeof *known);
  if (!known) return 0;
  unsigned tables = fpi_choose_layout(known, fpi_layouts(x->options.distance, known), n)->n;
  free(known);
  return 6 + 3 * tables;
}

static fpcheck_index_error write_file(const fpcheck_index *x, const listing *l, FILE *file) {
  unsigned char header[FPI_HEADER] = {0}, record[FPI_COMMIT] = {0}, head[4096] = {0};
  output o = {file, 0, 0, false};
  size_t sections = sections_of(x, l->n), id = strlen(fpcheck_scheme_id(x->options.scheme));
  if (sections == 0) return FPCHECK_INDEX_NO_MEMORY;
  size_t size = fpi_padded(64 + 32 * sections);  // of the head; a layout has at most 40 tables
  memcpy(header,
         "\x89"
         "FPX\r\n\x1a\n",
         8);
  fpi_put32(header + 8, 1);
  fpi_put32(header + 12, (uint32_t)x->size);
  fpi_put32(header + 16, x->options.bits);
  fpi_put32(header + 20, x->options.distance);
  fpi_put32(header + 24, x->options.bands);
  fpi_put32(header + 28, x->options.rows);
  uint64_t similarity;
  memcpy(&similarity, &x->options.similarity, 8);
  fpi_put64(header + 32, similarity);
  header[40] = (unsigned char)id;
  header[42] = (unsigned char)strlen(x->options.profile);
  memcpy(header + 64, fpcheck_scheme_id(x->options.scheme), id);
  memcpy(header + 64 + id, x->options.profile, header[42]);
  fpi_put32(header + FPI_HEADER - 4, fpi_checksum(0, header, FPI_HEADER - 4));
  put(&o, header, FPI_HEADER);
  put(&o, head, size);  // zeros until its sections are there
  o.at = size;
  o.sum = 0;
  fpcheck_index_error error = write_sections(x, l, &o, head + 64, &sections);
  if (error) return error;
  memcpy(head, "FPXSEGMT", 8);
  fpi_put64(head + 8, 1);
  fpi_put64(head + 16, o.at);
  fpi_put32(head + 24, (uint32_t)l->n);
  fpi_put32(head + 28, (uint32_t)sections);
  fpi_put32(head + 32, fpi_checksum(0, head, size));
  memcpy(record, "FPXCOMIT", 8);
  fpi_put64(record + 8, 1);
  fpi_put64(record + 16, FPI_HEADER);
  fpi_put64(record + 40, l->n);
  fpi_put32(record + 48, 1);
  fpi_put32(record + 60, fpi_checksum(0, record, 60));
  // The file gets its name when all is on the disk, so the order of these does not matter.
  put(&o, record, FPI_COMMIT);
  if (o.failed || fseek(file, FPI_HEADER, SEEK_SET) || fwrite(head, 1, size, file) != size ||
      !sync_file(file)) {
    return FPCHECK_INDEX_SYSTEM;
  }
  return FPCHECK_INDEX_OK;
}

static char *beside(const char *path, const char *suffix) {
  size_t n = strlen(path);
  char *name = malloc(n + strlen(suffix) + 1);
  if (name) {
    memcpy(name, path, n);
    strcpy(name + n, suffix);
  }
  return name;
}

#ifdef _WIN32

static wchar_t *wide(const char *path) {
  int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  wchar_t *name = n > 0 ? malloc((size_t)n * sizeof *name) : NULL;
  if (name) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, name, n);
  return name;
}

static FILE *create_file(const char *path) {
  wchar_t *name = wide(path);
  FILE *file = name ? _wfopen(name, L"wb") : NULL;
  free(name);
  return file;
}

static void remove_file(const char *path) {
  wchar_t *name = wide(path);
  if (name) DeleteFileW(name);
  free(name);
}

static bool rename_file(const char *from, const char *to) {
  wchar_t *a = wide(from), *b = wide(to);
  bool ok = a && b && MoveFileExW(a, b, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
  if (!ok) errno = EACCES;
  free(a);
  free(b);
  return ok;
}

static fpcheck_index_error lock_file(const char *path, int *lock) {  // there is no flock
  (void)path;
  *lock = -1;
  return FPCHECK_INDEX_OK;
}

static void unlock_file(const char *path, int lock) {
  (void)path;
  (void)lock;
}

#else

// Replaces what a killed process left, and follows no link.
static FILE *create_file(const char *path) {
  unlink(path);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  return file < 0 ? NULL : fdopen(file, "wb");
}

static void remove_file(const char *path) { unlink(path); }

static bool rename_file(const char *from, const char *to) {
  struct stat info;
  if (stat(to, &info) == 0 && chmod(from, info.st_mode & 0777)) return false;
  return rename(from, to) == 0;
}

static fpcheck_index_error lock_file(const char *path, int *lock) {
  for (;;) {
    *lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (*lock < 0) return FPCHECK_INDEX_SYSTEM;
    struct stat own, named;
    if (flock(*lock, LOCK_EX | LOCK_NB)) {
      if (errno != EWOULDBLOCK) return FPCHECK_INDEX_OK;  // a file system without locks
      close(*lock);
      return FPCHECK_INDEX_LOCKED;
    }
    // The process that had the lock may have removed the file meanwhile.
    if (!fstat(*lock, &own) && !stat(path, &named) && own.st_ino == named.st_ino &&
        own.st_dev == named.st_dev) {
      return FPCHECK_INDEX_OK;
    }
    close(*lock);
  }
}

static void unlock_file(const char *path, int lock) {
  unlink(path);
  close(lock);
}

#endif

fpcheck_index_error fpcheck_index_save(const fpcheck_index *x, const char *path) {
  listing l;
  int lock;
  char *part = beside(path, ".part"), *name = beside(path, ".lock");
  fpcheck_index_error error = part && name ? FPCHECK_INDEX_OK : FPCHECK_INDEX_NO_MEMORY;
  if (!error) error = lock_file(name, &lock);
  if (!error) {
    error = list_documents(x, &l);
    if (!error) {
      FILE *file = create_file(part);
      error = file ? write_file(x, &l, file) : FPCHECK_INDEX_SYSTEM;
      int code = errno;
      if (file && fclose(file) && !error) {
        code = errno;
        error = FPCHECK_INDEX_SYSTEM;
      }
      if (!error && !rename_file(part, path)) {
        code = errno;
        error = FPCHECK_INDEX_SYSTEM;
      }
      if (error && file) remove_file(part);
      free_listing(&l);
      errno = code;
    }
    int code = errno;
    unlock_file(name, lock);
    errno = code;
  }
  free(part);
  free(name);
  return error;
}
