package fpcheck_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

var update = flag.Bool("update", false, "write the worked example into SPEC.md")

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
		if !slices.Contains(ids, m[1]) {
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
	const begin, end = "<!-- worked-example: checked by a test -->\n", "<!-- /worked-example -->"
	before, rest, ok1 := strings.Cut(fpcheck.Spec, begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatal("SPEC.md has no worked example between its markers")
	}
	i := slices.IndexFunc(vectors.All(), func(v vectors.Vector) bool { return v.ID == "pipeline-worked-example" })
	want := workedExample(vectors.All()[i].Input.Octets.Bytes())
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
	for row := range slices.Chunk(st.Counters[:], 16) {
		cells := make([]string, len(row))
		for i, n := range row {
			cells[i] = fmt.Sprintf("%2d", n)
		}
		line("%s", strings.Join(cells, " "))
	}
	line("\n%x\n```\n\n**8 String**, of %d features:\n\n```\n%s\n```", st.Fingerprint.Sketch(), st.Distinct, st.Fingerprint)
	return b.String()
}

// ascii shows a text with everything that could be mistaken escaped.
func ascii(s string) string {
	q := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\ufffd`, `\uFFFD`)
}
