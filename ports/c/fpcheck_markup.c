// SPDX-License-Identifier: Apache-2.0

#include "fpcheck_markup.h"

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>
#include <stdlib.h>
#include <string.h>

#include "fpcheck_encodings.h"

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
    int first, last;     // of the first octet
    int second, second_last;
    size_t n;
  } rows[] = {  // Table 3-7 of the Unicode Standard
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

static void decode_utf_8(input *in, buffer *out) {
  while (in->p < in->end) {
    bool whole;
    size_t n = utf_8_sequence(in, &whole);
    if (whole)
      put(out, in->p, n);
    else
      put_scalar(out, REPLACED);
    in->p += n;
  }
}

static bool is_utf_8(const unsigned char *octets, size_t n) {
  input in = {octets, octets + n};
  bool whole = true;
  while (in.p < in.end && whole) in.p += utf_8_sequence(&in, &whole);
  return whole;
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
      put_scalar(out, lead <= 0x80                   ? (uint32_t)lead
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
      int to = kind == ('(' << 8 | 'B')                                    ? ASCII
               : kind == ('(' << 8 | 'J')                                  ? ROMAN
               : kind == ('(' << 8 | 'I')                                  ? KATAKANA
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
      x = state == ROMAN && c == 0x5C   ? 0xA5
          : state == ROMAN && c == 0x7E ? 0x203E
                                        : (uint32_t)c;
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
    const unsigned char *end =
      in.p < in.end ? memchr(in.p, quote, (size_t)(in.end - in.p)) : NULL;
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
  if (need_pragma && !got_pragma) return NONE;
  if (charset == UTF_16BE || charset == UTF_16LE) return UTF_8;
  return charset == X_USER_DEFINED ? WINDOWS_1252 : charset;
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
  return found == UTF_16BE || found == UTF_16LE ? UTF_8 : found;
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

// R11.1; *mark is the length of a byte order mark.
static int encoding_of(const unsigned char *octets, size_t n, const char *charset, size_t *mark) {
  *mark = 0;
  if (n >= 3 && memcmp(octets, "\xEF\xBB\xBF", 3) == 0) {
    *mark = 3;
    return UTF_8;
  }
  if (n >= 2 && (memcmp(octets, "\xFE\xFF", 2) == 0 || memcmp(octets, "\xFF\xFE", 2) == 0)) {
    *mark = 2;
    return octets[0] == 0xFE ? UTF_16BE : UTF_16LE;
  }
  int found = charset ? find_encoding((const unsigned char *)charset, strlen(charset)) : NONE;
  if (found == NONE && n > 0) found = prescan(octets, n);
  if (found == NONE) found = n == 0 || is_utf_8(octets, n) ? UTF_8 : WINDOWS_1252;
  return found;
}

// ---- Text of a tree (R11.4 to R11.9) ----

typedef struct writer {
  buffer out;
  bool blank, line;  // called for since the last piece
} writer;

static void put_piece(writer *w, const unsigned char *text, size_t n) {
  if (w->out.n > 0 && (w->line || w->blank)) put(&w->out, w->line ? "\n" : " ", 1);
  w->line = w->blank = false;
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

static int by_name(const void *key, const void *name) {
  return strcmp(key, *(const char *const *)name);
}

#define AMONG(name, list) \
  (bsearch(name, list, sizeof list / sizeof *list, sizeof *list, by_name) != NULL)

static bool is_left_out(const char *name) {  // R11.4
  static const char *const names[] = {
    "annotation", "annotation-xml", "applet",   "area",   "audio",    "base",     "basefont",
    "canvas",     "datalist",       "embed",    "frame",  "frameset", "head",     "iframe",
    "img",        "input",          "link",     "meta",   "meter",    "noembed",  "noframes",
    "noscript",   "object",         "param",    "progress", "rp",     "rt",       "rtc",
    "script",     "select",         "style",    "svg",    "template", "textarea", "title",
    "track",      "video",
  };
  return AMONG(name, names);
}

static bool is_block(const char *name) {  // R11.7
  static const char *const names[] = {
    "address", "article",  "aside",      "blockquote", "body",     "br",      "button", "caption",
    "center",  "col",      "colgroup",   "dd",         "details",  "dialog",  "dir",    "div",
    "dl",      "dt",       "fieldset",   "figcaption", "figure",   "footer",  "form",   "h1",
    "h2",      "h3",       "h4",         "h5",         "h6",       "header",  "hgroup", "hr",
    "html",    "legend",   "li",         "listing",    "main",     "menu",    "nav",    "ol",
    "p",       "plaintext", "pre",       "search",     "section",  "summary", "table",  "tbody",
    "td",      "tfoot",    "th",         "thead",      "tr",       "ul",      "xmp",
  };
  return AMONG(name, names);
}

static bool keeps_lines(const char *name) {  // R11.8
  static const char *const names[] = {"listing", "plaintext", "pre", "xmp"};
  return AMONG(name, names);
}

static const char *name_of(lxb_dom_node_t *node) {
  const lxb_char_t *name = NULL;
  if (node->type == LXB_DOM_NODE_TYPE_ELEMENT)
    name = lxb_dom_element_local_name(lxb_dom_interface_element(node), NULL);
  return name ? (const char *)name : "";
}

static bool has(lxb_dom_node_t *element, const char *attribute_name) {
  return lxb_dom_element_has_attribute(lxb_dom_interface_element(element),
                                       (const lxb_char_t *)attribute_name, strlen(attribute_name));
}

static bool is_shown(lxb_dom_node_t *element, const char *name) {
  return !is_left_out(name) && !has(element, "hidden") &&
         (strcmp(name, "dialog") != 0 || has(element, "open"));
}

static void write_tree(writer *w, lxb_dom_node_t *root) {
  size_t keeping = 0;  // elements around that keep lines
  for (lxb_dom_node_t *node = root->first_child; node != NULL;) {
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      const lexbor_str_t *text = &lxb_dom_interface_character_data(node)->data;
      put_text(w, text->data, text->length, keeping > 0);
    } else if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      const char *name = name_of(node);
      if (is_shown(node, name)) {
        if (is_block(name)) w->line = true;
        if (node->first_child != NULL) {
          keeping += keeps_lines(name);
          node = node->first_child;
          continue;
        }
      }
    }
    while (node->next == NULL && node->parent != root) {
      node = node->parent;
      if (is_block(name_of(node))) w->line = true;
      keeping -= keeps_lines(name_of(node));
    }
    node = node->next;
  }
}

// ---- The tree (R11.3) ----

enum { OPEN_MAX = 512 };

// Stands between tokenizer and tree builder, and stops them where the document nests too deep.
typedef struct guard {
  lxb_html_tokenizer_token_f build;
  lxb_html_tree_t *tree;
  bool too_deep;
} guard;

static lxb_html_token_t *take_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token,
                                    void *user) {
  guard *g = user;
  token = g->build(tokenizer, token, g->tree);
  if (token == NULL || lexbor_array_length(g->tree->open_elements) <= OPEN_MAX) return token;
  g->too_deep = true;
  tokenizer->status = LXB_STATUS_ABORTED;
  return NULL;
}

static fpcheck_error write_html(writer *w, const buffer *html) {
  lxb_html_parser_t *parser = lxb_html_parser_create();
  lxb_html_document_t *document = NULL;
  guard g = {NULL, NULL, false};
  if (parser != NULL && lxb_html_parser_init(parser) == LXB_STATUS_OK) {
    g = (guard){parser->tkz->callback_token_done, parser->tree, false};
    lxb_html_tokenizer_callback_token_done_set(parser->tkz, take_token, &g);
    document = lxb_html_parse(parser, html->octets, html->n);
  }
  if (document != NULL) write_tree(w, lxb_dom_interface_node(document));
  fpcheck_error error = document != NULL ? FPCHECK_OK
                        : g.too_deep     ? FPCHECK_TOO_DEEP
                                         : FPCHECK_NO_MEMORY;
  lxb_html_document_destroy(document);
  lxb_html_parser_destroy(parser);
  return error;
}

// ---- Interface ----

fpcheck_error fpcheck_html(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible) {
  size_t mark;
  int encoding = encoding_of(octets, n, charset, &mark);
  buffer html = {0};
  writer w = {0};
  decode(encoding, (const unsigned char *)octets + mark, n - mark, &html);
  put(&html, "", 1);
  html.n--;
  fpcheck_error error = html.failed ? FPCHECK_NO_MEMORY : write_html(&w, &html);
  free(html.octets);
  put(&w.out, "", 1);
  if (error == FPCHECK_OK && w.out.failed) error = FPCHECK_NO_MEMORY;
  if (error == FPCHECK_OK)
    *visible = (fpcheck_visible){w.out.octets, w.out.n - 1, encoding_names[encoding]};
  else
    free(w.out.octets);
  return error;
}

void fpcheck_visible_free(fpcheck_visible *visible) {
  free(visible->text);
  *visible = (fpcheck_visible){NULL, 0, NULL};
}
