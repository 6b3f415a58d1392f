// Package converted reads formats whose text an installed program writes. Few people still use the
// programs that wrote the documents, but Debian maintains a reader for each format.
package converted

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
)

// Format is a medium, and the program that writes the text of a file.
type Format struct {
	*program.Program
	name  string                      // what errors call it
	guess string                      // why there may be no text
	text  func(written string) string // what is text in what the program writes; nil is all of it
	// unread returns the number of pages, and how many of them show something and have no text. It may be nil.
	unread func(file io.Reader, written []byte) (blank, pages int)
}

const (
	scanned = "is it scanned?"
	other   = "LibreOffice may read it"
)

// The formats. Libwps reads spreadsheets of Lotus and Quattro Pro by the same program.
var (
	DjVu        = Format{&program.Program{Command: "djvutxt", Title: "DjVuLibre djvutxt", Debian: "djvulibre-bin", VersionFlag: "--page"}, "DjVu", scanned, nil, unreadDjVu}
	WordPerfect = Format{&program.Program{Command: "wpd2text", Title: "libwpd wpd2text", Debian: "libwpd-tools", VersionFlag: "--version"}, "WordPerfect", other, nil, nil}
	Works       = Format{&program.Program{Command: "wps2text", Title: "libwps wps2text", Debian: "libwps-tools", VersionFlag: "-v"}, "Microsoft Works", other, nil, nil}
	Sheets      = Format{&program.Program{Command: "wks2text", Title: "libwps wks2text", Debian: "libwps-tools", VersionFlag: "-v"}, "Lotus 1-2-3 or Quattro Pro", other, nil, nil}
	Visio       = Format{&program.Program{Command: "vsd2text", Title: "libvisio vsd2text", Debian: "libvisio-tools", VersionFlag: "--version"}, "Visio", other, nil, nil}
	Publisher   = Format{&program.Program{Command: "pub2raw", Title: "libmspub pub2raw", Debian: "libmspub-tools", VersionFlag: "--version"}, "Publisher", other, published, nil}
)

// Open finds the text of a document.
func (f Format) Open(d *medium.Reading) error {
	path, err := f.Installed()
	if err != nil {
		return err
	}
	file, remove, err := d.Spool(f.name)
	if err != nil {
		return err
	}
	defer remove()
	var octets []byte
	complaints, err := f.Run(d, file, func(r io.Reader) (err error) {
		octets, err = d.Whole(r, "text by "+f.Command)
		return err
	}, "/dev/stdin") // they take a path only, and seek in it
	if err := f.Fault(f.name, complaints, err); err != nil {
		return err
	}
	written := plain(string(octets))
	if f.text != nil {
		held := int64(len(written))
		if err := d.Budget.Hold(held, "text by "+f.Command); err != nil {
			return err
		}
		defer d.Budget.Release(held)
		written = f.text(written)
	}
	text := d.NewText()
	if _, err := text.WriteString(written); err != nil {
		return err
	}
	switch empty := strings.TrimSpace(text.String()) == ""; {
	case empty && len(octets) == 0 && complaints == "" && f.text != nil: // not even pages: it cannot read the file
		return fmt.Errorf("%w: %s: %s found no text: %s", medium.ErrMalformed, f.name, f.Command, f.guess)
	case empty:
		return f.NoText(f.name, complaints, f.guess)
	case complaints != "":
		d.Note("%s says: %s", f.Command, complaints)
	}
	if err := f.notePages(d, file, octets); err != nil {
		return err
	}
	d.Tool, d.Text = f.Tool(d.Context, path), strings.NewReader(text.String())
	return nil
}

// notePages notes how many pages of a file have no text in what the program writes.
func (f Format) notePages(d *medium.Reading, file *os.File, written []byte) error {
	if f.unread == nil {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	all := func() io.Reader { return io.NewSectionReader(file, 0, info.Size()) }
	if blank, pages := f.unread(all(), written); blank > 0 {
		return d.NotePages(blank, pages, all())
	}
	return nil
}

// plain turns the control characters between pages, columns and paragraphs of DjVu into line ends.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\r' {
			return '\n'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
