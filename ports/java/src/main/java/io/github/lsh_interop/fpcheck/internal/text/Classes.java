package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;

/** R4.4 and R4.5: the classes by which the multi schemes cut a run. */
public final class Classes {
    public static final int NONE = 0;
    public static final int W = 1;
    public static final int K = 2;
    // Each script of class T is a class of its own: the number of the script, which is above K.

    /** The categories of a sequence. */
    public static final int SEQUENCE = Ucd.LETTERS | Ucd.MARKS | 1 << Ucd.ND | 1 << Ucd.NL | 1 << Ucd.PC;

    private Classes() {}

    /** The class of a code point that is no mark. */
    public static int of(int cp, int properties) {
        if (!Ucd.in(SEQUENCE, properties)) {
            return NONE;
        }
        int script = Ucd.script(properties);
        return switch (script) {
            case Ucd.HAN, Ucd.HIRAGANA, Ucd.KATAKANA -> K;
            case Ucd.THAI, Ucd.LAO, Ucd.KHMER, Ucd.MYANMAR -> Ucd.category(properties) == Ucd.ND ? W : script;
            case Ucd.COMMON -> isK(cp) ? K : W;
            default -> W;
        };
    }

    /** What belongs to K though its Script is Common. */
    private static boolean isK(int cp) {
        return switch (cp) {
            case 0x3006, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F -> true;
            default -> false;
        };
    }

    /** R4.4: letters that look like apostrophes. */
    public static boolean isApostrophe(int cp) {
        return cp >= 0x02B9
                && switch (cp) {
                    case 0x02B9, 0x02BB, 0x02BC, 0x02BD, 0x02BE, 0x02BF -> true;
                    case 0x02C8, 0x02EE, 0x07F4, 0x07F5, 0xA78B, 0xA78C -> true;
                    default -> false;
                };
    }
}
