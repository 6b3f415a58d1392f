// Package compound reads DOC, XLS and PPT, which are compound files ([MS-CFB]). It also recognises the
// other documents that are compound files, and passes them to their readers.
package compound

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/biff"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/powerpoint"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/word"
)

// The media types of Office documents.
const (
	Word       = "application/msword"
	Excel      = "application/vnd.ms-excel"
	PowerPoint = "application/vnd.ms-powerpoint"
)

// Open reads DOC, XLS and PPT. The streams of the file show which it is.
func Open(d *medium.Reading) error {
	if head, _ := d.Source.Peek(8); biff.Is(head) { // as it was before compound files
		d.MediaType = Excel
		return biff.Open(d)
	} else if older := word.Older(head); older != "" {
		d.MediaType = Word
		return fmt.Errorf("%w: %s", medium.ErrUnsupported, older)
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
	case c.named("EncryptedPackage") != "":
		return openEnciphered(d, c)
	case c.named("EncryptedSummary") != "":
		return fmt.Errorf("%w: Office document: it needs a password", medium.ErrEncrypted)
	case c.named("WordDocument") != "":
		d.MediaType = Word
		return withObjects(d, c, openDOC(d, c))
	case c.named("Workbook", "Book") != "":
		d.MediaType = Excel
		return withObjects(d, c, openXLS(d, c))
	case c.has("PowerPoint Document"):
		d.MediaType = PowerPoint
		return openPPT(d, c)
	}
	if other := c.kind(); other != "" {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return d.Open(file, other)
	}
	return fmt.Errorf("%w: a compound file without a stream of Word, Excel or PowerPoint", medium.ErrUnsupported)
}

// withObjects names the objects in a document, even if only they have text.
func withObjects(d *medium.Reading, c *compound, err error) error {
	if err == nil || errors.Is(err, medium.ErrNoText) {
		if over := c.objects(d); over != nil {
			return over
		}
	}
	return err
}

// openDOC reads a document. Another stream has the places of the text.
func openDOC(d *medium.Reading, c *compound) error {
	read := func(name string) ([]byte, error) {
		octets, err := c.read(name, d)
		if err != nil && len(octets) > 0 && !medium.IsFinal(err) {
			d.Lose("the stream %s is cut short: %w", name, err)
			return octets, nil
		}
		return octets, err
	}
	octets, err := read(c.named("WordDocument"))
	if err != nil {
		return err
	}
	return word.Read(d, octets, func(name string) ([]byte, error) {
		if name = c.named(name); name == "" {
			return nil, nil
		}
		return read(name)
	})
}

// openXLS reads a workbook. Excel 95 calls the stream Book; some workbooks have both streams.
func openXLS(d *medium.Reading, c *compound) error {
	octets, err := c.read(c.named("Workbook", "Book"), d)
	if err != nil {
		return err
	}
	return biff.Read(d, octets)
}

// both is the storage in which PowerPoint 97 put a presentation beside the version for PowerPoint
// 95.
const both = "PP97_DUALSTORAGE"

func openPPT(d *medium.Reading, c *compound) error {
	within := ""
	switch {
	case c.has(both + "/PowerPoint Document"):
		within = both + "/"
	case c.has("Text_Content"):
		return openPowerPoint95(d, c)
	}
	var user []byte
	var err error
	if c.has(within + "Current User") {
		if user, err = c.read(within+"Current User", d); err != nil {
			return err
		}
	}
	stream, err := c.read(within+"PowerPoint Document", d)
	if err != nil {
		return err
	}
	return powerpoint.Read(d, stream, user)
}

// openPowerPoint95 reads the text that PowerPoint 95 stored for search programs. It is the text of
// the slides in order, in a code page that is not named.
func openPowerPoint95(d *medium.Reading, c *compound) error {
	octets, err := c.read("Text_Content", d)
	if err != nil {
		return err
	}
	for i, b := range octets {
		if b == '\r' || b == '\v' || b == 0 {
			octets[i] = '\n'
		}
	}
	text, err := d.Within("")
	if err != nil {
		return err
	}
	if err := text.Open(bytes.NewReader(octets), "text/plain"); err != nil {
		return err
	}
	d.Text = text.Text
	d.Note("PowerPoint 95: its slides are read as it stored their words for searching, in %s", text.Encoding)
	return nil
}
