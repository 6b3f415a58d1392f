package io.github.lsh_interop.fpcheck.internal.text;

import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import java.util.Arrays;

/**
 * Chapter 3: text to runs, in pieces.
 *
 * <p>The rules bring text to Form D several times. Two times are enough: for R3.1, and for all of
 * R3.6 to R3.9, since what R3.6 and R3.7 delete or replace on the way can be told as it comes. So two
 * mark sequences are under way at most, and the last starter waits for what it may compose with.
 */
public final class Normaliser implements Scalars {
    private static final int SEPARATED_BY_SD1 =
            ~(Ucd.LETTERS | Ucd.MARKS | 1 << Ucd.ND | 1 << Ucd.PC | 1 << Ucd.CF);
    private static final int SEPARATED_BY_MULTI = SEPARATED_BY_SD1 & ~(1 << Ucd.NL);

    private static final int ZERO_WIDTH_SPACE = 0x200B;
    private static final int TATWEEL = 0x0640;
    private static final int DOTLESS_I = 0x0131;
    private static final int DOT_ABOVE = 0x0307;
    private static final int ABOVE = 230;
    private static final int I_PROPERTIES = Ucd.properties('i');

    private final Runs next;
    private final boolean multi;
    private final boolean oneLetterI;
    private final int separators;
    private final MarkSequence read = new MarkSequence();
    private final MarkSequence mapped = new MarkSequence();
    /** The last starter of the piece, not yet handed on, or −1. */
    private int starter = -1;
    private int starterProperties;
    /** R3.7: whether a dot above that comes now is one of an i. */
    private boolean dotsGo;
    /** The source of what comes: any number that the caller sets. Places (R13.19) are found by it. */
    private int source;
    /** The least and the greatest source of what is handed on. */
    private int firstSource;
    private int lastSource;

    /** Multi says whether the rules are those of the multi schemes, not of {@code sd1}. */
    public Normaliser(Runs next, boolean multi) {
        this(next, multi, multi);
    }

    private Normaliser(Runs next, boolean multi, boolean oneLetterI) {
        this.next = next;
        this.multi = multi;
        this.oneLetterI = oneLetterI;
        this.separators = multi ? SEPARATED_BY_MULTI : SEPARATED_BY_SD1;
    }

    /** The rules that R10.6 lists: those of the multi schemes without R3.7. */
    public static Normaliser ofTextDigest(Runs next) {
        return new Normaliser(next, true, false);
    }

    /** Makes the state equal that of another stage, which does not change. */
    public void copyFrom(Normaliser other) {
        read.copyFrom(other.read);
        mapped.copyFrom(other.mapped);
        starter = other.starter;
        starterProperties = other.starterProperties;
        dotsGo = other.dotsGo;
        source = other.source;
        firstSource = other.firstSource;
        lastSource = other.lastSource;
    }

    public void setSource(int source) {
        this.source = source;
    }

    public int firstSource() {
        return firstSource;
    }

    public int lastSource() {
        return lastSource;
    }

    /** R3.1. */
    @Override
    public void accept(int cp, int properties) {
        if ((properties & Ucd.DECOMPOSES) != 0) {
            int offset = Ucd.decomposition(cp);
            for (int i = 1; i <= Ucd.pool(offset); i++) {
                decomposed(Ucd.pool(offset + i), Ucd.properties(Ucd.pool(offset + i)));
            }
        } else {
            // A Hangul syllable too: nothing separates or folds its letters, so that it may pass R3.5 whole.
            decomposed(cp, properties);
        }
    }

    @Override
    public void end() {
        endMarksRead();
        separate(Runs.NO_CODE_POINT);
    }

    private void decomposed(int cp, int properties) {
        if (Ucd.combiningClass(properties) != 0) {
            read.add(cp, properties, source);
            return;
        }
        if (!read.isEmpty()) {
            endMarksRead();
        }
        if (Ucd.in(separators, properties) || cp == ZERO_WIDTH_SPACE && !multi) { // R3.2, R3.3
            separate(cp);
        } else {
            map(cp, properties);
        }
    }

    private void endMarksRead() {
        if (read.isTooLong()) { // R3.4
            separate(Runs.NO_CODE_POINT);
        } else {
            read.sort();
            int after = source;
            for (int i = 0; i < read.length(); i++) {
                int cp = read.get(i);
                source = read.source(i);
                map(cp, Ucd.properties(cp));
            }
            source = after;
        }
        read.clear();
    }

    /** R3.5, and the decomposition of what comes of it. */
    private void map(int cp, int properties) {
        if ((properties & Ucd.FOLDS) == 0) {
            decomposeMapped(cp, properties);
            return;
        }
        int offset = Ucd.fold(cp);
        for (int i = 1; i <= Ucd.pool(offset); i++) {
            decomposeMapped(Ucd.pool(offset + i), Ucd.properties(Ucd.pool(offset + i)));
        }
    }

    private void decomposeMapped(int cp, int properties) {
        if ((properties & Ucd.DECOMPOSES) != 0) {
            int offset = Ucd.decomposition(cp);
            for (int i = 1; i <= Ucd.pool(offset); i++) {
                mapped(Ucd.pool(offset + i), Ucd.properties(Ucd.pool(offset + i)));
            }
        } else if (Ucd.isHangulSyllable(cp)) {
            int s = cp - Ucd.HANGUL_S;
            jamo(Ucd.HANGUL_L + s / (Ucd.V_COUNT * Ucd.T_COUNT));
            jamo(Ucd.HANGUL_V + s / Ucd.T_COUNT % Ucd.V_COUNT);
            if (s % Ucd.T_COUNT != 0) {
                jamo(Ucd.HANGUL_T + s % Ucd.T_COUNT);
            }
        } else {
            mapped(cp, properties);
        }
    }

    private void jamo(int cp) {
        mapped(cp, Ucd.properties(cp));
    }

    private void mapped(int cp, int properties) {
        int combiningClass = Ucd.combiningClass(properties);
        if (combiningClass != 0) {
            if (dotsGo) { // R3.7
                if (cp == DOT_ABOVE) {
                    return;
                }
                dotsGo = combiningClass != ABOVE;
            }
            mapped.add(cp, properties, source);
        } else if (multi && cp == TATWEEL) { // R3.6
            return;
        } else if (oneLetterI && cp == DOTLESS_I) {
            start('i', I_PROPERTIES);
        } else {
            start(cp, properties);
        }
    }

    /** R3.9, of a starter. */
    private void start(int cp, int properties) {
        if (!mapped.isEmpty()) {
            endMarksMapped();
        }
        dotsGo = oneLetterI && cp == 'i';
        if (starter >= 0) {
            if ((properties & Ucd.COMPOSES) != 0) {
                int composite = Ucd.compose(starter, cp);
                if (composite >= 0) {
                    setStarter(composite, source);
                    return;
                }
            }
            next.accept(starter, starterProperties);
        }
        starter = cp;
        starterProperties = properties;
        firstSource = source;
        lastSource = source;
    }

    /** R3.8, and R3.9 of marks: the starter takes what it composes with, unless another is in between. */
    private void endMarksMapped() {
        if (mapped.isTooLong()) {
            mapped.clear();
            handOnStarter();
            next.endRun(Runs.NO_CODE_POINT);
            return;
        }
        mapped.sort();
        int left = 0;
        int classBefore = 0;
        for (int i = 0; i < mapped.length(); i++) {
            int combiningClass = mapped.combiningClass(i);
            if (starter >= 0 && combiningClass != classBefore) { // else it is blocked by the one left before
                int composite = Ucd.compose(starter, mapped.get(i));
                if (composite >= 0) {
                    setStarter(composite, mapped.source(i));
                    continue;
                }
            }
            mapped.keep(left++, i);
            classBefore = combiningClass;
        }
        if (left > 0) {
            handOnStarter();
            for (int i = 0; i < left; i++) {
                int cp = mapped.get(i);
                firstSource = mapped.source(i);
                lastSource = firstSource;
                next.accept(cp, Ucd.properties(cp));
            }
        }
        mapped.clear();
    }

    private void setStarter(int composite, int otherSource) {
        starter = composite;
        starterProperties = Ucd.properties(composite);
        firstSource = Math.min(firstSource, otherSource);
        lastSource = Math.max(lastSource, otherSource);
    }

    private void handOnStarter() {
        if (starter >= 0) {
            next.accept(starter, starterProperties);
            starter = -1;
        }
    }

    private void separate(int cp) {
        if (!mapped.isEmpty()) {
            endMarksMapped();
        }
        handOnStarter();
        dotsGo = false;
        next.endRun(cp);
    }

    /** Code points whose ccc is not 0; of more than 1,024 only the fact is kept (R3.4, R3.8). */
    private static final class MarkSequence {
        private static final int MAX = 1024;

        // Class, place and code point in one number, so that to sort them is to sort stably by class.
        private static final int CLASS_SHIFT = 48;
        private static final int PLACE_SHIFT = 24;
        private static final int CODE_POINT = (1 << PLACE_SHIFT) - 1;

        private long[] marks = new long[16];
        /** By place. */
        private int[] sources = new int[16];
        private int length;
        private boolean sorted = true;

        void copyFrom(MarkSequence other) {
            marks = other.marks.clone();
            sources = other.sources.clone();
            length = other.length;
            sorted = other.sorted;
        }

        void add(int cp, int properties, int source) {
            if (length >= MAX) {
                length = MAX + 1;
                return;
            }
            if (length == marks.length) {
                marks = Arrays.copyOf(marks, 2 * length);
                sources = Arrays.copyOf(sources, 2 * length);
            }
            long mark = (long) Ucd.combiningClass(properties) << CLASS_SHIFT | (long) length << PLACE_SHIFT | cp;
            sorted &= length == 0 || marks[length - 1] < mark;
            sources[length] = source;
            marks[length++] = mark;
        }

        boolean isEmpty() {
            return length == 0;
        }

        boolean isTooLong() {
            return length > MAX;
        }

        int length() {
            return length;
        }

        void sort() {
            if (!sorted) {
                Arrays.sort(marks, 0, length);
            }
        }

        int get(int i) {
            return (int) marks[i] & CODE_POINT;
        }

        int source(int i) {
            return sources[(int) (marks[i] >> PLACE_SHIFT) & CODE_POINT];
        }

        int combiningClass(int i) {
            return (int) (marks[i] >> CLASS_SHIFT);
        }

        void keep(int to, int from) {
            marks[to] = marks[from];
        }

        void clear() {
            length = 0;
            sorted = true;
        }
    }
}
