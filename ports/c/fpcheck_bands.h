// SPDX-License-Identifier: Apache-2.0
//
// Band keys: strings that near fingerprints share, as `fpcheck fingerprint --bands` prints them. A
// system that compares strings for equality finds candidates by them. The form of a key is in
// docs/recipes.md.

#ifndef FPCHECK_BANDS_H
#define FPCHECK_BANDS_H

#include "fpcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FPCHECK_BANDS_MAX 128  // keys of a fingerprint at most
#define FPCHECK_BAND_SIZE 256  // a buffer of this number of chars has room for any key

// A layout. A MinHash has parts bands of each slots (R13.3). A SimHash has parts blocks, and a key
// for each choice of each blocks; these find all pairs within parts - each bits.
typedef struct fpcheck_layout {
  unsigned parts;  // the number of bands or blocks
  unsigned each;   // slots of a band, or blocks of a key
} fpcheck_layout;

// Reads a layout of n chars in the form 21x6. FPCHECK_BAD_ARGUMENT if it has another form.
fpcheck_error fpcheck_layout_parse(const char *text, size_t n, fpcheck_layout *layout);

// Returns the layout that the command uses by default, which finds near duplicates.
fpcheck_layout fpcheck_layout_default(const fpcheck_fingerprint *fp);

// Returns the number of keys of a fingerprint, at most FPCHECK_BANDS_MAX. Returns 0 if the layout
// has more slots or blocks than the sketch, or more keys.
unsigned fpcheck_bands_count(const fpcheck_fingerprint *fp, fpcheck_layout layout);

// Writes the key with a number from 0 on, ended by NUL, and returns its length. Returns 0 if there
// is no such key.
size_t fpcheck_band(const fpcheck_fingerprint *fp, fpcheck_layout layout, unsigned number,
                    char key[FPCHECK_BAND_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
