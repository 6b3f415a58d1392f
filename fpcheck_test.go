package fpcheck_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestVersion(t *testing.T) {
	m := regexp.MustCompile(`(?m)^Version ([0-9.]+)`).FindStringSubmatch(fpcheck.Spec)
	if m == nil || m[1] != fpcheck.Version {
		t.Errorf("SPEC.md is %q, expected version %s", m, fpcheck.Version)
	}
}

func TestRules(t *testing.T) {
	// Within a chapter rules stand in the order of the work, chapter 4's not in that of their numbers.
	last, numbers := 0, make(map[int][]int)
	for _, r := range fpcheck.Rules() {
		var chapter, number int
		fmt.Sscanf(r.ID, "R%d.%d", &chapter, &number)
		if chapter < last {
			t.Errorf("%s stands after chapter %d", r.ID, last)
		}
		last = chapter
		numbers[chapter] = append(numbers[chapter], number)
	}
	for chapter, all := range numbers {
		slices.Sort(all)
		for i, number := range all {
			if number != i+1 {
				t.Errorf("chapter %d has the rules %v: expected each number once, from 1", chapter, all)
				break
			}
		}
	}
	// A rule that Rules overlooks would need no vector. Nothing but a rule lies between its number and
	// its mark: not the next rule, a heading, or an example.
	open, in := false, 0
	for _, m := range regexp.MustCompile("(?m)^\\*\\*R\\d[^ ]+|^#.*|^<!--.*|[^`]\u220e|^\u220e").FindAllString(fpcheck.Spec, -1) {
		rule, mark := strings.HasPrefix(m, "**R"), strings.HasSuffix(m, "\u220e")
		if mark != open {
			t.Errorf("SPEC.md, rule %d: %q: expected each rule to end with \u220e, and nothing else to have it", in, m)
		}
		if open = rule; rule {
			in++
		}
	}
	if in != len(fpcheck.Rules()) {
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

// The vectors and the anchors that SPEC.md names are there, and the vectors that its rationale names.
func TestReferences(t *testing.T) {
	var ids []string
	for _, v := range vectors.All() {
		ids = append(ids, v.ID)
	}
	for _, m := range regexp.MustCompile("`((?:text|identifiers|normalise|segment|features|hash|sketch|pipeline)-[a-z0-9-]+)`").FindAllStringSubmatch(fpcheck.Spec+readFile(t, "docs/rationale.md"), -1) {
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
