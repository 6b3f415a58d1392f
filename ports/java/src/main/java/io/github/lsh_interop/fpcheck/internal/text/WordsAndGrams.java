package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;

/** Chapter 4 of the multi schemes: R4.2 to R4.8. */
public final class WordsAndGrams implements Runs {
    private static final int MAX = Words.MAX;

    private final Tokens next;
    /** A word; or, of a class run of K or T, the cluster before and the one under way. */
    private final byte[] octets = new byte[2 * MAX + 8];
    /** The length of the cluster before; 0 if there is none, or if this is a word. */
    private int split;
    private int length;
    /** Whether the cluster before is too long for any gram. */
    private boolean longBefore;
    /** Whether there is a cluster before. */
    private boolean second;
    private boolean alphabetic;
    /** The class of the class run, or {@link Classes#NONE} between sequences. */
    private int current = Classes.NONE;

    public WordsAndGrams(Tokens next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(WordsAndGrams other) {
        System.arraycopy(other.octets, 0, octets, 0, octets.length);
        split = other.split;
        length = other.length;
        longBefore = other.longBefore;
        second = other.second;
        alphabetic = other.alphabetic;
        current = other.current;
    }

    @Override
    public void accept(int cp, int properties) {
        if (!Ucd.in(Classes.SEQUENCE, properties) || Classes.isApostrophe(cp)) {
            endRun();
            return;
        }
        if (Ucd.in(Ucd.MARKS, properties)) {
            if (current == Classes.NONE) {
                return; // R4.6
            }
        } else {
            int found = Classes.of(cp, properties);
            if (found != current) {
                endRun();
                current = found;
            } else if (current != Classes.W) {
                endCluster();
            }
        }
        if (length - split <= MAX) {
            length = Utf8.encode(cp, octets, length);
            alphabetic |= (properties & Ucd.ALPHABETIC) != 0;
        }
    }

    /** Ends the class run, and the sequence. */
    @Override
    public void endRun() {
        if (current == Classes.W) {
            if (alphabetic && length <= MAX) {
                next.word(octets, 0, length);
            }
        } else if (current != Classes.NONE) {
            boolean only = !second;
            endCluster();
            if (only && !longBefore) {
                next.gram(octets, 0, split, split);
            }
        }
        current = Classes.NONE;
        length = 0;
        split = 0;
        second = false;
        alphabetic = false;
    }

    /** R4.8: what ends makes a gram with the cluster before, and becomes the cluster before. */
    private void endCluster() {
        int clusterLength = length - split;
        if (second && !longBefore && length <= MAX) {
            next.gram(octets, 0, length, split);
        }
        second = true;
        longBefore = clusterLength > MAX;
        System.arraycopy(octets, split, octets, 0, clusterLength);
        split = clusterLength;
        length = clusterLength;
    }
}
