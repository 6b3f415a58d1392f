package io.github.lsh_interop.fpcheck.spark;

import org.apache.spark.sql.SparkSession;

/** A session in this process, with the extensions as a user has them. */
final class Local {
    private Local() {}

    static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("fpcheck")
                .config("spark.sql.extensions", Extensions.class.getName())
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.adaptive.enabled", "false")
                // Queries of few rows take longer to compile than to run; FunctionsTest has both.
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.warehouse.dir", "target/warehouse")
                .getOrCreate();
    }
}
