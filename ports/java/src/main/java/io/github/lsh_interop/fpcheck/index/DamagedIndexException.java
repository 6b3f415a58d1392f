package io.github.lsh_interop.fpcheck.index;

import java.io.IOException;

/** A file is no index, or is damaged. */
public final class DamagedIndexException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why a reader refuses a file (I6). */
    public enum Reason {
        /** The file does not begin as an index. */
        NOT_AN_INDEX,
        /** The file has another version. */
        VERSION,
        /** The scheme of the index is not one of this package. */
        UNKNOWN_SCHEME,
        /** The file is damaged. */
        DAMAGED
    }

    /** Why the file cannot be read. */
    private final Reason reason;

    DamagedIndexException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static DamagedIndexException damaged(String what) {
        return new DamagedIndexException(Reason.DAMAGED, "the index is damaged: " + what);
    }

    /**
     * Returns the reason.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
