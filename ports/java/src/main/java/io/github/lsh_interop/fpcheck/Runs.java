package io.github.lsh_interop.fpcheck;

/** What takes runs: the output of chapter 3. */
interface Runs {
    void accept(int cp, int properties);

    /** The run ends here; it may be empty, and is none then. */
    void endRun();
}
