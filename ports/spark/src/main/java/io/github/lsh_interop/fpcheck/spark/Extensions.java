package io.github.lsh_interop.fpcheck.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.Function1;
import scala.runtime.BoxedUnit;

/**
 * Registers the SQL functions with a session. Name it in the configuration:
 *
 * <pre>spark.sql.extensions=io.github.lsh_interop.fpcheck.spark.Extensions</pre>
 */
public final class Extensions implements Function1<SparkSessionExtensions, BoxedUnit> {
    /** Spark makes one. */
    public Extensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        for (Expressions function : Expressions.values()) {
            extensions.injectFunction(function.description());
        }
        return BoxedUnit.UNIT;
    }
}
