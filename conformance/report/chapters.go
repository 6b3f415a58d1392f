package report

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/vectors"
)

// chapter is a chapter of SPEC.md that has rules or a level, with the stages that it specifies.
type chapter struct {
	number, title string
	stages        []vectors.Stage
}

var chapters = []chapter{
	{"1", "Text", []vectors.Stage{vectors.Text}},
	{"2", "Identifiers", []vectors.Stage{vectors.Identifiers}},
	{"3", "Normalisation", []vectors.Stage{vectors.Normalise}},
	{"4", "Segmentation", []vectors.Stage{vectors.Segment}},
	{"5", "Features", []vectors.Stage{vectors.Features}},
	{"6", "Hash", []vectors.Stage{vectors.Hash}},
	{"7", "Sketch", []vectors.Stage{vectors.Counters, vectors.Full, vectors.Merge, vectors.Sketch, vectors.Truncate}},
	{"8", "Strings", []vectors.Stage{vectors.Encode, vectors.Decode}},
	{"9", "Whole documents", []vectors.Stage{vectors.Pipeline, protocol.Stream}},
	{"10", "Comparison", []vectors.Stage{vectors.Distance}},
	{"10a", "Text digests", []vectors.Stage{vectors.TextDigest}},
	{"11", "Text of HTML and XML", []vectors.Stage{vectors.HTML, vectors.XML}},
	{"11a", "Main text of HTML", []vectors.Stage{vectors.Main}},
	{"12", "Accumulated vectors", []vectors.Stage{vectors.Accumulated}},
	{"13", "Bands and clusters", []vectors.Stage{vectors.Bands, vectors.Clusters, vectors.Texts}},
	{"13a", "Passages", []vectors.Stage{vectors.Windows, vectors.Passages, vectors.Covers}},
	{"15", "Conformance", []vectors.Stage{protocol.DocumentText}},
	{"A", "Port protocol", []vectors.Stage{cases.Request}},
}

// chapterOf returns the number of the chapter that specifies a stage, "" if there is no such stage.
func chapterOf(s vectors.Stage) string {
	i := slices.IndexFunc(chapters, func(c chapter) bool { return slices.Contains(c.stages, s) })
	if i < 0 {
		return ""
	}
	return chapters[i].number
}

// chapterOfRule returns the chapter of a rule. Chapters 10a and 13a have the last rules of 10 and 13.
func chapterOfRule(id string) chapter {
	number, rule, _ := strings.Cut(strings.TrimPrefix(id, "R"), ".")
	if n, _ := strconv.Atoi(rule); number == "10" && n > 5 || number == "13" && n > 11 {
		number += "a"
	}
	i := slices.IndexFunc(chapters, func(c chapter) bool { return c.number == number })
	return chapters[i]
}

func rulesOf(s vectors.Stage, rules []string) []string {
	var own []string
	for _, id := range rules {
		if chapterOfRule(id).number == chapterOf(s) {
			own = append(own, id)
		}
	}
	return own
}

// ruleOf returns the rule with an id, or a rule without an id if there is none.
func ruleOf(id string) fpcheck.Rule { return rulesByID()[id] }

var rulesByID = sync.OnceValue(func() map[string]fpcheck.Rule {
	m := make(map[string]fpcheck.Rule)
	for _, rule := range fpcheck.Rules() {
		m[rule.ID] = rule
	}
	return m
})
