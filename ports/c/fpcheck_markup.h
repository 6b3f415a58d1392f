// SPDX-License-Identifier: Apache-2.0
//
// fpcheck: the visible text of HTML and XML, level markup (chapter 11 of the specification), and
// the main text of HTML, level main (chapter 11a, which is a draft).
//
// fpcheck_markup.c needs malloc and the HTML parser of lexbor (https://lexbor.com), and is built
// only where that is asked for. It has no global state.

#ifndef FPCHECK_MARKUP_H
#define FPCHECK_MARKUP_H

#include "fpcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a reader of a document is shown, for fpcheck_sum.
typedef struct fpcheck_visible {
  unsigned char *text;   // UTF-8, and a NUL that is not part of it
  size_t n;              // octets of the text
  const char *encoding;  // the Encoding Standard's name of what it was decoded from, in lower case
} fpcheck_visible;

// The visible text of n octets of HTML. charset is what its transport declared, or NULL; one that
// the Encoding Standard does not know counts as none (R11.1). FPCHECK_TOO_DEEP if more than 512
// elements are open at once (R11.3), or FPCHECK_NO_MEMORY: then there is nothing to free.
fpcheck_error fpcheck_html(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible);

// The visible text of n octets of XML: XHTML that was served as such, JATS, BITS, DocBook, TEI,
// ALTO, PAGE or any other. charset as above. FPCHECK_BAD_XML if it is refused (R11.16), with
// visible->n set to the place in its UTF-8 where the refused construct begins, or
// FPCHECK_NO_MEMORY: then there is nothing to free.
fpcheck_error fpcheck_xml(const void *octets, size_t n, const char *charset,
                          fpcheck_visible *visible);

// The main text of n octets of HTML: the lines of its visible text without menus, teasers, captions
// and footers, with U+000A between two (R11.35). If no line seems to be of an article, it is the
// visible text. charset and errors as of fpcheck_html. The time is linear in the octets, and the
// memory too: about 200 octets for each element and each line, besides what lexbor needs.
fpcheck_error fpcheck_main(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible);

#define FPCHECK_LINE_FEATURES 71

// A line of the visible text (R11.25), for fpcheck_main_watch. Its text and its features are there
// only while the sink is called.
typedef struct fpcheck_line {
  const unsigned char *text;  // UTF-8, not ended by NUL
  size_t n;                   // octets of the text
  int32_t score;              // R11.32; a line with more than 0 is chosen (R11.33)
  const uint32_t *features;   // FPCHECK_LINE_FEATURES of them, by number (R11.31)
} fpcheck_line;

typedef void fpcheck_line_sink(void *user, const fpcheck_line *line);

// As fpcheck_main, and shows watch each line of the page, in order, chosen or not. watch may be
// NULL. After FPCHECK_NO_MEMORY it may have been called for some lines.
fpcheck_error fpcheck_main_watch(const void *octets, size_t n, const char *charset,
                                 fpcheck_visible *visible, fpcheck_line_sink *watch, void *user);

// Frees the text.
void fpcheck_visible_free(fpcheck_visible *visible);

#ifdef __cplusplus
}
#endif

#endif
