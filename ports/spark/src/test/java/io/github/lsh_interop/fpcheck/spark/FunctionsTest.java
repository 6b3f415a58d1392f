package io.github.lsh_interop.fpcheck.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.TextDigest;
import io.github.lsh_interop.fpcheck.markup.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class FunctionsTest {
    private static final SparkSession SPARK = Local.session();
    private static final String FOX = "The quick brown fox jumps over the lazy dog.";

    private static Object of(String expression) {
        return SPARK.sql("SELECT " + expression).first().get(0);
    }

    private record Case(String expression, Object want, String why) {}

    @Test
    void functionsInSql() {
        String fox = Scheme.SM1.sum(FOX).orElseThrow().toString();
        byte[] page = "<meta charset=koi8-r><p>b<b>ol</b>d<p hidden>x".getBytes(StandardCharsets.US_ASCII);
        String bold = VisibleText.ofHtml(page).text();
        List<Case> tests = List.of(
                new Case("fpcheck_sm1('" + FOX + "')", fox, "the text of the README"),
                new Case("fpcheck_sd1('" + FOX + "')", Scheme.SD1.sum(FOX).orElseThrow().toString(), "each scheme"),
                new Case("fpcheck_mh1('" + FOX + "')", Scheme.MH1.sum(FOX).orElseThrow().toString(), "each scheme"),
                new Case("fpcheck_mw1('" + FOX + "')", Scheme.MW1.sum(FOX).orElseThrow().toString(), "each scheme"),
                new Case("fpcheck_sm1('1984')", null, "a text without features has no fingerprint"),
                new Case("fpcheck_sm1('')", null, "nor has an empty one"),
                new Case("fpcheck_sm1(NULL)", null, "nor has none"),
                new Case("fpcheck_sm1(1984)", null, "a number is a text like another"),
                new Case("fpcheck_sm1(X'ff6f6e65ff')", Scheme.SM1.sum(new byte[] {-1, 'o', 'n', 'e', -1})
                        .orElseThrow().toString(), "octets that are not UTF-8"),
                new Case("fpcheck_html_text('<p>a<p hidden>b')", "a", "a string is octets of UTF-8"),
                new Case("fpcheck_html_text(X'e4', 'windows-1251')", "\u0434", "the charset of the transport"),
                new Case("fpcheck_html_text(X'e4', NULL)", "\u00e4", "which need not be known"),
                new Case("fpcheck_html_text(X'e4', 'no-charset')", "\u00e4", "or may be nonsense"),
                new Case("fpcheck_html_text(NULL, 'utf-8')", null, "no page"),
                new Case("fpcheck_html_text(repeat('<div>', 600))", null, "too deep a page ends no job"),
                new Case("fpcheck_xml_text('<r>a<b>c</b></r>')", "a\nc", "XML"),
                new Case("fpcheck_xml_text('<r>a<b></r>')", null, "XML that is refused ends no job"),
                new Case("fpcheck_digest('" + FOX + "') = fpcheck_digest(' " + FOX + "\n')", true, "what says the same"),
                new Case("fpcheck_digest('" + FOX + "')", TextDigest.sum(FOX).orElseThrow(), "a text digest"),
                new Case("fpcheck_digest(' ')", null, "what says nothing"),
                new Case("fpcheck_containment('a b c d', 'x a b c', 2)", .75, "three of four words (R13.21)"),
                new Case("fpcheck_containment('a', 'a', 2)", null, "what is too short is no part of another"),
                new Case("fpcheck_containment('a b', '', 2)", 0.0, "an empty text has nothing"),
                new Case("fpcheck_features('mh1', 'one two three four')", 2, "shingles of three"),
                new Case("fpcheck_distance('" + fox + "', '" + fox.toUpperCase() + "')", 0, "capitals are small letters"),
                new Case("fpcheck_distance(fpcheck_sm1('" + FOX + "'), fpcheck_sm1('The quick brown fox jumped over"
                        + " the lazy dog.'))", 7, "as the README of the Java port has it"),
                new Case("fpcheck_similarity(fpcheck_mh1('a b c d'), fpcheck_mh1('a b c d'))", 1.0, "the same"),
                new Case("fpcheck_distance('" + fox + "', NULL)", null, "nothing to compare with"),
                new Case("fpcheck_truncate(fpcheck_mh1('" + FOX + "'), 2)",
                        Scheme.MH1.sum(FOX).orElseThrow().truncate(2).toString(), "fewer bits"));
        List<Case> all = new ArrayList<>(tests);
        all.add(new Case("hex(fpcheck_bands(fpcheck_mh1('" + FOX + "'), 3, 4)[2])",
                HexFormat.of().withUpperCase().formatHex(Scheme.MH1.sum(FOX).orElseThrow().sketch(), 8, 12), "R13.3"));
        for (Scheme scheme : Scheme.values()) {
            all.add(new Case("fpcheck_" + scheme + "_html('" + new String(page, StandardCharsets.US_ASCII) + "')",
                    scheme.sum(bold).orElseThrow().toString(), "the visible text"));
        }
        String select = all.stream().map(Case::expression).collect(Collectors.joining(", "));
        Row row = SPARK.sql("SELECT " + select).first();
        for (int i = 0; i < all.size(); i++) {
            assertEquals(all.get(i).want, row.get(i), all.get(i).expression + ": " + all.get(i).why);
        }
    }

    @Test
    void mistakesAreNamed() {
        for (Case test : List.of(
                new Case("fpcheck_sm1('a', 'b')", "expected fpcheck_sm1(text)", "too many arguments"),
                new Case("fpcheck_html_text()", "expected fpcheck_html_text(octets[, charset])", "too few"),
                new Case("fpcheck_distance('sm1:x', 'sm1:y')", "no fingerprint: \"sm1:x\"", "malformed"),
                new Case("fpcheck_features('sm9', 'a')", "the scheme \"sm9\"", "no scheme"),
                new Case("fpcheck_distance(fpcheck_sm1('a'), fpcheck_sd1('a'))", "not comparable", "two schemes"))) {
            Exception e = assertThrows(Exception.class, () -> of(test.expression), test.why);
            String all = "";
            for (Throwable t = e; t != null; t = t.getCause()) {
                all += t.getMessage() + "\n";
            }
            assertTrue(all.contains((String) test.want), test.expression + ": " + all);
        }
    }

    /** The same call in code that Spark generates and without it, over many rows. */
    @Test
    void generatedAndInterpreted() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(RowFactory.create(i % 10 == 0 ? null : FOX + " " + "\u65e5\u672c\u8a9e".repeat(i % 7) + i + " words"));
        }
        StructType schema = new StructType().add("text", DataTypes.StringType);
        for (String codegen : List.of("true", "false")) {
            SPARK.conf().set("spark.sql.codegen.wholeStage", codegen);
            SPARK.conf().set("spark.sql.codegen.factoryMode", codegen.equals("true") ? "CODEGEN_ONLY" : "NO_CODEGEN");
            Dataset<Row> texts = SPARK.createDataFrame(rows, schema).repartition(3);
            for (Row row : texts.selectExpr("text", "fpcheck_mh1(text)", "fpcheck_mh1_html(text)").collectAsList()) {
                String want = row.isNullAt(0) ? null : Scheme.MH1.sum(row.getString(0)).orElseThrow().toString();
                assertEquals(want, row.getString(1));
                assertEquals(want, row.getString(2));
            }
        }
        SPARK.conf().set("spark.sql.codegen.wholeStage", "false");
        SPARK.conf().unset("spark.sql.codegen.factoryMode");
    }

    @Test
    void functionsAreDescribed() {
        List<Row> lines = SPARK.sql("DESCRIBE FUNCTION fpcheck_mh1_html").collectAsList();
        assertFalse(lines.isEmpty());
        assertTrue(lines.toString().contains("fpcheck_mh1_html(octets[, charset])"), lines.toString());
    }
}
