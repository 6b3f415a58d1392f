package manifest

import (
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/scheme"
)

// Most lines of a journal have no string that JSON would escape. They are written here, and read
// again, without package encoding/json, which takes longer than to read a small file does. A
// line is the same either way.

// appendPlain appends the line of s in a journal, without its end, or returns false if there is
// something to escape.
func (s *Scanned) appendPlain(b []byte) ([]byte, bool) {
	e := &s.Entry
	for _, text := range []string{e.Path, string(e.State), e.Reader.MediaType, e.Reader.Encoding, e.Reader.Tool} {
		if !isPlain(text) {
			return b, false
		}
	}
	field := func(key, value string) {
		if value != "" {
			b = append(append(append(append(append(b, `,"`...), key...), `":"`...), value...), '"')
		}
	}
	number := func(key string, value int64) {
		b = append(append(append(b, `,"`...), key...), `":`...)
		b = strconv.AppendInt(b, value, 10)
	}
	b = append(append(append(b, `{"path":"`...), e.Path...), '"')
	field("fingerprint", e.Fingerprint.String())
	field("state", string(e.State))
	if e.Features != 0 {
		number("features", int64(e.Features))
	}
	if e.Records != 0 {
		number("records", e.Records)
	}
	if e.Size >= 0 {
		number("size", e.Size)
	}
	field("sha256", e.SHA256.String())
	field("text_sha256", e.Text.String())
	field("media_type", e.Reader.MediaType)
	field("encoding", e.Reader.Encoding)
	field("tool", e.Reader.Tool)
	if !s.modified.IsZero() {
		utc := s.modified.UTC()
		if y := utc.Year(); y < 0 || y > 9999 { // of which JSON has none
			return b, false
		}
		b = append(utc.AppendFormat(append(b, `,"mtime":"`...), time.RFC3339Nano), '"')
	}
	return append(b, '}'), true
}

// isPlain reports whether JSON has a string as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// parsePlain reads a line that appendPlain wrote. It may take others for such: what it returns
// is to be written again, and compared.
func parsePlain(line string, private []*scheme.Scheme) (s Scanned, ok bool) {
	f := plainFields{rest: line, ok: true}
	e := &s.Entry
	e.Path = f.text(`{"path":"`)
	print := f.text(`,"fingerprint":"`)
	e.State = State(f.text(`,"state":"`))
	e.Features = int(f.number(`,"features":`, 0))
	e.Records = f.number(`,"records":`, 0)
	e.Size = f.number(`,"size":`, -1)
	f.digest(`,"sha256":"`, &e.SHA256)
	f.digest(`,"text_sha256":"`, &e.Text)
	e.Reader = Reading{f.text(`,"media_type":"`), f.text(`,"encoding":"`), f.text(`,"tool":"`)}
	modified := f.text(`,"mtime":"`)
	if !f.ok || f.rest != "}" {
		return s, false
	}
	var err error
	if print != "" {
		if e.Fingerprint, err = scheme.Parse(print, private...); err != nil {
			return s, false
		}
	}
	if modified != "" {
		if s.modified, err = time.Parse(time.RFC3339Nano, modified); err != nil {
			return s, false
		}
	}
	return s, true
}

// plainFields takes fields from the front of a line.
type plainFields struct {
	rest string
	ok   bool
}

// text returns the string after a prefix, "" if the line does not go on with that.
func (f *plainFields) text(prefix string) string {
	rest, found := strings.CutPrefix(f.rest, prefix)
	if !found {
		return ""
	}
	value, rest, found := strings.Cut(rest, `"`)
	f.rest, f.ok = rest, f.ok && found && isPlain(value)
	return value
}

func (f *plainFields) digest(prefix string, d *Digest) {
	if s := f.text(prefix); s != "" && d.UnmarshalText([]byte(s)) != nil {
		f.ok = false
	}
}

// number returns the number after a prefix, or otherwise if the line does not go on with that.
func (f *plainFields) number(prefix string, otherwise int64) int64 {
	rest, found := strings.CutPrefix(f.rest, prefix)
	if !found {
		return otherwise
	}
	end := 0
	for end < len(rest) && '0' <= rest[end] && rest[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(rest[:end], 10, 64)
	f.rest, f.ok = rest[end:], f.ok && err == nil
	return n
}
