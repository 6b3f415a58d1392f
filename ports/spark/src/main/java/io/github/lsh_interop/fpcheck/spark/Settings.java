package io.github.lsh_interop.fpcheck.spark;

import io.github.lsh_interop.fpcheck.Minima;
import io.github.lsh_interop.fpcheck.Scheme;
import io.github.lsh_interop.fpcheck.clusters.Bands;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * What counts as near, with the names and the defaults of the flags of {@code fpcheck dedupe}. Immutable:
 * each {@code with} makes another.
 *
 * @param scheme the scheme; {@code mh1} unless another is wanted
 * @param minSimilarity documents are near from this similarity on; null for the scheme's advice
 * @param maxDistance documents are near if their fingerprints differ in at most so many bits or slots; null if
 *     only the similarity counts
 * @param floor the least similarity to the document that is kept; null for that at which documents are near
 * @param recall of MinHash, the share of the pairs that are just near that bands are to find
 * @param most in a bucket of more documents only some are compared (R13.4); 64, as {@code dedupe} does for 31,250
 *     documents or more
 * @param exact whether texts are compared and not only fingerprints; null for what {@code dedupe} does: texts, if
 *     there are any, for a MinHash without {@code maxDistance}
 * @param ignoreNumbers whether texts are compared by their words only, as fingerprints are; by default their
 *     numbers, signs and operators count too (R13.8), where {@code mh1} is the scheme and no {@code maxDistance} is set
 * @param directory where results of stages are kept as Parquet, such as a folder in HDFS; null to have Spark
 *     persist them
 */
public record Settings(
        Scheme scheme,
        Double minSimilarity,
        Integer maxDistance,
        Double floor,
        double recall,
        int most,
        Boolean exact,
        boolean ignoreNumbers,
        String directory)
        implements Serializable {
    /** So many standard errors a MinHash may lie below a resemblance, so that texts are compared. */
    private static final int ERRORS = 8;

    /**
     * Makes settings.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Settings {
        share("minSimilarity", minSimilarity);
        share("floor", floor);
        share("recall", recall);
        moreThanNone("minSimilarity", minSimilarity);
        moreThanNone("recall", recall);
        if (most < 1) {
            throw new IllegalArgumentException("most is " + most + ": expected 1 or more");
        }
        int largest = scheme.isMinHash() ? Minima.SLOTS : Long.SIZE;
        if (maxDistance != null && (maxDistance < 0 || maxDistance > largest)) {
            throw new IllegalArgumentException("maxDistance is " + maxDistance + ": expected 0 to " + largest);
        }
    }

    /**
     * The defaults of {@code fpcheck dedupe}.
     *
     * @return the settings
     */
    public static Settings defaults() {
        return new Settings(Scheme.MH1, null, null, null, .9995, 64, null, false, null);
    }

    private static void moreThanNone(String name, Double value) {
        if (value != null && value == 0) {
            throw new IllegalArgumentException(name + " is 0: expected more than 0, and at most 1");
        }
    }

    /** Checks what the settings say together, which depends on the order of the {@code with} before. */
    void requireOneMeasure() {
        if (minSimilarity != null && maxDistance != null && !comparesTexts()) {
            throw new IllegalArgumentException("maxDistance, minSimilarity: expected one of them, or exact too");
        }
    }

    private static void share(String name, Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is " + value + ": expected 0 to 1");
        }
    }

    /** The same with another scheme: {@code mh1}, {@code mw1}, {@code sm1} or {@code sd1}. */
    public Settings withScheme(String id) {
        return new Settings(Functions.scheme(id), minSimilarity, maxDistance, floor, recall, most, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #minSimilarity}. */
    public Settings withMinSimilarity(double value) {
        return new Settings(scheme, value, maxDistance, floor, recall, most, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #maxDistance}. */
    public Settings withMaxDistance(int value) {
        return new Settings(scheme, minSimilarity, value, floor, recall, most, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #floor}. */
    public Settings withFloor(double value) {
        return new Settings(scheme, minSimilarity, maxDistance, value, recall, most, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #recall}. */
    public Settings withRecall(double value) {
        return new Settings(scheme, minSimilarity, maxDistance, floor, value, most, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #most}. */
    public Settings withMost(int value) {
        return new Settings(scheme, minSimilarity, maxDistance, floor, recall, value, exact, ignoreNumbers, directory);
    }

    /** The same with another {@link #exact}. */
    public Settings withExact(boolean value) {
        return new Settings(scheme, minSimilarity, maxDistance, floor, recall, most, value, ignoreNumbers, directory);
    }

    /** The same with another {@link #ignoreNumbers}. */
    public Settings withIgnoreNumbers(boolean value) {
        return new Settings(scheme, minSimilarity, maxDistance, floor, recall, most, exact, value, directory);
    }

    /** The same with another {@link #directory}. */
    public Settings withDirectory(String value) {
        return new Settings(scheme, minSimilarity, maxDistance, floor, recall, most, exact, ignoreNumbers, value);
    }

    /** The names and the values of what says what is near, as strings; what is null is left out. */
    Map<String, String> lines() {
        Map<String, String> lines = new TreeMap<>();
        lines.put("scheme", scheme.id());
        lines.put("recall", Double.toString(recall));
        lines.put("most", Integer.toString(most));
        if (minSimilarity != null) {
            lines.put("min_similarity", minSimilarity.toString());
        }
        if (maxDistance != null) {
            lines.put("max_distance", maxDistance.toString());
        }
        if (floor != null) {
            lines.put("floor", floor.toString());
        }
        return lines;
    }

    /** The settings of which these are the {@link #lines}. */
    static Settings ofLines(Map<String, String> lines) {
        Settings settings = defaults();
        for (Map.Entry<String, String> line : lines.entrySet()) {
            String value = line.getValue();
            settings = switch (line.getKey()) {
                case "scheme" -> settings.withScheme(value);
                case "recall" -> settings.withRecall(Double.parseDouble(value));
                case "most" -> settings.withMost(Integer.parseInt(value));
                case "min_similarity" -> settings.withMinSimilarity(Double.parseDouble(value));
                case "max_distance" -> settings.withMaxDistance(Integer.parseInt(value));
                case "floor" -> settings.withFloor(Double.parseDouble(value));
                default -> throw new IllegalArgumentException(
                        "the setting \"" + line.getKey() + "\" of a corpus: expected those of this version");
            };
        }
        return settings;
    }

    /** Whether texts are compared, where they are at hand. */
    boolean comparesTexts() {
        return exact != null ? exact : scheme.isMinHash() && maxDistance == null;
    }

    /** Whether numbers and operators of texts count (R13.8). */
    boolean comparesNumbers() {
        return scheme == Scheme.MH1 && !ignoreNumbers && maxDistance == null;
    }

    /** Fewer features than this do not tell: the advice of the scheme (scheme/registry.go). */
    int refuseBelow() {
        return switch (scheme) {
            case SD1 -> 4;
            case SM1 -> 8;
            case MH1, MW1 -> 2;
        };
    }

    /** The similarity of near fingerprints by the advice of the scheme. */
    private double close() {
        return scheme.isMinHash() ? .85 : 1 - 7 / (double) Long.SIZE;
    }

    /** R13.5. */
    double threshold(boolean exact) {
        if (exact) {
            return minSimilarity != null ? minSimilarity : defaults().close(); // of texts, by any scheme
        }
        if (minSimilarity == null && maxDistance == null) {
            return close();
        }
        double least = maxDistance != null ? similarity(maxDistance) : 0;
        return minSimilarity != null ? Math.max(least, minSimilarity) : least;
    }

    /** R13.6. */
    double floor(boolean exact) {
        return floor != null ? floor : threshold(exact);
    }

    /** The least similarity of fingerprints whose texts are compared. */
    double estimate(int bits) {
        if (maxDistance != null) {
            return similarity(maxDistance);
        }
        if (!scheme.isMinHash()) {
            return close();
        }
        double least = threshold(true);
        int differ = (int) Math.ceil(Minima.SLOTS * (1 - agreeing(least, bits)));
        double p = (Minima.SLOTS - differ) / (double) Minima.SLOTS;
        double error = Math.sqrt(p * (1 - p) / Minima.SLOTS) / (1 - Math.scalb(1, -bits));
        return Math.max(0, least - ERRORS * error);
    }

    /** The similarity of fingerprints, not truncated, that differ so much (R10.3, R10.5). */
    private double similarity(int distance) {
        return scheme.isMinHash() ? Sketches.similarity(distance, Byte.SIZE) : 1 - distance / (double) Long.SIZE;
    }

    /** The bands of the most rows that find what {@link #recall} says. */
    Bands bands(boolean exact, int bits) {
        double agree = agreeing(threshold(exact), bits);
        for (int rows = Minima.SLOTS; rows > 1; rows--) {
            int count = Minima.SLOTS / rows;
            if (-Math.expm1(count * Math.log1p(-Math.pow(agree, rows))) >= recall) {
                return new Bands(count, rows);
            }
        }
        return new Bands(Minima.SLOTS, 1);
    }

    /** The share of slots that agree, by chance or not, in two documents of a resemblance. */
    private static double agreeing(double resemblance, int bits) {
        return resemblance + (1 - resemblance) * Math.scalb(1, -bits);
    }
}
