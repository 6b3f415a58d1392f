package io.github.lsh_interop.fpcheck;

import io.github.lsh_interop.fpcheck.clusters.Bands;
import io.github.lsh_interop.fpcheck.clusters.ClusterRow;
import io.github.lsh_interop.fpcheck.clusters.Clustering;
import io.github.lsh_interop.fpcheck.clusters.ComparedText;
import io.github.lsh_interop.fpcheck.clusters.Document;
import io.github.lsh_interop.fpcheck.clusters.TextComparer;
import io.github.lsh_interop.fpcheck.internal.sketch.SimHash;
import io.github.lsh_interop.fpcheck.internal.sketch.Sums;
import io.github.lsh_interop.fpcheck.internal.text.OctetSink;
import io.github.lsh_interop.fpcheck.markup.MarkupException;
import io.github.lsh_interop.fpcheck.markup.VisibleText;
import io.github.lsh_interop.fpcheck.passages.PassageCover;
import io.github.lsh_interop.fpcheck.passages.PassageFinder;
import io.github.lsh_interop.fpcheck.passages.PassageReader;
import io.github.lsh_interop.fpcheck.passages.PassageReference;
import io.github.lsh_interop.fpcheck.passages.PassageRow;
import io.github.lsh_interop.fpcheck.passages.PassageText;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Speaks the port protocol (annex A) on standard input and output. */
final class Port {
    private static final Map<String, Object> NO_FEATURES = Map.of("outcome", "no-features");
    private static final Map<String, Object> REJECTED = Map.of("outcome", "rejected");
    private static final Map<String, Object> TOO_SHORT = Map.of("outcome", "too-short");

    private static final List<String> STAGES = List.of(
            "text", "identifiers", "normalise", "segment", "features", "hash", "counters", "full", "merge",
            "sketch", "truncate", "encode", "decode", "distance", "pipeline", "stream", "text-digest",
            "html", "xml", "bands", "clusters", "texts", "windows", "passages", "covers");

    /** Octets of a text of which a reply shows the items. */
    private static final int MAX_FOR_ITEMS = 1 << 20;

    /** Stages that only SimHashes or only MinHashes have. */
    private static final List<String> OF_SIMHASH = List.of("counters");
    private static final List<String> OF_MINHASH = List.of("full", "merge", "truncate", "bands");

    private final Lines in;
    private final OutputStream out;
    /** Replies not yet written. */
    private final StringBuilder replies = new StringBuilder();

    Port(InputStream in, OutputStream out) {
        this.in = new Lines(in);
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        Port port = new Port(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        if (!port.run()) {
            System.exit(1);
        }
    }

    /** Answers all lines; false if the runner offers no protocol that this port speaks. */
    boolean run() throws IOException {
        if (!in.next()) {
            return true;
        }
        boolean agreed = hello();
        while (agreed && next()) {
            write(reply());
        }
        flush();
        return agreed;
    }

    private Map<String, Object> reply() {
        Map<String, Object> reply = new LinkedHashMap<>();
        try {
            Map<?, ?> request = in.read();
            reply.put("id", string(request, "id"));
            reply.putAll(answer(request));
        } catch (IllegalArgumentException e) {
            reply.put("id", "");
            reply.putAll(error(e));
        }
        return reply;
    }

    private static Map<String, Object> error(RuntimeException e) {
        return Map.of("outcome", "error", "reason", e.toString());
    }

    /** Reads a line; whoever sends it may wait for what was answered, unless it is here already. */
    private boolean next() throws IOException {
        if (!in.isReady()) {
            flush();
        }
        return in.next();
    }

    private void write(Map<String, Object> message) throws IOException {
        Json.write(message, replies);
        replies.append('\n');
        if (replies.length() > 1 << 16) {
            flush();
        }
    }

    private void flush() throws IOException {
        out.write(replies.toString().getBytes(StandardCharsets.US_ASCII));
        replies.setLength(0);
        replies.trimToSize();
    }

    private boolean hello() throws IOException {
        Object protocols = null;
        try {
            protocols = in.read().get("protocols");
        } catch (IllegalArgumentException e) {
            // What is no object offers nothing.
        }
        if (!(protocols instanceof List<?> offered && offered.contains(1.0))) {
            write(Map.of("error", "this port speaks protocol 1"));
            return false;
        }
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("protocol", 1);
        hello.put("name", "fpcheck-java");
        hello.put("language", "Java");
        hello.put("version", "1.0.0");
        hello.put("schemes", Arrays.stream(Scheme.values()).map(Scheme::id).toList());
        hello.put("stages", STAGES);
        hello.put("levels", List.of("core", "markup", "digest", "clusters", "passages"));
        write(hello);
        return true;
    }

    static Map<String, Object> answer(Map<?, ?> request) {
        try {
            String stage = string(request, "stage");
            if (request.containsKey("scheme")) {
                string(request, "scheme");
            }
            if (!STAGES.contains(stage)) {
                return Map.of("outcome", "unsupported", "reason", "no stage " + stage);
            }
            if (stage.equals("decode")) {
                return decode(new String(octets(request.get("string")), StandardCharsets.ISO_8859_1));
            }
            if (stage.equals("distance")) {
                return distance(two(request.get("strings")));
            }
            String name = string(request, "scheme");
            String id = stage.equals("encode") ? name.replaceFirst("b[124]$", "") : name;
            return Scheme.lookup(id)
                    .filter(scheme -> scheme.isMinHash() || id.equals(name))
                    .filter(scheme -> has(scheme, stage))
                    .map(scheme -> answer(stage, scheme, request))
                    .orElseGet(() -> Map.of("outcome", "unsupported", "reason", stage + " of " + name));
        } catch (RuntimeException e) {
            return error(e);
        }
    }

    private static boolean has(Scheme scheme, String stage) {
        return !(scheme.isMinHash() ? OF_SIMHASH : OF_MINHASH).contains(stage);
    }

    private static Map<String, Object> answer(String stage, Scheme scheme, Map<?, ?> request) {
        return switch (stage) {
            case "text" -> Map.of("text", base64(Rules.text(octets(request.get("octets")))));
            case "identifiers" -> Map.of("text", base64(scheme.rules().identifiers(text(request.get("text")))));
            case "normalise" -> Map.of("runs", base64(scheme.rules().normalise(text(request.get("text")))));
            case "segment" -> Map.of("tokens", base64(scheme.rules().segment(texts(request.get("runs")))));
            case "features" -> Map.of("elements", hex(scheme.elements(texts(request.get("tokens")))));
            case "hash" -> Map.of("hash", hex(Jenkins.sum64(octets(request.get("octets")))));
            case "counters" -> Map.of("counters", counters(elements(request)));
            case "full" -> Map.of("full", base64(full(elements(request)).toByteArray()));
            case "merge" -> merge(two(request.get("fulls")));
            case "sketch" -> scheme.isMinHash()
                    ? sketch(request.get("full"))
                    : sketch(strings(request.get("counters")));
            case "truncate" -> Map.of("sketch", hex(fingerprint(scheme, request)
                    .truncate(integer(request.get("bits")))
                    .sketch()));
            case "encode" -> encode(scheme, request);
            case "pipeline" -> pipeline(scheme, octets(request.get("octets")), List.of());
            case "stream" -> pipeline(scheme, octets(request.get("octets")), list(request.get("cuts")));
            case "text-digest" -> textDigest(octets(request.get("octets")), request.get("cuts"));
            case "html" -> Map.of("text", base64(html(request).text()));
            case "xml" -> xml(request);
            case "bands" -> Map.of("keys", bands(request).keys(fingerprint(scheme, request)).stream()
                    .map(Port::hex)
                    .toList());
            case "clusters" -> clusters(scheme, request);
            case "texts" -> texts(two(request.get("texts")));
            case "windows" -> windows(octets(request.get("octets")), integer(request.get("words")));
            case "passages" -> passages(strings(request.get("texts")), integer(request.get("words")));
            case "covers" -> covers(strings(request.get("texts")), integer(request.get("words")));
            default -> throw new IllegalArgumentException(stage);
        };
    }

    private static Map<String, Object> pipeline(Scheme scheme, byte[] octets, List<?> cuts) {
        Hasher hasher = scheme.newHasher();
        feed(octets, cuts, hasher::update);
        return hasher.fingerprint()
                .map(f -> Map.<String, Object>of("fingerprint", f.toString(), "features", hasher.features()))
                .orElse(NO_FEATURES);
    }

    private static Map<String, Object> textDigest(byte[] octets, Object cuts) {
        TextDigest text = new TextDigest();
        feed(octets, cuts == null ? List.of() : list(cuts), text::update);
        Optional<String> digest = text.digest();
        if (digest.isEmpty()) {
            return Map.of("outcome", "no-digest");
        }
        Map<String, Object> reply = new LinkedHashMap<>(Map.of("digest", digest.get()));
        if (octets.length <= MAX_FOR_ITEMS) {
            reply.put("items", base64(TextDigest.items(octets)));
        }
        return reply;
    }

    /** Gives a sink the chunks between cuts, which ascend. */
    private static void feed(byte[] octets, List<?> cuts, OctetSink sink) {
        int start = 0;
        for (Object cut : cuts) {
            double end = ((Number) cut).doubleValue();
            if (end < start || end > octets.length || end != Math.rint(end)) {
                throw new IllegalArgumentException(
                        "the cut " + cut + " is no integer from " + start + " to " + octets.length);
            }
            sink.update(octets, start, (int) end - start);
            start = (int) end;
        }
        sink.update(octets, start, octets.length - start);
    }

    private static VisibleText html(Map<?, ?> request) {
        return VisibleText.ofHtml(octets(request.get("octets")), charset(request));
    }

    private static Map<String, Object> xml(Map<?, ?> request) {
        try {
            return Map.of("text", base64(VisibleText.ofXml(octets(request.get("octets")), charset(request)).text()));
        } catch (MarkupException e) {
            return REJECTED;
        }
    }

    private static String charset(Map<?, ?> request) {
        return request.get("charset") == null ? "" : (String) request.get("charset");
    }

    private static Map<String, Object> encode(Scheme scheme, Map<?, ?> request) {
        Fingerprint fingerprint = fingerprint(scheme, request)
                .withProfile(request.get("profile") == null ? "visible" : (String) request.get("profile"));
        if (!fingerprint.name().equals(request.get("scheme"))) {
            throw new IllegalArgumentException("that sketch is one of " + fingerprint.name());
        }
        return Map.of("string", base64(fingerprint.toString()));
    }

    private static Map<String, Object> decode(String string) {
        try {
            Fingerprint fingerprint = Fingerprint.parse(string);
            return Map.of(
                    "sketch", hex(fingerprint.sketch()),
                    "scheme", fingerprint.name(),
                    "profile", fingerprint.profile());
        } catch (MalformedFingerprintException e) {
            return REJECTED;
        }
    }

    private static Map<String, Object> distance(List<String> strings) {
        try {
            Fingerprint one = Fingerprint.parse(strings.get(0));
            Fingerprint other = Fingerprint.parse(strings.get(1));
            return Map.of("distance", one.distance(other), "similarity", one.similarity(other));
        } catch (MalformedFingerprintException e) {
            return REJECTED;
        } catch (NotComparableException e) {
            return Map.of("outcome", "not-comparable");
        }
    }

    private static Bands bands(Map<?, ?> request) {
        return new Bands(integer(request.get("bands")), integer(request.get("rows")));
    }

    private static Map<String, Object> clusters(Scheme scheme, Map<?, ?> request) {
        double threshold = ((Number) request.get("threshold")).doubleValue();
        double floor = ((Number) request.get("floor")).doubleValue();
        Clustering clustering = scheme.isMinHash()
                ? Clustering.ofMinHash(threshold, floor, bands(request), integer(request.get("most")))
                : Clustering.ofSimHash(threshold, floor);
        List<String> ids = strings(request.get("ids"));
        List<?> weights = list(request.get("weights"));
        List<String> strings = strings(request.get("strings"));
        if (ids.size() != strings.size() || weights.size() != strings.size()) {
            throw new IllegalArgumentException("expected as many ids and weights as strings");
        }
        try {
            List<Document> documents = new ArrayList<>();
            for (int i = 0; i < strings.size(); i++) {
                long weight = ((Number) weights.get(i)).longValue();
                documents.add(new Document(octets(ids.get(i)), weight, Fingerprint.parse(strings.get(i))));
            }
            List<ClusterRow> rows = clustering.cluster(documents);
            return Map.of(
                    "clusters", rows.stream().map(row -> base64(row.representative().id())).toList(),
                    "similarities", rows.stream().map(ClusterRow::similarity).toList());
        } catch (MalformedFingerprintException | NotComparableException e) {
            return error(e);
        }
    }

    private static Map<String, Object> texts(List<String> texts) {
        List<byte[]> octets = texts.stream().map(Port::octets).toList();
        TextComparer comparer = new TextComparer();
        List<ComparedText> compared = octets.stream().map(comparer::compared).toList();
        ComparedText one = compared.get(0);
        ComparedText other = compared.get(1);
        return Map.of(
                "compared", octets.stream().map(text -> base64(TextComparer.items(text))).toList(),
                "counts", compared.stream().map(ComparedText::features).toList(),
                "weights", compared.stream().map(ComparedText::weight).toList(),
                "sketches", compared.stream().map(text -> text.sketch().map(Port::hex).orElse("")).toList(),
                "similarity", one.similarity(other),
                "same", one.isSame(other),
                "numbers", one.hasSameNumbers(other));
    }

    private static Map<String, Object> windows(byte[] octets, int words) {
        PassageText text = new PassageReader(words).read(octets);
        if (text.isTooShort()) {
            return TOO_SHORT;
        }
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("elements", IntStream.range(0, text.windows()).mapToObj(i -> hex(text.hash(i))).toList());
        if (octets.length <= MAX_FOR_ITEMS) {
            reply.put("items", base64(PassageReader.items(octets)));
            reply.put("weights", IntStream.range(0, text.items()).mapToObj(text::weight).toList());
            reply.put("places", IntStream.range(0, text.items())
                    .mapToObj(i -> List.of(text.from(i), text.to(i)))
                    .flatMap(List::stream)
                    .toList());
        }
        return reply;
    }

    private static Map<String, Object> passages(List<String> texts, int words) {
        PassageReader reader = new PassageReader(words);
        PassageFinder finder = new PassageFinder(words);
        List<PassageText> read = texts.stream().map(text -> reader.read(octets(text))).toList();
        read.forEach(finder::add);
        List<List<Integer>> rows = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (PassageRow row : finder.rows()) {
            rows.add(List.of(row.holder(), row.text(), row.first(), row.end(), row.frequency()));
            places.add(read.get(row.text()).from(row.first()));
            places.add(read.get(row.text()).to(row.end() - 1));
        }
        return Map.of("passages", rows, "places", places);
    }

    private static Map<String, Object> covers(List<String> texts, int words) {
        PassageReader reader = new PassageReader(words);
        List<PassageText> read = texts.stream().map(text -> reader.read(octets(text))).toList();
        PassageText document = read.get(1);
        PassageReference reference;
        try {
            reference = new PassageReference(read.get(0), read.subList(2, read.size()));
        } catch (IllegalArgumentException e) {
            return TOO_SHORT;
        }
        PassageCover cover = reference.cover(document);
        return Map.of("counts", List.of(
                cover.weight(), cover.contained(), cover.cover(), cover.run(), cover.first(), cover.end()));
    }

    private static int integer(Object number) {
        double value = ((Number) number).doubleValue();
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException(number + ": expected an integer");
        }
        return (int) value;
    }

    private static List<String> counters(long[] elements) {
        Sums sums = new Sums();
        for (long element : elements) {
            sums.add(element, 1);
        }
        return LongStream.of(sums.counters()).mapToObj(Long::toString).toList();
    }

    private static Map<String, Object> sketch(List<String> counters) {
        if (counters.size() != SimHash.BITS || !counters.stream().allMatch(n -> n.matches("0|-?[1-9][0-9]*"))) {
            throw new IllegalArgumentException("expected " + SimHash.BITS + " integers");
        }
        return Map.of("sketch", hex(SimHash.sketch(counters.stream().mapToLong(Long::parseLong).toArray())));
    }

    private static Map<String, Object> sketch(Object full) {
        Minima minima;
        byte[] octets = octets(full);
        try {
            minima = Minima.fromByteArray(Scheme.MH1, octets);
        } catch (IllegalArgumentException e) {
            return REJECTED;
        }
        return minima.stored().map(s -> Map.<String, Object>of("sketch", hex(s))).orElse(NO_FEATURES);
    }

    private static Map<String, Object> merge(List<String> fulls) {
        List<byte[]> octets = fulls.stream().map(Port::octets).toList();
        try {
            Minima minima = Minima.fromByteArray(Scheme.MH1, octets.get(0));
            minima.merge(Minima.fromByteArray(Scheme.MH1, octets.get(1)));
            return Map.of("full", base64(minima.toByteArray()));
        } catch (IllegalArgumentException e) {
            return REJECTED;
        }
    }

    private static Minima full(long[] elements) {
        Minima minima = new Minima(Scheme.MH1);
        for (long element : elements) {
            minima.add(element);
        }
        return minima;
    }

    private static Fingerprint fingerprint(Scheme scheme, Map<?, ?> request) {
        return scheme.fromSketch(HexFormat.of().parseHex(matching(string(request, "sketch"), "[0-9a-f]*")));
    }

    private static long[] elements(Map<?, ?> request) {
        return strings(request.get("elements")).stream()
                .mapToLong(element -> Long.parseUnsignedLong(matching(element, "[0-9a-f]{16}"), 16))
                .toArray();
    }

    private static String string(Map<?, ?> request, String key) {
        if (request.get(key) instanceof String string) {
            return string;
        }
        throw new IllegalArgumentException(key + ": expected a string");
    }

    private static String matching(String string, String pattern) {
        if (!string.matches(pattern)) {
            throw new IllegalArgumentException(string + ": expected " + pattern);
        }
        return string;
    }

    private static List<?> list(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("expected a list");
    }

    private static List<String> two(Object value) {
        List<String> strings = strings(value);
        if (strings.size() != 2) {
            throw new IllegalArgumentException("a list of " + strings.size() + ": expected two");
        }
        return strings;
    }

    private static List<String> strings(Object value) {
        List<String> strings = new ArrayList<>();
        for (Object string : list(value)) {
            strings.add((String) string);
        }
        return strings;
    }

    private static byte[] octets(Object base64) {
        String text = (String) base64;
        if (text.length() % 4 != 0) {
            throw new IllegalArgumentException("expected base64 with padding");
        }
        return Base64.getDecoder().decode(text);
    }

    private static String text(Object base64) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets(base64))).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("expected UTF-8", e);
        }
    }

    private static List<String> texts(Object value) {
        return strings(value).stream().map(Port::text).toList();
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> base64(List<String> texts) {
        return texts.stream().map(Port::base64).toList();
    }

    private static String hex(long hash) {
        return HexFormat.of().toHexDigits(hash);
    }

    private static List<String> hex(long[] hashes) {
        return LongStream.of(hashes).mapToObj(Port::hex).toList();
    }

    private static String hex(byte[] octets) {
        return HexFormat.of().formatHex(octets);
    }

    /** Lines of any length. */
    private static final class Lines {
        private final InputStream in;
        private byte[] buffer = new byte[1 << 16];
        /** What is read is from start to end, and up to searched there is no line end. */
        private int start;
        private int searched;
        private int end;
        /** Where the line last read begins and ends. */
        private int lineStart;
        private int lineEnd;

        Lines(InputStream in) {
            this.in = in;
        }

        /** Whether a whole line is here, so that to read it is not to wait. */
        boolean isReady() {
            while (searched < end && buffer[searched] != '\n') {
                searched++;
            }
            return searched < end;
        }

        /** Goes to the next line; false if there is none. */
        boolean next() throws IOException {
            while (!isReady()) {
                if (start > 0) {
                    System.arraycopy(buffer, start, buffer, 0, end - start);
                    searched -= start;
                    end -= start;
                    start = 0;
                }
                if (end == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * end);
                }
                int n = in.read(buffer, end, buffer.length - end);
                if (n < 0) {
                    return false;
                }
                end += n;
            }
            lineStart = start;
            lineEnd = searched;
            start = ++searched;
            return true;
        }

        /** The JSON object of the line. */
        Map<?, ?> read() {
            if (Json.read(buffer, lineStart, lineEnd) instanceof Map<?, ?> object) {
                object.values().removeIf(value -> value == null); // null counts as missing
                return object;
            }
            throw new IllegalArgumentException("expected a JSON object");
        }
    }
}
