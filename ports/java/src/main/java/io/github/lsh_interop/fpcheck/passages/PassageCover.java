package io.github.lsh_interop.fpcheck.passages;

/**
 * How much of a reference a document has (R13.20, R13.21). Weights are in quarters of a word; items are those of the
 * document, counted from 0. If nothing is common, all but the weight is 0.
 *
 * @param weight the weight of the reference
 * @param contained the weight of its items that are in a window that the document has anywhere
 * @param cover the weight of its items that the best stretch covers
 * @param run the greatest weight that consecutive common windows of the best stretch span
 * @param first the first item of the best stretch
 * @param end the item after its last one
 */
public record PassageCover(long weight, long contained, long cover, long run, int first, int end) {
    /**
     * Returns the containment of the reference in the document (R13.21).
     *
     * @return the share of its weight, 0 to 1
     */
    public double containment() {
        return (double) contained / weight;
    }

    /**
     * Returns how much of the reference the best stretch covers (R13.20).
     *
     * @return the share of its weight, 0 to 1
     */
    public double share() {
        return (double) cover / weight;
    }
}
