package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.io.Serializable;
import java.util.function.LongSupplier;

/**
 * When a reference is found in a document: the flags of {@code fpcheck decontaminate}.
 *
 * @param words the length of a window in words, from 1 to {@link PassageReader#MAX_WORDS}
 * @param cover more than this share of the reference must be covered (R13.20), from 0 to less than 1; with 0, one
 *     common window is enough
 * @param whole references of fewer words must be covered wherever windows count, unless cover is 0
 * @param common windows that more documents have are left out (R13.22); null to leave out none
 */
public record Criterion(int words, double cover, int whole, Long common) implements Serializable {
    /**
     * Makes a criterion.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Criterion {
        new PassageReader(words); // says what is wrong with words
        if (!(cover >= 0 && cover < 1)) {
            throw new IllegalArgumentException("cover is " + cover + ": expected 0 or more, and less than 1");
        }
        if (whole < 0) {
            throw new IllegalArgumentException("whole is " + whole + ": expected 0 or more");
        }
        if (common != null && common < 1) {
            throw new IllegalArgumentException("common is " + common + ": expected 1 or more");
        }
    }

    /**
     * The default of the command: windows of 4 words cover more than 20 % of the reference, or all of one of fewer than
     * 20 words.
     *
     * @return the criterion
     */
    public static Criterion defaults() {
        return new Criterion(4, .2, 20, null);
    }

    /**
     * The criterion of {@code --any}: any window of 13 words.
     *
     * @return the criterion
     */
    public static Criterion anyWindow() {
        return new Criterion(13, 0, 0, null);
    }

    /** The same with another {@link #words}. */
    public Criterion withWords(int value) {
        return new Criterion(value, cover, whole, common);
    }

    /** The same with another {@link #cover}. */
    public Criterion withCover(double value) {
        return new Criterion(words, value, whole, common);
    }

    /** The same with another {@link #whole}. */
    public Criterion withWhole(int value) {
        return new Criterion(words, cover, value, common);
    }

    /** The same with another {@link #common}. */
    public Criterion withCommon(long value) {
        return new Criterion(words, cover, whole, value);
    }

    /** Whether enough of a reference of some weight is covered. Reach is the weight that can be. */
    boolean meets(long weight, long covered, LongSupplier reach) {
        if (cover == 0 || covered == 0) {
            return covered > 0;
        }
        return weight < (long) whole * PassageText.WEIGHT_OF_A_WORD
                ? covered == reach.getAsLong()
                : covered > cover * weight;
    }
}
