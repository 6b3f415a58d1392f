package io.github.lsh_interop.fpcheck.markup;

/** Puts pieces of text together: R11.8 and R11.9. */
final class Pieces {
    private final StringBuilder text = new StringBuilder();
    private boolean lineEnd;
    private boolean blank;
    private boolean joined;

    void callForLineEnd() {
        lineEnd = true;
    }

    void callForBlank() {
        blank = true;
    }

    /** Makes one word of the piece before and the piece after, whatever is called for between them. */
    void join() {
        joined = true;
    }

    /** How much has been written. */
    int length() {
        return text.length();
    }

    /** Takes characters; if preformatted, their line ends call for line ends. */
    void add(String characters, boolean preformatted) {
        int start = 0;
        for (int i = 0; i < characters.length(); i++) {
            switch (characters.charAt(i)) {
                case '\n', '\r' -> {
                    piece(characters, start, i);
                    start = i + 1;
                    lineEnd |= preformatted;
                    blank = true;
                }
                case '\t', '\f', ' ' -> {
                    piece(characters, start, i);
                    start = i + 1;
                    blank = true;
                }
                default -> {}
            }
        }
        piece(characters, start, characters.length());
    }

    private void piece(String characters, int start, int end) {
        if (start == end) {
            return;
        }
        if (!text.isEmpty() && !joined && (lineEnd || blank)) {
            text.append(lineEnd ? '\n' : ' ');
        }
        lineEnd = false;
        blank = false;
        joined = false;
        text.append(characters, start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
