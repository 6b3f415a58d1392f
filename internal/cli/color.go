package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Color is what begins a text of a color on terminals; "" is none.
type Color string

const (
	Red    Color = "\x1b[31m"
	Green  Color = "\x1b[32m"
	Yellow Color = "\x1b[33m"
	Purple Color = "\x1b[35m"

	plainAgain = "\x1b[0m"
)

// modes say when there are colors, and progress: auto is on terminals.
var modes = []string{"auto", "always", "never"}

func (a *App) checkModes() error {
	for _, f := range []struct{ name, value string }{{"color", a.color}, {"progress", a.progress}} {
		if !slices.Contains(modes, f.value) {
			return Usage(fmt.Errorf("--%s %q: expected one of %s", f.name, f.value, strings.Join(modes, ", ")))
		}
	}
	if a.noProgress {
		a.progress = "never"
	}
	return nil
}

// setColors decides which streams have colors: terminals, subject to the flag, NO_COLOR, TERM and CLICOLOR_FORCE.
func (a *App) setColors() {
	colored := func(stream any) bool {
		force := os.Getenv("CLICOLOR_FORCE")
		switch {
		case a.color != "auto":
			return a.color == "always"
		case os.Getenv("NO_COLOR") != "":
			return false
		case force != "" && force != "0":
			return true
		}
		return IsTerminal(stream) && os.Getenv("TERM") != "dumb"
	}
	a.Out.colors.stdout, a.Out.colors.stderr = colored(a.Out.Stdout), colored(a.Out.stderr)
}

// Painted is a word of a text, and its color.
type Painted struct {
	Word string
	Color
}

// paint makes a line of text, in which each word, after the one before, has its color. What is
// not the line's own is spelled so that it has none.
func paint(text string, words ...Painted) string {
	var b strings.Builder
	for _, w := range words {
		before, after, found := strings.Cut(text, w.Word)
		if !found || w.Color == "" {
			continue
		}
		b.WriteString(escape.Line(before) + string(w.Color) + escape.Line(w.Word) + plainAgain)
		text = after
	}
	return b.String() + escape.Line(text)
}

// VerdictLine takes a result of a line whose last such word is the verdict.
func (o *Output) VerdictLine(text, word string, c Color) {
	at := strings.LastIndex(text, word)
	if !o.colors.stdout || at < 0 || c == "" {
		o.Line("%s", text)
		return
	}
	line := escape.Line(text[:at]) + paint(text[at:], Painted{word, c}) + "\n"
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, line...)
	o.written()
}

// ColorOfVerdict is the color of a verdict of compare.
func ColorOfVerdict(v scheme.Verdict) Color {
	switch v {
	case scheme.Close:
		return Green
	case scheme.Different:
		return Red
	}
	return Yellow
}
