package main

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// conclusion is what a command finds out about what it validates. It is said once, at the end.
type conclusion struct {
	validation.Counts
	strict bool
	parts  []string // in words: what was validated, and what was found
	words  []painted
}

// add adds what was found in a part of it.
func (c *conclusion) add(n validation.Counts, text string, words ...painted) {
	c.Join(n)
	c.parts = append(c.parts, text)
	c.words = append(c.words, words...)
}

func (c *conclusion) verdict() validation.Verdict { return c.Verdict(c.strict) }

// jsonVerdict is the last object that is printed.
type jsonVerdict struct {
	jsonPath
	Verdict   validation.Verdict `json:"verdict"`
	Errors    int64              `json:"errors"`
	Warnings  int64              `json:"warnings"`
	NotJudged int64              `json:"not_judged"`
}

func newJSONVerdict(name string, c *conclusion) any {
	return struct {
		Verdict jsonVerdict `json:"verdict"`
	}{jsonVerdict{newJSONPath(name), c.verdict(), c.Errors, c.Warnings, c.Unjudged}}
}

// sayVerdict says what the validation of what is so named comes to: "bag: VALID (12 files)".
func (a *app) sayVerdict(name string, c *conclusion) {
	v := c.verdict()
	text := "fpcheck: " + display(name) + ": " + v.String()
	words := []painted{{v.String(), colorOfValidation(v)}}
	if len(c.parts) > 0 {
		text += " (" + strings.Join(c.parts, "; ") + ")"
	}
	a.out.note(text, append(words, c.words...)...)
}

func colorOfValidation(v validation.Verdict) color {
	switch v {
	case validation.Valid:
		return green
	case validation.Invalid:
		return red
	}
	return yellow
}

// countFindings spells how many findings there are: "1 error, 2 warnings".
func countFindings(n validation.Counts) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		what string
	}{{n.Errors, "error"}, {n.Warnings, "warning"}} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.what))
		}
	}
	if n.Unjudged > 0 {
		parts = append(parts, fmt.Sprintf("%d not judged", n.Unjudged))
	}
	return strings.Join(parts, ", ")
}
