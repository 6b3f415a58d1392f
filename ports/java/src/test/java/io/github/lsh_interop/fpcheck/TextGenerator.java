package io.github.lsh_interop.fpcheck;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Makes the texts of the accumulated vectors (R12.1, R12.2). */
final class TextGenerator {
    private static final int[][] RANGES = {
        {0x00C0, 0x024F}, {0x0250, 0x02FF}, {0x0370, 0x03FF}, {0x0400, 0x052F}, {0x0530, 0x058F}, {0x0590, 0x05FF},
        {0x0600, 0x06FF}, {0x0700, 0x08FF}, {0x0900, 0x0DFF}, {0x0E00, 0x0EFF}, {0x0F00, 0x0FFF}, {0x1000, 0x10FF},
        {0x1100, 0x11FF}, {0x13A0, 0x13FF}, {0x1780, 0x17FF}, {0x1AB0, 0x1CFF}, {0x1D00, 0x1FFF}, {0x2000, 0x218F},
        {0x2460, 0x24FF}, {0x3040, 0x30FF}, {0x4E00, 0x9FFF}, {0xAB30, 0xABBF}, {0xAC00, 0xD7A3}, {0xFB00, 0xFDFF},
        {0xFE00, 0xFFEF}, {0x10400, 0x104FF}, {0x1D400, 0x1D7FF}, {0xE0000, 0xE01EF}
    };

    private static final String[] IDENTIFIERS = {
        "http://", "www.", "doi:", "10.1000/", "@", "mailto:", "://", ".com", "URN:", "issn:", "Info:", "(", ").", "x@y.z"
    };

    private static final int[] SPECIAL = {
        0x00AD, 0x00B2, 0x00DF, 0x0130, 0x0131, 0x0149, 0x01F0, 0x0307, 0x0345, 0x034F, 0x0390, 0x03C2, 0x03F4, 0x0600,
        0x0640, 0x115F, 0x1E9E, 0x1FB4, 0x200B, 0x200C, 0x200D, 0x2122, 0x212B, 0x24D0, 0x3099, 0xFB01, 0xFDFA, 0xFE0F,
        0xFEFF, 0xFFFD
    };

    private static final String[] LINES = {
        "-\n", "a-\nb", "\u00E9\u00AD \r\n\tx", "a\u2010\u2028b-\nc", "a\u0323-\u00A0\u0085\t\u00FF", "a-\f", "a-\r",
        "a-\n\nb", "a-\nB", "4-\nb", "\u65E5\n\u672C", "\u30A2 \u3000\u30A4", "\u5B57 ", " \u5B57", "\u30FC\u200B\u3006",
        "\u3042 a", "\u0E44\u0E17\u0E22\u200B\n\u0E44\u0E17\u0E22", "\u0E01\u0E48 ", " \u0E33", "\u0E51\u0E52 \u0E01",
        "\u1781\u17D2\u1798\u17C2\u179A \n\u1781\u17D2\u1798", "\u1019\u103C\u1014\u103A\u2029\u1019\u102C",
        "\u0E81\u0EB2 \u0E44\u0E17\u0E22", "\u200B", "\u0640", "\u0628\u064E\u0640\u0640\u0628", "i\u0307\u0323\u0307",
        "\u0130", "I\u0307", "\u0131\u0323\u0307", "\u0131", "o\u02BB", "n\u02BC\u02BCn", "\uA78C", "\u2167", "\u3007\u2167",
        "\u0301\u30A2\u3099", "\uFF76\uFF9E\n\uFF8A\uFF70", "\u0915\u094D\u0937\u093F", "\u20DDa\u20DD"
    };

    private long state;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    private TextGenerator(long state) {
        this.state = state;
    }

    /** The text whose number and seed have this sum. */
    static byte[] text(long sum) {
        TextGenerator generator = new TextGenerator(Minima.mix64(sum));
        for (int pieces = 1 + generator.below(48); pieces > 0; pieces--) {
            generator.piece();
        }
        return generator.text.toByteArray();
    }

    private int below(int n) {
        state += 0x9E3779B97F4A7C15L;
        return (int) ((Minima.mix64(state) >>> 32) % n);
    }

    private void piece() {
        int k = below(16);
        switch (k) {
            case 0, 1, 2, 3, 4 -> range(12, 'a', 'z');
            case 5 -> write(' ');
            case 6 -> write('\n');
            case 7, 8 -> {
                int[] range = RANGES[below(RANGES.length)];
                range(6, range[0], range[1]);
            }
            case 9 -> range(40, 0x0300, 0x036F);
            case 10 -> {
                int c = below(0x10F800);
                write(c < 0xD800 ? c : c + 0x800);
            }
            case 11 -> range(8, 0x21, 0x7E);
            case 12 -> write(IDENTIFIERS[below(IDENTIFIERS.length)]);
            case 13 -> {
                for (int n = 1 + below(3); n > 0; n--) {
                    text.write(0x80 + below(128));
                }
            }
            case 14 -> write(SPECIAL[below(SPECIAL.length)]);
            default -> line(below(64));
        }
    }

    private void line(int j) {
        switch (j) {
            case 0 -> write("a".repeat(4090 + below(13)));
            case 1 -> write("\u0301".repeat(1020 + below(10)));
            case 2 -> write(".".repeat(2040 + below(16)) + "://");
            case 3 -> write("a-" + " ".repeat(62 + below(6)) + "\nb");
            case 4 -> write("\u65E5" + " ".repeat(254 + below(6)) + "\u65E5");
            default -> write(j <= 36 ? LINES[below(LINES.length)] : " ");
        }
    }

    /** At least one, and up to so many, of a range. */
    private void range(int most, int first, int last) {
        for (int n = 1 + below(most); n > 0; n--) {
            write(first + below(last - first + 1));
        }
    }

    private void write(int cp) {
        write(Character.toString(cp));
    }

    private void write(String piece) {
        text.writeBytes(piece.getBytes(StandardCharsets.UTF_8));
    }
}
