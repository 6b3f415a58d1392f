package io.github.lsh_interop.fpcheck.spark;

import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.Function1;
import scala.None$;
import scala.Tuple3;
import scala.collection.Seq;
import scala.collection.immutable.$colon$colon;
import scala.collection.immutable.Nil$;
import scala.runtime.AbstractFunction1;

/**
 * The SQL functions, as expressions of Spark's own that call a static method of {@link Functions}: the
 * code that Spark generates for a query has the call in it, with Spark's own strings, which are octets of
 * UTF-8 as the port takes them. A UDF would make a String of each text and octets of that again.
 *
 * <p>Classes of Scala 2.12 and 2.13 differ in what a sequence is. So that one jar serves both, nothing here
 * has one in the signature of a method that is called, and an expression is made by reflection.
 */
enum Expressions {
    FPCHECK_SM1("sm1", DataTypes.StringType, "text", "The fingerprint sm1 of a text; NULL if it has no features.",
            DataTypes.StringType),
    FPCHECK_SD1("sd1", DataTypes.StringType, "text", "The fingerprint sd1 of a text; NULL if it has no features.",
            DataTypes.StringType),
    FPCHECK_MH1("mh1", DataTypes.StringType, "text", "The fingerprint mh1 of a text; NULL if it has no features.",
            DataTypes.StringType),
    FPCHECK_MW1("mw1", DataTypes.StringType, "text", "The fingerprint mw1 of a text; NULL if it has no features.",
            DataTypes.StringType),
    FPCHECK_SM1_HTML("sm1Html", DataTypes.StringType, "octets[, charset]",
            "The fingerprint sm1 of the visible text of a page.", DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_SD1_HTML("sd1Html", DataTypes.StringType, "octets[, charset]",
            "The fingerprint sd1 of the visible text of a page.", DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_MH1_HTML("mh1Html", DataTypes.StringType, "octets[, charset]",
            "The fingerprint mh1 of the visible text of a page.", DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_MW1_HTML("mw1Html", DataTypes.StringType, "octets[, charset]",
            "The fingerprint mw1 of the visible text of a page.", DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_HTML_TEXT("htmlText", DataTypes.StringType, "octets[, charset]",
            "The visible text of a page of HTML; NULL if it nests too many elements.",
            DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_XML_TEXT("xmlText", DataTypes.StringType, "octets[, charset]",
            "The visible text of an XML document; NULL if it is not well-formed.",
            DataTypes.BinaryType, DataTypes.StringType),
    FPCHECK_DIGEST("digest", DataTypes.StringType, "text",
            "The text digest of a text, the same of texts that say the same; NULL if it says nothing.",
            DataTypes.StringType),
    FPCHECK_CONTAINMENT("containment", DataTypes.DoubleType, "text, other, words",
            "The share of a text whose windows of this length in words another text has; NULL if it is too short.",
            DataTypes.StringType, DataTypes.StringType, DataTypes.IntegerType),
    FPCHECK_FEATURES("features", DataTypes.IntegerType, "scheme, text",
            "How many features a text has in a scheme.", DataTypes.StringType, DataTypes.StringType),
    FPCHECK_TRUNCATE("truncate", DataTypes.StringType, "fingerprint, bits",
            "A MinHash of so many bits a slot: 8, 4, 2 or 1.", DataTypes.StringType, DataTypes.IntegerType),
    FPCHECK_DISTANCE("distance", DataTypes.IntegerType, "fingerprint, fingerprint",
            "In how many bits, or slots, two fingerprints differ.", DataTypes.StringType, DataTypes.StringType),
    FPCHECK_SIMILARITY("similarity", DataTypes.DoubleType, "fingerprint, fingerprint",
            "How similar two fingerprints are, 0 to 1.", DataTypes.StringType, DataTypes.StringType),
    FPCHECK_BANDS("bands", DataTypes.createArrayType(DataTypes.BinaryType), "fingerprint, count, rows",
            "The keys of so many bands of so many rows of a MinHash, that of band 0 first.",
            DataTypes.StringType, DataTypes.IntegerType, DataTypes.IntegerType);

    /** Of the parameters, the charset can be left out, and is NULL where it is not known. */
    private static final String OPTIONAL = "[, charset]";

    private final String method;
    private final DataType result;
    private final String arguments;
    private final String usage;
    private final List<DataType> parameters;

    Expressions(String method, DataType result, String arguments, String usage, DataType... parameters) {
        this.method = method;
        this.result = result;
        this.arguments = arguments;
        this.usage = usage;
        this.parameters = List.of(parameters);
    }

    /** The name in SQL. */
    String sql() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What {@code injectFunction} takes. */
    Tuple3<FunctionIdentifier, ExpressionInfo, Function1<Seq<Expression>, Expression>> description() {
        String form = sql() + "(" + arguments + ")";
        ExpressionInfo info = new ExpressionInfo(
                Functions.class.getName(), null, sql(), form + " - " + usage, "", "", "", "misc_funcs", "", "", "scala_udf");
        return new Tuple3<>(new FunctionIdentifier(sql()), info, new AbstractFunction1<>() {
            @Override
            public Expression apply(Seq<Expression> given) {
                return of(given, form);
            }
        });
    }

    private boolean hasOptional() {
        return arguments.endsWith(OPTIONAL);
    }

    private Expression of(Seq<Expression> given, String form) {
        int size = given.size();
        for (int i = 0; i < size; i++) {
            if (given.apply(i) instanceof NamedArgumentExpression) {
                throw sneaky(QueryCompilationErrors.namedArgumentsNotSupported(sql()));
            }
        }
        if (size > parameters.size() || size < parameters.size() - (hasOptional() ? 1 : 0)) {
            throw new IllegalArgumentException(size + " arguments: expected " + form);
        }
        Object types = Nil$.MODULE$;
        for (int i = size - 1; i >= 0; i--) {
            types = cons(parameters.get(i), types);
        }
        // A NULL among the arguments makes NULL of the result, but for that of the charset.
        Object[] all = {
            Functions.class, result, method, given, types, !hasOptional(), true, true, None$.MODULE$
        };
        // Spark 3.5 and 4 have the same parameters; those that may be added have defaults, which Java has not.
        Constructor<?> constructor = Arrays.stream(StaticInvoke.class.getConstructors())
                .max(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow();
        try {
            return (Expression) constructor.newInstance(Arrays.copyOf(all, constructor.getParameterCount()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Spark makes a StaticInvoke of other parts: " + constructor, e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object cons(Object head, Object tail) {
        return new $colon$colon(head, (scala.collection.immutable.List) tail);
    }

    /** Throws an exception of Spark, which no signature declares. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
        throw (E) e;
    }
}
