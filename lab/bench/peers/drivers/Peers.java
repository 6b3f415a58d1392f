import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.github.lsh_interop.fpcheck.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Measures what Java has to offer: Peers SUBJECT FILE VERSION. See protocol.go. */
final class Peers {
    /** Keeps results alive. */
    static volatile Object kept;

    private static final Hasher64 KOMIHASH = Hashing.komihash5_0();
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private Peers() {}

    public static void main(String[] args) throws Exception {
        List<byte[]> documents = Protocol.read(args[1]);
        String first = "-", version = args[2];
        Runnable run;
        switch (args[0]) {
            case "fpcheck":
                first = Scheme.SM1.sum(documents.get(0)).orElseThrow().toString();
                version = "-";
                run = () -> {
                    for (byte[] octets : documents) {
                        kept = Scheme.SM1.sum(octets);
                    }
                };
                break;
            case "fastsimhash":
                run = words(SimilarityHashing.fastSimHash(64), documents);
                break;
            case "minhash":
                run = shingles(SimilarityHashing.minHash(128, 8), documents);
                break;
            case "superminhash":
                run = shingles(SimilarityHashing.superMinHash(128, 8), documents);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
        Protocol.serve(version, first, documents, run);
    }

    /** The library takes hashes of features that are found by whoever uses it: here words between blanks. */
    private static Runnable words(SimilarityHashPolicy policy, List<byte[]> documents) {
        SimilarityHasher hasher = policy.createHasher();
        List<String> texts = new ArrayList<>();
        for (byte[] octets : documents) {
            texts.add(new String(octets, StandardCharsets.UTF_8));
        }
        return () -> {
            for (String text : texts) {
                String[] words = BLANKS.split(text.toLowerCase(Locale.ROOT));
                kept = hasher.compute(
                        ElementHashProvider.ofFunction(i -> KOMIHASH.hashCharsToLong(words[i]), words.length));
            }
        };
    }

    private static Runnable shingles(SimilarityHashPolicy policy, List<byte[]> documents) {
        SimilarityHasher hasher = policy.createHasher();
        List<byte[][]> sets = new ArrayList<>();
        for (byte[] octets : documents) {
            String[] shingles = new String(octets, StandardCharsets.UTF_8).split("\n");
            byte[][] set = new byte[shingles.length][];
            for (int i = 0; i < set.length; i++) {
                set[i] = shingles[i].getBytes(StandardCharsets.UTF_8);
            }
            sets.add(set);
        }
        return () -> {
            for (byte[][] set : sets) {
                long[] hashes = new long[set.length];
                for (int i = 0; i < hashes.length; i++) {
                    hashes[i] = KOMIHASH.hashBytesToLong(set[i]);
                }
                kept = hasher.compute(ElementHashProvider.ofValues(hashes));
            }
        };
    }
}
