package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.Minima;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Sketches as they stand, without the object that a Fingerprint is: distances and similarities (chapter 10). */
final class Sketches {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Sketches() {}

    /** The bits a slot of a MinHash, 0 of a SimHash. */
    static int bits(int octets) {
        return octets == Long.BYTES ? 0 : octets * Byte.SIZE / Minima.SLOTS;
    }

    static long simHash(byte[] sketch) {
        return (long) LONGS.get(sketch, 0);
    }

    /** In how many bits, or slots of so many bits, two sketches of one length differ. */
    static int distance(byte[] one, byte[] other, int bits) {
        int distance = 0;
        for (int i = 0; i < one.length; i += Long.BYTES) {
            long differ = (long) LONGS.get(one, i) ^ (long) LONGS.get(other, i);
            for (int fold = bits / 2; fold > 0; fold /= 2) {
                differ |= differ >>> fold; // the last bit of each slot has its others
            }
            distance += Long.bitCount(differ & LASTS[bits]);
        }
        return distance;
    }

    /** By the bits a slot, the last bit of each; of a SimHash, all bits. */
    private static final long[] LASTS = {-1, -1, 0x5555555555555555L, 0, 0x1111111111111111L, 0, 0, 0, 0x0101010101010101L};

    /** The similarity of sketches that differ in so many bits or slots (R10.3, R10.5). */
    static double similarity(int distance, int bits) {
        if (bits == 0) {
            return 1 - distance / (double) Long.SIZE;
        }
        int values = 1 << bits;
        int above = (Minima.SLOTS - distance) * values - Minima.SLOTS;
        return above <= 0 ? 0 : above / (double) (Minima.SLOTS * (values - 1));
    }

    /** The most bits or slots in which sketches differ that are so similar; −1 if none are. */
    static int farthest(double similarity, int bits) {
        int distance = bits == 0 ? Long.SIZE : Minima.SLOTS;
        while (distance >= 0 && similarity(distance, bits) < similarity) {
            distance--;
        }
        return distance;
    }
}
