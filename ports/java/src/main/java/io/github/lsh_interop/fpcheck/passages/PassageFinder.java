package io.github.lsh_interop.fpcheck.passages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the passages that texts share: R13.17 and R13.18. Everything is in memory: some 20 octets for each item,
 * and 30 to 60 for each distinct window.
 *
 * <p>Texts are added in their order, which says which of them holds a passage. A text that is too short (R13.15) has no
 * passages, but a place in the order.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class PassageFinder {
    private final int words;
    private final LongTable numbers = new LongTable();
    /** By the number of a hash. */
    private int[] holders = new int[64];
    private int[] frequencies = new int[64];
    private int[] latest = new int[64];
    private final List<PassageText> texts = new ArrayList<>();

    /**
     * Makes a finder for texts with windows of one length.
     *
     * @param words the length of a window in words, from 1 to {@link PassageReader#MAX_WORDS}
     * @throws IllegalArgumentException if there is no such window
     */
    public PassageFinder(int words) {
        this.words = PassageReader.requireWindow(words);
    }

    /**
     * Adds the next text.
     *
     * @param text the text
     * @throws IllegalArgumentException if its windows have another length
     */
    public void add(PassageText text) {
        text.requireWords(words);
        int number = texts.size();
        texts.add(text);
        for (int window = 0; window < text.windows(); window++) {
            int known = numbers.size();
            int hash = numbers.add(text.hash(window));
            if (hash == holders.length) {
                holders = Arrays.copyOf(holders, 2 * hash);
                frequencies = Arrays.copyOf(frequencies, 2 * hash);
                latest = Arrays.copyOf(latest, 2 * hash);
            }
            if (hash == known) {
                holders[hash] = number;
            } else if (latest[hash] == number) {
                continue;
            }
            latest[hash] = number;
            frequencies[hash]++;
        }
    }

    /**
     * Finds the passages of the texts that were added.
     *
     * @return the rows, by text and then by first item, in a list that does not change
     */
    public List<PassageRow> rows() {
        List<PassageRow> rows = new ArrayList<>();
        for (int number = 0; number < texts.size(); number++) {
            PassageText text = texts.get(number);
            int holder = number; // of the row under way; the text itself if there is none
            int first = 0;
            int end = 0;
            int frequency = 0;
            for (int window = 0; window < text.windows(); window++) {
                int hash = numbers.find(text.hash(window));
                if (holders[hash] != holder) {
                    if (holder != number) {
                        rows.add(new PassageRow(holder, number, first, end, frequency));
                    }
                    holder = holders[hash];
                    first = window;
                    frequency = 0;
                }
                end = text.end(window);
                frequency = Math.max(frequency, frequencies[hash]);
            }
            if (holder != number) {
                rows.add(new PassageRow(holder, number, first, end, frequency));
            }
        }
        return List.copyOf(rows);
    }
}
