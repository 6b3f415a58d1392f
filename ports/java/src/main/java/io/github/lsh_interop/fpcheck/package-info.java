/**
 * Document fingerprints, exact to the octet: SimHash and MinHash as the fpcheck specification
 * defines them, version 1.0.0, levels <em>markup</em>, <em>digest</em>, <em>clusters</em> and
 * <em>passages</em>. Rule numbers such as R3.9 are the specification's.
 *
 * <p>Start with {@link io.github.lsh_interop.fpcheck.Scheme}, for HTML and XML with {@link
 * io.github.lsh_interop.fpcheck.VisibleText}, to tell whether two texts say the same with {@link
 * io.github.lsh_interop.fpcheck.TextDigest}, and for near duplicates among many documents with {@link
 * io.github.lsh_interop.fpcheck.Clustering}. {@link io.github.lsh_interop.fpcheck.TextComparer} compares whole texts.
 * {@link io.github.lsh_interop.fpcheck.PassageReader} reads texts of which {@link
 * io.github.lsh_interop.fpcheck.PassageFinder} finds the passages that they share, and {@link
 * io.github.lsh_interop.fpcheck.PassageReference} how much of a text a document has.
 */
package io.github.lsh_interop.fpcheck;
