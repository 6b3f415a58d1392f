package io.github.lsh_interop.fpcheck;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * What Java's serialisation stores for a fingerprint or a full form: its text, and the octets of R7.7 of a full form.
 * Reading it parses both, so no stream can make an object that the constructors refuse.
 */
final class Serialised implements Externalizable {
    private static final long serialVersionUID = 1L;

    /** The string of a fingerprint, or the name of the scheme of a full form. */
    private String text;
    /** Null for a fingerprint. */
    private byte[] octets;

    /** For deserialisation only. */
    public Serialised() {}

    Serialised(String text, byte[] octets) {
        this.text = text;
        this.octets = octets;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeUTF(text);
        out.writeBoolean(octets != null);
        if (octets != null) {
            out.write(octets);
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        text = in.readUTF();
        if (in.readBoolean()) {
            octets = new byte[Minima.SERIALISED_LENGTH];
            in.readFully(octets);
        }
    }

    private Object readResolve() throws InvalidObjectException {
        try {
            if (octets == null) {
                return Fingerprint.parse(text);
            }
            Scheme scheme = Scheme.lookup(text)
                    .orElseThrow(() -> new IllegalArgumentException("a full form of the unknown scheme " + text));
            return Minima.fromByteArray(scheme, octets);
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
            invalid.initCause(e);
            throw invalid;
        }
    }
}
