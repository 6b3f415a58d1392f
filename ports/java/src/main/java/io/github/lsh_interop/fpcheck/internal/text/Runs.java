package io.github.lsh_interop.fpcheck.internal.text;

/** What takes runs: the output of chapter 3. */
public interface Runs {
    int NO_CODE_POINT = -1;

    void accept(int cp, int properties);

    /** The run ends here; it may be empty, and is none then. */
    void endRun();

    /**
     * The same at a separator.
     *
     * @param separator its code point as R3.1 left it; {@link #NO_CODE_POINT} for a separator of R3.4
     *     or R3.8, and at the end of the text
     */
    default void endRun(int separator) {
        endRun();
    }
}
