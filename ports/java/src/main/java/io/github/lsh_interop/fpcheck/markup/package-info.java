/** Visible text of HTML and XML (chapter 11). Start with {@link io.github.lsh_interop.fpcheck.markup.VisibleText}. */
package io.github.lsh_interop.fpcheck.markup;
