package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.internal.sketch.Base32;
import io.github.lsh_interop.fpcheck.internal.sketch.SimHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes keys that near fingerprints share, so that any system that compares strings finds candidates. The
 * command {@code fpcheck fingerprint --bands} prints the same keys. A key such as {@code mh1_21x6_07_uxgpdeaof4} names
 * the fingerprint's scheme and profile, the layout, the number of the key and the data in base32.
 *
 * <p>A MinHash has {@code parts} bands of {@code each} slots (R13.3). A SimHash is cut into {@code parts} blocks of
 * bits, and each choice of {@code each} blocks is a key: two within {@code parts - each} bits share one.
 *
 * @param parts the number of bands or blocks
 * @param each the slots of a band, or the blocks of a key
 */
public record BandKeys(int parts, int each) {
    /** The largest number of keys of a fingerprint. */
    public static final int MAX_KEYS = 128;

    /** Finds 99.95 % of the MinHashes that are 0.85 similar. */
    public static final BandKeys MINHASH = new BandKeys(21, 6);

    /** Finds all SimHashes within 7 bits. */
    public static final BandKeys SIMHASH = new BandKeys(9, 2);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,3})x([0-9]{1,3})");

    /**
     * Makes a layout.
     *
     * @param parts the number of bands or blocks
     * @param each the slots of a band, or the blocks of a key
     * @throws IllegalArgumentException if no scheme has such a layout
     */
    public BandKeys {
        if (parts < 1 || each < 1 || !suitsMinHash(parts, each) && !suitsSimHash(parts, each)) {
            throw new IllegalArgumentException("layout " + parts + "x" + each + ": expected at most " + MAX_KEYS
                    + " slots in all, or choices of at most " + SimHash.BITS + " blocks, such as 21x6");
        }
    }

    /**
     * Reads a layout such as {@code 21x6}.
     *
     * @param text the text
     * @return the layout
     * @throws IllegalArgumentException if it is not a layout
     */
    public static BandKeys parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("layout \"" + text + "\": expected bands and rows, such as 21x6");
        }
        return new BandKeys(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /**
     * Checks that fingerprints of a scheme have this layout.
     *
     * @param scheme the scheme
     * @throws IllegalArgumentException if they do not
     */
    public void requireSuits(Scheme scheme) {
        if (!(scheme.isMinHash() ? suitsMinHash(parts, each) : suitsSimHash(parts, each))) {
            throw new IllegalArgumentException("layout " + this + " does not suit " + scheme.id() + ": expected "
                    + (scheme.isMinHash() ? MINHASH : SIMHASH) + ", for example");
        }
    }

    /**
     * Returns the keys of a fingerprint. Those of different profiles, layouts and widths are all different.
     *
     * @param fingerprint the fingerprint
     * @return the keys, in the order of their numbers
     * @throws IllegalArgumentException if its scheme does not have this layout
     */
    public List<String> of(Fingerprint fingerprint) {
        requireSuits(fingerprint.scheme());
        List<byte[]> data = fingerprint.scheme().isMinHash()
                ? new Bands(parts, each).keys(fingerprint)
                : blockKeys(fingerprint.sketch());
        String string = fingerprint.toString();
        String start = string.substring(0, string.indexOf(':')) + "_" + this + "_";
        int digits = Integer.toString(data.size() - 1).length();
        List<String> keys = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            StringBuilder key = new StringBuilder(start);
            String number = Integer.toString(i);
            key.append("0".repeat(digits - number.length())).append(number).append('_');
            Base32.encode(data.get(i), key);
            keys.add(key.toString());
        }
        return List.copyOf(keys);
    }

    /**
     * Returns the layout as it is written in keys.
     *
     * @return such as {@code 21x6}
     */
    @Override
    public String toString() {
        return parts + "x" + each;
    }

    private static boolean suitsMinHash(int parts, int each) {
        return (long) parts * each <= MAX_KEYS;
    }

    private static boolean suitsSimHash(int parts, int each) {
        if (each > parts || parts > SimHash.BITS) {
            return false;
        }
        long choices = 1;
        for (int i = 0; i < Math.min(each, parts - each) && choices <= MAX_KEYS; i++) {
            choices = choices * (parts - i) / (i + 1);
        }
        return choices <= MAX_KEYS;
    }

    /** Returns the blocks of each choice, in lexicographic order of the choices. */
    private List<byte[]> blockKeys(byte[] sketch) {
        List<byte[]> keys = new ArrayList<>();
        choose(sketch, new int[each], 0, 0, keys);
        return keys;
    }

    private void choose(byte[] sketch, int[] chosen, int count, int from, List<byte[]> keys) {
        if (count == each) {
            keys.add(join(sketch, chosen));
            return;
        }
        for (int block = from; block <= parts - (each - count); block++) {
            chosen[count] = block;
            choose(sketch, chosen, count + 1, block + 1, keys);
        }
    }

    /** Joins the bits of blocks, the highest first, up to a whole byte. The first blocks may be longer. */
    private byte[] join(byte[] sketch, int[] blocks) {
        int length = SimHash.BITS / parts;
        int longer = SimHash.BITS % parts;
        byte[] key = new byte[SimHash.BITS / Byte.SIZE];
        int bits = 0;
        for (int block : blocks) {
            int from = block * length + Math.min(block, longer);
            int to = from + length + (block < longer ? 1 : 0);
            for (int i = from; i < to; i++) {
                int bit = sketch[i / Byte.SIZE] >> Byte.SIZE - 1 - i % Byte.SIZE & 1;
                key[bits / Byte.SIZE] |= (byte) (bit << Byte.SIZE - 1 - bits % Byte.SIZE);
                bits++;
            }
        }
        return Arrays.copyOf(key, (bits + Byte.SIZE - 1) / Byte.SIZE);
    }
}
