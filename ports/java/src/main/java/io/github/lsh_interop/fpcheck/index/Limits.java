package io.github.lsh_interop.fpcheck.index;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The limits of a search (I25). Without limits, those that the index has tables for apply.
 *
 * @param distance the greatest distance
 * @param similarity the least similarity, at most 1
 */
public record Limits(OptionalInt distance, OptionalDouble similarity) {
    /** No limits of their own. */
    public static final Limits OF_INDEX = new Limits(OptionalInt.empty(), OptionalDouble.empty());

    /**
     * Checks the limits.
     *
     * @param distance the greatest distance
     * @param similarity the least similarity, at most 1
     * @throws IllegalArgumentException if the distance is negative, or the similarity is not at most 1
     */
    public Limits {
        if (distance.isPresent() && distance.getAsInt() < 0) {
            throw new IllegalArgumentException("distance " + distance.getAsInt() + ": expected 0 or more");
        }
        if (similarity.isPresent() && !(similarity.getAsDouble() <= 1)) {
            throw new IllegalArgumentException("similarity " + similarity.getAsDouble() + ": expected at most 1");
        }
    }

    /**
     * Returns a limit of the distance.
     *
     * @param distance the greatest distance, in bits of a SimHash or slots of a MinHash
     * @return the limits
     */
    public static Limits atMost(int distance) {
        return new Limits(OptionalInt.of(distance), OptionalDouble.empty());
    }

    /**
     * Returns a limit of the similarity.
     *
     * @param similarity the least similarity
     * @return the limits
     */
    public static Limits atLeast(double similarity) {
        return new Limits(OptionalInt.empty(), OptionalDouble.of(similarity));
    }

    boolean allow(int d, double s) {
        return (distance.isEmpty() || d <= distance.getAsInt())
                && (similarity.isEmpty() || s >= similarity.getAsDouble());
    }
}
