package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

// A record is a document in a web archive. Its line is below the [Entry] of its file.
type record struct {
	URI         string // as in the archive, but shortened to 8 KiB
	Date        string // the same, in characters that can be printed
	State       State
	Fingerprint scheme.Fingerprint // if State is Fingerprinted
	Features    int                // distinct features; 0 if there is no fingerprint
	// Payload is the SHA-256 of the payload: for HTTP, the body without transfer chunks. It is zero
	// if the payload could not be read. A revisit has no payload; Payload is then the SHA-256 of the
	// digest that the archive has recorded.
	Payload Digest
	Text    Digest  // the text digest; zero if the text could not be read
	Exact   Digest  // of the characters of a text whose encoding is a guess; zero for others
	Reader  Reading // zero if the text could not be read, or if the manifest has too many readers
}

// States of web archives and their records.
const (
	// webArchive is the state of a web archive that was read to its end. Its records are below it.
	webArchive State = "archive"
	// revisit is the state of a record that has no payload but refers to an earlier one.
	revisit State = "revisit"
)

// Bounds of a record.
const (
	maxURI  = 8 << 10 // bytes
	maxDate = 64
)

// shortURI shortens a URI for a manifest. A long one becomes its beginning and a digest.
func shortURI(uri string) string {
	if len(uri) <= maxURI {
		return uri
	}
	sum := sha256.Sum256([]byte(uri))
	return uri[:maxURI/2] + "...sha256:" + hex.EncodeToString(sum[:])
}

func plainDate(date string) string {
	date = strings.ReplaceAll(plainName(date), " ", "_")
	if len(date) > maxDate {
		date = strings.ToValidUTF8(date[:maxDate], "")
	}
	return date
}

// check returns the fault of a record in a manifest with header h, or nil.
func (r *record) check(h *Header) error {
	switch found := r.State == Fingerprinted; {
	case len(r.URI) > maxURI:
		return fmt.Errorf("URI of %d bytes: expected at most %d", len(r.URI), maxURI)
	case len(r.Date) > maxDate || r.Date == "-":
		return fmt.Errorf("date %q: expected at most %d bytes", abridge(r.Date), maxDate)
	case !r.State.known() || !r.State.ofRecord():
		return fmt.Errorf("%q: expected a fingerprint or why a record has none", abridge(string(r.State)))
	case found && (r.Fingerprint.Scheme() != h.Scheme || r.Fingerprint.Profile() != h.Profile):
		return fmt.Errorf("fingerprint %s: expected one of scheme %s, profile %s", r.Fingerprint, h.Scheme.ID(), h.Profile)
	case found && (r.Features < 1 || r.Payload.IsZero()): // there may be no text digest
		return errors.New("a fingerprint, but not all else: expected features and payload")
	case !found && (r.Features != 0 || r.Fingerprint != scheme.Fingerprint{}):
		return errors.New("features, but no fingerprint: expected both or neither")
	case !r.Exact.IsZero() && (!h.exact || r.Text.IsZero()):
		return errExact
	case !found && r.State != noWords && (!r.Text.IsZero() || r.Reader != Reading{}):
		return fmt.Errorf("%s, and yet a text: expected neither its digest nor its reader", r.State)
	}
	if err := checkName("date", r.Date, ""); err != nil {
		return err
	}
	return r.Reader.check()
}

// ofRecord reports whether a record can have the state. Other states are for files only.
func (s State) ofRecord() bool {
	return s != webArchive && s != changed && !s.isIrregular() && !s.isLink()
}

// follow returns an error if a record sorts before the last one. Both are rows.
func follow(last, now []string) error {
	if slices.Compare(now, last) < 0 {
		return fmt.Errorf("record %q %s comes after %q: expected records that ascend by URI and date", abridge(now[rowURI]), abridge(now[rowDate]), abridge(last[rowURI]))
	}
	return nil
}

// A row is a record as strings, in temporary files. Rows sort like records in a manifest.
const (
	rowURI = iota
	rowDate
	rowPayload
	rowText
	rowPrint // the fingerprint or the state
	rowFeatures
	rowMedia
	rowEncoding
	rowTool
	rowExact
	rowFields // number of fields
)

func (r *record) row() []string {
	row := make([]string, rowFields)
	row[rowURI], row[rowDate] = r.URI, r.Date
	row[rowPayload], row[rowText] = r.Payload.raw(), r.Text.raw()
	if row[rowPrint] = string(r.State); r.State == Fingerprinted {
		row[rowPrint], row[rowFeatures] = r.Fingerprint.String(), strconv.Itoa(r.Features)
	}
	row[rowMedia], row[rowEncoding], row[rowTool] = r.Reader.MediaType, r.Reader.Encoding, r.Reader.Tool
	row[rowExact] = r.Exact.raw()
	return row
}

// raw returns d as bytes, or "" if d is zero.
func (d Digest) raw() string {
	if d.IsZero() {
		return ""
	}
	return string(d[:])
}

func rowState(row []string) State {
	if strings.Contains(row[rowPrint], ":") {
		return Fingerprinted
	}
	return State(row[rowPrint])
}

// recordOf returns the record of a row. Its scheme is by, or a registered one.
func recordOf(row []string, by *scheme.Scheme) (r record, err error) {
	r = record{URI: row[rowURI], Date: row[rowDate], Reader: Reading{row[rowMedia], row[rowEncoding], row[rowTool]}}
	copy(r.Payload[:], row[rowPayload])
	copy(r.Text[:], row[rowText])
	copy(r.Exact[:], row[rowExact])
	if r.State = rowState(row); r.State == Fingerprinted {
		if r.Fingerprint, err = (scheme.Set{by}).Parse(row[rowPrint]); err == nil {
			r.Features, err = strconv.Atoi(row[rowFeatures])
		}
	}
	return r, err
}

// entry returns a record as an entry, to compare it like a file. The payload is its content.
func (r *record) entry(path string) *Entry {
	return &Entry{
		Path: path, State: r.State, Fingerprint: r.Fingerprint, Features: r.Features, Size: -1,
		SHA256: r.Payload, Text: r.Text, Reading: r.Reader, exact: r.Exact,
	}
}
