package io.github.lsh_interop.fpcheck.passages;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * A text that is looked for in documents: R13.20 to R13.22, and R13.24. It does not change, so several threads may use it at once.
 */
public final class PassageReference {
    private final PassageText text;
    private final LongTable numbers;
    /** The windows of the text by the numbers of their hashes; those of number i begin at starts[i]. */
    private final int[] windows;
    private final int[] starts;
    /** The numbers of the hashes that do not count (R13.22). */
    private final BitSet ignored;
    /** The weight of the items that are left (R13.24). */
    private final long weight;
    /** Twice the greatest weight of a stretch. */
    private final long limit;

    /**
     * Makes a reference of a text.
     *
     * @param text the text
     * @throws IllegalArgumentException if the text is too short (R13.15)
     */
    public PassageReference(PassageText text) {
        this(text, List.of());
    }

    /**
     * Makes a reference of a text without the passages of other texts (R13.24).
     *
     * @param text the text
     * @param without texts that are ignored, such as a prompt
     * @throws IllegalArgumentException if no window is left (R13.15), or windows have another length
     */
    public PassageReference(PassageText text, Iterable<PassageText> without) {
        this.text = text;
        Set<Long> hashes = new HashSet<>();
        for (PassageText other : without) {
            other.requireWords(text.words());
            for (int window = 0; window < other.windows(); window++) {
                hashes.add(other.hash(window));
            }
        }
        Rest rest = new Rest(text, hashes);
        weight = rest.weight;
        limit = 3 * rest.extent();
        int[] left = IntStream.range(0, text.windows()).filter(rest::has).toArray();
        if (left.length == 0) {
            throw new IllegalArgumentException(
                    "a reference without a window: expected a text of " + text.words() + " words or more");
        }
        numbers = new LongTable();
        windows = new int[left.length];
        int[] numberOf = new int[left.length];
        for (int i = 0; i < numberOf.length; i++) {
            numberOf[i] = numbers.add(text.hash(left[i]));
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
            windows[ends[numberOf[i]]++] = left[i];
        }
        ignored = new BitSet();
    }

    private PassageReference(PassageReference all, BitSet ignored) {
        text = all.text;
        numbers = all.numbers;
        windows = all.windows;
        starts = all.starts;
        weight = all.weight;
        limit = all.limit;
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
     * Returns the weight of the text without what is ignored (R13.13, R13.24).
     *
     * @return the weight in quarters of a word
     */
    public long weight() {
        return weight;
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
        for (int i = 0, end = 0; i < count && best < weight; i++) {
            while (end < count && 2 * (upTo[end] - before[i]) <= limit) {
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
            return new PassageCover(weight, contained.weight, 0, 0, 0, 0);
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
                weight, contained.weight, best, run, common[start], document.end(common[end - 1]));
    }

    /** What is left of a text without windows (R13.24). */
    private static final class Rest {
        private final PassageText text;
        /** The items of parts that have a window. */
        private final BitSet items = new BitSet();

        private long weight;

        Rest(PassageText text, Set<Long> ignored) {
            this.text = text;
            int from = 0;
            for (int window = 0; !ignored.isEmpty() && window < text.windows(); window++) {
                if (ignored.contains(text.hash(window))) {
                    add(from, window);
                    from = Math.max(from, text.end(window));
                }
            }
            add(from, text.items());
        }

        private void add(int from, int to) {
            long sum = weight(from, to);
            if (from < to && sum >= (long) text.words() * PassageText.WEIGHT_OF_A_WORD) {
                items.set(from, to);
                weight += sum;
            }
        }

        private long weight(int from, int to) {
            return IntStream.range(from, to).mapToLong(text::weight).sum();
        }

        /** Whether a window is inside a part. Parts are not beside one another. */
        boolean has(int window) {
            return items.nextClearBit(window) >= text.end(window);
        }

        /** The weight of the items from the first part to the last. */
        long extent() {
            return items.isEmpty() ? 0 : weight(items.nextSetBit(0), items.length());
        }
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
