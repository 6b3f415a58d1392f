package io.github.lsh_interop.fpcheck.markup;

import java.util.function.UnaryOperator;

/** An element that is open, and what its vocabulary makes of it. */
final class XmlElement {
    /** What an element calls for before and after it. */
    enum Call {
        NOTHING,
        BLANK,
        LINE_END,
        /** That nothing be written there, whatever else is called for. */
        JOIN;

        void call(Pieces pieces) {
            switch (this) {
                case BLANK -> pieces.callForBlank();
                case LINE_END -> pieces.callForLineEnd();
                case JOIN -> pieces.join();
                default -> {}
            }
        }
    }

    /** The name as it is written. */
    final String name;

    final String localName;
    /** The element that this one is directly in, or null. */
    final XmlElement parent;

    private final UnaryOperator<String> attributes;
    Call around = Call.NOTHING;
    boolean leftOut;
    /** Whether character data is text here; this and the next hold for the elements within too. */
    boolean isText = true;

    boolean preformatted;
    /** Whether it has had an element directly in it that was not left out. */
    boolean hasElement;
    /** How much had been written when it began. */
    int written;

    XmlElement(String name, XmlElement parent, UnaryOperator<String> attributes) {
        this.name = name;
        this.localName = name.substring(name.lastIndexOf(':') + 1);
        this.parent = parent;
        this.attributes = attributes;
        if (parent != null) {
            leftOut = parent.leftOut;
            isText = parent.isText;
            preformatted = parent.preformatted;
        }
    }

    /** The value of an attribute, or an empty string if it has none. */
    String attribute(String name) {
        String value = attributes.apply(name);
        return value == null ? "" : value;
    }

    boolean hasAttribute(String name) {
        return attributes.apply(name) != null;
    }
}
