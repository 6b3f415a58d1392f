package io.github.lsh_interop.fpcheck;

import java.nio.file.Path;

/** Where the conformance suite lies. */
public final class Vectors {
    public static final Path FOLDER = Path.of(System.getenv().getOrDefault("FPCHECK_VECTORS", "../../vectors"));

    private Vectors() {}
}
