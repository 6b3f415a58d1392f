// Package warc reads web archives: WARC 0.17 to 1.1 (ISO 28500), ARC 1 and 2, and WACZ packages of
// them. They may be plain, or compressed with gzip, bzip2 or Zstandard. For Zstandard it follows
// the IIPC's Zstandard Compression for WARC Files.
//
//	for record, err := range warc.NewReader(file).Records() { ... }
//
// A [Reader] yields one record after another, each as a stream. It reports damage as a [Gap], with
// its offsets, and then reads on. A [Walk] finds the records that are documents and counts what
// became of each record. It reads their text with package [github.com/lsh-interop/fpcheck/extract].
// A revisit gets the result of the record that it revisits. A [Writer] writes records, and an
// [Index] adds keys to CDXJ.
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

// A Field is a line of a header.
type Field struct{ Name, Value string }

// A Header is the fields of a record or of an HTTP message, in order.
type Header []Field

// Get returns the first value of a field, or "". The case of names is ignored.
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Values returns all values of a field.
func (h Header) Values(name string) []string {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// Record is one record of an archive. It is an [io.Reader] of its block until the
// next is asked for.
type Record struct {
	Version string // "WARC/1.1", "ARC/1"; "" if the record does not say
	Header  Header // of an ARC record, its line under the names of WARC
	// Offset is where the record begins in the file: the member of gzip or frame of
	// zstd that it is in, or the record itself if it is not compressed.
	Offset int64
	// Nth is how many records come before it in that member.
	Nth int
	// Size is the length of the block by Content-Length.
	Size int64
	// Notes are what is odd about the record, and no loss: "lines end in LF".
	Notes []string

	r      *Reader
	left   int64
	err    error // of the block
	length int64
	after  []byte // the line ends that follow the block, as far as they are kept
	faults []fault
}

// A fault is what the reader finds wrong with a record, and reads nevertheless.
type fault struct {
	severity validation.Severity
	rule     Rule
	section  string
	what     string
}

// Type returns the record's type: "response". It has no case.
func (rec *Record) Type() string { return strings.ToLower(rec.Header.Get("WARC-Type")) }

// ID returns the record's id as it is written, in angle brackets.
func (rec *Record) ID() string { return rec.Header.Get("WARC-Record-ID") }

// Date returns the record's date as it is written.
func (rec *Record) Date() string { return rec.Header.Get("WARC-Date") }

// URI returns the target URI, without the angle brackets that Wget and WARC 1.0's
// grammar put around it.
func (rec *Record) URI() string { return unbracket(rec.Header.Get("WARC-Target-URI")) }

// Length returns how many octets the record has in the file, compressed as it is. It
// is known once the next record was asked for; 0 if it is not, or if the record shares
// its member with others.
func (rec *Record) Length() int64 { return rec.length }

func (rec *Record) note(format string, args ...any) {
	rec.Notes = append(rec.Notes, fmt.Sprintf(format, args...))
}

// fault notes what a validation reports, too.
func (rec *Record) fault(s validation.Severity, rule Rule, section, what string) {
	rec.faults = append(rec.faults, fault{s, rule, section, what})
	rec.note("%s", what)
}

// abridged is a value from an archive as notes show it, and as it is remembered.
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

// Gap is octets of a file that gave no record, or only a part of one. Reading goes on
// after it.
type Gap struct {
	From, To int64 // offsets in the file
	Why      string
}

func (g *Gap) Error() string {
	return fmt.Sprintf("%v: offsets %d to %d: %s", extract.ErrMalformed, g.From, g.To, g.Why)
}

// Unwrap returns [extract.ErrMalformed].
func (g *Gap) Unwrap() error { return extract.ErrMalformed }

// contentLength reads a Content-Length.
func contentLength(value string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("Content-Length %q: expected a number of bytes", abridged(value))
	}
	return n, nil
}
