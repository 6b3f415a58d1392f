// Package office reads what Microsoft Office wrote until 2007: DOC, XLS and PPT, which are
// compound files ([MS-CFB]).
package office

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
)

// Catdoc and XLS2CSV take a document's text out of its streams: headers and footers come
// once, and nothing is laid out.
var (
	Catdoc  = &program.Program{Command: "catdoc", Title: "catdoc", Debian: "catdoc", VersionFlag: "-V"}
	XLS2CSV = &program.Program{Command: "xls2csv", Title: "catdoc xls2csv", Debian: "catdoc", VersionFlag: "-V"}
)

// The media types. Compound stands for a compound file of an unknown kind.
const (
	Word       = "application/msword"
	Excel      = "application/vnd.ms-excel"
	PowerPoint = "application/vnd.ms-powerpoint"
	Compound   = "application/x-ole-storage"
)

// Open reads DOC, XLS and PPT. The streams of the file tell which of them it is.
func Open(d *medium.Document) error {
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
	case c.has("Workbook"):
		d.MediaType = Excel
		return openXLS(d, file, c, "Workbook")
	case c.has("Book"):
		d.MediaType = Excel
		return openXLS(d, file, c, "Book")
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

func openXLS(d *medium.Document, file *os.File, c *compound, stream string) error {
	octets, err := c.read(stream, d)
	if err != nil {
		return err
	}
	if hasFilePass(octets) {
		return fmt.Errorf("%w: XLS: it needs a password", medium.ErrEncrypted)
	}
	// It takes its input as a path only, and seeks in it. No quotes are around cells, and a
	// blank is between them.
	return run(d, XLS2CSV, file, "XLS", "-x", "-q0", "-c ", "-b\n", "-dutf-8", "/dev/stdin")
}

// hasFilePass looks for the record FilePass of [MS-XLS] 2.4.117, which is among the
// first.
func hasFilePass(octets []byte) bool {
	const filePass, eof = 0x2F, 0x0A
	for len(octets) >= 4 {
		kind, length := binary.LittleEndian.Uint16(octets), int(binary.LittleEndian.Uint16(octets[2:]))
		switch {
		case kind == filePass:
			return true
		case kind == eof || len(octets) < 4+length:
			return false
		}
		octets = octets[4+length:]
	}
	return false
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
