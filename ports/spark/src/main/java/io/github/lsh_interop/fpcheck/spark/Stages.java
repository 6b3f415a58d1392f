package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.storage.StorageLevel;

/** Keeps the results of stages, so that none is worked out twice, and says how long each took. */
final class Stages implements AutoCloseable {
    private final String directory;
    private final List<NearDuplicates.Stage> done = new ArrayList<>();
    private final List<Dataset<Row>> persisted = new ArrayList<>();
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
            persisted.add(kept);
        } else {
            String path = directory + "/" + name.replaceAll("[^a-z0-9]+", "-");
            stage.write().mode(SaveMode.Overwrite).parquet(path);
            kept = stage.sparkSession().read().schema(stage.schema()).parquet(path);
        }
        rows = kept.count();
        done.add(new NearDuplicates.Stage(name, rows, (System.nanoTime() - start) / 1e9));
        return kept;
    }

    /** Has Spark keep what is used more than once, from its first use on. */
    Dataset<Row> reuse(Dataset<Row> rows) {
        Dataset<Row> kept = rows.persist(StorageLevel.MEMORY_AND_DISK());
        persisted.add(kept);
        return kept;
    }

    /** How many rows the stage had that was kept last. */
    long rows() {
        return rows;
    }

    /** Forgets a stage that no other needs. */
    void drop(Dataset<Row> kept) {
        if (persisted.remove(kept)) {
            kept.unpersist();
        }
    }

    List<NearDuplicates.Stage> done() {
        return Collections.unmodifiableList(done);
    }

    @Override
    public void close() {
        persisted.forEach(Dataset::unpersist);
        persisted.clear();
    }
}
