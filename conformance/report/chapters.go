package report

import (
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ruleOf returns the rules by id.
var RuleOf = func() map[string]fpcheck.Rule {
	m := make(map[string]fpcheck.Rule)
	for _, rule := range fpcheck.Rules() {
		m[rule.ID] = rule
	}
	return m
}()

// chapterOf returns the chapter of SPEC.md that a stage is specified in.
func chapterOf(s vectors.Stage) string {
	switch s {
	case vectors.Text:
		return "1"
	case vectors.Identifiers:
		return "2"
	case vectors.Normalise:
		return "3"
	case vectors.Segment:
		return "4"
	case vectors.Features:
		return "5"
	case vectors.Hash:
		return "6"
	case vectors.Counters, vectors.Full, vectors.Merge, vectors.Sketch, vectors.Truncate:
		return "7"
	case vectors.Encode, vectors.Decode:
		return "8"
	case vectors.Pipeline, protocol.Stream:
		return "9"
	case vectors.Distance, vectors.TextDigest:
		return "10"
	case vectors.HTML, vectors.XML:
		return "11"
	}
	return "12"
}

// rulesFor returns those of a vector's rules that belong to a stage's chapter.
func RulesFor(s vectors.Stage, rules []string) []string {
	var own []string
	for _, id := range rules {
		if strings.HasPrefix(id, "R"+chapterOf(s)+".") {
			own = append(own, id)
		}
	}
	return own
}
