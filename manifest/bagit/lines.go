package bagit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxLine bounds a line of a tag file, in bytes of UTF-8.
const maxLine = 1 << 20

const utf8Mark = "\uFEFF" // the byte order mark

// text controls how tag files are read.
type text struct {
	utf8   bool
	marked bool // the encoding needs a byte order mark
	encoding.Encoding
}

func newText(name string) (*text, error) {
	e, err := ianaindex.IANA.Encoding(name)
	if err != nil {
		return nil, fmt.Errorf("encoding %q: not registered", abridge(name))
	}
	if e == nil {
		return nil, fmt.Errorf("encoding %q: %w", abridge(name), errUnreadEncoding)
	}
	canonical, _ := ianaindex.IANA.Name(e)
	return &text{utf8: e == unicode.UTF8, marked: canonical == "UTF-16" || canonical == "UTF-32", Encoding: e}, nil
}

var errUnreadEncoding = errors.New("not read here")

// isASCII reports whether the encoding writes ASCII as ASCII.
func (t *text) isASCII(s string) bool {
	octets, err := t.NewEncoder().String(s)
	return err == nil && octets == s
}

// line is a line of a tag file, without its end.
type line struct {
	number int // from 1
	text   string
}

// lines calls each with the lines of a tag file, and reports forbidden lines. It returns the error of
// each.
func (v *validator) lines(name, section string, each func(line) error) error {
	f, err := openRegular(v.fsys, name)
	if err != nil {
		v.find(unreadable(name, err, section))
		return nil
	}
	defer f.Close()
	return v.linesOf(f, name, section, each)
}

func (v *validator) linesOf(r io.Reader, name, section string, each func(line) error) error {
	if !v.text.utf8 {
		r = transform.NewReader(r, v.text.NewDecoder())
	}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLine)
	s.Split(splitLines)
	sound := true
	for n := 1; s.Scan() && s.Err() == nil; n++ { // an error may come with a part of a line
		l := s.Text()
		if n == 1 {
			if rest, marked := strings.CutPrefix(l, utf8Mark); marked {
				l = rest
				if !v.text.marked {
					v.find(Finding{Severity: v.since10(), Rule: ruleByteOrderMark, Path: name, What: "a byte order mark", Expected: "none in " + v.bag.Encoding, Section: "2.3"})
				}
			}
		}
		if sound && (v.text.utf8 && !utf8.ValidString(l) || !v.text.utf8 && strings.ContainsRune(l, utf8.RuneError)) {
			sound = false // once is enough
			v.find(Finding{Severity: violation, Rule: ruleEncoding, Path: name, What: fmt.Sprintf("line %d: bytes that are not %s", n, v.bag.Encoding), Expected: "the encoding that bagit.txt declares", Section: "2.3"})
		}
		if err := each(line{n, l}); err != nil {
			return err
		}
	}
	switch err := s.Err(); {
	case err == bufio.ErrTooLong:
		v.find(Finding{Severity: violation, Rule: ruleLine, Path: name, What: fmt.Sprintf("a line of more than %d bytes", maxLine), Expected: "shorter ones", Section: section})
	case err != nil:
		v.find(unreadable(name, err, section))
	}
	return nil
}

// splitLines is a [bufio.SplitFunc] for lines that end in LF, CR or CR LF.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\r' && i+1 == len(data) && !atEOF:
		return 0, nil, nil // LF may follow
	case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	}
	return i + 1, data[:i], nil
}

func splitText(s string) (lines []string) {
	for data := []byte(s); len(data) > 0; {
		n, l, _ := splitLines(data, true)
		lines = append(lines, string(l))
		data = data[n:]
	}
	return lines
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}
