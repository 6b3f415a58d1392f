package fpcheck

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// Version is the version of the specification and of this module.
const Version = "1.0.0"

// Spec is the specification, SPEC.md.
//
//go:embed SPEC.md
var Spec string

// A Rule is a normative rule of the specification.
type Rule struct {
	ID, Name string // "R4.2", "Alphabetic"
	Text     string // its paragraphs and lists in Markdown, on one line; without tables and code

	Source string // all of it as it stands in SPEC.md, without its end mark
}

// Rules returns the rules of the specification in the order of SPEC.md.
func Rules() []Rule { return slices.Clone(rules()) }

var (
	ruleText = lazy.Regexp(`(?s)\*\*(R[0-9]+\.[0-9]+) ([^*]+)\.\*\* (.+?)\s*∎`)
	shown    = lazy.Regexp("^(\\||```)") // a table, or code
)

// rules returns the rules of SPEC.md. A rule begins with its number in bold, and ends at the mark ∎.
var rules = sync.OnceValue(func() []Rule {
	var rules []Rule
	for _, m := range ruleText().FindAllStringSubmatch(Spec, -1) {
		var text []string
		for block := range strings.SplitSeq(m[3], "\n\n") {
			if !shown().MatchString(block) {
				text = append(text, line(block))
			}
		}
		source := strings.TrimRight(strings.TrimSuffix(m[0], "∎"), " \n")
		rules = append(rules, Rule{ID: m[1], Name: m[2], Text: strings.Join(text, " "), Source: source})
	}
	return rules
})

// line returns a text on one line, a list without its dashes.
func line(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll("\n"+text, "\n- ", "\n")), " ")
}
