package mail

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// openArchive reads a page that a browser or an office program has saved with what it refers to.
// Its headers are no part of what it shows.
func openArchive(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "MHTML")
	if err != nil {
		return err
	}
	d.MediaType = archive
	l := &letter{d: d, archive: true}
	if err := l.message(octets, d); err != nil {
		return err
	}
	return l.done()
}

// openNumbered reads a mail after a line with its length.
func openNumbered(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "mail")
	if err != nil {
		return err
	}
	line, octets, _ := bytes.Cut(octets, []byte("\n"))
	length, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	if err != nil || length < 0 {
		return fmt.Errorf("%w: mail: expected its length in the first line", medium.ErrMalformed)
	}
	if length > int64(len(octets)) {
		d.Lose("the mail is cut short")
	}
	l := &letter{d: d}
	if err := l.message(octets[:min(length, int64(len(octets)))], d); err != nil {
		return err
	}
	return l.done()
}

// isNumbered reports whether head is a number in a line and a mail.
func isNumbered(head []byte) bool {
	line, rest, found := bytes.Cut(head[:min(len(head), 1<<10)], []byte("\n"))
	line = bytes.TrimSpace(line)
	if !found || len(line) == 0 || len(line) > 12 || len(bytes.Trim(line, "0123456789")) > 0 {
		return false
	}
	return isMessage(rest)
}

// isArchive reports whether head is from a saved page, since its headers name no receiver.
func isArchive(head []byte) bool {
	h := parse(head).header
	from := h["from"]
	saved := from == "" || strings.HasPrefix(strings.TrimLeft(from, "<\""), "Saved by")
	return saved && h["received"] == "" && h["to"] == "" && h["mime-version"] != "" &&
		strings.HasPrefix(strings.ToLower(h["content-type"]), archive)
}
