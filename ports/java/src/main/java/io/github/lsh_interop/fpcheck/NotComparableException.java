package io.github.lsh_interop.fpcheck;

/** Thrown where fingerprints differ in scheme or profile (R10.1); the message names those of both. */
public final class NotComparableException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NotComparableException(String reason) {
        super(reason);
    }
}
