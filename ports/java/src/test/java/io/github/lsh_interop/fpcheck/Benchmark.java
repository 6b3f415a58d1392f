package io.github.lsh_interop.fpcheck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Prints how fast the schemes and the text digest are on one text, in MB (10^6 octets) a second: the best of many rounds,
 * the first of which warm up. Usage: Benchmark FILE.
 */
final class Benchmark {
    private static final long NANOS = 6_000_000_000L;

    private Benchmark() {}

    public static void main(String[] args) throws IOException {
        byte[] text = Files.readAllBytes(Path.of(args[0]));
        for (Scheme scheme : List.of(Scheme.SD1, Scheme.SM1, Scheme.MH1)) {
            measure(scheme.id(), text, () -> scheme.sum(text));
        }
        measure(TextDigest.NAME, text, () -> TextDigest.sum(text));
    }

    private static void measure(String name, byte[] text, Runnable work) {
        long best = Long.MAX_VALUE;
        for (long first = System.nanoTime(); System.nanoTime() - first < NANOS; ) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.printf("%s %7.1f MB/s%n", name, text.length * 1e3 / best);
    }
}
