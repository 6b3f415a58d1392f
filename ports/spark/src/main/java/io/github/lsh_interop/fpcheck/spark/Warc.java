package io.github.lsh_interop.fpcheck.spark;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads web archives. */
public final class Warc {
    private Warc() {}

    /**
     * The records of web archives. A compressed file is read by as many tasks as it has blocks.
     *
     * @param session the session
     * @param paths files, or folders and patterns of them, with commas between
     * @return rows of {@code type}, {@code uri}, {@code date} and {@code record_id}, as the record has them; {@code
     *     status}, {@code media_type}, {@code charset} and {@code octets} of the HTTP response in it, whose codings
     *     are undone, or of the record itself; and {@code error}, which says what could not be read
     */
    public static Dataset<Row> read(SparkSession session, String paths) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        JavaRDD<Row> rows = context.newAPIHadoopFile(
                        paths, Format.class, LongWritable.class, WarcInput.Entry.class,
                        new Configuration(context.hadoopConfiguration()))
                .map(pair -> WarcRecord.row(pair._2));
        return session.createDataFrame(rows, WarcRecord.ROW);
    }

    /** Web archives as Hadoop divides them. */
    public static final class Format extends FileInputFormat<LongWritable, WarcInput.Entry> {
        /** Hadoop makes one. */
        public Format() {}

        @Override
        protected boolean isSplitable(JobContext context, Path file) {
            return isCompressed(file);
        }

        @Override
        public RecordReader<LongWritable, WarcInput.Entry> createRecordReader(InputSplit split, TaskAttemptContext context) {
            return new Reader();
        }
    }

    private static boolean isCompressed(Path file) {
        return file.getName().endsWith(".gz");
    }

    static final class Reader extends RecordReader<LongWritable, WarcInput.Entry> {
        private WarcInput input;
        private long start;
        private long length;
        private LongWritable key;
        private WarcInput.Entry value;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            FileSplit part = (FileSplit) split;
            Path path = part.getPath();
            start = part.getStart();
            length = part.getLength();
            input = new WarcInput(
                    path.getFileSystem(context.getConfiguration()).open(path), start, start + length, isCompressed(path));
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            key = new LongWritable(input.position());
            value = input.next();
            return value != null;
        }

        @Override
        public LongWritable getCurrentKey() {
            return key;
        }

        @Override
        public WarcInput.Entry getCurrentValue() {
            return value;
        }

        @Override
        public float getProgress() {
            return length == 0 ? 1 : Math.min(1, (input.position() - start) / (float) length);
        }

        @Override
        public void close() throws IOException {
            if (input != null) {
                input.close();
            }
        }
    }
}
