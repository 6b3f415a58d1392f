package io.github.lsh_interop.fpcheck.index;

import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.index.DamagedIndexException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What the header of an index says (I5).
 *
 * @param bits bits in a slot of a MinHash, 0 of a SimHash
 * @param size bytes of a sketch
 */
record Header(Scheme scheme, String profile, int bits, int size, int distance, double similarity, int bands, int rows) {
    static final int LENGTH = 256;
    private static final long MAGIC = 0x0A1A0A0D58504689L;
    private static final int NAMES = 64;
    private static final int SUM = 252;
    private static final int SLOTS = 128;
    private static final Pattern PROFILE = Pattern.compile("[a-z][a-z0-9]{0,15}");

    /** I6. */
    static Header read(Mapped file) throws DamagedIndexException {
        if (file.size < LENGTH || file.int64(0) != MAGIC) {
            throw new DamagedIndexException(Reason.NOT_AN_INDEX, "the file is not an index");
        }
        if (file.int32(8) != 1) {
            throw new DamagedIndexException(Reason.VERSION, "version " + file.unsigned(8) + ": expected 1");
        }
        int id = file.unsignedShort(40);
        int profile = file.unsignedShort(42);
        if (file.checksum(0, SUM) != file.int32(SUM) || NAMES + id + profile > SUM) {
            throw DamagedIndexException.damaged("the header");
        }
        String name = new String(file.bytes(NAMES, id), StandardCharsets.ISO_8859_1);
        Scheme scheme = Scheme.lookup(name)
                .orElseThrow(() -> new DamagedIndexException(Reason.UNKNOWN_SCHEME, "unknown scheme " + name));
        Header header = new Header(scheme, new String(file.bytes(NAMES + id, profile), StandardCharsets.ISO_8859_1),
                file.int32(16), file.int32(12), file.int32(20), Double.longBitsToDouble(file.int64(32)),
                file.int32(24), file.int32(28));
        if (!header.isValid()) {
            throw DamagedIndexException.damaged("the header");
        }
        return header;
    }

    private boolean isValid() {
        if (!PROFILE.matcher(profile).matches()) {
            return false;
        }
        if (scheme == Scheme.MH1 || scheme == Scheme.MW1) {
            return (bits == 8 || bits == 4 || bits == 2 || bits == 1)
                    && size == SLOTS * bits / Byte.SIZE
                    && distance == 0
                    && similarity >= 0
                    && similarity <= 1
                    && bands >= 1
                    && rows >= 1
                    && rows <= SLOTS
                    && bands <= SLOTS / rows;
        }
        return bits == 0 && size == Long.BYTES && distance >= 0 && distance <= Long.SIZE && bands == 0 && rows == 0
                && similarity == 0;
    }

    /** The string of a fingerprint whose bits are all 0 (R8.1 to R8.3). */
    String zeros() {
        String width = bits == 0 || bits == Byte.SIZE ? "" : "b" + bits;
        String name = scheme.id() + width + (profile.equals("visible") ? "" : "." + profile);
        return name + ":" + "a".repeat((Byte.SIZE * size + 4) / 5);
    }

    /** Bits of a key. */
    int keyBits() {
        return rows * bits;
    }
}
