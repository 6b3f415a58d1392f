// SPDX-License-Identifier: Apache-2.0
//
// The main text of HTML (chapter 11a). A part of fpcheck_markup.c, which includes it.
//
// The tree is walked once. It gives a row for each element that is shown and has children, in tree
// order, so that an element's row comes after that of its parent, and what sums up or inherits is
// one loop over the rows. No line climbs to the elements around it.

#include "fpcheck_markup_main_tables.h"

enum { DOCUMENT = 0, FLAGS_FROM = 39, FEATURES = FPCHECK_LINE_FEATURES, SCORED_AGAIN = 4 };

_Static_assert(FLAGS_FROM + (int)FLAGS == FEATURES, "the features are those of the header");

typedef struct sums {  // R11.29
  uint64_t units, linked, good_units, lines, good_lines;
} sums;

typedef struct main_element {
  size_t parent;      // of the document, itself
  size_t link;        // the innermost a that it is or that is around it; DOCUMENT if there is none
  size_t counted;     // of an a: the number of lines when the last of them counted it
  size_t next_level;  // the innermost element around it that has more units (R11.30)
  uint32_t flags;     // its own and those of the elements around it
  unsigned steps;     // from level to level up to one that is around the core
  bool line, preformatted, around_core, in_half, in_core;
  sums sums;
  uint64_t direct;  // good units of the lines whose level 0 it is (R11.30)
} main_element;

typedef struct main_line {
  size_t element, from, to;  // its element, and its text in the visible text
  uint64_t units, linked;
  uint32_t links, commas, ends, digits, last;  // last: R11.26, or 0 if there is none
  int32_t score;
  bool chosen;
} main_line;

typedef struct main_page {
  writer *w;
  main_element *elements;
  size_t elements_n, elements_size;
  main_line *lines;
  size_t lines_n, lines_size;
  size_t element;  // the one that the walk is in
  size_t common;   // around all pieces of the last line, and around the walk
  bool ended;      // an element called for a line end since the last piece
  bool failed;     // there is no memory
  size_t half, core;
  uint64_t most;  // the most direct good units of an element
} main_page;

// The array with place for one more; NULL, with the array as it was, if there is no memory.
static void *with_place(void *array, size_t *size, size_t n, size_t each) {
  if (n < *size) return array;
  size_t larger_size = n < 32 ? 64 : 2 * n;
  void *larger = larger_size > SIZE_MAX / each ? NULL : realloc(array, larger_size * each);
  if (larger != NULL) *size = larger_size;
  return larger;
}

// Places for one more line and element; false if there is no memory.
static bool has_line(main_page *p) {
  main_line *lines = with_place(p->lines, &p->lines_size, p->lines_n, sizeof *lines);
  if (lines != NULL) p->lines = lines;
  return lines != NULL;
}

static bool has_element(main_page *p) {
  main_element *elements =
      with_place(p->elements, &p->elements_size, p->elements_n, sizeof *elements);
  if (elements != NULL) p->elements = elements;
  return elements != NULL;
}

// ---- Flags (R11.28) ----

static uint32_t word_hash(uint32_t hash, int c) { return (hash ^ (uint32_t)c) * 0x01000193u; }

// The row of a word that is there with its hash, or NULL.
static const struct word *find_word(const char *word, size_t n, uint32_t hash) {
  for (size_t i = hash % WORD_SLOTS; word_slots[i] != 0; i = (i + 1) % WORD_SLOTS) {
    const struct word *row = &words[word_slots[i] - 1];
    if (memcmp(row->word, word, n) == 0 && row->word[n] == 0) return row;
  }
  return NULL;
}

static uint32_t flags_of_name(const lxb_char_t *name, size_t n) {
  uint32_t hash = 0;
  if (n > WORD_MAX) return 0;
  for (size_t i = 0; i < n; i++) hash = word_hash(hash, name[i]);
  const struct word *row = find_word((const char *)name, n, hash);
  return row != NULL ? row->element : 0;
}

static uint32_t flags_of_words(lxb_dom_attr_t *a, bool role) {
  size_t n = 0;
  const lxb_char_t *value = a != NULL ? lxb_dom_attr_value(a, &n) : NULL;
  uint32_t flags = 0;
  for (size_t i = 0; value != NULL && i < n;) {
    char word[WORD_MAX + 1];
    size_t length = 0;
    uint32_t hash = 0;
    bool small = false;  // a to z has begun, so A to Z begins another word
    for (; i < n && is_letter(value[i]); i++) {
      bool is_small = between(value[i], 'a', 'z');
      if (small && !is_small) break;
      small = is_small;
      hash = word_hash(hash, lower(value[i]));
      if (length < WORD_MAX) word[length] = (char)lower(value[i]);
      length++;
    }
    if (length == 0) i++;
    const struct word *row =
        length > 0 && length <= WORD_MAX ? find_word(word, length, hash) : NULL;
    if (row != NULL) flags |= role ? row->role : row->name;
  }
  return flags;
}

static uint32_t flags_of(lxb_dom_node_t *node) {
  size_t n = 0;
  const lxb_char_t *name = lxb_dom_element_local_name(lxb_dom_interface_element(node), &n);
  if (name == NULL || (n == 4 && (memcmp(name, "html", 4) == 0 || memcmp(name, "body", 4) == 0)))
    return 0;
  uint32_t flags = flags_of_name(name, n);
  if (lxb_dom_element_first_attribute(lxb_dom_interface_element(node)) == NULL) return flags;
  return flags | flags_of_words(attribute_of(node, "role"), true) |
         flags_of_words(attribute_of(node, "class"), false) |
         flags_of_words(attribute_of(node, "id"), false);
}

// ---- Lines (R11.25 to R11.27) ----

enum { OTHER, COMMA, END_MARK, DIGIT, CLOSING_MARK };

static int kind_of_ascii(uint32_t x) {
  switch (x) {
    case ',':
    case ';': return COMMA;
    case '!':
    case '.':
    case '?': return END_MARK;
    case '"':
    case '\'':
    case ')':
    case ']':
    case '}': return CLOSING_MARK;
    default: return x >= '0' && x <= '9' ? DIGIT : OTHER;
  }
}

static int kind_of(uint32_t x) {
  switch (x) {
    case 0x060C:
    case 0x061B:
    case 0x3001:
    case 0xFF0C:
    case 0xFF1B: return COMMA;
    case 0x061F:
    case 0x06D4:
    case 0x0964:
    case 0x2026:
    case 0x3002:
    case 0xFF01:
    case 0xFF1F: return END_MARK;
    case 0x00BB:
    case 0x2019:
    case 0x201D:
    case 0x300D:
    case 0x300F:
    case 0x3011:
    case 0xFF09: return CLOSING_MARK;
    default: return x < 0x80 ? kind_of_ascii(x) : OTHER;
  }
}

static unsigned units_of(uint32_t x) {
  if (x < 0x0E00) return 1;
  bool dense = x <= 0x0EFF || (x >= 0x1000 && x <= 0x109F) || (x >= 0x1780 && x <= 0x17FF) ||
               (x >= 0x3041 && x <= 0x30FF) || (x >= 0x3400 && x <= 0x9FFF) ||
               (x >= 0xAC00 && x <= 0xD7A3) || (x >= 0xF900 && x <= 0xFAFF) ||
               (x >= 0x20000 && x <= 0x3FFFF);
  return dense ? 3 : 1;
}

// The code point at *p, of UTF-8 that is well-formed, as a decoder or lexbor wrote it.
static uint32_t next_scalar(const unsigned char **p, const unsigned char *end) {
  uint32_t x = *(*p)++;
  if (x < 0x80) return x;
  x &= x < 0xE0 ? 0x1F : x < 0xF0 ? 0x0F : 0x07;
  while (*p < end && **p >> 6 == 2) x = x << 6 | (*(*p)++ & 0x3Fu);
  return x;
}

static void count_piece(main_line *line, const unsigned char *text, size_t n, bool linked) {
  const unsigned char *p = text, *end = text + n;
  uint64_t units = 0;
  while (p < end) {
    uint32_t x = next_scalar(&p, end);
    int kind = kind_of(x);
    units += units_of(x);
    line->commas += kind == COMMA;
    line->ends += kind == END_MARK;
    line->digits += kind == DIGIT;
    if (kind != CLOSING_MARK) line->last = x;
  }
  line->units += units;
  if (linked) line->linked += units;
}

static bool ends_sentence(const main_line *line) { return kind_of(line->last) == END_MARK; }

static bool is_good(const main_line *line) {
  return 3 * line->linked <= line->units &&
         (line->units >= 80 || (line->units >= 40 && ends_sentence(line)));
}

static void take_piece(main_page *p, const unsigned char *text, size_t n) {
  if (p->lines_n == 0 || p->ended) {
    if (p->failed || !has_line(p)) {
      p->failed = true;
      return;
    }
    p->lines[p->lines_n] = (main_line){.from = p->w->out.n + (p->lines_n > 0)};
    p->lines_n++;
    p->common = p->element;
    p->ended = false;
  }
  put_piece(p->w, text, n);
  main_line *line = &p->lines[p->lines_n - 1];
  size_t link = p->elements[p->element].link;
  line->element = p->common;
  line->to = p->w->out.n;
  count_piece(line, text, n, link != DOCUMENT);
  if (link == DOCUMENT || p->elements[link].counted == p->lines_n) return;
  p->elements[link].counted = p->lines_n;
  line->links++;
}

static void take_text(main_page *p, const unsigned char *text, size_t n) {
  bool lines = p->elements[p->element].preformatted;
  for (size_t i = 0, start = 0; i < n; start = i) {
    while (i < n && !is_blank(text[i])) i++;
    if (i > start) take_piece(p, text + start, i - start);
    for (; i < n && is_blank(text[i]); i++) {
      p->w->blank = true;
      if (lines && (text[i] == '\n' || text[i] == '\r')) p->w->line = true;
    }
  }
}

static void end_line(main_page *p) { p->ended = p->w->line = true; }

// False if there is no memory.
static bool enter(main_page *p, lxb_dom_node_t *node, padded name, bool line) {
  if (!has_element(p)) return false;
  const main_element *parent = &p->elements[p->element];
  p->elements[p->elements_n] = (main_element){
      .parent = p->element,
      .link = among(name, " a ") ? p->elements_n : parent->link,
      .flags = parent->flags | flags_of(node),
      .line = line,
      .preformatted = parent->preformatted || among(name, html_preformatted),
  };
  p->element = p->elements_n++;
  return true;
}

static void leave(main_page *p) {
  const main_element *e = &p->elements[p->element];
  if (e->line) end_line(p);
  if (p->common == p->element) p->common = e->parent;
  p->element = e->parent;
}

static void walk(main_page *p, lxb_dom_node_t *root) {
  if (!has_element(p)) {
    p->failed = true;
    return;
  }
  p->elements[p->elements_n++] = (main_element){.parent = DOCUMENT};
  for (lxb_dom_node_t *node = root->first_child; node != NULL;) {
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      const lexbor_str_t *text = &lxb_dom_interface_character_data(node)->data;
      take_text(p, text->data, text->length);
    } else if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      padded name = name_of(node);
      if (is_shown(node, name)) {
        bool line = ends_line(node, name);
        if (line) end_line(p);
        if (node->first_child != NULL) {
          if (!enter(p, node, name, line)) p->failed = true;
          if (p->failed) return;
          node = node->first_child;
          continue;
        }
      }
    }
    while (node->next == NULL && node->parent != root) {
      node = node->parent;
      leave(p);
    }
    node = node->next;
  }
}

// ---- Sums and levels (R11.29, R11.30) ----

static void add_sums(sums *to, const sums *of) {
  to->units += of->units;
  to->linked += of->linked;
  to->good_units += of->good_units;
  to->lines += of->lines;
  to->good_lines += of->good_lines;
}

static void sum_up(main_page *p) {
  main_element *elements = p->elements;
  for (size_t i = 0; i < p->lines_n; i++) {
    const main_line *line = &p->lines[i];
    bool good = is_good(line);
    sums one = {line->units, line->linked, good ? line->units : 0, 1, good};
    add_sums(&elements[line->element].sums, &one);
  }
  for (size_t i = p->elements_n - 1; i > 0; i--)
    add_sums(&elements[elements[i].parent].sums, &elements[i].sums);
  // The elements with more than half of something are one in another, so the last is the deepest.
  uint64_t good = elements[DOCUMENT].sums.good_units;
  for (size_t i = 0; i < p->elements_n; i++) {
    uint64_t units = elements[i].sums.good_units;
    if (2 * units > good) p->half = i;
    if (units > 0 && 5 * units >= 4 * good) p->core = i;
  }
  for (size_t i = p->core; i != DOCUMENT; i = elements[i].parent) elements[i].around_core = true;
  elements[DOCUMENT].around_core = true;
  for (size_t i = 0; i < p->elements_n; i++) {
    main_element *e = &elements[i];
    const main_element *parent = &elements[e->parent];
    bool more = parent->sums.units > e->sums.units;
    e->next_level = more ? e->parent : parent->next_level;
    e->steps = e->around_core ? 0 : elements[e->next_level].steps + 1;
    e->in_half = i == p->half || parent->in_half;
    e->in_core = i == p->core || parent->in_core;
  }
}

// Level 0 of a line (R11.30).
static size_t level_of(const main_page *p, const main_line *line) {
  const main_element *element = &p->elements[line->element];
  return element->sums.units > line->units ? line->element : element->next_level;
}

static void sum_up_direct(main_page *p) {
  for (size_t i = 0; i < p->lines_n; i++) {
    const main_line *line = &p->lines[i];
    if (!is_good(line)) continue;
    main_element *level = &p->elements[level_of(p, line)];
    level->direct += line->units;
    if (level->direct > p->most) p->most = level->direct;
  }
}

// ---- Features and scores (R11.31, R11.32) ----

static uint32_t at_most(uint64_t x, uint32_t most) { return (uint32_t)(x > most ? most : x); }

static uint32_t per_mille(uint64_t a, uint64_t b) { return (uint32_t)(b ? a * 1000 / b : 0); }

enum { PAGE_FROM = 30, PAGE_TO = 34 };  // the features that are the same in all lines

static void page_features(const main_page *p, uint32_t *x) {
  const sums *all = &p->elements[DOCUMENT].sums;
  x[PAGE_FROM] = at_most(all->units, UINT32_MAX);
  x[PAGE_FROM + 1] = per_mille(all->good_units, all->units);
  x[PAGE_FROM + 2] = at_most(all->lines, UINT32_MAX);
  x[PAGE_FROM + 3] = per_mille(all->linked, all->units);
}

// What is counted from line to line.
typedef struct before {
  uint64_t units, good_units;
  unsigned since_h1;
} before;

static void line_features(const main_page *p, const main_line *line, before *b, uint32_t *x) {
  const main_element *element = &p->elements[line->element];
  const sums *all = &p->elements[DOCUMENT].sums;
  if (b->since_h1 > 0 || element->flags >> FLAG_H1 & 1) b->since_h1 += b->since_h1 < 200;
  *x++ = at_most(line->units, 2000);
  *x++ = per_mille(line->linked, line->units);
  *x++ = at_most(line->links, 50);
  *x++ = at_most(line->commas, 50);
  *x++ = at_most(line->ends, 50);
  *x++ = per_mille(line->digits, line->units);
  *x++ = ends_sentence(line);
  *x++ = line->last == ':' || line->last == 0xFF1A;
  *x++ = b->since_h1;
  size_t level = level_of(p, line);
  uint64_t within = line->units, direct[3];
  for (int i = 0; i < 3; i++, level = p->elements[level].next_level) {
    const sums *of = &p->elements[level].sums;
    *x++ = per_mille(of->units, all->units);
    *x++ = per_mille(within, of->units);
    *x++ = per_mille(of->linked, of->units);
    *x++ = per_mille(of->good_units, all->good_units);
    *x++ = at_most(of->lines, 200);
    *x++ = at_most(of->good_lines, 100);
    direct[i] = p->elements[level].direct;
    within = of->units;
  }
  *x++ = element->in_half;
  *x++ = element->in_core;
  *x++ = at_most(element->steps, 20);
  x += PAGE_TO - PAGE_FROM;
  *x++ = per_mille(b->units, all->units);
  *x++ = per_mille(b->good_units, all->good_units);
  for (int i = 0; i < 3; i++) *x++ = per_mille(direct[i], p->most);
  for (int i = 0; i < FLAGS; i++) *x++ = element->flags >> i & 1;
  b->units += line->units;
  if (is_good(line)) b->good_units += line->units;
}

// Leaves of each tree that may be the one which the features lead to. No tree is followed from its
// root: each node whose feature is greater takes away the leaves on the other side, in any order,
// and of those that are left when all nodes are done the first is the one.
typedef struct left {
  uint16_t of[TREES];
} left;

static void take_away(left *l, const uint32_t *features, int from, int to) {
  for (int f = from; f < to; f++)
    for (size_t i = node_starts[f]; i < node_starts[f + 1] && features[f] > nodes[i].most; i++)
      l->of[nodes[i].tree] &= nodes[i].left;
}

static int32_t sum_of_leaves(const left *l) {
  int32_t sum = 0;
  for (size_t i = 0; i < TREES; i++) {
    uint32_t bits = l->of[i], first = bits & (~bits + 1);
    sum += leaves[i * LEAVES + ((first * DE_BRUIJN & 0xFFFF) >> 12)];
  }
  return sum;
}

static void score(main_page *p) {
  const writer *w = p->w;
  uint32_t features[FEATURES];
  left page_left, line_left;
  before b = {0, 0, 0};
  memset(&page_left, 0xFF, sizeof page_left);
  page_features(p, features);
  take_away(&page_left, features, PAGE_FROM, PAGE_TO);
  for (size_t i = 0; i < p->lines_n; i++) {
    main_line *line = &p->lines[i];
    line_features(p, line, &b, features);
    line_left = page_left;
    take_away(&line_left, features, 0, PAGE_FROM);
    take_away(&line_left, features, PAGE_TO, FEATURES);
    line->score = sum_of_leaves(&line_left);
    if (w->watch == NULL) continue;
    const fpcheck_line shown = {w->out.octets + line->from, line->to - line->from, line->score,
                                features};
    w->watch(w->user, &shown);
  }
}

// ---- Choice (R11.33 to R11.35) ----

static bool is_solid(const main_line *line) {
  return line->units >= 60 || (line->units >= 30 && ends_sentence(line));
}

// Chooses lines after so much is added to each score; false if they are not enough.
static bool choose(main_page *p, int32_t added, uint64_t own) {
  const uint32_t left_out = (uint32_t)1 << FLAG_H1 | (uint32_t)1 << FLAG_FIGURE;
  size_t first = p->lines_n, last = 0;
  for (size_t i = 0; i < p->lines_n; i++) {
    main_line *line = &p->lines[i];
    line->chosen = line->score + added > 0 && (p->elements[line->element].flags & left_out) == 0;
    if (!line->chosen || !is_solid(line)) continue;
    if (first == p->lines_n) first = i;
    last = i;
  }
  uint64_t units = 0;
  for (size_t i = 0; i < p->lines_n; i++) {
    main_line *line = &p->lines[i];
    line->chosen = line->chosen && i >= first && i <= last;
    if (line->chosen) units += line->units;
  }
  return units > 0 && 20 * units >= own;
}

// Leaves of the visible text the main text.
static void cut(main_page *p) {
  uint64_t own = 0;
  for (size_t i = 0; i < p->lines_n; i++)
    if (2 * p->lines[i].linked < p->lines[i].units) own += p->lines[i].units;
  bool enough = false;
  for (int i = 0; i < SCORED_AGAIN && !enough; i++) enough = choose(p, 1024 * i, own);
  if (!enough) return;
  buffer *out = &p->w->out;
  size_t n = 0;
  for (size_t i = 0; i < p->lines_n; i++) {
    const main_line *line = &p->lines[i];
    if (!line->chosen) continue;
    if (n > 0) out->octets[n++] = '\n';
    memmove(out->octets + n, out->octets + line->from, line->to - line->from);
    n += line->to - line->from;
  }
  out->n = n;
}

static void write_main_text(writer *w, lxb_dom_node_t *root) {
  main_page p = {.w = w};
  walk(&p, root);
  p.failed |= w->out.failed;
  if (!p.failed && p.lines_n > 0) {
    sum_up(&p);
    sum_up_direct(&p);
    score(&p);
    cut(&p);
  }
  w->out.failed = p.failed;
  free(p.elements);
  free(p.lines);
}
