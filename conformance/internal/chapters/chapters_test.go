package chapters

import (
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The chapters are those of SPEC.md, every stage has one, and so has every rule.
func TestChapters(t *testing.T) {
	for _, c := range chapters {
		if !strings.Contains(fpcheck.Spec, "\n## "+c.Number+" "+c.Title+"\n") {
			t.Errorf("SPEC.md has no chapter %s %s", c.Number, c.Title)
		}
	}
	for _, s := range append(vectors.Stages[:len(vectors.Stages):len(vectors.Stages)], protocol.Stream) {
		if Of(s) == "" {
			t.Errorf("stage %s has no chapter", s)
		}
	}
	for _, rule := range fpcheck.Rules() {
		if OfRule(rule.ID).Title == "" {
			t.Errorf("rule %s has no chapter", rule.ID)
		}
	}
}
