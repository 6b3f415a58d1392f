package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// color is what begins a text of a color on terminals; "" is none.
type color string

const (
	red    color = "\x1b[31m"
	green  color = "\x1b[32m"
	yellow color = "\x1b[33m"

	plainAgain = "\x1b[0m"
)

// modes say when there are colors, and progress: auto is on terminals.
var modes = []string{"auto", "always", "never"}

func (a *app) checkModes() error {
	for _, f := range []struct{ name, value string }{{"color", a.color}, {"progress", a.progress}} {
		if !slices.Contains(modes, f.value) {
			return usageError{fmt.Errorf("--%s %q: expected one of %s", f.name, f.value, strings.Join(modes, ", "))}
		}
	}
	if a.noProgress {
		a.progress = "never"
	}
	return nil
}

// setColors decides which streams have colors: terminals, unless the flag, NO_COLOR or TERM say
// otherwise, and all with CLICOLOR_FORCE.
func (a *app) setColors() {
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
		return isTerminal(stream) && os.Getenv("TERM") != "dumb"
	}
	a.out.colors.stdout, a.out.colors.stderr = colored(a.out.stdout), colored(a.out.stderr)
}

// painted is a word of a text, and its color.
type painted struct {
	word string
	color
}

// paint makes a line of text, in which each word, after the one before, has its color. What is
// not the line's own is spelled so that it has none.
func paint(text string, words ...painted) string {
	var b strings.Builder
	for _, w := range words {
		before, after, found := strings.Cut(text, w.word)
		if !found || w.color == "" {
			continue
		}
		b.WriteString(escape.Line(before) + string(w.color) + escape.Line(w.word) + plainAgain)
		text = after
	}
	return b.String() + escape.Line(text)
}

// verdictLine takes a result of a line whose last such word is the verdict.
func (o *output) verdictLine(text, word string, c color) {
	at := strings.LastIndex(text, word)
	if !o.colors.stdout || at < 0 || c == "" {
		o.line("%s", text)
		return
	}
	line := escape.Line(text[:at]) + paint(text[at:], painted{word, c}) + "\n"
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, line...)
	o.written()
}

// colorOf is the color of a status of verify.
func colorOf(s manifest.Status) color {
	switch s {
	case manifest.OK, manifest.SameText:
		return green
	case manifest.Different, manifest.Missing, manifest.WithoutText, manifest.NotRead:
		return red
	}
	return yellow
}

// colorOfVerdict is the color of a verdict of compare.
func colorOfVerdict(v scheme.Verdict) color {
	switch v {
	case scheme.Close:
		return green
	case scheme.Different:
		return red
	}
	return yellow
}
