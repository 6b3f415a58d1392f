package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Minima;
import io.github.lsh_interop.fpcheck.internal.sketch.Slots;
import java.util.ArrayList;
import java.util.List;

/**
 * Bands of a MinHash (R13.3). Documents that have the key of a band in common may be near.
 *
 * @param count the number of bands, 1 or more
 * @param rows the slots of each band, 1 or more; all bands together have at most {@link Minima#SLOTS}
 */
public record Bands(int count, int rows) {
    /**
     * Makes bands.
     *
     * @param count the number of bands
     * @param rows the slots of each band
     * @throws IllegalArgumentException if there is none, or they have more than {@link Minima#SLOTS} slots
     */
    public Bands {
        if (count < 1 || rows < 1 || (long) count * rows > Minima.SLOTS) {
            throw new IllegalArgumentException(
                    count + " bands of " + rows + " rows, of " + Minima.SLOTS + " slots");
        }
    }

    /**
     * The keys of a MinHash. Those of fingerprints of different widths have nothing to do with each
     * other: truncate the longer ones first (R13.2). Keys of different bands are of different buckets,
     * also if they are the same.
     *
     * @param fingerprint a MinHash of any width
     * @return the key of each band, that of band 0 first
     * @throws UnsupportedOperationException if it is no MinHash
     */
    public List<byte[]> keys(Fingerprint fingerprint) {
        if (!fingerprint.scheme().isMinHash()) {
            throw new UnsupportedOperationException(fingerprint.name() + " is no MinHash");
        }
        List<byte[]> keys = new ArrayList<>(count);
        for (int band = 0; band < count; band++) {
            keys.add(key(fingerprint, band));
        }
        return keys;
    }

    byte[] key(Fingerprint fingerprint, int band) {
        int width = fingerprint.width();
        byte[] key = new byte[(rows * width + Byte.SIZE - 1) / Byte.SIZE];
        for (int row = 0; row < rows; row++) {
            Slots.put(key, row, width, fingerprint.slot(band * rows + row));
        }
        return key;
    }
}
