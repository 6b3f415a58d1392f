/** Near duplicates in Apache Lucene. */
module io.github.lsh_interop.fpcheck.lucene {
    requires transitive io.github.lsh_interop.fpcheck;
    requires transitive org.apache.lucene.core;

    exports io.github.lsh_interop.fpcheck.lucene;

    provides org.apache.lucene.analysis.TokenizerFactory with
            io.github.lsh_interop.fpcheck.lucene.BandKeyTokenizerFactory;
    provides org.apache.lucene.analysis.TokenFilterFactory with
            io.github.lsh_interop.fpcheck.lucene.BandKeyFilterFactory;
}
