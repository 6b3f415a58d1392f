package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.NotComparableException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Clusters of documents that say nearly the same, each with the one that represents it (chapter 13).
 * Immutable.
 *
 * <p>{@link #cluster} does all in memory. What is spread over many machines takes the steps apart:
 *
 * <ol>
 *   <li>truncate all MinHashes to the least width, and keep of the documents with the same sketch the
 *       least in the {@linkplain Document#compareTo order} (R13.2);
 *   <li>give each of these to the bucket of each of its {@link Bands#keys} (R13.3);
 *   <li>{@link #candidates} of each bucket, those that are {@link #linked} (R13.4, R13.5);
 *   <li>connected components of the links, and {@link #clusters} of each (R13.6);
 *   <li>the copies, with the representative and the similarity of the one that was kept (R13.2).
 * </ol>
 */
public final class Clustering {
    private static final int NONE = -1;

    private final double threshold;
    private final double floor;
    /** Null of SimHash. */
    private final Bands bands;

    private final int most;

    private Clustering(double threshold, double floor, Bands bands, int most) {
        this.threshold = share("threshold", threshold);
        this.floor = share("floor", floor);
        this.bands = bands;
        this.most = most;
    }

    /**
     * Clusters SimHashes, of which every two documents are candidates.
     *
     * @param threshold from this similarity on two candidates are linked (R13.5), 0 to 1
     * @param floor the least similarity of a member to the representative (R13.6), 0 to 1: the threshold,
     *     unless chains of links are wanted
     * @return the clustering
     * @throws IllegalArgumentException if a number is out of range
     */
    public static Clustering ofSimHash(double threshold, double floor) {
        return new Clustering(threshold, floor, null, Integer.MAX_VALUE);
    }

    /**
     * Clusters MinHashes, of which those are candidates that meet in a bucket.
     *
     * @param threshold from this similarity on two candidates are linked (R13.5), 0 to 1
     * @param floor the least similarity of a member to the representative (R13.6), 0 to 1: the threshold,
     *     unless chains of links are wanted
     * @param bands the bands (R13.3)
     * @param most in a bucket of more documents, only some are candidates (R13.4); 1 or more
     * @return the clustering
     * @throws IllegalArgumentException if a number is out of range
     */
    public static Clustering ofMinHash(double threshold, double floor, Bands bands, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("buckets of at most " + most + " documents");
        }
        return new Clustering(threshold, floor, bands, most);
    }

    private static double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("a " + name + " of " + value + ", not 0 to 1");
        }
        return value;
    }

    /**
     * Clusters documents. Of MinHashes, the time grows with the buckets (R13.4); of SimHashes, every two
     * documents are compared: some seconds for 20,000.
     *
     * @param documents documents of different ids
     * @return the row of each document, in the order of the documents; rows say the same in any order
     * @throws NotComparableException if schemes or profiles differ (R10.1)
     * @throws IllegalArgumentException if two documents have the same id
     * @throws UnsupportedOperationException if bands were given and the documents are no MinHashes, or
     *     the other way round
     */
    public List<ClusterRow> cluster(Collection<Document> documents) {
        if (documents.isEmpty()) {
            return List.of();
        }
        requireDifferent(documents);
        int width = requireComparable(documents);

        List<Document> given = List.copyOf(documents);
        List<Document> truncated = given.stream().map(document -> document.truncate(width)).toList();
        List<Document> firsts = new ArrayList<>(); // of all copies, in the order of R13.1
        List<Document> representatives = new ArrayList<>(); // the same, as they were given
        Map<Fingerprint, Integer> places = new HashMap<>();
        for (int i : order(truncated)) {
            if (places.putIfAbsent(truncated.get(i).fingerprint(), firsts.size()) == null) {
                firsts.add(truncated.get(i));
                representatives.add(given.get(i));
            }
        }

        List<int[]> links = new ArrayList<>();
        forEachCandidate(firsts, (one, other) -> {
            if (linked(firsts.get(one), firsts.get(other))) {
                links.add(new int[] {one, other});
            }
        });
        Members members = members(firsts, links);

        List<ClusterRow> rows = new ArrayList<>(given.size());
        for (int i = 0; i < given.size(); i++) {
            int place = places.get(truncated.get(i).fingerprint());
            Document representative = representatives.get(members.representatives[place]);
            rows.add(new ClusterRow(given.get(i), representative, members.similarities[place]));
        }
        return rows;
    }

    private static void requireDifferent(Collection<Document> documents) {
        Set<ByteBuffer> ids = new HashSet<>();
        for (Document document : documents) {
            if (!ids.add(ByteBuffer.wrap(document.id()))) {
                throw new IllegalArgumentException("two documents of the same id: " + document);
            }
        }
    }

    /** The least width of documents that are comparable, and as this clustering takes them. */
    private int requireComparable(Collection<Document> documents) {
        Fingerprint first = documents.iterator().next().fingerprint();
        if (first.scheme().isMinHash() != (bands != null)) {
            throw new UnsupportedOperationException(
                    "a clustering of " + (bands != null ? "MinHash" : "SimHash") + " takes no " + first.name());
        }
        int width = first.width();
        for (Document document : documents) {
            first.requireComparable(document.fingerprint());
            width = Math.min(width, document.fingerprint().width());
        }
        return width;
    }

    /** Takes two documents by their places, the one that comes first before the other. */
    interface Pairs {
        void accept(int one, int other);
    }

    /** R13.4, of documents in the order of R13.1: gives each two that are candidates once. */
    void forEachCandidate(List<Document> documents, Pairs pairs) {
        if (bands == null) {
            for (int one = 0; one < documents.size(); one++) {
                for (int other = one + 1; other < documents.size(); other++) {
                    pairs.accept(one, other);
                }
            }
            return;
        }
        List<Buckets> ofBands = new ArrayList<>();
        for (int band = 0; band < bands.count(); band++) {
            ofBands.add(new Buckets(documents, bands, band, most));
        }
        forEachOnce(documents.size(), pairs, (document, others) -> {
            for (Buckets buckets : ofBands) {
                buckets.candidates(document, others);
            }
        });
    }

    /** Finds the candidates of a document that come after it; some several times. */
    private interface Finder {
        void candidates(int document, IntConsumer others);
    }

    private static void forEachOnce(int documents, Pairs pairs, Finder finder) {
        int[] seen = new int[documents]; // the last one that each was a candidate with
        Arrays.fill(seen, NONE);
        for (int i = 0; i < documents; i++) {
            int document = i;
            finder.candidates(document, other -> {
                if (seen[other] != document) {
                    seen[other] = document;
                    pairs.accept(document, other);
                }
            });
        }
    }

    /**
     * Gives the candidates that one bucket makes (R13.4). Two that meet in several buckets are given by
     * each.
     *
     * @param bucket the documents with the same key of the same band, without copies (R13.2); or of
     *     SimHashes all documents
     * @param pairs takes each two that are candidates, the first in the order of R13.1 before the other
     */
    public void candidates(Collection<Document> bucket, BiConsumer<Document, Document> pairs) {
        List<Document> ordered = bucket.stream().sorted().toList();
        int size = ordered.size();
        Finder finder = size > most
                ? new HotBucket(IntStream.range(0, size).toArray(), i -> ordered.get(i).fingerprint(), most)::candidates
                : (one, others) -> IntStream.range(one + 1, size).forEach(others);
        forEachOnce(size, (one, other) -> pairs.accept(ordered.get(one), ordered.get(other)), finder);
    }

    /**
     * Whether two candidates are linked (R13.5).
     *
     * @param one a document
     * @param other a document that is a candidate with it
     * @return whether their similarity is the threshold or more
     * @throws NotComparableException if schemes or profiles differ (R10.1)
     */
    public boolean linked(Document one, Document other) {
        return one.fingerprint().similarity(other.fingerprint()) >= threshold;
    }

    /**
     * Makes clusters of documents by their links (R13.6), in time that grows with the links.
     *
     * @param documents one or more connected components of the links, all of one width and without copies
     *     (R13.2)
     * @param links the places in {@code documents} of each two that are linked
     * @return the row of each document, in the order of the documents
     */
    public List<ClusterRow> clusters(List<Document> documents, Iterable<int[]> links) {
        Members members = members(documents, links);
        List<ClusterRow> rows = new ArrayList<>(documents.size());
        for (int i = 0; i < documents.size(); i++) {
            Document representative = documents.get(members.representatives[i]);
            rows.add(new ClusterRow(documents.get(i), representative, members.similarities[i]));
        }
        return rows;
    }

    /** The place of each document's representative, and the similarity to it. */
    private record Members(int[] representatives, double[] similarities) {}

    private Members members(List<Document> documents, Iterable<int[]> links) {
        int size = documents.size();
        List<List<Integer>> linked = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            linked.add(new ArrayList<>(0));
        }
        for (int[] link : links) {
            linked.get(link[0]).add(link[1]);
            linked.get(link[1]).add(link[0]);
        }
        int[] representatives = new int[size];
        Arrays.fill(representatives, NONE);
        double[] similarities = new double[size];
        Deque<Integer> joined = new ArrayDeque<>(); // whose links are to be followed
        for (int first : order(documents)) {
            if (representatives[first] != NONE) {
                continue;
            }
            Fingerprint representative = documents.get(first).fingerprint();
            representatives[first] = first;
            similarities[first] = 1;
            joined.add(first);
            while (!joined.isEmpty()) {
                for (int other : linked.get(joined.remove())) {
                    if (representatives[other] != NONE) {
                        continue;
                    }
                    double similarity = representative.similarity(documents.get(other).fingerprint());
                    if (similarity >= floor) {
                        representatives[other] = first;
                        similarities[other] = similarity;
                        joined.add(other);
                    }
                }
            }
        }
        return new Members(representatives, similarities);
    }

    /** The places of documents, in the order of R13.1. */
    private static int[] order(List<Document> documents) {
        return IntStream.range(0, documents.size())
                .boxed()
                .sorted((one, other) -> documents.get(one).compareTo(documents.get(other)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
