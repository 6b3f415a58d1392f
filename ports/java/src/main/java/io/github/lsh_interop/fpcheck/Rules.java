package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.text.Decoder;
import io.github.lsh_interop.fpcheck.internal.text.Identifiers;
import io.github.lsh_interop.fpcheck.internal.text.LineEnds;
import io.github.lsh_interop.fpcheck.internal.text.Normaliser;
import io.github.lsh_interop.fpcheck.internal.text.Runs;
import io.github.lsh_interop.fpcheck.internal.text.Scalars;
import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.text.WhiteSpace;
import io.github.lsh_interop.fpcheck.internal.text.Words;
import io.github.lsh_interop.fpcheck.internal.text.WordsAndGrams;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of chapters 1 to 4, stage by stage: to see what becomes of a text. Two sets of rules
 * serve all schemes.
 *
 * <p>Text is well-formed UTF-16 where these methods give it; where they take it, each maximal run of
 * unpaired surrogates is one U+FFFD (R1.2).
 */
public enum Rules {
    /** The rules of {@code sd1}. */
    SD1,
    /** The rules of {@code sm1}, {@code mh1} and {@code mw1}. */
    MULTI;

    /**
     * Reads octets as UTF-8 (chapter 1).
     *
     * @param octets any octets
     * @return their text
     */
    public static String text(byte[] octets) {
        Text text = new Text();
        Decoder decoder = new Decoder(text);
        for (byte octet : octets) {
            decoder.accept(octet);
        }
        decoder.end();
        return text.toString();
    }

    /**
     * Replaces identifiers and, in the multi schemes, joins lines (chapter 2).
     *
     * @param text a text
     * @return the text without identifiers
     */
    public String identifiers(CharSequence text) {
        Text result = new Text();
        feed(text, new Identifiers(this == MULTI ? new LineEnds(new WhiteSpace(result)) : result));
        return result.toString();
    }

    /**
     * Cuts a text into runs and normalises them (chapter 3).
     *
     * @param text a text without identifiers
     * @return its runs, in order
     */
    public List<String> normalise(CharSequence text) {
        List<String> runs = new ArrayList<>();
        feed(text, new Normaliser(new Runs() {
            private final StringBuilder run = new StringBuilder();

            @Override
            public void accept(int cp, int properties) {
                run.appendCodePoint(cp);
            }

            @Override
            public void endRun() {
                if (!run.isEmpty()) {
                    runs.add(run.toString());
                    run.setLength(0);
                }
            }
        }, this == MULTI));
        return List.copyOf(runs);
    }

    /**
     * Finds the tokens of runs (chapter 4).
     *
     * @param runs runs, as {@link #normalise} gives them
     * @return their tokens, in order
     */
    public List<String> segment(List<String> runs) {
        List<String> tokens = new ArrayList<>();
        Runs segmenter = segmenter(new Tokens() {
            @Override
            public void word(byte[] octets, int offset, int length) {
                tokens.add(new String(octets, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void gram(byte[] octets, int offset, int length, int split) {
                word(octets, offset, length);
            }

            @Override
            public void end() {}
        });
        for (String run : runs) {
            feed(run, new Scalars() {
                @Override
                public void accept(int cp, int properties) {
                    segmenter.accept(cp, properties);
                }

                @Override
                public void end() {
                    segmenter.endRun();
                }
            });
        }
        return List.copyOf(tokens);
    }

    Runs segmenter(Tokens next) {
        return this == MULTI ? new WordsAndGrams(next) : new Words(next);
    }

    /** The UTF-8 of a text. */
    static byte[] octets(CharSequence text) {
        Text wellFormed = new Text();
        feed(text, wellFormed);
        return wellFormed.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void feed(CharSequence text, Scalars stage) {
        Decoder decoder = new Decoder(stage);
        for (int i = 0; i < text.length(); i++) {
            decoder.accept(text.charAt(i));
        }
        decoder.end();
    }

    /** Collects what a stage gives. */
    private static final class Text implements Scalars {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void accept(int cp, int properties) {
            text.appendCodePoint(cp);
        }

        @Override
        public void end() {}

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
