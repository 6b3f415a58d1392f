/**
 * Passages that texts share (chapter 13a). Start with {@link
 * io.github.lsh_interop.fpcheck.passages.PassageReader}.
 */
package io.github.lsh_interop.fpcheck.passages;
