package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writeHelp writes the help of a command, with as many examples as fit a screen of 40 lines. If the
// flags do not fit, it only names rare ones. The manual page has everything.
func writeHelp(w io.Writer, c *cobra.Command) {
	const most = 40
	help := ""
	for examples := 3; examples >= -1; examples-- {
		help = helpOf(c, max(0, examples), examples < 0)
		if strings.Count(help, "\n") <= most {
			break
		}
	}
	io.WriteString(w, help)
}

const seldomUsed = "seldom"

// Seldom marks flags that the help of a command may only name.
func Seldom(c *cobra.Command, names ...string) {
	for _, name := range names {
		c.Flags().SetAnnotation(name, seldomUsed, nil)
	}
}

// flagUsages returns the flags of a command. If brief, it only names the rare ones.
func flagUsages(c *cobra.Command, brief bool) string {
	if !brief {
		return c.LocalFlags().FlagUsages()
	}
	often := pflag.NewFlagSet("", pflag.ContinueOnError)
	var names []string
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if _, seldom := f.Annotations[seldomUsed]; !seldom {
			often.AddFlag(f)
		} else if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if len(names) == 0 {
		return often.FlagUsages()
	}
	const width = 78
	text, line := often.FlagUsages(), "and:"
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if len(line)+1+len(name) > width {
			text, line = text+line+"\n", "    "
		}
		line += " " + name
	}
	return text + line + "\n"
}

// seldom lists commands that the help of the program only names, since a screen is full.
var seldom = []string{"completion", "eval", "frequencies", "man", "merge", "plan", "port", "report", "sketch", "version"}

func helpOf(c *cobra.Command, examples int, brief bool) string {
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
				if sub.Name() != "version" { // the flag describes it
					also = append(also, sub.Name())
				}
				continue
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
		if len(also) > 0 {
			fmt.Fprintf(&b, "and: %s\n", strings.Join(also, ", "))
		}
	}
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Hidden = true // the reader has just used it
	if flags := flagUsages(c, brief); flags != "" {
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
