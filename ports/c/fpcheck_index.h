// SPDX-License-Identifier: Apache-2.0
//
// fpcheck_index: find near duplicates among fingerprints, in memory and in index files. Compile
// fpcheck_index.c, which includes the other files of this part, and fpcheck.c.
//
// The rules I1 to I28 are those of docs/index-file.md. Rows and their order equal the rows of
// `fpcheck search`. An index is used by one thread at a time, with one exception: several threads
// may search an index from fpcheck_index_open or fpcheck_index_read at once.

#ifndef FPCHECK_INDEX_H
#define FPCHECK_INDEX_H

#include "fpcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fpcheck_index_error {
  FPCHECK_INDEX_OK = 0,
  FPCHECK_INDEX_NOT_AN_INDEX,    // the file does not begin as an index (I6)
  FPCHECK_INDEX_BAD_VERSION,     // the file has another version (I6)
  FPCHECK_INDEX_UNKNOWN_SCHEME,  // the scheme of the index is not known (I6)
  FPCHECK_INDEX_DAMAGED,         // the file is damaged (I6, I13 to I16) or not sound (I27)
  FPCHECK_INDEX_SYSTEM,          // the system reports an error, in errno
  FPCHECK_INDEX_LOCKED,          // another process writes the index
  FPCHECK_INDEX_NO_MEMORY,       // malloc failed
  FPCHECK_INDEX_BAD_ARGUMENT,    // an option or a limit is out of range
  FPCHECK_INDEX_NOT_COMPARABLE,  // the fingerprint has another scheme or profile, or too few bits
  FPCHECK_INDEX_READ_ONLY,       // the index is a file that is open for searches only
  FPCHECK_INDEX_TOO_MANY         // the index has 4,294,967,294 documents
} fpcheck_index_error;

// Returns what an error means, in English.
const char *fpcheck_index_strerror(fpcheck_index_error error);

// What an index is for. The fields of the other kind of scheme are 0.
typedef struct fpcheck_index_options {
  fpcheck_scheme scheme;                  // the scheme of the fingerprints
  char profile[FPCHECK_PROFILE_MAX + 1];  // "" means "visible"
  unsigned bits;                          // MinHash: bits in a slot, 8, 4, 2 or 1; 0 means 8
  unsigned distance;  // SimHash: the distance up to which searches use tables, 0 to 64
  double similarity;  // MinHash: the similarity from which searches use tables, 0 to 1
  unsigned bands;     // MinHash: B of R13.3
  unsigned rows;      // MinHash: r of R13.3
} fpcheck_index_options;

// Sets bands and rows to the bands with the fewest candidates that find at least the share recall
// of the documents with this similarity (R13.3). Bits is the number of bits in a slot.
void fpcheck_index_bands(double similarity, double recall, unsigned bits, unsigned *bands,
                         unsigned *rows);

typedef struct fpcheck_index fpcheck_index;

// Opens an index file and maps it into memory. A program that shortens the file meanwhile ends
// this process. The path is UTF-8 on Windows.
fpcheck_index_error fpcheck_index_open(const char *path, fpcheck_index **index);

// Opens an index file that is in memory. The caller keeps the n bytes until fpcheck_index_free.
fpcheck_index_error fpcheck_index_read(const void *bytes, size_t n, fpcheck_index **index);

// Makes an empty index in memory.
fpcheck_index_error fpcheck_index_new(const fpcheck_index_options *options, fpcheck_index **index);

// Makes an index in memory that has the documents of an index file.
fpcheck_index_error fpcheck_index_load(const char *path, fpcheck_index **index);

// Frees an index. It does nothing for NULL.
void fpcheck_index_free(fpcheck_index *index);

// Checks the whole file of an index (I27). It returns FPCHECK_INDEX_OK for an index in memory.
fpcheck_index_error fpcheck_index_verify(const fpcheck_index *index);

// Returns the number of documents.
uint64_t fpcheck_index_len(const fpcheck_index *index);

// Returns the options.
fpcheck_index_options fpcheck_index_get_options(const fpcheck_index *index);

// Adds a document, and replaces a document with the same id. A MinHash with more bits in a slot
// than the index is truncated.
fpcheck_index_error fpcheck_index_add(fpcheck_index *index, const void *id, size_t n,
                                      const fpcheck_fingerprint *fp);

// Removes a document. *found, which may be NULL, is whether there was one.
fpcheck_index_error fpcheck_index_remove(fpcheck_index *index, const void *id, size_t n,
                                         bool *found);

// Reports whether there is a document with an id, and sets *fp, which may be NULL.
bool fpcheck_index_get(const fpcheck_index *index, const void *id, size_t n,
                       fpcheck_fingerprint *fp);

// The limits of a search (I25).
typedef struct fpcheck_index_limits {
  int distance;       // the greatest distance; -1 means none
  double similarity;  // the least similarity; a negative number means none
} fpcheck_index_limits;

// A row of a search (I26). The id is valid until the index changes.
typedef struct fpcheck_index_match {
  const unsigned char *id;  // the id of the document
  size_t id_size;           // octets of the id
  unsigned distance;        // to the query, as fpcheck_distance has it
  double similarity;        // to the query, as fpcheck_similarity has it
} fpcheck_index_match;

// Finds the documents near a fingerprint. limits may be NULL. At most `most` rows are returned, in
// an array that the caller frees with fpcheck_index_free_matches. *found, which may be NULL, is
// the number of documents within the limits.
fpcheck_index_error fpcheck_index_search(fpcheck_index *index, const fpcheck_fingerprint *fp,
                                         const fpcheck_index_limits *limits, size_t most,
                                         fpcheck_index_match **matches, size_t *count,
                                         size_t *found);
void fpcheck_index_free_matches(fpcheck_index_match *matches);

// Calls each with the id and the fingerprint of every document, in ascending order of ids, until
// each returns false.
typedef bool fpcheck_index_document_sink(void *user, const unsigned char *id, size_t n,
                                         const fpcheck_fingerprint *fp);
fpcheck_index_error fpcheck_index_documents(const fpcheck_index *index,
                                            fpcheck_index_document_sink *each, void *user);

// Calls each with two documents and their similarity, until it returns false.
typedef bool fpcheck_index_pair_sink(void *user, const unsigned char *id, size_t n,
                                     const unsigned char *other, size_t other_n, double similarity);

// Finds the pairs of documents with at least a similarity, from 0 to 1 (R13.5). All weights are 0,
// so documents are in the order of their ids. A copy makes a pair with its first document only.
// MinHashes are compared if they are candidates by the bands of the index and by M = most (R13.4);
// 0 means fpcheck's own M.
fpcheck_index_error fpcheck_index_pairs(const fpcheck_index *index, double threshold, size_t most,
                                        fpcheck_index_pair_sink *each, void *user);

// Finds the clusters of documents (R13.6). It calls each with every document, in the order of ids,
// with the representative of its cluster, and the similarity of the two (R13.7).
fpcheck_index_error fpcheck_index_groups(const fpcheck_index *index, double threshold, double floor,
                                         size_t most, fpcheck_index_pair_sink *each, void *user);

// Writes the documents to an index file with one segment, which replaces a file with the name.
fpcheck_index_error fpcheck_index_save(const fpcheck_index *index, const char *path);

#ifdef __cplusplus
}
#endif

#endif
