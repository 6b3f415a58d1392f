package io.github.lsh_interop.fpcheck.markup;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;

/** Writes {@code indexes.bin} from the plain files of {@code vectors/encodings}. */
final class IndexGenerator {
    private final Path folder;

    IndexGenerator(Path folder) {
        this.folder = folder;
    }

    /** Usage: IndexGenerator FOLDER-OF-ENCODINGS OUTPUT. */
    public static void main(String[] args) throws IOException {
        Files.write(Path.of(args[1]), new IndexGenerator(Path.of(args[0])).generate());
    }

    byte[] generate() throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(octets);
        List<Integer> halves = new ArrayList<>();
        for (Encoding encoding : EnumSet.range(Encoding.IBM866, Encoding.X_MAC_CYRILLIC)) {
            List<Integer> half = index(encoding == Encoding.ISO_8859_8_I ? "iso-8859-8" : encoding.label());
            pad(half, Indexes.UPPER_HALF);
            halves.addAll(half);
        }
        writeIndex(out, halves);
        for (String name : List.of("big5", "euc-kr", "gb18030", "jis0208", "jis0212")) {
            writeIndex(out, index(name));
        }
        List<Integer> pointers = new ArrayList<>();
        List<Integer> codePoints = new ArrayList<>();
        for (String line : lines("gb18030-ranges")) {
            String[] fields = line.split(";");
            int codePoint = Integer.parseInt(fields[1], 16);
            if (codePoint <= Character.MAX_VALUE) { // the last range is in OctetDecoder
                pointers.add(Integer.parseInt(fields[0]));
                codePoints.add(codePoint);
            }
        }
        writeChars(out, pointers);
        writeChars(out, codePoints);
        return octets.toByteArray();
    }

    /** The code points of an index by pointer, 0 where there is none. */
    List<Integer> index(String name) {
        List<Integer> codePoints = new ArrayList<>();
        for (String line : lines(name)) {
            String[] fields = line.split(";");
            pad(codePoints, Integer.parseInt(fields[0]));
            for (String range : fields[1].split(" ")) {
                String[] ends = range.split("\\.\\.");
                int last = Integer.parseInt(ends[ends.length - 1], 16);
                for (int cp = Integer.parseInt(ends[0], 16); cp <= last; cp++) {
                    codePoints.add(cp);
                }
            }
        }
        return codePoints;
    }

    private static void pad(List<Integer> codePoints, int size) {
        while (codePoints.size() < size) {
            codePoints.add(0);
        }
    }

    private static void writeIndex(DataOutputStream out, List<Integer> codePoints) throws IOException {
        BitSet astral = new BitSet();
        for (int i = 0; i < codePoints.size(); i++) {
            int plane = codePoints.get(i) >> 16;
            if (plane != 0 && plane != 2) {
                throw new IllegalStateException("a code point is in plane " + plane);
            }
            astral.set(i, plane == 2);
        }
        writeChars(out, codePoints.stream().map(cp -> cp & 0xFFFF).toList());
        byte[] bits = astral.toByteArray();
        out.writeInt(bits.length);
        out.write(bits);
    }

    private static void writeChars(DataOutputStream out, List<Integer> values) throws IOException {
        out.writeInt(values.size());
        for (int value : values) {
            out.writeChar(value);
        }
    }

    private List<String> lines(String name) {
        try {
            return Files.readAllLines(folder.resolve(name + ".txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
