package io.github.lsh_interop.fpcheck;

/**
 * A feature of a text (chapter 5).
 *
 * @param text the feature; its UTF-8 is what is hashed
 * @param hash the hash of the UTF-8, an unsigned integer of 64 bits (chapter 6)
 * @param weight the weight (R5.2, R5.4); in {@code mw1} how often it occurs, up to 1,024 (R5.6)
 */
public record Feature(String text, long hash, int weight) {}
