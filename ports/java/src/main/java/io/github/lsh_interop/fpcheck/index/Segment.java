package io.github.lsh_interop.fpcheck.index;

import io.github.lsh_interop.fpcheck.Minima;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A segment of the index (I7 to I10, I17 to I23). */
final class Segment {
    private static final int HOT = 100_000; // entries of a band that a search reads (I26)
    private static final long MOST_DOCUMENTS = 0xFFFFFFFEL;
    private static final Section NONE = new Section(0, 0, 0, 0);

    private final Mapped file;
    private final Header header;
    final long generation;
    final int documents;
    private final Section ends;
    private final Section ids;
    private final Section sketches;
    final Section tombs;
    private final Section order;
    private final Section bands;
    private final int cellBits;
    private final int entryLength;
    private final long bandLength;
    final SimHashTable[] tables;
    final BitSet dead = new BitSet();

    Segment(Mapped file, Header header, long generation, long documents, List<Section> list)
            throws DamagedIndexException {
        this.file = file;
        this.header = header;
        this.generation = generation;
        Map<Integer, Section> sections = new HashMap<>();
        for (Section section : list) {
            if (sections.put(section.kind(), section) != null) {
                throw damaged("two sections " + section.kind());
            }
        }
        ends = sections.getOrDefault(1, NONE);
        ids = sections.getOrDefault(2, NONE);
        sketches = sections.getOrDefault(3, NONE);
        tombs = sections.getOrDefault(4, NONE);
        bands = sections.get(5);
        order = sections.getOrDefault(6, NONE);
        if (ends.length() != Long.BYTES * documents || documents > MOST_DOCUMENTS || tombs.length() % 16 != 0) {
            throw damaged("sections for " + documents + " documents");
        }
        if (documents > Integer.MAX_VALUE - 8) {
            throw damaged(documents + " documents: this reader has " + (Integer.MAX_VALUE - 8) + " at most");
        }
        this.documents = (int) documents;
        Section layout = sections.get(7);
        tables = layout == null ? null : openTables(layout, sections);
        if (sketches.length() != (tables == null ? documents * header.size() : 0)) {
            throw damaged("its sketches");
        }
        cellBits = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(this.documents) - 3);
        int last = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, this.documents - 1));
        entryLength = 1 + Math.max(1, (last + 7) / Byte.SIZE);
        bandLength = directoryLength() + documents * entryLength;
        if (bands != null && (header.bits() == 0 || bands.length() != header.bands() * bandLength)) {
            throw damaged("its tables");
        }
    }

    private DamagedIndexException damaged(String what) {
        return DamagedIndexException.damaged("segment " + generation + ": " + what);
    }

    private long directoryLength() {
        return Integer.BYTES * ((1L << cellBits) + 1);
    }

    /** I21, I24. */
    private SimHashTable[] openTables(Section layout, Map<Integer, Section> sections) throws DamagedIndexException {
        if (header.size() != Long.BYTES || layout.length() % 16 != 0 || layout.length() > 16 * 40
                || order.length() != (long) Integer.BYTES * documents) {
            throw damaged("its layout");
        }
        List<Layouts.Shape> shapes = new ArrayList<>();
        for (long at = layout.from(); at < layout.from() + layout.length(); at += 16) {
            long radius = file.int64(at + Long.BYTES);
            shapes.add(new Layouts.Shape(file.int64(at), radius == (int) radius ? (int) radius : -1));
        }
        if (!Layouts.of(header.distance()).contains(shapes)) {
            throw damaged("an unknown layout");
        }
        SimHashTable[] opened = new SimHashTable[shapes.size()];
        for (int i = 0; i < opened.length; i++) {
            int kind = 16 + 3 * i;
            opened[i] = new SimHashTable(file, shapes.get(i), documents, sections.getOrDefault(kind, NONE),
                    sections.getOrDefault(kind + 1, NONE), sections.getOrDefault(kind + 2, NONE));
        }
        if (opened[0].size != documents) {
            throw damaged("its first table");
        }
        return opened;
    }

    boolean hasTables() {
        return tables != null || bands != null;
    }

    private long end(int document) {
        return document < 0 ? 0 : file.int64(ends.from() + (long) Long.BYTES * document);
    }

    /** The id of a document. In a damaged file it may be a wrong one. */
    byte[] id(int document) {
        long from = end(document - 1);
        long to = end(document);
        if (from < 0 || to > ids.length() || from > to || to - from > Integer.MAX_VALUE - 8) {
            return new byte[0];
        }
        return file.bytes(ids.from() + from, (int) (to - from));
    }

    /** The sketch of a document; of a SimHash 8 bytes. */
    byte[] sketch(int document) {
        if (tables == null) {
            return file.bytes(sketches.from() + (long) document * header.size(), header.size());
        }
        return bytes(tables[0].sketch(document));
    }

    static byte[] bytes(long sketch) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (sketch >>> 56 - 8 * i);
        }
        return bytes;
    }

    private int ranked(int rank) {
        if (tables == null) {
            return rank;
        }
        return (int) Math.min(file.unsigned(order.from() + (long) Integer.BYTES * rank), documents - 1);
    }

    /** The document with an id that is not dead, or −1. */
    int find(byte[] id) {
        int low = 0;
        int high = documents;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Arrays.compareUnsigned(id(ranked(middle)), id) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == documents) {
            return -1;
        }
        int document = ranked(low);
        return Arrays.equals(id(document), id) && !dead.get(document) ? document : -1;
    }

    // MinHash tables

    /** Bits of a sketch, 1 to 64, as the highest of a number. */
    private static long bitsAt(byte[] sketch, int from, int n) {
        long bits = 0;
        int at = from / Byte.SIZE;
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits << Byte.SIZE | (at + i < sketch.length ? sketch[at + i] & 0xFF : 0);
        }
        int skip = from % Byte.SIZE;
        bits <<= skip;
        if (skip > 0 && at + Long.BYTES < sketch.length) {
            bits |= (sketch[at + Long.BYTES] & 0xFF) >>> Byte.SIZE - skip;
        }
        return n == Long.SIZE ? bits : bits & ~(-1L >>> n);
    }

    /** I19. */
    private long hash(byte[] sketch, int band) {
        int n = header.keyBits();
        int from = band * n;
        long hash = 0;
        for (; n > Long.SIZE; from += Long.SIZE, n -= Long.SIZE) {
            hash = Minima.mix64(hash ^ bitsAt(sketch, from, Long.SIZE));
        }
        return Minima.mix64(hash ^ bitsAt(sketch, from, n));
    }

    /** Whether two MinHashes have a key in common. */
    static boolean candidates(Header header, byte[] a, byte[] b) {
        for (int band = 0; band < header.bands(); band++) {
            int n = header.keyBits();
            int from = band * n;
            boolean same = true;
            for (; same && n > 0; from += Long.SIZE, n -= Long.SIZE) {
                int some = Math.min(n, Long.SIZE);
                same = bitsAt(a, from, some) == bitsAt(b, from, some);
            }
            if (same) {
                return true;
            }
        }
        return false;
    }

    private long cell(long hash) {
        return cellBits == 0 ? 0 : hash >>> Long.SIZE - cellBits;
    }

    private long place(long entry) {
        long place = 0;
        for (int i = entryLength - 1; i > 0; i--) {
            place = place << Byte.SIZE | file.unsignedByte(entry + i);
        }
        return place;
    }

    /** Calls each with the documents of the cells that a MinHash falls into, ascending. */
    void forCandidates(byte[] query, IntConsumer each) {
        int[] found = new int[64];
        int n = 0;
        for (int band = 0; band < header.bands(); band++) {
            long hash = hash(query, band);
            long directory = bands.from() + band * bandLength;
            long from = file.unsigned(directory + Integer.BYTES * cell(hash));
            long to = Math.min(file.unsigned(directory + Integer.BYTES * (cell(hash) + 1)), documents);
            int read = 0;
            for (; from < to && read < HOT; from++) {
                long entry = directory + directoryLength() + from * entryLength;
                if (file.unsignedByte(entry) != (hash & 0xFF)) {
                    continue;
                }
                read++;
                long place = place(entry);
                if (place < documents) {
                    if (n == found.length) {
                        found = Arrays.copyOf(found, 2 * n);
                    }
                    found[n++] = (int) place;
                }
            }
        }
        Arrays.sort(found, 0, n);
        for (int i = 0; i < n; i++) {
            if (i == 0 || found[i] != found[i - 1]) {
                each.accept(found[i]);
            }
        }
    }

    // Verification (I27)

    void verify() throws DamagedIndexException {
        long end = 0;
        for (int i = 0; i < documents; i++) {
            long to = end(i);
            if (to < end || to > ids.length()) {
                throw damaged("the id of document " + i);
            }
            end = to;
        }
        if (end != ids.length()) {
            throw damaged("its ids");
        }
        byte[] last = null;
        for (int rank = 0; rank < documents; rank++) {
            byte[] id = id(ranked(rank));
            if (last != null && Arrays.compareUnsigned(last, id) >= 0) {
                throw damaged("the order of its ids");
            }
            last = id;
        }
        for (long at = tombs.from(); at < tombs.from() + tombs.length(); at += 16) {
            if (file.int32(at + 12) != 0) {
                throw damaged("a tomb");
            }
        }
        if (tables != null) {
            SimHashTable.Content first = tables[0].verify(true, Minima::mix64);
            for (SimHashTable table : tables) {
                SimHashTable.Content content = table.verify(table == tables[0], Minima::mix64);
                if (content == null || !content.equals(first)) {
                    throw damaged("a table");
                }
            }
        }
        for (int band = 0; bands != null && band < header.bands(); band++) {
            verifyBand(band);
        }
    }

    private void verifyBand(int band) throws DamagedIndexException {
        long directory = bands.from() + band * bandLength;
        BitSet seen = new BitSet();
        long at = 0;
        boolean isSound = file.int32(directory) == 0;
        for (long cell = 0; isSound && cell < 1L << cellBits; cell++) {
            long to = file.unsigned(directory + Integer.BYTES * (cell + 1));
            long last = -1;
            isSound = to >= at && to <= documents;
            for (; isSound && at < to; at++) {
                long entry = directory + directoryLength() + at * entryLength;
                long place = place(entry);
                isSound = place > last && place < documents && !seen.get((int) place);
                if (isSound) {
                    seen.set((int) place);
                    long hash = hash(sketch((int) place), band);
                    isSound = cell(hash) == cell && file.unsignedByte(entry) == (hash & 0xFF);
                }
                last = place;
            }
        }
        if (!isSound || at != documents) {
            throw damaged("the table of band " + band);
        }
    }
}
