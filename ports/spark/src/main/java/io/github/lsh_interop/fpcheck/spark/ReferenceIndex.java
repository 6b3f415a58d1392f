package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.passages.PassageCover;
import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageReference;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * References by the hashes of their windows. Only the texts are serialised; an executor makes the rest when it is first
 * needed.
 */
final class ReferenceIndex implements Serializable {
    private static final long serialVersionUID = 1;

    private final byte[][] texts;
    private final int words;
    /** The hashes that do not count (R13.22), ascending. */
    private final long[] frequent;

    private transient volatile Index index;

    ReferenceIndex(byte[][] texts, int words, long[] frequent) {
        this.texts = texts;
        this.words = words;
        this.frequent = frequent.clone();
        Arrays.sort(this.frequent);
    }

    int words() {
        return words;
    }

    /** The references by number; null where a text is too short. */
    PassageReference[] references() {
        return index().references;
    }

    /** Tells whether a reference has a window with this hash. */
    boolean has(long hash) {
        return index().find(hash) >= 0;
    }

    /** How much a document has of each reference with which it has a window in common, by the reference's number. */
    Map<Integer, PassageCover> covers(PassageText document) {
        Index index = index();
        Map<Integer, Windows> common = new TreeMap<>();
        for (int window = 0; window < document.windows(); window++) {
            int hash = index.find(document.hash(window));
            if (hash >= 0) {
                for (int i = index.starts[hash]; i < index.starts[hash + 1]; i++) {
                    common.computeIfAbsent(index.numbers[i], number -> new Windows()).add(window);
                }
            }
        }
        Map<Integer, PassageCover> covers = new TreeMap<>();
        common.forEach((number, windows) ->
                covers.put(number, index.references[number].cover(document, windows.all())));
        return covers;
    }

    /** Returns the weight of a reference that can be covered. */
    long reach(int number) {
        return index().references[number].reach();
    }

    private Index index() {
        Index made = index;
        if (made == null) {
            synchronized (this) {
                made = index;
                if (made == null) {
                    made = new Index(texts, words, frequent);
                    index = made;
                }
            }
        }
        return made;
    }

    /** Numbers of windows, ascending. */
    private static final class Windows {
        private int[] windows = new int[8];
        private int size;

        void add(int window) {
            if (size == windows.length) {
                windows = Arrays.copyOf(windows, 2 * size);
            }
            windows[size++] = window;
        }

        int[] all() {
            return Arrays.copyOf(windows, size);
        }
    }

    /** Of each hash, the numbers of the references that have it. */
    private static final class Index {
        private final PassageReference[] references;
        /** Ascending, each once. */
        private final long[] hashes;
        /** The numbers of the references with hash i are those from starts[i] on. */
        private final int[] starts;

        private final int[] numbers;
        /** The hashes whose first bits are p are those from prefixes[p] on. */
        private final int[] prefixes;

        private final int shift;

        Index(byte[][] texts, int words, long[] frequent) {
            PassageReader reader = new PassageReader(words);
            LongPredicate isFrequent = hash -> Arrays.binarySearch(frequent, hash) >= 0;
            references = new PassageReference[texts.length];
            long[][] distinct = new long[texts.length][];
            int all = 0;
            for (int number = 0; number < texts.length; number++) {
                PassageText text = reader.read(texts[number]);
                distinct[number] = distinct(text);
                all = Math.addExact(all, distinct[number].length);
                if (!text.isTooShort()) {
                    PassageReference reference = new PassageReference(text);
                    references[number] = frequent.length == 0 ? reference : reference.without(isFrequent);
                }
            }
            long[] sorted = new long[all];
            int filled = 0;
            for (long[] some : distinct) {
                System.arraycopy(some, 0, sorted, filled, some.length);
                filled += some.length;
            }
            Arrays.sort(sorted);
            hashes = Arrays.stream(sorted).distinct().toArray();
            int bits = Math.max(1, Math.min(24, Integer.SIZE - Integer.numberOfLeadingZeros(hashes.length)));
            shift = Long.SIZE - bits;
            prefixes = new int[(1 << bits) + 1];
            for (long hash : hashes) {
                prefixes[prefix(hash) + 1]++;
            }
            Arrays.parallelPrefix(prefixes, Integer::sum);
            starts = new int[hashes.length + 1];
            for (long hash : sorted) {
                starts[find(hash) + 1]++;
            }
            Arrays.parallelPrefix(starts, Integer::sum);
            int[] next = starts.clone();
            numbers = new int[all];
            for (int number = 0; number < distinct.length; number++) {
                for (long hash : distinct[number]) {
                    numbers[next[find(hash)]++] = number;
                }
            }
        }

        private static long[] distinct(PassageText text) {
            long[] hashes = new long[text.windows()];
            Arrays.setAll(hashes, text::hash);
            return Arrays.stream(hashes).sorted().distinct().toArray();
        }

        /** The first bits of a hash, in the order of signed numbers. */
        private int prefix(long hash) {
            return (int) ((hash ^ Long.MIN_VALUE) >>> shift);
        }

        /** Returns the place of a hash, or a negative number. */
        int find(long hash) {
            int prefix = prefix(hash);
            return Arrays.binarySearch(hashes, prefixes[prefix], prefixes[prefix + 1], hash);
        }
    }
}
