package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;
import io.github.lsh_interop.fpcheck.internal.sketch.Slots;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The full form of a MinHash sketch (R7.5): the least value that fell into each of 128 slots.
 *
 * <p>Full forms of one scheme merge, in any order, at any time (R7.6). A full form does not know its profile, nor how
 * many features went into it. Keep these beside it, and merge only full forms of one profile.
 *
 * <p>The serialised form of Java stores the scheme. The stored form of R7.7 does not, so {@link #fromByteArray} takes
 * it.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class Minima implements Serializable {
    /** The number of slots. */
    public static final int SLOTS = Slots.COUNT;

    /** The length of the stored full form, in octets (R7.7). */
    public static final int SERIALISED_LENGTH = 5 + Long.BYTES * SLOTS;

    private static final long serialVersionUID = 1L;
    private static final int MAGIC = 0x66706D68;
    private static final byte FORM = 1;

    private final transient Scheme scheme;
    private final transient Slots slots = new Slots();

    /**
     * Makes a full form whose slots are all empty.
     *
     * @param scheme {@link Scheme#MH1} or {@link Scheme#MW1}
     * @throws UnsupportedOperationException if the scheme is no MinHash
     */
    public Minima(Scheme scheme) {
        scheme.requireMinHash();
        this.scheme = scheme;
    }

    Minima(Scheme scheme, Slots slots) {
        this(scheme);
        this.slots.merge(slots);
    }

    /**
     * Copies a full form.
     *
     * @return a full form of the same scheme with the same slots, which changes on its own
     */
    public Minima copy() {
        return new Minima(scheme, slots);
    }

    /**
     * Returns the scheme.
     *
     * @return {@link Scheme#MH1} or {@link Scheme#MW1}
     */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Mixes 64 bits by the finaliser of splitmix64 (R6.7).
     *
     * @param z any value
     * @return the mixed value
     */
    public static long mix64(long z) {
        return Hashes.mix64(z);
    }

    /**
     * Adds an element (R7.4).
     *
     * @param element an element, such as {@link Scheme#elements} returns
     */
    public void add(long element) {
        slots.add(element);
    }

    /**
     * Merges another full form into this one, which then has the elements of both (R7.6).
     *
     * @param other a full form of the same scheme and profile; it does not change
     * @throws NotComparableException if the schemes differ
     */
    public void merge(Minima other) {
        requireScheme(other.scheme);
        slots.merge(other.slots);
    }

    void requireScheme(Scheme expected) {
        if (scheme != expected) {
            throw new NotComparableException("a full form of " + scheme + " and one of " + expected + " do not merge");
        }
    }

    /**
     * Reports whether no element was added, so that nothing can be sketched (R7.9).
     *
     * @return whether all slots are empty
     */
    public boolean isEmpty() {
        return slots.isEmpty();
    }

    /**
     * Writes the stored full form (R7.7), which does not name the scheme.
     *
     * @return {@link #SERIALISED_LENGTH} octets
     */
    public byte[] toByteArray() {
        ByteBuffer out = ByteBuffer.allocate(SERIALISED_LENGTH).putInt(MAGIC).put(FORM);
        for (int i = 0; i < SLOTS; i++) {
            out.putLong(slots.get(i));
        }
        return out.array();
    }

    /**
     * Reads a full form that {@link #toByteArray} stored.
     *
     * @param scheme the scheme that made it
     * @param octets the octets
     * @return the full form
     * @throws IllegalArgumentException if they are not those of a full form (R7.7)
     * @throws UnsupportedOperationException if the scheme is no MinHash
     */
    public static Minima fromByteArray(Scheme scheme, byte[] octets) {
        if (octets.length != SERIALISED_LENGTH) {
            throw new IllegalArgumentException(
                    "a full form has " + SERIALISED_LENGTH + " octets, not " + octets.length);
        }
        ByteBuffer in = ByteBuffer.wrap(octets);
        if (in.getInt() != MAGIC || in.get() != FORM) {
            throw new IllegalArgumentException("not the start of a full form");
        }
        Minima minima = new Minima(scheme);
        for (int i = 0; i < SLOTS; i++) {
            long value = in.getLong();
            if (!Slots.isValue(value)) {
                throw new IllegalArgumentException("slot " + i + " holds no value of 57 bits");
            }
            minima.slots.lower(i, value);
        }
        return minima;
    }

    /**
     * Makes the sketch of 8 bits a slot (R7.8, R7.9).
     *
     * @return 128 octets, or nothing if all slots are empty
     */
    public Optional<byte[]> stored() {
        return slots.stored();
    }

    /**
     * Reports whether two full forms have the same scheme and slots.
     *
     * @param object any object
     * @return whether it is an equal full form
     */
    @Override
    public boolean equals(Object object) {
        return object instanceof Minima other && scheme == other.scheme && slots.equals(other.slots);
    }

    /** Returns a hash that changes with the slots, so do not change a full form that is a key. */
    @Override
    public int hashCode() {
        return slots.hashCode();
    }

    /**
     * Returns the fingerprint of the full form, to look at.
     *
     * @return such as {@code Minima[mh1:...]}, or {@code Minima[mh1, empty]}
     */
    @Override
    public String toString() {
        return "Minima[" + scheme.fromMinima(this).map(Fingerprint::toString).orElse(scheme + ", empty") + "]";
    }

    /**
     * Writes the serialised form in place of this object.
     *
     * @return the serialised form
     */
    private Object writeReplace() {
        return new Serialised(scheme.id(), toByteArray());
    }

    /**
     * Refuses streams that have an object of this class itself.
     *
     * @param in the stream
     * @throws InvalidObjectException always
     */
    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("expected the serialised form of a Minima");
    }
}
