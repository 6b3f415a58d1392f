package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.passages.PassageCover;
import io.github.lsh_interop.fpcheck.passages.PassageFinder;
import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageReference;
import io.github.lsh_interop.fpcheck.passages.PassageRow;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Passages and references (chapter 13a). The literal rows are those that the command prints with --csv. */
class PassagesTest {
    private static final SparkSession SPARK = Local.session();
    private static final StructType TEXTS = new StructType()
            .add("id", DataTypes.StringType)
            .add("text", DataTypes.StringType)
            .add("row", DataTypes.LongType);
    private static final String LAMP = "The lamp of the lighthouse burns from 7 in the evening until 6 in the morning.";

    private static final List<Row> CORPUS = List.of(
            row("a", LAMP),
            row("b", "He wrote: the LAMP of the light-\nhouse burns from 7 in\tthe evening, until 6 o'clock. The lamp of"
                    + " the lighthouse burns!"),
            row("c", "灯台の灯は夜七時から朝六時まで燃える。霧の日は鐘を鳴らす。"),
            row("d", "彼は書いた。灯台の\n灯は夜七時から朝六時まで消える。霧の日は鐘を"),
            row("e", "ไฟของประภาคารสว่างตั้งแต่เจ็ดโมงเย็น"),
            row("f", "เขาเขียนว่า ไฟของประภาคาร สว่างตั้งแต่แปดโมง"),
            row("g", "Маяк горит с 7 вечера до 6 утра каждый день."),
            row("h", "Сказано: маяк горит с 7 вечера до 8 утра каждый день, и маяк горит с 7."),
            row("i", "short text"),
            row("j", "The lamp of the lighthouse burns from 7 in the evening, but маяк горит с 7 вечера."),
            row("k", null));

    private static final List<Row> REFERENCES = List.of(
            row("q1", LAMP),
            row("q2", "灯台の灯は夜七時から朝六時まで燃える。"),
            row("q3", "маяк горит с 7 вечера"),
            row("q4", "too short"),
            row("q5", "Every evening the keeper climbs the stairs, trims the wick and lights the lamp of the lighthouse,"
                    + " which burns from 7 in the evening until the sun is up; then he sleeps."));

    private static Row row(String id, String text) {
        return RowFactory.create(id, text, 0L);
    }

    private static Dataset<Row> frame(List<Row> rows, int partitions) {
        return SPARK.createDataFrame(rows, TEXTS).repartition(partitions);
    }

    private static TreeSet<String> strings(Dataset<Row> rows) {
        TreeSet<String> strings = new TreeSet<>();
        rows.collectAsList().forEach(row -> assertTrue(strings.add(row.toString()), "twice: " + row));
        return strings;
    }

    private static TreeSet<String> set(String... rows) {
        return new TreeSet<>(Arrays.asList(rows));
    }

    @Test
    void passagesAreThoseOfTheCommand() {
        try (Passages found = Passages.ofTexts(frame(CORPUS, 3), "id", "text", null, 4)) {
            assertEquals(
                    set(
                            "[b,a,10,75,13.0,3]",
                            "[b,a,85,117,6.0,3]",
                            "[d,c,18,64,7.5,2]",
                            "[d,c,67,94,4.0,2]",
                            "[f,e,34,110,5.25,2]",
                            "[h,g,16,58,6.0,3]",
                            "[h,g,96,120,4.0,3]",
                            "[j,a,0,54,11.0,3]",
                            "[j,g,60,97,5.0,3]"),
                    strings(found.rows()));
            assertEquals(set("[i]", "[k]"), strings(found.tooShort()));
        }
    }

    private record Case(Criterion criterion, long leftOut, TreeSet<String> rows, String why) {}

    @Test
    void referencesAreThoseOfTheCommand() {
        Criterion defaults = Criterion.defaults();
        for (Case test : List.of(
                new Case(defaults, 0, set(
                        "[a,q1,1.0,16.0,0,77]", "[a,q5,0.375,7.0,0,60]", "[b,q5,0.375,7.0,10,73]", "[c,q2,1.0,9.0,0,54]",
                        "[g,q3,1.0,5.0,0,37]", "[h,q3,1.0,5.0,16,53]", "[j,q3,1.0,5.0,60,97]", "[j,q5,0.34375,6.0,0,54]"),
                        "short references wholly"),
                new Case(Criterion.anyWindow().withWords(5), 0, set(
                        "[a,q1,1.0,16.0,0,77]", "[a,q5,0.375,7.0,0,60]", "[b,q1,0.8125,13.0,10,75]", "[b,q5,0.375,7.0,10,73]",
                        "[c,q2,1.0,9.0,0,54]", "[d,q2,0.8333333333333334,7.5,18,64]", "[g,q3,1.0,5.0,0,37]",
                        "[h,q3,1.0,5.0,16,53]", "[j,q1,0.6875,11.0,0,54]", "[j,q3,1.0,5.0,60,97]", "[j,q5,0.34375,6.0,0,54]"),
                        "any window"),
                new Case(defaults.withCommon(2), 10, set("[a,q1,0.5,8.0,40,77]", "[c,q2,1.0,9.0,0,54]"),
                        "without common windows"))) {
            try (Decontamination found = Decontamination.of(
                    frame(REFERENCES, 2), "id", "text", frame(CORPUS, 3), "id", "text", test.criterion)) {
                assertEquals(test.rows, strings(found.rows().drop("containment")), test.why);
                assertEquals(set("[q4]"), strings(found.tooShort()), test.why);
                assertEquals(test.leftOut, found.leftOut(), test.why);
            }
        }
    }

    /** Texts of few words, which repeat themselves and each other. */
    private static List<Row> generate(Random random, int n) {
        String[] vocabulary = {"a ", "7 ", "b ", "日", "ก", "c ", "本 "};
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            StringBuilder text = new StringBuilder();
            int most = 2 + random.nextInt(vocabulary.length - 1);
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(vocabulary[random.nextInt(most)]);
            }
            rows.add(RowFactory.create("d" + i, text.toString(), (long) i / 2));
        }
        return rows;
    }

    private static PassageText read(PassageReader reader, Row row) {
        return reader.read(row.getString(1).getBytes(StandardCharsets.UTF_8));
    }

    private static double weight(PassageText text, int first, int end) {
        double weight = 0;
        for (int item = first; item < end; item++) {
            weight += text.weight(item);
        }
        return weight / PassageText.WEIGHT_OF_A_WORD;
    }

    /** What comes out is what the Java port finds, in whatever order and partitions the rows come. */
    @Test
    void rowsAreThoseOfThePort() {
        Random random = new Random(29);
        for (int words : new int[] {1, 3}) {
            List<Row> given = generate(random, 25);
            List<Row> ordered = new ArrayList<>(given);
            ordered.sort((one, other) -> Stream.of(
                            Long.compare(one.getLong(2), other.getLong(2)), one.getString(0).compareTo(other.getString(0)))
                    .filter(order -> order != 0)
                    .findFirst()
                    .orElse(0));
            PassageReader reader = new PassageReader(words);
            List<PassageText> texts = ordered.stream().map(row -> read(reader, row)).toList();
            PassageFinder finder = new PassageFinder(words);
            texts.forEach(finder::add);
            TreeSet<String> want = new TreeSet<>();
            for (PassageRow row : finder.rows()) {
                PassageText text = texts.get(row.text());
                want.add(RowFactory.create(
                                ordered.get(row.text()).get(0),
                                ordered.get(row.holder()).get(0),
                                text.from(row.first()),
                                text.to(row.end() - 1),
                                weight(text, row.first(), row.end()),
                                row.frequency())
                        .toString());
            }
            assertTrue(want.size() > 20, "few passages: " + want);
            Collections.shuffle(given, random);
            try (Passages found = Passages.ofTexts(frame(given, 4), "id", "text", "row", words)) {
                assertEquals(want, strings(found.rows()));
            }
            Criterion criterion = Criterion.defaults().withWords(words).withCover(.4).withWhole(4);
            TreeSet<String> covers = new TreeSet<>();
            for (int reference = 0; reference < 10; reference++) {
                if (texts.get(reference).isTooShort()) {
                    continue;
                }
                for (int document = 0; document < texts.size(); document++) {
                    PassageText text = texts.get(document);
                    PassageCover cover = new PassageReference(texts.get(reference)).cover(text);
                    if (cover.weight() < 16 ? cover.cover() == cover.weight() : cover.share() > .4) {
                        covers.add(RowFactory.create(
                                        ordered.get(document).get(0),
                                        ordered.get(reference).get(0),
                                        cover.share(),
                                        (double) cover.run() / PassageText.WEIGHT_OF_A_WORD,
                                        text.from(cover.first()),
                                        text.to(cover.end() - 1),
                                        cover.containment())
                                .toString());
                    }
                }
            }
            try (Decontamination found = Decontamination.of(
                    frame(ordered.subList(0, 10), 2), "id", "text", frame(given, 4), "id", "text", criterion)) {
                assertEquals(covers, strings(found.rows()));
            }
        }
    }

    @Test
    void mistakesAreNamed() {
        List<Row> twice = List.of(row("a", "one"), row("a", "two"));
        List<Row> none = List.of(row(null, "one"));
        for (List<Row> rows : List.of(twice, none)) {
            String why = rows == twice ? "two documents have one id: \"a\"" : "a document without an id: expected one for each";
            Exception e = assertThrows(IllegalArgumentException.class, () ->
                    Passages.ofTexts(frame(rows, 1), "id", "text", null, 4).close());
            assertEquals(why, e.getMessage());
            e = assertThrows(IllegalArgumentException.class, () -> Decontamination.of(
                    frame(rows, 1), "id", "text", frame(CORPUS, 1), "id", "text", Criterion.defaults()).close());
            assertEquals(why, e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> Passages.ofTexts(frame(CORPUS, 1), "id", "text", null, 33).close());
        Criterion defaults = Criterion.defaults();
        assertThrows(IllegalArgumentException.class, () -> defaults.withWords(0));
        assertThrows(IllegalArgumentException.class, () -> defaults.withCover(1));
        assertThrows(IllegalArgumentException.class, () -> defaults.withCover(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> defaults.withWhole(-1));
        assertThrows(IllegalArgumentException.class, () -> defaults.withCommon(0));
    }

    /** A reference whose windows are all left out is reported. */
    @Test
    void referencesNotLookedFor() {
        StructType texts = new StructType().add("id", DataTypes.StringType).add("text", DataTypes.StringType);
        Dataset<Row> references = SPARK.createDataFrame(
                List.of(RowFactory.create("q", "one two three four five six"), RowFactory.create("r", "seven eight nine ten")), texts);
        Dataset<Row> documents = SPARK.createDataFrame(
                List.of(
                        RowFactory.create("a", "one two three four five six"),
                        RowFactory.create("b", "and one two three four five six too")),
                texts);
        try (Decontamination found = Decontamination.of(
                references, "id", "text", documents, "id", "text", Criterion.defaults().withCommon(1))) {
            assertEquals(List.of(RowFactory.create("q")), found.notLookedFor().collectAsList());
            assertEquals(List.of(), found.tooShort().collectAsList());
        }
    }
}
