package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;

/** What takes text: one stage's input. Each scalar value comes with its {@link Ucd#properties}. */
public interface Scalars {
    void accept(int cp, int properties);

    /** The text ends here; what is held back goes on, and the stage is as new. */
    void end();
}
