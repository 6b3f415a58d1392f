package io.github.lsh_interop.fpcheck.internal.sketch;

/** What takes features: the output of R5.1, R5.4 and R5.5. The octets are the caller's and soon change. */
public interface Features {
    void accept(byte[] octets, int offset, int length, int weight);
}
