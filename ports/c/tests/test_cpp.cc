// SPDX-License-Identifier: Apache-2.0
// The header serves C++ as well.

#include "../fpcheck.h"

#include <cstring>

int main() {
  const char text[] = "The header serves C++ as well.";
  fpcheck_fingerprint fp;
  fpcheck_fingerprint read;
  char string[FPCHECK_STRING_SIZE];
  if (fpcheck_sum(FPCHECK_SM1, text, std::strlen(text), &fp) != FPCHECK_OK) return 1;
  std::size_t n = fpcheck_string(&fp, string);
  if (fpcheck_parse(string, n, &read) != FPCHECK_OK) return 1;
  return std::memcmp(fp.sketch, read.sketch, fp.size) != 0;
}
