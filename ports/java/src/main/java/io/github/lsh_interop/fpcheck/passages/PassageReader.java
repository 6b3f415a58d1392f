package io.github.lsh_interop.fpcheck.passages;

import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;
import io.github.lsh_interop.fpcheck.internal.text.Decoder;
import io.github.lsh_interop.fpcheck.internal.text.Identifiers;
import io.github.lsh_interop.fpcheck.internal.text.LineEnds;
import io.github.lsh_interop.fpcheck.internal.text.Normaliser;
import io.github.lsh_interop.fpcheck.internal.text.Scalars;
import io.github.lsh_interop.fpcheck.internal.text.WhiteSpace;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the items and windows of texts: R13.12 to R13.16. Memory grows with the items of a text.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class PassageReader {
    /** The most words of a window (R13.14). */
    public static final int MAX_WORDS = 32;

    /** R13.16. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** By how much the first of so many items and 1 is multiplied. */
    private static final long[] POWERS = powers();

    private final int words;
    private final Pipeline pipeline = new Pipeline(this::item);

    private long[] hashes = new long[64];
    private byte[] weights = new byte[64];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int items;
    private byte[] text;

    /**
     * Makes a reader, for any number of texts.
     *
     * @param words the length of a window in words, from 1 to {@link #MAX_WORDS}
     * @throws IllegalArgumentException if there is no such window
     */
    public PassageReader(int words) {
        this.words = requireWindow(words);
    }

    /** Checks that windows may have a number of words, and returns it. */
    static int requireWindow(int words) {
        if (words < 1 || words > MAX_WORDS) {
            throw new IllegalArgumentException("windows of " + words + " words: expected 1 to " + MAX_WORDS);
        }
        return words;
    }

    /**
     * Finds the items and windows of a text.
     *
     * @param octets any octets
     * @return the items and windows
     */
    public PassageText read(byte[] octets) {
        items = 0;
        text = octets;
        pipeline.read(octets);
        text = null;
        byte[] weights = Arrays.copyOf(this.weights, items);
        long[] windows = new long[items];
        byte[] lengths = new byte[items];
        int found = 0;
        long hash = 0;
        int weight = 0;
        for (int start = 0, end = 0; start < items; start++) {
            while (end < items && weight < words * PassageItems.WORD) {
                hash = hash * FACTOR + hashes[end];
                weight += weights[end++];
            }
            if (weight < words * PassageItems.WORD) {
                break;
            }
            windows[found] = Hashes.mix64(hash);
            lengths[found++] = (byte) (end - start);
            hash -= hashes[start] * POWERS[end - 1 - start];
            weight -= weights[start];
        }
        return new PassageText(
                words,
                weights,
                Arrays.copyOf(from, items),
                Arrays.copyOf(to, items),
                Arrays.copyOf(windows, found),
                Arrays.copyOf(lengths, found));
    }

    /**
     * Shows the items of a text (R13.12).
     *
     * @param octets any octets
     * @return the items, in order, in a list that does not change
     */
    public static List<String> items(byte[] octets) {
        List<String> list = new ArrayList<>();
        new Pipeline((item, offset, length, weight, first, last) ->
                        list.add(new String(item, offset, length, StandardCharsets.UTF_8)))
                .read(octets);
        return List.copyOf(list);
    }

    private static long[] powers() {
        long[] powers = new long[MAX_WORDS * PassageItems.WORD / PassageItems.CLUSTER_OF_T];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * FACTOR;
        }
        return powers;
    }

    private void item(byte[] item, int offset, int length, int weight, int first, int last) {
        if (items == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * items);
            weights = Arrays.copyOf(weights, 2 * items);
            from = Arrays.copyOf(from, 2 * items);
            to = Arrays.copyOf(to, 2 * items);
        }
        hashes[items] = Hashes.mix64(Hashes.sum64(item, offset, length));
        weights[items] = (byte) weight;
        from[items] = first;
        to[items++] = last + Utf8.lengthAt(text, last);
    }

    /** The stages from octets to items. The source of a code point is the offset of its first octet. */
    private static final class Pipeline {
        private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);

        private final PassageItems.Sink items;
        private final Normaliser normaliser;
        private final WhiteSpace whiteSpace;
        private final LineEnds lineEnds;
        private final Decoder decoder;
        private final byte[] word = new byte[Identifiers.TESTED];
        /** Whether no atom or word is under way: what came last is ASCII and outside atoms, or went past the stages. */
        private boolean atBoundary;

        Pipeline(PassageItems.Sink items) {
            this.items = items;
            normaliser = new PassageItems(items).normaliser();
            whiteSpace = new WhiteSpace(normaliser);
            lineEnds = new LineEnds(whiteSpace);
            decoder = new Decoder(new Scalars() {
                @Override
                public void accept(int cp, int properties) {
                    // What the stages before the normaliser hold back are blanks and hyphens, and no part of an item.
                    normaliser.setSource(decoder.position() - Utf8.length(cp));
                    lineEnds.accept(cp, properties);
                }

                @Override
                public void end() {
                    lineEnds.end();
                }
            });
        }

        void read(byte[] octets) {
            atBoundary = true;
            for (int i = 0; i < octets.length; ) {
                i = octets[i] >= 0 && Identifiers.isAtom(octets[i]) ? atom(octets, i) : other(octets, i);
            }
            decoder.end();
        }

        /** Whether all stages are as at the beginning of a text. */
        private boolean isIdle() {
            return atBoundary && lineEnds.isIdle() && whiteSpace.isIdle();
        }

        /** Takes what is before the next atom. Returns where it ends. */
        private int other(byte[] octets, int start) {
            int i = start;
            while (i < octets.length && (octets[i] < 0 || !Identifiers.isAtom(octets[i]))) {
                if (octets[i] >= 0 && isIdle()) {
                    i++;
                    continue;
                }
                int from = i;
                while (i < octets.length && octets[i] < 0) {
                    i++;
                }
                if (i < octets.length && !Identifiers.isAtom(octets[i])) {
                    i++;
                }
                feed(octets, from, i);
                atBoundary = octets[i - 1] >= 0;
            }
            return i;
        }

        /** Takes an atom. Returns where it ends. */
        private int atom(byte[] octets, int start) {
            int i = start;
            boolean suspect = false;
            do {
                suspect |= Identifiers.isTelltale(octets[i++]);
            } while (i < octets.length && octets[i] >= 0 && Identifiers.isAtom(octets[i]));
            if (suspect && Identifiers.isIdentifier(octets, start, Math.min(i, start + Identifiers.TESTED))) {
                feed(REPLACEMENT, 0, REPLACEMENT.length);
                atBoundary = false;
            } else if (isIdle()
                    && i - start <= Identifiers.TESTED
                    && octets[i - 1] != '-' // a line end may follow that it joins
                    && (i == octets.length || octets[i] >= 0)) { // else a mark may follow
                words(octets, start, i);
            } else {
                feed(octets, start, i);
                atBoundary = false;
            }
            return i;
        }

        private void feed(byte[] octets, int start, int end) {
            for (int i = start; i < end; ) {
                i = decoder.acceptUpToBoundary(octets, i, end);
            }
        }

        /** The items of an atom that is kept, as chapters 3 and 4 find them. */
        private void words(byte[] octets, int start, int end) {
            int length = 0;
            for (int i = start; i < end; i++) {
                byte b = octets[i];
                if (Identifiers.isLetter(b)) {
                    word[length++] = (byte) (b | 0x20);
                } else if (Identifiers.isDigit(b) || b == '_') {
                    word[length++] = b;
                } else if (length > 0) {
                    items.accept(word, 0, length, PassageItems.WORD, i - length, i - 1);
                    length = 0;
                }
            }
            if (length > 0) {
                items.accept(word, 0, length, PassageItems.WORD, end - length, end - 1);
            }
        }
    }
}
