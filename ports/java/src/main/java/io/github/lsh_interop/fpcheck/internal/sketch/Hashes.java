package io.github.lsh_interop.fpcheck.internal.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hash functions of chapter 6. */
public final class Hashes {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Hashes() {}

    /** Mixes 64 bits by the finaliser of splitmix64 (R6.7). */
    public static long mix64(long z) {
        long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        y = (y ^ y >>> 27) * 0x94D049BB133111EBL;
        return y ^ y >>> 31;
    }

    /** Hashes a part of an array by lookup3 with both seeds 0 (R6.1 to R6.6). */
    public static long sum64(byte[] octets, int offset, int length) {
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
