package io.github.lsh_interop.fpcheck.markup;

/** Thrown where a document of markup has no visible text by chapter 11; the message says why. */
public final class MarkupException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MarkupException(String reason) {
        super(reason);
    }
}
