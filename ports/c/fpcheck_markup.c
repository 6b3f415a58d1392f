// SPDX-License-Identifier: Apache-2.0

#include "fpcheck_markup.h"

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>
#include <stdlib.h>
#include <string.h>

#include "fpcheck_markup_tables.h"

typedef struct buffer {
  unsigned char *octets;
  size_t n, size;
  bool failed;  // there is no memory, and what is put is lost
} buffer;

static void put(buffer *b, const void *octets, size_t n) {
  if (b->size - b->n < n) {
    size_t size = n > SIZE_MAX / 2 - b->n - 64 ? 0 : 2 * (b->n + n) + 64;
    unsigned char *larger = b->failed || size == 0 ? NULL : realloc(b->octets, size);
    if (larger == NULL) {
      b->failed = true;
      return;
    }
    b->octets = larger;
    b->size = size;
  }
  if (n > 0) memcpy(b->octets + b->n, octets, n);
  b->n += n;
}

static void put_scalar(buffer *b, uint32_t x) {
  unsigned char u[4];
  size_t n = 0;
  if (x < 0x80) {
    u[n++] = (unsigned char)x;
  } else if (x < 0x800) {
    u[n++] = (unsigned char)(0xC0 | x >> 6);
  } else if (x < 0x10000) {
    u[n++] = (unsigned char)(0xE0 | x >> 12);
    u[n++] = (unsigned char)(0x80 | (x >> 6 & 0x3F));
  } else {
    u[n++] = (unsigned char)(0xF0 | x >> 18);
    u[n++] = (unsigned char)(0x80 | (x >> 12 & 0x3F));
    u[n++] = (unsigned char)(0x80 | (x >> 6 & 0x3F));
  }
  if (x >= 0x80) u[n++] = (unsigned char)(0x80 | (x & 0x3F));
  put(b, u, n);
}

// ---- The Encoding Standard's decoders (R11.2) ----
//
// Each gives U+FFFD for what the Standard calls an error, and goes on where that does.

typedef struct input {
  const unsigned char *p, *end;
} input;

static int peek(const input *in, size_t at) {
  return (size_t)(in->end - in->p) > at ? in->p[at] : -1;
}

static bool between(int x, int first, int last) { return x >= first && x <= last; }

enum { REPLACED = 0xFFFD };

static void decode_single(input *in, buffer *out, int encoding) {
  for (; in->p < in->end; in->p++) {
    uint32_t x = *in->p;
    if (x >= 0x80) x = single_octets[(size_t)encoding * 128 + x - 0x80];
    put_scalar(out, x > 0 || *in->p == 0 ? x : REPLACED);
  }
}

// How many octets a UTF-8 sequence has, or as much of one as there is.
static size_t utf_8_sequence(const input *in, bool *whole) {
  static const struct {
    int first, last;  // of the first octet
    int second, second_last;
    size_t n;
  } rows[] = {
      // Table 3-7 of the Unicode Standard
      {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  *whole = false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!between(*in->p, rows[i].first, rows[i].last)) continue;
    size_t n = 1;
    if (n < rows[i].n && between(peek(in, 1), rows[i].second, rows[i].second_last)) n++;
    while (n > 1 && n < rows[i].n && between(peek(in, n), 0x80, 0xBF)) n++;
    *whole = n == rows[i].n;
    return n;
  }
  return 1;
}

// Passes what is well-formed.
static void pass_utf_8(input *in) {
  bool whole = true;
  while (whole) {
    while (in->p < in->end && *in->p < 0x80) in->p++;
    if (in->p == in->end) return;
    size_t n = utf_8_sequence(in, &whole);
    if (whole) in->p += n;
  }
}

static void decode_utf_8(input *in, buffer *out) {
  for (;;) {
    const unsigned char *start = in->p;
    pass_utf_8(in);
    put(out, start, (size_t)(in->p - start));
    if (in->p == in->end) return;
    bool whole;
    put_scalar(out, REPLACED);
    in->p += utf_8_sequence(in, &whole);
  }
}

static bool is_utf_8(const unsigned char *octets, size_t n) {
  input in = {octets, octets + n};
  pass_utf_8(&in);
  return in.p == in.end;
}

static void decode_utf_16(input *in, buffer *out, bool big) {
  uint32_t lead = 0;  // a surrogate, which waits for another
  for (; in->end - in->p >= 2; in->p += 2) {
    uint32_t x = (uint32_t)(big ? in->p[0] << 8 | in->p[1] : in->p[1] << 8 | in->p[0]);
    if (lead && x >> 10 == 0x37) {
      put_scalar(out, 0x10000 + ((lead & 0x3FF) << 10 | (x & 0x3FF)));
      lead = 0;
      continue;
    }
    if (lead) put_scalar(out, REPLACED);
    lead = x >> 10 == 0x36 ? x : 0;
    if (!lead) put_scalar(out, x >> 10 == 0x37 ? REPLACED : x);
  }
  if (lead || in->p < in->end) put_scalar(out, REPLACED);
  in->p = in->end;
}

static uint32_t at(const uint16_t *index, size_t size, int pointer) {
  return pointer >= 0 && (size_t)pointer < size / sizeof *index ? index[pointer] : 0;
}
#define AT(index, pointer) at(index, sizeof index, pointer)

// What follows the first octet of two that are no character: the second goes with it unless it is
// ASCII.
static void put_or_replace(input *in, buffer *out, uint32_t x, int second) {
  put_scalar(out, x ? x : REPLACED);
  in->p += x || second >= 0x80 ? 2 : 1;
}

static uint32_t gb18030_range(int pointer) {
  size_t n = sizeof gb18030_ranges / sizeof *gb18030_ranges;
  if (between(pointer, 39420, 188999) || pointer > 1237575) return 0;
  if (pointer == 7457) return 0xE7C7;
  while (gb18030_ranges[n - 2] > (uint32_t)pointer) n -= 2;
  return gb18030_ranges[n - 1] + (uint32_t)pointer - gb18030_ranges[n - 2];
}

// Four octets, of which the second is a digit.
static void decode_gb18030_four(input *in, buffer *out) {
  int third = peek(in, 2), fourth = peek(in, 3);
  ptrdiff_t taken = 1;  // an error is of the first octet
  uint32_t x = 0;
  if (between(third, 0x81, 0xFE) && between(fourth, 0x30, 0x39)) {
    x = gb18030_range(((in->p[0] - 0x81) * 10 + in->p[1] - 0x30) * 1260 + (third - 0x81) * 10 +
                      fourth - 0x30);
    taken = 4;
  } else if (third < 0 || (between(third, 0x81, 0xFE) && fourth < 0)) {
    taken = in->end - in->p;  // or of all that there is, if it breaks off
  }
  put_scalar(out, x ? x : REPLACED);
  in->p += taken;
}

static void decode_gb18030(input *in, buffer *out) {
  while (in->p < in->end) {
    int lead = *in->p, second = peek(in, 1);
    if (lead <= 0x80 || lead == 0xFF) {
      put_scalar(out, lead < 0x80 ? (uint32_t)lead : lead == 0x80 ? 0x20AC : REPLACED);
      in->p++;
    } else if (between(second, 0x30, 0x39)) {
      decode_gb18030_four(in, out);
    } else {
      int pointer = (lead - 0x81) * 190 + second - (second < 0x7F ? 0x40 : 0x41);
      bool valid = between(second, 0x40, 0x7E) || between(second, 0x80, 0xFE);
      put_or_replace(in, out, valid ? AT(gb18030_index, pointer) : 0, second);
    }
  }
}

static void decode_big5(input *in, buffer *out) {
  while (in->p < in->end) {
    int lead = *in->p, second = peek(in, 1);
    if (!between(lead, 0x81, 0xFE)) {
      put_scalar(out, lead < 0x80 ? (uint32_t)lead : REPLACED);
      in->p++;
      continue;
    }
    int pointer = (lead - 0x81) * 157 + second - (second < 0x7F ? 0x40 : 0x62);
    uint32_t x = 0;
    if (between(second, 0x40, 0x7E) || between(second, 0xA1, 0xFE)) {
      x = AT(big5_index, pointer);
      if (x && big5_plane_2[pointer / 8] >> pointer % 8 & 1) x |= 0x20000;
      bool macron = pointer == 1133 || pointer == 1164;
      if (macron || pointer == 1135 || pointer == 1166) {  // two code points
        put_scalar(out, pointer < 1164 ? 0xCA : 0xEA);
        x = macron ? 0x304 : 0x30C;
      }
    }
    put_or_replace(in, out, x, second);
  }
}

static void decode_euc_jp(input *in, buffer *out) {
  while (in->p < in->end) {
    int lead = *in->p, second = peek(in, 1);
    bool three = lead == 0x8F && between(second, 0xA1, 0xFE);
    if (three) {
      in->p++;
      lead = second;
      second = peek(in, 1);
    } else if (lead < 0x80 || !(lead == 0x8E || lead == 0x8F || between(lead, 0xA1, 0xFE))) {
      put_scalar(out, lead < 0x80 ? (uint32_t)lead : REPLACED);
      in->p++;
      continue;
    }
    uint32_t x = 0;
    int pointer = (lead - 0xA1) * 94 + second - 0xA1;
    if (lead == 0x8E && between(second, 0xA1, 0xDF))
      x = (uint32_t)(0xFF61 - 0xA1 + second);
    else if (lead >= 0xA1 && between(second, 0xA1, 0xFE))
      x = three ? AT(jis0212_index, pointer) : AT(jis0208_index, pointer);
    put_or_replace(in, out, x, second);
  }
}

static void decode_shift_jis(input *in, buffer *out) {
  while (in->p < in->end) {
    int lead = *in->p, second = peek(in, 1);
    if (!between(lead, 0x81, 0x9F) && !between(lead, 0xE0, 0xFC)) {
      put_scalar(out, lead <= 0x80                ? (uint32_t)lead
                      : between(lead, 0xA1, 0xDF) ? (uint32_t)(0xFF61 - 0xA1 + lead)
                                                  : REPLACED);
      in->p++;
      continue;
    }
    uint32_t x = 0;
    if (between(second, 0x40, 0x7E) || between(second, 0x80, 0xFC)) {
      int pointer =
          (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + second - (second < 0x7F ? 0x40 : 0x41);
      x = between(pointer, 8836, 10715) ? (uint32_t)(0xE000 - 8836 + pointer)
                                        : AT(jis0208_index, pointer);
    }
    put_or_replace(in, out, x, second);
  }
}

static void decode_euc_kr(input *in, buffer *out) {
  while (in->p < in->end) {
    int lead = *in->p, second = peek(in, 1);
    if (!between(lead, 0x81, 0xFE)) {
      put_scalar(out, lead < 0x80 ? (uint32_t)lead : REPLACED);
      in->p++;
      continue;
    }
    int pointer = (lead - 0x81) * 190 + second - 0x41;
    put_or_replace(in, out, between(second, 0x41, 0xFE) ? AT(euc_kr_index, pointer) : 0, second);
  }
}

static void decode_iso_2022_jp(input *in, buffer *out) {
  enum { ASCII, ROMAN, KATAKANA, TWO } state = ASCII;
  bool escaped = false;  // nothing since the last escape sequence: another is an error
  while (in->p < in->end) {
    int c = *in->p, next = peek(in, 1);
    if (c == 0x1B) {
      int kind = next == '(' || next == '$' ? next << 8 | peek(in, 2) : 0;
      int to = kind == ('(' << 8 | 'B')                               ? ASCII
               : kind == ('(' << 8 | 'J')                             ? ROMAN
               : kind == ('(' << 8 | 'I')                             ? KATAKANA
               : kind == ('$' << 8 | '@') || kind == ('$' << 8 | 'B') ? TWO
                                                                      : -1;
      if (to < 0 || escaped) put_scalar(out, REPLACED);
      escaped = to >= 0;
      in->p += escaped ? 3 : 1;
      if (escaped) state = to;
      continue;
    }
    uint32_t x = 0;
    escaped = false;
    in->p++;
    if (state == TWO) {
      if (between(c, 0x21, 0x7E) && between(next, 0x21, 0x7E))
        x = AT(jis0208_index, (c - 0x21) * 94 + next - 0x21);
      if (between(c, 0x21, 0x7E) && next != 0x1B && next >= 0) in->p++;
    } else if (state == KATAKANA) {
      if (between(c, 0x21, 0x5F)) x = (uint32_t)(0xFF61 - 0x21 + c);
    } else if (c < 0x80 && c != 0x0E && c != 0x0F) {
      x = state == ROMAN && c == 0x5C ? 0xA5 : state == ROMAN && c == 0x7E ? 0x203E : (uint32_t)c;
    }
    bool nul = c == 0 && (state == ASCII || state == ROMAN);
    put_scalar(out, x || nul ? x : REPLACED);
  }
}

static void decode(int encoding, const unsigned char *octets, size_t n, buffer *out) {
  input in = {octets, octets + n};
  switch (encoding) {
    case UTF_8: decode_utf_8(&in, out); break;
    case UTF_16BE:
    case UTF_16LE: decode_utf_16(&in, out, encoding == UTF_16BE); break;
    case GBK:
    case GB18030: decode_gb18030(&in, out); break;
    case BIG5: decode_big5(&in, out); break;
    case EUC_JP: decode_euc_jp(&in, out); break;
    case ISO_2022_JP: decode_iso_2022_jp(&in, out); break;
    case SHIFT_JIS: decode_shift_jis(&in, out); break;
    case EUC_KR: decode_euc_kr(&in, out); break;
    case REPLACEMENT:
      if (n > 0) put_scalar(out, REPLACED);
      break;
    case X_USER_DEFINED:
      for (size_t i = 0; i < n; i++)
        put_scalar(out, octets[i] < 0x80 ? octets[i] : 0xF780u + octets[i] - 0x80);
      break;
    default: decode_single(&in, out, encoding == ISO_8859_8_I ? ISO_8859_8 : encoding);
  }
}

// ---- Which encoding (R11.1) ----

enum { NONE = -1, PRESCAN_MAX = 1024 };

static bool is_blank(int c) {
  return c == 0x09 || c == 0x0A || c == 0x0C || c == 0x0D || c == 0x20;
}

static int lower(int c) { return between(c, 'A', 'Z') ? c + 'a' - 'A' : c; }

static bool is_letter(int c) { return between(lower(c), 'a', 'z'); }

// Whether the octets are a word of lower-case letters, in any case.
static bool is_word(const unsigned char *octets, size_t n, const char *word) {
  if (strlen(word) != n) return false;
  for (size_t i = 0; i < n; i++)
    if (lower(octets[i]) != word[i]) return false;
  return true;
}

static bool starts_with(const input *in, const char *word) {
  size_t n = strlen(word);
  return (size_t)(in->end - in->p) >= n && is_word(in->p, n, word);
}

static bool is_utf_16(int encoding) { return encoding == UTF_16BE || encoding == UTF_16LE; }

// "get an encoding"
static int find_encoding(const unsigned char *label, size_t n) {
  while (n > 0 && is_blank(*label)) label++, n--;
  while (n > 0 && is_blank(label[n - 1])) n--;
  for (size_t i = 0; i < sizeof encoding_labels / sizeof *encoding_labels; i++)
    if (is_word(label, n, encoding_labels[i].label)) return encoding_labels[i].encoding;
  return NONE;
}

// "extracting a character encoding from a meta element"
static int encoding_of_content(const unsigned char *content, size_t n) {
  input in = {content, content + n};
  for (; in.p < in.end; in.p++) {
    if (!starts_with(&in, "charset")) continue;
    in.p += 7;
    while (is_blank(peek(&in, 0))) in.p++;
    if (peek(&in, 0) == '=') break;
    in.p--;  // there may be another right here
  }
  if (in.p >= in.end) return NONE;
  do in.p++;
  while (is_blank(peek(&in, 0)));
  int quote = peek(&in, 0);
  if (quote == '"' || quote == '\'') {
    in.p++;
    const unsigned char *end = in.p < in.end ? memchr(in.p, quote, (size_t)(in.end - in.p)) : NULL;
    return end ? find_encoding(in.p, (size_t)(end - in.p)) : NONE;
  }
  const unsigned char *start = in.p;
  while (in.p < in.end && !is_blank(*in.p) && *in.p != ';') in.p++;
  return find_encoding(start, (size_t)(in.p - start));
}

// An attribute as the prescan finds it, but in the case that it has.
typedef struct attribute {
  const unsigned char *name, *value;
  size_t name_n, value_n;
} attribute;

// "get an attribute": false if there is none. Where the octets end, in.p is at their end.
static bool get_attribute(input *in, attribute *a) {
  while (is_blank(peek(in, 0)) || peek(in, 0) == '/') in->p++;
  if (peek(in, 0) < 0 || peek(in, 0) == '>') return false;
  *a = (attribute){in->p, NULL, 0, 0};
  int c = peek(in, 0);
  while (c >= 0 && !(c == '=' && in->p > a->name) && !is_blank(c) && c != '/' && c != '>') {
    in->p++;
    c = peek(in, 0);
  }
  a->name_n = (size_t)(in->p - a->name);
  while (is_blank(peek(in, 0))) in->p++;
  if (c == '/' || c == '>' || peek(in, 0) != '=') return true;
  do in->p++;
  while (is_blank(peek(in, 0)));
  c = peek(in, 0);
  if (c == '"' || c == '\'') {
    int quote = c;
    a->value = ++in->p;
    while (peek(in, 0) >= 0 && peek(in, 0) != quote) in->p++;
    a->value_n = (size_t)(in->p - a->value);
    if (in->p == in->end) return false;
    in->p++;
    return true;
  }
  a->value = in->p;
  while (peek(in, 0) >= 0 && !is_blank(peek(in, 0)) && peek(in, 0) != '>') in->p++;
  a->value_n = (size_t)(in->p - a->value);
  return true;
}

// What a meta means by an encoding.
static int declarable(int encoding) {
  if (is_utf_16(encoding)) return UTF_8;
  return encoding == X_USER_DEFINED ? WINDOWS_1252 : encoding;
}

// The attributes of a meta, from the octet after its name on. NONE if it says nothing.
static int encoding_of_meta(input *in) {
  attribute a;
  bool got_pragma = false, need_pragma = false, had[3] = {false};
  int charset = NONE;
  bool decided = false;  // charset, be it NONE, comes from an attribute
  while (get_attribute(in, &a) && in->p < in->end) {
    static const char *const names[] = {"http-equiv", "content", "charset"};
    int which = 0;
    while (which < 3 && !is_word(a.name, a.name_n, names[which])) which++;
    if (which == 3 || had[which]) continue;
    had[which] = true;
    if (which == 0) {
      got_pragma = is_word(a.value, a.value_n, "content-type") || got_pragma;
    } else if (which == 1) {
      int found = encoding_of_content(a.value, a.value_n);
      if (found == NONE || decided) continue;
      charset = found;
      decided = need_pragma = true;
    } else {
      charset = find_encoding(a.value, a.value_n);
      decided = true;
      need_pragma = false;
    }
  }
  return need_pragma && !got_pragma ? NONE : declarable(charset);
}

// "get an XML encoding"
static int xml_encoding(input in) {
  if ((size_t)(in.end - in.p) < 5 || memcmp(in.p, "<?xml", 5) != 0) return NONE;
  if (memchr(in.p, '>', (size_t)(in.end - in.p)) == NULL) return NONE;
  while (in.end - in.p >= 8 && memcmp(in.p, "encoding", 8) != 0) in.p++;
  if (in.end - in.p < 8) return NONE;
  in.p += 8;
  while (between(peek(&in, 0), 0, 0x20)) in.p++;
  if (peek(&in, 0) != '=') return NONE;
  in.p++;
  while (between(peek(&in, 0), 0, 0x20)) in.p++;
  int quote = peek(&in, 0);
  if (quote != '"' && quote != '\'') return NONE;
  const unsigned char *start = ++in.p;
  while (peek(&in, 0) > 0x20 && peek(&in, 0) != quote) in.p++;
  if (peek(&in, 0) != quote) return NONE;
  int found = find_encoding(start, (size_t)(in.p - start));
  return is_utf_16(found) ? UTF_8 : found;
}

// "prescan a byte stream to determine its encoding"
static int prescan(const unsigned char *octets, size_t n) {
  const input all = {octets, octets + (n < PRESCAN_MAX ? n : PRESCAN_MAX)};
  input in = all;
  if (in.end - in.p >= 6 && memcmp(in.p, "<\0?\0x", 6) == 0) return UTF_16LE;
  if (in.end - in.p >= 6 && memcmp(in.p, "\0<\0?\0x", 6) == 0) return UTF_16BE;
  for (; in.p < in.end; in.p++) {
    if (*in.p != '<') continue;
    int c = peek(&in, 1), after = peek(&in, 5);
    if (starts_with(&in, "<!--")) {
      in.p += 4;
      while (in.p < in.end && !(*in.p == '>' && in.p[-1] == '-' && in.p[-2] == '-')) in.p++;
    } else if (starts_with(&in, "<meta") && (is_blank(after) || after == '/')) {
      in.p += 5;
      int found = encoding_of_meta(&in);
      if (in.p < in.end && found != NONE) return found;
    } else if (is_letter(c) || (c == '/' && is_letter(peek(&in, 2)))) {
      attribute a;
      while (in.p < in.end && !is_blank(*in.p) && *in.p != '>') in.p++;
      while (get_attribute(&in, &a)) {
      }
    } else if (c == '!' || c == '/' || c == '?') {
      while (in.p < in.end && *in.p != '>') in.p++;
    }
    if (in.p >= in.end) break;
  }
  return xml_encoding(all);
}

// R11.1 (a) and (b); *mark is the length of a byte order mark.
static int declared_encoding(const unsigned char *octets, size_t n, const char *charset,
                             size_t *mark) {
  *mark = 0;
  if (n >= 3 && memcmp(octets, "\xEF\xBB\xBF", 3) == 0) {
    *mark = 3;
    return UTF_8;
  }
  if (n >= 2 && (memcmp(octets, "\xFE\xFF", 2) == 0 || memcmp(octets, "\xFF\xFE", 2) == 0)) {
    *mark = 2;
    return octets[0] == 0xFE ? UTF_16BE : UTF_16LE;
  }
  return charset ? find_encoding((const unsigned char *)charset, strlen(charset)) : NONE;
}

// R11.1 (c) and (d)
static int html_encoding(const unsigned char *octets, size_t n) {
  int found = n > 0 ? prescan(octets, n) : NONE;
  if (found != NONE) return found;
  return n == 0 || is_utf_8(octets, n) ? UTF_8 : WINDOWS_1252;
}

// R11.11 (c) to (e)
static int xml_document_encoding(const unsigned char *octets, size_t n) {
  if (n >= 4 && memcmp(octets, "<\0?", 4) == 0) return UTF_16LE;
  if (n >= 4 && memcmp(octets, "\0<\0?", 4) == 0) return UTF_16BE;
  const unsigned char *end = n > 0 ? memchr(octets, '>', n < PRESCAN_MAX ? n : PRESCAN_MAX) : NULL;
  int found = end ? xml_encoding((input){octets, end + 1}) : NONE;
  return found == NONE ? UTF_8 : found;
}

// ---- Text (R11.4 to R11.10) ----

typedef struct writer {
  buffer out;
  size_t pieces;
  bool blank, line;          // called for since the last piece
  bool glue;                 // nothing comes before the next piece, whatever is called for
  size_t refused_at;         // of XML: where the construct begins for which it is refused
  fpcheck_line_sink *watch;  // of the main text: is shown each line, unless it is NULL
  void *user;
} writer;

static void put_piece(writer *w, const unsigned char *text, size_t n) {
  if (w->pieces > 0 && !w->glue && (w->line || w->blank)) put(&w->out, w->line ? "\n" : " ", 1);
  w->line = w->blank = w->glue = false;
  w->pieces++;
  put(&w->out, text, n);
}

// R11.8
static void put_text(writer *w, const unsigned char *text, size_t n, bool lines) {
  for (size_t i = 0, start = 0; i < n; start = i) {
    while (i < n && !is_blank(text[i])) i++;
    if (i > start) put_piece(w, text + start, i - start);
    for (; i < n && is_blank(text[i]); i++) {
      w->blank = true;
      if (lines && (text[i] == '\n' || text[i] == '\r')) w->line = true;
    }
  }
}

// A name with a blank before and after it, as in the lists of names below. One that cannot be in
// them, for it is too long or holds a NUL, is two blanks.
typedef struct padded {
  char name[40];
} padded;

static padded pad(const unsigned char *name, size_t n) {
  padded p = {"  "};
  if (n == 0 || n > sizeof p.name - 3 || memchr(name, 0, n) != NULL) return p;
  memcpy(p.name + 1, name, n);
  memcpy(p.name + 1 + n, " ", 2);
  return p;
}

static bool among(padded p, const char *list) {
  return list != NULL && p.name[1] != ' ' && strstr(list, p.name) != NULL;
}

static const char html_left_out[] =  // R11.4
    " annotation annotation-xml applet area audio base basefont canvas datalist embed frame "
    " frameset head iframe img input link meta meter noembed noframes noscript object param "
    " progress rp rt rtc script select style svg template textarea title track video ";

static const char html_blocks[] =  // R11.7
    " address article aside blockquote body br button caption center col colgroup dd details dialog "
    " dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html "
    " legend li listing main menu nav ol p plaintext pre search section summary table tbody td "
    " tfoot th thead tr ul xmp ";

static const char html_preformatted[] = " listing plaintext pre xmp ";  // R11.8

// R11.10
static bool is_ocr_line(const unsigned char *class, size_t n) {
  for (size_t i = 0, start; i < n;) {
    while (i < n && is_blank(class[i])) i++;
    for (start = i; i < n && !is_blank(class[i]);) i++;
    if (among(pad(class + start, i - start),
              " ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line "))
      return true;
  }
  return false;
}

static padded name_of(lxb_dom_node_t *element) {
  size_t n = 0;
  const lxb_char_t *name = lxb_dom_element_local_name(lxb_dom_interface_element(element), &n);
  return pad(name, name ? n : 0);
}

static lxb_dom_attr_t *attribute_of(lxb_dom_node_t *element, const char *name) {
  lxb_dom_attr_t *a = lxb_dom_element_attr_by_name(lxb_dom_interface_element(element),
                                                   (const lxb_char_t *)name, strlen(name));
  if (a == NULL) return NULL;
  uintptr_t local = a->node.local_name;
  while (a != NULL && (a->node.ns == LXB_NS_XLINK || a->node.local_name != local))
    a = lxb_dom_element_next_attribute(a);  // xlink:role is not role
  return a;
}

static bool is_shown(lxb_dom_node_t *element, padded name) {
  return !among(name, html_left_out) && !attribute_of(element, "hidden") &&
         (!among(name, " dialog ") || attribute_of(element, "open"));
}

static bool ends_line(lxb_dom_node_t *element, padded name) {
  if (among(name, html_blocks)) return true;
  lxb_dom_attr_t *class = attribute_of(element, "class");
  size_t n = 0;
  const lxb_char_t *value = class ? lxb_dom_attr_value(class, &n) : NULL;
  return value != NULL && is_ocr_line(value, n);
}

static void write_tree(writer *w, lxb_dom_node_t *root) {
  size_t keeping = 0;  // preformatted elements around
  for (lxb_dom_node_t *node = root->first_child; node != NULL;) {
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      const lexbor_str_t *text = &lxb_dom_interface_character_data(node)->data;
      put_text(w, text->data, text->length, keeping > 0);
    } else if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      padded name = name_of(node);
      if (is_shown(node, name)) {
        if (ends_line(node, name)) w->line = true;
        if (node->first_child != NULL) {
          keeping += among(name, html_preformatted);
          node = node->first_child;
          continue;
        }
      }
    }
    while (node->next == NULL && node->parent != root) {
      node = node->parent;
      padded name = name_of(node);
      if (ends_line(node, name)) w->line = true;
      keeping -= among(name, html_preformatted);
    }
    node = node->next;
  }
}

#include "fpcheck_markup_main.c"

// ---- The tree (R11.3) ----

enum { OPEN_ELEMENTS_MAX = 512 };

// Stands between tokenizer and tree builder, and stops them where the document nests too deep.
typedef struct guard {
  lxb_html_tokenizer_token_f build;
  lxb_html_tree_t *tree;
  bool too_deep;
} guard;

static bool is_foreign(lxb_html_tree_t *tree) {
  lxb_dom_node_t *node = lxb_html_tree_current_node(tree);
  return node != NULL && node->ns != LXB_NS_HTML &&
         !lxb_html_tree_mathml_text_integration_point(node) &&
         !lxb_html_tree_html_integration_point(node);
}

static lxb_html_token_t *take_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token,
                                    void *user) {
  guard *g = user;
  // lexbor 3.1.0 has forgotten sup among the start tags that end foreign content.
  if (token->tag_id == LXB_TAG_SUP && !(token->type & LXB_HTML_TOKEN_TYPE_CLOSE))
    while (is_foreign(g->tree)) lxb_html_tree_open_elements_pop(g->tree);
  token = g->build(tokenizer, token, g->tree);
  if (token == NULL || lexbor_array_length(g->tree->open_elements) <= OPEN_ELEMENTS_MAX)
    return token;
  g->too_deep = true;
  tokenizer->status = LXB_STATUS_ABORTED;
  return NULL;
}

static int encoding_of_element(lxb_dom_node_t *meta) {
  static const char *const names[] = {"charset", "http-equiv", "content"};
  const lxb_char_t *values[3];
  size_t n[3];
  for (size_t i = 0; i < 3; i++) {
    lxb_dom_attr_t *a = attribute_of(meta, names[i]);
    values[i] = a ? lxb_dom_attr_value(a, &n[i]) : NULL;
  }
  int found = values[0] ? find_encoding(values[0], n[0]) : NONE;
  if (found == NONE && values[1] && is_word(values[1], n[1], "content-type") && values[2])
    found = encoding_of_content(values[2], n[2]);
  return declarable(found);
}

// The encoding that the head declares (R11.1). What a template contains is no child of it.
static int encoding_of_head(lxb_html_document_t *document) {
  lxb_html_head_element_t *head = lxb_html_document_head_element(document);
  if (head == NULL) return NONE;
  for (lxb_dom_node_t *node = lxb_dom_interface_node(head)->first_child; node; node = node->next) {
    for (lxb_dom_node_t *meta = node; meta;) {
      bool is_meta = meta->type == LXB_DOM_NODE_TYPE_ELEMENT && among(name_of(meta), " meta ");
      int found = is_meta ? encoding_of_element(meta) : NONE;
      if (found != NONE) return found;
      meta = meta == node ? node->first_child : meta->next;
    }
  }
  return NONE;
}

// Writes nothing if the head declares another encoding than *tentative, but that encoding there.
static fpcheck_error build_and_write(writer *w, const buffer *html, int *tentative,
                                     void (*write)(writer *, lxb_dom_node_t *)) {
  lxb_html_parser_t *parser = lxb_html_parser_create();
  lxb_html_document_t *document = NULL;
  guard g = {NULL, NULL, false};
  if (parser != NULL && lxb_html_parser_init(parser) == LXB_STATUS_OK) {
    g = (guard){parser->tkz->callback_token_done, parser->tree, false};
    lxb_html_tokenizer_callback_token_done_set(parser->tkz, take_token, &g);
    document = lxb_html_parse(parser, html->octets, html->n);
  }
  int declared = document != NULL && tentative != NULL ? encoding_of_head(document) : NONE;
  if (declared != NONE && declared != *tentative)
    *tentative = declared;
  else if (document != NULL)
    write(w, lxb_dom_interface_node(document));
  fpcheck_error error = document != NULL ? FPCHECK_OK
                        : g.too_deep     ? FPCHECK_TOO_DEEP
                                         : FPCHECK_NO_MEMORY;
  lxb_html_document_destroy(document);
  lxb_html_parser_destroy(parser);
  return error;
}

static fpcheck_error write_html(writer *w, const buffer *html, int *tentative) {
  return build_and_write(w, html, tentative, write_tree);
}

static fpcheck_error write_main(writer *w, const buffer *html, int *tentative) {
  return build_and_write(w, html, tentative, write_main_text);
}

// ---- XML: what its elements give (R11.17 to R11.24) ----

typedef struct vocabulary {
  enum { LISTS, HTML, ALTO, PAGE } kind;
  const char *left_out, *inlined, *preformatted, *first_only;
  struct {
    const char *in, *kept;
  } kept_only[5];
} vocabulary;

#define LEFT_OUT " annotation annotation-xml script style "
#define INLINE                                                                                    \
  " bold em emph emphasis italic maction math menclose merror mfenced mfrac mi mlabeledtr "       \
  " mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle "    \
  " msub msubsup msup mtable mtd mtext mtr munder munderover semantics strong sub subscript sup " \
  " superscript underline "

static const vocabulary docs = {
    // R11.20
    .left_out = LEFT_OUT
    " alt alt-text colspec contrib-id graphic index-term index-term-range-end indexterm "
    " inline-graphic journal-meta long-desc object-id processing-meta pub-id refmiscinfo remark rp rt svg "
    " tex-math textobject titleabbrev ",
    .inlined = INLINE
    " abbrev accel acronym alternatives anchor application chem-struct citation citetitle classname "
    " co code command computeroutput constant coref email envar errorcode errorname errortype "
    " exceptionname ext-link filename firstterm fixed-case footnoteref foreignphrase function "
    " glossterm guibutton guiicon guilabel hardware inline-formula inline-supplementary-material "
    " inlineequation inlinegraphic inlinemediaobject interface interfacename keycap keycode keysym "
    " lineannotation link literal markup mathphrase medialabel methodname milestone-end "
    " milestone-start monospace mousebutton named-content olink ooclass ooexception oointerface "
    " option optional overline parameter phrase private-char productname prompt property quote rb "
    " related-object replaceable returnvalue roman ruby sans-serif sc sgmltag strike structfield "
    " structname styled-content symbol systemitem tag target token trademark type ulink uri "
    " userinput varname wordasword x xref ",
    .preformatted = " code literallayout preformat programlisting screen synopsis ",
    .first_only =
        " aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives ",
    .kept_only = {{
        " appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta book-part-meta "
        " bookinfo chapterinfo collection-meta front-stub glossaryinfo indexinfo info objectinfo "
        " partinfo prefaceinfo refentryinfo referenceinfo refsect1info refsect2info refsect3info "
        " refsectioninfo refsynopsisdivinfo sect1info sect2info sect3info sect4info sect5info "
        " sectioninfo setindexinfo setinfo sidebarinfo ",
        " abstract aff aff-alternatives author author-notes authorgroup book-title-group collab "
        " contrib-group copyright corpauthor editor kwd-group legalnotice othercredit subtitle title "
        " title-group trans-abstract ",
    }},
};

static const vocabulary tei = {
    // R11.21
    .left_out = LEFT_OUT
    " del desc facsimile figDesc fw gap index interp interpGrp joinGrp linkGrp rt spanGrp standOff svg "
    " timeline ",
    .inlined = INLINE
    " abbr add addName am anchor app att c caesura choice cl code corr damage damageSpan date "
    " distinct ex expan foreign forename formula g genName geogName gi gloss handShift hi ident lem "
    " m measure mentioned metamark mod name nameLink num orgName orig pc persName phr placeName ptr "
    " q rb rdg rdgGrp redo ref reg restore retrace roleName rs ruby s said secl seg sic soCalled space "
    " subst supplied surname surplus tag term time title unclear undo val w ",
    .preformatted = " eg egXML ",
    .first_only = " app choice rdgGrp ",
    .kept_only = {{" teiHeader ", " fileDesc profileDesc "},
                  {" fileDesc ", " titleStmt "},
                  {" titleStmt ", " author title "},
                  {" profileDesc ", " abstract "},
                  {" choice ", " choice corr ex expan reg seg supplied unclear "}},
};

static const vocabulary xhtml = {.kind = HTML, .left_out = html_left_out};  // R11.19
static const vocabulary other = {
    // R11.22
    .left_out = LEFT_OUT
    " base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue "
    " EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL ",
    .inlined = INLINE};
static const vocabulary alto = {.kind = ALTO};                         // R11.23
static const vocabulary page = {.kind = PAGE, .left_out = " Glyph "};  // R11.24

static const char docs_roots[] =
    " appendix article bibliography book book-part book-part-wrapper chapter colophon dedication "
    " glossary part pmc-articleset preface refentry reference response sect1 sect2 sect3 sect4 "
    " sect5 section set sub-article ";

static const vocabulary *vocabulary_of(padded root) {  // R11.17
  return among(root, " html ")                  ? &xhtml
         : among(root, docs_roots)              ? &docs
         : among(root, " TEI TEI.2 teiCorpus ") ? &tei
         : among(root, " alto ")                ? &alto
         : among(root, " PcGts ")               ? &page
                                                : &other;
}

// A sequence of the document's octets; octets is NULL of one that is not there.
typedef struct slice {
  const unsigned char *octets;
  size_t n;
} slice;

typedef struct entity {
  slice name;
  bool has_text;
  size_t at, n;  // its text in the literals
} entity;

// The attributes that mean something.
enum { CLASS, HIDDEN, OPEN, BREAK, SUBS_TYPE, SUBS_CONTENT, CONTENT, ATTRIBUTES };
static const char *const attribute_names[] = {"class",     "hidden",       "open",   "break",
                                              "SUBS_TYPE", "SUBS_CONTENT", "CONTENT"};

typedef struct element {
  slice name;
  padded local;
  size_t pieces;      // that were written before it
  bool left_out;      // it, or one around it
  bool had;           // a child that is not left out
  bool line, blank;   // called for before and after it
  bool glue;          // nothing is written before and after it
  bool preformatted;  // it, or one around it; of PAGE, it is in a Unicode
} element;

enum { ELEMENTS_MAX = 500 };

typedef struct xml {
  input in;
  const unsigned char *start;  // of the construct that is read
  writer w;
  const vocabulary *vocabulary;  // NULL before the root element
  element open[ELEMENTS_MAX];
  size_t depth;
  slice attributes[ATTRIBUTES];  // of the start tag that is read, as they are written
  buffer value;                  // of one of them, with its references resolved
  buffer literals;               // texts of entities
  entity *entities;              // a hash table; names are NULL where it is empty
  size_t entities_n, entities_size;
  bool gave_subs;  // the last String gave its SUBS_CONTENT
  bool failed;     // there is no memory
} xml;

static bool is_equal(slice a, slice b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.octets, b.octets, a.n) == 0);
}

static bool is_text(slice a, const char *text) {
  return is_equal(a, (slice){(const unsigned char *)text, strlen(text)});
}

static bool resolve(xml *x, input *in, buffer *out, bool entities);

// The value of an attribute of the start tag that was just read (R11.13); empty if there is none.
static slice value_of(xml *x, int which) {
  slice raw = x->attributes[which];
  input in = {raw.octets, raw.octets + raw.n};
  x->value.n = 0;
  while (in.p < in.end)
    if (*in.p != '&' || !resolve(x, &in, &x->value, true)) put(&x->value, in.p++, 1);
  return (slice){x->value.octets, x->value.n};
}

static bool is_kept(const vocabulary *v, padded parent, padded name) {
  for (size_t i = 0; i < 5 && v->kept_only[i].in != NULL; i++)
    if (among(parent, v->kept_only[i].in) && !among(name, v->kept_only[i].kept)) return false;
  return true;
}

// What the text of the document loses with an element besides those around it.
static bool is_left_out(xml *x, const element *e, const element *parent) {
  const vocabulary *v = x->vocabulary;
  if (among(e->local, v->left_out)) return true;
  if (v->kind == HTML)
    return x->attributes[HIDDEN].octets != NULL ||
           (among(e->local, " dialog ") && x->attributes[OPEN].octets == NULL);
  if (parent == NULL) return false;
  if (v->kind == PAGE) return among(e->local, " TextEquiv ") && x->w.pieces > parent->pieces;
  return !is_kept(v, parent->local, e->local) ||
         (parent->had && among(parent->local, v->first_only));
}

static void call(writer *w, const element *e) {
  w->line |= e->line;
  w->blank |= e->blank;
  w->glue |= e->glue;
}

static void start_alto(xml *x, element *e) {
  writer *w = &x->w;
  e->line = among(e->local, " TextLine ");
  e->blank = among(e->local, " String SP ");
  if (e->blank) w->blank = true;
  if (among(e->local, " HYP ") && !x->gave_subs) {
    w->glue = true;
    put_piece(w, (const unsigned char *)"-", 1);
  }
  if (!among(e->local, " String ")) return;
  bool subs = value_of(x, SUBS_CONTENT).n > 0;
  bool first = subs && is_text(value_of(x, SUBS_TYPE), "HypPart1");
  bool second = subs && is_text(value_of(x, SUBS_TYPE), "HypPart2");
  x->gave_subs = first;
  if (second) return;
  slice content = value_of(x, first ? SUBS_CONTENT : CONTENT);
  put_text(w, content.octets, content.n, false);
}

static void start_element(xml *x, element *e) {
  const vocabulary *v = x->vocabulary;
  switch (v->kind) {
    case LISTS:
      e->line = !among(e->local, v->inlined);
      e->preformatted |= among(e->local, v->preformatted);
      if (v == &tei && among(e->local, " cb gb lb milestone pb ") &&
          is_text(value_of(x, BREAK), "no")) {
        e->line = false;
        e->glue = true;
      }
      break;
    case HTML: {
      slice class = value_of(x, CLASS);
      e->line = among(e->local, html_blocks) || is_ocr_line(class.octets, class.n);
      e->preformatted |= among(e->local, html_preformatted);
      break;
    }
    case ALTO: start_alto(x, e); break;
    case PAGE:
      e->line = among(e->local, " TextLine TextRegion ");
      e->blank = among(e->local, " Word ");
      e->preformatted |= among(e->local, " Unicode ");
  }
  call(&x->w, e);
}

// False if the document is refused.
static bool open_element(xml *x, slice name) {
  if (x->depth == ELEMENTS_MAX || (x->depth == 0 && x->vocabulary != NULL)) return false;
  element *e = &x->open[x->depth], *parent = x->depth > 0 ? e - 1 : NULL;
  size_t local = name.n;
  while (local > 0 && name.octets[local - 1] != ':') local--;
  *e = (element){.name = name,
                 .local = pad(name.octets + local, name.n - local),
                 .pieces = x->w.pieces,
                 .preformatted = parent != NULL && parent->preformatted};
  if (x->vocabulary == NULL) x->vocabulary = vocabulary_of(e->local);
  e->left_out = (parent != NULL && parent->left_out) || is_left_out(x, e, parent);
  x->depth++;
  if (e->left_out) return true;
  if (parent != NULL) parent->had = true;
  start_element(x, e);
  return true;
}

static bool close_element(xml *x, slice name) {
  if (x->depth == 0 || !is_equal(x->open[x->depth - 1].name, name)) return false;
  const element *e = &x->open[--x->depth];
  call(&x->w, e);
  return true;
}

static bool put_characters(xml *x, const unsigned char *text, size_t n) {
  if (x->depth == 0) {
    for (size_t i = 0; i < n; i++)
      if (!is_blank(text[i])) return false;
    return true;
  }
  const element *e = &x->open[x->depth - 1];
  int kind = x->vocabulary->kind;
  if (!e->left_out && kind != ALTO && (kind != PAGE || e->preformatted))
    put_text(&x->w, text, n, e->preformatted);
  return true;
}

// ---- XML: the scan (R11.12 to R11.16) ----

static bool is_name_start(int c) { return is_letter(c) || c == '_' || c == ':' || c >= 0x80; }

static bool is_name(int c) {
  return is_name_start(c) || between(c, '0', '9') || c == '-' || c == '.';
}

static slice read_name(input *in) {
  const unsigned char *start = in->p;
  if (is_name_start(peek(in, 0)))
    while (is_name(peek(in, 0))) in->p++;
  return (slice){start, (size_t)(in->p - start)};
}

static void pass_blanks(input *in) {
  while (is_blank(peek(in, 0))) in->p++;
}

// Passes what a construct begins with, if it is there.
static bool pass(input *in, const char *text) {
  size_t n = strlen(text);
  if ((size_t)(in->end - in->p) < n || memcmp(in->p, text, n) != 0) return false;
  in->p += n;
  return true;
}

// Reads up to the first place where the text stands, and passes that; false if it is nowhere.
static bool read_to(input *in, const char *text, slice *read) {
  read->octets = in->p;
  for (const unsigned char *p = in->p;
       (p = p < in->end ? memchr(p, *text, (size_t)(in->end - p)) : NULL) != NULL; p++) {
    in->p = p;
    read->n = (size_t)(p - read->octets);
    if (pass(in, text)) return true;
  }
  return false;
}

static bool read_literal(input *in, slice *literal) {
  int quote = peek(in, 0);
  if (quote != '"' && quote != '\'') return false;
  char end[2] = {(char)quote, 0};
  in->p++;
  return read_to(in, end, literal);
}

static entity *find_entity(const xml *x, slice name) {
  size_t i = (size_t)fpcheck_jenkins(name.octets, name.n) & (x->entities_size - 1);
  while (x->entities[i].name.octets != NULL && !is_equal(x->entities[i].name, name))
    i = (i + 1) & (x->entities_size - 1);
  return &x->entities[i];
}

static void add_entity(xml *x, entity e) {
  if (2 * x->entities_n >= x->entities_size) {
    xml larger = {.entities_size = x->entities_size ? 2 * x->entities_size : 64};
    larger.entities = calloc(larger.entities_size, sizeof e);
    if (larger.entities == NULL) {
      x->failed = true;
      return;
    }
    for (size_t i = 0; i < x->entities_size; i++)
      if (x->entities[i].name.octets != NULL)
        *find_entity(&larger, x->entities[i].name) = x->entities[i];
    free(x->entities);
    x->entities = larger.entities;
    x->entities_size = larger.entities_size;
  }
  entity *place = find_entity(x, e.name);
  if (place->name.octets != NULL) return;  // the first counts
  *place = e;
  x->entities_n++;
}

static int by_entity(const void *key, const void *member) {
  const slice *name = key;
  const char *other_name = ((const struct html_entity *)member)->name;
  int order = strncmp((const char *)name->octets, other_name, name->n);
  return order != 0 ? order : -(other_name[name->n] != 0);
}

// The scalar value of a key of R11.14 (b), or 0.
static uint32_t number_of(slice key) {
  bool hexadecimal = key.n > 1 && key.octets[1] == 'x';
  uint32_t value = 0;
  for (size_t i = hexadecimal ? 2 : 1; i < key.n; i++) {
    int c = key.octets[i], letter = lower(c);
    bool digit = between(c, '0', '9');
    if (!digit && !(hexadecimal && between(letter, 'a', 'f'))) return 0;
    value = value * (hexadecimal ? 16 : 10) + (uint32_t)(digit ? c - '0' : letter - 'a' + 10);
    if (value > 0x10FFFF) value = 0x110000;
  }
  return value > 0x10FFFF || value >> 11 == 0x1B ? 0 : value;
}

// R11.14: writes what a reference means and passes it; false, with nothing done, if it is none.
// Without entities only (a) and (b) hold, and & and < by their numbers do not.
static bool resolve(xml *x, input *in, buffer *out, bool entities) {
  static const char *const five[][2] = {
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
  input ahead = {in->p + 1, in->end};
  while (is_name(peek(&ahead, 0)) || peek(&ahead, 0) == '#') ahead.p++;
  slice key = {in->p + 1, (size_t)(ahead.p - in->p - 1)};
  if (key.n == 0 || peek(&ahead, 0) != ';') return false;
  const char *text = NULL;
  for (size_t i = 0; i < 5; i++)
    if (is_text(key, five[i][0])) text = five[i][1];
  if (text == NULL && *key.octets == '#') {
    uint32_t value = number_of(key);
    if (value == 0 || (!entities && (value == '&' || value == '<'))) return false;
    put_scalar(out, value);
  } else if (text == NULL) {
    if (!entities) return false;
    const entity *e = x->entities_size > 0 ? find_entity(x, key) : NULL;
    if (e != NULL && e->name.octets != NULL) {
      if (!e->has_text) return false;
      put(out, x->literals.octets + e->at, e->n);
    } else {
      const struct html_entity *named =
          bsearch(&key, html_entities, sizeof html_entities / sizeof *html_entities,
                  sizeof *html_entities, by_entity);
      if (named == NULL) return false;
      text = named->text;
    }
  }
  if (text != NULL) put(out, text, strlen(text));
  in->p = ahead.p + 1;
  return true;
}
// What follows <!ENTITY (R11.15).
static void declare_entity(xml *x, input in) {
  slice literal;
  pass_blanks(&in);
  entity e = {.name = read_name(&in), .at = x->literals.n};
  if (e.name.n == 0) return;
  pass_blanks(&in);
  size_t points = 0;
  e.has_text = read_literal(&in, &literal);
  in = (input){literal.octets, literal.octets + (e.has_text ? literal.n : 0)};
  while (e.has_text && in.p < in.end) {
    points += (*in.p & 0xC0) != 0x80;
    if (*in.p == '<' || points > 256) {
      e.has_text = false;
    } else if (*in.p != '&') {
      put(&x->literals, in.p++, 1);
    } else {
      const unsigned char *start = in.p;
      e.has_text = resolve(x, &in, &x->literals, false);
      if (e.has_text) points += (size_t)(in.p - start) - 1;  // all of them are ASCII
      e.has_text &= points <= 256;
    }
  }
  if (!e.has_text) x->literals.n = e.at;
  e.n = x->literals.n - e.at;
  add_entity(x, e);
}

static bool read_declaration(xml *x) {
  input *in = &x->in;
  slice skipped;
  bool is_entity = pass(in, "<!ENTITY");
  const input start = *in;
  for (; in->p < in->end && *in->p != '>'; in->p++) {
    if (*in->p != '"' && *in->p != '\'') continue;
    if (!read_literal(in, &skipped)) return false;
    in->p--;
  }
  if (!pass(in, ">")) return false;
  if (is_entity) declare_entity(x, start);
  return true;
}

static bool read_subset(xml *x) {
  input *in = &x->in;
  slice skipped;
  while (in->p < in->end) {
    if (pass(in, "]")) return true;
    if (pass(in, "<!--") ? !read_to(in, "-->", &skipped)
        : pass(in, "<?") ? !read_to(in, "?>", &skipped)
        : *in->p == '<'  ? !read_declaration(x)
                         : (in->p++, false))
      return false;
  }
  return false;
}

// What follows <!DOCTYPE (R11.15).
static bool read_document_type(xml *x) {
  input *in = &x->in;
  slice skipped;
  while (in->p < in->end) {
    int c = *in->p;
    if (pass(in, ">")) return true;
    if (c == '"' || c == '\'' ? !read_literal(in, &skipped)
                              : (in->p++, c == '[' && !read_subset(x)))
      return false;
  }
  return false;
}

// R11.13
static bool read_start_tag(xml *x) {
  input *in = &x->in;
  slice name = read_name(in), key, value;
  if (name.n == 0) return false;
  memset(x->attributes, 0, sizeof x->attributes);
  for (pass_blanks(in); (key = read_name(in)).n > 0; pass_blanks(in)) {
    pass_blanks(in);
    if (!pass(in, "=")) return false;
    pass_blanks(in);
    if (!read_literal(in, &value)) return false;
    for (size_t i = 0; i < ATTRIBUTES; i++)
      if (is_text(key, attribute_names[i]) && x->attributes[i].octets == NULL)
        x->attributes[i] = value;
  }
  if (pass(in, ">")) return open_element(x, name);
  return pass(in, "/>") && open_element(x, name) && close_element(x, name);
}

static bool read_end_tag(xml *x) {
  slice name = read_name(&x->in);
  pass_blanks(&x->in);
  return name.n > 0 && pass(&x->in, ">") && close_element(x, name);
}

// R11.12
static bool read_construct(xml *x) {
  input *in = &x->in;
  slice read;
  if (pass(in, "<!--")) return read_to(in, "-->", &read);
  if (pass(in, "<?")) return read_to(in, "?>", &read);
  if (pass(in, "<![CDATA["))
    return read_to(in, "]]>", &read) && put_characters(x, read.octets, read.n);
  if (x->vocabulary == NULL && pass(in, "<!DOCTYPE")) return read_document_type(x);
  if (pass(in, "</")) return read_end_tag(x);
  return pass(in, "<") && read_start_tag(x);
}

static bool read_xml(xml *x) {
  input *in = &x->in;
  while (in->p < in->end) {
    const unsigned char *start = x->start = in->p;
    if (*in->p == '<') {
      if (!read_construct(x)) return false;
    } else if (*in->p == '&') {
      x->value.n = 0;
      if (!resolve(x, in, &x->value, true) || !put_characters(x, x->value.octets, x->value.n))
        return false;
    } else {
      while (in->p < in->end && *in->p != '<' && *in->p != '&') in->p++;
      if (!put_characters(x, start, (size_t)(in->p - start))) return false;
    }
  }
  x->start = in->end;
  return x->depth == 0 && x->vocabulary != NULL;
}

static fpcheck_error write_xml(writer *w, const buffer *text, int *tentative) {
  (void)tentative;
  xml *x = calloc(1, sizeof *x);
  if (x == NULL) return FPCHECK_NO_MEMORY;
  x->in = (input){text->octets, text->octets + text->n};
  bool ok = read_xml(x);
  fpcheck_error error = x->failed || x->value.failed || x->literals.failed ? FPCHECK_NO_MEMORY
                        : ok                                               ? FPCHECK_OK
                                                                           : FPCHECK_BAD_XML;
  *w = x->w;
  w->refused_at = x->start == NULL ? 0 : (size_t)(x->start - text->octets);
  free(x->value.octets);
  free(x->literals.octets);
  free(x->entities);
  free(x);
  return error;
}

// ---- Interface ----

static fpcheck_error read_markup(const void *octets, size_t n, const char *charset,
                                 fpcheck_visible *visible, writer w,
                                 int (*encoding_of)(const unsigned char *, size_t),
                                 fpcheck_error (*write)(writer *, const buffer *, int *)) {
  size_t mark;
  int encoding = declared_encoding(octets, n, charset, &mark);
  bool tentative = encoding == NONE;
  if (tentative) encoding = encoding_of(octets, n);
  tentative = tentative && !is_utf_16(encoding);
  fpcheck_error error;
  for (int found = encoding;; tentative = false) {
    buffer decoded = {0};
    if (n > 0) decode(encoding, (const unsigned char *)octets + mark, n - mark, &decoded);
    put(&decoded, "", 1);
    decoded.n -= !decoded.failed;
    error = decoded.failed ? FPCHECK_NO_MEMORY : write(&w, &decoded, tentative ? &found : NULL);
    free(decoded.octets);
    if (error != FPCHECK_OK || found == encoding) break;
    encoding = found;
  }
  put(&w.out, "", 1);
  if (error == FPCHECK_OK && w.out.failed) error = FPCHECK_NO_MEMORY;
  if (error == FPCHECK_OK)
    *visible = (fpcheck_visible){w.out.octets, w.out.n - 1, encoding_names[encoding]};
  else
    free(w.out.octets);
  if (error == FPCHECK_BAD_XML) *visible = (fpcheck_visible){NULL, w.refused_at, NULL};
  return error;
}

fpcheck_error fpcheck_html(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible) {
  return read_markup(octets, n, charset, visible, (writer){0}, html_encoding, write_html);
}

fpcheck_error fpcheck_main(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible) {
  return fpcheck_main_watch(octets, n, charset, visible, NULL, NULL);
}

fpcheck_error fpcheck_main_watch(const void *octets, size_t n, const char *charset,
                                 fpcheck_visible *visible, fpcheck_line_sink *watch, void *user) {
  writer w = {.watch = watch, .user = user};
  return read_markup(octets, n, charset, visible, w, html_encoding, write_main);
}

fpcheck_error fpcheck_xml(const void *octets, size_t n, const char *charset,
                          fpcheck_visible *visible) {
  return read_markup(octets, n, charset, visible, (writer){0}, xml_document_encoding, write_xml);
}

void fpcheck_visible_free(fpcheck_visible *visible) {
  free(visible->text);
  *visible = (fpcheck_visible){NULL, 0, NULL};
}
