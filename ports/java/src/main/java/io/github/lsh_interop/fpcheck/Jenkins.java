package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;

/** Chapter 6: Bob Jenkins' lookup3 as {@code hashlittle2} with both seeds 0, {@code jenkins-lookup3-64}. */
public final class Jenkins {
    private Jenkins() {}

    /**
     * The hash of octets.
     *
     * @param octets the key, of any length
     * @return the hash, an unsigned integer of 64 bits (R6.6)
     */
    public static long sum64(byte[] octets) {
        return Hashes.sum64(octets, 0, octets.length);
    }
}
