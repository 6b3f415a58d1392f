package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;

/**
 * R10.6 to R10.10: runs and separators to items, written in UTF-8, each with one octet 00 after it. No
 * item holds U+0000. Operators can be among them (R13.8).
 */
public final class Items implements Runs {
    private static final int SYMBOLS =
            1 << Ucd.NO | 1 << Ucd.SC | 1 << Ucd.SM | 1 << Ucd.SO | 1 << Ucd.CO | 1 << Ucd.CN;
    private static final int STOPS = 1 << Ucd.PO | 1 << Ucd.PS | 1 << Ucd.PE | 1 << Ucd.SK;
    private static final int NUMBERS = 1 << Ucd.ND | 1 << Ucd.NL;

    private static final String HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億兆";

    private static final int MINUS_SIGN = 0x2212;
    /** R10.7 (c): a symbol directly after a Han numeral. */
    private static final int HAN_ZERO = 0x25CB;

    /** R10.9 (b): how many signs count. */
    private static final int MAX_SIGNS = 16;
    /** R10.9 (a): more dashes give nothing. */
    private static final int MAX_DASHES = 2;

    private static final int ROOM = 1 << 13;
    /** The longest word that {@link #skim} takes. */
    private static final int MAX_WORD = 2048;

    /** What a separator is. */
    private enum Kind { SYMBOL, SPACE, DASH, STOP, OTHER }

    /** The kinds of ASCII; null where a word of ASCII goes on. */
    private static final Kind[] ASCII = new Kind[0x80];

    static {
        for (int b = 0; b < ASCII.length; b++) {
            boolean inWord = Identifiers.isLetter(b) || Identifiers.isDigit(b) || b == '_';
            ASCII[b] = inWord ? null : kindByRules(b, Ucd.properties(b));
        }
    }

    private final OctetSink out;
    /** What finds operators (R13.8); null if they are no items. */
    private final Operators operators;
    private final byte[] octets = new byte[ROOM];
    private int length;
    private boolean some;
    /** Whether a run has begun. */
    private boolean open;
    /** The last code point of the run that is no mark, and its class. */
    private int letter;
    private int current;
    /** R10.9: whether a Han numeral or zero stands before the signs. */
    private boolean numeral;
    /** R10.7 (c): whether no separator has come since that numeral. */
    private boolean adjacent;

    // The signs since the last part that is none.
    private boolean space;
    /** Dashes before the last space, and after it; more than {@link #MAX_DASHES} are one more. */
    private int dashesBefore;
    private int dashesAfter;
    /** The last signs after the last space, in a ring, and how many there were. */
    private final int[] signs = new int[MAX_SIGNS];
    private long signCount;

    public Items(OctetSink out) {
        this(out, null);
    }

    private Items(OctetSink out, Operators operators) {
        this.out = out;
        this.operators = operators;
    }

    /** The compared items before R13.8 (e) and (f): operators are items too. */
    public static Items withOperators(OctetSink out) {
        return new Items(out, new Operators());
    }

    /** Whether there was an item. */
    public boolean isPresent() {
        return some;
    }

    @Override
    public void accept(int cp, int properties) {
        boolean mark = Ucd.in(Ucd.MARKS, properties);
        int found = mark ? Classes.NONE : Classes.of(cp, properties);
        if (!open) {
            begin(Ucd.in(NUMBERS, properties) || numeral && isHanNumeral(cp));
            open = true;
            letter = mark ? 0 : cp;
            current = found;
        } else if (!mark) {
            // R10.6 (d), where the cut ends signs, but within a run there are none; and R10.10.
            boolean cuts = found != current || found != Classes.W && operators == null;
            if (cuts && found != Classes.NONE && current != Classes.NONE) {
                endItem();
            }
            letter = cp;
            current = found;
        }
        put(cp);
    }

    @Override
    public void endRun() {
        endRun(NO_CODE_POINT);
    }

    @Override
    public void endRun(int separator) {
        if (open) {
            endItem();
            open = false;
            numeral = isHanNumeral(letter);
            adjacent = numeral;
        }
        if (separator == NO_CODE_POINT) {
            dropSigns();
            if (operators != null) {
                operators.separate(separator, false);
            }
        } else {
            separate(separator, kind(separator));
        }
    }

    /** Hands on all that is written. */
    public void end() {
        dropSigns();
        flush();
    }

    public void clear() {
        length = 0;
        some = false;
        open = false;
        dropSigns();
        if (operators != null) {
            operators.clear();
        }
    }

    /**
     * Takes as many whole words and separators as are plainly of ASCII, past all other stages: they
     * leave ASCII as it is but for its case. The stages must hold nothing. Returns where they have to
     * take over.
     */
    public int skim(byte[] text, int start, int end) {
        int i = start;
        while (i < end && text[i] >= 0) {
            Kind kind = ASCII[text[i]];
            if (kind != null) {
                separate(text[i++], kind);
                continue;
            }
            int word = i;
            int limit = Math.min(end, word + MAX_WORD);
            while (i < limit && text[i] >= 0 && ASCII[text[i]] == null) {
                i++;
            }
            // A mark may follow, or a line end that the hyphen joins.
            if (i == limit || text[i] < 0 || text[i] == '-' && mayBreak(text, i, end)) {
                return word;
            }
            begin(Identifiers.isDigit(text[word]));
            makeRoom(MAX_WORD);
            for (int k = word; k < i; k++) {
                int b = text[k];
                octets[length++] = (byte) (b >= 'A' && b <= 'Z' ? b | 0x20 : b);
            }
            endItem();
        }
        return i;
    }

    /** Whether R2.9 may delete the hyphen at i, which follows a word. */
    private static boolean mayBreak(byte[] text, int i, int end) {
        if (!Identifiers.isLetter(text[i - 1])) {
            return false;
        }
        return i + 1 == end || text[i + 1] < 0 || ASCII[text[i + 1]] == Kind.SPACE;
    }

    private static Kind kind(int cp) {
        return cp < 0x80 ? ASCII[cp] : kindByRules(cp, Ucd.properties(cp));
    }

    /** R10.7 (a) and (b), R10.8. */
    private static Kind kindByRules(int cp, int properties) {
        if ((properties & Ucd.WHITE_SPACE) != 0) {
            return Kind.SPACE;
        }
        if (Ucd.category(properties) == Ucd.PD || cp == MINUS_SIGN) {
            return Kind.DASH;
        }
        boolean drawn = cp == '|' || cp == '~' || cp >= 0x2500 && cp <= 0x25FF;
        if (Ucd.in(SYMBOLS, properties) && !drawn || isListed(cp)) {
            return Kind.SYMBOL;
        }
        return (Ucd.in(STOPS, properties) || drawn) && !isQuotationMark(cp) ? Kind.STOP : Kind.OTHER;
    }

    private static boolean isHanNumeral(int cp) {
        return cp >= 0x3007 && HAN_NUMERALS.indexOf(cp) >= 0;
    }

    /** R10.7 (b). */
    private static boolean isListed(int cp) {
        return switch (cp) {
            case '%', 0x0375, 0x0609, 0x060A, 0x066A, 0x2030, 0x2031, 0x2032, 0x2033, 0x2034, 0x2057, 0xFE6A, 0xFF05 -> true;
            default -> false;
        };
    }

    private static boolean isQuotationMark(int cp) {
        return switch (cp) {
            case '"', '\'', '`', 0xB4, 0x201A, 0x201E -> true;
            default -> false;
        };
    }

    /** A run or a symbol begins. */
    private void begin(boolean telling) {
        if (operators != null) {
            int found = operators.end(telling);
            for (int i = 0; i < found; i++) {
                put(operators.get(i));
                endItem();
            }
        }
        if (telling) {
            putSigns();
        }
        dropSigns();
    }

    private void separate(int cp, Kind plain) {
        boolean zero = cp == HAN_ZERO && numeral && adjacent;
        Kind kind = zero ? Kind.SYMBOL : plain;
        adjacent = zero;
        if (operators != null && kind != Kind.SYMBOL) {
            operators.separate(cp, kind == Kind.SPACE);
        }
        switch (kind) {
            case SPACE -> {
                dashesBefore = Math.min(dashesBefore + dashesAfter, MAX_DASHES + 1);
                dashesAfter = 0;
                signCount = 0;
                space = true;
            }
            case DASH -> {
                dashesAfter = Math.min(dashesAfter + 1, MAX_DASHES + 1);
                sign('-');
            }
            case STOP -> sign(cp);
            case SYMBOL -> {
                begin(true);
                numeral = zero;
                put(cp);
                endItem();
            }
            case OTHER -> dropSigns();
        }
    }

    private void sign(int cp) {
        signs[(int) (signCount++ % MAX_SIGNS)] = cp;
    }

    /** R10.9: what the signs of a telling part give. */
    private void putSigns() {
        if (space && dashesBefore > 0 && dashesBefore <= MAX_DASHES) {
            put('-');
            endItem();
        }
        for (long i = Math.max(0, signCount - MAX_SIGNS); i < signCount; i++) {
            put(signs[(int) (i % MAX_SIGNS)]);
            endItem();
        }
    }

    private void dropSigns() {
        numeral = false;
        space = false;
        dashesBefore = 0;
        dashesAfter = 0;
        signCount = 0;
    }

    private void put(int cp) {
        makeRoom(4);
        length = Utf8.encode(cp, octets, length);
    }

    private void endItem() {
        makeRoom(1);
        octets[length++] = 0;
        some = true;
    }

    private void makeRoom(int more) {
        if (length + more > ROOM) {
            flush();
        }
    }

    private void flush() {
        out.update(octets, 0, length);
        length = 0;
    }
}
