package io.github.lsh_interop.fpcheck.markup;

import java.util.Arrays;

/**
 * The decoders of the Encoding Standard. The Standard feeds them octets one by one
 * and puts octets back; here all are at hand, and to put one back is not to go past it.
 */
final class OctetDecoder {
    private static final int ERROR = 0xFFFD;
    private static final int END = -1;

    private final byte[] octets;
    private int next;
    private final StringBuilder text;

    OctetDecoder(byte[] octets, int start) {
        this.octets = octets;
        this.next = start;
        this.text = new StringBuilder(octets.length - start);
    }

    String decode(Encoding encoding) {
        switch (encoding) {
            case REPLACEMENT -> {
                if (next < octets.length) {
                    emit(ERROR);
                }
            }
            case UTF_8 -> utf8();
            case UTF_16BE -> utf16(8, 0);
            case UTF_16LE -> utf16(0, 8);
            case X_USER_DEFINED -> {
                for (int b = read(); b != END; b = read()) {
                    emit(b < 0x80 ? b : 0xF780 + b - 0x80);
                }
            }
            case ISO_2022_JP -> iso2022jp();
            case GBK, GB18030, BIG5, EUC_JP, SHIFT_JIS, EUC_KR -> multiByte(encoding);
            default -> singleByte(encoding);
        }
        return text.toString();
    }

    /** The next octet, or {@link #END}. */
    private int read() {
        return next < octets.length ? octets[next++] & 0xFF : END;
    }

    /** The octet so far after the next, or {@link #END}. */
    private int peek(int distance) {
        return next + distance < octets.length ? octets[next + distance] & 0xFF : END;
    }

    private void emit(int cp) {
        text.appendCodePoint(cp);
    }

    private static boolean in(int first, int b, int last) {
        return b >= first && b <= last;
    }

    private void singleByte(Encoding encoding) {
        int start = (encoding.ordinal() - Encoding.IBM866.ordinal()) * Indexes.UPPER_HALF;
        for (int b = read(); b != END; b = read()) {
            int cp = b < 0x80 ? b : Indexes.SINGLE_BYTE.get(start + b - 0x80);
            emit(cp == 0 && b != 0 ? ERROR : cp);
        }
    }

    private void utf8() {
        for (int b = read(); b != END; b = read()) {
            if (b < 0x80) {
                emit(b);
            } else if (in(0xC2, b, 0xDF)) {
                utf8(b & 0x1F, 1, 0x80, 0xBF);
            } else if (in(0xE0, b, 0xEF)) {
                utf8(b & 0x0F, 2, b == 0xE0 ? 0xA0 : 0x80, b == 0xED ? 0x9F : 0xBF);
            } else if (in(0xF0, b, 0xF4)) {
                utf8(b & 0x07, 3, b == 0xF0 ? 0x90 : 0x80, b == 0xF4 ? 0x8F : 0xBF);
            } else {
                emit(ERROR);
            }
        }
    }

    /** Reads so many octets of a sequence that has begun; the range is that of the first of them. */
    private void utf8(int begun, int missing, int low, int high) {
        int cp = begun;
        for (int i = 0; i < missing; i++) {
            int b = peek(0);
            if (!in(i == 0 ? low : 0x80, b, i == 0 ? high : 0xBF)) { // it is read again
                emit(ERROR);
                return;
            }
            next++;
            cp = cp << 6 | b & 0x3F;
        }
        emit(cp);
    }

    private void utf16(int firstShift, int secondShift) {
        while (next < octets.length) {
            int unit = unit(firstShift, secondShift);
            next += 2;
            if (unit == END) {
                emit(ERROR);
            } else if (!Character.isSurrogate((char) unit)) {
                emit(unit);
            } else if (Character.isLowSurrogate((char) unit)) {
                emit(ERROR);
            } else {
                int second = unit(firstShift, secondShift);
                if (second == END) { // what is left is one error with the surrogate
                    next = octets.length;
                    emit(ERROR);
                } else if (Character.isLowSurrogate((char) second)) {
                    next += 2;
                    emit(Character.toCodePoint((char) unit, (char) second));
                } else {
                    emit(ERROR);
                }
            }
        }
    }

    /** The unit of UTF-16 that comes next, or {@link #END} if it is not whole. */
    private int unit(int firstShift, int secondShift) {
        return peek(1) == END ? END : peek(0) << firstShift | peek(1) << secondShift;
    }

    private void multiByte(Encoding encoding) {
        for (int b = read(); b != END; b = read()) {
            switch (encoding) {
                case BIG5 -> big5(b);
                case EUC_JP -> eucJp(b);
                case SHIFT_JIS -> shiftJis(b);
                case EUC_KR -> eucKr(b);
                default -> gb18030(b);
            }
        }
    }

    /** Emits the code point that a lead and the octet after it give, or for 0 an error. */
    private void pair(int cp) {
        int trail = peek(0);
        if (cp != 0) {
            emit(cp);
            next++;
        } else {
            emit(ERROR);
            if (trail >= 0x80) { // one in ASCII is read again
                next++;
            }
        }
    }

    private void gb18030(int b) {
        if (b < 0x80) {
            emit(b);
        } else if (b == 0x80) {
            emit(0x20AC);
        } else if (b == 0xFF) {
            emit(ERROR);
        } else if (in('0', peek(0), '9')) {
            gb18030Four(b);
        } else {
            int trail = peek(0);
            boolean valid = in(0x40, trail, 0x7E) || in(0x80, trail, 0xFE);
            int pointer = (b - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41);
            pair(valid ? Indexes.GB18030.get(pointer) : 0);
        }
    }

    private void gb18030Four(int first) {
        int second = peek(0);
        int third = peek(1);
        int fourth = peek(2);
        if (third == END || in(0x81, third, 0xFE) && fourth == END) {
            next = octets.length;
            emit(ERROR);
        } else if (in(0x81, third, 0xFE) && in('0', fourth, '9')) {
            next += 3;
            emit(gb18030Range(((first - 0x81) * 10 + second - '0') * 1260 + (third - 0x81) * 10 + fourth - '0'));
        } else {
            emit(ERROR); // all but the first are read again
        }
    }

    /** The Standard's "index gb18030 ranges code point". */
    private static int gb18030Range(int pointer) {
        if (pointer > 39419 && pointer < 189000 || pointer > 1237575) {
            return ERROR;
        }
        if (pointer == 7457) {
            return 0xE7C7;
        }
        if (pointer >= 189000) {
            return 0x10000 + pointer - 189000; // the last range, and the only one past 16 bits
        }
        int i = Arrays.binarySearch(Indexes.RANGE_POINTERS, pointer);
        if (i < 0) {
            i = -i - 2; // the last that is not above
        }
        return Indexes.RANGE_CODE_POINTS[i] + pointer - Indexes.RANGE_POINTERS[i];
    }

    private void big5(int b) {
        if (b < 0x80) {
            emit(b);
        } else if (!in(0x81, b, 0xFE)) {
            emit(ERROR);
        } else {
            int trail = peek(0);
            boolean valid = in(0x40, trail, 0x7E) || in(0xA1, trail, 0xFE);
            int pointer = valid ? (b - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62) : END;
            switch (pointer) {
                case 1133 -> letterAndMark(0xCA, 0x304);
                case 1135 -> letterAndMark(0xCA, 0x30C);
                case 1164 -> letterAndMark(0xEA, 0x304);
                case 1166 -> letterAndMark(0xEA, 0x30C);
                default -> pair(Indexes.BIG5.get(pointer));
            }
        }
    }

    private void letterAndMark(int letter, int mark) {
        pair(letter);
        emit(mark);
    }

    private void eucJp(int b) {
        if (b < 0x80) {
            emit(b);
        } else if (b == 0x8E && in(0xA1, peek(0), 0xDF)) {
            pair(0xFF61 - 0xA1 + peek(0));
        } else if (b == 0x8F && in(0xA1, peek(0), 0xFE)) {
            eucJpPair(Indexes.JIS0212, read());
        } else if (b == 0x8E || b == 0x8F) {
            pair(0);
        } else if (in(0xA1, b, 0xFE)) {
            eucJpPair(Indexes.JIS0208, b);
        } else {
            emit(ERROR);
        }
    }

    private void eucJpPair(Indexes.Index index, int lead) {
        int trail = peek(0);
        pair(in(0xA1, trail, 0xFE) ? index.get((lead - 0xA1) * 94 + trail - 0xA1) : 0);
    }

    private void shiftJis(int b) {
        if (b <= 0x80) {
            emit(b);
        } else if (in(0xA1, b, 0xDF)) {
            emit(0xFF61 - 0xA1 + b);
        } else if (b == 0xA0 || b > 0xFC) {
            emit(ERROR);
        } else {
            int trail = peek(0);
            boolean valid = in(0x40, trail, 0x7E) || in(0x80, trail, 0xFC);
            int pointer = (b - (b < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41);
            boolean isPrivate = in(8836, pointer, 10715);
            pair(!valid ? 0 : isPrivate ? 0xE000 - 8836 + pointer : Indexes.JIS0208.get(pointer));
        }
    }

    private void eucKr(int b) {
        if (b < 0x80) {
            emit(b);
        } else if (!in(0x81, b, 0xFE)) {
            emit(ERROR);
        } else {
            int trail = peek(0);
            pair(in(0x41, trail, 0xFE) ? Indexes.EUC_KR.get((b - 0x81) * 190 + trail - 0x41) : 0);
        }
    }

    /** The character sets of ISO-2022-JP: the states that an escape sequence can set. */
    private enum CharacterSet {
        ASCII,
        ROMAN,
        KATAKANA,
        TWO_BYTE
    }

    private void iso2022jp() {
        CharacterSet set = CharacterSet.ASCII;
        boolean escaped = false; // by the sequence right before: the Standard's output flag
        for (int b = read(); b != END; b = read()) {
            if (b == 0x1B) {
                CharacterSet chosen = escape();
                if (chosen == null || escaped) {
                    emit(ERROR);
                }
                escaped = chosen != null;
                if (chosen != null) {
                    next += 2;
                    set = chosen;
                }
            } else {
                escaped = false;
                emit(iso2022jp(set, b));
            }
        }
    }

    private CharacterSet escape() {
        return switch (peek(0) << 8 | peek(1)) {
            case '(' << 8 | 'B' -> CharacterSet.ASCII;
            case '(' << 8 | 'J' -> CharacterSet.ROMAN;
            case '(' << 8 | 'I' -> CharacterSet.KATAKANA;
            case '$' << 8 | '@', '$' << 8 | 'B' -> CharacterSet.TWO_BYTE;
            default -> null;
        };
    }

    private int iso2022jp(CharacterSet set, int b) {
        return switch (set) {
            case ASCII, ROMAN -> {
                if (b >= 0x80 || b == 0x0E || b == 0x0F) {
                    yield ERROR;
                }
                yield set == CharacterSet.ASCII ? b : b == '\\' ? 0xA5 : b == '~' ? 0x203E : b;
            }
            case KATAKANA -> in(0x21, b, 0x5F) ? 0xFF61 - 0x21 + b : ERROR;
            case TWO_BYTE -> {
                if (!in(0x21, b, 0x7E)) {
                    yield ERROR;
                }
                int trail = peek(0);
                if (trail == END || trail == 0x1B) { // an escape sequence is read all the same
                    yield ERROR;
                }
                next++;
                int cp = in(0x21, trail, 0x7E) ? Indexes.JIS0208.get((b - 0x21) * 94 + trail - 0x21) : 0;
                yield cp == 0 ? ERROR : cp;
            }
        };
    }
}
