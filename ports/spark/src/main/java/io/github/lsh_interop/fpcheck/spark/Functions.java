package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.TextDigest;
import io.github.lsh_interop.fpcheck.clusters.Bands;
import io.github.lsh_interop.fpcheck.markup.MarkupException;
import io.github.lsh_interop.fpcheck.markup.VisibleText;
import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageReference;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * What the SQL functions do, with Spark's own strings. It is public for the code that Spark generates; {@link
 * Expressions} has the names that people use.
 */
public final class Functions {
    private Functions() {}

    /** @hidden */
    public static UTF8String sm1(UTF8String text) {
        return sum(Scheme.SM1, text.getBytes());
    }

    /** @hidden */
    public static UTF8String sd1(UTF8String text) {
        return sum(Scheme.SD1, text.getBytes());
    }

    /** @hidden */
    public static UTF8String mh1(UTF8String text) {
        return sum(Scheme.MH1, text.getBytes());
    }

    /** @hidden */
    public static UTF8String mw1(UTF8String text) {
        return sum(Scheme.MW1, text.getBytes());
    }

    private static UTF8String sum(Scheme scheme, byte[] octets) {
        return scheme.sum(octets)
                .map(fingerprint -> UTF8String.fromString(fingerprint.toString()))
                .orElse(null);
    }

    /** @hidden */
    public static UTF8String sm1Html(byte[] octets) {
        return sm1Html(octets, null);
    }

    /** @hidden */
    public static UTF8String sm1Html(byte[] octets, UTF8String charset) {
        return sumHtml(Scheme.SM1, octets, charset);
    }

    /** @hidden */
    public static UTF8String sd1Html(byte[] octets) {
        return sd1Html(octets, null);
    }

    /** @hidden */
    public static UTF8String sd1Html(byte[] octets, UTF8String charset) {
        return sumHtml(Scheme.SD1, octets, charset);
    }

    /** @hidden */
    public static UTF8String mh1Html(byte[] octets) {
        return mh1Html(octets, null);
    }

    /** @hidden */
    public static UTF8String mh1Html(byte[] octets, UTF8String charset) {
        return sumHtml(Scheme.MH1, octets, charset);
    }

    /** @hidden */
    public static UTF8String mw1Html(byte[] octets) {
        return mw1Html(octets, null);
    }

    /** @hidden */
    public static UTF8String mw1Html(byte[] octets, UTF8String charset) {
        return sumHtml(Scheme.MW1, octets, charset);
    }

    private static UTF8String sumHtml(Scheme scheme, byte[] octets, UTF8String charset) {
        UTF8String text = htmlText(octets, charset);
        return text == null ? null : sum(scheme, text.getBytes());
    }

    /** @hidden */
    public static UTF8String htmlText(byte[] octets) {
        return htmlText(octets, null);
    }

    /** @hidden */
    public static UTF8String htmlText(byte[] octets, UTF8String charset) {
        try {
            return octets == null ? null : UTF8String.fromString(VisibleText.ofHtml(octets, name(charset)).text());
        } catch (MarkupException e) {
            return null; // one page of millions ends no job
        }
    }

    /** @hidden */
    public static UTF8String xmlText(byte[] octets) {
        return xmlText(octets, null);
    }

    /** @hidden */
    public static UTF8String xmlText(byte[] octets, UTF8String charset) {
        try {
            return octets == null ? null : UTF8String.fromString(VisibleText.ofXml(octets, name(charset)).text());
        } catch (MarkupException e) {
            return null;
        }
    }

    private static String name(UTF8String charset) {
        return charset == null ? "" : charset.toString();
    }

    /** @hidden */
    public static UTF8String digest(UTF8String text) {
        return TextDigest.sum(text.getBytes()).map(UTF8String::fromString).orElse(null);
    }

    /** @hidden */
    public static Double containment(UTF8String text, UTF8String other, int words) {
        PassageReader reader = new PassageReader(words);
        PassageText one = reader.read(text.getBytes());
        return one.isTooShort()
                ? null
                : (Double) new PassageReference(one).cover(reader.read(other.getBytes())).containment();
    }

    /** @hidden */
    public static int features(UTF8String scheme, UTF8String text) {
        Hasher hasher = scheme(scheme.toString()).newHasher();
        hasher.update(text.getBytes());
        return hasher.features();
    }

    static Scheme scheme(String id) {
        return Scheme.lookup(id).orElseThrow(() ->
                new IllegalArgumentException("the scheme \"" + id + "\": expected sm1, sd1, mh1 or mw1"));
    }

    /** @hidden */
    public static UTF8String truncate(UTF8String fingerprint, int bits) {
        return UTF8String.fromString(parse(fingerprint).truncate(bits).toString());
    }

    /** @hidden */
    public static int distance(UTF8String one, UTF8String other) {
        return parse(one).distance(parse(other));
    }

    /** @hidden */
    public static double similarity(UTF8String one, UTF8String other) {
        return parse(one).similarity(parse(other));
    }

    /** @hidden */
    public static ArrayData bands(UTF8String fingerprint, int count, int rows) {
        return new GenericArrayData(new Bands(count, rows).keys(parse(fingerprint)).toArray());
    }

    static Fingerprint parse(UTF8String string) {
        return parse(string.toString());
    }

    static Fingerprint parse(String string) {
        try {
            return Fingerprint.parse(string);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no fingerprint: \"" + string + "\": " + e.getMessage(), e);
        }
    }
}
