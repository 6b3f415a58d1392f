// SPDX-License-Identifier: Apache-2.0
//
// Speaks the port protocol (annex A) on standard input and output, for `fpcheck conform`. A reply
// is flushed before the next request is read, so no answer is ever due while it waits.

#define _POSIX_C_SOURCE 200809L  // getline

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpcheck.h"
#include "fpcheck_passages.h"
#ifdef FPCHECK_MARKUP
#include "fpcheck_markup.h"
#endif

static void *checked(void *p) {
  if (p == NULL) {
    fputs("fpcheck_port: out of memory\n", stderr);
    exit(1);
  }
  return p;
}

// ---- Growing arrays of octets ----

typedef struct buffer {
  unsigned char *octets;
  size_t n, size;
} buffer;

static void append(buffer *b, const void *octets, size_t n) {
  if (b->size - b->n < n || b->octets == NULL) {
    b->size = 2 * (b->n + n) + 64;
    b->octets = checked(realloc(b->octets, b->size));
  }
  if (n > 0) memcpy(b->octets + b->n, octets, n);
  b->n += n;
}

static void append_text(buffer *b, const char *text) { append(b, text, strlen(text)); }

// ---- JSON ----

typedef struct value {
  enum { NOTHING, STRING, NUMBER, LIST, OBJECT } kind;
  char *key;            // in an object; ended by NUL
  char *text;           // of a string, unescaped and ended by NUL, or of a number
  size_t n;             // octets of the text, or members
  struct value *first;  // member
  struct value *next;
} value;

typedef struct reader {
  char *p, *end;
  int depth;
} reader;

static void free_values(value *v) {
  while (v != NULL) {
    value *next = v->next;
    free_values(v->first);
    free(v);
    v = next;
  }
}

static void skip_blanks(reader *r) {
  while (r->p < r->end && strchr(" \t\r\n", *r->p) && *r->p) r->p++;
}

static bool accept(reader *r, char c) {
  skip_blanks(r);
  if (r->p == r->end || *r->p != c) return false;
  r->p++;
  return true;
}

static bool read_unit(reader *r, uint32_t *unit) {
  *unit = 0;
  if (r->end - r->p < 4) return false;
  for (int i = 0; i < 4; i++) {
    char c = *r->p++;
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                            : 16;
    if (digit > 15) return false;
    *unit = *unit << 4 | digit;
  }
  return true;
}

static char *put_scalar(char *to, uint32_t x) {
  if (x < 0x80) {
    *to++ = (char)x;
    return to;
  }
  if (x < 0x800) {
    *to++ = (char)(0xC0 | x >> 6);
  } else {
    if (x < 0x10000) {
      *to++ = (char)(0xE0 | x >> 12);
    } else {
      *to++ = (char)(0xF0 | x >> 18);
      *to++ = (char)(0x80 | (x >> 12 & 0x3F));
    }
    *to++ = (char)(0x80 | (x >> 6 & 0x3F));
  }
  *to++ = (char)(0x80 | (x & 0x3F));
  return to;
}

// What follows \u; false for half a pair of surrogates.
static bool read_escaped_scalar(reader *r, char **to) {
  uint32_t x, low;
  if (!read_unit(r, &x)) return false;
  if (x >> 10 == 0x36 && r->end - r->p >= 6 && r->p[0] == '\\' && r->p[1] == 'u') {
    char *back = r->p;
    r->p += 2;
    if (!read_unit(r, &low)) return false;
    if (low >> 10 == 0x37)
      x = 0x10000 + ((x & 0x3FF) << 10 | (low & 0x3FF));
    else
      r->p = back;
  }
  if (x >> 11 == 0x1B) return false;
  *to = put_scalar(*to, x);
  return true;
}

// Reads a string and unescapes it in its place, where it never grows.
static char *read_string(reader *r, size_t *n) {
  if (!accept(r, '"')) return NULL;
  char *start = r->p, *to = r->p;
  while (r->p < r->end && *r->p != '"') {
    char c = *r->p++;
    if (c != '\\') {
      *to++ = c;
      continue;
    }
    if (r->p == r->end) return NULL;
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    c = *r->p++;
    const char *name = c ? strchr(names, c) : NULL;
    if (name != NULL)
      *to++ = values[name - names];
    else if (c != 'u' || !read_escaped_scalar(r, &to))
      return NULL;
  }
  if (r->p == r->end) return NULL;
  r->p++;
  *to = '\0';
  *n = (size_t)(to - start);
  return start;
}

static value *read_value(reader *r);

static bool read_members(reader *r, value *v, char close) {
  value **last = &v->first;
  if (accept(r, close)) return true;
  do {
    char *key = NULL;
    size_t n;
    if (v->kind == OBJECT && ((key = read_string(r, &n)) == NULL || !accept(r, ':'))) return false;
    value *member = read_value(r);
    if (member == NULL) return false;
    member->key = key;
    *last = member;
    last = &member->next;
    v->n++;
  } while (accept(r, ','));
  return accept(r, close);
}

static bool is_literal(const value *v, const char *name) {
  return v->kind == NOTHING && v->n == strlen(name) && memcmp(v->text, name, v->n) == 0;
}

static bool read_into(reader *r, value *v) {
  skip_blanks(r);
  if (r->p == r->end) return false;
  switch (*r->p) {
    case '"':
      v->kind = STRING;
      v->text = read_string(r, &v->n);
      return v->text != NULL;
    case '[':
      v->kind = LIST;
      r->p++;
      return read_members(r, v, ']');
    case '{':
      v->kind = OBJECT;
      r->p++;
      return read_members(r, v, '}');
    default:  // a number, true, false or null
      v->text = r->p;
      while (r->p < r->end && *r->p && !strchr(" \t\r\n,]}", *r->p)) r->p++;
      v->n = (size_t)(r->p - v->text);
      if (v->n > 0 && (*v->text == '-' || (*v->text >= '0' && *v->text <= '9'))) v->kind = NUMBER;
      return v->kind == NUMBER || is_literal(v, "true") || is_literal(v, "false") ||
             is_literal(v, "null");
  }
}

static value *read_value(reader *r) {
  if (r->depth == 64) return NULL;
  value *v = checked(calloc(1, sizeof *v));
  r->depth++;
  bool ok = read_into(r, v);
  r->depth--;
  if (ok) return v;
  free_values(v);
  return NULL;
}

// Whether octets are UTF-8, by the Unicode Standard's Table 3-7.
static bool well_formed(const char *text, size_t n) {
  const unsigned char *p = (const unsigned char *)text, *end = p + n;
  while (p < end) {
    unsigned c = *p++, more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || (size_t)(end - p) < more) return false;
    if ((c == 0xE0 && *p < 0xA0) || (c == 0xED && *p > 0x9F) || (c == 0xF0 && *p < 0x90) ||
        (c == 0xF4 && *p > 0x8F))
      return false;
    for (; more > 0; more--)
      if (*p++ >> 6 != 2) return false;
  }
  return true;
}

// The object that a line holds, or NULL.
static value *read_object(char *line, size_t n) {
  if (!well_formed(line, n)) return NULL;
  reader r = {.p = line, .end = line + n};
  value *v = read_value(&r);
  skip_blanks(&r);
  if (v != NULL && v->kind == OBJECT && r.p == r.end) return v;
  free_values(v);
  return NULL;
}

// A value of null counts as missing.
static value *member(const value *object, const char *key) {
  for (value *m = object->first; m != NULL; m = m->next)
    if (strcmp(m->key, key) == 0) return is_literal(m, "null") ? NULL : m;
  return NULL;
}

static value *member_of(const value *object, const char *key, int kind) {
  value *m = member(object, key);
  return m != NULL && (int)m->kind == kind ? m : NULL;
}

static void put_quoted(buffer *b, const char *text, size_t n) {
  append_text(b, "\"");
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    char escape[8];
    if (c == '"' || c == '\\' || c < 0x20)
      append(b, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", c));
    else
      append(b, &c, 1);
  }
  append_text(b, "\"");
}

static void put_key(buffer *b, const char *key) {
  append_text(b, ",\"");
  append_text(b, key);
  append_text(b, "\":");
}

static void put_string(buffer *b, const char *key, const char *text) {
  put_key(b, key);
  put_quoted(b, text, strlen(text));
}

// ---- Base64 and hexadecimal ----

static int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Decodes a string in its place.
static bool decode_base64(value *v) {
  if (v->kind != STRING || v->n % 4 != 0) return false;
  size_t n = v->n, to = 0;
  while (n > 0 && v->n - n < 2 && v->text[n - 1] == '=') n--;
  uint32_t bits = 0;
  unsigned held = 0;
  for (size_t i = 0; i < n; i++) {
    int digit = base64_value(v->text[i]);
    if (digit < 0) return false;
    bits = bits << 6 | (uint32_t)digit;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    v->text[to++] = (char)(bits >> held & 255);
  }
  v->n = to;
  return true;
}

static void put_base64(buffer *b, const unsigned char *p, size_t n) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  append_text(b, "\"");
  for (; n > 0; p += 3) {
    size_t taken = n < 3 ? n : 3;
    uint32_t bits = (uint32_t)p[0] << 16;
    if (taken > 1) bits |= (uint32_t)p[1] << 8;
    if (taken > 2) bits |= p[2];
    char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                    taken > 1 ? digits[bits >> 6 & 63] : '=', taken > 2 ? digits[bits & 63] : '='};
    append(b, four, 4);
    n -= taken;
  }
  append_text(b, "\"");
}

static void put_hex(buffer *b, const unsigned char *p, size_t n) {
  static const char digits[] = "0123456789abcdef";
  append_text(b, "\"");
  for (size_t i = 0; i < n; i++) {
    char two[2] = {digits[p[i] >> 4], digits[p[i] & 15]};
    append(b, two, 2);
  }
  append_text(b, "\"");
}

static void put_hex64(buffer *b, uint64_t x) {
  char text[24];
  append(b, text, (size_t)snprintf(text, sizeof text, "\"%016" PRIx64 "\"", x));
}

// Reads a string of an even number of hexadecimal digits, of at most size octets.
static bool decode_hex(const value *v, unsigned char *to, size_t size, size_t *n) {
  if (v->kind != STRING || v->n % 2 != 0 || v->n / 2 > size) return false;
  for (size_t i = 0; i < v->n; i += 2) {
    char two[3] = {v->text[i], v->text[i + 1], 0}, *end;
    to[i / 2] = (unsigned char)strtoul(two, &end, 16);
    if (*end || strspn(two, "0123456789abcdef") != 2) return false;
  }
  *n = v->n / 2;
  return true;
}

// ---- Answers ----

typedef struct request {
  const value *all;
  fpcheck_scheme scheme;
  const char *scheme_name;
  buffer *out;  // holds {"id":…
} request;

static void outcome(const request *q, const char *name, const char *reason) {
  put_string(q->out, "outcome", name);
  if (reason) put_string(q->out, "reason", reason);
}

static void fail(const request *q, fpcheck_error error) {
  const char *reason = fpcheck_strerror(error);
  if (error == FPCHECK_NO_FEATURES)
    outcome(q, "no-features", NULL);
  else if (error == FPCHECK_NO_ITEMS)
    outcome(q, "no-digest", NULL);
  else if (error == FPCHECK_TOO_SHORT)
    outcome(q, "too-short", NULL);
  else if (error == FPCHECK_NOT_COMPARABLE)
    outcome(q, "not-comparable", reason);
  else if (error == FPCHECK_BAD_FULL_FORM || error == FPCHECK_BAD_XML ||
           fpcheck_is_malformed(error))
    outcome(q, "rejected", reason);
  else
    outcome(q, "error", reason);
}

// The decoded member, or NULL after a reply of error.
static const value *octets_of(const request *q, const char *key) {
  value *v = member(q->all, key);
  if (v != NULL && decode_base64(v)) return v;
  outcome(q, "error", "octets are missing or no base64");
  return NULL;
}

// The decoded member if it is UTF-8, or NULL after a reply of error.
static const value *text_of(const request *q, const char *key) {
  const value *v = octets_of(q, key);
  if (v == NULL || well_formed(v->text, v->n)) return v;
  outcome(q, "error", "a text is not UTF-8");
  return NULL;
}

// The members of a list, decoded; the caller frees them. NULL after a reply of error.
static fpcheck_octets *list_of(const request *q, const char *key, size_t *n) {
  value *v = member_of(q->all, key, LIST);
  bool ok = v != NULL;
  fpcheck_octets *list = checked(calloc(ok ? v->n + 1 : 1, sizeof *list));
  *n = 0;
  for (value *m = ok ? v->first : NULL; m != NULL && ok; m = m->next) {
    ok = decode_base64(m);
    list[(*n)++] = (fpcheck_octets){(unsigned char *)m->text, m->n};
  }
  if (ok) return list;
  free(list);
  outcome(q, "error", "a list is missing or not of base64");
  return NULL;
}

// The same of a list of texts.
static fpcheck_octets *texts_of(const request *q, const char *key, size_t *n) {
  fpcheck_octets *list = list_of(q, key, n);
  bool ok = true;
  for (size_t i = 0; list != NULL && i < *n; i++)
    ok = ok && well_formed((const char *)list[i].octets, list[i].n);
  if (ok) return list;
  free(list);
  outcome(q, "error", "a text is not UTF-8");
  return NULL;
}

static void collect(void *user, const unsigned char *octets, size_t n, bool end) {
  (void)end;
  append(user, octets, n);
}

static void put_collected(const request *q, buffer *text) {
  put_key(q->out, "text");
  put_base64(q->out, text->octets, text->n);
  free(text->octets);
}

static void answer_text(const request *q) {
  const value *v = octets_of(q, "octets");
  if (v == NULL) return;
  buffer text = {0};
  fpcheck_text(v->text, v->n, collect, &text);
  put_collected(q, &text);
}

static void answer_identifiers(const request *q) {
  const value *v = text_of(q, "text");
  if (v == NULL) return;
  buffer text = {0};
  fpcheck_identifiers(q->scheme, v->text, v->n, collect, &text);
  put_collected(q, &text);
}

typedef struct pieces {
  buffer *out, piece;
  bool any;
} pieces;

static void collect_pieces(void *user, const unsigned char *octets, size_t n, bool end) {
  pieces *p = user;
  append(&p->piece, octets, n);
  if (!end) return;
  append_text(p->out, p->any ? "," : "[");
  put_base64(p->out, p->piece.octets, p->piece.n);
  p->any = true;
  p->piece.n = 0;
}

static void put_pieces(pieces *p) {
  append_text(p->out, p->any ? "]" : "[]");
  free(p->piece.octets);
}

static void answer_normalise(const request *q) {
  const value *v = text_of(q, "text");
  if (v == NULL) return;
  put_key(q->out, "runs");
  pieces runs = {.out = q->out};
  fpcheck_normalise(q->scheme, v->text, v->n, collect_pieces, &runs);
  put_pieces(&runs);
}

static void answer_segment(const request *q) {
  size_t n;
  fpcheck_octets *list = texts_of(q, "runs", &n);
  if (list == NULL) return;
  put_key(q->out, "tokens");
  pieces tokens = {.out = q->out};
  fpcheck_segment(q->scheme, list, n, collect_pieces, &tokens);
  put_pieces(&tokens);
  free(list);
}

static void answer_features(const request *q) {
  size_t n, count;
  fpcheck_octets *list = texts_of(q, "tokens", &n);
  if (list == NULL) return;
  uint64_t *elements;
  fpcheck_error error = fpcheck_elements(q->scheme, list, n, &elements, &count);
  free(list);
  if (error != FPCHECK_OK) {
    fail(q, error);
    return;
  }
  put_key(q->out, "elements");
  append_text(q->out, "[");
  for (size_t i = 0; i < count; i++) {
    if (i > 0) append_text(q->out, ",");
    put_hex64(q->out, elements[i]);
  }
  append_text(q->out, "]");
  free(elements);
}

static void answer_hash(const request *q) {
  const value *v = octets_of(q, "octets");
  if (v == NULL) return;
  put_key(q->out, "hash");
  put_hex64(q->out, fpcheck_jenkins(v->text, v->n));
}

// Hands each of the request's elements to add; false after a reply of error.
static bool each_element(const request *q, void (*add)(void *, uint64_t), void *to) {
  const value *list = member_of(q->all, "elements", LIST);
  bool ok = list != NULL;
  for (const value *m = ok ? list->first : NULL; m != NULL && ok; m = m->next) {
    unsigned char octets[8];
    size_t n;
    uint64_t element = 0;
    ok = decode_hex(m, octets, sizeof octets, &n) && n == sizeof octets;
    for (int i = 0; i < 8 && ok; i++) element = element << 8 | octets[i];
    if (ok) add(to, element);
  }
  if (!ok) outcome(q, "error", "elements are missing or no hashes");
  return ok;
}

static void count_element(void *counters, uint64_t element) {
  fpcheck_counters_add(counters, element, 1);
}

static void answer_counters(const request *q) {
  fpcheck_counters c = {{0}};
  if (!each_element(q, count_element, &c)) return;
  put_key(q->out, "counters");
  for (int i = 0; i < 64; i++) {
    char text[32];
    snprintf(text, sizeof text, "%s\"%" PRId64 "\"", i == 0 ? "[" : ",", c.bit[i]);
    append_text(q->out, text);
  }
  append_text(q->out, "]");
}

static void put_full(const request *q, const fpcheck_minima *m) {
  unsigned char octets[FPCHECK_FULL_SIZE];
  fpcheck_minima_write(m, octets);
  put_key(q->out, "full");
  put_base64(q->out, octets, sizeof octets);
}

static void add_element(void *minima, uint64_t element) { fpcheck_minima_add(minima, element); }

static void answer_full(const request *q) {
  fpcheck_minima m;
  fpcheck_minima_init(&m, q->scheme);
  if (each_element(q, add_element, &m)) put_full(q, &m);
}

static void answer_merge(const request *q) {
  size_t n;
  fpcheck_octets *list = list_of(q, "fulls", &n);
  if (list == NULL) return;
  if (n != 2) {
    free(list);
    outcome(q, "error", "two full forms are wanted");
    return;
  }
  fpcheck_minima all, m;
  fpcheck_minima_init(&all, q->scheme);
  fpcheck_error error = FPCHECK_OK;
  for (size_t i = 0; i < n && error == FPCHECK_OK; i++) {
    error = fpcheck_minima_read(&m, q->scheme, list[i].octets, list[i].n);
    if (error == FPCHECK_OK) error = fpcheck_minima_merge(&all, &m);
  }
  free(list);
  if (error == FPCHECK_OK)
    put_full(q, &all);
  else
    fail(q, error);
}

enum { SIMHASH = 1, MINHASH = 2, BOTH = 3, NO_SCHEME = 4 };

static int kind_of(fpcheck_scheme scheme) {
  return scheme == FPCHECK_MH1 || scheme == FPCHECK_MW1 ? MINHASH : SIMHASH;
}

static void put_sketch(const request *q, const unsigned char *sketch, size_t n) {
  put_key(q->out, "sketch");
  put_hex(q->out, sketch, n);
}

static void answer_sketch_of_full(const request *q) {
  const value *v = octets_of(q, "full");
  if (v == NULL) return;
  fpcheck_minima m;
  unsigned char sketch[FPCHECK_SLOTS];
  fpcheck_error error = fpcheck_minima_read(&m, q->scheme, v->text, v->n);
  if (error == FPCHECK_OK) error = fpcheck_minima_stored(&m, sketch);
  if (error == FPCHECK_OK)
    put_sketch(q, sketch, sizeof sketch);
  else
    fail(q, error);
}

// Whether a string is an integer without plus sign and leading zeros.
static bool is_decimal(const value *v) {
  if (v->kind != STRING || strlen(v->text) != v->n) return false;
  const char *digits = v->text + (v->text[0] == '-');
  if (digits[0] == '0') return strcmp(v->text, "0") == 0;
  return digits[0] != '\0' && strspn(digits, "0123456789") == strlen(digits);
}

static void answer_sketch(const request *q) {
  if (kind_of(q->scheme) == MINHASH) {
    answer_sketch_of_full(q);
    return;
  }
  const value *list = member_of(q->all, "counters", LIST);
  fpcheck_counters c = {{0}};
  const value *m = list != NULL && list->n == 64 ? list->first : NULL;
  for (int i = 0; i < 64; i++, m = m->next) {
    errno = 0;
    bool ok = m != NULL && is_decimal(m);
    if (ok) c.bit[i] = strtoll(m->text, NULL, 10);
    if (!ok || errno) {
      outcome(q, "error", "counters are missing or no numbers");
      return;
    }
  }
  uint64_t sketch = fpcheck_counters_sketch(&c);
  put_key(q->out, "sketch");
  put_hex64(q->out, sketch);
}

// The fingerprint with the request's sketch; false after a reply of error.
static bool sketch_of(const request *q, fpcheck_fingerprint *fp) {
  const value *v = member(q->all, "sketch");
  unsigned char sketch[FPCHECK_SKETCH_MAX];
  size_t n;
  if (v != NULL && decode_hex(v, sketch, sizeof sketch, &n) &&
      fpcheck_from_sketch(q->scheme, sketch, n, fp) == FPCHECK_OK)
    return true;
  outcome(q, "error", "no sketch of the scheme");
  return false;
}

static void answer_truncate(const request *q) {
  fpcheck_fingerprint fp;
  const value *bits = member_of(q->all, "bits", NUMBER);
  if (!sketch_of(q, &fp)) return;
  fpcheck_error error = FPCHECK_BAD_ARGUMENT;
  if (bits != NULL) error = fpcheck_truncate(&fp, (unsigned)strtoul(bits->text, NULL, 10));
  if (error == FPCHECK_OK)
    put_sketch(q, fp.sketch, fp.size);
  else
    fail(q, error);
}

static void answer_encode(const request *q) {
  fpcheck_fingerprint fp;
  const value *profile = member(q->all, "profile");
  if (!sketch_of(q, &fp)) return;
  fpcheck_error error = FPCHECK_OK;
  if (profile != NULL)
    error =
        profile->kind == STRING ? fpcheck_set_profile(&fp, profile->text) : FPCHECK_BAD_ARGUMENT;
  if (strcmp(fpcheck_name(&fp), q->scheme_name) != 0) error = FPCHECK_BAD_ARGUMENT;
  if (error != FPCHECK_OK) {
    outcome(q, "error", fpcheck_strerror(error));
    return;
  }
  char string[FPCHECK_STRING_SIZE];
  size_t n = fpcheck_string(&fp, string);
  put_key(q->out, "string");
  put_base64(q->out, (const unsigned char *)string, n);
}

static void answer_decode(const request *q) {
  const value *v = octets_of(q, "string");
  if (v == NULL) return;
  fpcheck_fingerprint fp;
  fpcheck_error error = fpcheck_parse(v->text, v->n, &fp);
  if (error != FPCHECK_OK) {
    fail(q, error);
    return;
  }
  put_sketch(q, fp.sketch, fp.size);
  put_string(q->out, "scheme", fpcheck_name(&fp));
  put_string(q->out, "profile", fp.profile);
}

static void answer_distance(const request *q) {
  const value *list = member_of(q->all, "strings", LIST);
  if (list == NULL || list->n != 2 || list->first->kind != STRING ||
      list->first->next->kind != STRING) {
    outcome(q, "error", "two strings are wanted");
    return;
  }
  const value *a = list->first, *b = a->next;
  fpcheck_fingerprint x, y;
  unsigned distance = 0;
  double similarity = 0;
  fpcheck_error error = fpcheck_parse(a->text, a->n, &x);
  if (error == FPCHECK_OK) error = fpcheck_parse(b->text, b->n, &y);
  if (error == FPCHECK_OK) error = fpcheck_distance(&x, &y, &distance);
  if (error == FPCHECK_OK) error = fpcheck_similarity(&x, &y, &similarity);
  if (error != FPCHECK_OK) {
    fail(q, error);
    return;
  }
  char text[64];
  snprintf(text, sizeof text, ",\"distance\":%u,\"similarity\":%.17g", distance, similarity);
  append_text(q->out, text);
}

static void put_fingerprint(const request *q, fpcheck_hasher *h) {
  fpcheck_fingerprint fp;
  char string[FPCHECK_STRING_SIZE], text[32];
  fpcheck_error error = fpcheck_hasher_finish(h, &fp);
  if (error != FPCHECK_OK) {
    fail(q, error);
    return;
  }
  fpcheck_string(&fp, string);
  put_string(q->out, "fingerprint", string);
  snprintf(text, sizeof text, ",\"features\":%zu", fpcheck_hasher_features(h));
  append_text(q->out, text);
}

// The cuts of a request and, after them, the end of the octets; the caller frees them. NULL after a
// reply of error.
static size_t *cuts_of(const request *q, size_t octets, size_t *n) {
  const value *v = member(q->all, "cuts");
  bool ok = v == NULL || v->kind == LIST;
  size_t *cuts = checked(calloc(ok && v != NULL ? v->n + 1 : 1, sizeof *cuts)), at = 0;
  *n = 0;
  for (const value *m = ok && v != NULL ? v->first : NULL; m != NULL && ok; m = m->next) {
    char *end = m->text;
    unsigned long long cut = m->kind == NUMBER ? strtoull(m->text, &end, 10) : 0;
    ok = m->kind == NUMBER && end == m->text + m->n && cut >= at && cut <= octets;
    cuts[(*n)++] = at = (size_t)cut;
  }
  cuts[ok ? (*n)++ : 0] = octets;
  if (ok) return cuts;
  free(cuts);
  outcome(q, "error", "cuts: expected a list of ascending offsets into the octets");
  return NULL;
}

static void hash_chunks(const request *q, const value *v, const size_t *cuts, size_t n) {
  fpcheck_hasher *h;
  fpcheck_error error = fpcheck_hasher_new(q->scheme, &h);
  for (size_t i = 0, at = 0; i < n && error == FPCHECK_OK; at = cuts[i++])
    error = fpcheck_hasher_feed(h, v->text + at, cuts[i] - at);
  if (error == FPCHECK_OK)
    put_fingerprint(q, h);
  else
    fail(q, error);
  fpcheck_hasher_free(h);
}

static void answer_pipeline(const request *q) {
  const value *v = octets_of(q, "octets");
  if (v != NULL) hash_chunks(q, v, &v->n, 1);
}

static void answer_stream(const request *q) {
  const value *v = octets_of(q, "octets");
  if (v != NULL && member(q->all, "cuts") == NULL) {
    outcome(q, "error", "cuts are missing");
    return;
  }
  size_t n, *cuts = v ? cuts_of(q, v->n, &n) : NULL;
  if (cuts != NULL) hash_chunks(q, v, cuts, n);
  free(cuts);
}

static void answer_text_digest(const request *q) {
  const value *v = octets_of(q, "octets");
  size_t n, *cuts = v ? cuts_of(q, v->n, &n) : NULL;
  if (cuts == NULL) return;
  static unsigned char memory[FPCHECK_DIGEST_STATE_SIZE];
  fpcheck_digest *d;
  buffer list = {0};
  pieces items = {.out = &list};
  fpcheck_digest_init(&d, memory, sizeof memory);
  fpcheck_digest_watch(d, collect_pieces, &items);
  for (size_t i = 0, at = 0; i < n; at = cuts[i++])
    fpcheck_digest_write(d, v->text + at, cuts[i] - at);
  free(cuts);
  unsigned char digest[FPCHECK_DIGEST_SIZE];
  fpcheck_error error = fpcheck_digest_finish(d, digest);
  put_pieces(&items);
  if (error == FPCHECK_OK) {
    put_key(q->out, "digest");
    put_hex(q->out, digest, sizeof digest);
    put_key(q->out, "items");
    append(q->out, list.octets, list.n);
  } else {
    fail(q, error);
  }
  free(list.octets);
}

// Puts the integers after a comma, unless they are the first of a list that begins at from.
static void put_integers(buffer *b, size_t from, const uint64_t *integers, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char text[24];
    int length = snprintf(text, sizeof text, "%s%" PRIu64, b->n > from ? "," : "", integers[i]);
    append(b, text, (size_t)length);
  }
}

// The words of a window; false after a reply of error.
static bool words_of(const request *q, unsigned *words) {
  const value *v = member_of(q->all, "words", NUMBER);
  bool ok = v != NULL && v->n <= 2 && strspn(v->text, "0123456789") >= v->n;
  *words = ok ? (unsigned)strtoul(v->text, NULL, 10) : 0;
  ok = *words >= 1 && *words <= FPCHECK_WINDOW_WORDS_MAX;
  if (!ok) outcome(q, "error", "words: expected an integer from 1 to 32");
  return ok;
}

static fpcheck_item *items_of(const void *octets, size_t n, size_t *count) {
  fpcheck_item *items;
  fpcheck_error error = fpcheck_items(octets, n, &items, count);
  return error == FPCHECK_OK ? items : checked(NULL);
}

static void put_items(const request *q, const fpcheck_item *items, size_t count) {
  put_key(q->out, "items");
  append_text(q->out, "[");
  for (size_t i = 0; i < count; i++) {
    if (i > 0) append_text(q->out, ",");
    put_base64(q->out, items[i].text, items[i].n);
  }
  append_text(q->out, "]");
  put_key(q->out, "weights");
  append_text(q->out, "[");
  for (size_t i = 0, from = q->out->n; i < count; i++) {
    uint64_t weight = items[i].weight;
    put_integers(q->out, from, &weight, 1);
  }
  append_text(q->out, "]");
  put_key(q->out, "places");
  append_text(q->out, "[");
  for (size_t i = 0, from = q->out->n; i < count; i++) {
    uint64_t place[] = {items[i].from, items[i].to};
    put_integers(q->out, from, place, 2);
  }
  append_text(q->out, "]");
}

static void answer_windows(const request *q) {
  const value *v = octets_of(q, "octets");
  unsigned words;
  if (v == NULL || !words_of(q, &words)) return;
  uint64_t *hashes;
  size_t n, count;
  fpcheck_error error = fpcheck_windows(v->text, v->n, words, &hashes, &n);
  if (error != FPCHECK_OK) {
    fail(q, error);
    return;
  }
  put_key(q->out, "elements");
  append_text(q->out, "[");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) append_text(q->out, ",");
    put_hex64(q->out, hashes[i]);
  }
  append_text(q->out, "]");
  fpcheck_free(hashes);
  fpcheck_item *items = items_of(v->text, v->n, &count);
  put_items(q, items, count);
  fpcheck_free(items);
}

static void put_rows(const request *q, const fpcheck_octets *texts, const fpcheck_row *rows,
                     size_t n) {
  buffer places = {0};
  put_key(q->out, "passages");
  append_text(q->out, "[");
  for (size_t i = 0; i < n; i++) {
    uint64_t row[] = {rows[i].holder, rows[i].text, rows[i].first, rows[i].end, rows[i].frequency};
    append_text(q->out, i > 0 ? ",[" : "[");
    put_integers(q->out, q->out->n, row, 5);
    append_text(q->out, "]");
    size_t count, from, to;
    fpcheck_item *items = items_of(texts[rows[i].text].octets, texts[rows[i].text].n, &count);
    if (fpcheck_items_place(items, count, rows[i].first, rows[i].end, &from, &to)) {
      uint64_t place[] = {from, to};
      put_integers(&places, 0, place, 2);
    }
    fpcheck_free(items);
  }
  append_text(q->out, "]");
  put_key(q->out, "places");
  append_text(q->out, "[");
  append(q->out, places.octets, places.n);
  append_text(q->out, "]");
  free(places.octets);
}

static void answer_passages(const request *q) {
  size_t n, count = 0;
  unsigned words;
  fpcheck_octets *texts = list_of(q, "texts", &n);
  if (texts == NULL) return;
  if (words_of(q, &words)) {
    fpcheck_passages *p;
    fpcheck_row *rows = NULL;
    fpcheck_error error = fpcheck_passages_new(words, &p);
    for (size_t i = 0; i < n && error == FPCHECK_OK; i++)
      error = fpcheck_passages_add(p, texts[i].octets, texts[i].n, NULL);
    if (error == FPCHECK_OK) error = fpcheck_passages_rows(p, &rows, &count);
    if (error == FPCHECK_OK)
      put_rows(q, texts, rows, count);
    else
      fail(q, error);
    fpcheck_free(rows);
    fpcheck_passages_free(p);
  }
  free(texts);
}

static void answer_covers(const request *q) {
  size_t n;
  unsigned words;
  fpcheck_octets *texts = list_of(q, "texts", &n);
  if (texts == NULL) return;
  if (n < 2) {
    outcome(q, "error", "two texts are wanted");
  } else if (words_of(q, &words)) {
    fpcheck_reference *r;
    fpcheck_cover cover;
    uint64_t contained = 0;
    fpcheck_error error =
        fpcheck_reference_without(texts[0].octets, texts[0].n, words, texts + 2, n - 2, &r);
    if (error == FPCHECK_OK)
      error = fpcheck_reference_contained(r, texts[1].octets, texts[1].n, &contained);
    if (error == FPCHECK_OK)
      error = fpcheck_reference_cover(r, texts[1].octets, texts[1].n, &cover);
    if (error == FPCHECK_OK) {
      uint64_t counts[] = {
          fpcheck_reference_weight(r), contained, cover.weight, cover.run, cover.first, cover.end};
      put_key(q->out, "counts");
      append_text(q->out, "[");
      put_integers(q->out, q->out->n, counts, 6);
      append_text(q->out, "]");
    } else {
      fail(q, error);
    }
    fpcheck_reference_free(r);
  }
  free(texts);
}

#ifdef FPCHECK_MARKUP
// The octets of a document, and the charset or NULL; NULL after a reply of error.
static const value *document_of(const request *q, const char **charset) {
  const value *v = octets_of(q, "octets"), *label = member(q->all, "charset");
  *charset = NULL;
  if (v != NULL && label != NULL && label->kind != STRING) {
    outcome(q, "error", "the charset is no string");
    return NULL;
  }
  // No label holds a NUL.
  if (label != NULL && strlen(label->text) == label->n) *charset = label->text;
  return v;
}

static void put_visible(const request *q, fpcheck_visible *visible) {
  put_key(q->out, "text");
  put_base64(q->out, visible->text, visible->n);
  fpcheck_visible_free(visible);
}

typedef fpcheck_error markup(const void *, size_t, const char *, fpcheck_visible *);

static void answer_markup(const request *q, markup *read) {
  const char *charset;
  const value *v = document_of(q, &charset);
  if (v == NULL) return;
  fpcheck_visible visible;
  fpcheck_error error = read(v->text, v->n, charset, &visible);
  if (error == FPCHECK_OK)
    put_visible(q, &visible);
  else
    fail(q, error);
}

static void answer_html(const request *q) { answer_markup(q, fpcheck_html); }

static void answer_xml(const request *q) { answer_markup(q, fpcheck_xml); }

typedef struct shown_lines {
  buffer scores, features;  // lists of JSON, without their brackets
} shown_lines;

static void show_line(void *user, const fpcheck_line *line) {
  shown_lines *shown = user;
  char text[16];
  int n = snprintf(text, sizeof text, "%s%" PRId32, shown->scores.n > 0 ? "," : "", line->score);
  append(&shown->scores, text, (size_t)n);
  append_text(&shown->features, shown->features.n > 0 ? ",[" : "[");
  for (size_t i = 0, from = shown->features.n; i < FPCHECK_LINE_FEATURES; i++) {
    uint64_t feature = line->features[i];
    put_integers(&shown->features, from, &feature, 1);
  }
  append_text(&shown->features, "]");
}

static void put_list(buffer *b, const char *key, const buffer *list) {
  put_key(b, key);
  append_text(b, "[");
  append(b, list->octets, list->n);
  append_text(b, "]");
}

static void answer_main(const request *q) {
  const char *charset;
  const value *v = document_of(q, &charset);
  if (v == NULL) return;
  fpcheck_visible visible;
  shown_lines shown = {{0}, {0}};
  fpcheck_error error = fpcheck_main_watch(v->text, v->n, charset, &visible, show_line, &shown);
  if (error == FPCHECK_OK) {
    put_visible(q, &visible);
    put_list(q->out, "scores", &shown.scores);
    put_list(q->out, "lines", &shown.features);
  } else {
    fail(q, error);
  }
  free(shown.scores.octets);
  free(shown.features.octets);
}
#endif

static const struct stage {
  const char *name;
  int schemes;
  void (*answer)(const request *);
} stages[] = {
    {"text", BOTH, answer_text},
    {"identifiers", BOTH, answer_identifiers},
    {"normalise", BOTH, answer_normalise},
    {"segment", BOTH, answer_segment},
    {"features", BOTH, answer_features},
    {"hash", BOTH, answer_hash},
    {"counters", SIMHASH, answer_counters},
    {"full", MINHASH, answer_full},
    {"merge", MINHASH, answer_merge},
    {"sketch", BOTH, answer_sketch},
    {"truncate", MINHASH, answer_truncate},
    {"encode", BOTH, answer_encode},
    {"decode", NO_SCHEME, answer_decode},
    {"distance", NO_SCHEME, answer_distance},
    {"pipeline", BOTH, answer_pipeline},
    {"stream", BOTH, answer_stream},
    {"text-digest", BOTH, answer_text_digest},
    {"windows", BOTH, answer_windows},
    {"passages", BOTH, answer_passages},
    {"covers", BOTH, answer_covers},
#ifdef FPCHECK_MARKUP
    {"html", BOTH, answer_html},
    {"xml", BOTH, answer_xml},
    {"main", BOTH, answer_main},
#endif
};
enum { STAGES = sizeof stages / sizeof *stages };

// Finds the scheme of a name like mh1, or of a short form like mh1b4 where one is allowed.
static bool find_scheme(const char *name, bool short_forms, fpcheck_scheme *scheme) {
  char id[4] = {0};
  size_t n = strlen(name);
  bool short_form = short_forms && n == 5 && name[3] == 'b' && strchr("421", name[4]);
  if (n != 3 && !short_form) return false;
  memcpy(id, name, 3);
  return fpcheck_lookup(id, scheme) == FPCHECK_OK && (!short_form || kind_of(*scheme) == MINHASH);
}

static void answer(request *q) {
  const value *name = member_of(q->all, "stage", STRING);
  const value *scheme = member(q->all, "scheme");
  const struct stage *stage = NULL;
  if (name == NULL || (scheme != NULL && scheme->kind != STRING)) {
    outcome(q, "error", "the stage or the scheme is no string");
    return;
  }
  for (int i = 0; i < STAGES && !stage; i++)
    if (strcmp(stages[i].name, name->text) == 0) stage = &stages[i];
  if (stage == NULL) {
    outcome(q, "unsupported", "no such stage");
    return;
  }
  if (stage->schemes != NO_SCHEME) {
    if (scheme == NULL) {
      outcome(q, "error", "the scheme is missing");
      return;
    }
    if (!find_scheme(scheme->text, stage->answer == answer_encode, &q->scheme)) {
      outcome(q, "unsupported", "no such scheme");
      return;
    }
    if (!(stage->schemes & kind_of(q->scheme))) {
      outcome(q, "unsupported", "the scheme does not have this stage");
      return;
    }
    q->scheme_name = scheme->text;
  }
  stage->answer(q);
}

// Answers the first line, which holds an object or, if hello is NULL, none. False if the runner
// offers no protocol that is spoken.
static bool put_hello(buffer *out, const value *hello) {
  const value *protocols = hello ? member_of(hello, "protocols", LIST) : NULL;
  const value *m = protocols ? protocols->first : NULL;
  while (m != NULL && !(m->kind == NUMBER && m->n == 1 && *m->text == '1')) m = m->next;
  if (m == NULL) {
    append_text(out, "{\"error\":\"only version 1 of the protocol is spoken\"}\n");
    return false;
  }
  append_text(
      out,
      "{\"protocol\":1,\"name\":\"fpcheck-c\",\"language\":\"C\",\"version\":\"" FPCHECK_VERSION
      "\",\"schemes\":[");
  for (int i = 0; i < FPCHECK_SCHEMES; i++) {
    if (i > 0) append_text(out, ",");
    const char *id = fpcheck_scheme_id((fpcheck_scheme)i);
    put_quoted(out, id, strlen(id));
  }
  append_text(out, "],\"stages\":[");
  for (int i = 0; i < STAGES; i++) {
    if (i > 0) append_text(out, ",");
    put_quoted(out, stages[i].name, strlen(stages[i].name));
  }
  append_text(out, "],\"levels\":[\"core\",\"digest\",\"passages\"");
#ifdef FPCHECK_MARKUP
  append_text(out, ",\"markup\",\"main\"");
#endif
  append_text(out, "]}\n");
  return true;
}

// Answers a request; all is NULL if its line is no JSON object.
static void put_reply(buffer *out, const value *all) {
  const value *id = all ? member_of(all, "id", STRING) : NULL;
  request q = {.all = all, .out = out};
  append_text(out, "{\"id\":");
  put_quoted(out, id ? id->text : "", id ? id->n : 0);
  if (id != NULL)
    answer(&q);
  else
    outcome(&q, "error", "the line is no JSON object with an id");
  append_text(out, "}\n");
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  buffer out = {0};
  bool greeted = false, agreed = true;
  while (agreed) {
    ssize_t n = getline(&line, &size, stdin);
    if (n < 0) break;
    value *all = read_object(line, (size_t)n);
    out.n = 0;
    if (greeted)
      put_reply(&out, all);
    else
      agreed = put_hello(&out, all);
    greeted = true;
    free_values(all);
    if (fwrite(out.octets, 1, out.n, stdout) != out.n || fflush(stdout) != 0) return 1;
  }
  free(line);
  free(out.octets);
  return agreed ? 0 : 1;
}
