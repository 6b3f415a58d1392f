package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// TestSharedOptions checks that a text for several commands describes the same flag in each of them. A
// flag with another meaning has a text in the manual of its command.
func TestSharedOptions(t *testing.T) {
	const manual = "../../internal/cli/manual/"
	shared := terms(t, manual+"shared/options.txt")
	usages := make(map[string]map[string][]string) // by flag and usage: the commands
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		_, name, _ := strings.Cut(strings.ReplaceAll(c.CommandPath(), " ", "-"), "-")
		own := terms(t, manual+name+".txt")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(shared, f.Name) || slices.Contains(own, f.Name) || f.Hidden {
				return
			}
			if usages[f.Name] == nil {
				usages[f.Name] = make(map[string][]string)
			}
			usages[f.Name][f.Usage] = append(usages[f.Name][f.Usage], name)
		})
	}
	visit(cli.NewApp(t.Context(), nil, io.Discard, io.Discard, commands.All...).RootCommand())
	for flag, by := range usages {
		if len(by) > 1 {
			t.Errorf("--%s means several things: %q", flag, by)
		}
	}
}

// terms returns the flags that a text of the manual describes.
func terms(t *testing.T, file string) (flags []string) {
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "--"); ok {
			flags = append(flags, strings.TrimSpace(name))
		}
	}
	return flags
}
