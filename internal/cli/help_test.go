package cli_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// subtree returns a command and all commands below it.
func subtree(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, subtree(sub)...)
	}
	return all
}

func root(t *testing.T) *cobra.Command {
	t.Helper()
	c := cli.NewApp(t.Context(), nil, new(bytes.Buffer), new(bytes.Buffer), commands.All...).RootCommand()
	c.InitDefaultCompletionCmd()
	return c
}

// TestHelpFits checks that the help of each command fits a screen.
func TestHelpFits(t *testing.T) {
	for _, c := range subtree(root(t)) {
		var help bytes.Buffer
		cli.WriteHelp(&help, c)
		if lines := strings.Count(help.String(), "\n"); lines > 40 {
			t.Errorf("%s: %d lines: want at most 40:\n%s", c.CommandPath(), lines, &help)
		}
		for line := range strings.Lines(help.String()) {
			if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%s: %d columns: want at most 80: %s", c.CommandPath(), width, line)
			}
		}
	}
}

// TestManual checks that each command has a manual with an example. Each text of the manual must
// belong to a command and its flags.
func TestManual(t *testing.T) {
	texts := make(map[string]bool)
	for _, c := range subtree(root(t)) {
		name := strings.TrimPrefix(cli.PageName(c), "fpcheck-")
		text, err := cli.ManualTexts.ReadFile("manual/" + name + ".txt")
		if name == "help" || strings.HasPrefix(name, "completion-") {
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		texts[name+".txt"] = true
		m := cli.ManualOf(c)
		if !strings.Contains(m.Examples(), "    fpcheck ") {
			t.Errorf("%s: no example", name)
		}
		if _, options, ok := strings.Cut(string(text), "# OPTIONS\n"); ok {
			options, _, _ = strings.Cut(options, "\n# ")
			for _, b := range cli.Blocks(options) {
				if c.Flags().Lookup(strings.TrimPrefix(b.Term(), "--")) == nil {
					t.Errorf("%s: there is no %s", name, b.Term())
				}
			}
		}
		for line := range strings.Lines(string(text)) {
			if width := utf8.RuneCountInString(line) - 1; width > 92 {
				t.Errorf("%s: %d columns: %s", name, width, line)
			}
		}
	}
	files, err := cli.ManualTexts.ReadDir("manual")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !f.IsDir() && !texts[f.Name()] {
			t.Errorf("manual/%s is of no command", f.Name())
		}
	}
}

// TestManPages checks that a page has only known roff requests, short lines, and balanced fonts.
func TestManPages(t *testing.T) {
	requests := []string{".TH", ".SH", ".PP", ".TP", ".BR", ".br", ".EX", ".EE"}
	for _, c := range subtree(root(t)) {
		text := string(cli.ManPage(c, cli.NoDate))
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			request, _, _ := strings.Cut(line, " ")
			if strings.HasPrefix(line, ".") && !slices.Contains(requests, request) || strings.HasPrefix(line, "'") {
				t.Errorf("%s: unknown request: %s", c.CommandPath(), line)
			}
			if strings.Contains(line, "`") {
				t.Errorf("%s: a back tick: %s", c.CommandPath(), line)
			}
			if utf8.RuneCountInString(line) > 100 {
				t.Errorf("%s: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		on := strings.Count(text, `\fB`) + strings.Count(text, `\fI`)
		if off := strings.Count(text, `\fR`); on != off {
			t.Errorf("%s: %d fonts begin, and %d end", c.CommandPath(), on, off)
		}
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(text, `\fB`+cli.EscapeRoff.Replace("--"+f.Name)+`\fR`) {
				t.Errorf("%s: no --%s", c.CommandPath(), f.Name)
			}
		})
	}
}

// TestManPagesAreRead checks that groff reads each page without a warning. Each term of a list is
// on a line of its own, before its definition.
func TestManPagesAreRead(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a process for each page")
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip(err)
	}
	for _, c := range subtree(root(t)) {
		command := exec.Command(groff, "-man", "-Tascii", "-ww", "-P-c", "-P-b", "-P-u", "-rLL=200n")
		command.Stdin = bytes.NewReader(cli.ManPage(c, cli.NoDate))
		var warnings strings.Builder
		command.Stderr = &warnings
		shown, err := command.Output()
		if err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v: %s", c.CommandPath(), err, &warnings)
		}
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !regexp.MustCompile(`(?m)^       (-., )?--`+f.Name+`( [^ \[\]]+)?( |$)`).Match(shown) {
				t.Errorf("%s: no --%s on a line of its own, or with what help says of its default", c.CommandPath(), f.Name)
			}
		})
		for _, b := range cli.Blocks(cli.ManualOf(c).Description()) {
			if b.Term() != "" && !regexp.MustCompile(`(?m)^       `+regexp.QuoteMeta(strings.ReplaceAll(b.Term(), "`", ""))+`( |$)`).Match(shown) {
				t.Errorf("%s: no %q on a line of its own", c.CommandPath(), b.Term())
			}
		}
	}
}
