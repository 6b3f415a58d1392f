package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.Fingerprint;
import io.github.lsh_interop.fpcheck.Hasher;
import io.github.lsh_interop.fpcheck.Scheme;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * Prints what the fingerprint of a text of 1,000 octets costs: by the Java port alone, by the native expression, by
 * the same as a typed UDF, and in the stage of sketches; with the reading of the texts from Parquet, and without.
 * It is microseconds of processor time, the median of rounds in which all of them take turns. Usage, by
 * spark-submit with one core, as ports/spark/demo/bench.sh does it: CostsBenchmark [TEXTS], 20,000 unless told
 * otherwise.
 */
public final class CostsBenchmark {
    private static final String ALONE = "the Java port alone";
    private static final int OCTETS = 1000;
    private static final int WARMING = 4;
    private static final int ROUNDS = 9;

    private CostsBenchmark() {}

    /** Measures. */
    public static void main(String[] args) throws IOException {
        List<byte[]> texts = texts(args.length > 0 ? Integer.parseInt(args[0]) : 20_000);
        Path folder = Files.createTempDirectory("costs");
        try (SparkSession spark = SparkSession.builder().appName("costs").getOrCreate()) {
            String path = folder.resolve("texts").toString();
            List<String> strings = texts.stream().map(text -> new String(text, StandardCharsets.US_ASCII)).toList();
            spark.createDataset(strings, Encoders.STRING())
                    .toDF("text")
                    .selectExpr("monotonically_increasing_id() AS id", "text")
                    .coalesce(1)
                    .write()
                    .mode(SaveMode.Overwrite)
                    .parquet(path);
            spark.udf().register("typed", (UDF1<String, String>) CostsBenchmark::fingerprint, DataTypes.StringType);
            Dataset<Row> rows = spark.read().parquet(path);
            Tasks tasks = new Tasks();
            spark.sparkContext().addSparkListener(tasks);

            Map<String, LongSupplier> measured = new LinkedHashMap<>();
            measured.put(ALONE, () -> alone(texts, CostsBenchmark::fingerprint));
            Hasher hasher = Scheme.MH1.newHasher();
            measured.put("the Java port alone, sketches by one hasher", () -> alone(texts, text -> {
                hasher.reset();
                hasher.update(text);
                return hasher.fingerprint().orElse(null);
            }));
            measured.put("reading", () -> tasks.of(rows.selectExpr("octet_length(text)")));
            measured.put("reading, fpcheck_mh1", () -> tasks.of(rows.selectExpr("fpcheck_mh1(text)")));
            measured.put("reading, a typed UDF", () -> tasks.of(rows.selectExpr("typed(text)")));
            Dataset<Row> documents = Sketching.texts(rows, "id", "text", null);
            measured.put("reading, the stage of sketches",
                    () -> tasks.of(Sketching.ofTexts(documents, Settings.defaults(), false)));
            measured.put("reading, the stage of sketches and digests",
                    () -> tasks.of(Sketching.ofTexts(documents, Settings.defaults(), true)));
            print(texts.size(), measured);
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private static long alone(List<byte[]> texts, Function<byte[], Object> each) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (byte[] text : texts) {
            if (each.apply(text) == null) {
                throw new IllegalStateException("a text without features");
            }
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }

    private static void print(int texts, Map<String, LongSupplier> measured) {
        Map<String, List<Long>> times = new LinkedHashMap<>();
        for (int round = 0; round < WARMING + ROUNDS; round++) {
            for (Map.Entry<String, LongSupplier> one : measured.entrySet()) {
                long time = one.getValue().getAsLong();
                if (round >= WARMING) {
                    times.computeIfAbsent(one.getKey(), name -> new ArrayList<>()).add(time);
                }
            }
        }
        Map<String, Double> micros = new LinkedHashMap<>();
        times.forEach((name, all) ->
                micros.put(name, all.stream().sorted().skip(ROUNDS / 2).findFirst().orElseThrow() / 1e3 / texts));
        double alone = micros.get(ALONE);
        double reading = micros.get("reading");
        System.out.printf("%d texts of %d octets, microseconds a text%n", texts, OCTETS);
        System.out.printf("%8s  %7s  %12s  %7s%n", "in all", "to port", "less reading", "to port");
        micros.forEach((name, time) -> {
            boolean reads = name.startsWith("reading,");
            double less = reads ? time - reading : time;
            System.out.printf("%8.2f  %7.2f  %12.2f  %7.2f  %s%n", time, time / alone, less, less / alone, name);
        });
    }

    private static String fingerprint(byte[] text) {
        return Scheme.MH1.sum(text).map(Fingerprint::toString).orElse(null);
    }

    private static String fingerprint(String text) {
        return Scheme.MH1.sum(text).map(Fingerprint::toString).orElse(null);
    }

    private static List<byte[]> texts(int count) {
        Random random = new Random(1);
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < OCTETS) {
                for (int letters = 2 + random.nextInt(8); letters > 0; letters--) {
                    text.append((char) ('a' + random.nextInt(26)));
                }
                text.append(' ');
            }
            texts.add(text.substring(0, OCTETS).getBytes(StandardCharsets.US_ASCII));
        }
        return texts;
    }

    /** Sums the processor time of tasks. */
    private static final class Tasks extends SparkListener {
        private final AtomicLong nanos = new AtomicLong();
        private final AtomicLong ended = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            nanos.addAndGet(end.taskMetrics().executorCpuTime());
            ended.incrementAndGet();
        }

        /** How long all rows take, none of which is kept. Of a task one is told some time after it ends. */
        long of(Dataset<Row> rows) {
            long before = nanos.get();
            long tasks = ended.get();
            int partitions = rows.javaRDD().getNumPartitions();
            rows.write().format("noop").mode(SaveMode.Overwrite).save();
            while (ended.get() < tasks + partitions) {
                Thread.onSpinWait();
            }
            return nanos.get() - before;
        }
    }
}
