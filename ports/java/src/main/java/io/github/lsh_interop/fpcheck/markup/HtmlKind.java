package io.github.lsh_interop.fpcheck.markup;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What R11.4, R11.5, R11.7 and R11.8 make of the name of an element of HTML. */
enum HtmlKind {
    INLINE(false),
    BLOCK(true),
    PREFORMATTED(true),
    /** A block that is left out without the attribute {@code open}. */
    DIALOG(true),
    LEFT_OUT(false);

    private static final Map<String, HtmlKind> BY_NAME = new HashMap<>();
    private static final Set<String> OCR_LINES =
            Set.of("ocr_caption", "ocr_footer", "ocr_header", "ocr_line", "ocr_textfloat", "ocrx_line");

    static {
        LEFT_OUT.are("annotation annotation-xml applet area audio base basefont canvas datalist embed frame"
                + " frameset head iframe img input link meta meter noembed noframes noscript object param"
                + " progress rp rt rtc script select style svg template textarea title track video");
        BLOCK.are("address article aside blockquote body br button caption center col colgroup dd details"
                + " dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr"
                + " html legend li main menu nav ol p search section summary table tbody td tfoot th thead"
                + " tr ul");
        PREFORMATTED.are("pre listing plaintext xmp");
        DIALOG.are("dialog");
    }

    final boolean isBlock;

    HtmlKind(boolean isBlock) {
        this.isBlock = isBlock;
    }

    private void are(String names) {
        for (String name : names.split(" ")) {
            BY_NAME.put(name, this);
        }
    }

    static HtmlKind of(String localName) {
        return BY_NAME.getOrDefault(localName, INLINE);
    }

    boolean isLeftOut(boolean hidden, boolean open) {
        return hidden || this == LEFT_OUT || this == DIALOG && !open;
    }

    /** Whether an attribute {@code class} makes its element a line of hOCR (R11.10). */
    static boolean isOcrLine(String classes) {
        if (classes.contains("ocr")) { // few are split
            for (String name : classes.split("[\t\n\f\r ]+")) {
                if (OCR_LINES.contains(name)) {
                    return true;
                }
            }
        }
        return false;
    }
}
