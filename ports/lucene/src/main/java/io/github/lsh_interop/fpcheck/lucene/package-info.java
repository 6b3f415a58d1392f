/**
 * Finds near duplicates by term queries in Apache Lucene, and so in Solr, Elasticsearch and OpenSearch. Documents are
 * indexed with the band keys of their fingerprints as terms. Documents that share a term are candidates.
 *
 * <p>{@link io.github.lsh_interop.fpcheck.lucene.FingerprintField} adds the terms and the fingerprint to documents, and
 * searches them. Where an analysis chain makes the terms, use {@link
 * io.github.lsh_interop.fpcheck.lucene.BandKeyTokenizerFactory} for texts, and {@link
 * io.github.lsh_interop.fpcheck.lucene.BandKeyFilterFactory} for strings of fingerprints.
 */
package io.github.lsh_interop.fpcheck.lucene;
