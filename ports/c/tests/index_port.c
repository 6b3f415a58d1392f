// SPDX-License-Identifier: Apache-2.0
//
// The program that a test of package index asks (index/ports_test.go). Each line of standard input
// is a request, with tabs between its fields. Ids are in hexadecimal; "-" is a field that is not
// there.
//
//   open FILE | load FILE | new SCHEME PROFILE BITS DISTANCE SIMILARITY BANDS ROWS
//   verify | len | add ID FINGERPRINT | remove ID | has ID | save FILE
//   search FINGERPRINT DISTANCE SIMILARITY MOST
//   pairs THRESHOLD MOST | groups THRESHOLD FLOOR MOST
//
// The first line of a reply is "ok" with a number, or the name of an error. search, pairs and
// groups then have this number of lines.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fpcheck_index.h"

static const char *const names[] = {"ok",           "not-an-index",   "version",   "unknown-scheme",
                                    "damaged",      "system",         "locked",    "no-memory",
                                    "bad-argument", "not-comparable", "read-only", "too-many"};

static unsigned char *from_hex(const char *hex, size_t *n) {
  *n = strlen(hex) / 2;
  unsigned char *bytes = malloc(*n + 1);
  for (size_t i = 0; bytes && i < *n; i++) {
    unsigned value = 0;
    sscanf(hex + 2 * i, "%2x", &value);
    bytes[i] = (unsigned char)value;
  }
  return bytes;
}

static void print_hex(const unsigned char *bytes, size_t n) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < n; i++) {
    putchar(digits[bytes[i] >> 4]);
    putchar(digits[bytes[i] & 15]);
  }
}

// The lines of pairs and groups, which are counted before they are printed.
typedef struct lines {
  char *text;
  size_t n, room, count;
} lines;

static bool add_line(void *user, const unsigned char *id, size_t n, const unsigned char *other,
                     size_t other_n, double similarity) {
  lines *l = user;
  size_t need = 2 * (n + other_n) + 64;
  if (l->n + need > l->room) {
    l->room = 2 * l->room + need;
    l->text = realloc(l->text, l->room);
    if (!l->text) abort();
  }
  for (size_t i = 0; i < n; i++) l->n += (size_t)sprintf(l->text + l->n, "%02x", id[i]);
  l->text[l->n++] = '\t';
  for (size_t i = 0; i < other_n; i++) l->n += (size_t)sprintf(l->text + l->n, "%02x", other[i]);
  l->n += (size_t)sprintf(l->text + l->n, "\t%.17g\n", similarity);
  l->count++;
  return true;
}

static void reply(fpcheck_index_error error, size_t n) {
  if (error)
    printf("%s\n", names[error]);
  else
    printf("ok\t%zu\n", n);
}

int main(void) {
  static char line[1 << 20];
  fpcheck_index *x = NULL;
  while (fgets(line, sizeof line, stdin)) {
    char *f[9] = {0};
    int n = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *p = line; n < 8; n++) {
      f[n] = p;
      p = strchr(p, '\t');
      if (!p) break;
      *p++ = 0;
    }
    const char *command = f[0];
    bool opens = !strcmp(command, "open") || !strcmp(command, "load") || !strcmp(command, "new");
    if (opens) {
      fpcheck_index_free(x);
      x = NULL;
      fpcheck_index_error error;
      if (!strcmp(command, "new")) {
        fpcheck_index_options o = {0};
        if (fpcheck_lookup(f[1], &o.scheme)) return 2;
        snprintf(o.profile, sizeof o.profile, "%s", f[2]);
        o.bits = (unsigned)atoi(f[3]);
        o.distance = (unsigned)atoi(f[4]);
        o.similarity = atof(f[5]);
        o.bands = (unsigned)atoi(f[6]);
        o.rows = (unsigned)atoi(f[7]);
        error = fpcheck_index_new(&o, &x);
      } else if (!strcmp(command, "open")) {
        error = fpcheck_index_open(f[1], &x);
      } else {
        error = fpcheck_index_load(f[1], &x);
      }
      reply(error, error ? 0 : (size_t)fpcheck_index_len(x));
    } else if (!x) {
      puts("no-index");
    } else if (!strcmp(command, "verify")) {
      reply(fpcheck_index_verify(x), 0);
    } else if (!strcmp(command, "len")) {
      reply(FPCHECK_INDEX_OK, (size_t)fpcheck_index_len(x));
    } else if (!strcmp(command, "save")) {
      reply(fpcheck_index_save(x, f[1]), 0);
    } else if (!strcmp(command, "add") || !strcmp(command, "remove") || !strcmp(command, "has")) {
      size_t size;
      unsigned char *id = from_hex(f[1], &size);
      fpcheck_fingerprint fp;
      bool found = false;
      fpcheck_index_error error = FPCHECK_INDEX_OK;
      if (!strcmp(command, "has")) {
        found = fpcheck_index_get(x, id, size, &fp);
      } else if (!strcmp(command, "remove")) {
        error = fpcheck_index_remove(x, id, size, &found);
      } else {
        if (fpcheck_parse(f[2], strlen(f[2]), &fp)) return 2;
        error = fpcheck_index_add(x, id, size, &fp);
      }
      reply(error, found);
      free(id);
    } else if (!strcmp(command, "search")) {
      fpcheck_fingerprint fp;
      fpcheck_index_match *matches;
      size_t count, most = !strcmp(f[4], "-") ? SIZE_MAX : (size_t)atoll(f[4]);
      fpcheck_index_limits limits = {!strcmp(f[2], "-") ? -1 : atoi(f[2]),
                                     !strcmp(f[3], "-") ? -1 : atof(f[3])};
      if (fpcheck_parse(f[1], strlen(f[1]), &fp)) return 2;
      fpcheck_index_error error =
          fpcheck_index_search(x, &fp, &limits, most, &matches, &count, NULL);
      reply(error, count);
      for (size_t i = 0; !error && i < count; i++) {
        print_hex(matches[i].id, matches[i].id_size);
        printf("\t%u\t%.17g\n", matches[i].distance, matches[i].similarity);
      }
      fpcheck_index_free_matches(matches);
    } else if (!strcmp(command, "pairs") || !strcmp(command, "groups")) {
      lines l = {0};
      fpcheck_index_error error =
          command[0] == 'p'
              ? fpcheck_index_pairs(x, atof(f[1]), (size_t)atoll(f[2]), add_line, &l)
              : fpcheck_index_groups(x, atof(f[1]), atof(f[2]), (size_t)atoll(f[3]), add_line, &l);
      reply(error, l.count);
      if (!error && l.n) fwrite(l.text, 1, l.n, stdout);
      free(l.text);
    } else {
      return 2;
    }
    fflush(stdout);
  }
  fpcheck_index_free(x);
  return 0;
}
