package io.github.lsh_interop.fpcheck.passages;

/**
 * A passage of a text that also stands in another (R13.18).
 *
 * @param holder the first text that has the windows of the passage, counted from 0
 * @param text the text that the passage is in, counted from 0
 * @param first the first item in that text, counted from 0
 * @param end the item after the last one
 * @param frequency the number of texts that have the window that most texts have
 */
public record PassageRow(int holder, int text, int first, int end, int frequency) {}
