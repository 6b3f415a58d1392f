package io.github.lsh_interop.fpcheck;

import java.util.List;

/**
 * What each stage makes of a text, to be looked at: {@link Scheme#stages}.
 *
 * @param text the text (chapter 1)
 * @param identifiers the text without identifiers (chapter 2)
 * @param runs the runs, in order (chapter 3)
 * @param tokens the tokens, in order (chapter 4)
 * @param features the distinct features, in the order in which they first occur (chapter 5)
 * @param elements what is sketched, unsigned integers in ascending order (R5.6)
 */
public record Stages(
        String text,
        String identifiers,
        List<String> runs,
        List<String> tokens,
        List<Feature> features,
        List<Long> elements) {}
