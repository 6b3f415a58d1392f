package io.github.lsh_interop.fpcheck.clusters;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** The buckets of one band (R13.4), of documents that are known by their places. */
final class Buckets {
    /** The number of the bucket of each document. */
    private final int[] numbers;
    /** Where in {@link #members} each bucket starts; one more, where the last one ends. */
    private final int[] starts;
    /** The documents of bucket 0, ascending, then those of bucket 1, and so on. */
    private final int[] members;
    /** Those of more documents than M, by number. */
    private final Map<Integer, HotBucket> hot = new HashMap<>();

    Buckets(List<Document> documents, Bands bands, int band, int most) {
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
        for (int number = 0; number + 1 < starts.length; number++) {
            if (starts[number + 1] - starts[number] > most) {
                int[] bucket = Arrays.copyOfRange(members, starts[number], starts[number + 1]);
                hot.put(number, new HotBucket(bucket, i -> documents.get(i).fingerprint(), most));
            }
        }
    }

    /** Gives the documents after this one that are candidates with it by this band; some several times. */
    void candidates(int document, IntConsumer others) {
        int number = numbers[document];
        if (hot.containsKey(number)) {
            hot.get(number).candidates(document, others);
            return;
        }
        int end = starts[number + 1];
        for (int i = Arrays.binarySearch(members, starts[number], end, document) + 1; i < end; i++) {
            others.accept(members[i]);
        }
    }
}
