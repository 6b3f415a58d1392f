package io.github.lsh_interop.fpcheck.internal.unicode;

/** The UTF-8 of single scalar values. */
public final class Utf8 {
    private Utf8() {}

    public static int length(int cp) {
        if (cp < 0x80) {
            return 1;
        }
        if (cp < 0x800) {
            return 2;
        }
        return cp < 0x10000 ? 3 : 4;
    }

    /** The length of the scalar value that begins at an offset of well-formed octets. */
    public static int lengthAt(byte[] octets, int offset) {
        int b = octets[offset];
        return b >= 0 ? 1 : b < (byte) 0xE0 ? 2 : b < (byte) 0xF0 ? 3 : 4;
    }

    /** Writes a scalar value and returns the offset after it. */
    public static int encode(int cp, byte[] octets, int offset) {
        int i = offset;
        if (cp < 0x80) {
            octets[i++] = (byte) cp;
            return i;
        }
        if (cp < 0x800) {
            octets[i++] = (byte) (0xC0 | cp >> 6);
        } else {
            if (cp < 0x10000) {
                octets[i++] = (byte) (0xE0 | cp >> 12);
            } else {
                octets[i++] = (byte) (0xF0 | cp >> 18);
                octets[i++] = (byte) (0x80 | cp >> 12 & 0x3F);
            }
            octets[i++] = (byte) (0x80 | cp >> 6 & 0x3F);
        }
        octets[i++] = (byte) (0x80 | cp & 0x3F);
        return i;
    }

    /** The scalar value that begins at an offset of well-formed octets. */
    public static int decode(byte[] octets, int offset) {
        int b = octets[offset];
        if (b >= 0) {
            return b;
        }
        if (b < (byte) 0xE0) {
            return (b & 0x1F) << 6 | octets[offset + 1] & 0x3F;
        }
        if (b < (byte) 0xF0) {
            return (b & 0x0F) << 12 | (octets[offset + 1] & 0x3F) << 6 | octets[offset + 2] & 0x3F;
        }
        return (b & 0x07) << 18
                | (octets[offset + 1] & 0x3F) << 12
                | (octets[offset + 2] & 0x3F) << 6
                | octets[offset + 3] & 0x3F;
    }
}
