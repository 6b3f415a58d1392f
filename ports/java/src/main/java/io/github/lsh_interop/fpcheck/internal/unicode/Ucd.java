package io.github.lsh_interop.fpcheck.internal.unicode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Properties of the Unicode Character Database 15.0.0, read once from {@code ucd.bin}, which
 * {@code TableGenerator} writes.
 *
 * <p>All properties of a code point are packed in one int, so that a stage looks it up once and
 * hands it on: General_Category in bits 0 to 4, Script in 5 to 12, Canonical_Combining_Class in 13
 * to 20, then the flags.
 */
public final class Ucd {
    public static final int CODE_POINTS = 0x110000;

    /** General_Category, by number. */
    public static final int LU = 0;
    public static final int LL = 1;
    public static final int LT = 2;
    public static final int LM = 3;
    public static final int LO = 4;
    public static final int MN = 5;
    public static final int MC = 6;
    public static final int ME = 7;
    public static final int ND = 8;
    public static final int NL = 9;
    public static final int PC = 10;
    public static final int CF = 11;
    public static final int NO = 12;
    public static final int PD = 13;
    public static final int PS = 14;
    public static final int PE = 15;
    public static final int PO = 18;
    public static final int SM = 19;
    public static final int SC = 20;
    public static final int SK = 21;
    public static final int SO = 22;
    public static final int CO = 28;
    public static final int CN = 29;

    /** Script, by number: those that the rules name; the others follow. */
    public static final int COMMON = 1;
    public static final int HAN = 2;
    public static final int HIRAGANA = 3;
    public static final int KATAKANA = 4;
    public static final int THAI = 5;
    public static final int LAO = 6;
    public static final int KHMER = 7;
    public static final int MYANMAR = 8;

    public static final int SCRIPT_SHIFT = 5;
    public static final int CCC_SHIFT = 13;
    public static final int ALPHABETIC = 1 << 21;
    public static final int WHITE_SPACE = 1 << 22;
    /** Has a canonical decomposition; not set for Hangul syllables. */
    public static final int DECOMPOSES = 1 << 23;
    /** Is not its own NFKC_Casefold. */
    public static final int FOLDS = 1 << 24;
    /** Is the second of a pair that has a composite, Hangul included. */
    public static final int COMPOSES = 1 << 25;

    /** Sets of categories: bit n for category n. */
    public static final int LETTERS = 1 << LU | 1 << LL | 1 << LT | 1 << LM | 1 << LO;
    public static final int MARKS = 1 << MN | 1 << MC | 1 << ME;

    public static final int HANGUL_S = 0xAC00;
    public static final int HANGUL_L = 0x1100;
    public static final int HANGUL_V = 0x1161;
    public static final int HANGUL_T = 0x11A7;
    public static final int L_COUNT = 19;
    public static final int V_COUNT = 21;
    public static final int T_COUNT = 28;
    public static final int S_COUNT = L_COUNT * V_COUNT * T_COUNT;

    /** A trie has blocks of this many code points. */
    public static final int BLOCK_SHIFT = 7;
    public static final int BLOCK_MASK = (1 << BLOCK_SHIFT) - 1;

    private static final char[] PROPERTY_INDEX;
    private static final int[] PROPERTY_LEAVES;
    private static final char[] DECOMPOSITION_INDEX;
    private static final char[] DECOMPOSITION_LEAVES;
    private static final char[] FOLD_INDEX;
    private static final char[] FOLD_LEAVES;
    /** Sequences of code points, each after its length. */
    private static final int[] POOL;
    /** Pairs that have a composite, ascending: first &lt;&lt; 32 | second. */
    private static final long[] PAIRS;
    private static final int[] COMPOSITES;

    static {
        ByteBuffer data = resource();
        int[] records = ints(data);
        PROPERTY_INDEX = chars(data);
        char[] leaves = chars(data);
        PROPERTY_LEAVES = new int[leaves.length];
        for (int i = 0; i < leaves.length; i++) {
            PROPERTY_LEAVES[i] = records[leaves[i]];
        }
        DECOMPOSITION_INDEX = chars(data);
        DECOMPOSITION_LEAVES = chars(data);
        FOLD_INDEX = chars(data);
        FOLD_LEAVES = chars(data);
        POOL = ints(data);
        int[] pairs = ints(data);
        PAIRS = new long[pairs.length / 2];
        for (int i = 0; i < PAIRS.length; i++) {
            PAIRS[i] = (long) pairs[2 * i] << 32 | pairs[2 * i + 1];
        }
        COMPOSITES = ints(data);
    }

    private Ucd() {}

    private static ByteBuffer resource() {
        try (InputStream in = Ucd.class.getResourceAsStream("ucd.bin")) {
            return ByteBuffer.wrap(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int[] ints(ByteBuffer data) {
        int[] values = new int[data.getInt()];
        data.asIntBuffer().get(values);
        data.position(data.position() + Integer.BYTES * values.length);
        return values;
    }

    private static char[] chars(ByteBuffer data) {
        char[] values = new char[data.getInt()];
        data.asCharBuffer().get(values);
        data.position(data.position() + Character.BYTES * values.length);
        return values;
    }

    public static int properties(int cp) {
        return PROPERTY_LEAVES[PROPERTY_INDEX[cp >> BLOCK_SHIFT] + (cp & BLOCK_MASK)];
    }

    public static int category(int properties) {
        return properties & 0x1F;
    }

    /** Whether the category is in the set, one of whose bits is {@code 1 << LU}, say. */
    public static boolean in(int set, int properties) {
        return (set >>> properties & 1) != 0; // a shift takes the low five bits: the category
    }

    public static int script(int properties) {
        return properties >> SCRIPT_SHIFT & 0xFF;
    }

    public static int combiningClass(int properties) {
        return properties >> CCC_SHIFT & 0xFF;
    }

    public static boolean isHangulSyllable(int cp) {
        return cp >= HANGUL_S && cp < HANGUL_S + S_COUNT;
    }

    /** Where {@link #pool} has the full canonical decomposition; for what {@link #DECOMPOSES}. */
    public static int decomposition(int cp) {
        return DECOMPOSITION_LEAVES[DECOMPOSITION_INDEX[cp >> BLOCK_SHIFT] + (cp & BLOCK_MASK)];
    }

    /** Where {@link #pool} has the NFKC_Casefold; for what {@link #FOLDS}. */
    public static int fold(int cp) {
        return FOLD_LEAVES[FOLD_INDEX[cp >> BLOCK_SHIFT] + (cp & BLOCK_MASK)];
    }

    /** At the offset of a sequence its length, and after that its code points. */
    public static int pool(int offset) {
        return POOL[offset];
    }

    /** The primary composite of a pair, or −1. */
    public static int compose(int first, int second) {
        int v = second - HANGUL_V;
        if (v >= 0 && v < V_COUNT) {
            int l = first - HANGUL_L;
            if (l >= 0 && l < L_COUNT) {
                return HANGUL_S + (l * V_COUNT + v) * T_COUNT;
            }
        }
        int t = second - HANGUL_T;
        if (t > 0 && t < T_COUNT && isHangulSyllable(first) && (first - HANGUL_S) % T_COUNT == 0) {
            return first + t;
        }
        int i = Arrays.binarySearch(PAIRS, (long) first << 32 | second);
        return i < 0 ? -1 : COMPOSITES[i];
    }
}
