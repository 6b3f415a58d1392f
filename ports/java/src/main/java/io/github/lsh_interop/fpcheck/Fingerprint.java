package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.sketch.Base32;
import io.github.lsh_interop.fpcheck.internal.sketch.SimHash;
import io.github.lsh_interop.fpcheck.internal.sketch.Slots;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A sketch with the scheme and profile that made it. Immutable; two are equal if and only if their
 * {@linkplain #toString strings} are. The natural order is that of the strings.
 *
 * <p>The serialised form of Java stores the string. Reading it parses the string, so a stream that stores anything else
 * is refused with an {@link InvalidObjectException}.
 */
public final class Fingerprint implements Comparable<Fingerprint>, Serializable {
    private static final long serialVersionUID = 1L;
    private static final String VISIBLE = "visible";
    private static final int MAX_PROFILE = 16;
    private static final int FULL_WIDTH = 8;
    private static final int SIMHASH_OCTETS = Long.BYTES;

    private final transient Scheme scheme;
    private final transient String profile;
    /** Bits a slot; 0 of a SimHash. */
    private final transient int width;
    private final transient byte[] sketch;

    private Fingerprint(Scheme scheme, String profile, int width, byte[] sketch) {
        this.scheme = scheme;
        this.profile = profile;
        this.width = width;
        this.sketch = sketch;
    }

    static Fingerprint of(Scheme scheme, byte[] sketch) {
        int width = scheme.isMinHash() ? sketch.length * Byte.SIZE / Minima.SLOTS : 0;
        if (scheme.isMinHash() && !isWidth(width) || sketch.length != octets(width)) {
            throw new IllegalArgumentException(
                    "a sketch of " + scheme.id() + " does not have " + sketch.length + " octets");
        }
        return new Fingerprint(scheme, VISIBLE, width, sketch.clone());
    }

    /**
     * Reads a fingerprint's string (chapter 8). Capitals are taken for small letters (R8.5), and
     * nothing around the string is trimmed.
     *
     * @param string any string
     * @return the fingerprint
     * @throws MalformedFingerprintException if it is not the string of a fingerprint of one of the
     *     schemes of {@link Scheme} (R8.6 to R8.9)
     */
    public static Fingerprint parse(String string) {
        String lower = toLowerCase(string);
        int colon = lower.indexOf(':');
        if (colon < 0) {
            throw new MalformedFingerprintException("there is no colon");
        }
        String head = lower.substring(0, colon);
        int dot = head.indexOf('.');
        String name = dot < 0 ? head : head.substring(0, dot);
        String profile = dot < 0 ? VISIBLE : head.substring(dot + 1);
        if (dot >= 0 && (!isProfile(profile) || profile.equals(VISIBLE))) {
            throw new MalformedFingerprintException("the profile is malformed, empty or \"visible\"");
        }
        for (Scheme scheme : Scheme.values()) {
            if (name.startsWith(scheme.id())) {
                int width = width(scheme, name.substring(scheme.id().length()));
                if (width >= 0) {
                    byte[] sketch = decode(lower.substring(colon + 1), octets(width));
                    return new Fingerprint(scheme, profile, width, sketch);
                }
            }
        }
        throw new MalformedFingerprintException("the scheme is not known");
    }

    private static byte[] decode(String data, int octets) {
        try {
            return Base32.decode(data, octets);
        } catch (IllegalArgumentException e) {
            throw new MalformedFingerprintException(e.getMessage());
        }
    }

    /** R8.5; of ASCII only, so that no other letter becomes one of base32. */
    private static String toLowerCase(String string) {
        StringBuilder lower = new StringBuilder(string);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c | 0x20));
            }
        }
        return lower.toString();
    }

    /** The width that follows a scheme's own name (R8.3), or −1. */
    private static int width(Scheme scheme, String suffix) {
        if (!scheme.isMinHash()) {
            return suffix.isEmpty() ? 0 : -1;
        }
        return switch (suffix) {
            case "" -> FULL_WIDTH;
            case "b4" -> 4;
            case "b2" -> 2;
            case "b1" -> 1;
            default -> -1;
        };
    }

    private static boolean isWidth(int width) {
        return width == FULL_WIDTH || width == 4 || width == 2 || width == 1;
    }

    private static int octets(int width) {
        return width == 0 ? SIMHASH_OCTETS : Minima.SLOTS * width / Byte.SIZE;
    }

    /** R8.4. */
    private static boolean isProfile(String profile) {
        if (profile.isEmpty() || profile.length() > MAX_PROFILE) {
            return false;
        }
        for (int i = 0; i < profile.length(); i++) {
            char c = profile.charAt(i);
            if (!(c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9')) {
                return false;
            }
        }
        return true;
    }

    /**
     * The scheme.
     *
     * @return the scheme
     */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * The scheme's name as it is written (R8.3), which says how far a MinHash is truncated.
     *
     * @return the name, such as {@code sm1}, {@code mh1} or {@code mh1b4}
     */
    public String name() {
        return width == 0 || width == FULL_WIDTH ? scheme.id() : scheme.id() + "b" + width;
    }

    /**
     * How the text was found in its medium (R8.1).
     *
     * @return the profile's name, {@code visible} if none is written
     */
    public String profile() {
        return profile;
    }

    /**
     * The octets of the sketch (chapter 7).
     *
     * @return 8 octets, big-endian, or of a MinHash 128, 64, 32 or 16; a copy
     */
    public byte[] sketch() {
        return sketch.clone();
    }

    /**
     * The bits a slot of a MinHash (R7.10).
     *
     * @return 8, 4, 2 or 1; 0 of a SimHash, which has no slots
     */
    public int width() {
        return width;
    }

    /**
     * The same sketch with another profile.
     *
     * @param profile the profile's name: a letter and up to 15 letters and digits, in lower case (R8.4)
     * @return the fingerprint
     * @throws IllegalArgumentException if that is no profile's name
     */
    public Fingerprint withProfile(String profile) {
        if (!isProfile(profile)) {
            throw new IllegalArgumentException("no name of a profile: " + profile);
        }
        return new Fingerprint(scheme, profile, width, sketch);
    }

    /**
     * Truncates a MinHash (R7.10).
     *
     * @param bits the bits a slot to keep: 8, 4, 2 or 1, as many as there are or fewer
     * @return the fingerprint of that width
     * @throws IllegalArgumentException if {@code bits} is none of these
     * @throws UnsupportedOperationException if this is no MinHash
     */
    public Fingerprint truncate(int bits) {
        scheme.requireMinHash();
        if (!isWidth(bits) || bits > width) {
            throw new IllegalArgumentException("cannot truncate " + width + " bits a slot to " + bits);
        }
        if (bits == width) {
            return this;
        }
        byte[] truncated = new byte[octets(bits)];
        for (int i = 0; i < Minima.SLOTS; i++) {
            Slots.put(truncated, i, bits, slot(i) & (1 << bits) - 1);
        }
        return new Fingerprint(scheme, profile, bits, truncated);
    }

    /**
     * Returns the value of a slot of a MinHash.
     *
     * @param i the number of the slot, from 0 to 127
     * @return the value, which has {@link #width} bits
     * @throws IndexOutOfBoundsException if there is no such slot
     * @throws UnsupportedOperationException if this is no MinHash
     */
    public int slot(int i) {
        scheme.requireMinHash();
        return Slots.get(sketch, i, width);
    }

    /**
     * The distance of two fingerprints (R10.2, R10.4). Of MinHashes of different widths the longer
     * is truncated first.
     *
     * @param other another fingerprint of the same scheme and profile
     * @return the number of bits that differ, 0 to 64; of a MinHash, of slots, 0 to 128
     * @throws NotComparableException if schemes or profiles differ (R10.1)
     */
    public int distance(Fingerprint other) {
        requireComparable(other);
        if (width > other.width) {
            return truncate(other.width).distance(other);
        }
        if (width < other.width) {
            return distance(other.truncate(width));
        }
        int distance = 0;
        if (width == 0) {
            for (int i = 0; i < sketch.length; i++) {
                distance += Integer.bitCount((sketch[i] ^ other.sketch[i]) & 0xFF);
            }
        } else {
            for (int i = 0; i < Minima.SLOTS; i++) {
                if (slot(i) != other.slot(i)) {
                    distance++;
                }
            }
        }
        return distance;
    }

    /**
     * The similarity of two fingerprints (R10.3, R10.5). Of a MinHash it estimates the share of
     * elements that two texts have in common.
     *
     * @param other another fingerprint of the same scheme and profile
     * @return 0 to 1, and 1 if the sketches are the same
     * @throws NotComparableException if schemes or profiles differ (R10.1)
     */
    public double similarity(Fingerprint other) {
        int distance = distance(other);
        if (width == 0) {
            return 1 - distance / (double) SimHash.BITS;
        }
        int values = 1 << Math.min(width, other.width);
        int above = (Minima.SLOTS - distance) * values - Minima.SLOTS;
        return above <= 0 ? 0 : above / (double) (Minima.SLOTS * (values - 1));
    }

    /**
     * Checks that this fingerprint and another one have the same scheme and profile (R10.1).
     *
     * @param other the other fingerprint
     * @throws NotComparableException if they do not
     */
    public void requireComparable(Fingerprint other) {
        if (scheme != other.scheme || !profile.equals(other.profile)) {
            throw new NotComparableException(
                    "not comparable: " + name() + "." + profile + " and " + other.name() + "." + other.profile);
        }
    }

    /**
     * Compares the {@linkplain #toString strings} of two fingerprints.
     *
     * @param other the other fingerprint
     * @return less than 0 if this one comes first, more than 0 if the other does
     */
    @Override
    public int compareTo(Fingerprint other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Fingerprint other
                && scheme == other.scheme
                && width == other.width
                && profile.equals(other.profile)
                && Arrays.equals(sketch, other.sketch);
    }

    @Override
    public int hashCode() {
        return 31 * profile.hashCode() + Arrays.hashCode(sketch); // sketches of one scheme seldom meet another's
    }

    /**
     * The fingerprint's one string (chapter 8).
     *
     * @return the string, such as {@code sm1:eg2swwj4cbyiu}
     */
    @Override
    public String toString() {
        StringBuilder string = new StringBuilder(name());
        if (!profile.equals(VISIBLE)) {
            string.append('.').append(profile);
        }
        string.append(':');
        Base32.encode(sketch, string);
        return string.toString();
    }

    /**
     * Writes the serialised form in place of this object.
     *
     * @return the serialised form
     */
    private Object writeReplace() {
        return new Serialised(toString(), null);
    }

    /**
     * Refuses streams that have an object of this class itself.
     *
     * @param in the stream
     * @throws InvalidObjectException always
     */
    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("expected the serialised form of a Fingerprint");
    }
}
