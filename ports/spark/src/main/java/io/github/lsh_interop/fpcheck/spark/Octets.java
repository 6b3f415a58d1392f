package io.github.lsh_interop.fpcheck.spark;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Many sequences of octets by their numbers: in memory, and from some size on in a temporary file. */
final class Octets implements AutoCloseable {
    private static final long IN_MEMORY = 64 << 20;

    private final List<byte[]> held = new ArrayList<>();
    private long size;
    private long[] ends = new long[16];
    private int filed;
    private File name;
    private RandomAccessFile file;

    int size() {
        return filed + held.size();
    }

    void add(byte[] octets) {
        held.add(octets);
        size += octets.length;
        if (size > IN_MEMORY) {
            write();
        }
    }

    private void write() {
        try {
            if (file == null) {
                name = File.createTempFile("fpcheck", null);
                file = new RandomAccessFile(name, "rw");
            }
            long end = filed == 0 ? 0 : ends[filed - 1];
            file.seek(end);
            for (byte[] octets : held) {
                if (filed == ends.length) {
                    ends = Arrays.copyOf(ends, 2 * filed);
                }
                file.write(octets);
                end += octets.length;
                ends[filed++] = end;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary file of what texts consist of", e);
        }
        held.clear();
        size = 0;
    }

    byte[] get(int number) throws IOException {
        if (number >= filed) {
            return held.get(number - filed);
        }
        long start = number == 0 ? 0 : ends[number - 1];
        byte[] octets = new byte[(int) (ends[number] - start)];
        file.seek(start);
        file.readFully(octets);
        return octets;
    }

    void clear() {
        held.clear();
        size = 0;
        filed = 0;
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (name != null && !name.delete()) {
                name.deleteOnExit();
            }
        }
    }
}
