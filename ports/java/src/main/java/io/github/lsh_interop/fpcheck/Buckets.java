package io.github.lsh_interop.fpcheck;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The buckets of one band (R13.4), of documents that are known by their places. */
final class Buckets {
    /** The number of the bucket of each document. */
    private final int[] numbers;
    /** Where in {@link #members} each bucket starts; one more, where the last one ends. */
    private final int[] starts;
    /** The documents of bucket 0, ascending, then those of bucket 1, and so on. */
    private final int[] members;

    Buckets(List<Document> documents, Bands bands, int band) {
        Map<ByteBuffer, Integer> byKey = new HashMap<>();
        numbers = new int[documents.size()];
        for (int i = 0; i < numbers.length; i++) {
            ByteBuffer key = ByteBuffer.wrap(bands.key(documents.get(i).fingerprint(), band));
            Integer number = byKey.putIfAbsent(key, byKey.size());
            numbers[i] = number == null ? byKey.size() - 1 : number;
        }
        starts = new int[byKey.size() + 1];
        for (int number : numbers) {
            starts[number + 1]++;
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        members = new int[numbers.length];
        int[] next = starts.clone();
        for (int i = 0; i < numbers.length; i++) {
            members[next[numbers[i]]++] = i;
        }
    }

    /** Gives the documents after this one that are candidates with it by this band. */
    void candidates(int document, int most, int[] seen, Clustering.Pairs pairs) {
        int start = starts[numbers[document]];
        int end = starts[numbers[document] + 1];
        int place = Arrays.binarySearch(members, start, end, document);
        if (Clustering.meetsAll(place - start, end - start, most)) {
            for (int i = place + 1; i < end; i++) {
                int other = members[i];
                if (seen[other] != document) { // not by an earlier band
                    seen[other] = document;
                    pairs.accept(document, other);
                }
            }
        }
    }
}
