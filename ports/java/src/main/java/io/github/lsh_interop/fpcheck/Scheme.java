package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.sketch.Features;
import io.github.lsh_interop.fpcheck.internal.sketch.HashTable;
import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;
import io.github.lsh_interop.fpcheck.internal.sketch.Shingles;
import io.github.lsh_interop.fpcheck.internal.sketch.Sketcher;
import io.github.lsh_interop.fpcheck.internal.sketch.TokenFeatures;
import io.github.lsh_interop.fpcheck.internal.text.Classes;
import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A way to make fingerprints of documents. {@link #SM1} is the one to choose for near duplicates,
 * {@link #MH1} to say how much two texts share.
 *
 * <p>A text with no features has no fingerprint. That is a result and no fault (R5.3), so it is an
 * empty {@link Optional} and no exception.
 */
public enum Scheme {
    /** {@code simhash-doc}: the source note's own scheme, for the sake of those who follow it. */
    SD1("sd1", Rules.SD1, Sketcher.Kind.SIMHASH),
    /** {@code simhash-multi}: near duplicates, in every script. */
    SM1("sm1", Rules.MULTI, Sketcher.Kind.SIMHASH),
    /** {@code minhash-doc}: resemblance and containment of texts; sketches that merge. */
    MH1("mh1", Rules.MULTI, Sketcher.Kind.MINHASH),
    /** {@code minhash-weighted}: the same where it matters how often something is said. */
    MW1("mw1", Rules.MULTI, Sketcher.Kind.WEIGHTED_MINHASH);

    private final String id;
    private final Rules rules;
    private final Sketcher.Kind kind;

    Scheme(String id, Rules rules, Sketcher.Kind kind) {
        this.id = id;
        this.rules = rules;
        this.kind = kind;
    }

    /**
     * Finds a scheme by its name.
     *
     * @param id the scheme's name, such as {@code sm1}
     * @return the scheme, or nothing if there is none of that name
     */
    public static Optional<Scheme> lookup(String id) {
        for (Scheme scheme : values()) {
            if (scheme.id.equals(id)) {
                return Optional.of(scheme);
            }
        }
        return Optional.empty();
    }

    /**
     * The scheme's name in fingerprints (R8.3).
     *
     * @return the name, such as {@code sm1}
     */
    public String id() {
        return id;
    }

    /**
     * The rules of chapters 1 to 4 that the scheme follows.
     *
     * @return the rules
     */
    public Rules rules() {
        return rules;
    }

    /**
     * Whether the sketch is of 128 slots and merges (R7.4), rather than of 64 bits (R7.1).
     *
     * @return whether this is a MinHash
     */
    public boolean isMinHash() {
        return kind != Sketcher.Kind.SIMHASH;
    }

    /**
     * Makes the fingerprint of a document in UTF-8, of the profile {@code visible}.
     *
     * @param octets any octets; ill-formed ones separate (R1.2)
     * @return the fingerprint, or nothing if the text has no features (R5.3)
     */
    public Optional<Fingerprint> sum(byte[] octets) {
        Hasher hasher = newHasher();
        hasher.update(octets);
        return hasher.fingerprint();
    }

    /**
     * Makes the fingerprint of a text, the same as of its UTF-8.
     *
     * @param text any text; unpaired surrogates separate (R1.2)
     * @return the fingerprint, or nothing if the text has no features (R5.3)
     */
    public Optional<Fingerprint> sum(CharSequence text) {
        return sum(Rules.octets(text));
    }

    /**
     * Makes a hasher, which takes a document in pieces.
     *
     * @return a new hasher
     */
    public Hasher newHasher() {
        return new Hasher(this);
    }

    /**
     * What is sketched of tokens (chapter 5).
     *
     * @param tokens tokens, as {@link Rules#segment} gives them
     * @return the elements, unsigned integers in ascending order, each as often as R5.6 has it
     */
    public long[] elements(List<String> tokens) {
        Sketcher sketcher = new Sketcher(kind);
        extract(tokens, sketcher);
        return sketcher.elements();
    }

    /**
     * Shows what each stage makes of a document, in lists that do not change. All of it is kept in
     * memory: for a fingerprint use {@link #sum(byte[])}.
     *
     * @param octets any octets
     * @return what the stages give
     */
    public Stages stages(byte[] octets) {
        String text = Rules.text(octets);
        String identifiers = rules.identifiers(text);
        List<String> runs = rules.normalise(identifiers);
        List<String> tokens = rules.segment(runs);
        Map<Long, Feature> features = new LinkedHashMap<>();
        extract(tokens, (source, offset, length, weight) -> {
            String feature = new String(source, offset, length, StandardCharsets.UTF_8);
            long hash = Hashes.sum64(source, offset, length);
            features.merge(hash, new Feature(feature, hash, weight), this::again);
        });
        List<Long> elements = LongStream.of(elements(tokens)).boxed().toList();
        return new Stages(text, identifiers, runs, tokens, List.copyOf(features.values()), elements);
    }

    private Feature again(Feature first, Feature other) {
        int weight = this == MW1
                ? Math.min(first.weight() + 1, HashTable.MAX_WEIGHT)
                : Math.max(first.weight(), other.weight());
        return new Feature(first.text(), first.hash(), weight);
    }

    /**
     * Makes a fingerprint of a sketch, of the profile {@code visible}.
     *
     * @param sketch 8 octets, or of a MinHash 128, 64, 32 or 16
     * @return the fingerprint
     * @throws IllegalArgumentException if the scheme has no sketch of that length
     */
    public Fingerprint fromSketch(byte[] sketch) {
        return Fingerprint.of(this, sketch);
    }

    /**
     * Makes a fingerprint of a full form, of the profile {@code visible}.
     *
     * @param minima a full form of this scheme
     * @return the fingerprint, or nothing if all slots are empty (R7.9)
     * @throws NotComparableException if another scheme made the full form
     * @throws UnsupportedOperationException if the scheme is no MinHash
     */
    public Optional<Fingerprint> fromMinima(Minima minima) {
        requireMinHash();
        minima.requireScheme(this);
        return minima.stored().map(this::fromSketch);
    }

    Sketcher.Kind kind() {
        return kind;
    }

    void requireMinHash() {
        if (!isMinHash()) {
            throw new UnsupportedOperationException(id + " is no MinHash");
        }
    }

    /** What makes this scheme's features of tokens. */
    Tokens featuresOf(Features next) {
        return isMinHash() ? new Shingles(next) : new TokenFeatures(next);
    }

    /** Features of tokens that need not come of chapter 4. */
    private void extract(List<String> tokens, Features next) {
        Tokens extractor = featuresOf(next);
        for (String token : tokens) {
            byte[] octets = Rules.octets(token);
            extractor.word(octets, 0, octets.length);
            if (this == SM1) {
                clusters(token, extractor);
            }
        }
        extractor.end();
    }

    /** R5.4. */
    private static void clusters(String token, Tokens extractor) {
        int[] codePoints = token.codePoints().toArray();
        if (codePoints.length == 0 || classOf(codePoints[0]) <= Classes.W) {
            return;
        }
        int start = 0;
        for (int end = 1; end <= codePoints.length; end++) {
            if (end == codePoints.length || !Ucd.in(Ucd.MARKS, Ucd.properties(codePoints[end]))) {
                byte[] cluster = Rules.octets(new String(codePoints, start, end - start));
                extractor.gram(cluster, 0, cluster.length, cluster.length);
                start = end;
            }
        }
    }

    private static int classOf(int cp) {
        int properties = Ucd.properties(cp);
        return Ucd.in(Ucd.MARKS, properties) ? Classes.NONE : Classes.of(cp, properties);
    }

    @Override
    public String toString() {
        return id;
    }
}
