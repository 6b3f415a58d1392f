package io.github.lsh_interop.fpcheck.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A file in memory. It is mapped in pieces, since a buffer has less than 2 GiB. */
final class Mapped {
    private static final int PIECE_BITS = 30;
    private static final long PIECE = 1L << PIECE_BITS;
    /** Bytes of the next piece that each piece has, so that no number is in two pieces. */
    private static final int MORE = Long.BYTES;

    private final ByteBuffer[] pieces;
    final long size;

    Mapped(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            size = file.size();
            pieces = new ByteBuffer[(int) ((size + PIECE - 1) >>> PIECE_BITS)];
            for (int i = 0; i < pieces.length; i++) {
                long at = i * PIECE;
                pieces[i] = file.map(FileChannel.MapMode.READ_ONLY, at, Math.min(PIECE + MORE, size - at))
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
        }
    }

    private ByteBuffer piece(long at) {
        return pieces[(int) (at >>> PIECE_BITS)];
    }

    int unsignedByte(long at) {
        return piece(at).get((int) (at & PIECE - 1)) & 0xFF;
    }

    int unsignedShort(long at) {
        return piece(at).getShort((int) (at & PIECE - 1)) & 0xFFFF;
    }

    int int32(long at) {
        return piece(at).getInt((int) (at & PIECE - 1));
    }

    /** A number of 4 bytes. */
    long unsigned(long at) {
        return Integer.toUnsignedLong(int32(at));
    }

    long int64(long at) {
        return piece(at).getLong((int) (at & PIECE - 1));
    }

    byte[] bytes(long at, int length) {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length; ) {
            ByteBuffer piece = piece(at + done);
            int from = (int) (at + done & PIECE - 1);
            int n = Math.min(length - done, piece.limit() - from);
            piece.get(from, bytes, done, n);
            done += n;
        }
        return bytes;
    }

    boolean isZero(long from, long to) {
        for (; to - from >= Long.BYTES; from += Long.BYTES) {
            if (int64(from) != 0) {
                return false;
            }
        }
        for (; from < to; from++) {
            if (unsignedByte(from) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The checksum of a range (I3). */
    int checksum(long from, long to) {
        CRC32C sum = new CRC32C();
        update(sum, from, to);
        return (int) sum.getValue();
    }

    void update(CRC32C sum, long from, long to) {
        while (from < to) {
            int at = (int) (from & PIECE - 1);
            long n = Math.min(to - from, PIECE - at);
            sum.update(piece(from).duplicate().limit((int) (at + n)).position(at));
            from += n;
        }
    }
}
