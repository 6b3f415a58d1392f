/**
 * Document fingerprints, exact to the octet: SimHash and MinHash as the fpcheck specification
 * defines them, version 0.2.0, level <em>markup</em>. Rule numbers such as R3.9 are the
 * specification's.
 *
 * <p>Start with {@link io.github.lsh_interop.fpcheck.Scheme}, and for HTML and XML with {@link
 * io.github.lsh_interop.fpcheck.VisibleText}.
 */
package io.github.lsh_interop.fpcheck;
