package cli

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

func (a *App) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages",
		Long:  `Write a manual page for each command to a directory.`,
		Args:  Exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			date, err := SourceDate()
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("%s: %s", Display(args[0]), Message(err))
			}
			dir, err := os.OpenRoot(args[0])
			if err != nil {
				return err
			}
			defer dir.Close()
			return writePages(c.Root(), dir, date)
		},
	}
}

// writePages writes the pages of a command and of those below it.
func writePages(c *cobra.Command, dir *os.Root, date time.Time) error {
	if err := durable.Place(dir, pageName(c)+".1", manPage(c, date)); err != nil {
		return err
	}
	for _, sub := range subcommands(c) {
		if err := writePages(sub, dir, date); err != nil {
			return err
		}
	}
	return nil
}

// subcommands are those that a person may want to know about.
func subcommands(c *cobra.Command) (all []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			all = append(all, sub)
		}
	}
	return all
}

func manPage(c *cobra.Command, date time.Time) []byte {
	p, m := new(page), manualOf(c)
	day := ""
	if date != NoDate {
		day = date.Format("Jan 2006")
	}
	p.line(".TH %q %q %q %q %q", strings.ToUpper(pageName(c)), "1", day, "fpcheck "+fpcheck.Version, "fpcheck")
	p.line(".SH NAME\n%s \\- %s", p.escape(pageName(c)), p.escape(c.Short))
	p.line(".SH SYNOPSIS")
	for i, usage := range usageLines(c) {
		if i > 0 {
			p.line(".br")
		}
		arguments := strings.TrimPrefix(usage, c.CommandPath())
		p.line(`\fB%s\fR%s`, p.escape(c.CommandPath()), placeholder().ReplaceAllString(p.escape(arguments), `\fI$0\fR`))
	}
	p.line(".SH DESCRIPTION")
	if m.description != c.Long {
		p.blocks(c.Long)
	}
	p.blocks(m.description)
	if subs := subcommands(c); len(subs) > 0 {
		p.line(".SH COMMANDS")
		for _, sub := range subs {
			p.line(".TP\n.BR %s (1)\n%s", p.escape(pageName(sub)), p.text(sub.Short))
		}
	}
	p.options(c, m)
	for _, s := range m.sections {
		p.line(".SH %s", p.escape(s.heading))
		p.blocks(s.text)
	}
	if m.examples != "" {
		p.line(".SH EXAMPLES")
		p.blocks(m.examples)
	}
	p.seeAlso(c)
	return p.Bytes()
}

// placeholder matches what stands for an argument in a synopsis.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Z]{1,}[A-Z.]*[A-Z]|\b[AB]\b`) })

// page is a page that is being written.
type page struct{ bytes.Buffer }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// paragraph begins a paragraph, unless a heading has just begun one.
func (p *page) paragraph() {
	lines := bytes.Split(p.Bytes(), []byte("\n"))
	if !bytes.HasPrefix(lines[len(lines)-2], []byte(".SH ")) {
		p.line(".PP")
	}
}

func (p *page) blocks(text string) {
	for _, b := range blocks(text) {
		switch {
		case b.term != "":
			p.line(".TP\n\\fB%s\\fR\n%s", p.escape(strings.ReplaceAll(b.term, "`", "")), p.text(b.text))
		case b.literal:
			p.paragraph()
			p.line(".EX")
			for l := range strings.SplitSeq(b.text, "\n") {
				p.line("%s", p.startOfLine(p.escape(l)))
			}
			p.line(".EE")
		default:
			p.paragraph()
			p.line("%s", p.text(b.text))
		}
	}
}

func (p *page) options(c *cobra.Command, m *manual) {
	heading := ".SH OPTIONS"
	c.InitDefaultHelpFlag()
	c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden && f.Name != "help" {
			return
		}
		if heading != "" {
			p.line("%s", heading)
			heading = ""
		}
		names := `\fB` + p.escape("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			names = `\fB` + p.escape("-"+f.Shorthand) + `\fR, ` + names
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			names += ` \fI` + p.escape(value) + `\fR`
		}
		if long, ok := m.options[f.Name]; ok {
			usage = long
		} else {
			usage = strings.ToUpper(usage[:1]) + usage[1:] + "."
			switch f.DefValue {
			case "", "0", "false", "[]", "0s":
			default:
				usage += " The default is " + strings.Trim(f.DefValue, "[]") + "."
			}
		}
		p.line(".TP\n%s\n%s", names, p.text(usage))
	})
}

func (p *page) seeAlso(c *cobra.Command) {
	var others []string
	if c.HasParent() {
		others = append(others, pageName(c.Parent()))
	}
	for _, sub := range subcommands(c) {
		others = append(others, pageName(sub))
	}
	p.line(".SH SEE ALSO")
	for i, name := range others {
		comma := " ,"
		if i == len(others)-1 {
			comma = ""
		}
		p.line(".BR %s (1)%s", p.escape(name), comma)
	}
}

var (
	code = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`([^`]*)`") })
	lead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\*\*([^*` + "`" + `]+\.)\*\*`) })
	flag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[ (])(--[a-z][a-z-]*[a-z]|-[a-z]\b)`) })
)

// text is a paragraph, with code, flags and **sentences.** in bold.
func (p *page) text(s string) string {
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 { // what is not code
		parts[i] = flag().ReplaceAllString(parts[i], "$1`$2`")
	}
	s = code().ReplaceAllString(p.escape(strings.Join(parts, "`")), `\fB$1\fR`)
	s = lead().ReplaceAllString(s, `\fB$1\fR`)
	const most = 78
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		// Sentences begin on lines of their own, so that roff sets the space between them.
		if line != "" && (len(line)+len(word) >= most || strings.HasSuffix(line, ".")) {
			lines = append(lines, p.startOfLine(line))
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, p.startOfLine(line)), "\n")
}

var escapeRoff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "'", `\(aq`)

func (p *page) escape(s string) string { return escapeRoff.Replace(s) }

// startOfLine keeps a line from being taken for a request.
func (p *page) startOfLine(l string) string {
	if strings.HasPrefix(l, ".") {
		return `\&` + l
	}
	return l
}
