/**
 * Near duplicates among many documents (chapter 13). Start with {@link
 * io.github.lsh_interop.fpcheck.clusters.Clustering}. If another system stores the documents, start with {@link
 * io.github.lsh_interop.fpcheck.clusters.BandKeys}.
 */
package io.github.lsh_interop.fpcheck.clusters;
