// SPDX-License-Identifier: Apache-2.0
//
// Chapter 13a: passages. Memory is of malloc.

#include "fpcheck_passages.h"

#include <stdlib.h>

#include "fpcheck_internal.h"

enum { WORD_WEIGHT = 4, WINDOW_MAX = FPCHECK_WINDOW_WORDS_MAX * WORD_WEIGHT };

static const uint64_t FACTOR = 0x9E3779B97F4A7C15u;  // R13.16

// ---- Arrays that grow ----

// Makes room for another element in an array of n, which has room for *room of that size. array is
// the address of the pointer to it. False if there is no memory: then the array is as it was.
static bool reserve(void *array, size_t n, size_t *room, size_t size) {
  if (n < *room) return true;
  const size_t larger = *room < 32 ? 64 : 2 * *room;
  void *block;
  memcpy(&block, array, sizeof block);  // a pointer of any type
  if (larger > SIZE_MAX / size || (block = realloc(block, larger * size)) == NULL) return false;
  memcpy(array, &block, sizeof block);
  *room = larger;
  return true;
}

// ---- Items ----

// What a hasher with the goal ITEMS makes of a text.
struct fpi_items {
  uint64_t *mixed;  // mix64 of the hash of each item (R13.16)
  unsigned char *weights;
  size_t n, mixed_room, weights_room;
  bool no_memory;
  // Where places are wanted: the texts one after the other, where each ends, and the places.
  unsigned char *texts;
  size_t texts_n, texts_room;
  struct {
    size_t end;
    fpi_place place;
  } *placed;
  size_t placed_room;
};

static void free_items(struct fpi_items *items) {
  free(items->mixed);
  free(items->weights);
  free(items->texts);
  free(items->placed);
}

static bool keep_text(struct fpi_items *items, const unsigned char *p, size_t n, fpi_place place) {
  while (items->texts_room - items->texts_n < n)
    if (!reserve(&items->texts, items->texts_room, &items->texts_room, 1)) return false;
  if (!reserve(&items->placed, items->n, &items->placed_room, sizeof *items->placed)) return false;
  memcpy(items->texts + items->texts_n, p, n);
  items->texts_n += n;
  items->placed[items->n].end = items->texts_n;
  items->placed[items->n].place = place;
  return true;
}

static void put_passage_item(fpcheck_hasher *h, const unsigned char *p, size_t n) {
  struct fpi_items *items = h->items;
  bool ok = reserve(&items->mixed, items->n, &items->mixed_room, sizeof *items->mixed) &&
            reserve(&items->weights, items->n, &items->weights_room, sizeof *items->weights) &&
            (h->places == NULL || keep_text(items, p, n, h->places->token));
  if (!ok) {
    items->no_memory = true;
    return;
  }
  items->mixed[items->n] = fpcheck_mix64(fpi_hash(p, n));
  items->weights[items->n++] = h->token_class == CLASS_KANA_HAN ? WORD_WEIGHT / 2
                               : is_spaceless(h->token_class)   ? WORD_WEIGHT / 4
                                                                : WORD_WEIGHT;  // R13.13
}

// The items of a text, which are to be freed. False if there is no memory.
static bool read_items(const void *octets, size_t n, struct fpi_places *places,
                       struct fpi_items *items) {
  fpcheck_hasher h;
  *items = (struct fpi_items){0};
  fpi_init(&h, FPCHECK_SM1, NULL, 0);
  h.goal = ITEMS;
  h.items = items;
  h.put_item = put_passage_item;
  h.places = places;
  h.slow = places != NULL;
  if (n > 0) fpcheck_hasher_write(&h, octets, n);
  if (places) places->at = n - h.part_n;
  fpcheck_hasher_end(&h);
  if (!items->no_memory) return true;
  free_items(items);
  return false;
}

fpcheck_error fpcheck_items(const void *octets, size_t n, fpcheck_item **items, size_t *count) {
  *items = NULL;
  *count = 0;
  struct fpi_items all;
  struct fpi_places *places = malloc(sizeof *places);
  if (places == NULL) return FPCHECK_NO_MEMORY;
  places->token = NO_PLACE;
  bool ok = read_items(octets, n, places, &all);
  free(places);
  if (!ok) return FPCHECK_NO_MEMORY;
  if (all.n > 0) {
    bool fits = all.n <= (SIZE_MAX - all.texts_n) / sizeof **items;
    *items = fits ? malloc(all.n * sizeof **items + all.texts_n) : NULL;
    if (*items == NULL) {
      free_items(&all);
      return FPCHECK_NO_MEMORY;
    }
    unsigned char *texts = (unsigned char *)(*items + all.n);
    memcpy(texts, all.texts, all.texts_n);
    for (size_t i = 0, at = 0; i < all.n; at = all.placed[i++].end)
      (*items)[i] = (fpcheck_item){.text = texts + at,
                                   .n = all.placed[i].end - at,
                                   .weight = all.weights[i],
                                   .from = all.placed[i].place.from,
                                   .to = all.placed[i].place.to};
  }
  *count = all.n;
  free_items(&all);
  return FPCHECK_OK;
}

bool fpcheck_items_place(const fpcheck_item *items, size_t count, size_t first, size_t end,
                         size_t *from, size_t *to) {
  if (first >= end || end > count) return false;
  *from = items[first].from;
  *to = items[end - 1].to;
  return true;
}

// ---- Windows ----

// A window: the items from first to before end, their weight, and its hash (R13.14, R13.16).
struct window {
  size_t first, end;
  unsigned weight;
  uint64_t hash;
};

// The windows of a text, in order. Of the next one, the items so far, their weight and their H.
struct windows {
  const struct fpi_items *items;
  unsigned least, weight;
  size_t first, end;
  uint64_t h, powers[WINDOW_MAX];
};

static bool is_window(unsigned words) { return words >= 1 && words <= FPCHECK_WINDOW_WORDS_MAX; }

static struct windows windows_of(const struct fpi_items *items, unsigned words) {
  struct windows w = {.items = items, .least = words * WORD_WEIGHT, .powers = {1}};
  for (unsigned i = 1; i < WINDOW_MAX; i++) w.powers[i] = w.powers[i - 1] * FACTOR;
  return w;
}

static bool next_window(struct windows *w, struct window *window) {
  const struct fpi_items *items = w->items;
  while (w->weight < w->least) {
    if (w->end == items->n) return false;
    w->h = w->h * FACTOR + items->mixed[w->end];
    w->weight += items->weights[w->end++];
  }
  *window = (struct window){w->first, w->end, w->weight, fpcheck_mix64(w->h)};
  w->h -= items->mixed[w->first] * w->powers[w->end - w->first - 1];
  w->weight -= items->weights[w->first++];
  return true;
}

fpcheck_error fpcheck_windows(const void *octets, size_t n, unsigned words, uint64_t **hashes,
                              size_t *count) {
  struct fpi_items items;
  *hashes = NULL;
  *count = 0;
  if (!is_window(words)) return FPCHECK_BAD_ARGUMENT;
  if (!read_items(octets, n, NULL, &items)) return FPCHECK_NO_MEMORY;
  struct windows windows = windows_of(&items, words);
  struct window window;
  size_t room = 0;
  bool ok = true;
  while (ok && next_window(&windows, &window)) {
    ok = reserve(hashes, *count, &room, sizeof **hashes);
    if (ok) (*hashes)[(*count)++] = window.hash;
  }
  free_items(&items);
  if (ok) return *count > 0 ? FPCHECK_OK : FPCHECK_TOO_SHORT;
  free(*hashes);
  *hashes = NULL;
  *count = 0;
  return FPCHECK_NO_MEMORY;
}

// ---- Rows ----

// A window of all texts: its hash and its number.
struct numbered {
  uint64_t hash;
  size_t number;
};

struct fpcheck_passages {
  unsigned words;
  struct numbered *windows;
  unsigned char *lengths;  // of each window, in items
  size_t n, windows_room, lengths_room;
  size_t *ends;  // of each text, the number that its windows end before
  size_t texts, ends_room;
};

fpcheck_error fpcheck_passages_new(unsigned words, fpcheck_passages **p) {
  *p = NULL;
  if (!is_window(words)) return FPCHECK_BAD_ARGUMENT;
  *p = calloc(1, sizeof **p);
  if (*p == NULL) return FPCHECK_NO_MEMORY;
  (*p)->words = words;
  return FPCHECK_OK;
}

void fpcheck_passages_free(fpcheck_passages *p) {
  if (p == NULL) return;
  free(p->windows);
  free(p->lengths);
  free(p->ends);
  free(p);
}

fpcheck_error fpcheck_passages_add(fpcheck_passages *p, const void *octets, size_t n,
                                   bool *too_short) {
  struct fpi_items items;
  if (!read_items(octets, n, NULL, &items)) return FPCHECK_NO_MEMORY;
  const size_t before = p->n;
  struct windows windows = windows_of(&items, p->words);
  struct window window;
  bool ok = reserve(&p->ends, p->texts, &p->ends_room, sizeof *p->ends);
  while (ok && next_window(&windows, &window)) {
    ok = reserve(&p->windows, p->n, &p->windows_room, sizeof *p->windows) &&
         reserve(&p->lengths, p->n, &p->lengths_room, sizeof *p->lengths);
    if (!ok) break;
    p->windows[p->n] = (struct numbered){window.hash, p->n};
    p->lengths[p->n++] = (unsigned char)(window.end - window.first);  // at most WINDOW_MAX
  }
  free_items(&items);
  if (!ok) {
    p->n = before;
    return FPCHECK_NO_MEMORY;
  }
  p->ends[p->texts++] = p->n;
  if (too_short) *too_short = p->n == before;
  return FPCHECK_OK;
}

// The text that has the window of a number.
static size_t text_of(const fpcheck_passages *p, size_t number) {
  size_t from = 0, to = p->texts;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (p->ends[middle] <= number)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static int by_hash(const void *a, const void *b) {
  const struct numbered *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

// A window that another text holds (R13.17).
struct shared {
  size_t number, holder, frequency;
};

static int by_number(const void *a, const void *b) {
  const struct shared *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

// Lists the windows of one hash that are not the holder's.
static bool list_shared(const fpcheck_passages *p, const struct numbered *same, size_t n,
                        struct shared **shared, size_t *count, size_t *room) {
  const size_t holder = text_of(p, same[0].number);
  size_t frequency = 1, text = holder;
  for (size_t i = 1; i < n; i++) {
    if (same[i].number < p->ends[text]) continue;
    text = text_of(p, same[i].number);
    frequency++;
  }
  for (size_t i = 1; i < n; i++) {
    if (same[i].number < p->ends[holder]) continue;
    if (!reserve(shared, *count, room, sizeof **shared)) return false;
    (*shared)[(*count)++] = (struct shared){same[i].number, holder, frequency};
  }
  return true;
}

// R13.18, of windows in order.
static bool join_rows(const fpcheck_passages *p, const struct shared *shared, size_t n,
                      fpcheck_row **rows, size_t *count) {
  size_t room = 0, before = 0;  // the first item of the window before
  for (size_t i = 0; i < n; i++) {
    const size_t text = text_of(p, shared[i].number);
    const size_t first = shared[i].number - (text > 0 ? p->ends[text - 1] : 0);
    const size_t end = first + p->lengths[shared[i].number];
    fpcheck_row *row = *count > 0 ? &(*rows)[*count - 1] : NULL;
    if (row && row->text == text && row->holder == shared[i].holder && before + 1 == first) {
      row->end = end;
      if (shared[i].frequency > row->frequency) row->frequency = shared[i].frequency;
    } else {
      if (!reserve(rows, *count, &room, sizeof **rows)) return false;
      (*rows)[(*count)++] = (fpcheck_row){shared[i].holder, text, first, end, shared[i].frequency};
    }
    before = first;
  }
  return true;
}

fpcheck_error fpcheck_passages_rows(const fpcheck_passages *p, fpcheck_row **rows, size_t *count) {
  *rows = NULL;
  *count = 0;
  if (p->n == 0) return FPCHECK_OK;
  struct numbered *windows = malloc(p->n * sizeof *windows);
  if (windows == NULL) return FPCHECK_NO_MEMORY;
  memcpy(windows, p->windows, p->n * sizeof *windows);
  qsort(windows, p->n, sizeof *windows, by_hash);
  struct shared *shared = NULL;
  size_t shared_n = 0, room = 0;
  bool ok = true;
  for (size_t i = 0, end; i < p->n && ok; i = end) {
    for (end = i + 1; end < p->n && windows[end].hash == windows[i].hash;) end++;
    if (end - i > 1) ok = list_shared(p, windows + i, end - i, &shared, &shared_n, &room);
  }
  free(windows);
  if (ok && shared_n > 0) {
    qsort(shared, shared_n, sizeof *shared, by_number);
    ok = join_rows(p, shared, shared_n, rows, count);
  }
  free(shared);
  if (ok) return FPCHECK_OK;
  free(*rows);
  *rows = NULL;
  *count = 0;
  return FPCHECK_NO_MEMORY;
}

// ---- References ----

struct part {
  size_t first, end;
};

// A window of a reference, by hash.
struct keyed {
  uint64_t hash;
  struct part part;
};

struct fpcheck_reference {
  unsigned words;
  unsigned char *weights;  // of the items
  size_t items;
  uint64_t weight;     // of the items that are left (R13.24)
  uint64_t limit;      // of the weight of a stretch, twice
  uint64_t *hashes;    // the different ones of the windows, ascending
  size_t n;            // of them
  struct part *parts;  // items in windows of a hash: those of hash i are from ends[i - 1] on
  size_t *ends;
  uint64_t *filter;    // for some bits of a hash, whether there is such a hash
  size_t filter_bits;  // a power of two
};

static int by_key(const void *a, const void *b) {
  const struct keyed *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return (x->part.first > y->part.first) - (x->part.first < y->part.first);
}

void fpcheck_reference_free(fpcheck_reference *r) {
  if (r == NULL) return;
  free(r->weights);
  free(r->hashes);
  free(r->parts);
  free(r->ends);
  free(r->filter);
  free(r);
}

static size_t filter_bit(const fpcheck_reference *r, uint64_t hash) {
  return (size_t)hash & (r->filter_bits - 1);
}

// Fills a reference with its windows, in the order of by_key. False if there is no memory.
static bool index_windows(fpcheck_reference *r, const struct keyed *windows, size_t n) {
  r->filter_bits = 64;
  while (r->filter_bits / 8 < n) r->filter_bits *= 2;  // eight or more for each window
  r->filter = calloc(r->filter_bits / 64, sizeof *r->filter);
  r->hashes = malloc(n * sizeof *r->hashes);
  r->ends = malloc(n * sizeof *r->ends);
  r->parts = malloc(n * sizeof *r->parts);
  if (!r->filter || !r->hashes || !r->ends || !r->parts) return false;
  size_t parts = 0;
  for (size_t i = 0; i < n; i++) {
    const bool another = i == 0 || windows[i].hash != windows[i - 1].hash;
    if (!another && r->parts[parts - 1].end >= windows[i].part.first)
      r->parts[parts - 1].end = windows[i].part.end;
    else
      r->parts[parts++] = windows[i].part;
    if (another) {
      size_t bit = filter_bit(r, windows[i].hash);
      r->filter[bit / 64] |= (uint64_t)1 << bit % 64;
      r->hashes[r->n++] = windows[i].hash;
    }
    r->ends[r->n - 1] = parts;
  }
  return true;
}

static int ascending(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

// Lists the hashes of the windows of texts, ascending. False if there is no memory.
static bool list_hashes(const fpcheck_octets *texts, size_t count, unsigned words,
                        uint64_t **hashes, size_t *n) {
  size_t room = 0;
  bool ok = true;
  for (size_t i = 0; ok && i < count; i++) {
    struct fpi_items items;
    if (!read_items(texts[i].octets, texts[i].n, NULL, &items)) return false;
    struct windows windows = windows_of(&items, words);
    struct window window;
    while (ok && next_window(&windows, &window)) {
      ok = reserve(hashes, *n, &room, sizeof **hashes);
      if (ok) (*hashes)[(*n)++] = window.hash;
    }
    free_items(&items);
  }
  if (*n > 0) qsort(*hashes, *n, sizeof **hashes, ascending);
  return ok;
}

// What is left of a text (R13.24).
struct rest {
  bool *kept;         // of each item, whether it is in a part that has a window
  size_t first, end;  // the first item of the first part, and the one after the last
  uint64_t weight;    // of the parts
};

static void keep_part(struct rest *rest, const struct fpi_items *items, unsigned words, size_t from,
                      size_t to) {
  uint64_t weight = 0;
  for (size_t i = from; i < to; i++) weight += items->weights[i];
  if (weight < (uint64_t)words * WORD_WEIGHT) return;
  for (size_t i = from; i < to; i++) rest->kept[i] = true;
  if (rest->weight == 0) rest->first = from;
  rest->end = to;
  rest->weight += weight;
}

// Finds what is left without ignored windows. False if there is no memory.
static bool find_rest(struct rest *rest, const struct fpi_items *items, unsigned words,
                      const uint64_t *ignored, size_t n) {
  *rest = (struct rest){.kept = calloc(items->n + 1, sizeof *rest->kept)};
  if (rest->kept == NULL) return false;
  struct windows windows = windows_of(items, words);
  struct window window;
  size_t from = 0;
  while (n > 0 && next_window(&windows, &window)) {
    if (bsearch(&window.hash, ignored, n, sizeof *ignored, ascending) == NULL) continue;
    keep_part(rest, items, words, from, window.first);
    if (window.end > from) from = window.end;
  }
  keep_part(rest, items, words, from, items->n);
  return true;
}

fpcheck_error fpcheck_reference_new(const void *octets, size_t n, unsigned words,
                                    fpcheck_reference **r) {
  return fpcheck_reference_without(octets, n, words, NULL, 0, r);
}

fpcheck_error fpcheck_reference_without(const void *octets, size_t n, unsigned words,
                                        const fpcheck_octets *ignored, size_t ignored_count,
                                        fpcheck_reference **r) {
  *r = NULL;
  if (!is_window(words)) return FPCHECK_BAD_ARGUMENT;
  struct fpi_items items;
  if (!read_items(octets, n, NULL, &items)) return FPCHECK_NO_MEMORY;
  struct windows windows = windows_of(&items, words);
  struct window window;
  struct keyed *list = NULL;
  size_t count = 0, room = 0;
  fpcheck_reference *made = calloc(1, sizeof *made);
  uint64_t *hashes = NULL;
  size_t hashes_n = 0, other = 0;  // the item after the last that is not in a part
  struct rest rest = {0};
  bool ok = made != NULL && list_hashes(ignored, ignored_count, words, &hashes, &hashes_n) &&
            find_rest(&rest, &items, words, hashes, hashes_n);
  free(hashes);
  for (size_t item = 0; ok && next_window(&windows, &window);) {
    for (; item < window.end; item++)
      if (!rest.kept[item]) other = item + 1;
    if (other > window.first) continue;
    ok = reserve(&list, count, &room, sizeof *list);
    if (ok) list[count++] = (struct keyed){window.hash, {window.first, window.end}};
  }
  if (ok && count > 0) {
    qsort(list, count, sizeof *list, by_key);
    made->words = words;
    made->items = items.n;
    made->weight = rest.weight;
    for (size_t i = rest.first; i < rest.end; i++) made->limit += 3 * (uint64_t)items.weights[i];
    made->weights = items.weights;
    items.weights = NULL;
    ok = index_windows(made, list, count);
  }
  free(rest.kept);
  free(list);
  free_items(&items);
  if (ok && count > 0) {
    *r = made;
    return FPCHECK_OK;
  }
  fpcheck_reference_free(made);
  return ok ? FPCHECK_TOO_SHORT : FPCHECK_NO_MEMORY;
}

uint64_t fpcheck_reference_weight(const fpcheck_reference *r) { return r->weight; }

// Sets *number to that of a hash that the reference has.
static bool find_hash(const fpcheck_reference *r, uint64_t hash, size_t *number) {
  size_t bit = filter_bit(r, hash), from = 0, to = r->n;
  if (!(r->filter[bit / 64] >> bit % 64 & 1)) return false;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (r->hashes[middle] < hash)
      from = middle + 1;
    else
      to = middle;
  }
  *number = from;
  return from < r->n && r->hashes[from] == hash;
}

// The items of a reference that windows cover.
struct covered {
  const fpcheck_reference *r;
  size_t *hashes;  // the number of windows of each hash
  size_t *items;   // the number of hashes that cover each item; in the same block
  uint64_t weight;
};

static bool new_covered(const fpcheck_reference *r, struct covered *c) {
  *c = (struct covered){.r = r, .hashes = calloc(r->n + r->items, sizeof *c->hashes)};
  if (c->hashes == NULL) return false;
  c->items = c->hashes + r->n;
  return true;
}

static void empty_covered(struct covered *c) {
  memset(c->hashes, 0, (c->r->n + c->r->items) * sizeof *c->hashes);
  c->weight = 0;
}

static void add_hash(struct covered *c, size_t hash) {
  if (c->hashes[hash]++ > 0) return;
  for (size_t i = hash > 0 ? c->r->ends[hash - 1] : 0; i < c->r->ends[hash]; i++)
    for (size_t item = c->r->parts[i].first; item < c->r->parts[i].end; item++)
      if (c->items[item]++ == 0) c->weight += c->r->weights[item];
}

static void remove_hash(struct covered *c, size_t hash) {
  if (--c->hashes[hash] > 0) return;
  for (size_t i = hash > 0 ? c->r->ends[hash - 1] : 0; i < c->r->ends[hash]; i++)
    for (size_t item = c->r->parts[i].first; item < c->r->parts[i].end; item++)
      if (--c->items[item] == 0) c->weight -= c->r->weights[item];
}

fpcheck_error fpcheck_reference_contained(const fpcheck_reference *r, const void *octets, size_t n,
                                          uint64_t *weight) {
  struct fpi_items items;
  struct covered covered;
  *weight = 0;
  if (!read_items(octets, n, NULL, &items)) return FPCHECK_NO_MEMORY;
  bool ok = new_covered(r, &covered);
  struct windows windows = windows_of(&items, r->words);
  struct window window;
  size_t hash;
  while (ok && next_window(&windows, &window))
    if (find_hash(r, window.hash, &hash) && covered.hashes[hash] == 0) add_hash(&covered, hash);
  if (ok) *weight = covered.weight;
  free(covered.hashes);
  free_items(&items);
  return ok ? FPCHECK_OK : FPCHECK_NO_MEMORY;
}

// A window of a document that the reference has too: its items, the weight of the document before
// it and before its end, and the number of its hash.
struct common {
  size_t first, end;
  uint64_t from, to;
  size_t hash;
};

// Lists the common windows, in order. False if there is no memory.
static bool list_common(const fpcheck_reference *r, const struct fpi_items *items,
                        struct common **common, size_t *count) {
  struct windows windows = windows_of(items, r->words);
  struct window window;
  uint64_t from = 0;
  size_t room = 0, hash;
  while (next_window(&windows, &window)) {
    if (find_hash(r, window.hash, &hash)) {
      if (!reserve(common, *count, &room, sizeof **common)) return false;
      (*common)[(*count)++] =
          (struct common){window.first, window.end, from, from + window.weight, hash};
    }
    from += items->weights[window.first];
  }
  return true;
}

// Finds the greatest cover, and the first of the common windows that begins a stretch with it: for
// each first window the longest stretch, since a longer one never covers less.
static uint64_t best_cover(struct covered *covered, const struct common *common, size_t n,
                           size_t *first) {
  uint64_t best = 0;
  size_t end = 0;
  for (size_t i = 0; i < n; i++) {
    while (end < n && 2 * (common[end].to - common[i].from) <= covered->r->limit)
      add_hash(covered, common[end++].hash);
    if (covered->weight > best) {
      best = covered->weight;
      *first = i;
    }
    // If a window of the same hash is too heavy, nothing was added.
    if (end > i)
      remove_hash(covered, common[i].hash);
    else
      end = i + 1;
  }
  return best;
}

// The shortest stretch that begins with the first of windows and has a cover.
static fpcheck_cover shortest(struct covered *covered, uint64_t weight,
                              const struct common *common) {
  fpcheck_cover cover = {.weight = weight, .first = common[0].first};
  uint64_t from = 0;  // of the run
  for (size_t i = 0; covered->weight < weight; i++) {
    add_hash(covered, common[i].hash);
    if (i == 0 || common[i - 1].first + 1 != common[i].first) from = common[i].from;
    if (common[i].to - from > cover.run) cover.run = common[i].to - from;
    cover.end = common[i].end;
  }
  return cover;
}

fpcheck_error fpcheck_reference_cover(const fpcheck_reference *r, const void *octets, size_t n,
                                      fpcheck_cover *cover) {
  struct fpi_items items;
  struct covered covered;
  struct common *common = NULL;
  size_t count = 0, first = 0;
  *cover = (fpcheck_cover){0};
  if (!read_items(octets, n, NULL, &items)) return FPCHECK_NO_MEMORY;
  bool ok = list_common(r, &items, &common, &count) && new_covered(r, &covered);
  if (ok && count > 0) {
    uint64_t best = best_cover(&covered, common, count, &first);
    empty_covered(&covered);
    if (best > 0) *cover = shortest(&covered, best, common + first);
  }
  if (ok) free(covered.hashes);
  free(common);
  free_items(&items);
  return ok ? FPCHECK_OK : FPCHECK_NO_MEMORY;
}
