package io.github.lsh_interop.fpcheck.spark;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.stream.LongStream;

/** The elements of a text (R5.6): unsigned numbers in ascending order, as octets. */
final class Elements {
    private static final int LEAST = 256;

    private Elements() {}

    static byte[] octets(long[] elements) {
        ByteBuffer octets = ByteBuffer.allocate(Long.BYTES * elements.length);
        octets.asLongBuffer().put(elements);
        return octets.array();
    }

    /** At most 256 of the elements: the least ones, each once (R13.9). */
    static long[] least(byte[] elements) {
        LongBuffer all = ByteBuffer.wrap(elements).asLongBuffer();
        return LongStream.generate(all::get).limit(all.limit()).distinct().limit(LEAST).toArray();
    }

    /** What two texts have in common if, and for all that is known only if, their elements are the same. */
    static byte[] digest(byte[] elements) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(elements);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** The share of the elements of either that both have, each as often as it is there; 1 of two without any. */
    static double resemblance(byte[] one, byte[] other) {
        LongBuffer x = ByteBuffer.wrap(one).asLongBuffer();
        LongBuffer y = ByteBuffer.wrap(other).asLongBuffer();
        int all = x.limit() + y.limit();
        if (all == 0) {
            return 1;
        }
        int common = 0;
        int i = 0;
        int j = 0;
        while (i < x.limit() && j < y.limit()) {
            int order = Long.compareUnsigned(x.get(i), y.get(j));
            if (order == 0) {
                common++;
            }
            if (order <= 0) {
                i++;
            }
            if (order >= 0) {
                j++;
            }
        }
        return common / (double) (all - common);
    }
}
