// SPDX-License-Identifier: Apache-2.0
//
// All chapters as one unit. The compiler then sees them at once, which makes faster code. Two parts
// are units of their own: fpcheck_index.c for index files, and fpcheck_markup.c for HTML and XML.
// Each chapter can also be compiled by itself, and then this file is left out. FPCHECK_NO_MALLOC
// leaves out of it what needs malloc.

#define FPCHECK_ONE_UNIT
#define FPCHECK_TABLES_HERE

#include "fpcheck_bands.c"
#include "fpcheck_compare.c"
#include "fpcheck_digest.c"
#include "fpcheck_english.c"
#include "fpcheck_error.c"
#include "fpcheck_features.c"
#include "fpcheck_hasher.c"
#include "fpcheck_identifiers.c"
#include "fpcheck_jenkins.c"
#include "fpcheck_minhash.c"
#include "fpcheck_normalise.c"
#include "fpcheck_segment.c"
#include "fpcheck_set.c"
#include "fpcheck_sha256.c"
#include "fpcheck_simhash.c"
#include "fpcheck_spans.c"
#include "fpcheck_string.c"
#include "fpcheck_text.c"
#ifndef FPCHECK_NO_MALLOC
#include "fpcheck_alloc.c"
#include "fpcheck_passages.c"
#endif
