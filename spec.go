package fpcheck

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Version is the version of the specification and of this module.
const Version = "0.2.0"

// Spec is the specification, SPEC.md.
//
//go:embed SPEC.md
var Spec string

// A Rule is a normative rule of the specification.
type Rule struct {
	ID   string // "R4.2"
	Name string // "Alphabetic"
	Text string // the paragraph in Markdown, on one line
}

// Rules returns the rules of the specification in the order of SPEC.md.
func Rules() []Rule { return slices.Clone(rules()) }

var rules = sync.OnceValue(func() []Rule {
	pattern := regexp.MustCompile(`(?s)^\*\*(R[0-9]+\.[0-9]+) ([^*]+)\.\*\* (.+)$`)
	var rules []Rule
	for paragraph := range strings.SplitSeq(Spec, "\n\n") {
		if m := pattern.FindStringSubmatch(paragraph); m != nil {
			rules = append(rules, Rule{m[1], m[2], strings.Join(strings.Fields(m[3]), " ")})
		}
	}
	return rules
})
