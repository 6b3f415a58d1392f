package io.github.lsh_interop.fpcheck.clusters;

/**
 * What {@link Clustering} says of a document (R13.7).
 *
 * @param document the document
 * @param representative the document that represents its cluster, and whose id is the cluster's name
 * @param similarity the similarity of the two; 1 if they are the same
 */
public record ClusterRow(Document document, Document representative, double similarity) {}
