// SPDX-License-Identifier: Apache-2.0
//
// fpcheck: which passages of a text also stand in another, and how much of a text a document
// covers. Level passages, chapter 13a of the specification, which is a draft.
//
// fpcheck_passages.c needs malloc. fpcheck_free (fpcheck.h) frees the arrays that it returns.

#ifndef FPCHECK_PASSAGES_H
#define FPCHECK_PASSAGES_H

#include "fpcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FPCHECK_WINDOW_WORDS_MAX 32  // the longest window (R13.14)

// An item of a text: a word, a number, or a cluster of a script without spaces (R13.12).
typedef struct fpcheck_item {
  const unsigned char *text;  // normalised, as it is hashed
  size_t n;                   // octets of it
  unsigned weight;            // in quarters of a word (R13.13)
  size_t from;                // the octet of the text where it begins
  size_t to;                  // the octet after its last
} fpcheck_item;

// The items of a text with their places (R13.19), in one array of *count, which holds their texts
// too; NULL if there are none. FPCHECK_NO_MEMORY. Slower than the other functions.
fpcheck_error fpcheck_items(const void *octets, size_t n, fpcheck_item **items, size_t *count);

// Sets *from and *to to the octets of the text that the items first to end - 1 come from. False if
// there are no such items.
bool fpcheck_items_place(const fpcheck_item *items, size_t count, size_t first, size_t end,
                         size_t *from, size_t *to);

// The hash of each window of a text, in order (R13.14 to R13.16), in an array of *count. words is
// the length of a window, 1 to FPCHECK_WINDOW_WORDS_MAX, else FPCHECK_BAD_ARGUMENT.
// FPCHECK_TOO_SHORT if there is no window (R13.15), or FPCHECK_NO_MEMORY.
fpcheck_error fpcheck_windows(const void *octets, size_t n, unsigned words, uint64_t **hashes,
                              size_t *count);

// A passage of a text that also stands in its holder (R13.18). Texts are counted from 0.
typedef struct fpcheck_row {
  size_t holder;     // the first text that has the windows of the passage (R13.17)
  size_t text;       // the text that the passage stands in
  size_t first;      // the first item of the passage
  size_t end;        // the item after its last
  size_t frequency;  // the number of texts that have the most frequent window of the passage
} fpcheck_row;

// Texts whose passages are looked for. They are read once, in order, and are not kept. Memory is up
// to 34 octets for each item.
typedef struct fpcheck_passages fpcheck_passages;

// Makes one without texts. words is the least length of a passage, as for fpcheck_windows.
// FPCHECK_BAD_ARGUMENT or FPCHECK_NO_MEMORY: then *p is NULL.
fpcheck_error fpcheck_passages_new(unsigned words, fpcheck_passages **p);

// Adds the next text, and sets *too_short, unless that is NULL, to whether it has no window
// (R13.15) and so no rows. After FPCHECK_NO_MEMORY the text is not added.
fpcheck_error fpcheck_passages_add(fpcheck_passages *p, const void *octets, size_t n,
                                   bool *too_short);

// The passages of the texts so far, by text and then by first item, in an array of *count; NULL if
// there are none. FPCHECK_NO_MEMORY.
fpcheck_error fpcheck_passages_rows(const fpcheck_passages *p, fpcheck_row **rows, size_t *count);

// Frees it; NULL is nothing to free.
void fpcheck_passages_free(fpcheck_passages *p);

// A text that is looked for in documents (R13.20, R13.21). All its windows count, those that many
// documents have included (R13.22). Threads may use it at the same time.
typedef struct fpcheck_reference fpcheck_reference;

// How much of a reference a document covers at one place (R13.20). All are 0 if they have no window
// in common.
typedef struct fpcheck_cover {
  uint64_t weight;  // of the items of the reference that the best stretch covers
  uint64_t run;     // the greatest weight of items that it has in common without a break
  size_t first;     // the first item of the document in the best stretch
  size_t end;       // the item after its last
} fpcheck_cover;

// Reads a text that is looked for in documents. FPCHECK_TOO_SHORT if it has no window,
// FPCHECK_BAD_ARGUMENT as for fpcheck_windows, or FPCHECK_NO_MEMORY: then *r is NULL.
fpcheck_error fpcheck_reference_new(const void *octets, size_t n, unsigned words,
                                    fpcheck_reference **r);

// Reads a text without the passages of count others that are ignored (R13.24), such as a prompt.
// FPCHECK_TOO_SHORT also if nothing that has a window is left. The others are not kept.
fpcheck_error fpcheck_reference_without(const void *octets, size_t n, unsigned words,
                                        const fpcheck_octets *ignored, size_t count,
                                        fpcheck_reference **r);

// The weight of the reference, in quarters of a word (R13.13), without what is ignored.
uint64_t fpcheck_reference_weight(const fpcheck_reference *r);

// Sets *weight to that of the items of the reference that are in a window of the document too,
// anywhere in it (R13.21). Divided by the weight of the reference it is the containment.
// FPCHECK_NO_MEMORY.
fpcheck_error fpcheck_reference_contained(const fpcheck_reference *r, const void *octets, size_t n,
                                          uint64_t *weight);

// Finds the stretch of a document that covers most of the reference (R13.20). FPCHECK_NO_MEMORY.
fpcheck_error fpcheck_reference_cover(const fpcheck_reference *r, const void *octets, size_t n,
                                      fpcheck_cover *cover);

// Frees it; NULL is nothing to free.
void fpcheck_reference_free(fpcheck_reference *r);

#ifdef __cplusplus
}
#endif

#endif
