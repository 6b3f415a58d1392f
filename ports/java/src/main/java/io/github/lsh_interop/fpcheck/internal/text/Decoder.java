package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;

/** Chapter 1: octets to text, in pieces. */
public final class Decoder {
    public static final int REPLACEMENT = 0xFFFD;
    private static final int REPLACEMENT_PROPERTIES = Ucd.properties(REPLACEMENT);

    private final Scalars next;
    /** Octets that the sequence begun still lacks. */
    private int missing;
    /** The scalar value so far. */
    private int scalar;
    /** The range of the next octet, which Table 3-7 narrows after some first octets. */
    private int low;
    private int high;
    /** Whether the octet before was ill-formed. */
    private boolean illFormed;
    /** The first half of a surrogate pair, or 0; only where the text comes as UTF-16. */
    private char firstHalf;
    /** The offset after the octets of the code point that is handed on, within the array that is read. */
    private int position;

    public Decoder(Scalars next) {
        this.next = next;
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(Decoder other) {
        missing = other.missing;
        scalar = other.scalar;
        low = other.low;
        high = other.high;
        illFormed = other.illFormed;
        firstHalf = other.firstHalf;
        position = other.position;
    }

    /** Whether the text may be taken up at the next octet by something else. */
    public boolean isIdle() {
        return missing == 0;
    }

    public int position() {
        return position;
    }

    public void accept(byte octet) {
        int b = octet & 0xFF;
        if (missing > 0) {
            if (b >= low && b <= high) {
                scalar = scalar << 6 | b & 0x3F;
                low = 0x80;
                high = 0xBF;
                if (--missing == 0) {
                    emit(scalar);
                }
                return;
            }
            // What there is of the sequence is ill-formed, and this octet may begin another.
            missing = 0;
            reject();
        }
        if (b < 0x80) {
            emit(b);
        } else if (b >= 0xC2 && b <= 0xDF) {
            begin(1, b & 0x1F, 0x80, 0xBF);
        } else if (b >= 0xE0 && b <= 0xEF) {
            begin(2, b & 0x0F, b == 0xE0 ? 0xA0 : 0x80, b == 0xED ? 0x9F : 0xBF);
        } else if (b >= 0xF0 && b <= 0xF4) {
            begin(3, b & 0x07, b == 0xF0 ? 0x90 : 0x80, b == 0xF4 ? 0x8F : 0xBF);
        } else {
            reject();
        }
    }

    /**
     * Takes octets up to the first of ASCII that is outside atoms, that one too, or to the end.
     * Returns where it stopped.
     */
    public int acceptUpToBoundary(byte[] octets, int start, int end) {
        int i = start;
        while (i < end) {
            int b = octets[i];
            if (b >= 0) {
                position = ++i;
                accept((byte) b);
                if (!Identifiers.isAtom(b)) {
                    return i;
                }
            } else if (missing == 0 && b < (byte) 0xE0 && b >= (byte) 0xC2 && i + 1 < end && isTrail(octets[i + 1])) {
                position = i + 2;
                emit((b & 0x1F) << 6 | octets[i + 1] & 0x3F);
                i += 2;
            } else if (missing == 0
                    && b < (byte) 0xF0
                    && b > (byte) 0xE0
                    && b != (byte) 0xED
                    && i + 2 < end
                    && isTrail(octets[i + 1])
                    && isTrail(octets[i + 2])) {
                position = i + 3;
                emit((b & 0x0F) << 12 | (octets[i + 1] & 0x3F) << 6 | octets[i + 2] & 0x3F);
                i += 3;
            } else {
                position = ++i;
                accept((byte) b);
            }
        }
        return i;
    }

    private static boolean isTrail(byte octet) {
        return octet < (byte) 0xC0;
    }

    /** Takes one unit of UTF-16; octets and units do not mix within a text. */
    public void accept(char unit) {
        if (firstHalf != 0) {
            char first = firstHalf;
            firstHalf = 0;
            if (Character.isLowSurrogate(unit)) {
                emit(Character.toCodePoint(first, unit));
                return;
            }
            reject();
        }
        if (Character.isHighSurrogate(unit)) {
            firstHalf = unit;
        } else if (Character.isLowSurrogate(unit)) {
            reject();
        } else {
            emit(unit);
        }
    }

    public void end() {
        if (missing > 0 || firstHalf != 0) {
            missing = 0;
            firstHalf = 0;
            reject();
        }
        illFormed = false;
        next.end();
    }

    private void begin(int missing, int bits, int low, int high) {
        this.missing = missing;
        this.scalar = bits;
        this.low = low;
        this.high = high;
    }

    private void emit(int cp) {
        illFormed = false;
        next.accept(cp, Ucd.properties(cp));
    }

    /** R1.2: the first of a run of ill-formed octets gives U+FFFD, the others nothing. */
    private void reject() {
        if (!illFormed) {
            illFormed = true;
            next.accept(REPLACEMENT, REPLACEMENT_PROPERTIES);
        }
    }
}
