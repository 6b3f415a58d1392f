package io.github.lsh_interop.fpcheck.index;

import java.util.function.LongUnaryOperator;

/** A table of SimHashes (I21 to I23). */
final class SimHashTable {
    private static final int HOT_BITS = 32;
    private static final long HOT = 0xFFFFFFFFL;

    /** Takes the place of a sketch in the first table, and the sketch. */
    interface Sink {
        void accept(long place, long sketch);
    }

    private final Mapped file;
    final int radius;
    final int bits;
    private final int cold;
    private final long directory;
    private final long hots;
    private final long colds;
    final long size;
    /** Bits to move, and by how many to rotate them to the left. */
    private final long[] moves = new long[Long.SIZE];
    /** The bits of a sketch that the directory has. */
    final long read;

    SimHashTable(Mapped file, Layouts.Shape shape, long sketches, Section directory, Section hots, Section colds)
            throws DamagedIndexException {
        this.file = file;
        this.radius = shape.radius();
        int most = Math.min(Long.bitCount(shape.mask()), HOT_BITS);
        this.bits = Math.max(0, Math.min(Long.SIZE - Long.numberOfLeadingZeros(sketches) - 3, most));
        this.cold = (39 - bits) / Byte.SIZE;
        this.directory = directory.from();
        this.hots = hots.from();
        this.colds = colds.from();
        this.size = hots.length() / Integer.BYTES;
        if (directory.length() != Integer.BYTES * ((1L << bits) + 1)
                || hots.length() % Integer.BYTES != 0
                || colds.length() != cold * size
                || size > sketches) {
            throw DamagedIndexException.damaged("the sections of a table");
        }
        permute(shape.mask());
        this.read = bits == 0 ? 0 : back(-1L << Long.SIZE - bits);
    }

    /** I22. */
    private void permute(long mask) {
        int start = Long.SIZE - 1;
        for (int i = Long.SIZE - 1; i >= 0; i--) {
            if ((mask >>> i & 1) == 1 && (mask & Long.rotateLeft(1, i + 1)) == 0) {
                start = i;
                break;
            }
        }
        int to = Long.SIZE - 1;
        for (long half : new long[] {mask, ~mask}) {
            for (int n = 0; n < Long.SIZE; n++) {
                int i = Math.floorMod(start - n, Long.SIZE);
                if ((half >>> i & 1) == 1) {
                    moves[Math.floorMod(to - i, Long.SIZE)] |= 1L << i;
                    to--;
                }
            }
        }
    }

    private long to(long sketch) {
        long permuted = 0;
        for (int by = 0; by < Long.SIZE; by++) {
            permuted |= Long.rotateLeft(sketch & moves[by], by);
        }
        return permuted;
    }

    private long back(long permuted) {
        long sketch = 0;
        for (int by = 0; by < Long.SIZE; by++) {
            sketch |= Long.rotateRight(permuted, by) & moves[by];
        }
        return sketch;
    }

    private long entry(long number) {
        return Math.min(file.unsigned(directory + Integer.BYTES * number), size);
    }

    private long bucketOf(long permuted) {
        return bits == 0 ? 0 : permuted >>> Long.SIZE - bits;
    }

    private long permuted(long bucket, long i) {
        long rest = file.unsigned(hots + Integer.BYTES * i);
        for (int j = 0; j < cold; j++) {
            rest |= (long) file.unsignedByte(colds + cold * i + j) << HOT_BITS + Byte.SIZE * j;
        }
        return bits == 0 ? rest : bucket << Long.SIZE - bits | rest & -1L >>> bits;
    }

    /** The sketch at a place. */
    long sketch(long place) {
        long low = 0;
        long high = (1L << bits) - 1;
        while (low < high) {
            long middle = low + high >>> 1;
            if (file.unsigned(directory + Integer.BYTES * (middle + 1)) > place) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return back(permuted(low, place));
    }

    /** Finds the sketches within a distance that these tables find, each once. */
    static void search(SimHashTable[] tables, long query, int distance, Sink sink) {
        for (int t = 0; t < tables.length; t++) {
            SimHashTable table = tables[t];
            long permuted = table.to(query);
            int most = Math.min(Math.min(table.radius, table.bits), distance);
            for (int flipped = 0; flipped <= most; flipped++) {
                long flips = (1L << flipped) - 1;
                while (flips >>> table.bits == 0) {
                    search(tables, t, query, permuted, table.bucketOf(permuted) ^ flips, distance, sink);
                    if (flips == 0) {
                        break;
                    }
                    long lowest = flips & -flips; // the next number with as many bits
                    long ripple = flips + lowest;
                    flips = ripple | (flips ^ ripple) / lowest >>> 2;
                }
            }
        }
    }

    private static void search(SimHashTable[] tables, int t, long query, long wanted, long bucket, int distance,
            Sink sink) {
        SimHashTable table = tables[t];
        long to = table.entry(bucket + 1);
        for (long i = table.entry(bucket); i < to; i++) {
            if (Long.bitCount(table.file.unsigned(table.hots + Integer.BYTES * i) ^ wanted & HOT) > distance) {
                continue;
            }
            long permuted = table.permuted(bucket, i);
            if (Long.bitCount(permuted ^ wanted) > distance) {
                continue;
            }
            long sketch = table.back(permuted);
            if (t == 0) {
                sink.accept(i, sketch);
                continue;
            }
            boolean earlier = false; // a table before this one has found it
            for (int e = 0; e < t && !earlier; e++) {
                earlier = Long.bitCount((sketch ^ query) & tables[e].read) <= tables[e].radius;
            }
            if (!earlier) {
                tables[0].places(sketch, sink);
            }
        }
    }

    /** Finds the places of a sketch in this table, the first. */
    private void places(long sketch, Sink sink) {
        long wanted = to(sketch);
        long bucket = bucketOf(wanted);
        long low = entry(bucket);
        long to = Math.max(low, entry(bucket + 1));
        long high = to;
        while (low < high) {
            long middle = low + high >>> 1;
            if (Long.compareUnsigned(permuted(bucket, middle), wanted) >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        for (; low < to && permuted(bucket, low) == wanted; low++) {
            sink.accept(low, sketch);
        }
    }

    /** A sum and the number of the different sketches of a table. */
    record Content(long sum, long different) {}

    /** The content, or null if the table is out of order (I27). */
    Content verify(boolean isFirst, LongUnaryOperator mix) {
        long sum = 0;
        long different = 0;
        long before = 0;
        long at = 0;
        if (file.unsigned(directory) != 0) {
            return null;
        }
        for (long bucket = 0; bucket < 1L << bits; bucket++) {
            long to = file.unsigned(directory + Integer.BYTES * (bucket + 1));
            if (to < at || to > size) {
                return null;
            }
            for (; at < to; at++) {
                long permuted = permuted(bucket, at);
                int order = at == 0 ? 1 : Long.compareUnsigned(permuted, before);
                if (order < 0 || order == 0 && !isFirst) {
                    return null;
                }
                if (order > 0) {
                    sum += mix.applyAsLong(back(permuted));
                    different++;
                }
                before = permuted;
            }
        }
        return at == size ? new Content(sum, different) : null;
    }
}
