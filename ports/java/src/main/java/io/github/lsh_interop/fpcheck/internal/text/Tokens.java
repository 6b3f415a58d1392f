package io.github.lsh_interop.fpcheck.internal.text;

/** What takes tokens: the output of chapter 4. The octets are the caller's and soon change. */
public interface Tokens {
    void word(byte[] octets, int offset, int length);

    /** One cluster, of {@code split == length} octets, or two, the first of {@code split} octets. */
    void gram(byte[] octets, int offset, int length, int split);

    /** The text ends here. */
    void end();
}
