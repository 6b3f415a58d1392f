package io.github.lsh_interop.fpcheck;

/** Thrown where a string is not a fingerprint (R8.6 to R8.9); the message says why. */
public final class MalformedFingerprintException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MalformedFingerprintException(String reason) {
        super(reason);
    }
}
