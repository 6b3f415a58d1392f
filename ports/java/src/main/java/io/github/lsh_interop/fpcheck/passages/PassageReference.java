package io.github.lsh_interop.fpcheck.passages;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongPredicate;

/**
 * A text that is looked for in documents: R13.20 to R13.22. It does not change, so several threads may use it at once.
 */
public final class PassageReference {
    private final PassageText text;
    private final LongTable numbers;
    /** The windows of the text by the numbers of their hashes; those of number i begin at starts[i]. */
    private final int[] windows;
    private final int[] starts;
    /** The numbers of the hashes that do not count (R13.22). */
    private final BitSet ignored;

    /**
     * Makes a reference of a text.
     *
     * @param text the text
     * @throws IllegalArgumentException if the text is too short (R13.15)
     */
    public PassageReference(PassageText text) {
        if (text.isTooShort()) {
            throw new IllegalArgumentException(
                    "a reference without a window: expected a text of " + text.words() + " words or more");
        }
        this.text = text;
        numbers = new LongTable();
        windows = new int[text.windows()];
        int[] numberOf = new int[text.windows()];
        for (int i = 0; i < numberOf.length; i++) {
            numberOf[i] = numbers.add(text.hash(i));
        }
        starts = new int[numbers.size() + 1];
        for (int number : numberOf) {
            starts[number + 1]++;
        }
        for (int i = 0; i < numbers.size(); i++) {
            starts[i + 1] += starts[i];
        }
        int[] ends = starts.clone();
        for (int i = 0; i < numberOf.length; i++) {
            windows[ends[numberOf[i]]++] = i;
        }
        ignored = new BitSet();
    }

    private PassageReference(PassageReference all, BitSet ignored) {
        text = all.text;
        numbers = all.numbers;
        windows = all.windows;
        starts = all.starts;
        this.ignored = ignored;
    }

    /**
     * Returns the same reference without its frequent windows, which its cover does not count then (R13.22). Its weight
     * and its containment stay.
     *
     * @param isFrequent whether the window with this hash is frequent among the documents
     * @return the reference
     */
    public PassageReference without(LongPredicate isFrequent) {
        BitSet frequent = new BitSet();
        for (int i = 0; i < numbers.size(); i++) {
            frequent.set(i, isFrequent.test(numbers.get(i)));
        }
        return new PassageReference(this, frequent);
    }

    /**
     * Counts the windows that {@link #without} left out (R13.22).
     *
     * @return their number
     */
    public int leftOut() {
        return ignored.stream().map(i -> starts[i + 1] - starts[i]).sum();
    }

    /**
     * Returns the weight of the items that a document can cover: those in windows that are not left out.
     *
     * @return the weight
     */
    public long reach() {
        Covered all = new Covered();
        for (int i = 0; i < numbers.size(); i++) {
            if (!ignored.get(i)) {
                all.add(i);
            }
        }
        return all.weight;
    }

    /**
     * Returns the text.
     *
     * @return the text
     */
    public PassageText text() {
        return text;
    }

    /**
     * Finds how much of the reference a document has.
     *
     * @param document the document
     * @return what it has
     * @throws IllegalArgumentException if its windows have another length
     */
    public PassageCover cover(PassageText document) {
        int[] all = new int[document.windows()];
        Arrays.setAll(all, i -> i);
        return cover(document, all);
    }

    /**
     * Finds the same by some windows of the document only, for those who know which may be common.
     *
     * @param document the document
     * @param among its windows that the reference may have, all of them, ascending
     * @return what it has
     * @throws IllegalArgumentException if its windows have another length
     */
    public PassageCover cover(PassageText document, int[] among) {
        document.requireWords(text.words());
        int[] common = new int[among.length];
        int[] numberOf = new int[among.length];
        int count = 0;
        Covered contained = new Covered();
        for (int window : among) {
            int number = numbers.find(document.hash(window));
            if (number < 0) {
                continue;
            }
            contained.add(number);
            if (!ignored.get(number)) {
                common[count] = window;
                numberOf[count++] = number;
            }
        }
        // The weight of the document before each common window, and up to its end.
        long[] before = new long[count];
        long[] upTo = new long[count];
        long sum = 0;
        for (int item = 0, starting = 0, ending = 0; ending < count; item++) {
            if (starting < count && common[starting] == item) {
                before[starting++] = sum;
            }
            while (ending < count && document.end(common[ending]) == item) {
                upTo[ending++] = sum;
            }
            if (ending < count) {
                sum += document.weight(item);
            }
        }
        Covered covered = new Covered();
        long best = 0;
        int start = 0;
        for (int i = 0, end = 0; i < count && best < text.weight(); i++) {
            while (end < count && 2 * (upTo[end] - before[i]) <= 3 * text.weight()) {
                covered.add(numberOf[end++]);
            }
            if (covered.weight > best) {
                best = covered.weight;
                start = i;
            }
            if (end > i) {
                covered.remove(numberOf[i]);
            } else { // another window with the same hash, which is too long
                end++;
            }
        }
        if (best == 0) {
            return new PassageCover(text.weight(), contained.weight, 0, 0, 0, 0);
        }
        Covered shortest = new Covered();
        int end = start;
        while (shortest.weight < best) {
            shortest.add(numberOf[end++]);
        }
        long run = 0;
        for (int i = start, first = start; i < end; i++) {
            if (i > first && common[i] != common[i - 1] + 1) {
                first = i;
            }
            run = Math.max(run, upTo[i] - before[first]);
        }
        return new PassageCover(
                text.weight(), contained.weight, best, run, common[start], document.end(common[end - 1]));
    }

    /** The items of the reference that the windows of some hashes cover. */
    private final class Covered {
        private final int[] times = new int[numbers.size()];
        private final int[] windowsAt = new int[text.items()];
        private long weight;

        /** Adds a window by the number of its hash. */
        void add(int number) {
            if (times[number]++ == 0) {
                change(number, 1);
            }
        }

        /** Removes a window that was added. */
        void remove(int number) {
            if (--times[number] == 0) {
                change(number, -1);
            }
        }

        private void change(int number, int by) {
            for (int i = starts[number]; i < starts[number + 1]; i++) {
                for (int item = windows[i]; item < text.end(windows[i]); item++) {
                    int now = windowsAt[item] += by;
                    if (now == 0 || now == 1 && by > 0) {
                        weight += (long) by * text.weight(item);
                    }
                }
            }
        }
    }
}
