import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.markup.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jsoup.Jsoup;

/** Measures what Java has to read pages of HTML: Pages SUBJECT FILE VERSION. See protocol.go. */
final class Pages {
    /** Keeps results alive. */
    static volatile Object kept;

    private Pages() {}

    public static void main(String[] args) throws Exception {
        List<byte[]> pages = Protocol.read(args[1]);
        switch (args[0]) {
            case "fpcheck":
                Protocol.serve("-", sm1(pages.get(0)), pages, () -> pages.forEach(page -> kept = sm1(page)));
                break;
            case "jsoup":
                long octets = pages.stream()
                        .mapToLong(page -> jsoup(page).getBytes(StandardCharsets.UTF_8).length)
                        .sum();
                Protocol.serve(args[2], "" + octets, pages, () -> pages.forEach(page -> kept = jsoup(page)));
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static String sm1(byte[] page) {
        return Scheme.SM1
                .sum(VisibleText.ofHtml(page).text().getBytes(StandardCharsets.UTF_8))
                .orElseThrow()
                .toString();
    }

    private static String jsoup(byte[] page) {
        try {
            // Without a charset it looks for the declared one, as we do.
            return Jsoup.parse(new ByteArrayInputStream(page), null, "").text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
