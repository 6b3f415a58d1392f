// Package pdf reads PDF by the program pdftotext. Importing it registers the reader.
//
// Programs do not find the same text in a PDF. This package guesses which text is repeated around the
// pages, such as page headers, and leaves it out.
package pdf

import (
	"errors"
	"fmt"
	"io"
	"slices"
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

// open reads PDF (ISO 32000) with [poppler]. Two PDF readers do not find the same text. Guesses
// separate the text of a page from repeated text around it. So this medium is tolerant.
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
	info, err := file.Stat()
	if err != nil {
		return err
	}
	remarks, err := comments(d, file, info.Size())
	if err != nil {
		return err
	}
	tree, err := countPages(d, file, info.Size())
	if err != nil {
		return err
	}
	if err := marked(d, file); err != nil {
		return err
	}
	tool := make(chan string, 1)
	go func() { tool <- poppler.Tool(d.Context, path) }() // the first time, it starts a program, too
	// Without -layout and -raw, pdftotext writes in reading order, each column to its end.
	var pages []page
	var links [][]box
	reader := poppler
	if tree != nil {
		if links = tree.links; tree.hasTicks() {
			reader = &program.Program{Command: poppler.Command, Harmless: isOfTick}
		}
	}
	complaints, err := reader.Run(d, file, func(r io.Reader) (err error) {
		pages, err = readLayout(r, links, d.Budget)
		return err
	}, "-bbox-layout", "-enc", "UTF-8", "-eol", "unix", "-", "-")
	switch {
	case medium.IsFinal(err):
		return err
	case strings.Contains(complaints, "Incorrect password"), strings.Contains(complaints, "security handler"),
		strings.Contains(complaints, "encryption"):
		return fmt.Errorf("%w: PDF: it needs a password", medium.ErrEncrypted)
	case err != nil:
		return poppler.Fault("PDF", complaints, err)
	case len(pages) == 0 && complaints == "":
		return fmt.Errorf("%w: PDF: %s finds no page in it", medium.ErrMalformed, poppler.Command)
	}
	text, err := withoutFurniture(pages, d.Budget, d.Include.Anchors)
	if err != nil {
		return err
	}
	if text == "" {
		err := noText(complaints, len(pages))
		if remarks == "" || !errors.Is(err, medium.ErrNoText) {
			return err
		}
		d.Note("its only text is in comments: %s", areScanned(len(pages)))
	} else if n := unread(pages, tree); n > 0 {
		if err := d.NotePages(n, len(pages), io.NewSectionReader(file, 0, info.Size())); err != nil {
			return err
		}
	}
	if strings.Contains(complaints, "Syntax Error") {
		report := d.Lose
		if areMended(complaints) {
			report = d.Note
		}
		report("the PDF is damaged: %s says: %s", poppler.Command, complaints)
	}
	if tree != nil {
		if tree.dynamic {
			d.Lose("the PDF is a dynamic form (XFA), which is not read: only the pages in its place are")
		}
		if n, all := tree.missing(len(pages)); n > 0 {
			d.Lose("the PDF is damaged: %d of its %d pages cannot be found", n, all)
		}
	}
	d.Tool = <-tool
	if d.Text = strings.NewReader(text); remarks != "" {
		d.Text = io.MultiReader(d.Text, strings.NewReader("\n"+remarks))
	}
	return nil
}

// noText returns the error of a document without text.
func noText(complaints string, pages int) error {
	if pages > 0 && !strings.Contains(complaints, "Error") { // a warning is no reason
		complaints = ""
	}
	return poppler.NoText("PDF", complaints, areScanned(pages))
}

func areScanned(pages int) string {
	if pages <= 1 {
		return "is its page scanned?"
	}
	return fmt.Sprintf("are its %d pages scanned?", pages)
}

// unread returns the number of pages that may be scanned. They have no text, or no more than running titles and numbers
// beside a picture.
func unread(pages []page, tree *pageTree) (n int) {
	for i := range pages {
		on := tree.on(i)
		if len(pages[i].lines) == 0 && on != drawnNothing || len(pages[i].lines) > 0 && pages[i].bare && on == drawnMore {
			n++
		}
	}
	return n
}

// noDingbats is a complaint about ZapfDingbats. A form that lacks this font draws the ticks of its boxes with it.
const noDingbats = "Syntax Error: Unknown font tag 'ZaDb'"

// isOfTick reports whether a complaint is about a tick that is drawn in a font that is missing. The state of the box is
// read from its field. pdftotext complains about the sign next.
func isOfTick(before, complaint string) bool {
	return complaint == noDingbats || before == noDingbats && strings.HasSuffix(complaint, ": No font in show")
}

// mended are complaints of pdftotext about faults that lose no text of a page.
var mended = []string{"Syntax Warning", "annotation", "xref", "name token is longer", "Missing 'endstream'", "HorizontalTextLayouter"}

// areMended reports whether all complaints, which semicolons divide, are of such faults.
func areMended(complaints string) bool {
	for one := range strings.SplitSeq(complaints, "; ") {
		if !slices.ContainsFunc(mended, func(m string) bool { return strings.Contains(one, m) }) {
			return false
		}
	}
	return true
}
