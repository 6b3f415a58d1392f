// Package cdxj reads lines of CDXJ, the index of web archives. A line is a key in SURT, a timestamp and a
// JSON object:
//
//	org,example)/ 20240102030405 {"url": "http://example.org/", "filename": "a.warc.gz", "offset": "11"}
package cdxj

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
)

// maxLine is the maximum length of a line in bytes.
const maxLine = 16 << 20

// Fields are the fields of a line's object that describe its record.
type Fields struct {
	URL      string
	Filename string
	Offset   Number
	Length   Number
	Digest   string
}

// A Number is a number of JSON as text. Some programs write it as a string.
type Number string

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Number) UnmarshalJSON(b []byte) error {
	*n = Number(strings.Trim(string(b), `"`))
	return nil
}

// LabelledDigest returns the digest with its algorithm, which is SHA-1 if the line does not name one.
func (f *Fields) LabelledDigest() string {
	if f.Digest == "" || strings.Contains(f.Digest, ":") {
		return f.Digest
	}
	return "sha1:" + f.Digest
}

// Parse reads a line. ok is false if it is not CDXJ.
func Parse(line []byte) (key, object []byte, f Fields, ok bool) {
	key, object, ok = Cut(line)
	ok = ok && json.Unmarshal(object, &f) == nil
	return key, object, f, ok
}

// blanks separate the fields of a line and may end it.
const blanks = " \t\r\n"

// Cut returns the key with its timestamp, and the object of a line, which may be malformed. The key ends at
// the first blank and may contain braces. The timestamp begins with a digit.
func Cut(line []byte) (key, object []byte, ok bool) {
	line = bytes.TrimRight(line, blanks)
	blank := max(bytes.IndexAny(line, blanks), 0)
	i := bytes.IndexByte(line[blank:], '{')
	if blank == 0 || i < 0 || line[len(line)-1] != '}' {
		return nil, nil, false
	}
	i += blank
	stamp := bytes.TrimLeft(line[blank:i], blanks)
	if len(stamp) == 0 || stamp[0] < '0' || stamp[0] > '9' {
		return nil, nil, false
	}
	return bytes.TrimRight(line[:i], blanks), line[i:], true
}

// IsClassic reports whether a line belongs to a classic CDX index. Its heading begins with " CDX ", and
// other lines have 9 or 11 fields.
func IsClassic(line []byte) bool {
	text := strings.TrimSpace(string(line))
	if strings.HasPrefix(text, "CDX ") {
		return true
	}
	f := strings.Fields(text)
	return (len(f) == 9 || len(f) == 11) && len(f[1]) == 14 && f[2][0] != '{'
}

// ReadLine reads a line with its end. The error of a line above 16 MiB wraps [extract.ErrTooLarge].
func ReadLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
		if len(line) > maxLine {
			return nil, fmt.Errorf("%w: a line of more than %d bytes", extract.ErrTooLarge, maxLine)
		}
	}
}
