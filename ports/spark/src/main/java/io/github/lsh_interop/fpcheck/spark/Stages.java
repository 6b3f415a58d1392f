package io.github.lsh_interop.fpcheck.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.storage.StorageLevel;

/** Keeps the results of stages, so that none is worked out twice, and says how long each took. */
final class Stages implements AutoCloseable {
    private final String directory;
    private final List<NearDuplicates.Stage> done = new ArrayList<>();
    /** How Spark is to forget what it keeps. */
    private final Map<Dataset<Row>, Runnable> persisted = new IdentityHashMap<>();
    private long rows;

    /** Keeps them in a directory, or if that is null in the memory and on the disks of the cluster. */
    Stages(String directory) {
        this.directory = directory;
    }

    /** Works out a stage, and keeps it. */
    Dataset<Row> keep(String name, Dataset<Row> stage) {
        long start = System.nanoTime();
        Dataset<Row> kept = directory != null ? written(name, stage) : reuse(stage);
        end(name, start, kept.count());
        return kept;
    }

    /**
     * Works out a stage, and keeps it. What is given out are rows without its plan. Otherwise the plans of later
     * stages would hold it many times, and Spark describes all of a plan at each step of a query.
     */
    Dataset<Row> keepWithoutPlan(String name, Dataset<Row> stage) {
        Dataset<Row> kept = keep(name, stage);
        if (directory != null) {
            return kept;
        }
        Dataset<Row> rows = stage.sparkSession().createDataFrame(kept.javaRDD(), kept.schema());
        persisted.put(rows, persisted.remove(kept));
        return rows;
    }

    /**
     * Works out a stage of numbers, and keeps it, of a series in which each is made of the one before. The plan of each would
     * hold that of the one before twice, and soon fill the memory of the driver, and tasks would hold what Spark
     * knows of all of them. So what is given out are rows without a plan.
     */
    Dataset<Row> keepOfSeries(String name, Dataset<Row> stage) {
        if (directory != null) {
            return keep(name, stage);
        }
        long start = System.nanoTime();
        int columns = stage.columns().length;
        JavaRDD<long[]> kept = Packed.of(stage).persist(StorageLevel.MEMORY_AND_DISK());
        Dataset<Row> rows = stage.sparkSession().createDataFrame(Packed.rows(kept, columns), stage.schema());
        persisted.put(rows, kept::unpersist);
        end(name, start, rows.count());
        return rows;
    }

    private Dataset<Row> written(String name, Dataset<Row> stage) {
        String path = directory + "/" + name.replaceAll("[^a-z0-9]+", "-");
        stage.write().mode(SaveMode.Overwrite).parquet(path);
        return stage.sparkSession().read().schema(stage.schema()).parquet(path);
    }

    private void end(String name, long start, long count) {
        rows = count;
        done.add(new NearDuplicates.Stage(name, rows, (System.nanoTime() - start) / 1e9));
    }

    /** Has Spark keep what is used more than once, from its first use on. */
    Dataset<Row> reuse(Dataset<Row> rows) {
        Dataset<Row> kept = rows.persist(StorageLevel.MEMORY_AND_DISK());
        persisted.put(kept, kept::unpersist);
        return kept;
    }

    /** How many rows the stage had that was kept last. */
    long rows() {
        return rows;
    }

    /** Forgets a stage that no other needs. */
    void drop(Dataset<Row> kept) {
        Runnable forget = persisted.remove(kept);
        if (forget != null) {
            forget.run();
        }
    }

    List<NearDuplicates.Stage> done() {
        return Collections.unmodifiableList(done);
    }

    @Override
    public void close() {
        persisted.values().forEach(Runnable::run);
        persisted.clear();
    }
}
