package io.github.lsh_interop.fpcheck.index;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.NotComparableException;
import io.github.lsh_interop.fpcheck.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.zip.CRC32C;

/**
 * An index file that is open for searches. Its rows and their order are those of {@code fpcheck search}.
 * Several threads may use it at once.
 *
 * <p>The file is mapped into memory until the garbage collector frees the mapping. A program that
 * shortens the file meanwhile makes searches fail with an {@link InternalError}.
 */
public final class FingerprintIndex {
    private static final int ALIGN = 64;
    private static final long SEGMENT = 0x544D474553585046L; // FPXSEGMT
    private static final long COMMIT = 0x54494D4F43585046L; // FPXCOMIT
    private static final int COMMIT_LENGTH = 64;
    private static final int MOST_SECTIONS = 1024;
    private static final int SLOTS = 128;

    /** A commit (I11). */
    private record Commit(long generation, long begin, long at, long previous, long below, long live, boolean isWhole,
            int before, int checksum) {}

    private final Mapped file;
    private final Header header;
    private final List<Segment> segments = new ArrayList<>(); // the lowest first
    private final long end;
    private final long size;
    /** A fingerprint that suits the index: zeros. */
    private final Fingerprint some;

    private FingerprintIndex(Path path) throws IOException {
        file = new Mapped(path);
        header = Header.read(file);
        some = Fingerprint.parse(header.zeros());
        Map<Long, Commit> chain = new HashMap<>();
        Commit top = follow(chain);
        end = top.at + COMMIT_LENGTH;
        for (Commit commit = top; commit != null; ) {
            long begin = commit.begin;
            segments.add(0, new Segment(file, header, commit.generation, file.unsigned(begin + 24), sections(begin)));
            Commit next = commit.below == 0 ? null : chain.get(commit.below);
            if (commit.below != 0 && (next == null || next.at >= commit.at)) {
                throw DamagedIndexException.damaged("no commit at byte " + commit.below);
            }
            commit = next;
        }
        size = bury();
        if (size != top.live) {
            throw DamagedIndexException.damaged(size + " documents: expected " + top.live);
        }
    }

    /**
     * Opens an index file. It does not check the whole file: see {@link #verify}.
     *
     * @param path the file
     * @return the index
     * @throws DamagedIndexException if the file is no index, or is damaged
     * @throws IOException if the file cannot be read
     */
    public static FingerprintIndex open(Path path) throws IOException {
        for (int tries = 3; ; tries--) {
            try {
                return new FingerprintIndex(path);
            } catch (DamagedIndexException e) {
                if (tries == 0 || e.reason() != DamagedIndexException.Reason.DAMAGED) {
                    throw e;
                }
            }
            try {
                Thread.sleep(10); // a writer may be at work
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                tries = 1;
            }
        }
    }

    // Opening

    private static long padded(long n) {
        return n + ALIGN - 1 & -ALIGN;
    }

    private static long headLength(long sections) {
        return padded(64 + 32 * sections);
    }

    /** The length of the segment whose valid head is at an offset (I8), or 0. */
    private long segmentLength(long at) {
        long left = file.size - at;
        if (left < 64 || file.int64(at) != SEGMENT) {
            return 0;
        }
        long count = file.unsigned(at + 28);
        if (count > MOST_SECTIONS || left < headLength(count)) {
            return 0;
        }
        CRC32C sum = new CRC32C();
        file.update(sum, at, at + 32);
        sum.update(new byte[Integer.BYTES]);
        file.update(sum, at + 36, at + headLength(count));
        long length = file.int64(at + 16);
        boolean isValid = (int) sum.getValue() == file.int32(at + 32) && length >= headLength(count)
                && length % ALIGN == 0 && length <= left;
        return isValid ? length : 0;
    }

    /** The commit at an offset if it is valid (I12), or null. */
    private Commit commit(long at) {
        if (file.size - at < COMMIT_LENGTH || file.int64(at) != COMMIT) {
            return null;
        }
        int whole = file.int32(at + 48);
        if (whole < 0 || whole > 1 || file.int32(at + 56) != 0 || file.checksum(at, at + 60) != file.int32(at + 60)) {
            return null;
        }
        return new Commit(file.int64(at + 8), file.int64(at + 16), at, file.int64(at + 24), file.int64(at + 32),
                file.int64(at + 40), whole == 1, file.int32(at + 52), file.int32(at + 60));
    }

    /** Follows the segments and commits, and returns the top (I13 to I15). */
    private Commit follow(Map<Long, Commit> chain) throws DamagedIndexException {
        Commit last = new Commit(0, 0, 0, 0, 0, 0, false, 0, 0);
        Commit top = null;
        long at = Header.LENGTH;
        while (true) {
            long length = segmentLength(at);
            if (length == 0 || file.size - at - length < COMMIT_LENGTH) {
                break;
            }
            Commit commit = commit(at + length);
            if (commit == null && file.isZero(at + length, at + length + COMMIT_LENGTH)) {
                break;
            }
            if (commit == null
                    || commit.begin != at
                    || commit.generation != last.generation + 1
                    || commit.generation != file.int64(at + 8)
                    || commit.previous != last.at
                    || commit.below < 0
                    || commit.below > last.at
                    || commit.before != last.checksum) {
                throw DamagedIndexException.damaged("the commit at byte " + (at + length));
            }
            chain.put(commit.at, commit);
            last = commit;
            at = commit.at + COMMIT_LENGTH;
            if (commit.isWhole) {
                top = commit;
            }
        }
        if (file.size - at >= 64 && !file.isZero(at, at + 64)) {
            for (long place = at; place <= file.size - COMMIT_LENGTH; place += ALIGN) {
                Commit commit = commit(place);
                if (commit != null
                        && Long.compareUnsigned(commit.generation, last.generation) > 0
                        && commit.begin >= at
                        && commit.begin < place) {
                    throw DamagedIndexException.damaged("between byte " + at + " and the commit at " + place);
                }
            }
        }
        if (top == null) {
            throw DamagedIndexException.damaged("it has no commit");
        }
        return top;
    }

    /** The sections of a segment (I9). */
    private List<Section> sections(long begin) throws DamagedIndexException {
        long length = file.int64(begin + 16);
        long count = file.unsigned(begin + 28);
        long last = headLength(count);
        List<Section> list = new ArrayList<>();
        for (long entry = begin + 64; list.size() < count; entry += 32) {
            long offset = file.int64(entry + 8);
            long own = file.int64(entry + 16);
            if (offset != padded(last) || own < 0 || own > length - offset) {
                throw DamagedIndexException.damaged("a section of the segment at byte " + begin);
            }
            list.add(new Section(file.int32(entry), file.int32(entry + 4), begin + offset, own));
            last = offset + own;
        }
        if (padded(last) != length) {
            throw DamagedIndexException.damaged("the length of the segment at byte " + begin);
        }
        return list;
    }

    /** Marks the dead documents (I16), and returns the number of the others. */
    private long bury() throws DamagedIndexException {
        Map<Long, Segment> below = new HashMap<>();
        long live = 0;
        for (Segment segment : segments) {
            Section tombs = segment.tombs;
            for (long at = tombs.from(); at < tombs.from() + tombs.length(); at += 16) {
                Segment of = below.get(file.int64(at));
                long document = file.unsigned(at + 8);
                if (of == null || document >= of.documents) {
                    throw DamagedIndexException.damaged("segment " + segment.generation + ": a tomb");
                }
                of.dead.set((int) document);
            }
            below.put(segment.generation, segment);
        }
        for (Segment segment : segments) {
            live += segment.documents - segment.dead.cardinality();
        }
        return live;
    }

    // Documents

    /**
     * Returns the number of documents.
     *
     * @return the number of documents
     */
    public long size() {
        return size;
    }

    /**
     * Returns the scheme of the fingerprints.
     *
     * @return the scheme
     */
    public Scheme scheme() {
        return header.scheme();
    }

    /**
     * Returns the profile of the fingerprints.
     *
     * @return the profile
     */
    public String profile() {
        return header.profile();
    }

    /**
     * Returns the limits that searches have tables for.
     *
     * @return a distance for SimHashes, a similarity for MinHashes
     */
    public Limits limits() {
        return isMinHash() ? Limits.atLeast(header.similarity()) : Limits.atMost(header.distance());
    }

    private boolean isMinHash() {
        return header.bits() != 0;
    }

    /**
     * Reports whether the index has a document.
     *
     * @param id the id of the document
     * @return whether there is one with the id
     */
    public boolean contains(byte[] id) {
        for (Segment segment : segments) {
            if (segment.find(id) >= 0) {
                return true;
            }
        }
        return false;
    }

    // Search

    /**
     * Finds the documents near a fingerprint, within the limits of the index.
     *
     * @param query the fingerprint
     * @return the rows, the most similar first
     * @throws NotComparableException if the fingerprint has another scheme or profile
     */
    public List<Match> search(Fingerprint query) {
        return search(query, Limits.OF_INDEX, Integer.MAX_VALUE);
    }

    /**
     * Finds the documents near a fingerprint (I25, I26). Limits that the index has no tables for make it
     * read all sketches.
     *
     * @param query the fingerprint
     * @param limits the limits
     * @param most the greatest number of rows, 0 or more
     * @return the rows, the most similar first
     * @throws NotComparableException if the fingerprint has another scheme or profile
     * @throws IllegalArgumentException if the number of rows is negative
     */
    public List<Match> search(Fingerprint query, Limits limits, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("at most " + most + " rows: expected 0 or more");
        }
        query.distance(some); // which refuses another scheme or profile
        Search search = new Search(query.width() > header.bits() ? query.truncate(header.bits()) : query,
                limits.equals(Limits.OF_INDEX) ? limits() : limits, most);
        if (search.reach >= 0 && most > 0) {
            segments.forEach(search::in);
        }
        List<Match> rows = new ArrayList<>(search.rows);
        rows.sort(Match::compare);
        return rows;
    }

    /** A search under way. */
    private final class Search {
        private final byte[] sketch;
        private final int width;
        private final long simHash;
        private final boolean[] isAllowed = new boolean[SLOTS + 1];
        private final double[] similarities = new double[SLOTS + 1];
        private int reach = -1;
        private final boolean isBeyond;
        private final int most;
        private final PriorityQueue<Match> rows = new PriorityQueue<>((a, b) -> Match.compare(b, a)); // the last first

        Search(Fingerprint query, Limits limits, int most) {
            sketch = query.sketch();
            width = query.width();
            this.most = most;
            int all = isMinHash() ? SLOTS : Long.SIZE;
            for (int d = 0; d <= all; d++) {
                similarities[d] = similarity(d);
                isAllowed[d] = limits.allow(d, similarities[d]);
                reach = isAllowed[d] ? d : reach;
            }
            simHash = isMinHash() ? 0 : number(sketch);
            isBeyond = isMinHash()
                    ? width < header.bits() || reach >= 0 && similarities[reach] < header.similarity()
                    : reach > header.distance();
        }

        /** R10.3, R10.5. */
        private double similarity(int d) {
            if (width == 0) {
                return 1 - d / (double) Long.SIZE;
            }
            int values = 1 << width;
            int above = (SLOTS - d) * values - SLOTS;
            return above <= 0 ? 0 : above / (double) (SLOTS * (values - 1));
        }

        void in(Segment segment) {
            if (isBeyond || !segment.hasTables()) {
                for (int document = 0; document < segment.documents; document++) {
                    compare(segment, document);
                }
            } else if (segment.tables != null) {
                SimHashTable.search(segment.tables, simHash, reach, (place, found) -> {
                    if (!segment.dead.get((int) place)) {
                        add(segment, (int) place, Long.bitCount(found ^ simHash));
                    }
                });
            } else {
                segment.forCandidates(sketch, document -> compare(segment, document));
            }
        }

        private void compare(Segment segment, int document) {
            if (segment.dead.get(document)) {
                return;
            }
            byte[] other = segment.sketch(document);
            int d = isMinHash() ? slotsApart(other) : Long.bitCount(number(other) ^ simHash);
            if (isAllowed[d] && (isBeyond || !isMinHash() || Segment.candidates(header, sketch, other))) {
                add(segment, document, d);
            }
        }

        private void add(Segment segment, int document, int d) {
            if (!isAllowed[d]) {
                return;
            }
            Match match = new Match(segment.id(document), d, similarities[d]);
            if (rows.size() < most) {
                rows.add(match);
            } else if (Match.compare(match, rows.peek()) < 0) {
                rows.poll();
                rows.add(match);
            }
        }

        /** R10.4, by the bits of the query. */
        private int slotsApart(byte[] other) {
            int apart = 0;
            if (width == Byte.SIZE) {
                for (int i = 0; i < SLOTS; i++) {
                    apart += sketch[i] == other[i] ? 0 : 1;
                }
                return apart;
            }
            for (int i = 0; i < SLOTS; i++) {
                int mask = (1 << width) - 1;
                apart += (slot(sketch, i, width) & mask) == (slot(other, i, header.bits()) & mask) ? 0 : 1;
            }
            return apart;
        }
    }

    private static int slot(byte[] sketch, int i, int bits) {
        int at = i * bits;
        return (sketch[at / Byte.SIZE] & 0xFF) >>> Byte.SIZE - bits - at % Byte.SIZE;
    }

    private static long number(byte[] sketch) {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << Byte.SIZE | sketch[i] & 0xFF;
        }
        return number;
    }

    // Verification

    /**
     * Checks the whole file (I27).
     *
     * @throws DamagedIndexException if something is wrong, or bytes follow the last commit
     */
    public void verify() throws DamagedIndexException {
        if (file.size != end) {
            throw DamagedIndexException.damaged((file.size - end) + " bytes follow the last commit");
        }
        for (long at = Header.LENGTH; at < end; ) {
            long length = segmentLength(at);
            if (length == 0) {
                throw DamagedIndexException.damaged("the segment at byte " + at);
            }
            long last = at + headLength(file.unsigned(at + 28));
            for (Section section : sections(at)) {
                long to = section.from() + section.length();
                if (!file.isZero(last, section.from()) || file.checksum(section.from(), to) != section.checksum()) {
                    throw DamagedIndexException.damaged("section " + section.kind() + " of the segment at byte " + at);
                }
                last = to;
            }
            if (!file.isZero(last, at + length)) {
                throw DamagedIndexException.damaged("the end of the segment at byte " + at);
            }
            at += length + COMMIT_LENGTH;
        }
        for (Segment segment : segments) {
            segment.verify();
        }
    }
}
