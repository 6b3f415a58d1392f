package io.github.lsh_interop.fpcheck.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The shortest way through chapters 1 to 4, for words of ASCII between separators of ASCII.
 *
 * <p>It takes blocks of 64 octets, and finds their words by masks with a bit for each octet. It stops before an atom
 * (R2.1) that may be an identifier, end a line with a hyphen, or touch other characters.
 */
public final class English {
    private static final int BLOCK = 64;
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Eight octets in a number: the lowest and the highest bit of each. */
    private static final long LOWEST = 0x0101010101010101L;

    private static final long HIGHEST = LOWEST << 7;

    /** A block in small letters. */
    private final byte[] small = new byte[BLOCK];

    /**
     * Hands on the words of a text. The stages must hold nothing, and an atom may begin here. Returns
     * where it stopped, which is after a blank.
     */
    public int take(byte[] octets, int start, int end, Tokens next) {
        int i = start;
        // Of the octet after a block, too, it is known what it is.
        while (end - i > BLOCK && (octets[i] >= 0 || mark(octets, i) > 0)) {
            long word = 0;
            long letter = 0;
            long hint = 0;
            long foreign = 0;
            for (int k = 0; k < BLOCK; k += 8) {
                long eight = (long) LONG.get(octets, i + k);
                long low = eight & ~HIGHEST; // what this says of octets beyond ASCII is removed at the end
                long letters = within(low | LOWEST * 0x20, 'a', 'z');
                long others = within(low, '0', '9') | within(low, '_', '_');
                long hints = within(low, '-', '.') | within(low, ':', '@');
                long capital = letters & ~(eight << 2);
                LONG.set(small, k, eight | capital >>> 2);
                letter |= gather(letters) << k;
                word |= gather(letters | others) << k;
                hint |= gather(hints) << k;
                foreign |= gather(eight & HIGHEST) << k;
            }
            letter &= ~foreign;
            word &= ~foreign;
            int stop = stop(octets, i, hint & ~foreign, foreign);
            int blank = Math.min(stop, BLOCK) - 1; // an atom goes one way
            while (blank >= 0 && (octets[i + blank] < 0 || octets[i + blank] > ' ')) {
                blank--;
            }
            if (blank < 0) {
                break;
            }
            long words = word & (1L << blank) - 1;
            long ends = ~words & words << 1;
            for (long starts = words & ~(words << 1); starts != 0; starts &= starts - 1, ends &= ends - 1) {
                int from = Long.numberOfTrailingZeros(starts);
                int length = Long.numberOfTrailingZeros(ends) - from;
                if ((letter >>> from & (1L << length) - 1) != 0) { // R4.2
                    next.word(small, from, length);
                }
            }
            i += blank + 1;
            if (stop < BLOCK) {
                break;
            }
        }
        return i;
    }

    /** Where a block has what the other stages must go on with, or its length. */
    private static int stop(byte[] octets, int block, long hint, long foreign) {
        int stop = BLOCK;
        for (long left = foreign; left != 0; ) {
            int at = Long.numberOfTrailingZeros(left);
            int length = at + 3 > BLOCK ? 0 : mark(octets, block + at);
            if (length == 0) {
                stop = at;
                break;
            }
            left &= ~((1L << length) - 1 << at);
        }
        for (long left = hint; left != 0; left &= left - 1) {
            int at = Long.numberOfTrailingZeros(left);
            if (at >= stop) {
                break;
            }
            byte before = at > 0 ? octets[block + at - 1] : (byte) ' '; // a block begins after a blank
            if (stops(before, octets[block + at], octets[block + at + 1])) {
                return at;
            }
        }
        return stop;
    }

    /**
     * Whether an octet of the hints, with those before and after it, makes its atom one for the other stages. A
     * hyphen may end a line. What tells of an identifier is not the last of its atom: without the punctuation at its
     * end (R2.3), the atom tells nothing. A full stop tells only in "www." (R2.5) or "10." (R2.6), and a colon only
     * after a letter (R2.5) or before a slash (R2.4).
     */
    private static boolean stops(byte before, byte octet, byte next) {
        boolean inside = next > ' ' && next != '"';
        int small = before | 0x20;
        return switch (octet) {
            case '-' -> next <= ' ';
            case '.' -> inside && (small == 'w' || before == '0');
            case ':' -> next == '/' || inside && small >= 'a' && small <= 'z';
            case '@' -> inside;
            default -> false;
        };
    }

    /**
     * Returns the octets of a mark beyond ASCII that only separates, or 0: U+00A0, U+2013, U+2014, U+2018, U+2019,
     * U+201C, U+201D, U+2022, U+2026, and U+2500 to U+257F, which draw boxes. There are three octets.
     */
    private static int mark(byte[] octets, int at) {
        int second = octets[at + 1] & 0xFF;
        if (octets[at] == (byte) 0xC2) {
            return second == 0xA0 ? 2 : 0;
        }
        if (octets[at] != (byte) 0xE2) {
            return 0;
        }
        int third = octets[at + 2] & 0xFF;
        boolean isMark = switch (second) {
            case 0x80 -> switch (third) {
                case 0x93, 0x94, 0x98, 0x99, 0x9C, 0x9D, 0xA2, 0xA6 -> true;
                default -> false;
            };
            case 0x94, 0x95 -> third >= 0x80 && third <= 0xBF;
            default -> false;
        };
        return isMark ? 3 : 0;
    }

    /** Sets the highest bit of each of eight octets, all below 80, that is first to last. */
    private static long within(long octets, int first, int last) {
        return octets + LOWEST * (0x80 - first) & ~(octets + LOWEST * (0x7F - last)) & HIGHEST;
    }

    /** Collects the highest bits of eight octets in one octet. */
    private static long gather(long octets) {
        return (octets >>> 7) * 0x0102040810204080L >>> 56;
    }
}
