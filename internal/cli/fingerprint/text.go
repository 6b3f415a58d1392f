package fingerprint

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// textFlags are the flags of the command text.
type textFlags struct {
	documents.ReadFlags
	json, raw, noHeaders bool
}

func TextCommand(a *cli.App) *cobra.Command {
	f := textFlags{ReadFlags: documents.ReadFlags{Warns: true, Yield: "text"}}
	c := &cobra.Command{
		Use:   "text [PATH... | -]",
		Short: "Print the text of files",
		Long: `Print the text of each document after chapter 2 of SPEC.md. There, U+FFFD
replaces URLs and other identifiers, and words broken at line ends are joined.
Fingerprints are of this text. With --raw, print the text as the reader of the
format finds it, before any change.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.Check(c.Flags()); err != nil {
				return err
			}
			if f.raw && (c.Flags().Changed("scheme") || c.Flags().Changed("scheme-file")) {
				return cli.Usage(errors.New("--raw: expected neither --scheme nor --scheme-file: it is the text for all schemes"))
			}
			return printTexts(a, &f, args)
		},
	}
	f.AddFlags(c, "`id` of the scheme for chapter 2 (default "+documents.DefaultScheme+")")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
	c.Flags().BoolVar(&f.raw, "raw", false, "print the text before chapter 2, with identifiers")
	c.Flags().BoolVar(&f.noHeaders, "no-headers", false, "print no lines with names between texts")
	c.Flags().MarkHidden("workers") // texts are printed while they are read
	return c
}

func printTexts(a *cli.App, f *textFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	s, err := f.Loaded()
	if err != nil {
		return err
	}
	p := &printer{textFlags: f, out: bufio.NewWriter(a.Out.Data())}
	isDir := func(arg string) bool {
		info, err := os.Stat(arg)
		return err == nil && info.IsDir()
	}
	p.several = len(args) > 1 || slices.ContainsFunc(args, isDir)
	if !f.raw {
		p.remaining = s.Method().Rules().NewRemaining(pieces{p})
	}
	f.Begin = p.begin
	for d, err := range documents.Read(a, args, &f.ReadFlags, pipeline.Options{Text: p}) {
		if err != nil {
			return err
		}
		if p.end(); a.Out.Broken() {
			break
		}
		if f.json {
			j := newJSONDocument(d)
			if d.IsSound() {
				j.Text = p.text.String()
			}
			a.Out.WriteJSON(j, d.Fields())
		}
		complain(a, d, f.Quiet)
	}
	return nil
}

// printer is an io.Writer of texts, which prints them or collects each for JSON.
type printer struct {
	*textFlags
	out       *bufio.Writer
	several   bool                 // texts have headers
	remaining *tokenizer.Tokenizer // nil with --raw
	doc       *documents.Document  // which is being read; nil if none is
	text      bytes.Buffer         // of it, for JSON
	begun     bool                 // some of its text was printed
	last      byte                 // of what was printed; 0 if nothing was
	err       error
}

func (p *printer) begin(d *documents.Document) {
	p.end()
	p.doc, p.begun, p.err = d, false, nil
	p.text.Reset()
	if p.remaining != nil {
		p.remaining.Reset()
	}
}

func (p *printer) Write(text []byte) (int, error) {
	if p.remaining == nil {
		p.print(text)
	} else {
		p.remaining.Write(text)
	}
	return len(text), p.err
}

// end ends the text of a document.
func (p *printer) end() {
	if p.doc == nil {
		return
	}
	if p.remaining != nil {
		p.remaining.Close()
	}
	if p.begun && p.last != '\n' && (p.headed() || !p.raw) {
		p.out.WriteByte('\n')
		p.last = '\n'
	}
	p.out.Flush()
	p.doc = nil
}

func (p *printer) headed() bool { return !p.noHeaders && (p.several || p.doc.Member != nil) }

// pieces are an io.Writer of the text that remains.
type pieces struct{ *printer }

func (p pieces) Write(text []byte) (int, error) {
	p.print(text)
	return len(text), nil
}

func (p *printer) print(text []byte) {
	switch {
	case p.err != nil || len(text) == 0:
		return
	case p.json && int64(p.text.Len()+len(text)) > p.MaxSize:
		p.err = budget.Limits{Size: p.MaxSize}.TooLarge("text, which is held in memory")
		return
	case p.json:
		p.text.Write(text)
		return
	}
	if !p.begun && p.headed() { // the id of a record is known now
		if p.last != 0 {
			p.out.WriteByte('\n')
		}
		fmt.Fprintf(p.out, "==> %s <==\n", cli.Display(p.doc.Name()))
	}
	p.begun, p.last = true, text[len(text)-1]
	_, p.err = p.out.Write(text)
}
