package io.github.lsh_interop.fpcheck.clusters;

import io.github.lsh_interop.fpcheck.internal.sketch.Hashes;
import io.github.lsh_interop.fpcheck.internal.text.Classes;
import io.github.lsh_interop.fpcheck.internal.text.OctetSink;
import io.github.lsh_interop.fpcheck.internal.text.Tokens;
import io.github.lsh_interop.fpcheck.internal.text.Words;
import io.github.lsh_interop.fpcheck.internal.unicode.Ucd;
import io.github.lsh_interop.fpcheck.internal.unicode.Utf8;

/** R13.8 (e) and (f): items, each with one octet 00 after it, to compared items. */
final class ComparedItems implements OctetSink {
    private static final int MAX = Words.MAX;
    private static final int UNKNOWN = 0xFFFD;
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final Tokens next;
    private final byte[] item = new byte[MAX + 1];
    private int length;
    private long numbers;
    private int unknown;

    ComparedItems(Tokens next) {
        this.next = next;
    }

    /** Equal for texts with the same numbers (R13.11), and hardly for others. */
    long numbers() {
        return numbers;
    }

    /** The number of unknown characters (R13.23). */
    int unknown() {
        return unknown;
    }

    @Override
    public void update(byte[] octets, int offset, int count) {
        int end = offset + count;
        for (int i = offset; i < end; i++) {
            byte b = octets[i];
            if (b == 0) {
                piece(length);
                continue;
            }
            item[length++] = b;
            if (length > MAX) { // (e)
                int whole = MAX;
                while ((item[whole] & 0xC0) == 0x80) {
                    whole--;
                }
                piece(whole);
            }
        }
    }

    void clear() {
        length = 0;
        numbers = 0;
        unknown = 0;
    }

    /** Hands on a beginning of the item, which is not empty, and keeps the rest. */
    private void piece(int end) {
        if (item[0] >= 'a' && item[0] <= 'z') { // as most
            next.word(item, 0, end);
            if (hasNumeral(0, end)) {
                number(0, end);
            }
        } else if (isClustered(Utf8.decode(item, 0))) {
            grams(end);
        } else {
            next.word(item, 0, end);
            if (hasNumeral(0, end) || !hasLetter(end)) {
                number(0, end);
            }
        }
        System.arraycopy(item, end, item, 0, length - end);
        length -= end;
    }

    /** (f). */
    private void grams(int end) {
        int before = 0;
        int start = 0; // of the cluster under way, after the one at before
        boolean second = false;
        for (int i = 0; i < end; ) {
            int cp = Utf8.decode(item, i);
            int at = i;
            i += Utf8.length(cp);
            if (at == 0 || Ucd.in(Ucd.MARKS, Ucd.properties(cp))) {
                continue;
            }
            if (second) {
                gram(before, at);
                before = start;
            }
            start = at;
            second = true;
        }
        gram(before, end);
    }

    private void gram(int start, int end) {
        next.word(item, start, end - start);
        if (hasNumeral(start, end)) {
            number(start, end);
        }
    }

    private void number(int start, int end) {
        if (end - start == Utf8.length(UNKNOWN) && Utf8.decode(item, start) == UNKNOWN) {
            unknown++;
            return;
        }
        numbers = (numbers ^ Hashes.sum64(item, start, end - start)) * STEP;
    }

    /** Whether a code point is of category Nd or Nl. */
    private boolean hasNumeral(int start, int end) {
        for (int i = start; i < end; ) {
            int b = item[i];
            if (b >= 0) {
                if (b >= '0' && b <= '9') {
                    return true;
                }
                i++;
                continue;
            }
            int cp = Utf8.decode(item, i);
            if (Ucd.in(1 << Ucd.ND | 1 << Ucd.NL, Ucd.properties(cp))) {
                return true;
            }
            i += Utf8.length(cp);
        }
        return false;
    }

    private boolean hasLetter(int end) {
        for (int i = 0; i < end; ) {
            int cp = Utf8.decode(item, i);
            if ((Ucd.properties(cp) & Ucd.ALPHABETIC) != 0) {
                return true;
            }
            i += Utf8.length(cp);
        }
        return false;
    }

    private static boolean isClustered(int cp) {
        int properties = Ucd.properties(cp);
        if (Ucd.in(Ucd.MARKS, properties)) {
            return false;
        }
        int found = Classes.of(cp, properties);
        return found != Classes.NONE && found != Classes.W;
    }
}
