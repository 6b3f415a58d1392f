package io.github.lsh_interop.fpcheck;

/** What takes text: one stage's input. Each scalar value comes with its {@link Ucd#properties}. */
interface Scalars {
    void accept(int cp, int properties);

    /** The text ends here; what is held back goes on, and the stage is as new. */
    void end();
}
