// SPDX-License-Identifier: Apache-2.0
//
// What the errors mean.

#include "fpcheck_internal.h"

const char *fpcheck_strerror(fpcheck_error error) {
  switch (error) {
    case FPCHECK_OK: return "no error";
    case FPCHECK_NO_FEATURES: return "the text has no features";
    case FPCHECK_FULL: return "the set of features is full";
    case FPCHECK_NO_MEMORY: return "out of memory";
    case FPCHECK_BAD_ARGUMENT: return "no such scheme, length or number of bits";
    case FPCHECK_NOT_COMPARABLE: return "different schemes or profiles";
    case FPCHECK_BAD_FULL_FORM: return "malformed full form";
    case FPCHECK_TOO_DEEP: return "the HTML nests too deep";
    case FPCHECK_NO_ITEMS: return "the text has no words, numbers or symbols";
    case FPCHECK_BAD_XML: return "malformed XML";
    case FPCHECK_TOO_SMALL: return "the memory is smaller than the library needs";
    case FPCHECK_TOO_SHORT: return "the text is shorter than a window";
    case FPCHECK_NO_COLON: return "malformed fingerprint: no colon";
    case FPCHECK_BAD_SCHEME: return "malformed fingerprint: unknown scheme";
    case FPCHECK_BAD_PROFILE: return "malformed fingerprint: bad profile name";
    case FPCHECK_BAD_ALPHABET: return "malformed fingerprint: data are not base32";
    case FPCHECK_BAD_LENGTH: return "malformed fingerprint: data of the wrong length";
    case FPCHECK_BAD_SPARE_BITS: return "malformed fingerprint: spare bits are not 0";
  }
  return "unknown error";
}

bool fpcheck_is_malformed(fpcheck_error error) {
  return error >= FPCHECK_NO_COLON && error <= FPCHECK_BAD_SPARE_BITS;
}
