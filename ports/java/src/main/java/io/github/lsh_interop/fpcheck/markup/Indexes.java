package io.github.lsh_interop.fpcheck.markup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * The indexes of the Encoding Standard, read once from {@code indexes.bin}, which {@code
 * IndexGenerator} writes, and never changed.
 */
final class Indexes {
    /** What a single-byte encoding makes of the octets from 80 to FF. */
    static final int UPPER_HALF = 128;

    /** The upper halves of the single-byte encodings, in the order of {@link Encoding}. */
    static final Index SINGLE_BYTE;

    static final Index BIG5;
    static final Index EUC_KR;
    static final Index GB18030;
    static final Index JIS0208;
    static final Index JIS0212;
    /** Of GB 18030's ranges the first pointers, and the first code points, both ascending. */
    static final int[] RANGE_POINTERS;

    static final int[] RANGE_CODE_POINTS;

    static {
        ByteBuffer data;
        try (InputStream in = Indexes.class.getResourceAsStream("indexes.bin")) {
            data = ByteBuffer.wrap(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SINGLE_BYTE = new Index(data);
        BIG5 = new Index(data);
        EUC_KR = new Index(data);
        GB18030 = new Index(data);
        JIS0208 = new Index(data);
        JIS0212 = new Index(data);
        RANGE_POINTERS = chars(data).chars().toArray();
        RANGE_CODE_POINTS = chars(data).chars().toArray();
    }

    private Indexes() {}

    private static String chars(ByteBuffer data) {
        char[] chars = new char[data.getInt()];
        data.asCharBuffer().get(chars);
        data.position(data.position() + Character.BYTES * chars.length);
        return new String(chars);
    }

    /** Code points by pointer. */
    static final class Index {
        private final String units;
        /** The pointers of code points beyond the basic plane; all are in plane 2. */
        private final BitSet astral;

        private Index(ByteBuffer data) {
            units = chars(data);
            byte[] bits = new byte[data.getInt()];
            data.get(bits);
            astral = BitSet.valueOf(bits);
        }

        /** The code point of a pointer, or 0 if it has none. */
        int get(int pointer) {
            if (pointer < 0 || pointer >= units.length()) {
                return 0;
            }
            return units.charAt(pointer) + (astral.get(pointer) ? 0x20000 : 0);
        }
    }
}
