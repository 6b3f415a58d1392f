package io.github.lsh_interop.fpcheck.spark;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * The records of a web archive from one place of a file to another, each with its head. Of a compressed file a
 * record is a member of its own (WARC 1.1, annex D), so a reader may begin at any octet: it looks for what begins
 * as a member does, and holds a record. A record belongs to the part of the file in which it begins.
 */
final class WarcInput implements AutoCloseable {
    /** Of a larger block the rest is left out. */
    private static final int MOST = 256 << 20;

    private static final int MOST_HEAD = 1 << 20;
    private static final byte[] BEGIN = {'W', 'A', 'R', 'C', '/'};

    private final FSDataInputStream file;
    private final long end;
    private final boolean compressed;
    private final byte[] buffer = new byte[64 << 10];
    /** What of the file the buffer holds. */
    private long bufferStart;

    private int at;
    private int limit;
    private final Inflater inflater = new Inflater(true);
    private final Content content = new Content();
    /** Where the member that is read begins. */
    private long member;

    /** One record: its head as it stands, and its block; or what is wrong with it. */
    record Entry(String head, byte[] block, String error) {}

    WarcInput(FSDataInputStream file, long start, long end, boolean compressed) throws IOException {
        this.file = file;
        this.end = end;
        this.compressed = compressed;
        seek(start);
    }

    long position() {
        return bufferStart + at;
    }

    private void seek(long position) throws IOException {
        if (position >= bufferStart && position <= bufferStart + limit) {
            at = (int) (position - bufferStart);
            return;
        }
        file.seek(position);
        bufferStart = position;
        at = 0;
        limit = 0;
    }

    private boolean fill() throws IOException {
        bufferStart += limit;
        at = 0;
        limit = Math.max(0, file.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    /** The next octet of the file, or −1. */
    private int octet() throws IOException {
        return at < limit || fill() ? buffer[at++] & 0xFF : -1;
    }

    /** The next record that begins before the end, or null. */
    Entry next() throws IOException {
        while (true) {
            if (compressed && !content.open && !find()) {
                return null;
            }
            try {
                Entry entry = entry();
                if (entry != null || !compressed) {
                    return entry;
                }
            } catch (DamagedException e) {
                String error = "at " + (compressed ? member : position()) + ": " + e.getMessage();
                content.open = false;
                seek(compressed ? member + 1 : end); // without members nobody knows where the next one is
                return new Entry("", null, error);
            }
            content.open = false;
        }
    }

    /** Goes to the next member that begins before the end and holds a record. */
    private boolean find() throws IOException {
        while (position() < end) {
            long start = position();
            if (octet() == 0x1F && octet() == 0x8B && octet() == 8 && skipHead() && holdsRecord()) {
                member = start;
                return true;
            }
            seek(start + 1);
        }
        return false;
    }

    /** The rest of the head of a member (RFC 1952). */
    private boolean skipHead() throws IOException {
        int flags = octet();
        if (flags < 0 || flags >= 32) {
            return false;
        }
        int last = 0;
        for (int i = 0; i < 6; i++) {
            last = octet();
        }
        if ((flags & 4) != 0) {
            int length = octet() | octet() << 8;
            for (int i = 0; i < length && last >= 0; i++) {
                last = octet();
            }
        }
        for (int name = 8; name <= 16; name *= 2) {
            if ((flags & name) != 0) {
                do {
                    last = octet();
                } while (last > 0);
            }
        }
        for (int i = 0; i < (flags & 2); i++) {
            last = octet();
        }
        return last >= 0;
    }

    private boolean holdsRecord() {
        inflater.reset();
        content.open = true;
        content.ahead = 0;
        content.peeked = new byte[0];
        try {
            byte[] begin = content.readNBytes(BEGIN.length);
            content.peeked = begin;
            content.ahead = 0;
            content.open = Arrays.equals(begin, BEGIN);
        } catch (IOException e) {
            content.open = false; // what looked like a member is none
        }
        return content.open;
    }

    /** Null if there is no more here. */
    private Entry entry() throws IOException {
        StringBuilder head = new StringBuilder();
        InputStream in = compressed ? content : raw();
        for (int before = 0, b = in.read(); b >= 0; before = b, b = in.read()) {
            if (head.length() == 0 && (b == '\r' || b == '\n')) {
                continue; // what is between records
            }
            if (b == '\r') {
                b = before;
                continue;
            }
            head.append((char) b);
            if (b == '\n' && before == '\n') {
                return new Entry(head.toString(), block(in, length(head.toString())), null);
            }
            if (head.length() > MOST_HEAD) {
                throw new DamagedException("the head of a record has no end");
            }
        }
        if (head.length() > 0) {
            throw new DamagedException("the head of a record ends too early");
        }
        return null;
    }

    private long length(String head) throws IOException {
        String length = WarcRecord.field(head, "content-length");
        try {
            return Long.parseUnsignedLong(length);
        } catch (NumberFormatException e) {
            throw new DamagedException("the length of a record is \"" + length + "\": expected a number");
        }
    }

    private byte[] block(InputStream in, long length) throws IOException {
        byte[] block = in.readNBytes((int) Math.min(Math.max(length, 0), MOST));
        if (block.length < Math.min(length, MOST)) {
            throw new DamagedException("a record of " + length + " octets ends after " + block.length);
        }
        for (long rest = length - block.length; rest > 0; rest--) {
            if (in.read() < 0) {
                break;
            }
        }
        return block;
    }

    private InputStream raw() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return octet();
            }
        };
    }

    /** What a member holds. */
    private final class Content extends InputStream {
        private boolean open;
        private byte[] peeked = {};
        private int ahead;
        private final byte[] one = new byte[1];

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) == 1 ? one[0] & 0xFF : -1;
        }

        @Override
        public int read(byte[] octets, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (ahead < peeked.length) {
                octets[offset] = peeked[ahead++];
                return 1;
            }
            try {
                while (true) {
                    int n = inflater.inflate(octets, offset, length);
                    if (n > 0) {
                        return n;
                    }
                    if (inflater.finished() || inflater.needsDictionary()) {
                        at = limit - inflater.getRemaining();
                        inflater.setInput(buffer, 0, 0);
                        return -1;
                    }
                    if (at == limit && !fill()) {
                        throw new DamagedException("a member ends too early");
                    }
                    inflater.setInput(buffer, at, limit - at);
                    at = limit;
                }
            } catch (DataFormatException e) {
                throw new DamagedException("a member is damaged: " + e.getMessage());
            }
        }
    }

    private static final class DamagedException extends IOException {
        DamagedException(String message) {
            super(message);
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        file.close();
    }
}
