// Package chapters says which rules and stages stand in which chapter of SPEC.md.
package chapters

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Chapter is a chapter of SPEC.md that has rules or a level, with the stages that it specifies.
type Chapter struct {
	Number, Title string
	stages        []vectors.Stage
}

var chapters = []Chapter{
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
	{"11", "Visible text of HTML and XML", []vectors.Stage{vectors.HTML, vectors.XML}},
	{"12", "Accumulated vectors", []vectors.Stage{vectors.Accumulated}},
	{"13", "Bands and clusters", []vectors.Stage{vectors.Bands, vectors.Clusters}},
	{"15", "Conformance", []vectors.Stage{protocol.DocumentText}},
}

// Of returns the number of the chapter that a stage is specified in, "" if there is no
// such stage.
func Of(s vectors.Stage) string {
	i := slices.IndexFunc(chapters, func(c Chapter) bool { return slices.Contains(c.stages, s) })
	if i < 0 {
		return ""
	}
	return chapters[i].Number
}

// OfRule returns the chapter that a rule stands in. Chapter 10a has the last rules of chapter 10.
func OfRule(id string) Chapter {
	chapter, rule, _ := strings.Cut(strings.TrimPrefix(id, "R"), ".")
	if n, _ := strconv.Atoi(rule); chapter == "10" && n > 5 {
		chapter = "10a"
	}
	i := slices.IndexFunc(chapters, func(c Chapter) bool { return c.Number == chapter })
	return chapters[i]
}

// Rules returns those of a vector's rules that stand in the chapter of a stage.
func Rules(s vectors.Stage, rules []string) []string {
	var own []string
	for _, id := range rules {
		if OfRule(id).Number == Of(s) {
			own = append(own, id)
		}
	}
	return own
}

// Rule returns the rule with an id, or one without an id if there is none.
func Rule(id string) fpcheck.Rule { return rulesByID()[id] }

var rulesByID = sync.OnceValue(func() map[string]fpcheck.Rule {
	m := make(map[string]fpcheck.Rule)
	for _, rule := range fpcheck.Rules() {
		m[rule.ID] = rule
	}
	return m
})
