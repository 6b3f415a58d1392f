/** Fingerprints of documents, exact to the byte. */
module io.github.lsh_interop.fpcheck {
    // For VisibleText.ofHtml only.
    requires static htmlparser;
    requires static java.xml;

    exports io.github.lsh_interop.fpcheck;
    exports io.github.lsh_interop.fpcheck.clusters;
    exports io.github.lsh_interop.fpcheck.index;
    exports io.github.lsh_interop.fpcheck.markup;
    exports io.github.lsh_interop.fpcheck.passages;
}
