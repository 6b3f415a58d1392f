package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.internal.sketch.Shingles;
import io.github.lsh_interop.fpcheck.internal.sketch.Sketcher;
import io.github.lsh_interop.fpcheck.internal.text.DigestPipeline;
import io.github.lsh_interop.fpcheck.internal.text.Items;
import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what texts are compared by: R13.8 to R13.11 and R13.23. Memory grows with the distinct shingles of a text.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class TextComparer {
    private final MessageDigest same = DigestPipeline.sha256();
    private final Sketcher sketcher = new Sketcher(Sketcher.Kind.MINHASH);
    private final Shingles shingles = new Shingles(sketcher);
    private final ComparedItems items = new ComparedItems(shingles);
    private final DigestPipeline pipeline = new DigestPipeline(Items.withOperators((octets, offset, length) -> {
        same.update(octets, offset, length);
        items.update(octets, offset, length);
    }));

    /** Makes a comparer, for any number of texts. */
    public TextComparer() {}

    /**
     * Finds what a text is compared by.
     *
     * @param octets any octets
     * @return what it is compared by
     */
    public ComparedText compared(byte[] octets) {
        pipeline.update(octets, 0, octets.length);
        pipeline.end();
        shingles.end();
        ComparedText text = new ComparedText(
                sketcher.elements(), sketcher.sketch().orElse(null), same.digest(), items.numbers(), items.unknown());
        pipeline.clear();
        items.clear();
        sketcher.clear();
        return text;
    }

    /**
     * Shows the compared items of a text (R13.8).
     *
     * @param octets any octets
     * @return the items, in order, in a list that does not change
     */
    public static List<String> items(byte[] octets) {
        List<String> list = new ArrayList<>();
        ComparedItems items = new ComparedItems(new Tokens() {
            @Override
            public void word(byte[] word, int offset, int length) {
                list.add(new String(word, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void gram(byte[] gram, int offset, int length, int split) {
                word(gram, offset, length);
            }

            @Override
            public void end() {}
        });
        DigestPipeline pipeline = new DigestPipeline(Items.withOperators(items));
        pipeline.update(octets, 0, octets.length);
        pipeline.end();
        return List.copyOf(list);
    }
}
