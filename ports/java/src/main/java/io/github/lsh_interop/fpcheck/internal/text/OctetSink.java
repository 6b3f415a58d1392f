package io.github.lsh_interop.fpcheck.internal.text;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** What takes octets in pieces, and keeps no reference to them. */
@FunctionalInterface
public interface OctetSink {
    /** How much of a buffer without an array is copied at once. */
    int PIECE = 8192;

    void update(byte[] octets, int offset, int length);

    /** Gives a sink what remains in a buffer, which has none after. */
    static void drain(ByteBuffer octets, OctetSink sink) {
        if (octets.hasArray()) {
            sink.update(octets.array(), octets.arrayOffset() + octets.position(), octets.remaining());
            octets.position(octets.limit());
            return;
        }
        byte[] piece = new byte[Math.min(PIECE, octets.remaining())];
        while (octets.hasRemaining()) {
            int length = Math.min(piece.length, octets.remaining());
            octets.get(piece, 0, length);
            sink.update(piece, 0, length);
        }
    }

    /** A stream that gives a sink what is written to it. To close it does nothing. */
    static OutputStream stream(OctetSink sink) {
        return new OutputStream() {
            @Override
            public void write(int octet) {
                sink.update(new byte[] {(byte) octet}, 0, 1);
            }

            @Override
            public void write(byte[] octets, int offset, int length) {
                sink.update(octets, offset, length);
            }
        };
    }
}
