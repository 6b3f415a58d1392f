// SPDX-License-Identifier: Apache-2.0
//
// Chapter 8: strings.

#include "fpcheck_internal.h"

#include <stdio.h>
#include <string.h>

static const char VISIBLE[] = "visible";

static const struct {  // R8.3
  char name[6];
  fpcheck_scheme scheme;
  unsigned width;
  size_t size;
} forms[] = {
    {"sd1", FPCHECK_SD1, 0, 8},    {"sm1", FPCHECK_SM1, 0, 8},    {"mh1", FPCHECK_MH1, 8, 128},
    {"mh1b4", FPCHECK_MH1, 4, 64}, {"mh1b2", FPCHECK_MH1, 2, 32}, {"mh1b1", FPCHECK_MH1, 1, 16},
    {"mw1", FPCHECK_MW1, 8, 128},  {"mw1b4", FPCHECK_MW1, 4, 64}, {"mw1b2", FPCHECK_MW1, 2, 32},
    {"mw1b1", FPCHECK_MW1, 1, 16},
};
enum { FORMS = sizeof forms / sizeof *forms };

const char *fpcheck_scheme_id(fpcheck_scheme scheme) {
  for (int i = 0; i < FORMS; i++)
    if (forms[i].scheme == scheme) return forms[i].name;
  return NULL;
}

fpcheck_error fpcheck_lookup(const char *id, fpcheck_scheme *scheme) {
  for (int i = 0; i < FORMS; i++) {
    if ((forms[i].width != 0 && forms[i].width != 8) || strcmp(forms[i].name, id) != 0) continue;
    *scheme = forms[i].scheme;
    return FPCHECK_OK;
  }
  return FPCHECK_BAD_SCHEME;
}

const char *fpcheck_name(const fpcheck_fingerprint *fp) {
  for (int i = 0; i < FORMS; i++)
    if (forms[i].scheme == fp->scheme && forms[i].width == fp->width) return forms[i].name;
  return "";
}

fpcheck_error fpcheck_from_sketch(fpcheck_scheme scheme, const void *sketch, size_t n,
                                  fpcheck_fingerprint *fp) {
  for (int i = 0; i < FORMS; i++) {
    if (forms[i].scheme != scheme || forms[i].size != n) continue;
    fpcheck_fingerprint made = {.scheme = scheme, .width = forms[i].width, .size = n};
    memcpy(made.sketch, sketch, n);
    memcpy(made.profile, VISIBLE, sizeof VISIBLE);
    *fp = made;
    return FPCHECK_OK;
  }
  return FPCHECK_BAD_ARGUMENT;
}

static bool is_profile(const char *name, size_t n) {  // R8.4
  if (n < 1 || n > FPCHECK_PROFILE_MAX) return false;
  for (size_t i = 0; i < n; i++) {
    bool letter = name[i] >= 'a' && name[i] <= 'z';
    if (!letter && (i == 0 || name[i] < '0' || name[i] > '9')) return false;
  }
  return true;
}

fpcheck_error fpcheck_set_profile(fpcheck_fingerprint *fp, const char *profile) {
  size_t n = 0;
  while (n <= FPCHECK_PROFILE_MAX && profile[n] != '\0') n++;
  if (!is_profile(profile, n)) return FPCHECK_BAD_PROFILE;
  memcpy(fp->profile, profile, n + 1);
  return FPCHECK_OK;
}

static size_t characters(size_t octets) { return (octets * 8 + 4) / 5; }  // R8.2

FPI char *fpi_base32(const unsigned char *octets, size_t n, char *to) {
  static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned bits = 0, held = 0;
  for (size_t i = 0; i < n; i++) {
    bits = (bits << 8 | octets[i]) & 0xFFF;  // 4 bits at most are left of those before
    for (held += 8; held >= 5; held -= 5) *to++ = alphabet[bits >> (held - 5) & 31];
  }
  if (held > 0) *to++ = alphabet[bits << (5 - held) & 31];
  return to;
}

FPI int fpi_head(const fpcheck_fingerprint *fp, char *to, size_t size) {
  bool visible = strcmp(fp->profile, VISIBLE) == 0;
  return snprintf(to, size, "%s%s%s", fpcheck_name(fp), visible ? "" : ".",
                  visible ? "" : fp->profile);
}

size_t fpcheck_string(const fpcheck_fingerprint *fp, char string[FPCHECK_STRING_SIZE]) {
  char *p = string + fpi_head(fp, string, FPCHECK_STRING_SIZE);
  *p++ = ':';
  p = fpi_base32(fp->sketch, fp->size, p);
  *p = '\0';
  return (size_t)(p - string);
}

// The value of a character of either case (R8.5, R8.7), or -1.
static int base32(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

static fpcheck_error read_data(const char *data, size_t n, fpcheck_fingerprint *fp) {
  for (size_t i = 0; i < n; i++)
    if (base32(data[i]) < 0) return FPCHECK_BAD_ALPHABET;
  if (n != characters(fp->size)) return FPCHECK_BAD_LENGTH;
  unsigned bits = 0, held = 0;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    bits = (bits << 5 | (unsigned)base32(data[i])) & 0xFFF;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    fp->sketch[at++] = (unsigned char)(bits >> held & 255);
  }
  return bits & (BIT(held) - 1) ? FPCHECK_BAD_SPARE_BITS : FPCHECK_OK;  // R8.9
}

// Whether n characters of either case are the name (R8.5).
static bool is_name(const char *p, size_t n, const char *name) {
  if (strlen(name) != n) return false;
  for (size_t i = 0; i < n; i++)
    if (lower((unsigned char)p[i]) != (unsigned char)name[i]) return false;
  return true;
}

static fpcheck_error read_profile(const char *p, size_t n, fpcheck_fingerprint *fp) {
  char name[FPCHECK_PROFILE_MAX + 1] = {0};
  if (n > FPCHECK_PROFILE_MAX) return FPCHECK_BAD_PROFILE;
  for (size_t i = 0; i < n; i++) name[i] = (char)lower((unsigned char)p[i]);
  if (!is_profile(name, n) || strcmp(name, VISIBLE) == 0) return FPCHECK_BAD_PROFILE;
  memcpy(fp->profile, name, sizeof name);
  return FPCHECK_OK;
}

fpcheck_error fpcheck_parse(const char *string, size_t n, fpcheck_fingerprint *fp) {
  const char *colon = n > 0 ? memchr(string, ':', n) : NULL;
  if (colon == NULL) return FPCHECK_NO_COLON;
  const char *dot = memchr(string, '.', (size_t)(colon - string));
  size_t name_n = (size_t)((dot ? dot : colon) - string);
  int i = 0;
  while (i < FORMS && !is_name(string, name_n, forms[i].name)) i++;
  if (i == FORMS) return FPCHECK_BAD_SCHEME;

  fpcheck_fingerprint read = {
      .scheme = forms[i].scheme, .width = forms[i].width, .size = forms[i].size};
  memcpy(read.profile, VISIBLE, sizeof VISIBLE);
  fpcheck_error error = FPCHECK_OK;
  if (dot) error = read_profile(dot + 1, (size_t)(colon - dot) - 1, &read);
  if (error == FPCHECK_OK) error = read_data(colon + 1, n - (size_t)(colon - string) - 1, &read);
  if (error == FPCHECK_OK) *fp = read;
  return error;
}
