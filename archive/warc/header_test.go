package warc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

func warcOf(header, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n%s"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", header, len(block), block)
}

// allocated returns the bytes that do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What a header costs grows with its length, and not with the square of it. Where it has a
// bound, so have the notes on it.
func TestHeaderLines(t *testing.T) {
	for _, tt := range []struct {
		why, line string
		note      string
	}{
		{"a field that goes on and on", " a\r\n", ""},
		{"blank lines that it goes on in", " \r\n", ""},
		{"lines that are no fields", "x\n", "more lines of the"},
		{"short fields", "a:\n", ""},
	} {
		for what, read := range map[string]func(header string) (header, []string){
			"WARC": func(header string) (header, []string) {
				r := newReader(strings.NewReader(warcOf("A: b\r\n"+header, "")), 1)
				defer r.Close()
				rec, err := r.Next()
				if err != nil {
					t.Fatalf("%s: %v", tt.why, err)
				}
				return rec.Header, rec.Notes
			},
			"HTTP": func(header string) (header, []string) {
				m, ok := parseResponses([]byte("HTTP/1.1 200 OK\r\nA: b\r\n" + header + "\r\n"))
				if !ok {
					t.Fatalf("%s: no response", tt.why)
				}
				return m.Header, m.Notes
			},
		} {
			for _, size := range []int{100_000, 800_000} {
				header := strings.Repeat(tt.line, size/len(tt.line))
				var notes []string
				used := allocated(func() { _, notes = read(header) })
				if most := uint64(1<<20 + 100*len(header)); used > most {
					t.Errorf("%s, %s of %d octets: %d octets allocated, want %d at most", what, tt.why, size, used, most)
				}
				if len(notes) > maxOddLines+5 || !strings.Contains(strings.Join(notes, "\n"), tt.note) {
					t.Errorf("%s, %s of %d octets: %d notes: %.300q", what, tt.why, size, len(notes), notes)
				}
			}
		}
	}
	m, _ := parseResponses([]byte("HTTP/1.1 200 OK\nA: b\n c\n\n \t d \nE: f\n\n"))
	if m.Header.Get("A") != "b c" {
		t.Errorf("a folded field: %q", m.Header.Get("A"))
	}
	m, _ = parseResponses([]byte("HTTP/1.1 200 OK\nA: b\n c\n \n\t d \nE:\n f\n\nbody"))
	if !slices.Equal(m.Header, header{{"A", "b c  d"}, {"E", "f"}}) || string(m.body) != "body" {
		t.Errorf("folded fields: %q, body %q", m.Header, m.body)
	}
}

// A header of HTTP without a bound would be one field for each three bytes.
func TestHeaderTooLong(t *testing.T) {
	m, _ := parseResponses([]byte("HTTP/1.1 200 OK\n" + strings.Repeat("a:\n", 1<<20)))
	if len(m.Header) > maxHeader/3+1 || len(m.body) < 1<<20 || !slices.Contains(m.Notes, "the HTTP header has no end within 1048576 bytes") {
		t.Errorf("%d fields, a body of %d octets, %q", len(m.Header), len(m.body), m.Notes)
	}
	r := newReader(strings.NewReader(warcOf(strings.Repeat("\t\n", 1<<20), "")+warcOf("", "words")), 1)
	defer r.Close()
	if _, err := r.Next(); !errors.Is(err, extract.ErrMalformed) || !strings.Contains(err.Error(), "a header of more than 1048576 bytes") {
		t.Errorf("error %v, want one of a long header", err)
	}
	if rec, err := r.Next(); err != nil || rec.Size != 5 {
		t.Errorf("after it: %v, %v", rec, err)
	}
}

// A line in thousands of members of gzip has a bound too, and is not copied for each.
func TestLineInManyMembers(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "WARC/1.1\r\nA: ")
	z.Close()
	var one bytes.Buffer
	z = gzip.NewWriter(&one)
	z.Write([]byte("x"))
	z.Close()
	packed.Write(bytes.Repeat(one.Bytes(), maxLine+100))
	used := allocated(func() {
		r := newReader(&packed, 1)
		defer r.Close()
		if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), "a line of more than") {
			t.Errorf("error %v, want one of a long line", err)
		}
	})
	if used > 64<<20 {
		t.Errorf("%d octets allocated, want a few", used)
	}
}

// A record that a Content-Length contradicts a thousand times has one note on it.
func TestNotesAreFew(t *testing.T) {
	r := newReader(strings.NewReader(warcOf(strings.Repeat("Content-Length: 1\n", 1000)+"Content-Length: "+strings.Repeat("9", 60000)+"\n", "a")), 1)
	defer r.Close()
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.Join(rec.Notes, "")) > 10<<10 {
		t.Errorf("%d notes, %d octets", len(rec.Notes), len(strings.Join(rec.Notes, "")))
	}
}

// planted panics where its text ends.
type planted struct{ io.Reader }

func (p planted) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err == io.EOF {
		panic("planted")
	}
	return n, err
}

func TestPanic(t *testing.T) {
	var gap *gap
	for _, tt := range []struct{ why, in string }{
		{"before the first record", ""},
		{"within a header", "WARC/1.1\r\nWARC-Type: res"},
		{"within a block", strings.TrimSuffix(warcOf("", "words"), "ds\r\n\r\n")},
		{"after a record", warcOf("", "words")},
	} {
		r := newReader(planted{strings.NewReader(tt.in)}, 1)
		defer r.Close()
		var last error
		n := 0
		for rec, err := range r.Records() {
			if n++; err == nil {
				_, err = io.Copy(io.Discard, rec)
			}
			if last = err; n == 10 {
				t.Fatalf("%s: no end of records", tt.why)
			}
		}
		if !errors.Is(last, extract.ErrInternal) || errors.As(last, &gap) || last.Error() != "internal error: the reader of the archive panicked: planted" {
			t.Errorf("%s: error %v, want %v", tt.why, last, extract.ErrInternal)
		}
	}
	if IsArchive([]byte("\x1f\x8b\x08"), "a") {
		t.Error("three octets begin an archive")
	}
}
