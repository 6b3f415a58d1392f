package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.sketch.Shingles;
import io.github.lsh_interop.fpcheck.internal.sketch.Sketcher;
import io.github.lsh_interop.fpcheck.internal.sketch.TokenFeatures;
import io.github.lsh_interop.fpcheck.internal.text.Decoder;
import io.github.lsh_interop.fpcheck.internal.text.English;
import io.github.lsh_interop.fpcheck.internal.text.Identifiers;
import io.github.lsh_interop.fpcheck.internal.text.LineEnds;
import io.github.lsh_interop.fpcheck.internal.text.Normaliser;
import io.github.lsh_interop.fpcheck.internal.text.OctetSink;
import io.github.lsh_interop.fpcheck.internal.text.Runs;
import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.text.WhiteSpace;
import io.github.lsh_interop.fpcheck.internal.text.Words;
import io.github.lsh_interop.fpcheck.internal.text.WordsAndGrams;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes the fingerprint of a document that comes in pieces. The result is the same wherever the
 * pieces are cut, and memory grows with the distinct features, not with the text (R9.2).
 *
 * <p>The first call of {@link #fingerprint}, {@link #features}, {@link #elements} or {@link #minima} ends the document;
 * after it only {@link #reset} makes room for another.
 *
 * <p>Not safe for use by several threads at once. A hasher holds nothing that must be closed.
 */
public final class Hasher {
    /** How many octets are skimmed before whole blocks are tried again. */
    private static final int SKIMMED = 32;

    private final Scheme scheme;
    private final Sketcher sketcher;
    private final Tokens tokens;
    private final Runs segmenter;
    private final Normaliser normaliser;
    private final Identifiers identifiers;
    private final Decoder decoder;
    /** Null in {@code sd1}. */
    private final LineEnds lineEnds;
    private final WhiteSpace whiteSpace;

    private final English english = new English();

    /** Whether what came last is ASCII and outside atoms, or nothing came yet. */
    private boolean atBoundary = true;
    private boolean ended;
    private final byte[] word = new byte[Identifiers.TESTED];

    Hasher(Scheme scheme) {
        this.scheme = scheme;
        sketcher = new Sketcher(scheme.kind());
        tokens = scheme.featuresOf(sketcher);
        segmenter = scheme.rules().segmenter(tokens);
        normaliser = new Normaliser(segmenter, scheme.rules() == Rules.MULTI);
        if (scheme.rules() == Rules.MULTI) {
            whiteSpace = new WhiteSpace(normaliser);
            lineEnds = new LineEnds(whiteSpace);
            identifiers = new Identifiers(lineEnds);
        } else {
            whiteSpace = null;
            lineEnds = null;
            identifiers = new Identifiers(normaliser);
        }
        decoder = new Decoder(identifiers);
    }

    /**
     * Copies the hasher with the part of the document that it has read. Both then go on independently. So the common
     * start of many documents is read once.
     *
     * @return the copy
     */
    public Hasher copy() {
        Hasher copy = new Hasher(scheme);
        copy.sketcher.copyFrom(sketcher);
        if (tokens instanceof Shingles shingles) {
            ((Shingles) copy.tokens).copyFrom(shingles);
        } else {
            ((TokenFeatures) copy.tokens).copyFrom((TokenFeatures) tokens);
        }
        if (segmenter instanceof WordsAndGrams words) {
            ((WordsAndGrams) copy.segmenter).copyFrom(words);
        } else {
            ((Words) copy.segmenter).copyFrom((Words) segmenter);
        }
        copy.normaliser.copyFrom(normaliser);
        if (lineEnds != null) {
            copy.whiteSpace.copyFrom(whiteSpace);
            copy.lineEnds.copyFrom(lineEnds);
        }
        copy.identifiers.copyFrom(identifiers);
        copy.decoder.copyFrom(decoder);
        copy.atBoundary = atBoundary;
        copy.ended = ended;
        return copy;
    }

    /**
     * Takes the next octets of the document.
     *
     * @param octets the octets
     * @throws IllegalStateException if the document has ended
     */
    public void update(byte[] octets) {
        update(octets, 0, octets.length);
    }

    /**
     * Takes the next octets of the document.
     *
     * @param octets where the octets are
     * @param offset where they begin
     * @param length how many they are
     * @throws IllegalStateException if the document has ended
     * @throws IndexOutOfBoundsException if they are not all within the array
     */
    public void update(byte[] octets, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        if (ended) {
            throw new IllegalStateException("the document has ended");
        }
        int end = offset + length;
        int i = offset;
        while (i < end) {
            if (atBoundary && (lineEnds == null || lineEnds.isIdle() && whiteSpace.isIdle())) {
                i = english.take(octets, i, end, tokens);
                int until = Math.min(i + SKIMMED, end);
                i = skim(octets, i, end, until);
                if (i >= until) {
                    continue;
                }
            }
            if (i < end) {
                i = decoder.acceptUpToBoundary(octets, i, end);
                atBoundary = octets[i - 1] >= 0 && !Identifiers.isAtom(octets[i - 1]);
            }
        }
    }

    /**
     * Takes the next octets of the document: those that remain in the buffer, which has none after.
     *
     * @param octets the octets
     * @throws IllegalStateException if the document has ended
     */
    public void update(ByteBuffer octets) {
        OctetSink.drain(octets, this::update);
    }

    /**
     * A stream that gives this hasher what is written to it. To close it does nothing.
     *
     * @return the stream
     */
    public OutputStream outputStream() {
        return OctetSink.stream(this::update);
    }

    /**
     * Ends the document and makes its fingerprint, of the profile {@code visible}.
     *
     * @return the fingerprint, or nothing if the text has no features (R5.3)
     */
    public Optional<Fingerprint> fingerprint() {
        end();
        return sketcher.sketch().map(scheme::fromSketch);
    }

    /**
     * Ends the document and counts its distinct features (R5.2).
     *
     * @return the feature count
     */
    public int features() {
        end();
        return sketcher.features();
    }

    /**
     * Ends the document and makes the full form of its sketch (R7.5), which merges with others.
     *
     * @return the full form, a copy
     * @throws UnsupportedOperationException if the scheme is no MinHash
     */
    public Minima minima() {
        scheme.requireMinHash();
        end();
        return new Minima(scheme, sketcher.slots());
    }

    /**
     * Ends the document and gives what is sketched of it, to compare two texts by what they have in common and
     * not by estimate.
     *
     * @return the elements, unsigned integers in ascending order, each as often as R5.6 has it
     */
    public long[] elements() {
        end();
        return sketcher.elements();
    }

    /** Forgets the document, ended or not, to take another. */
    public void reset() {
        end();
        sketcher.clear();
        ended = false;
        atBoundary = true;
    }

    private void end() {
        if (!ended) {
            ended = true;
            decoder.end();
            tokens.end();
        }
    }

    /**
     * Takes as many whole atoms as are plainly of ASCII, and what is between them, past all stages
     * but the last: they leave ASCII as it is but for its case. The stages must hold nothing, and an
     * atom may begin here. Returns where they have to take over, or where it could go on, after enough.
     */
    private int skim(byte[] octets, int start, int end, int until) {
        int i = start;
        while (i < until) {
            int b = octets[i];
            if (b < 0) {
                return i;
            }
            if (!Identifiers.isAtom(b)) {
                i++;
                continue;
            }
            int atom = i;
            boolean suspect = false;
            do {
                suspect |= Identifiers.isTelltale(b);
                if (++i == end) {
                    return atom;
                }
                b = octets[i];
            } while (b >= 0 && Identifiers.isAtom(b));
            // A mark may follow, or a line end that the hyphen joins.
            if (b < 0 || i - atom > Identifiers.TESTED || lineEnds != null && octets[i - 1] == '-') {
                return atom;
            }
            if (!suspect || !Identifiers.isIdentifier(octets, atom, i)) {
                words(octets, atom, i);
            }
        }
        return i;
    }

    /** The words of an atom that is kept, as chapters 3 and 4 find them. */
    private void words(byte[] octets, int start, int end) {
        int length = 0;
        boolean letters = false;
        for (int i = start; i < end; i++) {
            byte b = octets[i];
            if (Identifiers.isLetter(b)) {
                word[length++] = (byte) (b | 0x20);
                letters = true;
            } else if (Identifiers.isDigit(b) || b == '_') {
                word[length++] = b;
            } else {
                if (letters) {
                    tokens.word(word, 0, length);
                }
                length = 0;
                letters = false;
            }
        }
        if (letters) {
            tokens.word(word, 0, length);
        }
    }
}
