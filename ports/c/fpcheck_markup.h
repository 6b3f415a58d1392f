// SPDX-License-Identifier: Apache-2.0
//
// fpcheck: the visible text of HTML and XML, level markup (chapter 11 of the specification).
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
// the Encoding Standard does not know counts as none (R11.1). FPCHECK_TOO_DEEP if more than 500
// elements are open at once (R11.3), or FPCHECK_NO_MEMORY: then there is nothing to free.
fpcheck_error fpcheck_html(const void *octets, size_t n, const char *charset,
                           fpcheck_visible *visible);

// The visible text of n octets of XML: XHTML that was served as such, JATS, BITS, DocBook, TEI,
// ALTO, PAGE or any other. charset as above. FPCHECK_BAD_XML if it is refused (R11.16), with
// visible->n set to the place in its UTF-8 where the refused construct begins, or
// FPCHECK_NO_MEMORY: then there is nothing to free.
fpcheck_error fpcheck_xml(const void *octets, size_t n, const char *charset,
                          fpcheck_visible *visible);

// Frees the text.
void fpcheck_visible_free(fpcheck_visible *visible);

#ifdef __cplusplus
}
#endif

#endif
