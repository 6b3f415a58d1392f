/**
 * Document fingerprints, exact to the byte: SimHash and MinHash as the fpcheck specification
 * defines them, version 1.0.0, levels <em>markup</em>, <em>digest</em>, <em>clusters</em> and
 * <em>passages</em>. Rule numbers such as R3.9 are the specification's.
 *
 * <p>Start with {@link io.github.lsh_interop.fpcheck.Scheme}. {@link
 * io.github.lsh_interop.fpcheck.TextDigest} tells whether two texts say the same. The packages {@link
 * io.github.lsh_interop.fpcheck.markup}, {@link io.github.lsh_interop.fpcheck.clusters} and {@link
 * io.github.lsh_interop.fpcheck.passages} read HTML and XML, find near duplicates, and find common passages.
 *
 * <p>Texts are octets or a {@link CharSequence}. A text is the same as its UTF-8. Each run of lone surrogates in a
 * {@code CharSequence} counts as one U+FFFD (R1.2).
 */
package io.github.lsh_interop.fpcheck;
