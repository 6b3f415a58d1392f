// Package fpcheck holds the specification of document fingerprints. The code
// that follows it stands in the packages below: [scheme] is the way in.
//
// [scheme]: https://pkg.go.dev/github.com/lsh-interop/fpcheck/scheme
package fpcheck

import (
	_ "embed"
	"regexp"
	"strings"
)

// Spec is SPEC.md.
//
//go:embed SPEC.md
var Spec string

// Version is the version of the specification, and of this module.
var Version = regexp.MustCompile(`(?m)^Version ([0-9.]+)`).FindStringSubmatch(Spec)[1]

// Rule is a normative rule of the specification.
type Rule struct {
	ID   string // "R4.2"
	Name string // "Alphabetic"
	Text string // the paragraph, on one line
}

// Rules returns the rules of the specification in its order.
func Rules() []Rule {
	var rules []Rule
	for _, p := range strings.Split(Spec, "\n\n") {
		if m := rulePattern.FindStringSubmatch(p); m != nil {
			rules = append(rules, Rule{m[1], m[2], strings.Join(strings.Fields(m[3]), " ")})
		}
	}
	return rules
}

var rulePattern = regexp.MustCompile(`(?s)^\*\*(R[0-9]+\.[0-9]+) ([^*]+)\.\*\* (.+)$`)
