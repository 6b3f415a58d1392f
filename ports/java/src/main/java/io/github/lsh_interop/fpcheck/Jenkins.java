package io.github.lsh_interop.fpcheck;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Chapter 6: Bob Jenkins' lookup3 as {@code hashlittle2} with both seeds 0, {@code jenkins-lookup3-64}. */
public final class Jenkins {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Jenkins() {}

    /**
     * The hash of octets.
     *
     * @param octets the key, of any length
     * @return the hash, an unsigned integer of 64 bits (R6.6)
     */
    public static long sum64(byte[] octets) {
        return sum64(octets, 0, octets.length);
    }

    static long sum64(byte[] octets, int offset, int length) {
        int a = 0xdeadbeef + length; // R6.1
        int b = a;
        int c = a;
        int i = offset;
        int left = length;
        while (left > 12) { // R6.2
            a += (int) INT.get(octets, i);
            b += (int) INT.get(octets, i + 4);
            c += (int) INT.get(octets, i + 8);
            a -= c; a ^= Integer.rotateLeft(c, 4); c += b;
            b -= a; b ^= Integer.rotateLeft(a, 6); a += c;
            c -= b; c ^= Integer.rotateLeft(b, 8); b += a;
            a -= c; a ^= Integer.rotateLeft(c, 16); c += b;
            b -= a; b ^= Integer.rotateLeft(a, 19); a += c;
            c -= b; c ^= Integer.rotateLeft(b, 4); b += a;
            i += 12;
            left -= 12;
        }
        if (left > 0) { // R6.4
            a += word(octets, i, left);
            b += word(octets, i + 4, left - 4);
            c += word(octets, i + 8, left - 8);
            c ^= b; c -= Integer.rotateLeft(b, 14);
            a ^= c; a -= Integer.rotateLeft(c, 11);
            b ^= a; b -= Integer.rotateLeft(a, 25);
            c ^= b; c -= Integer.rotateLeft(b, 16);
            a ^= c; a -= Integer.rotateLeft(c, 4);
            b ^= a; b -= Integer.rotateLeft(a, 14);
            c ^= b; c -= Integer.rotateLeft(b, 24);
        }
        return (long) c << 32 | b & 0xFFFFFFFFL; // R6.6
    }

    /** R6.3, of up to four octets that are left, zeros after them. */
    private static int word(byte[] octets, int offset, int left) {
        if (left >= 4) {
            return (int) INT.get(octets, offset);
        }
        int word = 0;
        for (int i = left - 1; i >= 0; i--) {
            word = word << 8 | octets[offset + i] & 0xFF;
        }
        return word;
    }
}
