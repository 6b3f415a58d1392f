// SPDX-License-Identifier: Apache-2.0
//
// What the vectors cannot ask of fpcheck_markup.c: names of encodings, errors, large and odd input.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fpcheck_markup.h"

static int failures;

#define CHECK(x) \
  ((x) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x)))

typedef fpcheck_error reader(const void *, size_t, const char *, fpcheck_visible *);

static bool gives(reader *read, const char *octets, size_t n, const char *charset,
                  const char *encoding, const char *text) {
  fpcheck_visible v;
  // Exactly so much memory, for the sanitizers to see what is read beyond it.
  char *copy = malloc(n > 0 ? n : 1);
  if (copy == NULL) return false;
  memcpy(copy, octets, n);
  fpcheck_error error = read(copy, n, charset, &v);
  free(copy);
  if (error != FPCHECK_OK) return false;
  bool same = v.n == strlen(text) && memcmp(v.text, text, v.n + 1) == 0 &&
              strcmp(v.encoding, encoding) == 0;
  if (!same) fprintf(stderr, "%s, %s\n", v.encoding, (char *)v.text);
  fpcheck_visible_free(&v);
  return same;
}

#define HTML(octets, charset, encoding, text) \
  CHECK(gives(fpcheck_html, octets, sizeof octets - 1, charset, encoding, text))
#define XML(octets, charset, encoding, text) \
  CHECK(gives(fpcheck_xml, octets, sizeof octets - 1, charset, encoding, text))

#define MAIN(octets, charset, encoding, text) \
  CHECK(gives(fpcheck_main, octets, sizeof octets - 1, charset, encoding, text))

#define LINE \
  "The committee met, and heard three reports about the harbour. Two of them asked for more."

static void test_main(void) {
  MAIN("", NULL, "utf-8", "");
  MAIN("<p> <br hidden>", NULL, "utf-8", "");
  MAIN("<a>b</a><p>c", NULL, "utf-8", "b\nc");  // all lines, for none is of an article
  MAIN("\xE9", NULL, "windows-1252", "\xC3\xA9");
  MAIN("<meta charset=koi8-r><nav><a>a<br>b</a></nav><h1>\xC1</h1><article><p>" LINE "<p>\xC1 " LINE
       "</article><footer>c",
       NULL, "koi8-r", LINE "\n\xD0\xB0 " LINE);
}

typedef struct seen {
  size_t lines, octets;
  int32_t most;  // the greatest score
  bool fits;     // the features are as they can be
} seen;

static void see(void *user, const fpcheck_line *line) {
  seen *s = user;
  s->lines++;
  s->octets += line->n;
  if (line->score > s->most) s->most = line->score;
  for (size_t i = 0; i < FPCHECK_LINE_FEATURES; i++) s->fits &= line->features[i] <= 60000;
  s->fits &= line->n > 0 && line->text[0] != '\n' && line->features[0] > 0;
}

static void test_main_lines(void) {
  static const char html[] = "<nav>a<br>bc</nav><article><p>" LINE "<p>" LINE "<pre>d\ne</pre>f";
  seen s = {.fits = true};
  fpcheck_visible v;
  CHECK(fpcheck_main_watch(html, sizeof html - 1, NULL, &v, see, &s) == FPCHECK_OK);
  CHECK(s.lines == 6 && s.octets == 1 + 2 + 2 * strlen(LINE) + 3 + 1 && s.most > 0 && s.fits);
  CHECK(v.n > strlen(LINE));
  fpcheck_visible_free(&v);
}

// Where lexbor differs from the HTML Standard.
static void test_tree(void) {
  HTML("<math><sup hidden><b>a", NULL, "utf-8", "");
  HTML("<math><mi><sup>a</sup><mi hidden>b</mi>c</math><p>d", NULL, "utf-8", "ac\nd");
}

// A NUL ends no name.
static void test_nul(void) {
  XML("<html>a<i class='ocr_line'>b</i>c<i class='ocr_line\0'>d</i></html>", NULL, "utf-8",
      "a\nb\ncd");
}

static void test_encodings(void) {
  HTML("", NULL, "utf-8", "");
  HTML("<p>a<p>b", NULL, "utf-8", "a\nb");
  HTML("\xE9", NULL, "windows-1252", "\xC3\xA9");
  HTML("\xE9", " Latin1\n", "windows-1252", "\xC3\xA9");
  HTML("<meta charset=sjis>\x82\xA0", "", "shift_jis", "\xE3\x81\x82");
  HTML("<meta charset=utf-16>a", "none such", "utf-8", "a");
  HTML("\xFE\xFF\0a\xD8", "sjis", "utf-16be", "a\xEF\xBF\xBD");
  HTML("a", "iso-2022-kr", "replacement", "\xEF\xBF\xBD");
  XML("<r>a</r>", NULL, "utf-8", "a");
  XML("<?xml encoding='koi8-r'?><r>\xC1</r>", NULL, "koi8-r", "\xD0\xB0");
}

// Every prefix of what goes through most states, so that none reads beyond its end.
static void test_prefixes(reader *read, const char *octets, size_t n) {
  static const char *const charsets[] = {NULL,          "utf-8",   "utf-16be", "utf-16le",
                                         "gb18030",     "big5",    "euc-jp",   "shift_jis",
                                         "iso-2022-jp", "euc-kr",  "koi8-u",   "x-user-defined",
                                         "replacement", "no label"};
  for (size_t i = 0; i <= n; i++) {
    char *copy = malloc(i > 0 ? i : 1);
    if (copy == NULL) return;
    memcpy(copy, octets, i);
    for (size_t k = 0; k < sizeof charsets / sizeof *charsets; k++) {
      fpcheck_visible v = {NULL, 0, NULL};
      fpcheck_error error = read(copy, i, charsets[k], &v);
      CHECK(error == FPCHECK_OK || (read == fpcheck_xml && error == FPCHECK_BAD_XML));
      if (error == FPCHECK_OK) fpcheck_visible_free(&v);
    }
    free(copy);
  }
}

static char *repeat(const char *before, const char *text, size_t times, const char *after,
                    size_t *n) {
  size_t length = strlen(text);
  *n = strlen(before) + times * length + strlen(after);
  char *all = malloc(*n + 1), *to = all;
  if (all == NULL) exit(1);
  to = strcpy(to, before) + strlen(before);
  while (times-- > 0) to = (char *)memcpy(to, text, length) + length;
  strcpy(to, after);
  return all;
}

static fpcheck_error error_of(reader *read, char *octets, size_t n) {
  fpcheck_visible v;
  fpcheck_error error = read(octets, n, NULL, &v);
  if (error == FPCHECK_OK) fpcheck_visible_free(&v);
  free(octets);
  return error;
}

static void test_errors(void) {
  size_t n;
  char *octets = repeat("", "<div>", 450, "a", &n);
  CHECK(error_of(fpcheck_html, octets, n) == FPCHECK_OK);
  octets = repeat("", "<div>", 1000000, "a", &n);
  CHECK(error_of(fpcheck_html, octets, n) == FPCHECK_TOO_DEEP);
  octets = repeat("", "<div>", 1000000, "a", &n);
  CHECK(error_of(fpcheck_main, octets, n) == FPCHECK_TOO_DEEP);
  octets = repeat("", "<div class=nav><a>b</a>c", 450, "a", &n);
  CHECK(error_of(fpcheck_main, octets, n) == FPCHECK_OK);
  octets = repeat("<p>", "a<br>", 200000, "", &n);
  CHECK(error_of(fpcheck_main, octets, n) == FPCHECK_OK);
  octets = repeat("<r>", "<e>", 100000, "", &n);
  CHECK(error_of(fpcheck_xml, octets, n) == FPCHECK_BAD_XML);
  octets = repeat("<r>", "<e/>", 100000, "</r>", &n);
  CHECK(error_of(fpcheck_xml, octets, n) == FPCHECK_OK);
  // Entities are many, and their table grows.
  octets = repeat("<!DOCTYPE r [<!ENTITY a 'b'>", "<!ENTITY a 'c'>", 20000, "]><r>&a;</r>", &n);
  CHECK(error_of(fpcheck_xml, octets, n) == FPCHECK_OK);
  char *many = malloc(40 * 5000 + 64);
  if (many == NULL) exit(1);
  n = (size_t)sprintf(many, "<!DOCTYPE r [");
  for (int i = 0; i < 5000; i++) n += (size_t)sprintf(many + n, "<!ENTITY e%d '%d'>", i, i);
  n += (size_t)sprintf(many + n, "]><r>&e0;&e42;&e4999;</r>");
  CHECK(gives(fpcheck_xml, many, n, NULL, "utf-8", "0424999"));
  free(many);
  CHECK(strcmp(fpcheck_strerror(FPCHECK_TOO_DEEP), fpcheck_strerror(FPCHECK_BAD_XML)) != 0);
}

int main(void) {
  static const char html[] =
      "<!-- x --><meta a='b' http-equiv=content-type content='x; charset = \"koi8-x\"'><meta charset"
      " = utf-8 /><p class='a ocr_line'>a\xE3\x81\x82&amp;<pre>\r\n\x1B$B$\"\x1B(J\\\x81\x30\x81\x30"
      "\x8F\xA2\xAF\x88\x62<math><mi hidden>x</math><table>b<td>\xD8\x00\xDC\x00";
  static const char xml[] =
      "<?xml version='1.0' encoding = 'koi8-u' ?><!DOCTYPE a [<!-- ] --><?b ]?>"
      "<!ENTITY c \"d&#101;&lt;\">"
      "<!ENTITY % f 'g'>]><h i = 'j>' k=\"&c;\">&c;&nbsp;&#x1F600;<![CDATA[<l>]]]></h>\n<!-- m -->";
  test_encodings();
  test_tree();
  test_nul();
  test_main();
  test_main_lines();
  test_prefixes(fpcheck_html, html, sizeof html - 1);
  test_prefixes(fpcheck_main, html, sizeof html - 1);
  test_prefixes(fpcheck_xml, xml, sizeof xml - 1);
  test_errors();
  if (failures == 0) puts("markup: passed");
  return failures != 0;
}
