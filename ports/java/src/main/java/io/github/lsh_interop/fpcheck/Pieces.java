package io.github.lsh_interop.fpcheck;

/** Puts pieces of text together: R11.8 and R11.9. */
final class Pieces {
    private final StringBuilder text = new StringBuilder();
    private boolean lineEnd;
    private boolean blank;

    void callForLineEnd() {
        lineEnd = true;
    }

    void callForBlank() {
        blank = true;
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
        if (!text.isEmpty() && (lineEnd || blank)) {
            text.append(lineEnd ? '\n' : ' ');
        }
        lineEnd = false;
        blank = false;
        text.append(characters, start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
