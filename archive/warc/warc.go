// Package warc reads and validates web archives. It reads WARC 0.17 to 1.1 (ISO 28500), ARC 1 and 2, and WACZ
// packages of them. They may be plain, or compressed with gzip, bzip2 or Zstandard. For Zstandard it follows
// the IIPC's Zstandard Compression for WARC Files.
//
//	var walk warc.Walk[scheme.Fingerprint]
//	for item, err := range walk.Items(file) { ... }
//
//	checked, err := warc.Check(ctx, file, 0, func(f warc.Finding) { ... })
//
// A [Walk] yields each record as an [Item] and finds the documents among them. [Item.Open] reads their text
// with [extract.Open]. A revisit gets the result of the record that it revisits. Damage is an error with the
// offsets of the bytes that were left out; the walk continues after it. Memory does not grow with the
// archive. A walk remembers up to 262,144 records for revisits.
//
// Errors about an archive wrap [extract.ErrMalformed]. Offsets and sizes are in bytes.
package warc

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
)

// A field is a line of a header.
type field struct{ Name, Value string }

// A header has the fields of a record or of an HTTP message, in order.
type header []field

// Get returns the first value of a field, or "". The case of names is ignored.
func (h header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Values returns all values of a field.
func (h header) Values(name string) []string {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// A record is an [io.Reader] of its block until the next record is read.
type record struct {
	Version string // "WARC/1.1", "ARC/1"; "" if the record does not say
	Header  header // of an ARC record, its line under the names of WARC
	// Offset is the position in the file. For a compressed file it is the position of the gzip member or zstd
	// frame.
	Offset int64
	Nth    int      // number of records before it in that member
	Size   int64    // of the block, by Content-Length
	Notes  []string // oddities that lose nothing: "lines end in LF"

	r      *reader
	left   int64
	err    error // of reading the block
	length int64
	after  []byte // the first line ends after the block
	faults []fault
}

// A fault is a violation that does not stop the reader.
type fault struct {
	severity validation.Severity
	rule     string
	section  string
	what     string
}

// Type returns the type of the record in lower case: "response".
func (rec *record) Type() string { return strings.ToLower(rec.Header.Get("WARC-Type")) }

// ID returns the id of the record as written, in angle brackets.
func (rec *record) ID() string { return rec.Header.Get("WARC-Record-ID") }

// Date returns the date of the record as written.
func (rec *record) Date() string { return rec.Header.Get("WARC-Date") }

// URI returns the target URI, without angle brackets. Wget adds them, and the grammar of WARC 1.0 has them.
func (rec *record) URI() string { return unbracket(rec.Header.Get("WARC-Target-URI")) }

// Length returns the number of bytes of the record in the file, compressed if the file is. It is known once
// the next record was read. It is 0 if it is unknown or the record shares its member.
func (rec *record) Length() int64 { return rec.length }

func (rec *record) note(format string, args ...any) {
	rec.Notes = append(rec.Notes, fmt.Sprintf(format, args...))
}

func (rec *record) fault(s validation.Severity, rule string, section, what string) {
	rec.faults = append(rec.faults, fault{s, rule, section, what})
	rec.note("%s", what)
}

// abridged shortens a value from an archive, for notes and for storage.
func abridged(value string) string {
	const most = 2 << 10 // longer than nearly all URIs
	if len(value) > most {
		return strings.ToValidUTF8(value[:most], "") + "…"
	}
	return value
}

func unbracket(uri string) string {
	if strings.HasPrefix(uri, "<") && strings.HasSuffix(uri, ">") && len(uri) > 1 {
		return uri[1 : len(uri)-1]
	}
	return uri
}

// A gap is a stretch of a file without a whole record. Reading continues after it.
type gap struct {
	From, To int64 // offsets in the file
	Why      string
}

func (g *gap) Error() string {
	return fmt.Sprintf("%v: offsets %d to %d: %s", extract.ErrMalformed, g.From, g.To, g.Why)
}

// Unwrap returns [extract.ErrMalformed].
func (g *gap) Unwrap() error { return extract.ErrMalformed }

// Lost returns the offsets between which no whole record was read. Package manifest recognises a gap by it.
func (g *gap) Lost() (from, to int64) { return g.From, g.To }

func contentLength(value string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("Content-Length %q: expected a number of bytes", abridged(value))
	}
	return n, nil
}
