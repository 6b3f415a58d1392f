package io.github.lsh_interop.fpcheck.internal.unicode;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Writes {@code ucd.bin} from the plain files of {@code vectors/ucd}. */
final class TableGenerator {
    /** General_Category in the order of the numbers of {@link Ucd}. */
    static final List<String> CATEGORIES = List.of(
            "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc", "Cf", "No", "Pd", "Ps", "Pe",
            "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cs", "Co", "Cn");

    private final Path folder;

    TableGenerator(Path folder) {
        this.folder = folder;
    }

    /** Usage: TableGenerator FOLDER-OF-UCD OUTPUT. */
    public static void main(String[] args) throws IOException {
        Files.write(Path.of(args[1]), new TableGenerator(Path.of(args[0])).generate());
    }

    /** Script names in the order of the numbers of {@link Ucd}. */
    List<String> scripts() {
        List<String> names = new ArrayList<>(List.of(
                "Unknown", "Common", "Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"));
        TreeSet<String> others = new TreeSet<>();
        read("Script", (first, last, value) -> others.add(value));
        names.forEach(others::remove);
        names.addAll(others);
        return names;
    }

    byte[] generate() throws IOException {
        int[] properties = new int[Ucd.CODE_POINTS];
        int[] decompositions = new int[Ucd.CODE_POINTS];
        int[] folds = new int[Ucd.CODE_POINTS];
        Map<List<Integer>, Integer> offsets = new LinkedHashMap<>();
        List<Integer> pool = new ArrayList<>();
        place(List.of(), offsets, pool); // a fold to nothing is at 0, like what does not fold
        List<String> scripts = scripts();
        read("GeneralCategory", (first, last, value) -> or(properties, first, last, number(CATEGORIES, value)));
        read("Script", (first, last, value) ->
                or(properties, first, last, number(scripts, value) << Ucd.SCRIPT_SHIFT));
        read("CombiningClass", (first, last, value) ->
                or(properties, first, last, Integer.parseInt(value) << Ucd.CCC_SHIFT));
        read("Alphabetic", (first, last, value) -> or(properties, first, last, Ucd.ALPHABETIC));
        read("White_Space", (first, last, value) -> or(properties, first, last, Ucd.WHITE_SPACE));
        read("CanonicalDecomposition", (first, last, value) -> {
            or(properties, first, last, Ucd.DECOMPOSES);
            or(decompositions, first, last, place(sequence(value), offsets, pool));
        });
        read("NFKC_Casefold", (first, last, value) -> {
            or(properties, first, last, Ucd.FOLDS);
            or(folds, first, last, place(sequence(value), offsets, pool));
        });
        List<Integer> pairs = new ArrayList<>();
        List<Integer> composites = new ArrayList<>();
        for (String line : lines("Composition")) {
            String[] fields = line.split(";", -1);
            List<Integer> pair = sequence(fields[0]);
            pairs.addAll(pair);
            composites.add(Integer.parseInt(fields[1], 16));
            properties[pair.get(1)] |= Ucd.COMPOSES;
        }
        or(properties, Ucd.HANGUL_V, Ucd.HANGUL_V + Ucd.V_COUNT - 1, Ucd.COMPOSES);
        or(properties, Ucd.HANGUL_T + 1, Ucd.HANGUL_T + Ucd.T_COUNT - 1, Ucd.COMPOSES);

        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(octets);
        int[] records = IntStream.of(properties).distinct().sorted().toArray();
        writeInts(out, records);
        writeTrie(out, IntStream.of(properties).map(p -> Arrays.binarySearch(records, p)).toArray());
        writeTrie(out, decompositions);
        writeTrie(out, folds);
        writeInts(out, toArray(pool));
        writeInts(out, toArray(pairs));
        writeInts(out, toArray(composites));
        return octets.toByteArray();
    }

    /** Two stages: where each block begins, and the blocks, each but once. */
    private static void writeTrie(DataOutputStream out, int[] values) throws IOException {
        int size = 1 << Ucd.BLOCK_SHIFT;
        Map<List<Integer>, Integer> places = new LinkedHashMap<>();
        List<Integer> index = new ArrayList<>();
        for (int start = 0; start < values.length; start += size) {
            List<Integer> block = Arrays.stream(values, start, start + size).boxed().toList();
            index.add(places.computeIfAbsent(block, b -> places.size() * size));
        }
        writeChars(out, index);
        writeChars(out, places.keySet().stream().flatMap(List::stream).toList());
    }

    private static void writeChars(DataOutputStream out, List<Integer> values) throws IOException {
        out.writeInt(values.size());
        for (int value : values) {
            if (value > Character.MAX_VALUE) {
                throw new IllegalStateException("the table outgrew 16 bits");
            }
            out.writeChar(value);
        }
    }

    private static void writeInts(DataOutputStream out, int[] values) throws IOException {
        out.writeInt(values.length);
        for (int value : values) {
            out.writeInt(value);
        }
    }

    private static int[] toArray(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int place(List<Integer> sequence, Map<List<Integer>, Integer> offsets, List<Integer> pool) {
        return offsets.computeIfAbsent(sequence, s -> {
            int offset = pool.size();
            pool.add(s.size());
            pool.addAll(s);
            return offset;
        });
    }

    private static int number(List<String> names, String name) {
        int number = names.indexOf(name);
        if (number < 0) {
            throw new IllegalStateException("unknown value " + name);
        }
        return number;
    }

    private static void or(int[] values, int first, int last, int bits) {
        for (int cp = first; cp <= last; cp++) {
            values[cp] |= bits;
        }
    }

    private static List<Integer> sequence(String field) {
        return field.isEmpty()
                ? List.of()
                : Arrays.stream(field.split(" ")).map(cp -> Integer.parseInt(cp, 16)).toList();
    }

    private interface Line {
        void range(int first, int last, String value);
    }

    private void read(String property, Line line) {
        for (String text : lines(property)) {
            String[] fields = text.split(";", -1);
            String[] ends = fields[0].split("\\.\\.");
            line.range(
                    Integer.parseInt(ends[0], 16),
                    Integer.parseInt(ends[ends.length - 1], 16),
                    fields.length > 1 ? fields[1] : "");
        }
    }

    private List<String> lines(String property) {
        try {
            return Files.readAllLines(folder.resolve(property + ".txt")).stream()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
