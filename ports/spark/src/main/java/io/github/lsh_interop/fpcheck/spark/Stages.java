package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.storage.StorageLevel;

/** Keeps the results of stages, so that none is worked out twice, and says how long each took. */
final class Stages implements AutoCloseable {
    private final String directory;
    private final List<NearDuplicates.Stage> done = new ArrayList<>();
    /** What Spark keeps, by what was given out for it. */
    private final Map<Dataset<Row>, Dataset<Row>> persisted = new IdentityHashMap<>();
    private long rows;

    /** Keeps them in a directory, or if that is null in the memory and on the disks of the cluster. */
    Stages(String directory) {
        this.directory = directory;
    }

    /** Works out a stage, and keeps it. */
    Dataset<Row> keep(String name, Dataset<Row> stage) {
        long start = System.nanoTime();
        Dataset<Row> kept;
        if (directory == null) {
            kept = stage.persist(StorageLevel.MEMORY_AND_DISK());
            persisted.put(kept, kept);
        } else {
            String path = directory + "/" + name.replaceAll("[^a-z0-9]+", "-");
            stage.write().mode(SaveMode.Overwrite).parquet(path);
            kept = stage.sparkSession().read().schema(stage.schema()).parquet(path);
        }
        rows = kept.count();
        done.add(new NearDuplicates.Stage(name, rows, (System.nanoTime() - start) / 1e9));
        return kept;
    }

    /**
     * Works out a stage, and keeps it, of a series in which each is made of the one before. The plan of each would
     * hold that of the one before twice, and soon fill the memory of the driver. So what is given out has no plan:
     * it is rows, which Spark knows how to make again if they are lost.
     */
    Dataset<Row> keepOfSeries(String name, Dataset<Row> stage) {
        Dataset<Row> kept = keep(name, stage);
        if (directory != null) {
            return kept;
        }
        Dataset<Row> rows = kept.sparkSession().createDataFrame(kept.javaRDD(), kept.schema());
        persisted.put(rows, persisted.remove(kept));
        return rows;
    }

    /** Has Spark keep what is used more than once, from its first use on. */
    Dataset<Row> reuse(Dataset<Row> rows) {
        Dataset<Row> kept = rows.persist(StorageLevel.MEMORY_AND_DISK());
        persisted.put(kept, kept);
        return kept;
    }

    /** How many rows the stage had that was kept last. */
    long rows() {
        return rows;
    }

    /** Forgets a stage that no other needs. */
    void drop(Dataset<Row> kept) {
        Dataset<Row> there = persisted.remove(kept);
        if (there != null) {
            there.unpersist();
        }
    }

    List<NearDuplicates.Stage> done() {
        return Collections.unmodifiableList(done);
    }

    @Override
    public void close() {
        persisted.values().forEach(Dataset::unpersist);
        persisted.clear();
    }
}
