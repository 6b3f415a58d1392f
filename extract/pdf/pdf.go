// Package pdf reads PDF by the program pdftotext. Importing it registers the reader.
//
// Programs do not find the same text in a PDF. This package guesses which text is repeated around the
// pages, such as page headers, and leaves it out.
package pdf

import (
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
)

// poppler is the program pdftotext.
var poppler = &program.Program{
	Command: "pdftotext", Title: "poppler pdftotext", Debian: "poppler-utils", VersionFlag: "-v",
}

var family = formats.Family{Name: "pdf", Formats: []formats.Format{
	{Line: 6, Types: []string{"application/pdf"}, Endings: ".pdf", Program: poppler, Read: open},
}}

var _ = formats.Register(&family)

// open reads PDF (ISO 32000) by [poppler]. Two readers of PDF do not find the same text, and
// guesses tell the text of a page from what is repeated around it: this medium is tolerant.
func open(d *medium.Reading) error {
	path, err := poppler.Installed()
	if err != nil {
		return err
	}
	file, remove, err := d.Spool("PDF")
	if err != nil {
		return err
	}
	defer remove()
	if err := attachments(d, file); err != nil { // before anything in the file changes
		return err
	}
	if err := marked(d, file); err != nil {
		return err
	}
	tool := make(chan string, 1)
	go func() { tool <- poppler.Tool(d.Context, path) }() // the first time, it starts a program, too
	// Without -layout and -raw, pdftotext writes in reading order, each column to its end.
	var pages []page
	blank := 0
	complaints, err := poppler.Run(d, file, func(r io.Reader) (err error) {
		pages, blank, err = readLayout(r, d.Budget)
		return err
	}, "-bbox-layout", "-enc", "UTF-8", "-eol", "unix", "-", "-")
	switch {
	case medium.IsFinal(err):
		return err
	case strings.Contains(complaints, "Incorrect password"), strings.Contains(complaints, "security handler"),
		strings.Contains(complaints, "encryption"):
		return fmt.Errorf("%w: PDF: it needs a password", medium.ErrEncrypted)
	case err != nil && complaints != "":
		return fmt.Errorf("%w: PDF: %s says: %s", medium.ErrMalformed, poppler.Command, complaints)
	case err != nil:
		return fmt.Errorf("%w: PDF: %s: %w", medium.ErrMalformed, poppler.Command, err)
	}
	switch {
	case len(pages) == 0:
		return fmt.Errorf("%w: PDF: %s finds no page in it%s", medium.ErrMalformed, poppler.Command, program.Saying(complaints))
	case blank == len(pages) && blank == 1:
		return fmt.Errorf("%w: PDF: its page has no text: is it scanned?", medium.ErrNoText)
	case blank == len(pages):
		return fmt.Errorf("%w: PDF: none of its %d pages has text: are they scanned?", medium.ErrNoText, blank)
	case blank == 1:
		d.Note("1 of %d pages has no text", len(pages))
	case blank > 1:
		d.Note("%d of %d pages have no text", blank, len(pages))
	}
	if strings.Contains(complaints, "Syntax Error") {
		d.Lose("the PDF is damaged: %s says: %s", poppler.Command, complaints)
	}
	d.Tool = <-tool
	text, err := withoutFurniture(pages, d.Budget, d.Include.Anchors)
	d.Text = strings.NewReader(text)
	return err
}
