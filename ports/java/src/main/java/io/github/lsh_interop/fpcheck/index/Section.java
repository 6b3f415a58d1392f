package io.github.lsh_interop.fpcheck.index;

/**
 * A section of a segment (I9).
 *
 * @param kind its kind
 * @param checksum its checksum
 * @param from where it begins in the file
 * @param length its length in bytes
 */
record Section(int kind, int checksum, long from, long length) {}
