package io.github.lsh_interop.fpcheck.internal.sketch;

/** R8.2 and R8.7 to R8.9: RFC 4648 section 6, in lower case, without padding. */
public final class Base32 {
    private static final int BITS = 5;

    private Base32() {}

    public static int encodedLength(int octets) {
        return (octets * Byte.SIZE + BITS - 1) / BITS;
    }

    public static void encode(byte[] octets, StringBuilder out) {
        int buffer = 0;
        int bits = 0;
        for (byte octet : octets) {
            buffer = buffer << Byte.SIZE | octet & 0xFF;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                out.append(character(buffer >> bits & 31));
            }
        }
        if (bits > 0) {
            out.append(character(buffer << BITS - bits & 31));
        }
    }

    /** Decodes lower-case data to so many octets. */
    public static byte[] decode(String data, int length) {
        byte[] octets = new byte[length];
        int buffer = 0;
        int bits = 0;
        int n = 0;
        for (int i = 0; i < data.length(); i++) {
            int value = value(data.charAt(i));
            if (value < 0) {
                throw new IllegalArgumentException("character " + i + " of the data is none of base32");
            }
            buffer = buffer << BITS | value;
            bits += BITS;
            if (bits >= Byte.SIZE && n < length) {
                bits -= Byte.SIZE;
                octets[n++] = (byte) (buffer >> bits);
            }
        }
        if (data.length() != encodedLength(length)) {
            throw new IllegalArgumentException(
                    "the data are of " + data.length() + " characters, not " + encodedLength(length));
        }
        if ((buffer & (1 << bits) - 1) != 0) {
            throw new IllegalArgumentException("the spare bits of the last character are not 0");
        }
        return octets;
    }

    private static char character(int value) {
        return (char) (value < 26 ? 'a' + value : '2' + value - 26);
    }

    private static int value(char character) {
        if (character >= 'a' && character <= 'z') {
            return character - 'a';
        }
        return character >= '2' && character <= '7' ? character - '2' + 26 : -1;
    }
}
