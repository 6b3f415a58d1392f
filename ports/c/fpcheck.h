// SPDX-License-Identifier: Apache-2.0
//
// fpcheck: fingerprints of documents, exact to the byte.
//
// The schemes sd1, sm1, mh1 and mw1 of the fpcheck specification, version 1.0.0, at level core,
// and its text digests, at level digest.
// The rule numbers (R2.9) and chapters are those of the specification.
//
// The library has no state of its own. Only what is declared at the end of this file needs malloc;
// everything else works in memory of the caller. One thread at a time may use an object. Different
// objects do not know of each other.
//
// The ABI: the size and the fields of a struct in this file stay as they are as long as the library
// is libfpcheck.so.1. A hasher and a text digest are opaque, and their size may change.

#ifndef FPCHECK_H
#define FPCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FPCHECK_VERSION "1.0.0"

// Returns the version of the library that runs, which may be newer than FPCHECK_VERSION.
const char *fpcheck_version(void);

// ---- Errors ----

typedef enum fpcheck_error {
  FPCHECK_OK = 0,
  FPCHECK_NO_FEATURES,     // the text has no features, so no fingerprint (R5.3, R7.9)
  FPCHECK_FULL,            // the set of features needs a larger block: fpcheck_hasher_move
  FPCHECK_NO_MEMORY,       // malloc failed; only of files that allocate
  FPCHECK_BAD_ARGUMENT,    // no such scheme, or a length or number of bits that it does not have
  FPCHECK_NOT_COMPARABLE,  // the fingerprints differ in scheme or profile (R10.1)
  FPCHECK_BAD_FULL_FORM,   // the octets are no full form (R7.7)
  FPCHECK_TOO_DEEP,        // HTML nests too deep (R11.3); only of fpcheck_markup.c
  FPCHECK_NO_ITEMS,        // the text has no items, so no text digest (R10.11)
  FPCHECK_BAD_XML,         // XML is to be refused (R11.16); only of fpcheck_markup.c
  // From here on: the string is malformed (R8.5), see fpcheck_is_malformed.
  FPCHECK_NO_COLON,        // there is no ":" (R8.6)
  FPCHECK_BAD_SCHEME,      // the scheme is not known (R8.6)
  FPCHECK_BAD_PROFILE,     // the profile is malformed, empty or "visible" (R8.4, R8.6)
  FPCHECK_BAD_ALPHABET,    // the data hold a character that is not base32 (R8.7)
  FPCHECK_BAD_LENGTH,      // the data are too long or too short (R8.8)
  FPCHECK_BAD_SPARE_BITS,  // the last character has spare bits that are not 0 (R8.9)
  // From here on: others again.
  FPCHECK_TOO_SMALL,  // the memory is smaller than this library's hasher or text digest
  FPCHECK_TOO_SHORT   // the text has no window (R13.15); only of fpcheck_passages.c
} fpcheck_error;

// What an error means, in English; never NULL.
const char *fpcheck_strerror(fpcheck_error error);

// Whether the error is one that fpcheck_parse has for a malformed string.
bool fpcheck_is_malformed(fpcheck_error error);

// ---- Schemes ----

typedef enum fpcheck_scheme {
  FPCHECK_SD1,  // simhash-doc: the source note's own scheme
  FPCHECK_SM1,  // simhash-multi: near duplicates, in every script; the one to choose
  FPCHECK_MH1,  // minhash-doc: resemblance and containment; sketches that merge
  FPCHECK_MW1   // minhash-weighted: the same where it matters how often something is said
} fpcheck_scheme;

#define FPCHECK_SCHEMES 4  // the schemes are 0 to 3

// The id of a scheme, "sm1", or NULL if there is no such scheme.
const char *fpcheck_scheme_id(fpcheck_scheme scheme);

// Finds the scheme with an id; FPCHECK_BAD_SCHEME if there is none.
fpcheck_error fpcheck_lookup(const char *id, fpcheck_scheme *scheme);

// ---- Fingerprints ----

#define FPCHECK_SKETCH_MAX 128   // octets of the longest sketch
#define FPCHECK_PROFILE_MAX 16   // characters of the longest profile name (R8.4)
#define FPCHECK_STRING_SIZE 256  // a buffer of so many chars holds any fingerprint's string

// A sketch with the scheme and the profile that made it. A plain value, free to copy; the
// fields may be read.
typedef struct fpcheck_fingerprint {
  fpcheck_scheme scheme;                     // the scheme that made the sketch
  unsigned width;                            // bits a slot: 8, 4, 2 or 1; of a SimHash 0
  size_t size;                               // octets of the sketch
  unsigned char sketch[FPCHECK_SKETCH_MAX];  // big-endian, slot 0 first (R8.2)
  char profile[FPCHECK_PROFILE_MAX + 1];     // "visible" unless set otherwise
} fpcheck_fingerprint;

// Makes a fingerprint of a sketch, with the profile "visible". n is 8 for sd1 and sm1; for mh1
// and mw1 it is 128, 64, 32 or 16 and says the bits a slot (R7.10). Else FPCHECK_BAD_ARGUMENT.
fpcheck_error fpcheck_from_sketch(fpcheck_scheme scheme, const void *sketch, size_t n,
                                  fpcheck_fingerprint *fp);

// Reads a string of n chars (chapter 8), which may be anything.
fpcheck_error fpcheck_parse(const char *string, size_t n, fpcheck_fingerprint *fp);

// Writes the string of a fingerprint (R8.1), ended by NUL, and returns its length.
size_t fpcheck_string(const fpcheck_fingerprint *fp, char string[FPCHECK_STRING_SIZE]);

// The name that the string begins with: "sm1", "mh1b4" (R8.3).
const char *fpcheck_name(const fpcheck_fingerprint *fp);

// Sets the profile; FPCHECK_BAD_PROFILE unless its name is as R8.4 has it, or "visible".
fpcheck_error fpcheck_set_profile(fpcheck_fingerprint *fp, const char *profile);

// Truncates a MinHash fingerprint to 8, 4, 2 or 1 bits a slot (R7.10); FPCHECK_BAD_ARGUMENT if
// it has fewer, or is a SimHash.
fpcheck_error fpcheck_truncate(fpcheck_fingerprint *fp, unsigned bits);

// The distance: of SimHashes in bits, 0 to 64 (R10.2); of MinHashes in slots, 0 to 128 (R10.4).
// Or FPCHECK_NOT_COMPARABLE, which fpcheck_explain puts in words.
fpcheck_error fpcheck_distance(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                               unsigned *distance);

// The similarity, 0 to 1 (R10.3, R10.5). Errors as those of fpcheck_distance.
fpcheck_error fpcheck_similarity(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b,
                                 double *similarity);

// Says in at most size chars, the NUL included, why two fingerprints are not comparable: names
// the schemes and profiles of both (R10.1). Returns as snprintf does.
int fpcheck_explain(const fpcheck_fingerprint *a, const fpcheck_fingerprint *b, char *text,
                    size_t size);

// ---- MinHash full forms ----

#define FPCHECK_SLOTS 128
#define FPCHECK_FULL_SIZE 1029  // octets of a stored full form

// The full form of a MinHash (R7.5): for each slot the least value, or UINT64_MAX. The fields may
// be read.
typedef struct fpcheck_minima {
  fpcheck_scheme scheme;         // mh1 or mw1
  uint64_t slot[FPCHECK_SLOTS];  // the least value of each slot, or UINT64_MAX
} fpcheck_minima;

// Empties all slots. FPCHECK_BAD_ARGUMENT if the scheme is no MinHash.
fpcheck_error fpcheck_minima_init(fpcheck_minima *m, fpcheck_scheme scheme);

// Adds an element (R7.4).
void fpcheck_minima_add(fpcheck_minima *m, uint64_t element);

// Makes m the full form of the elements of both (R7.6). FPCHECK_NOT_COMPARABLE if they are of
// different schemes: then m is unchanged.
fpcheck_error fpcheck_minima_merge(fpcheck_minima *m, const fpcheck_minima *other);

// Writes the full form as octets (R7.7). They do not name the scheme: store it beside them.
void fpcheck_minima_write(const fpcheck_minima *m, unsigned char octets[FPCHECK_FULL_SIZE]);

// Reads what fpcheck_minima_write wrote of a full form of the scheme. FPCHECK_BAD_FULL_FORM if n
// octets are no full form; FPCHECK_BAD_ARGUMENT if the scheme is no MinHash.
fpcheck_error fpcheck_minima_read(fpcheck_minima *m, fpcheck_scheme scheme, const void *octets,
                                  size_t n);

// The sketch of 8 bits a slot (R7.8, R7.9); FPCHECK_NO_FEATURES if all slots are empty.
fpcheck_error fpcheck_minima_stored(const fpcheck_minima *m, unsigned char sketch[FPCHECK_SLOTS]);

// The fingerprint of a full form. FPCHECK_NO_FEATURES if all slots are empty.
fpcheck_error fpcheck_from_minima(const fpcheck_minima *m, fpcheck_fingerprint *fp);

// ---- SimHash counters and hash functions ----

// The counters of a SimHash (R7.1); zero-initialise them.
typedef struct fpcheck_counters {
  int64_t bit[64];  // of each bit of the sketch, the lowest first
} fpcheck_counters;

// Adds an element, as if so many times as the weight says.
void fpcheck_counters_add(fpcheck_counters *c, uint64_t element, unsigned weight);

// The sketch of the counters (R7.2, R7.3).
uint64_t fpcheck_counters_sketch(const fpcheck_counters *c);

// jenkins-lookup3-64 of n octets (chapter 6).
uint64_t fpcheck_jenkins(const void *octets, size_t n);

// The finaliser of splitmix64 (R6.7).
uint64_t fpcheck_mix64(uint64_t z);

// ---- Stages ----

// A sequence of octets that is someone else's.
typedef struct fpcheck_octets {
  const unsigned char *octets;  // the first octet
  size_t n;                     // the number of octets
} fpcheck_octets;

// Takes what a stage gives, piece by piece. end is true with the last piece, which may be empty,
// of a run or token, and of a text. The octets are valid until the call returns.
typedef void fpcheck_sink(void *user, const unsigned char *octets, size_t n, bool end);

// Takes a feature: its octets, hash and weight (chapters 5 and 6), each time that it occurs.
typedef void fpcheck_feature_sink(void *user, const unsigned char *octets, size_t n, uint64_t hash,
                                  unsigned weight);

// Sinks for what the stages give; those that are NULL are not called. A sink must not use the
// hasher that it watches.
typedef struct fpcheck_watch {
  void *user;                      // is handed to each of them
  fpcheck_sink *text;              // chapter 1
  fpcheck_sink *identifiers;       // chapter 2
  fpcheck_sink *runs;              // chapter 3
  fpcheck_sink *tokens;            // chapter 4
  fpcheck_feature_sink *features;  // chapters 5 and 6
} fpcheck_watch;

// Single stages, for those who show or test them. Each takes what chapter it does takes and
// hands the result to the sink. They use some 50 KB of the stack. An ill-formed text is read as
// R1.2 has it. For a scheme that does not exist nothing is called.
void fpcheck_text(const void *octets, size_t n, fpcheck_sink *sink, void *user);
void fpcheck_identifiers(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                         void *user);
void fpcheck_normalise(fpcheck_scheme scheme, const void *text, size_t n, fpcheck_sink *sink,
                       void *user);
void fpcheck_segment(fpcheck_scheme scheme, const fpcheck_octets *runs, size_t count,
                     fpcheck_sink *sink, void *user);

// ---- Hashers ----

// Makes the fingerprint of a text that comes in pieces (R9.2). Its size is fixed, some 50 KB. The
// set of distinct features is in a block of memory that the caller hands over.
typedef struct fpcheck_hasher fpcheck_hasher;

// Enough memory for a hasher: static unsigned char memory[FPCHECK_HASHER_SIZE];
#define FPCHECK_HASHER_SIZE 65536

// Returns the least memory that a hasher of this library needs.
size_t fpcheck_hasher_size(void);

// Returns the octets of a block that holds this number of distinct features: about 11 for each in
// sd1 and mh1, 12 in sm1, 14 in mw1. 0 if there is no such scheme, SIZE_MAX if the features are too
// many.
size_t fpcheck_set_size(fpcheck_scheme scheme, size_t features);

// Makes a hasher, ready for a text, in memory of the caller of any alignment. FPCHECK_TOO_SMALL if
// the memory is smaller than fpcheck_hasher_size, as for a program that was compiled with an older
// header than the library. The block, of any alignment, is the hasher's until it gets another
// (fpcheck_hasher_move) or is used no more. It may be NULL if its size is 0. FPCHECK_BAD_ARGUMENT
// if there is no such scheme. A failed call sets *h to NULL.
fpcheck_error fpcheck_hasher_init(fpcheck_hasher **h, void *memory, size_t size,
                                  fpcheck_scheme scheme, void *block, size_t block_size);

// Makes the hasher ready for another text, with the scheme, block, seed and watch that it has.
void fpcheck_hasher_reset(fpcheck_hasher *h);

// Sets the secret that guards the table against chosen hashes (chapter 18): 64 random bits, after
// fpcheck_hasher_init and before the first octet. Without it the secret is made of the addresses
// of the hasher and the block. It does not change any result.
void fpcheck_hasher_seed(fpcheck_hasher *h, uint64_t seed);

// Lets sinks see what the stages give; NULL for none. Set it before the first octet, and keep the
// watch as long as the hasher is used. A watched hasher is slower.
void fpcheck_hasher_watch(fpcheck_hasher *h, const fpcheck_watch *watch);

// Takes the next octets of the text and returns how many it took: n, or fewer if the set is full.
// Then fpcheck_hasher_move gives it a larger block and the rest is to be written. (If it is the
// last of n octets that fills the set, the next call says so.) After the end of the text
// (fpcheck_hasher_end) nothing is taken.
size_t fpcheck_hasher_write(fpcheck_hasher *h, const void *octets, size_t n);

// Takes a token as chapter 4 gives it, in place of octets (chapter 5 on). FPCHECK_FULL if the set
// is full: then it was not taken, and can be given again after fpcheck_hasher_move. For tests of
// the stage, not to be mixed with fpcheck_hasher_write. FPCHECK_BAD_ARGUMENT above 4,096 octets.
fpcheck_error fpcheck_hasher_token(fpcheck_hasher *h, const void *octets, size_t n);

// Says that the text ends; again and again is as good as once. FPCHECK_FULL if the set is full:
// then call it again after fpcheck_hasher_move.
fpcheck_error fpcheck_hasher_end(fpcheck_hasher *h);

// A size for the next block: large enough to go on with, and two to four times the present one.
size_t fpcheck_hasher_next_size(const fpcheck_hasher *h);

// Moves the set into another block, which must not overlap the present one; that is then the
// caller's again. FPCHECK_FULL if it is too small: then nothing has changed.
fpcheck_error fpcheck_hasher_move(fpcheck_hasher *h, void *block, size_t size);

// The feature count so far: the number of distinct hashes (R5.2).
size_t fpcheck_hasher_features(const fpcheck_hasher *h);

// Walks the distinct hashes, in no order, each with its weight (of mw1 its occurrences, up to
// 1,024). *place is 0 at first; false after the last.
bool fpcheck_hasher_next(const fpcheck_hasher *h, size_t *place, uint64_t *hash, unsigned *weight);

// The fingerprint of the text, which ends with this (fpcheck_hasher_end). FPCHECK_FULL as there;
// FPCHECK_NO_FEATURES if it has none (R5.3).
fpcheck_error fpcheck_hasher_fingerprint(fpcheck_hasher *h, fpcheck_fingerprint *fp);

// The full form of the text (R7.5), which ends with this. FPCHECK_BAD_ARGUMENT if the scheme is no
// MinHash; FPCHECK_FULL as above. A text without features has a full form: all slots are empty.
fpcheck_error fpcheck_hasher_minima(fpcheck_hasher *h, fpcheck_minima *m);

// ---- Text digests ----

#define FPCHECK_DIGEST_NAME "runs-1"  // of the definition; those of others do not compare (R10.11)
#define FPCHECK_DIGEST_SIZE 32
#define FPCHECK_DIGEST_STRING_SIZE 65

// Makes the text digest of a text that comes in pieces (chapter 10a, R9.2): equal for two texts if
// they have the same words and numbers in the same order. It allocates nothing.
typedef struct fpcheck_digest fpcheck_digest;

// Enough memory for a text digest.
#define FPCHECK_DIGEST_STATE_SIZE 65536

// Returns the least memory that a text digest of this library needs.
size_t fpcheck_digest_state_size(void);

// Makes a text digest, ready for a text, in memory of the caller of any alignment.
// FPCHECK_TOO_SMALL as for fpcheck_hasher_init.
fpcheck_error fpcheck_digest_init(fpcheck_digest **d, void *memory, size_t size);

// Makes the text digest ready for another text, with the sink that it has.
void fpcheck_digest_reset(fpcheck_digest *d);

// Lets a sink see the items (R10.10), as a stage's; NULL for none. Set it before the first octet.
void fpcheck_digest_watch(fpcheck_digest *d, fpcheck_sink *sink, void *user);

// Takes the next octets of the text; after fpcheck_digest_finish none.
void fpcheck_digest_write(fpcheck_digest *d, const void *octets, size_t n);

// The digest of the text, which ends with this. FPCHECK_NO_ITEMS if the text has no
// items (R10.11).
fpcheck_error fpcheck_digest_finish(fpcheck_digest *d, unsigned char digest[FPCHECK_DIGEST_SIZE]);

// The digest of n octets: all most callers need. FPCHECK_NO_ITEMS as above.
fpcheck_error fpcheck_text_digest(const void *octets, size_t n,
                                  unsigned char digest[FPCHECK_DIGEST_SIZE]);

// Writes a digest as 64 hexadecimal digits, ended by NUL.
void fpcheck_digest_string(const unsigned char digest[FPCHECK_DIGEST_SIZE],
                           char string[FPCHECK_DIGEST_STRING_SIZE]);

// ---- With malloc: fpcheck_alloc.c ----

// The fingerprint of n octets: all most callers need. FPCHECK_NO_FEATURES, FPCHECK_NO_MEMORY or
// FPCHECK_BAD_ARGUMENT if there is none.
fpcheck_error fpcheck_sum(fpcheck_scheme scheme, const void *octets, size_t n,
                          fpcheck_fingerprint *fp);

// Makes a hasher whose set of features grows by malloc. FPCHECK_NO_MEMORY or FPCHECK_BAD_ARGUMENT:
// then *h is NULL.
fpcheck_error fpcheck_hasher_new(fpcheck_scheme scheme, fpcheck_hasher **h);

// For a hasher of fpcheck_hasher_new: like fpcheck_hasher_write and fpcheck_hasher_fingerprint, but
// the set never is full. After FPCHECK_NO_MEMORY the hasher can only be reset or freed.
// FPCHECK_BAD_ARGUMENT for a hasher in memory of the caller, and for octets after the end.
fpcheck_error fpcheck_hasher_feed(fpcheck_hasher *h, const void *octets, size_t n);
fpcheck_error fpcheck_hasher_finish(fpcheck_hasher *h, fpcheck_fingerprint *fp);

// Makes a hasher of fpcheck_hasher_new that has taken the same octets. Both can go on.
fpcheck_error fpcheck_hasher_copy(const fpcheck_hasher *h, fpcheck_hasher **copy);

// Frees a hasher of fpcheck_hasher_new, or NULL.
void fpcheck_hasher_free(fpcheck_hasher *h);

// The same for a text digest. FPCHECK_NO_MEMORY: then *d is NULL.
fpcheck_error fpcheck_digest_new(fpcheck_digest **d);
fpcheck_error fpcheck_digest_copy(const fpcheck_digest *d, fpcheck_digest **copy);
void fpcheck_digest_free(fpcheck_digest *d);

// The elements (R5.6) of tokens, ascending, in an array of *n for fpcheck_free; NULL if there are
// none. FPCHECK_NO_MEMORY or FPCHECK_BAD_ARGUMENT.
fpcheck_error fpcheck_elements(fpcheck_scheme scheme, const fpcheck_octets *tokens, size_t count,
                               uint64_t **elements, size_t *n);

// Frees an array that the library allocated, or NULL.
void fpcheck_free(void *array);

#ifdef __cplusplus
}
#endif

#endif
