package io.github.lsh_interop.fpcheck.spark;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Connected components, each named by its least node. */
final class Components {
    private static final StructType EDGE =
            new StructType().add("node", DataTypes.LongType).add("least", DataTypes.LongType);

    private static final String[] LEAST = {"least"};

    private Components() {}

    /**
     * The component of each node that has a link.
     *
     * @param links rows of (a, b), of different nodes from 0 on
     * @param few so many links, 16 octets each, one task joins by itself
     * @return rows of (node, least)
     */
    static Dataset<Row> of(Dataset<Row> links, long few, Stages stages) {
        Dataset<Row> edges = links.select(
                org.apache.spark.sql.functions.greatest(col("a"), col("b")).as("node"),
                org.apache.spark.sql.functions.least(col("a"), col("b")).as("least"));
        Dataset<Row> settled = links.sparkSession().createDataFrame(List.of(), EDGE);
        List<Dataset<Row>> before = List.of();
        for (int step = 1; ; step++) {
            edges = stages.keepOfSeries("components " + step, edges);
            before.forEach(stages::drop);
            if (stages.rows() <= few) {
                return settled.union(edges.repartition(1).mapPartitions(new Union(), Encoders.row(EDGE)));
            }
            Dataset<Row> both = edges.union(edges.select(col("least").as("node"), col("node").as("least")));
            Dataset<Row> large = stages.keepOfSeries("components " + step + ", large star", star(both, true));
            Dataset<Row> rest = large.where(col("node").notEqual(Stars.UNSETTLED));
            before = List.of(edges, large);
            if (step > 1) { // before, few are stars
                Dataset<Row> unsettled = stages.keepOfSeries(
                        "components " + step + ", unsettled",
                        large.where(col("node").equalTo(Stars.UNSETTLED)).select("least").distinct());
                long count = stages.rows();
                Dataset<Row> stars = stages.keepOfSeries(
                        "components " + step + ", settled", rest.join(unsettled, LEAST, "left_anti").select("node", "least"));
                settled = settled.union(stars).union(stars.select(col("least").as("node"), col("least")).distinct());
                if (count == 0) {
                    return settled;
                }
                before = List.of(edges, large, unsettled);
                rest = rest.join(unsettled, LEAST, "left_semi").select("node", "least");
            }
            edges = star(rest, false);
        }
    }

    private static Dataset<Row> star(Dataset<Row> edges, boolean large) {
        return edges.repartition(col("node"))
                .sortWithinPartitions("node", "least")
                .mapPartitions(new Stars(large), Encoders.row(EDGE));
    }

    /** What one task does: union and find. */
    private record Union() implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> edges) {
            Map<Long, Long> above = new HashMap<>();
            while (edges.hasNext()) {
                Row edge = edges.next();
                long one = find(above, edge.getLong(0));
                long other = find(above, edge.getLong(1));
                above.put(Math.max(one, other), Math.min(one, other));
            }
            List<Row> rows = new ArrayList<>(above.size());
            for (long node : above.keySet()) {
                rows.add(RowFactory.create(node, find(above, node)));
            }
            return rows.iterator();
        }

        /** The least node that is known of a component; on the way, what is asked again is nearer to it. */
        private static long find(Map<Long, Long> above, long node) {
            Long next = above.putIfAbsent(node, node);
            while (next != null && next != node) {
                long nextButOne = above.get(next);
                above.replace(node, nextButOne);
                node = nextButOne;
                next = above.get(node);
            }
            return node;
        }
    }
}
