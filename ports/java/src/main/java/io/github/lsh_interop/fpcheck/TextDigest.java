package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.internal.text.DigestPipeline;
import io.github.lsh_interop.fpcheck.internal.text.Items;
import io.github.lsh_interop.fpcheck.internal.text.OctetSink;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells whether two texts say the same: chapter 10a. They have the same digest if they have the same
 * words and numbers in the same order, however they are set.
 *
 * <p>Texts may come in pieces. The digest is the same wherever the pieces are cut, and memory does not
 * grow with the text (R9.2). The first call of {@link #digest} ends the text; after it only {@link
 * #reset} makes room for another.
 *
 * <p>A text without words, numbers and symbols has no digest. That is a result and no fault (R10.11),
 * so it is an empty {@link Optional} and no exception.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class TextDigest {
    /** The name of the definition, to be kept with each digest: those of different names do not compare. */
    public static final String NAME = "runs-1";

    private final MessageDigest hash = DigestPipeline.sha256();
    private final DigestPipeline pipeline = new DigestPipeline(new Items(hash::update));
    /** The digest, or nothing if there is none; null until the text ends. */
    private Optional<String> digest;

    /** Makes a digest of nothing yet. */
    public TextDigest() {}

    /**
     * The digest of a text in UTF-8.
     *
     * @param octets any octets
     * @return 64 hexadecimal digits, or nothing if the text has no items (R10.11)
     */
    public static Optional<String> sum(byte[] octets) {
        TextDigest text = new TextDigest();
        text.update(octets);
        return text.digest();
    }

    /**
     * The digest of a text, the same as of its UTF-8.
     *
     * @param text any text
     * @return 64 hexadecimal digits, or nothing if the text has no items (R10.11)
     */
    public static Optional<String> sum(CharSequence text) {
        return sum(Rules.octets(text));
    }

    /**
     * Shows what is hashed, all in memory: the words, numbers, symbols and signs of a text (R10.10).
     *
     * @param octets any octets
     * @return the items, in order, in a list that does not change
     */
    public static List<String> items(byte[] octets) {
        ByteArrayOutputStream items = new ByteArrayOutputStream();
        DigestPipeline pipeline = new DigestPipeline(new Items(items::write));
        pipeline.update(octets, 0, octets.length);
        pipeline.end();
        String joined = items.toString(StandardCharsets.UTF_8);
        return joined.isEmpty() ? List.of() : List.of(joined.split("\0"));
    }

    /**
     * Shows what is hashed, as {@link #items(byte[])} does.
     *
     * @param text any text
     * @return the items, in order, in a list that does not change
     */
    public static List<String> items(CharSequence text) {
        return items(Rules.octets(text));
    }

    /**
     * Takes the next octets of the text.
     *
     * @param octets the octets
     * @throws IllegalStateException if the text has ended
     */
    public void update(byte[] octets) {
        update(octets, 0, octets.length);
    }

    /**
     * Takes the next octets of the text.
     *
     * @param octets where the octets are
     * @param offset where they begin
     * @param length how many they are
     * @throws IllegalStateException if the text has ended
     * @throws IndexOutOfBoundsException if they are not all within the array
     */
    public void update(byte[] octets, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        if (digest != null) {
            throw new IllegalStateException("the text has ended");
        }
        pipeline.update(octets, offset, length);
    }

    /**
     * Takes the next octets of the text: those that remain in the buffer, which has none after.
     *
     * @param octets the octets
     * @throws IllegalStateException if the text has ended
     */
    public void update(ByteBuffer octets) {
        OctetSink.drain(octets, this::update);
    }

    /**
     * A stream that gives this digest what is written to it. To close it does nothing.
     *
     * @return the stream
     */
    public OutputStream outputStream() {
        return OctetSink.stream(this::update);
    }

    /**
     * Ends the text and makes its digest.
     *
     * @return 64 hexadecimal digits, or nothing if the text has no items (R10.11)
     */
    public Optional<String> digest() {
        if (digest == null) {
            pipeline.end();
            String digits = HexFormat.of().formatHex(hash.digest());
            digest = pipeline.hasItems() ? Optional.of(digits) : Optional.empty();
        }
        return digest;
    }

    /** Forgets the text, ended or not, to take another. */
    public void reset() {
        pipeline.end();
        pipeline.clear();
        hash.reset();
        digest = null;
    }
}
