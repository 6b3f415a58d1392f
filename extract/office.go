package extract

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
)

// Programs that read what Microsoft Office wrote until 2007. They take a document's
// text out of its streams: headers and footers come once, and nothing is laid out.
var (
	catdoc = &program{
		command: "catdoc",
		title:   "catdoc",
		debian:  "catdoc",
		version: versionBy("-V"),
	}
	xls2csv = &program{
		command: "xls2csv",
		title:   "catdoc xls2csv",
		debian:  "catdoc",
		version: versionBy("-V"),
	}
)

// office is the media types of documents in compound files ([MS-CFB]), by the stream
// that each has.
var office = []struct {
	stream    string
	mediaType string
	open      func(d *Document, file *os.File, in *inner) error
}{
	{"WordDocument", "application/msword", openDOC},
	{"Workbook", "application/vnd.ms-excel", openXLS},
	{"Book", "application/vnd.ms-excel", openXLS},
	{"PowerPoint Document", "application/vnd.ms-powerpoint", openPPT},
}

// compoundFile is the media type of a compound file of which no more is known.
const compoundFile = "application/x-ole-storage"

// openOffice reads the compound files of DOC, XLS and PPT. What is in one its streams
// say, not what it is called.
func openOffice(d *Document, source *bufio.Reader, in *inner) error {
	file, remove, err := spool(source, in.limits, "Office document")
	if err != nil {
		return err
	}
	defer remove()
	streams, err := streamsOf(file)
	if err != nil {
		return err
	}
	if streams["EncryptedPackage"] || streams["EncryptedSummary"] {
		return fmt.Errorf("%w: Office document: it needs a password", ErrEncrypted)
	}
	for _, o := range office {
		if streams[o.stream] {
			d.MediaType = o.mediaType
			return o.open(d, file, in)
		}
	}
	return fmt.Errorf("%w: a compound file without a stream of Word, Excel or PowerPoint: %s", ErrUnsupported, compoundKind(streams))
}

// compoundKind says what a compound file is that is no document.
func compoundKind(streams map[string]bool) string {
	switch {
	case streams["__properties_version1.0"]:
		return "an Outlook message"
	case streams["Catalog"]:
		return "a thumbnail cache"
	case streams["!MSI"]:
		return "an installer"
	case streams["VisioDocument"]:
		return "a Visio drawing"
	}
	return "of an unknown kind"
}

// streamsOf lists the names of the streams at the top of a compound file.
func streamsOf(file *os.File) (map[string]bool, error) {
	c, err := mscfb.New(file)
	if err != nil {
		return nil, fmt.Errorf("%w: Office document: %w", ErrMalformed, err)
	}
	streams := make(map[string]bool)
	for _, f := range c.File {
		if len(f.Path) > 0 {
			continue
		}
		streams[f.Name] = true
		// The names of an installer's tables are packed: U+4840 begins each.
		if strings.HasPrefix(f.Name, "\u4840") {
			streams["!MSI"] = true
		}
	}
	return streams, nil
}

// stream reads one stream at the top of a compound file.
func stream(file *os.File, l Limits, name string) ([]byte, error) {
	c, err := mscfb.New(file)
	if err != nil {
		return nil, fmt.Errorf("%w: Office document: %w", ErrMalformed, err)
	}
	for _, f := range c.File {
		if f.Name == name && len(f.Path) == 0 {
			octets, err := whole(f, l, "Office document")
			if err != nil && !isFinal(err) {
				err = fmt.Errorf("%w: Office document: stream %s: %w", ErrMalformed, name, err)
			}
			return octets, err
		}
	}
	return nil, fmt.Errorf("%w: Office document: no stream %s", ErrMalformed, name)
}

func openDOC(d *Document, file *os.File, in *inner) error {
	octets, err := stream(file, in.limits, "WordDocument")
	if err != nil {
		return err
	}
	// [MS-DOC] 2.5.2: bit F of the flags at offset 10 is fEncrypted.
	if len(octets) < 12 {
		return fmt.Errorf("%w: DOC: its stream has %d octets, expected 32 or more", ErrMalformed, len(octets))
	}
	if binary.LittleEndian.Uint16(octets[10:])&0x0100 != 0 {
		return fmt.Errorf("%w: DOC: it needs a password", ErrEncrypted)
	}
	return d.program(catdoc, file, in, "DOC", "-w", "-dutf-8")
}

func openXLS(d *Document, file *os.File, in *inner) error {
	octets, err := stream(file, in.limits, "Workbook")
	if err != nil {
		octets, err = stream(file, in.limits, "Book")
	}
	if err != nil {
		return err
	}
	if hasFilePass(octets) {
		return fmt.Errorf("%w: XLS: it needs a password", ErrEncrypted)
	}
	// As a path, since it cannot read its input from a pipe or by another name. No
	// quotes around cells, a blank between them.
	return d.program(xls2csv, file, in, "XLS", "-x", "-q0", "-c ", "-b\n", "-dutf-8", "/dev/stdin")
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

// program finds the text of an Office document with a program.
func (d *Document) program(p *program, file *os.File, in *inner, what string, args ...string) error {
	path, err := p.installed()
	if err != nil {
		return err
	}
	text, complaints, err := p.run(in.ctx, file, in.limits, args...)
	switch {
	case isFinal(err):
		return err
	case err != nil && complaints != "":
		return fmt.Errorf("%w: %s: %s says: %s", ErrMalformed, what, p.command, complaints)
	case err != nil:
		return fmt.Errorf("%w: %s: %s: %w", ErrMalformed, what, p.command, err)
	case len(bytes.TrimSpace(text)) == 0:
		return fmt.Errorf("%w: %s%s", ErrNoText, what, saying(complaints))
	}
	d.Tool, d.text = p.tool(in.ctx, path), bytes.NewReader(text)
	return nil
}

// openPPT reads the text of slides and notes, from the records TextCharsAtom and
// TextBytesAtom of [MS-PPT] 2.9.42 and 2.9.41. A file that was saved fast may hold
// text that was deleted since.
func openPPT(d *Document, file *os.File, in *inner) error {
	octets, err := stream(file, in.limits, "PowerPoint Document")
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := pptText(&b, octets, 0); err != nil {
		return err
	}
	if strings.TrimSpace(b.String()) == "" {
		return fmt.Errorf("%w: PPT", ErrNoText)
	}
	d.text = strings.NewReader(b.String())
	return nil
}

var errTruncated = errors.New("a record is longer than what it is in")

// pptText writes the text of the records, a line end after each.
func pptText(b *strings.Builder, octets []byte, depth int) error {
	const textChars, textBytes, mainMaster, cryptSession, maxDepth = 0x0FA0, 0x0FA8, 0x03F8, 0x2F14, 64
	if depth > maxDepth {
		return fmt.Errorf("%w: PPT: more than %d records in each other", ErrTooDeep, maxDepth)
	}
	for len(octets) >= 8 {
		version := octets[0] & 15
		kind := binary.LittleEndian.Uint16(octets[2:])
		length := int64(binary.LittleEndian.Uint32(octets[4:]))
		if octets = octets[8:]; length > int64(len(octets)) {
			return fmt.Errorf("%w: PPT: %w", ErrMalformed, errTruncated)
		}
		record := octets[:length]
		octets = octets[length:]
		switch {
		case kind == cryptSession:
			return fmt.Errorf("%w: PPT: it needs a password", ErrEncrypted)
		case kind == mainMaster: // "Click to edit Master title style"
		case version == 15:
			if err := pptText(b, record, depth+1); err != nil {
				return err
			}
		case kind == textChars:
			units := make([]uint16, len(record)/2)
			for i := range units {
				units[i] = binary.LittleEndian.Uint16(record[2*i:])
			}
			pptLines(b, utf16.Decode(units))
		case kind == textBytes: // the low octets of UTF-16
			runes := make([]rune, len(record))
			for i, c := range record {
				runes[i] = rune(c)
			}
			pptLines(b, runes)
		}
	}
	return nil
}

// pptLines writes text in which U+000D ends a paragraph and U+000B a line.
func pptLines(b *strings.Builder, text []rune) {
	for _, r := range text {
		if r == '\r' || r == '\v' {
			r = '\n'
		}
		b.WriteRune(r)
	}
	b.WriteByte('\n')
}
