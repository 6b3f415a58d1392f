package fpcheck_test

import (
	"bytes"
	"flag"
	"fmt"
	"iter"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/jenkins"
	"github.com/lsh-interop/fpcheck/internal/splitmix"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

var update = flag.Bool("update", false, "write the worked examples into SPEC.md, and testdata/api")

func TestVersion(t *testing.T) {
	m := regexp.MustCompile(`(?m)^Version ([0-9.]+)`).FindStringSubmatch(fpcheck.Spec)
	if m == nil || m[1] != fpcheck.Version {
		t.Errorf("SPEC.md is %q, expected version %s", m, fpcheck.Version)
	}
}

func TestRules(t *testing.T) {
	chapter, number := 0, 0
	for _, r := range fpcheck.Rules() {
		var c, n int
		fmt.Sscanf(r.ID, "R%d.%d", &c, &n)
		if c < chapter || c == chapter && n != number+1 || c > chapter && n != 1 {
			t.Errorf("%s follows R%d.%d", r.ID, chapter, number)
		}
		chapter, number = c, n
	}
	// A rule that Rules overlooks would need no vector.
	if in := len(regexp.MustCompile(`(?m)^\*\*R\d`).FindAllString(fpcheck.Spec, -1)); in != len(fpcheck.Rules()) {
		t.Errorf("SPEC.md has %d rules, Rules returns %d", in, len(fpcheck.Rules()))
	}
	ids := make(map[string]bool)
	for _, r := range fpcheck.Rules() {
		ids[r.ID] = true
	}
	for _, ref := range regexp.MustCompile(`R\d+\.\d+`).FindAllString(fpcheck.Spec, -1) {
		if !ids[ref] {
			t.Errorf("SPEC.md refers to %s, which is no rule", ref)
		}
	}
}

// The vectors and the anchors that SPEC.md names are there.
func TestReferences(t *testing.T) {
	var ids []string
	for _, v := range vectors.All() {
		ids = append(ids, v.ID)
	}
	for _, m := range regexp.MustCompile("`((?:text|identifiers|normalise|segment|features|hash|sketch|pipeline)-[a-z0-9-]+)`").FindAllStringSubmatch(fpcheck.Spec, -1) {
		if !slices.Contains(ids, m[1]) && !slices.Contains(vectors.Stages, vectors.Stage(m[1])) {
			t.Errorf("SPEC.md names the vector %s, which is not there", m[1])
		}
	}
	heads := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(fpcheck.Spec, -1) {
		heads[strings.ReplaceAll(regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(fpcheck.Spec, -1) {
		if !heads[m[1]] {
			t.Errorf("SPEC.md links to #%s, which is no heading", m[1])
		}
	}
	// The hashes of chapter 6's table.
	for _, m := range regexp.MustCompile("(?m)^\\| (?:`([^`]*)`|\\(empty\\)) \\| `([0-9a-f]{16})` \\|$").FindAllStringSubmatch(fpcheck.Spec, -1) {
		if got := fmt.Sprintf("%016x", jenkins.Sum64([]byte(m[1]))); got != m[2] {
			t.Errorf("SPEC.md gives %s for %q, it is %s", m[2], m[1], got)
		}
	}
}

func TestWorkedExample(t *testing.T) {
	checkExample(t, "worked-example", workedExample(input(t, "pipeline-worked-example").Bytes()))
}

func TestWorkedExampleMulti(t *testing.T) {
	octets := input(t, "pipeline-sm1-example").Bytes()
	if !bytes.Equal(octets, input(t, "pipeline-mh1-example").Bytes()) {
		t.Error("the vectors of the example differ: expected one text for sm1 and mh1")
	}
	checkExample(t, "worked-example-multi", workedExampleMulti(octets))
}

func TestTextDigests(t *testing.T) { checkExample(t, "text-digests", textDigests()) }

// textDigests is the table at the end of R10.11.
func textDigests() string {
	var b strings.Builder
	b.WriteString("\n| text | items | text digest |\n|---|---|---|\n")
	for _, text := range []string{
		"It is allowed.", "It is not allowed.", "not able", "no table",
		"STRASSE 5 %", "Straße, 5%", "p < .05", "5 - -3", "pp. 15-\n 20", "10³ ≥ ½", "($-1,5) 1984.", "第3回：－5℃", "…",
	} {
		items, digest := "none", "none"
		if sum, ok := textdigest.Sum([]byte(text)); ok {
			items = "`" + strings.Join(textdigest.Items([]byte(text)), "` `") + "`"
			digest = fmt.Sprintf("`%x`", sum)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(text, "\n", "` U+000A `"), items, digest)
	}
	b.WriteString("\nThe first is the SHA-256 of the 14 octets `69 74 00 69 73 00 61 6c 6c 6f 77 65 64 00`.\n")
	return b.String()
}

// input is that of a vector.
func input(t *testing.T, id string) vectors.Octets {
	i := slices.IndexFunc(vectors.All(), func(v vectors.Vector) bool { return v.ID == id })
	if i < 0 {
		t.Fatalf("no vector %s", id)
	}
	return vectors.All()[i].Input.Octets
}

// checkExample holds what stands in SPEC.md between the markers of that name
// against what should, or writes that with -update.
func checkExample(t *testing.T, name, want string) {
	begin, end := "<!-- "+name+": checked by a test -->\n", "<!-- /"+name+" -->"
	spec := fpcheck.Spec
	if *update { // another example may have been written
		now, err := os.ReadFile("SPEC.md")
		if err != nil {
			t.Fatal(err)
		}
		spec = string(now)
	}
	before, rest, ok1 := strings.Cut(spec, begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("SPEC.md has no %s between its markers", name)
	}
	if *update {
		if err := os.WriteFile("SPEC.md", []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the worked example is out of step; go test . -update writes it (-want +got):\n%s", diff)
	}
}

func workedExample(octets []byte) string {
	st := scheme.SD1.Stages(octets)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("The input, %d octets:\n\n```", len(octets))
	for row := range slices.Chunk(octets, 24) {
		line("% x", row)
	}
	line("```\n\n**1 Text.** All of it is well-formed.\n\n```\n%s\n```", ascii(st.Text))
	line("\n**2 Identifiers.** One atom holds a scheme; it goes with its parentheses.\n\n```\n%s\n```", ascii(st.Remaining))
	line("\n**3 Runs.** The dash, №, ™ and other punctuation separate; the soft hyphen is gone, ß is ss, e and U+0301 are one.\n\n```")
	for _, r := range st.Runs {
		line("%s", ascii(r))
	}
	line("```\n\n**4 Tokens, 5 features, 6 hashes.** The number 12 holds no letter. `strasse` stands twice and counts once.\n")
	line("| token | octets | hash |\n|---|---|---|")
	seen := make(map[string]bool)
	for _, tok := range st.Tokens {
		hash := fmt.Sprintf("`%016x`", jenkins.Sum64([]byte(tok)))
		if seen[tok] {
			hash = "(again)"
		}
		seen[tok] = true
		line("| `%s` | `% x` | %s |", tok, tok, hash)
	}
	line("\n**7 Counters**, from bit 0 (left, top) to bit 63, and the sketch; zeros are ties and give 0.\n\n```")
	for row := range counterRows(st.Counters) {
		line("%s", row)
	}
	line("\n%x\n```\n\n**8 String**, of %d features:\n\n```\n%s\n```", st.Fingerprint.Sketch(), st.Distinct, st.Fingerprint)
	return b.String()
}

func counterRows(counters simhash.Counters) iter.Seq[string] {
	width := 0
	for _, n := range counters {
		width = max(width, len(fmt.Sprint(n)))
	}
	return func(yield func(string) bool) {
		for row := range slices.Chunk(counters[:], 16) {
			cells := make([]string, len(row))
			for i, n := range row {
				cells[i] = fmt.Sprintf("%*d", width, n)
			}
			if !yield(strings.Join(cells, " ")) {
				return
			}
		}
	}
}

// workedExampleMulti is the way of a text through sm1 and mh1.
func workedExampleMulti(octets []byte) string {
	sm1, mh1 := scheme.SM1.Stages(octets), scheme.MH1.Stages(octets)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("The same for one input by `sm1` and `mh1`, which agree up to chapter 4: the vectors `pipeline-sm1-example` and `pipeline-mh1-example`. It has %d octets:\n\n```", len(octets))
	for row := range slices.Chunk(octets, 24) {
		line("% x", row)
	}
	line("```\n\n**1 Text.**\n\n```\n%s\n```", ascii(sm1.Text))
	line("\n**2 Identifiers.** There is none. The hyphen goes with the line end after it (R2.9), and so does the line end between two code points of class K (R2.10).\n\n```\n%s\n```", ascii(sm1.Remaining))
	line("\n**3 Runs.**\n\n```")
	for _, r := range sm1.Runs {
		line("%s", ascii(r))
	}
	line("```\n\n**4 Tokens.** The last run is of class K and has five clusters, so four grams.\n\n```")
	for _, tok := range sm1.Tokens {
		line("%s", ascii(tok))
	}
	line("```\n\n**5 Features of `sm1`, 6 hashes.** Each gram is followed by its clusters, which weigh 2, or 1 if they are kana. Features that come again are left out here.\n")
	line("| feature | octets | weight | hash |\n|---|---|---|---|")
	seen := make(map[uint64]bool)
	for _, f := range sm1.Features {
		if !seen[f.Hash] {
			line("| `%s` | `% x` | %d | `%016x` |", f.Text, f.Text, f.Weight, f.Hash)
		}
		seen[f.Hash] = true
	}
	line("\n**7 Counters** of the %d elements, and the sketch.\n\n```", len(sm1.Elements))
	for row := range counterRows(sm1.Counters) {
		line("%s", row)
	}
	line("\n%x\n```\n\n**8 String**, of %d features:\n\n```\n%s\n```", sm1.Fingerprint.Sketch(), sm1.Distinct, sm1.Fingerprint)

	line("\n**5 Features of `mh1`, 6 hashes, 7 slots.** Each three tokens in a row, and where their hash x falls.\n")
	line("| feature | x | mix64(x) | slot | value |\n|---|---|---|---|---|")
	filled := make(map[uint64]uint64) // no two fall into one slot
	for _, f := range mh1.Features {
		h := splitmix.Mix(f.Hash)
		filled[h>>57] = h & (1<<57 - 1)
		line("| `%s` | `%016x` | `%016x` | %d | `%016x` |", f.Text, f.Hash, h, h>>57, filled[h>>57])
	}
	line("\n**7 Stored form.** All slots but these %d are empty. The first eight find their donors as follows; t is that of R7.8.\n", len(filled))
	line("| slot | t | donor | v | octet |\n|---|---|---|---|---|")
	for i := range uint64(8) {
		donor, t := i, "none"
		for n := uint64(0); ; n++ {
			if _, ok := filled[donor]; ok {
				break
			}
			donor, t = splitmix.Mix(i<<32+n)%128, strconv.FormatUint(n, 10)
		}
		v := donor<<57 + filled[donor]
		line("| %d | %s | %d | `%016x` | `%02x` |", i, t, donor, v, splitmix.Mix(v^splitmix.Mix(i))%256)
	}
	line("\nAll 128 octets:\n\n```")
	for row := range slices.Chunk(mh1.Fingerprint.Sketch(), 16) {
		line("% x", row)
	}
	short, err := mh1.Fingerprint.Truncate(1)
	if err != nil {
		panic(err)
	}
	line("```\n\n**8 String**, of %d features, whole and of 1 bit a slot:\n\n```\n%s\n%s\n```", mh1.Distinct, mh1.Fingerprint, short)
	return b.String()
}

// ascii shows a text with everything that could be mistaken escaped.
func ascii(s string) string {
	q := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\ufffd`, `\uFFFD`)
}
