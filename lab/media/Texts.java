import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.BodyContentHandler;

/**
 * Has Tika read files, as {@code tika-app -t} does, all in one machine. Each line of the input is a
 * file, a tab, and the file that its text goes to. Each line of the output is the file, a tab, the
 * processor time in nanoseconds, a tab, and the error, if there was one. With the argument
 * {@code warm} it reads all files once before, so that the time has no compiling in it.
 */
public final class Texts {
  private static final long SECONDS = 60;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final AutoDetectParser PARSER = new AutoDetectParser();

  private record Reading(String text, long nanoseconds, String error) {}

  private static Reading read(Path file) {
    BodyContentHandler text = new BodyContentHandler(-1);
    Metadata metadata = new Metadata();
    metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, file.getFileName().toString());
    ParseContext context = new ParseContext();
    context.set(Parser.class, PARSER);
    String error = "";
    long began = THREADS.getCurrentThreadCpuTime();
    try (InputStream in = org.apache.tika.io.TikaInputStream.get(file)) {
      PARSER.parse(in, text, metadata, context);
    } catch (Throwable e) {
      error = String.valueOf(e).replaceAll("\\s+", " ");
    }
    return new Reading(text.toString(), THREADS.getCurrentThreadCpuTime() - began, error);
  }

  private static ExecutorService thread() {
    return Executors.newSingleThreadExecutor(
        r -> {
          Thread t = new Thread(r);
          t.setDaemon(true);
          return t;
        });
  }

  public static void main(String[] args) throws Exception {
    List<String> lines = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line; (line = in.readLine()) != null; ) {
        lines.add(line);
      }
    }
    boolean warm = args.length > 0 && args[0].equals("warm");
    ExecutorService reader = thread();
    for (int pass = warm ? 0 : 1; pass < 2; pass++) {
      for (String line : lines) {
        String[] paths = line.split("\t");
        Future<Reading> future = reader.submit(() -> read(Path.of(paths[0])));
        Reading reading;
        try {
          reading = future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          reading = new Reading("", SECONDS * 1_000_000_000L, "longer than " + SECONDS + " s");
          reader.shutdownNow();
          reader = thread();
        } catch (ExecutionException e) {
          reading = new Reading("", 0, String.valueOf(e).replaceAll("\\s+", " "));
        }
        if (pass == 1) {
          Files.writeString(
              Path.of(paths[1]), new String(reading.text().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
          System.out.println(paths[0] + "\t" + reading.nanoseconds() + "\t" + reading.error());
        }
      }
    }
    System.exit(0);
  }
}
