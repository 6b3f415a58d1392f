/**
 * Document fingerprints, exact to the octet: SimHash and MinHash as the fpcheck specification
 * defines them, version 1.0.0, levels <em>markup</em>, <em>digest</em> and <em>clusters</em>. Rule numbers such as
 * R3.9 are the specification's.
 *
 * <p>Start with {@link io.github.lsh_interop.fpcheck.Scheme}, for HTML and XML with {@link
 * io.github.lsh_interop.fpcheck.VisibleText}, to tell whether two texts say the same with {@link
 * io.github.lsh_interop.fpcheck.TextDigest}, and for near duplicates among many documents with {@link
 * io.github.lsh_interop.fpcheck.Clustering}. {@link io.github.lsh_interop.fpcheck.TextComparer} compares whole texts.
 */
package io.github.lsh_interop.fpcheck;
