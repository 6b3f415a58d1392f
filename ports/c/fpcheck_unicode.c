// SPDX-License-Identifier: Apache-2.0
//
// The tables of Unicode properties, for all chapters.

#define FPCHECK_TABLES_HERE
#include "fpcheck_internal.h"
