// SPDX-License-Identifier: Apache-2.0
//
// Tables of index files: layouts, SimHash tables (I21 to I24) and MinHash keys (I18 to I20).

#include <string.h>

#include "fpcheck_index_parts.h"

// ---- Layouts (I24) ----

// Cuts the bits of a mask into n blocks.
static void cut(uint64_t mask, unsigned n, uint64_t *blocks) {
  unsigned all = fpi_count(mask);
  uint64_t top = UINT64_C(1) << 63;
  for (unsigned i = 0; i < n; i++) {
    blocks[i] = 0;
    for (unsigned left = all * (i + 1) / n - all * i / n; left > 0; left--) {
      while (!(mask & top)) top >>= 1;
      blocks[i] |= top;
      mask &= ~top;
    }
  }
}

static double binomial(unsigned n, unsigned k) {
  double product = 1;
  for (unsigned i = 0; i < k; i++) product = product * (double)(n - i) / (double)(i + 1);
  return (double)(uint64_t)(product + 0.5);  // these are integers
}

// Adds a table for each choice of blocks, in lexicographic order.
static void choose(fpi_layout *l, const uint64_t *blocks, unsigned n, unsigned from, unsigned left,
                   uint64_t mask) {
  if (left == 0) {
    l->tables[l->n++] = (fpi_shape){mask, 0};
    return;
  }
  for (unsigned i = from; i + left <= n; i++) {
    choose(l, blocks, n, i + 1, left - 1, mask | blocks[i]);
  }
}

// Returns the number of layouts for a distance.
static unsigned fpi_layouts(unsigned distance, fpi_layout layouts[FPI_MOST_LAYOUTS]) {
  const uint64_t whole = ~UINT64_C(0);
  uint64_t blocks[16], inner[16];
  unsigned count = 0;
  layouts[count].n = 1;
  layouts[count++].tables[0] = (fpi_shape){0, 0};
  if (distance > 10) return count;
  for (unsigned n = 1; n <= distance + 1; n++) {
    fpi_layout *l = &layouts[count++];
    cut(whole, n, blocks);
    l->n = n;
    for (unsigned i = 0; i < n; i++) {
      unsigned more = i < (distance + 1) % n ? 1 : 0;
      l->tables[i] = (fpi_shape){blocks[i], (distance + 1) / n - 1 + more};
    }
  }
  for (unsigned n = distance + 2; distance > 0 && n <= distance + 3; n++) {
    if (binomial(n, distance) > FPI_MOST_TABLES) continue;
    fpi_layout *l = &layouts[count++];
    cut(whole, n, blocks);
    l->n = 0;
    choose(l, blocks, n, 0, n - distance, 0);
  }
  if (distance > 0 && distance <= 3) {
    fpi_layout *l = &layouts[count++];
    cut(whole, distance + 1, blocks);
    l->n = 0;
    for (unsigned i = 0; i <= distance; i++) {
      cut(~blocks[i], distance + 1, inner);
      for (unsigned j = 0; j <= distance; j++) {
        l->tables[l->n++] = (fpi_shape){blocks[i] | inner[j], 0};
      }
    }
  }
  return count;
}

static unsigned directory_bits(uint64_t mask, size_t sketches) {
  unsigned bits = fpi_length(sketches), most = fpi_count(mask);
  bits = bits > 3 ? bits - 3 : 0;
  if (bits > most) bits = most;
  return bits > 32 ? 32 : bits;
}

static double power_of_half(unsigned n) {
  double x = 1;
  while (n--) x /= 2;
  return x;
}

// Estimates the product of time and bytes of a layout, as package hamming does.
static double cost(const fpi_layout *l, size_t sketches) {
  double bytes = 0, probes = 0, candidates = 0;
  for (unsigned i = 0; i < l->n; i++) {
    unsigned b = directory_bits(l->tables[i].mask, sketches);
    double own = 0;
    for (unsigned flipped = 0; flipped <= l->tables[i].radius && flipped <= b; flipped++) {
      own += binomial(b, flipped);
    }
    bytes += (double)(4 + (39 - b) / 8) +
             4 * (double)((UINT64_C(1) << b) + 1) / (double)(sketches ? sketches : 1);
    probes += own;
    candidates += own * (double)sketches * power_of_half(b);
  }
  double all = bytes * (double)sketches;
  double in_memory = 1 - (double)(8 << 20) / (all > 1 ? all : 1);
  if (in_memory < 0) in_memory = 0;
  double probe = 9.0 + in_memory * (75.0 - 9.0);
  return (probes * probe + candidates * 0.8) * bytes;
}

static const fpi_layout *fpi_choose_layout(const fpi_layout *layouts, unsigned n, size_t sketches) {
  const fpi_layout *best = &layouts[0];
  double least = cost(best, sketches);
  for (unsigned i = 1; i < n; i++) {
    double c = cost(&layouts[i], sketches);
    if (c < least) {
      least = c;
      best = &layouts[i];
    }
  }
  return best;
}

// ---- SimHash tables ----

// I22.
static void permutation_of(uint64_t mask, fpi_permutation *p) {
  uint64_t by[64] = {0};
  int start = 63, to = 63;
  for (int i = 63; i >= 0; i--) {
    if (mask >> i & 1 && !(mask & fpi_rotate(1, (unsigned)i + 1))) {
      start = i;
      break;
    }
  }
  for (int half = 0; half < 2; half++, mask = ~mask) {
    for (int n = 0; n < 64; n++) {
      int i = (start - n + 64) % 64;
      if (mask >> i & 1) {
        by[(to - i + 64) % 64] |= UINT64_C(1) << i;
        to--;
      }
    }
  }
  p->n = 0;
  for (unsigned r = 0; r < 64; r++) {
    if (by[r]) {
      p->mask[p->n] = by[r];
      p->by[p->n++] = r;
    }
  }
}

static uint64_t fpi_permute(const fpi_permutation *p, uint64_t x) {
  uint64_t y = 0;
  for (unsigned i = 0; i < p->n; i++) y |= fpi_rotate(x & p->mask[i], p->by[i]);
  return y;
}

// Sets what follows from the shape of a table and from the number of sketches of the first.
static void fpi_table_init(fpi_table *t, fpi_shape shape, size_t sketches) {
  memset(t, 0, sizeof *t);
  t->shape = shape;
  t->bits = directory_bits(shape.mask, sketches);
  t->cold = (39 - t->bits) / 8;
  permutation_of(shape.mask, &t->to);
  t->back.n = t->to.n;
  for (unsigned i = 0; i < t->to.n; i++) {
    t->back.mask[i] = fpi_rotate(t->to.mask[i], t->to.by[i]);
    t->back.by[i] = (64 - t->to.by[i]) % 64;
  }
  t->read = t->bits ? fpi_permute(&t->back, ~UINT64_C(0) << (64 - t->bits)) : 0;
}

static void bucket(const fpi_table *t, uint64_t number, size_t *from, size_t *to) {
  *from = load32(t->directory + 4 * number);
  *to = load32(t->directory + 4 * number + 4);
  if (*from > t->size) *from = t->size;
  if (*to > t->size) *to = t->size;
  if (*to < *from) *to = *from;
}

// Returns what the directory does not say of a permuted sketch.
static uint64_t rest(const fpi_table *t, size_t i) {
  uint64_t x = load32(t->hots + 4 * i);
  for (unsigned j = 0; j < t->cold; j++) x |= (uint64_t)t->colds[t->cold * i + j] << (32 + 8 * j);
  return x & ~UINT64_C(0) >> t->bits;
}

static uint64_t begin(const fpi_table *t, uint64_t number) {
  return t->bits ? number << (64 - t->bits) : 0;
}

static uint64_t fpi_table_sketch(const fpi_table *t, size_t place) {
  uint64_t low = 0, high = (UINT64_C(1) << t->bits) - 1;  // the first bucket that ends after it
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (load32(t->directory + 4 * middle + 4) > place)
      high = middle;
    else
      low = middle + 1;
  }
  return fpi_permute(&t->back, begin(t, low) | rest(t, place));
}

typedef struct table_search {
  const fpi_table *tables;
  uint64_t query;
  unsigned distance;
  fpi_near *each;
  void *user;
} table_search;

// Reports a sketch of another table at all its places in the first.
static void places_of(const table_search *s, uint64_t sketch) {
  const fpi_table *t = &s->tables[0];
  uint64_t permuted = fpi_permute(&t->to, sketch), wanted = permuted & ~UINT64_C(0) >> t->bits;
  size_t from, to;
  bucket(t, t->bits ? permuted >> (64 - t->bits) : 0, &from, &to);
  size_t high = to;
  while (from < high) {
    size_t middle = from + (high - from) / 2;
    if (rest(t, middle) >= wanted)
      high = middle;
    else
      from = middle + 1;
  }
  for (; from < to && rest(t, from) == wanted; from++) s->each(s->user, from, sketch);
}

static void search_bucket(const table_search *s, unsigned table, uint64_t permuted,
                          uint64_t number) {
  const fpi_table *t = &s->tables[table];
  uint32_t hot = (uint32_t)permuted;
  size_t from, to;
  bucket(t, number, &from, &to);
  for (; from < to; from++) {
    if (fpi_count(load32(t->hots + 4 * from) ^ hot) > s->distance) continue;
    uint64_t found = begin(t, number) | rest(t, from);
    if (fpi_count(found ^ permuted) > s->distance) continue;
    uint64_t sketch = fpi_permute(&t->back, found);
    if (table == 0) {
      s->each(s->user, from, sketch);
      continue;
    }
    bool earlier = false;  // a table before this one has found it
    for (unsigned i = 0; i < table && !earlier; i++) {
      const fpi_table *e = &s->tables[i];
      earlier = fpi_count((sketch ^ s->query) & e->read) <= e->shape.radius;
    }
    if (!earlier) places_of(s, sketch);
  }
}

static void fpi_tables_search(const fpi_table *tables, unsigned n, uint64_t query,
                              unsigned distance, fpi_near *each, void *user) {
  table_search s = {tables, query, distance, each, user};
  for (unsigned i = 0; i < n; i++) {
    const fpi_table *t = &tables[i];
    uint64_t permuted = fpi_permute(&t->to, query);
    uint64_t number = t->bits ? permuted >> (64 - t->bits) : 0;
    for (unsigned flipped = 0; flipped <= t->shape.radius && flipped <= t->bits; flipped++) {
      if (flipped > distance) break;
      uint64_t flips = (UINT64_C(1) << flipped) - 1;
      while (flips >> t->bits == 0) {
        search_bucket(&s, i, permuted, number ^ flips);
        if (flips == 0) break;
        uint64_t lowest = flips & (~flips + 1), ripple = flips + lowest;  // the next number with
        flips = ripple | ((flips ^ ripple) / lowest) >> 2;                // as many bits
      }
    }
  }
}

// ---- MinHash tables ----

static fpi_bands fpi_bands_of(const fpcheck_index_options *o, size_t n) {
  fpi_bands b = {o->bands, o->rows, o->bits, n, 0, 0, 0, 0};
  unsigned length = fpi_length(n);
  b.cell_bits = length > 3 ? length - 3 : 0;
  unsigned bytes = (fpi_length(n > 1 ? n - 1 : 0) + 7) / 8;
  b.entry = 1 + (bytes ? bytes : 1);
  b.directory = 4 * (((size_t)1 << b.cell_bits) + 1);
  b.band = b.directory + n * b.entry;
  return b;
}

// Returns 1 to 64 bits of a sketch as the highest of a number.
static uint64_t bits_at(const unsigned char *sketch, size_t size, unsigned from, unsigned n) {
  size_t at = from / 8;
  if (at > size - 8) at = size - 8;
  unsigned skip = from - 8 * (unsigned)at;
  uint64_t v = load64(sketch + at) << skip;
  if (skip + n > 64) v |= (uint64_t)(sketch[at + 8] >> (8 - skip));
  return n == 64 ? v : v & ~(~UINT64_C(0) >> n);
}

// I19.
static uint64_t fpi_key_hash(const unsigned char *sketch, size_t size, unsigned from, unsigned n) {
  uint64_t h = 0;
  for (; n > 64; from += 64, n -= 64) h = fpcheck_mix64(h ^ bits_at(sketch, size, from, 64));
  return fpcheck_mix64(h ^ bits_at(sketch, size, from, n));
}

static bool fpi_same_key(const unsigned char *x, const unsigned char *y, size_t size, unsigned from,
                         unsigned n) {
  for (; n > 64; from += 64, n -= 64) {
    if (bits_at(x, size, from, 64) != bits_at(y, size, from, 64)) return false;
  }
  return bits_at(x, size, from, n) == bits_at(y, size, from, n);
}

// Returns the number of slots in which two sketches with a number of bits in a slot differ (R10.4).
static unsigned fpi_slots_apart(const unsigned char *x, const unsigned char *y, unsigned width) {
  unsigned apart = 0;
  const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
  for (unsigned i = 0; i < 16 * width; i += 8) {
    uint64_t a, b;
    memcpy(&a, x + i, 8);
    memcpy(&b, y + i, 8);
    uint64_t d = a ^ b;
    switch (width) {
      case 8: d = (((d & low) + low) | d) & ~low; break;
      case 4: d = (d | d >> 1 | d >> 2 | d >> 3) & UINT64_C(0x1111111111111111); break;
      case 2: d = (d | d >> 1) & UINT64_C(0x5555555555555555); break;
      default: break;
    }
    apart += fpi_count(d);
  }
  return apart;
}

static double power(double x, unsigned n) {
  double product = 1;
  while (n--) product *= x;
  return product;
}

void fpcheck_index_bands(double similarity, double recall, unsigned bits, unsigned *bands,
                         unsigned *rows) {
  double agree = similarity + (1 - similarity) / (double)(1u << (bits & 31));
  for (unsigned r = FPCHECK_SLOTS; r > 1; r--) {
    unsigned b = FPCHECK_SLOTS / r;
    if (1 - power(1 - power(agree, r), b) >= recall) {
      *bands = b;
      *rows = r;
      return;
    }
  }
  *bands = FPCHECK_SLOTS;
  *rows = 1;
}
