package report

import (
	"regexp"
	"testing"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestChapters checks that the chapters match SPEC.md, and that every stage and every rule has a
// chapter.
func TestChapters(t *testing.T) {
	for _, c := range chapters {
		if !regexp.MustCompile(`(?m)^## (Annex )?` + c.number + " " + c.title + "$").MatchString(fpcheck.Spec) {
			t.Errorf("SPEC.md has no chapter %s %s", c.number, c.title)
		}
	}
	for _, s := range append(vectors.Stages[:len(vectors.Stages):len(vectors.Stages)], protocol.Stream) {
		if chapterOf(s) == "" {
			t.Errorf("stage %s has no chapter", s)
		}
	}
	for _, rule := range fpcheck.Rules() {
		if chapterOfRule(rule.ID).title == "" {
			t.Errorf("rule %s has no chapter", rule.ID)
		}
	}
}
