// Measures what C has to read pages of HTML: pages SUBJECT FILE. See protocol.go.

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lexbor/dom/interfaces/text.h>
#include <lexbor/html/html.h>

#include "fpcheck.h"
#include "fpcheck_markup.h"

struct page {
  unsigned char *octets;
  uint32_t n;
};

static int fail(const char *what) {
  fprintf(stderr, "pages: %s\n", what);
  exit(1);
}

// The port: the text, and its fingerprint.
static size_t port(struct page p, char fingerprint[FPCHECK_STRING_SIZE]) {
  fpcheck_visible visible;
  fpcheck_fingerprint fp;
  if (fpcheck_html(p.octets, p.n, NULL, &visible) != FPCHECK_OK) fail("no text of a page");
  if (fpcheck_sum(FPCHECK_SM1, visible.text, visible.n, &fp) != FPCHECK_OK) fail("no fingerprint of a page");
  fpcheck_visible_free(&visible);
  fpcheck_string(&fp, fingerprint);
  return 0;
}

// lexbor by itself: the tree, and the text of all but the head, scripts and styles.
static lxb_char_t *text;
static size_t used, room;

static void add(const lexbor_str_t *s) {
  if (used + s->length > room) {
    room = 2 * (used + s->length);
    if ((text = realloc(text, room)) == NULL) fail("no memory");
  }
  memcpy(text + used, s->data, s->length);
  used += s->length;
}

static bool left_out(const lxb_dom_node_t *node) {
  return node->local_name == LXB_TAG_HEAD || node->local_name == LXB_TAG_SCRIPT || node->local_name == LXB_TAG_STYLE;
}

// One document serves all pages, which is faster than one each.
static lxb_html_document_t *parsed(struct page p) {
  static lxb_html_document_t *document;
  if (document == NULL) {
    if ((document = lxb_html_document_create()) == NULL) fail("no document");
  } else {
    lxb_html_document_clean(document);
  }
  if (lxb_html_document_parse(document, p.octets, p.n) != LXB_STATUS_OK) fail("no tree of a page");
  return document;
}

static size_t tree(struct page p, char fingerprint[FPCHECK_STRING_SIZE]) {
  (void)fingerprint;
  parsed(p);
  return 0;
}

static size_t lexbor(struct page p, char fingerprint[FPCHECK_STRING_SIZE]) {
  (void)fingerprint;
  used = 0;
  lxb_dom_node_t *root = lxb_dom_interface_node(parsed(p)), *node = root;
  while (node != NULL) {
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) add(&lxb_dom_interface_character_data(node)->data);
    if (node->first_child != NULL && !left_out(node)) {
      node = node->first_child;
      continue;
    }
    while (node != root && node->next == NULL) node = node->parent;
    node = node == root ? NULL : node->next;
  }
  return used;
}

int main(int argc, char **argv) {
  if (argc != 3) return fail("usage: pages SUBJECT FILE");
  bool ours = strcmp(argv[1], "fpcheck") == 0, text_too = strcmp(argv[1], "lexbor") == 0;
  if (!ours && !text_too && strcmp(argv[1], "tree") != 0) return fail(argv[1]);
  size_t (*read)(struct page, char *) = ours ? port : text_too ? lexbor : tree;
  FILE *file = fopen(argv[2], "rb");
  if (file == NULL) return fail(argv[2]);
  struct page *all = NULL;
  size_t count = 0;
  uint64_t total = 0;
  unsigned char head[4];
  while (fread(head, 1, 4, file) == 4) {
    struct page p;
    p.n = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    p.octets = malloc(p.n);
    all = realloc(all, (count + 1) * sizeof *all);
    if (p.octets == NULL || all == NULL || fread(p.octets, 1, p.n, file) != p.n) return fail(argv[2]);
    all[count++] = p;
    total += p.n;
  }
  fclose(file);
  if (count == 0) return fail("no pages");

  char fingerprint[FPCHECK_STRING_SIZE];
  size_t octets = 0;
  for (size_t i = 0; i < count; i++) octets += read(all[i], fingerprint);
  if (ours) {
    read(all[0], fingerprint);
    printf("ready - %s\n", fingerprint);
  } else if (!text_too) {
    printf("ready " LEXBOR_VERSION_STRING " -\n");
  } else {
    printf("ready " LEXBOR_VERSION_STRING " %zu\n", octets);
  }
  fflush(stdout);
  unsigned long times;
  while (scanf(" run %lu", &times) == 1) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (unsigned long i = 0; i < times; i++)
      for (size_t j = 0; j < count; j++) read(all[j], fingerprint);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%" PRId64 " %" PRIu64 "\n",
           (int64_t)(end.tv_sec - start.tv_sec) * 1000000000 + (end.tv_nsec - start.tv_nsec), times * total);
    fflush(stdout);
  }
  return 0;
}
