import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The driver's end of what protocol.go says. */
final class Protocol {
    private Protocol() {}

    static List<byte[]> read(String path) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(Path.of(path)));
        List<byte[]> documents = new ArrayList<>();
        while (file.hasRemaining()) {
            byte[] octets = new byte[file.getInt()];
            file.get(octets);
            documents.add(octets);
        }
        return documents;
    }

    static void serve(String version, String answer, List<byte[]> documents, Runnable run) throws IOException {
        long total = documents.stream().mapToLong(octets -> octets.length).sum();
        System.out.println("ready " + version + " " + answer);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null; ) {
            int times = Integer.parseInt(line.substring("run ".length()));
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) {
                run.run();
            }
            System.out.println((System.nanoTime() - start) + " " + times * total);
        }
    }
}
