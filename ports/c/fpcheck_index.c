// SPDX-License-Identifier: Apache-2.0
//
// Index files: opening, search and verification (docs/index-file.md).

#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE  // flock
#define _DARWIN_C_SOURCE
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#endif

#include "fpcheck_checksum.h"
#include "fpcheck_index_parts.h"

const char *fpcheck_index_strerror(fpcheck_index_error error) {
  switch (error) {
    case FPCHECK_INDEX_OK: return "no error";
    case FPCHECK_INDEX_NOT_AN_INDEX: return "the file is not an index";
    case FPCHECK_INDEX_BAD_VERSION: return "the index has another version: expected 1";
    case FPCHECK_INDEX_UNKNOWN_SCHEME: return "the scheme of the index is not known";
    case FPCHECK_INDEX_DAMAGED: return "the index is damaged";
    case FPCHECK_INDEX_SYSTEM: return "the system reports an error";
    case FPCHECK_INDEX_LOCKED: return "another process writes the index";
    case FPCHECK_INDEX_NO_MEMORY: return "there is no memory";
    case FPCHECK_INDEX_BAD_ARGUMENT: return "an option or a limit is out of range";
    case FPCHECK_INDEX_NOT_COMPARABLE: return "the fingerprint does not suit the index";
    case FPCHECK_INDEX_READ_ONLY: return "the index is open for searches only";
    case FPCHECK_INDEX_TOO_MANY: return "the index has 4,294,967,294 documents";
  }
  return "unknown error";
}

// I3, eight bytes at a time.
static uint32_t fpi_checksum(uint32_t sum, const void *bytes, size_t n) {
  const uint32_t (*const table)[256] = fpi_checksums;
  const unsigned char *p = bytes;
  uint32_t c = ~sum;
  for (; n >= 8; n -= 8, p += 8) {
    uint32_t a = c ^ load32(p), b = load32(p + 4);
    c = table[7][a & 255] ^ table[6][a >> 8 & 255] ^ table[5][a >> 16 & 255] ^ table[4][a >> 24] ^
        table[3][b & 255] ^ table[2][b >> 8 & 255] ^ table[1][b >> 16 & 255] ^ table[0][b >> 24];
  }
  for (; n > 0; n--) c = c >> 8 ^ table[0][(c ^ *p++) & 255];
  return ~c;
}

// ---- Files ----

#ifdef _WIN32

static fpcheck_index_error fpi_map(const char *path, fpi_mapping *map) {
  wchar_t wide[32768];
  memset(map, 0, sizeof *map);
  if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, 32768)) {
    errno = EINVAL;
    return FPCHECK_INDEX_SYSTEM;
  }
  HANDLE file =
      CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  LARGE_INTEGER size;
  if (file == INVALID_HANDLE_VALUE) {
    DWORD code = GetLastError();
    errno = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
    return FPCHECK_INDEX_SYSTEM;
  }
  if (!GetFileSizeEx(file, &size) || (uint64_t)size.QuadPart > SIZE_MAX / 2) {
    CloseHandle(file);
    errno = EFBIG;
    return FPCHECK_INDEX_SYSTEM;
  }
  map->size = (size_t)size.QuadPart;
  if (map->size > 0) {
    HANDLE view = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (view) {
      map->bytes = MapViewOfFile(view, FILE_MAP_READ, 0, 0, map->size);
      CloseHandle(view);
    }
    if (!map->bytes) {
      CloseHandle(file);
      errno = EIO;
      return FPCHECK_INDEX_SYSTEM;
    }
    map->handle = (void *)map->bytes;
  }
  CloseHandle(file);
  return FPCHECK_INDEX_OK;
}

static void fpi_unmap(fpi_mapping *map) {
  if (map->handle) UnmapViewOfFile(map->handle);
  memset(map, 0, sizeof *map);
}

#else

static fpcheck_index_error fpi_map(const char *path, fpi_mapping *map) {
  memset(map, 0, sizeof *map);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // not to wait for a pipe
  if (file < 0) return FPCHECK_INDEX_SYSTEM;
  struct stat info;
  int code = 0;
  if (fstat(file, &info)) {
    code = errno;
  } else if (!S_ISREG(info.st_mode)) {
    code = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  } else if ((uint64_t)info.st_size > SIZE_MAX / 2) {
    code = EFBIG;
  } else if (info.st_size > 0) {
    map->size = (size_t)info.st_size;
    map->handle = mmap(NULL, map->size, PROT_READ, MAP_SHARED, file, 0);
    if (map->handle == MAP_FAILED) {
      code = errno;
      memset(map, 0, sizeof *map);
    }
    map->bytes = map->handle;
  }
  close(file);
  errno = code;
  return code ? FPCHECK_INDEX_SYSTEM : FPCHECK_INDEX_OK;
}

static void fpi_unmap(fpi_mapping *map) {
  if (map->handle) munmap(map->handle, map->size);
  memset(map, 0, sizeof *map);
}

#endif

// ---- Header ----

// Checks options by I6, and sets the bytes of a sketch.
static fpcheck_index_error fpi_check_options(const fpcheck_index_options *o, size_t *size) {
  if ((unsigned)o->scheme >= FPCHECK_SCHEMES) return FPCHECK_INDEX_BAD_ARGUMENT;
  if (o->scheme == FPCHECK_SD1 || o->scheme == FPCHECK_SM1) {
    *size = 8;
    return o->bits == 0 && o->distance <= 64 && o->bands == 0 && o->rows == 0 && o->similarity == 0
               ? FPCHECK_INDEX_OK
               : FPCHECK_INDEX_BAD_ARGUMENT;
  }
  *size = 16 * (size_t)o->bits;
  return (o->bits == 8 || o->bits == 4 || o->bits == 2 || o->bits == 1) && o->distance == 0 &&
                 o->similarity >= 0 && o->similarity <= 1 && o->bands >= 1 && o->rows >= 1 &&
                 o->rows <= FPCHECK_SLOTS && o->bands <= FPCHECK_SLOTS / o->rows
             ? FPCHECK_INDEX_OK
             : FPCHECK_INDEX_BAD_ARGUMENT;
}

static bool is_profile(const char *profile) {  // R8.4
  size_t n = strlen(profile);
  if (n == 0 || n > FPCHECK_PROFILE_MAX || profile[0] < 'a' || profile[0] > 'z') return false;
  for (size_t i = 1; i < n; i++) {
    char c = profile[i];
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return false;
  }
  return true;
}

// I5, I6.
static fpcheck_index_error read_header(fpcheck_index *x) {
  const unsigned char *b = x->map.bytes;
  if (x->map.size < FPI_HEADER || memcmp(b,
                                         "\x89"
                                         "FPX\r\n\x1a\n",
                                         8)) {
    return FPCHECK_INDEX_NOT_AN_INDEX;
  }
  if (load32(b + 8) != 1) return FPCHECK_INDEX_BAD_VERSION;
  size_t id = (size_t)b[40] | (size_t)b[41] << 8, profile = (size_t)b[42] | (size_t)b[43] << 8;
  if (fpi_checksum(0, b, FPI_HEADER - 4) != load32(b + FPI_HEADER - 4) ||
      64 + id + profile > FPI_HEADER - 4) {
    return FPCHECK_INDEX_DAMAGED;
  }
  char name[256];
  memcpy(name, b + 64, id);
  name[id] = 0;
  if (strlen(name) != id || fpcheck_lookup(name, &x->options.scheme)) {
    return FPCHECK_INDEX_UNKNOWN_SCHEME;
  }
  if (profile > FPCHECK_PROFILE_MAX) return FPCHECK_INDEX_DAMAGED;
  memcpy(x->options.profile, b + 64 + id, profile);
  uint64_t similarity = fpi_u64(b + 32);
  memcpy(&x->options.similarity, &similarity, 8);
  x->options.bits = load32(b + 16);
  x->options.distance = load32(b + 20);
  x->options.bands = load32(b + 24);
  x->options.rows = load32(b + 28);
  if (strlen(x->options.profile) != profile || !is_profile(x->options.profile) ||
      fpi_check_options(&x->options, &x->size) || x->size != load32(b + 12)) {
    return FPCHECK_INDEX_DAMAGED;
  }
  return FPCHECK_INDEX_OK;
}

// ---- Segments and commits ----

typedef struct commit {
  uint64_t generation, begin, at, previous, below, live;
  uint32_t before, sum;
  bool whole;
} commit;

// Returns the length of a head with a number of sections.
static size_t head_size(uint32_t sections) { return fpi_padded(64 + 32 * (size_t)sections); }

// Checks the head of a segment (I8), and returns the length of the segment, or 0.
static size_t valid_head(const fpi_mapping *m, size_t at) {
  size_t left = m->size - at;
  const unsigned char *b = m->bytes + at, zeros[4] = {0};
  if (left < 64 || memcmp(b, "FPXSEGMT", 8)) return 0;
  uint32_t sections = load32(b + 28);
  if (sections > 1024 || left < head_size(sections)) return 0;
  uint32_t sum = fpi_checksum(0, b, 32);
  sum = fpi_checksum(fpi_checksum(sum, zeros, 4), b + 36, head_size(sections) - 36);
  uint64_t length = fpi_u64(b + 16);
  if (sum != load32(b + 32) || length < head_size(sections) || length % FPI_ALIGN ||
      length > left) {
    return 0;
  }
  return (size_t)length;
}

// Reads a commit (I12) if it is valid.
static bool read_commit(const fpi_mapping *m, size_t at, commit *c) {
  const unsigned char *b = m->bytes + at;
  if (m->size - at < FPI_COMMIT || memcmp(b, "FPXCOMIT", 8)) return false;
  c->sum = load32(b + 60);
  if (load32(b + 48) > 1 || load32(b + 56) || fpi_checksum(0, b, 60) != c->sum) return false;
  c->generation = fpi_u64(b + 8);
  c->begin = fpi_u64(b + 16);
  c->at = at;
  c->previous = fpi_u64(b + 24);
  c->below = fpi_u64(b + 32);
  c->live = fpi_u64(b + 40);
  c->whole = load32(b + 48) == 1;
  c->before = load32(b + 52);
  return true;
}

static bool all_zero(const unsigned char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (b[i]) return false;
  }
  return true;
}

// I13. Sets *c to the commit of the segment at an offset. *more is false where the chain ends.
static fpcheck_index_error next_commit(const fpi_mapping *m, size_t at, const commit *before,
                                       commit *c, bool *more) {
  *more = false;
  size_t length = valid_head(m, at);
  if (length == 0 || m->size - at - length < FPI_COMMIT) return FPCHECK_INDEX_OK;
  const unsigned char *b = m->bytes + at + length;
  if (!read_commit(m, at + length, c)) {
    return all_zero(b, FPI_COMMIT) ? FPCHECK_INDEX_OK : FPCHECK_INDEX_DAMAGED;
  }
  if (c->begin != at || c->generation != before->generation + 1 ||
      c->generation != fpi_u64(m->bytes + at + 8) || c->previous != before->at ||
      c->below > before->at || c->before != before->sum) {
    return FPCHECK_INDEX_DAMAGED;
  }
  *more = true;
  return FPCHECK_INDEX_OK;
}

// I14. Reports whether the rest of the file is damaged.
static bool damaged_end(const fpi_mapping *m, size_t at, const commit *last) {
  if (m->size - at < 64 || all_zero(m->bytes + at, 64)) return false;
  for (size_t i = at; m->size - i >= FPI_COMMIT; i += FPI_ALIGN) {
    commit c;
    if (read_commit(m, i, &c) && c.generation > last->generation && c.begin >= at && c.begin < i) {
      return true;
    }
    if (m->size - i < 2 * FPI_ALIGN) break;
  }
  return false;
}

typedef struct section {
  const unsigned char *bytes;
  size_t size;
  bool there;
} section;

// Finds the section of a kind.
static section section_of(const unsigned char *segment, uint32_t kind) {
  section found = {segment, 0, false};
  for (uint32_t i = 0, n = load32(segment + 28); i < n; i++) {
    const unsigned char *entry = segment + 64 + 32 * (size_t)i;
    if (load32(entry) == kind) {
      found.bytes = segment + fpi_u64(entry + 8);
      found.size = (size_t)fpi_u64(entry + 16);
      found.there = true;
      break;
    }
  }
  return found;
}

// I9. Checks where the sections are. A kind must not be there twice if unique.
static bool check_sections(const unsigned char *segment, size_t length, bool unique) {
  uint32_t n = load32(segment + 28);
  uint64_t end = head_size(n);
  for (uint32_t i = 0; i < n; i++) {
    const unsigned char *entry = segment + 64 + 32 * (size_t)i;
    uint64_t offset = fpi_u64(entry + 8), size = fpi_u64(entry + 16);
    if (offset != fpi_padded((size_t)end) || offset > length || size > length - offset)
      return false;
    end = offset + size;
    for (uint32_t j = 0; unique && j < i; j++) {
      if (load32(segment + 64 + 32 * (size_t)j) == load32(entry)) return false;
    }
  }
  return fpi_padded((size_t)end) == length;
}

// I21, I24.
static fpcheck_index_error open_tables(const fpcheck_index *x, fpi_segment *s,
                                       const unsigned char *segment, section layout) {
  size_t n = layout.size / 16;
  if (x->size != 8 || layout.size % 16) return FPCHECK_INDEX_DAMAGED;
  fpi_layout *known = malloc(FPI_MOST_LAYOUTS * sizeof *known);
  if (!known) return FPCHECK_INDEX_NO_MEMORY;
  unsigned count = fpi_layouts(x->options.distance, known);
  const fpi_layout *found = NULL;
  for (unsigned i = 0; i < count && !found; i++) {
    bool same = known[i].n == n;
    for (size_t j = 0; same && j < n; j++) {
      const unsigned char *entry = layout.bytes + 16 * j;
      same = fpi_u64(entry) == known[i].tables[j].mask &&
             fpi_u64(entry + 8) == known[i].tables[j].radius;
    }
    if (same) found = &known[i];
  }
  if (!found) {
    free(known);
    return FPCHECK_INDEX_DAMAGED;
  }
  s->tables = calloc(n, sizeof *s->tables);
  s->table_count = (unsigned)n;
  bool fits = true;
  for (size_t i = 0; s->tables && fits && i < n; i++) {
    fpi_table *t = &s->tables[i];
    fpi_table_init(t, found->tables[i], s->n);
    uint32_t kind = (uint32_t)(16 + 3 * i);
    section directory = section_of(segment, kind), hots = section_of(segment, kind + 1),
            colds = section_of(segment, kind + 2);
    t->directory = directory.bytes;
    t->hots = hots.bytes;
    t->colds = colds.bytes;
    t->size = hots.size / 4;
    fits = directory.size / 4 == ((uint64_t)1 << t->bits) + 1 && directory.size % 4 == 0 &&
           hots.size % 4 == 0 && colds.size == t->cold * t->size && t->size <= s->n &&
           (i > 0 || t->size == s->n);
  }
  free(known);
  if (!s->tables) return FPCHECK_INDEX_NO_MEMORY;
  section order = section_of(segment, 6);
  s->order = order.bytes;
  return fits && order.size == 4 * s->n ? FPCHECK_INDEX_OK : FPCHECK_INDEX_DAMAGED;
}

// Opens the segment of a commit (I9, I10).
static fpcheck_index_error open_segment(const fpcheck_index *x, const commit *c, fpi_segment *s) {
  const unsigned char *segment = x->map.bytes + c->begin;
  size_t length = (size_t)(c->at - c->begin);
  memset(s, 0, sizeof *s);
  s->generation = c->generation;
  s->at = c->at;
  s->below = c->below;
  s->n = load32(segment + 24);
  if (!check_sections(segment, length, true) || s->n > FPI_MOST_DOCUMENTS) {
    return FPCHECK_INDEX_DAMAGED;
  }
  section ends = section_of(segment, 1), ids = section_of(segment, 2),
          sketches = section_of(segment, 3), tombs = section_of(segment, 4),
          bands = section_of(segment, 5), layout = section_of(segment, 7);
  uint64_t want = (uint64_t)s->n * x->size;
  if (ends.size / 8 != s->n || ends.size % 8 || tombs.size % 16) return FPCHECK_INDEX_DAMAGED;
  if (layout.there) {
    fpcheck_index_error error = open_tables(x, s, segment, layout);
    if (error) return error;
    want = 0;
  }
  if (sketches.size != want) return FPCHECK_INDEX_DAMAGED;
  if (bands.there) {
    if (x->options.bits == 0) return FPCHECK_INDEX_DAMAGED;
    fpi_bands b = fpi_bands_of(&x->options, s->n);
    if (bands.size / x->options.bands != b.band || bands.size % x->options.bands) {
      return FPCHECK_INDEX_DAMAGED;
    }
    s->bands = bands.bytes;
  }
  s->ends = ends.bytes;
  s->ids = ids.bytes;
  s->ids_size = ids.size;
  s->sketches = sketches.bytes;
  s->tombs = tombs.bytes;
  s->tombs_size = tombs.size;
  return FPCHECK_INDEX_OK;
}

// I16.
static fpcheck_index_error bury(fpcheck_index *x, size_t top) {
  const fpi_segment *s = &x->segments[top];
  for (size_t i = 0; i < s->tombs_size; i += 16) {
    uint64_t generation = fpi_u64(s->tombs + i);
    uint32_t document = load32(s->tombs + i + 8);
    size_t low = 0, high = top;
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (x->segments[middle].generation < generation)
        low = middle + 1;
      else
        high = middle;
    }
    fpi_segment *below = &x->segments[low];
    if (low == top || below->generation != generation || document >= below->n) {
      return FPCHECK_INDEX_DAMAGED;
    }
    if (!below->dead) {
      below->dead = calloc(below->n / 64 + 1, 8);
      if (!below->dead) return FPCHECK_INDEX_NO_MEMORY;
    }
    if (!fpi_bit(below->dead, document)) {
      below->dead[document / 64] |= UINT64_C(1) << (document % 64);
      x->live--;
    }
  }
  return FPCHECK_INDEX_OK;
}

// I13 to I16.
static fpcheck_index_error open_segments(fpcheck_index *x) {
  commit *chain = NULL, before = {0};
  size_t n = 0, room = 0, top = 0, at = FPI_HEADER;  // top counts from 1
  fpcheck_index_error error;
  for (;;) {
    commit c;
    bool more;
    error = next_commit(&x->map, at, &before, &c, &more);
    if (!error && !more && damaged_end(&x->map, at, &before)) error = FPCHECK_INDEX_DAMAGED;
    if (error || !more) break;
    if (n == room) {
      room = room ? 2 * room : 64;
      commit *larger = realloc(chain, room * sizeof *chain);
      if (!larger) {
        error = FPCHECK_INDEX_NO_MEMORY;
        break;
      }
      chain = larger;
    }
    chain[n++] = before = c;
    at = (size_t)c.at + FPI_COMMIT;
    if (c.whole) {
      top = n;
      x->end = at;
    }
  }
  if (!error && top == 0) error = FPCHECK_INDEX_DAMAGED;
  // The chain is in the order of offsets, so what is below is before.
  for (size_t i = top; !error && i > 0;) {
    const commit *c = &chain[i - 1];
    if (x->segment_count == x->segment_room) {
      size_t more = x->segment_room ? 2 * x->segment_room : 16;
      fpi_segment *larger = realloc(x->segments, more * sizeof *larger);
      if (!larger) {
        error = FPCHECK_INDEX_NO_MEMORY;
        break;
      }
      x->segments = larger;
      x->segment_room = more;
    }
    error = open_segment(x, c, &x->segments[x->segment_count++]);
    if (c->below == 0) break;
    size_t next = i - 1;
    while (next > 0 && chain[next - 1].at > c->below) next--;
    if (!error && (next == 0 || chain[next - 1].at != c->below)) error = FPCHECK_INDEX_DAMAGED;
    i = next;
  }
  for (size_t i = 0, j = x->segment_count; !error && i + 1 < j; i++) {
    fpi_segment swap = x->segments[--j];
    x->segments[j] = x->segments[i];
    x->segments[i] = swap;
  }
  for (size_t i = 0; !error && i < x->segment_count; i++) x->live += x->segments[i].n;
  for (size_t i = 0; !error && i < x->segment_count; i++) error = bury(x, i);
  if (!error && x->live != chain[top - 1].live) error = FPCHECK_INDEX_DAMAGED;
  free(chain);
  return error;
}

static fpcheck_index_error open_mapping(fpcheck_index *x, fpcheck_index **index) {
  fpcheck_index_error error = read_header(x);
  if (!error) error = open_segments(x);
  if (error)
    fpcheck_index_free(x);
  else
    *index = x;
  return error;
}

fpcheck_index_error fpcheck_index_open(const char *path, fpcheck_index **index) {
  fpcheck_index_error error = FPCHECK_INDEX_OK;
  *index = NULL;
  for (int try = 0; try < 4; try ++) {  // a writer may be at work
    fpcheck_index *x = calloc(1, sizeof *x);
    if (!x) return FPCHECK_INDEX_NO_MEMORY;
    error = fpi_map(path, &x->map);
    if (error) {
      free(x);
      return error;
    }
    error = open_mapping(x, index);
    if (error != FPCHECK_INDEX_DAMAGED) break;
#ifdef _WIN32
    Sleep(10);
#else
    struct timespec pause = {0, 10000000};
    nanosleep(&pause, NULL);
#endif
  }
  return error;
}

fpcheck_index_error fpcheck_index_read(const void *bytes, size_t n, fpcheck_index **index) {
  *index = NULL;
  fpcheck_index *x = calloc(1, sizeof *x);
  if (!x) return FPCHECK_INDEX_NO_MEMORY;
  x->map.bytes = bytes;
  x->map.size = n;
  return open_mapping(x, index);
}

void fpcheck_index_free(fpcheck_index *x) {
  if (!x) return;
  for (size_t i = 0; i < x->segment_count; i++) {
    fpi_segment *s = &x->segments[i];
    free(s->tables);
    free(s->dead);
    for (int j = 0; j < 3; j++) free(s->owned[j]);
  }
  free(x->segments);
  fpi_unmap(&x->map);
  free(x->ids);
  free(x->sketches);
  free(x->ends);
  free(x->dead);
  free(x->names);
  free(x);
}

uint64_t fpcheck_index_len(const fpcheck_index *x) { return x->live; }

fpcheck_index_options fpcheck_index_get_options(const fpcheck_index *x) { return x->options; }

// ---- Documents (I17) ----

// Returns the number in the index of a document of a segment in memory.
static size_t number(const fpi_segment *s, size_t place) {
  return s->base + (s->places ? s->places[place] : place);
}

// Sets the id of a document. In a damaged file it may be a wrong one.
static void fpi_id(const fpcheck_index *x, const fpi_segment *s, size_t document,
                   const unsigned char **id, size_t *n) {
  uint64_t from, to;
  *id = s->ids;
  *n = 0;
  if (x->memory) {
    size_t i = number(s, document);
    from = i ? x->ends[i - 1] : 0;
    *id = x->ids + from;
    *n = (size_t)(x->ends[i] - from);
    return;
  }
  from = document ? fpi_u64(s->ends + 8 * (document - 1)) : 0;
  to = fpi_u64(s->ends + 8 * document);
  if (to > s->ids_size || from > to) return;
  *id = s->ids + from;
  *n = (size_t)(to - from);
}

static const unsigned char *fpi_sketch(const fpcheck_index *x, const fpi_segment *s,
                                       size_t document, unsigned char buffer[8]) {
  if (x->memory) return x->sketches + number(s, document) * x->size;
  if (!s->tables) return s->sketches + document * x->size;
  store64(buffer, fpi_table_sketch(&s->tables[0], document));
  return buffer;
}

static bool fpi_is_dead(const fpcheck_index *x, const fpi_segment *s, size_t document) {
  if (x->memory) return fpi_bit(x->dead, number(s, document));
  return s->dead && fpi_bit(s->dead, document);
}

static int fpi_compare_ids(const unsigned char *a, size_t an, const unsigned char *b, size_t bn) {
  size_t n = an < bn ? an : bn;
  int order = n ? memcmp(a, b, n) : 0;
  return order ? order : (an > bn) - (an < bn);
}

// Returns the document of a rank in the order of ids.
static size_t ranked(const fpi_segment *s, size_t rank) {
  if (!s->order) return rank;
  size_t document = load32(s->order + 4 * rank);
  return document < s->n ? document : s->n - 1;
}

// Finds the sketch of the document with an id; NULL if there is none.
static const unsigned char *fpi_find(const fpcheck_index *x, const void *id, size_t n,
                                     unsigned char buffer[8]) {
  if (x->memory) {
    size_t document = fpi_name_of(x, id, n);
    return document == SIZE_MAX ? NULL : x->sketches + document * x->size;
  }
  for (size_t i = x->segment_count; i-- > 0;) {
    const fpi_segment *s = &x->segments[i];
    size_t low = 0, high = s->n;
    while (low < high) {
      size_t middle = low + (high - low) / 2, length;
      const unsigned char *other;
      fpi_id(x, s, ranked(s, middle), &other, &length);
      if (fpi_compare_ids(other, length, id, n) < 0)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == s->n) continue;
    size_t document = ranked(s, low), length;
    const unsigned char *other;
    fpi_id(x, s, document, &other, &length);
    if (fpi_compare_ids(other, length, id, n) == 0 && !fpi_is_dead(x, s, document)) {
      return fpi_sketch(x, s, document, buffer);
    }
  }
  return NULL;
}

static void to_fingerprint(const fpcheck_index *x, const unsigned char *sketch,
                           fpcheck_fingerprint *fp) {
  fpcheck_from_sketch(x->options.scheme, sketch, x->size, fp);
  memcpy(fp->profile, x->options.profile, sizeof fp->profile);
}

bool fpcheck_index_get(const fpcheck_index *x, const void *id, size_t n, fpcheck_fingerprint *fp) {
  unsigned char buffer[8];
  const unsigned char *sketch = fpi_find(x, id, n, buffer);
  if (sketch && fp) to_fingerprint(x, sketch, fp);
  return sketch != NULL;
}

// ---- Search (I25, I26) ----

// Makes a fingerprint suit the index: one of the same scheme and profile, truncated if it is wider.
static fpcheck_index_error fpi_suit(const fpcheck_index *x, const fpcheck_fingerprint *fp,
                                    fpcheck_fingerprint *suited) {
  if (fp->scheme != x->options.scheme || strcmp(fp->profile, x->options.profile)) {
    return FPCHECK_INDEX_NOT_COMPARABLE;
  }
  *suited = *fp;
  if (fp->width > x->options.bits && fpcheck_truncate(suited, x->options.bits)) {
    return FPCHECK_INDEX_BAD_ARGUMENT;
  }
  return FPCHECK_INDEX_OK;
}

// A search under way.
typedef struct search {
  const fpcheck_index *x;
  const fpi_segment *segment;
  fpcheck_fingerprint query;
  uint64_t simhash;
  unsigned reach;
  bool beyond;
  bool allowed[129];       // by distance
  double similarity[129];  // by distance

  fpcheck_index_match *matches;
  size_t count, room, most, found;
  fpcheck_index_error error;
} search;

static int compare_matches(const void *a, const void *b) {
  const fpcheck_index_match *x = a, *y = b;
  if (x->similarity != y->similarity) return x->similarity > y->similarity ? -1 : 1;
  return fpi_compare_ids(x->id, x->id_size, y->id, y->id_size);
}

// Sorts the rows, and drops those after the most.
static void settle(search *s) {
  if (s->count > 1) qsort(s->matches, s->count, sizeof *s->matches, compare_matches);
  if (s->count > s->most) s->count = s->most;
}

static void add_match(search *s, size_t document, unsigned distance) {
  if (s->error || !s->allowed[distance]) return;
  s->found++;
  if (s->most == 0) return;
  if (s->count / 2 > s->most && s->count > 1024) settle(s);
  if (s->count == s->room) {
    size_t room = s->room ? 2 * s->room : 16;
    fpcheck_index_match *larger = realloc(s->matches, room * sizeof *larger);
    if (!larger) {
      s->error = FPCHECK_INDEX_NO_MEMORY;
      return;
    }
    s->matches = larger;
    s->room = room;
  }
  fpcheck_index_match *m = &s->matches[s->count++];
  fpi_id(s->x, s->segment, document, &m->id, &m->id_size);
  m->distance = distance;
  m->similarity = s->similarity[distance];
}

// Reports whether two MinHashes have a key in common.
static bool candidates(const fpcheck_index *x, const unsigned char *a, const unsigned char *b) {
  unsigned n = x->options.rows * x->options.bits;
  for (unsigned band = 0; band < x->options.bands; band++) {
    if (fpi_same_key(a, b, x->size, band * n, n)) return true;
  }
  return false;
}

static unsigned distance_to(const search *s, const unsigned char *sketch) {
  const fpcheck_index *x = s->x;
  if (x->options.bits == 0) return fpi_count(load64(sketch) ^ s->simhash);
  if (s->query.width == x->options.bits) {
    return fpi_slots_apart(s->query.sketch, sketch, x->options.bits);
  }
  fpcheck_fingerprint other;  // the query has fewer bits
  to_fingerprint(x, sketch, &other);
  fpcheck_truncate(&other, s->query.width);
  return fpi_slots_apart(s->query.sketch, other.sketch, s->query.width);
}

static void compare(search *s, size_t document) {
  unsigned char buffer[8];
  if (fpi_is_dead(s->x, s->segment, document)) return;
  const unsigned char *sketch = fpi_sketch(s->x, s->segment, document, buffer);
  unsigned distance = distance_to(s, sketch);
  if (distance <= s->reach && s->allowed[distance] &&
      (s->beyond || s->x->options.bits == 0 || candidates(s->x, s->query.sketch, sketch))) {
    add_match(s, document, distance);
  }
}

static void near_simhash(void *user, size_t place, uint64_t sketch) {
  search *s = user;
  if (!fpi_is_dead(s->x, s->segment, place)) {
    add_match(s, place, fpi_count(sketch ^ s->simhash));
  }
}

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// Compares the documents that share a key by the tables, and few others.
static void search_bands(search *s) {
  fpi_bands b = fpi_bands_of(&s->x->options, s->segment->n);
  unsigned width = s->x->options.rows * s->x->options.bits;
  uint32_t few[512], *places = few;
  size_t n = 0, room = 512;
  for (unsigned band = 0; band < s->x->options.bands; band++) {
    uint64_t hash = fpi_key_hash(s->query.sketch, s->x->size, band * width, width);
    size_t cell = b.cell_bits ? (size_t)(hash >> (64 - b.cell_bits)) : 0;
    const unsigned char *directory = s->segment->bands + band * b.band;
    size_t from = load32(directory + 4 * cell), to = load32(directory + 4 * cell + 4);
    if (to > b.n) to = b.n;
    size_t read = 0;
    for (; from < to && read < FPI_HOT; from++) {
      const unsigned char *entry = directory + b.directory + from * b.entry;
      if (entry[0] != (unsigned char)hash) continue;
      read++;
      uint32_t place = 0;
      for (size_t i = b.entry - 1; i > 0; i--) place = place << 8 | entry[i];
      if (place >= b.n) continue;
      if (n == room) {
        uint32_t *larger = malloc(2 * room * sizeof *larger);
        if (!larger) {
          s->error = FPCHECK_INDEX_NO_MEMORY;
          if (places != few) free(places);
          return;
        }
        memcpy(larger, places, n * sizeof *larger);
        if (places != few) free(places);
        places = larger;
        room *= 2;
      }
      places[n++] = place;
    }
  }
  if (n > 1) qsort(places, n, sizeof *places, compare_numbers);
  for (size_t i = 0; i < n; i++) {
    if (i == 0 || places[i] != places[i - 1]) compare(s, places[i]);
  }
  if (places != few) free(places);
}

fpcheck_index_error fpcheck_index_search(fpcheck_index *x, const fpcheck_fingerprint *fp,
                                         const fpcheck_index_limits *given, size_t most,
                                         fpcheck_index_match **matches, size_t *count,
                                         size_t *found) {
  search s = {.x = x, .most = most};
  fpcheck_index_limits limits = given ? *given : (fpcheck_index_limits){-1, -1};
  *matches = NULL;
  *count = 0;
  if (found) *found = 0;
  if (!(limits.similarity <= 1) || limits.distance > 128) return FPCHECK_INDEX_BAD_ARGUMENT;
  fpcheck_index_error error = fpi_suit(x, fp, &s.query);
  if (!error && x->memory) error = fpi_prepare(x);
  if (error) return error;
  if (limits.distance < 0 && limits.similarity < 0) {
    if (x->options.bits)
      limits.similarity = x->options.similarity;
    else
      limits.distance = (int)x->options.distance;
  }
  unsigned all = x->options.bits ? FPCHECK_SLOTS : 64;
  bool any = false;
  for (unsigned d = 0; d <= all; d++) {
    s.similarity[d] = similarity_at(d, s.query.width);
    s.allowed[d] = (limits.distance < 0 || d <= (unsigned)limits.distance) &&
                   (limits.similarity < 0 || s.similarity[d] >= limits.similarity);
    if (s.allowed[d]) {
      s.reach = d;
      any = true;
    }
  }
  if (!any) return FPCHECK_INDEX_OK;
  if (x->options.bits) {
    s.beyond = s.query.width < x->options.bits || s.similarity[s.reach] < x->options.similarity;
  } else {
    s.simhash = load64(s.query.sketch);
    s.beyond = s.reach > x->options.distance;
  }
  for (size_t i = 0; i < x->segment_count && !s.error; i++) {
    const fpi_segment *g = s.segment = &x->segments[i];
    if (s.beyond || (!g->bands && !g->tables)) {
      for (size_t document = 0; document < g->n; document++) compare(&s, document);
    } else if (g->tables) {
      fpi_tables_search(g->tables, g->table_count, s.simhash, s.reach, near_simhash, &s);
    } else {
      search_bands(&s);
    }
  }
  if (s.error) {
    free(s.matches);
    return s.error;
  }
  settle(&s);
  *matches = s.matches;
  *count = s.count;
  if (found) *found = s.found;
  return FPCHECK_INDEX_OK;
}

void fpcheck_index_free_matches(fpcheck_index_match *matches) { free(matches); }

// ---- Verification (I27) ----

static bool sections_match(const unsigned char *segment, size_t length) {
  if (!check_sections(segment, length, false)) return false;
  size_t end = head_size(load32(segment + 28));
  for (uint32_t i = 0, n = load32(segment + 28); i < n; i++) {
    const unsigned char *entry = segment + 64 + 32 * (size_t)i;
    size_t offset = (size_t)fpi_u64(entry + 8), size = (size_t)fpi_u64(entry + 16);
    if (!all_zero(segment + end, offset - end) ||
        fpi_checksum(0, segment + offset, size) != load32(entry + 4)) {
      return false;
    }
    end = offset + size;
  }
  return all_zero(segment + end, length - end);
}

static bool verify_bands(const fpcheck_index *x, const fpi_segment *s, uint64_t *seen) {
  fpi_bands b = fpi_bands_of(&x->options, s->n);
  unsigned width = x->options.rows * x->options.bits;
  unsigned char buffer[8];
  for (unsigned band = 0; band < x->options.bands; band++) {
    const unsigned char *directory = s->bands + band * b.band;
    memset(seen, 0, (s->n / 64 + 1) * 8);
    size_t at = 0;
    if (load32(directory) != 0) return false;
    for (uint64_t cell = 0; cell < (uint64_t)1 << b.cell_bits; cell++) {
      size_t to = load32(directory + 4 * cell + 4);
      int64_t last = -1;
      if (to < at || to > s->n) return false;
      for (; at < to; at++) {
        const unsigned char *entry = directory + b.directory + at * b.entry;
        uint32_t place = 0;
        for (size_t i = b.entry - 1; i > 0; i--) place = place << 8 | entry[i];
        if ((int64_t)place <= last || place >= s->n || fpi_bit(seen, place)) return false;
        last = (int64_t)place;
        seen[place / 64] |= UINT64_C(1) << (place % 64);
        uint64_t hash = fpi_key_hash(fpi_sketch(x, s, place, buffer), x->size, band * width, width);
        if ((b.cell_bits ? hash >> (64 - b.cell_bits) : 0) != cell ||
            entry[0] != (unsigned char)hash) {
          return false;
        }
      }
    }
    if (at != s->n) return false;
  }
  return true;
}

static bool verify_tables(const fpi_segment *s) {
  uint64_t want = 0, different = 0;
  for (unsigned i = 0; i < s->table_count; i++) {
    const fpi_table *t = &s->tables[i];
    uint64_t sum = 0, n = 0, before = 0;
    size_t at = 0;
    if (load32(t->directory) != 0) return false;
    for (uint64_t bucket = 0; bucket < (uint64_t)1 << t->bits; bucket++) {
      size_t to = load32(t->directory + 4 * bucket + 4);
      if (to < at || to > t->size) return false;
      for (; at < to; at++) {
        uint64_t permuted = load32(t->hots + 4 * at);
        for (unsigned j = 0; j < t->cold; j++) {
          permuted |= (uint64_t)t->colds[t->cold * at + j] << (32 + 8 * j);
        }
        permuted &= ~UINT64_C(0) >> t->bits;
        permuted |= t->bits ? bucket << (64 - t->bits) : 0;
        if (at > 0 && (permuted < before || (i > 0 && permuted == before))) return false;
        if (at == 0 || permuted != before) {
          sum += fpcheck_mix64(fpi_permute(&t->back, permuted));
          n++;
        }
        before = permuted;
      }
    }
    if (at != t->size) return false;
    if (i == 0) {
      want = sum;
      different = n;
    } else if (sum != want || n != different) {
      return false;
    }
  }
  return true;
}

static bool verify_segment(const fpcheck_index *x, const fpi_segment *s, uint64_t *seen) {
  uint64_t end = 0;
  for (size_t i = 0; i < s->n; i++) {
    uint64_t to = fpi_u64(s->ends + 8 * i);
    if (to < end || to > s->ids_size) return false;
    end = to;
  }
  if (end != s->ids_size) return false;
  const unsigned char *last = NULL, *id;
  size_t last_size = 0, size;
  for (size_t rank = 0; rank < s->n; rank++) {
    fpi_id(x, s, ranked(s, rank), &id, &size);
    if (rank > 0 && fpi_compare_ids(last, last_size, id, size) >= 0) return false;
    last = id;
    last_size = size;
  }
  for (size_t i = 0; i < s->tombs_size; i += 16) {
    if (load32(s->tombs + i + 12)) return false;
  }
  if (s->bands && !verify_bands(x, s, seen)) return false;
  return !s->tables || verify_tables(s);
}

fpcheck_index_error fpcheck_index_verify(const fpcheck_index *x) {
  if (x->memory) return FPCHECK_INDEX_OK;
  if (x->map.size != x->end) return FPCHECK_INDEX_DAMAGED;
  for (size_t at = FPI_HEADER; at < x->end;) {
    size_t length = valid_head(&x->map, at);
    if (length == 0 || !sections_match(x->map.bytes + at, length)) return FPCHECK_INDEX_DAMAGED;
    at += length + FPI_COMMIT;
  }
  for (size_t i = 0; i < x->segment_count; i++) {
    const fpi_segment *s = &x->segments[i];
    uint64_t *seen = malloc((s->n / 64 + 1) * 8);
    if (!seen) return FPCHECK_INDEX_NO_MEMORY;
    bool sound = verify_segment(x, s, seen);
    free(seen);
    if (!sound) return FPCHECK_INDEX_DAMAGED;
  }
  return FPCHECK_INDEX_OK;
}

// The rest of the index is compiled with this file.
#include "fpcheck_index_memory.c"
#include "fpcheck_index_tables.c"
