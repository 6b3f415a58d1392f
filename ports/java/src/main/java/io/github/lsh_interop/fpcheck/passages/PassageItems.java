package io.github.lsh_interop.fpcheck.passages;

import io.github.lsh_interop.fpcheck.internal.text.Classes;
import io.github.lsh_interop.fpcheck.internal.text.Normaliser;
import io.github.lsh_interop.fpcheck.internal.text.Runs;
import io.github.lsh_interop.fpcheck.internal.text.Words;
import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;

/** R13.12 and R13.13: runs to items with their weights. */
final class PassageItems implements Runs {
    private static final int MAX = Words.MAX;

    static final int CLUSTER_OF_K = 2;
    static final int CLUSTER_OF_T = 1;
    static final int WORD = 4;

    /** What takes items. The octets are the caller's and soon change. */
    interface Sink {
        /** Takes an item whose code points come from the sources from first to last (R13.19). */
        void accept(byte[] octets, int offset, int length, int weight, int first, int last);
    }

    private final Sink next;
    private Normaliser normaliser;
    private final byte[] item = new byte[MAX + 4];
    /** Of an item that is too long, more than {@link #MAX}. */
    private int length;
    private int first;
    private int last;
    /** The class of the item, or {@link Classes#NONE} between stretches. */
    private int current = Classes.NONE;

    PassageItems(Sink next) {
        this.next = next;
    }

    /** Makes the normaliser whose runs this takes. */
    Normaliser normaliser() {
        normaliser = new Normaliser(this, true);
        return normaliser;
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
            if (found != current || found != Classes.W) {
                endRun();
                current = found;
            }
        }
        if (length == 0) {
            first = normaliser.firstSource();
            last = normaliser.lastSource();
        } else {
            first = Math.min(first, normaliser.firstSource());
            last = Math.max(last, normaliser.lastSource());
        }
        if (length <= MAX) {
            length = Utf8.encode(cp, item, length);
        }
    }

    /** Ends the item, and the stretch. */
    @Override
    public void endRun() {
        if (length > 0 && length <= MAX) { // R4.3
            int weight = current == Classes.W ? WORD : current == Classes.K ? CLUSTER_OF_K : CLUSTER_OF_T;
            next.accept(item, 0, length, weight, first, last);
        }
        current = Classes.NONE;
        length = 0;
    }
}
