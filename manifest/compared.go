package manifest

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/scheme"
)

// RecordResults counts how the records of a web archive compare with those in the manifest. Records with
// the same URI and date are compared, in whatever files they are.
type RecordResults struct {
	Elsewhere int64    // number of records of the manifest that are in other files now
	From, To  []string // names of the first 8 files that records came from, and that they are in now

	// statuses are numbers of records, by [Status]. A record that moved counts in its new file: as Moved, or
	// by its new status.
	statuses [len(statusNames)]int64
	moved    Status // SameFingerprint if a record that has moved has no better one
	path     string
	scheme   *scheme.Scheme
	o        *Options
	rows     *extsort.List // of pairs
}

// maxNamed is the number of files to name as sources or targets of records.
const maxNamed = 8

// A Record names a record of a web archive.
type Record struct{ URI, Date string }

// Count returns the number of records with a status. A record that moved counts in its new file.
func (c *RecordResults) Count(status Status) int64 { return c.statuses[status] }

// Total returns the number of records that were compared, without those that moved to other files.
func (c *RecordResults) total() (records int64) {
	for _, n := range c.statuses {
		records += n
	}
	return records
}

// Differing yields the results of records that are not OK, in the order of their URIs and dates. In Stored
// and Found, SHA256 is the digest of the payload. Differing yields nothing if all records of a file are new.
// It yields nothing if none of its records is left in any file. An error is one of temporary files, and the
// last that it yields.
func (c *RecordResults) Differing() iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for row, err := range c.rows.All() {
			var r Result
			if err == nil {
				r, err = parsePair(row).result(c.path, c.scheme, c.o)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// String returns the counts as a summary: "12 records: 10 OK, 2 MOVED".
func (c *RecordResults) String() string {
	var counts []string
	for _, status := range Statuses() {
		if n := c.statuses[status]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, status))
		}
	}
	total, records := c.total(), "records"
	if total == 1 {
		records = "record"
	}
	text := fmt.Sprintf("%d %s", total, records)
	if len(counts) > 0 {
		text += ": " + strings.Join(counts, ", ")
	}
	if len(c.From) > 0 {
		text += "; from " + named(c.From)
	}
	if c.Elsewhere > 0 {
		text += fmt.Sprintf("; %d now in %s", c.Elsewhere, named(c.To))
	}
	return text
}

func named(files []string) string {
	text := strings.Join(files, ", ")
	if len(files) == maxNamed {
		text += " and maybe others"
	}
	return text
}

func addName(names []string, name string) []string {
	if len(names) == maxNamed || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// allAlike reports whether the records need no lines of their own: all are missing, or all are new.
func (c *RecordResults) allAlike() bool {
	total := c.total()
	return c.Elsewhere == 0 && (c.statuses[Missing] == total || c.statuses[New] == total)
}

// status returns the status of a file from its records, if some of them existed before.
func (c *RecordResults) status() Status {
	has := func(s Status) bool { return c.statuses[s] > 0 }
	switch {
	case has(Different), has(Missing):
		return Different
	case has(WithoutText):
		return WithoutText
	case has(NotRead):
		return NotRead
	case has(NotCompared), has(StillNotRead):
		return NotCompared
	case has(Similar), has(New):
		return Similar
	case has(SameFingerprint), c.moved == SameFingerprint:
		return SameFingerprint
	case c.total() == 0 && c.Elsewhere == 0:
		return WithoutText
	}
	return SameText
}

// recordPair is a stored record and a found record; one of them may be nil.
type recordPair struct {
	from          string // the file that the stored one was in, if it was another
	stored, found []string
}

// row returns what parsePair reads after the file and the name of the record.
func (p *recordPair) row(path string) []string {
	either := p.found
	if either == nil {
		either = p.stored
	}
	row := []string{path, either[rowURI], either[rowDate], p.from, ""}
	if p.stored != nil {
		row[4] = "stored"
		row = append(row, p.stored...)
	}
	return append(row, p.found...)
}

func parsePair(row []string) *recordPair {
	p := &recordPair{from: row[3]}
	rest := row[5:]
	if row[4] != "" {
		p.stored, rest = rest[:rowFields], rest[rowFields:]
	}
	if len(rest) > 0 {
		p.found = rest
	}
	return p
}

// result compares the two records.
func (p *recordPair) result(path string, s *scheme.Scheme, o *Options) (Result, error) {
	r := Result{Path: path, Distance: -1, From: p.from}
	for _, side := range []struct {
		row  []string
		to   **Entry
		path string
	}{{p.stored, &r.Stored, cmp.Or(p.from, path)}, {p.found, &r.Found, path}} {
		if side.row == nil {
			continue
		}
		record, err := recordOf(side.row, s)
		if err != nil {
			return r, err
		}
		*side.to = record.entry(side.path)
		r.Record = &Record{record.URI, record.Date}
	}
	switch {
	case r.Found == nil:
		r.Status = Missing
	case r.Stored == nil:
		r.Status = New
	default:
		r.judgeRecord(o)
		if p.from != "" && r.Status <= SameFingerprint {
			r.Status, r.MovedStatus = Moved, r.Status
		}
	}
	return r, nil
}

// judgeRecord sets the status of a record that was stored and found. Records with the same payload are the
// same unless their texts differ. A payload can be read in several ways.
func (r *Result) judgeRecord(o *Options) {
	a, b := r.Stored, r.Found
	switch {
	case a.SHA256 == b.SHA256 && a.State == b.State && (a.Text == b.Text || a.Text.IsZero() || b.Text.IsZero()):
		if r.Status = OK; isFailure(b.State) && b.SHA256.IsZero() {
			r.Status, r.Err = StillNotRead, errNotRecorded
		}
	case a.SHA256 == b.SHA256 && !a.SHA256.IsZero():
		r.judgeTexts(o)
	case a.State == revisit && b.State == revisit:
		r.Status = WithoutText
	default:
		r.judge(o)
	}
}
