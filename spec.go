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

	Source string // all of it as it stands in SPEC.md
}

// Rules returns the rules of the specification in the order of SPEC.md.
func Rules() []Rule { return slices.Clone(rules()) }

var (
	ruleBegins = lazy.Regexp(`(?s)^\*\*(R[0-9]+\.[0-9]+) ([^*]+)\.\*\* (.+)$`)
	listed     = lazy.Regexp(`^(- |[0-9]+\. )`)
	shown      = lazy.Regexp("^(\\||```)") // a table, or code
	another    = lazy.Regexp(`^(#|<!--|\*\*)`)
)

// rules are those of SPEC.md, as its chapter 0 says where each ends: a paragraph, the lists, code
// and tables after it, and one paragraph after those; and so on.
var rules = sync.OnceValue(func() []Rule {
	var rules []Rule
	open, after := false, false // whether a rule may go on; whether a list, code or table came last
	for block := range strings.SplitSeq(Spec, "\n\n") {
		m := ruleBegins().FindStringSubmatch(block)
		switch {
		case m != nil:
			rules = append(rules, Rule{ID: m[1], Name: m[2], Text: line(m[3]), Source: block})
			open, after = true, false
			continue
		case !open || another().MatchString(block):
			open = false
		case shown().MatchString(block):
			after = true
		case listed().MatchString(block), after:
			r := &rules[len(rules)-1]
			r.Text += " " + line(block)
			after = listed().MatchString(block)
		default:
			open = false
		}
		if open {
			rules[len(rules)-1].Source += "\n\n" + block
		}
	}
	return rules
})

// line returns a text on one line, a list without its dashes.
func line(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll("\n"+text, "\n- ", "\n")), " ")
}
