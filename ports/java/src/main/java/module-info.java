/** Fingerprints of documents, exact to the octet. */
module io.github.lsh_interop.fpcheck {
    exports io.github.lsh_interop.fpcheck;
}
