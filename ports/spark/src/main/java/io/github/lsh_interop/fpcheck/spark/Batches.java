package io.github.lsh_interop.fpcheck.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The tables of a {@link Corpus} as folders that grow by batches. A batch is there when its file is: a file of its
 * number, with what all fingerprints have in common.
 */
final class Batches {
    private static final String BATCH = "batch";

    /** Of each table the columns that no batch changes; an id has the type that the first batch gives it. */
    private static final Map<String, StructType> TABLES = Map.of(
            "documents",
                    new StructType()
                            .add("features", DataTypes.LongType)
                            .add("fingerprint", DataTypes.StringType)
                            .add("print", DataTypes.BinaryType)
                            .add("unreadable", DataTypes.BooleanType),
            "prints", new StructType().add("print", DataTypes.BinaryType).add("sketch", DataTypes.BinaryType),
            "bands", Candidates.BAND.add("print", DataTypes.BinaryType),
            "pairs", Meetings.PAIR,
            "hot", Candidates.BAND,
            "removed", new StructType(),
            "gone", new StructType().add("print", DataTypes.BinaryType));

    private final SparkSession spark;
    private final FileSystem files;
    private final Path directory;
    private final Settings settings;
    /** The last batch; 0 if there is none. */
    private long last;
    /** Of the fingerprints that are there. */
    private Common common;

    /**
     * What all batches have in common.
     *
     * @param bits of a slot
     * @param id the type of ids
     */
    record Common(int bits, String profile, DataType id) {}

    private Batches(SparkSession spark, FileSystem files, Path directory, Settings settings) {
        this.spark = spark;
        this.files = files;
        this.directory = directory;
        this.settings = settings;
    }

    static Batches create(SparkSession spark, String directory, Settings settings) {
        try {
            Path path = new Path(directory);
            FileSystem files = path.getFileSystem(spark.sessionState().newHadoopConf());
            if (files.exists(path) && files.listStatus(path).length > 0) {
                throw new IllegalArgumentException(directory + " is not empty: expected a folder for a new corpus");
            }
            write(files, settingsOf(path), settings.lines());
            return new Batches(spark, files, path, settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Batches open(SparkSession spark, String directory) {
        try {
            Path path = new Path(directory);
            FileSystem files = path.getFileSystem(spark.sessionState().newHadoopConf());
            Map<String, String> lines;
            try {
                lines = read(files, settingsOf(path));
            } catch (FileNotFoundException e) {
                throw new IllegalArgumentException(directory + " has no file \"settings\": expected a corpus", e);
            }
            Batches batches = new Batches(spark, files, path, Settings.ofLines(lines));
            if (files.exists(batches.path("batches"))) {
                for (FileStatus file : files.listStatus(batches.path("batches"))) {
                    String name = file.getPath().getName();
                    if (name.matches("[0-9]+")) {
                        batches.last = Math.max(batches.last, Long.parseLong(name));
                    }
                }
            }
            if (batches.last > 0) {
                Map<String, String> common = read(files, batches.path("batches/" + batches.last));
                batches.common = new Common(
                        Integer.parseInt(common.get("bits")), common.get("profile"), DataType.fromDDL(common.get("id")));
            }
            return batches;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path settingsOf(Path directory) {
        return new Path(directory, "settings");
    }

    private Path path(String name) {
        return new Path(directory, name);
    }

    private static void write(FileSystem files, Path path, Map<String, String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(lines).forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        try (OutputStream file = files.create(path, false)) {
            file.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Map<String, String> read(FileSystem files, Path path) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        try (FSDataInputStream file = files.open(path)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                int end = line.indexOf('=');
                if (end < 0) {
                    throw new IllegalArgumentException(path + ": \"" + line + "\": expected a name, \"=\" and a value");
                }
                lines.put(line.substring(0, end), line.substring(end + 1));
            }
        }
        return lines;
    }

    Settings settings() {
        return settings;
    }

    long last() {
        return last;
    }

    /** Null before the first batch. */
    Common common() {
        return common;
    }

    /** A table, with the batch of each row. */
    Dataset<Row> read(String table) {
        StructType schema = new StructType();
        if (table.equals("documents") || table.equals("removed")) {
            schema = schema.add("id", common == null ? DataTypes.StringType : common.id());
        }
        for (var field : TABLES.get(table).fields()) {
            schema = schema.add(field);
        }
        schema = schema.add(BATCH, DataTypes.LongType);
        try {
            if (last == 0 || !files.exists(path(table))) {
                return spark.createDataFrame(List.of(), schema);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return spark.read().schema(schema).parquet(path(table).toString())
                .where(functions.col(BATCH).leq(last));
    }

    /**
     * Writes the next batch, which is there when all of it is written.
     *
     * @param tables writes the rows of its tables
     * @throws IllegalStateException if another job writes
     */
    void append(Common now, Runnable tables) {
        Path writing = path("batches/writing");
        try {
            try {
                files.create(writing, false).close();
            } catch (FileAlreadyExistsException e) {
                throw new IllegalStateException(
                        writing + " is there: another job writes, or was killed: expected one job at a time. "
                                + "Delete this file if none writes",
                        e);
            }
            try {
                if (files.exists(path("batches/" + (last + 1)))) {
                    throw new IllegalStateException(directory + " has a batch " + (last + 1)
                            + " by now, of another job: expected to be opened anew");
                }
                clear();
                tables.run();
                end(now);
            } finally {
                files.delete(writing, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a batch that failed before there may be rows. */
    private void clear() throws IOException {
        for (String table : TABLES.keySet()) {
            for (String depth : List.of("", "*/")) {
                FileStatus[] left = files.globStatus(path(table + "/" + depth + BATCH + "=" + (last + 1)));
                for (FileStatus one : left == null ? new FileStatus[0] : left) {
                    files.delete(one.getPath(), true);
                }
            }
        }
    }

    /** Writes rows of the next batch. */
    void write(String table, Dataset<Row> rows) {
        Dataset<Row> all = rows.withColumn(BATCH, functions.lit(last + 1));
        var writer = table.equals("bands")
                ? all.repartition(functions.col("band")).write().partitionBy("band", BATCH)
                : all.write().partitionBy(BATCH);
        writer.mode(SaveMode.Append).parquet(path(table).toString());
    }

    /** From here on the next batch is the last. */
    private void end(Common now) throws IOException {
        write(
                files,
                path("batches/" + (last + 1)),
                Map.of("bits", Integer.toString(now.bits()), "profile", now.profile(), "id", now.id().sql()));
        last++;
        common = now;
    }
}
