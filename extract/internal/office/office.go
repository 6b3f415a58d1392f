// Package office reads what Microsoft Office wrote until 2007: DOC, XLS and PPT, which are
// compound files ([MS-CFB]).
package office

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/extract/internal/biff"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
)

// Catdoc takes a document's text out of its streams: headers and footers come once, and
// nothing is laid out.
var Catdoc = &program.Program{Command: "catdoc", Title: "catdoc", Debian: "catdoc", VersionFlag: "-V"}

// The media types. Compound stands for a compound file of an unknown kind.
const (
	Word       = "application/msword"
	Excel      = "application/vnd.ms-excel"
	PowerPoint = "application/vnd.ms-powerpoint"
	Compound   = "application/x-ole-storage"
)

// Open reads DOC, XLS and PPT. The streams of the file tell which of them it is.
func Open(d *medium.Document) error {
	if head, _ := d.Source.Peek(8); biff.Is(head) { // as it was before compound files
		d.MediaType = Excel
		return biff.Open(d)
	}
	file, remove, err := d.Spool("Office document")
	if err != nil {
		return err
	}
	defer remove()
	c, err := readCompound(file)
	if err != nil {
		return err
	}
	switch {
	case c.has("EncryptedPackage"), c.has("EncryptedSummary"):
		return fmt.Errorf("%w: Office document: it needs a password", medium.ErrEncrypted)
	case c.has("WordDocument"):
		d.MediaType = Word
		return openDOC(d, file, c)
	case c.named("Workbook", "Book") != "":
		d.MediaType = Excel
		return openXLS(d, c)
	case c.has("PowerPoint Document"):
		d.MediaType = PowerPoint
		return openPPT(d, c)
	}
	return fmt.Errorf("%w: a compound file without a stream of Word, Excel or PowerPoint: %s", medium.ErrUnsupported, c.kind())
}

func openDOC(d *medium.Document, file *os.File, c *compound) error {
	octets, err := c.read("WordDocument", d)
	if err != nil {
		return err
	}
	// [MS-DOC] 2.5.2: bit F of the flags at offset 10 is fEncrypted.
	if len(octets) < 12 {
		return fmt.Errorf("%w: DOC: its stream has %d octets, expected 32 or more", medium.ErrMalformed, len(octets))
	}
	if binary.LittleEndian.Uint16(octets[10:])&0x0100 != 0 {
		return fmt.Errorf("%w: DOC: it needs a password", medium.ErrEncrypted)
	}
	return run(d, Catdoc, file, "DOC", "-w", "-dutf-8")
}

// openXLS reads a workbook. One of Excel 95 has the stream Book, and one that both versions
// read has both.
func openXLS(d *medium.Document, c *compound) error {
	octets, err := c.read(c.named("Workbook", "Book"), d)
	if err != nil {
		return err
	}
	return biff.Read(d, octets)
}

// run finds the text of a document by a program. Errors call it what.
func run(d *medium.Document, p *program.Program, file *os.File, what string, args ...string) error {
	path, err := p.Installed()
	if err != nil {
		return err
	}
	var text []byte
	complaints, err := p.Run(d, file, func(r io.Reader) (err error) {
		text, err = d.Whole(r, "text by "+p.Command)
		return err
	}, args...)
	switch {
	case medium.IsFinal(err):
		return err
	case err != nil && complaints != "":
		return fmt.Errorf("%w: %s: %s says: %s", medium.ErrMalformed, what, p.Command, complaints)
	case err != nil:
		return fmt.Errorf("%w: %s: %s: %w", medium.ErrMalformed, what, p.Command, err)
	case len(bytes.TrimSpace(text)) == 0:
		return fmt.Errorf("%w: %s%s", medium.ErrNoText, what, program.Saying(complaints))
	}
	d.Tool, d.Text = p.Tool(d.Context, path), bytes.NewReader(text)
	return nil
}
