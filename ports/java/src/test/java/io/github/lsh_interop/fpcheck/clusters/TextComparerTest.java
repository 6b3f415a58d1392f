package io.github.lsh_interop.fpcheck.clusters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What texts are compared by (R13.8 to R13.11); the vectors of stage texts test the rest. */
class TextComparerTest {
    private static final String LONG = "\u65e5\u0301".repeat(3000);

    private final TextComparer comparer = new TextComparer();

    private ComparedText compared(String text) {
        return comparer.compared(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void itemsHaveOperators() {
        byte[] text = "y = -x * 5; b".getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of("y", "=", "-", "x", "*", "5", "b"), TextComparer.items(text));
    }

    @Test
    void aTextLeavesNothingForTheNext() {
        ComparedText alone = new TextComparer().compared("a - b".getBytes(StandardCharsets.UTF_8));
        for (String before : List.of("", "x * - ", "x - 5", "!!!!!!!!!!!!!!!!!!", LONG, "\ufffd 7 ")) {
            compared(before);
            ComparedText text = compared("a - b");
            assertTrue(text.isSame(alone) && text.hasSameNumbers(alone), before);
            assertEquals(1, text.similarity(alone), before);
        }
    }

    @Test
    void elementsAndSketchAreThoseOfTheText() {
        assertTrue(compared("").sketch().isEmpty());
        ComparedText text = compared("a b c d");
        assertEquals(2, text.features());
        assertEquals(2, text.elements().length);
        assertEquals(128, text.sketch().orElseThrow().length);
        assertFalse(text.isSame(compared("a b * c d")));
        assertEquals(1.0 / 4, text.similarity(compared("b c d * e")));
    }
}
