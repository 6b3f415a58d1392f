package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// writeHelp writes the help of a command, with the examples that fit 40 lines. The manual page has all.
func writeHelp(w io.Writer, c *cobra.Command) {
	const most = 40
	for examples := 3; ; examples-- {
		help := helpOf(c, examples)
		if examples == 0 || strings.Count(help, "\n") <= most {
			io.WriteString(w, help)
			return
		}
	}
}

// seldom are commands that the help of the program only names, since a screen is full.
var seldom = []string{"completion", "man", "merge", "port", "report", "version"}

func helpOf(c *cobra.Command, examples int) string {
	var b strings.Builder
	m := manualOf(c)
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace(c.Long))
	for i, usage := range usageLines(c) {
		heading := "\nUsage:"
		if i > 0 {
			heading = "      "
		}
		fmt.Fprintf(&b, "%s %s\n", heading, usage)
	}
	if m.examples != "" && examples > 0 {
		lines := strings.Split(dedent(m.examples), "\n")
		fmt.Fprintf(&b, "\nExamples:\n  %s\n", strings.Join(lines[:min(examples, len(lines))], "\n  "))
	}
	if !c.HasParent() {
		b.WriteString("\nExit codes:\n")
		for _, code := range blocks(m.sections[0].text) {
			fmt.Fprintf(&b, "  %-3s  %s\n", code.term, code.text)
		}
	}
	if subs := subcommands(c); len(subs) > 0 {
		b.WriteString("\nAvailable Commands:\n")
		var also []string
		for _, sub := range subs {
			if !c.HasParent() && slices.Contains(seldom, sub.Name()) {
				also = append(also, sub.Name())
				continue
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
		if len(also) > 0 {
			fmt.Fprintf(&b, "and: %s\n", strings.Join(also, ", "))
		}
	}
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Hidden = true // whoever reads this knows it
	if flags := c.LocalFlags().FlagUsages(); flags != "" {
		fmt.Fprintf(&b, "\nFlags:\n%s", flags)
	}
	fmt.Fprintf(&b, "\nMore: man %s (\"fpcheck man\" writes the pages).\n", pageName(c))
	return b.String()
}

func usageLines(c *cobra.Command) (lines []string) {
	if c.HasSubCommands() {
		return []string{c.CommandPath() + " COMMAND"}
	}
	path := strings.TrimSuffix(c.CommandPath(), c.Name())
	for i, form := range strings.Split(c.Use, " | "+c.Name()+" ") {
		if i > 0 {
			form = c.Name() + " " + form
		}
		lines = append(lines, path+form)
	}
	return lines
}
