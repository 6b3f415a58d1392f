package keep

import (
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
)

// conclusion is the result of a validation, reported once at the end.
type conclusion struct {
	outcome.Counts
	rules outcome.Rules
	parts []string // in words: what was validated, and what was found
	words []cli.Painted
}

func (c *conclusion) add(n validation.Counts, text string, words ...cli.Painted) {
	c.Join(n)
	c.parts = append(c.parts, text)
	c.words = append(c.words, words...)
}

func (c *conclusion) verdict() outcome.Verdict { return c.rules.Verdict(c.Counts) }

// jsonVerdict is the last object that is printed.
type jsonVerdict struct {
	cli.JSONPath
	Verdict   outcome.Verdict `json:"verdict"`
	Errors    int64           `json:"errors"`
	Review    int64           `json:"review"`
	Warnings  int64           `json:"warnings"`
	NotJudged int64           `json:"not_judged"`
}

func newJSONVerdict(name string, c *conclusion) any {
	return map[string]any{"verdict": jsonVerdict{
		cli.NewJSONPath(name), c.verdict(), c.Errors, c.Review, c.Warnings, c.Unjudged,
	}}
}

// sayVerdict prints the verdict on the thing called name: "bag: VALID (12 files)".
func sayVerdict(a *cli.App, name string, c *conclusion) {
	v := c.verdict()
	text := "fpcheck: " + cli.Display(name) + ": " + v.String()
	words := []cli.Painted{{Word: v.String(), Color: colorOf(v)}}
	if len(c.parts) > 0 {
		text += " (" + strings.Join(c.parts, "; ") + ")"
	}
	a.Out.Note(text, append(words, c.words...)...)
}

// colorOf returns the color of a verdict, and of a file with it.
func colorOf(v outcome.Verdict) cli.Color {
	switch v {
	case outcome.Valid:
		return cli.Green
	case outcome.Review:
		return cli.Yellow
	case outcome.Invalid:
		return cli.Red
	}
	return cli.Purple
}
