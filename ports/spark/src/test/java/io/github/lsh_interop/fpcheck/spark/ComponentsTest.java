package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class ComponentsTest {
    private static final SparkSession SPARK = Local.session();
    private static final StructType LINK =
            new StructType().add("a", DataTypes.LongType).add("b", DataTypes.LongType);

    /** A chain, whose component takes most steps, among pairs, stars and cliques, which are settled before it. */
    @Test
    void componentsAreThoseOfUnionAndFind() {
        Random random = new Random(31);
        List<Long> names = new ArrayList<>();
        for (long node = 0; node < 400; node++) {
            names.add(node);
        }
        java.util.Collections.shuffle(names, random);
        List<Row> links = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            link(links, names, random, i, i + 1);
        }
        for (int i = 110; i < 400; i += 10) {
            int size = 1 + random.nextInt(9);
            boolean star = random.nextBoolean();
            for (int one = 0; one < size; one++) {
                for (int other = one + 1; other <= size && (!star || one == 0); other++) {
                    link(links, names, random, i + one, i + other);
                }
            }
        }
        links.add(links.get(0)); // a link may be said twice
        Map<Long, Long> want = new TreeMap<>();
        for (Row link : links) {
            want.put(link.getLong(0), link.getLong(0));
            want.put(link.getLong(1), link.getLong(1));
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (Row link : links) {
                long least = Math.min(want.get(link.getLong(0)), want.get(link.getLong(1)));
                changed |= want.put(link.getLong(0), least) != least | want.put(link.getLong(1), least) != least;
            }
        }
        for (long few : new long[] {0, 120, 1 << 20}) { // never, once most are settled, at once
            try (Stages stages = new Stages(null)) {
                Map<Long, Long> got = new TreeMap<>();
                List<Row> rows = Components.of(SPARK.createDataFrame(links, LINK), few, stages).collectAsList();
                rows.forEach(row -> got.put(row.getLong(0), row.getLong(1)));
                assertEquals(want, got, "few: " + few);
                assertEquals(got.size(), rows.size(), "few: " + few + ": a node has one row");
                assertTrue(stages.done().size() >= (few == 0 ? 15 : few == 120 ? 5 : 1), "few: " + few + ": " + stages.done());
            }
        }
    }

    private static void link(List<Row> links, List<Long> names, Random random, int one, int other) {
        boolean first = random.nextBoolean();
        links.add(RowFactory.create(names.get(first ? one : other), names.get(first ? other : one)));
    }
}
