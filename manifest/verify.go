package manifest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A Status is how a file compares with its entry in the manifest. Statuses are in order, the best first.
type Status int

const (
	OK              Status = iota // the bytes are the same
	SameText                      // the text digests are the same
	SameFingerprint               // the fingerprints are the same; order, numbers or signs may differ
	Similar                       // the fingerprints are near
	Different                     // the fingerprints are not near, or the texts differ and have none
	Missing                       // the file is not in the tree
	New                           // the file is not in the manifest
	Moved                         // the file is new, and has the text of a missing one
	StillNotRead                  // the file cannot be read, and could not when the manifest was made
	WithoutText                   // the bytes differ, and one of the two has no text to compare
	NotRead                       // the file cannot be read now
	NotCompared                   // the file has nothing to compare with, for the reason in Err
)

var statusNames = [...]string{
	"OK", "SAME TEXT", "SAME FINGERPRINT", "SIMILAR", "DIFFERENT", "MISSING", "NEW", "MOVED",
	"UNREADABLE AS BEFORE", "NO TEXT", "UNREADABLE", "NOT COMPARED",
}

// String returns the words for s in [Result.String]: "SAME TEXT".
func (s Status) String() string {
	if s < 0 || int(s) >= len(statusNames) {
		return "?"
	}
	return statusNames[s]
}

// Statuses returns all statuses in order.
func Statuses() []Status {
	all := make([]Status, len(statusNames))
	for i := range all {
		all[i] = Status(i)
	}
	return all
}

// A Result compares a file of the tree with its entry in the manifest. It can also compare a record of a
// web archive. If the text was not needed, only Path, Size and SHA256 of Found are set.
type Result struct {
	Path, From string // of the file, and its earlier path if it has moved or was migrated
	// Status is how the file compares. MovedStatus is how a file that has moved compares with the missing
	// file: OK, SameText or SameFingerprint.
	Status, MovedStatus Status
	Distance            int            // of the fingerprints in bits or slots; -1 if they were not compared
	Similarity          float64        // of the fingerprints, from 0 to 1, if they were compared
	TooFewFeatures      bool           // near, but Different because of [Options.MinFeatures]
	Record              *Record        // the record, if the result is of [RecordResults.Differing]
	Records             *RecordResults // of a web archive whose bytes differ; nil if there is nothing to compare
	Stored, Found       *Entry         // in the manifest and in the tree; nil if not there
	Err                 error          // of reading Found or, if it says so, the old file
}

// String returns r as a line like those of sha256sum -c. The line begins with the path or, for a record,
// the URI and date. A colon and the status follow. In parentheses is the distance, the earlier path, or
// the reason why there is no text. Characters that a line cannot contain are escaped as docs/lines.md
// says, and the line then begins with a backslash.
func (r Result) String() string {
	name := r.Path
	if r.Record != nil {
		name = strings.TrimSpace(cmp.Or(r.Record.URI, "-") + " " + r.Record.Date)
	}
	line := name + ": " + r.Status.String()
	var notes []string
	if r.Distance >= 0 && (r.Status == Similar || r.Status == Different) {
		notes = append(notes, "d="+strconv.Itoa(r.Distance))
	}
	if r.TooFewFeatures {
		notes = append(notes, fmt.Sprintf("%d features, once %d", r.Found.Features, r.Stored.Features))
	}
	if r.Records != nil {
		notes = append(notes, r.Records.String())
	} else if r.Status == WithoutText {
		notes = append(notes, r.withoutText())
	}
	if r.Status == Moved && (r.MovedStatus > SameText || r.Record == nil && r.MovedStatus == SameText) {
		notes = append(notes, r.MovedStatus.String())
	}
	switch {
	case r.Status == NotRead || r.Status == StillNotRead || r.Found == nil: // the error says so
	case r.Found.State.isLink():
		notes = append(notes, string(r.Found.State)+", not followed")
	case r.Found.State.isIrregular():
		notes = append(notes, string(r.Found.State)+", not opened")
	}
	if r.From != "" && r.Records == nil {
		notes = append(notes, "from "+r.From)
	}
	if len(notes) > 0 {
		line += " (" + strings.Join(notes, ", ") + ")"
	}
	line, escaped := escape.Path(line)
	if escaped {
		return `\` + line
	}
	return line
}

// KeepsText reports whether the text of a file or a record is unchanged, at any path.
func (r Result) KeepsText() bool {
	switch r.Status {
	case OK, SameText:
		return true
	}
	return r.Status == Moved && r.MovedStatus <= SameText
}

// withoutText returns the reason why there is no text to compare, now or in the manifest.
func (r *Result) withoutText() string {
	switch {
	case r.Err != nil:
		return strings.Join(strings.Fields(r.Err.Error()), " ")
	case r.Found != nil && r.Found.State != Fingerprinted:
		return string(r.Found.State)
	case r.Stored != nil && r.Stored.State != Fingerprinted:
		return string(r.Stored.State) + " then"
	}
	return string(NoText)
}

// errNotRecorded means that a file could not be read when the manifest was made.
var errNotRecorded = errors.New("it could not be read when the manifest was made")

// ofOld returns an error about an old file. The path of a result may be that of its new file.
func ofOld(path string, err error) error { return naming("the old file", path, err) }

// naming returns an error about something other than the path of a result.
func naming(what, path string, err error) error {
	if p, ok := err.(*fs.PathError); ok {
		err = p.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", what, escape.Quote(path), err)
}

// Verify compares the files of a tree with a manifest, which it reads to its end. It yields the files that
// are in both, in the order of their paths. Then it yields files on one side only, and web archives whose
// bytes differ, in the same order. It reads a text only if the bytes of its file differ.
//
// If the manifest is damaged, or ctx ends, the error comes last, and the results before it are not
// reliable.
func Verify(ctx context.Context, m *Reader, fsys fs.FS, o Options) iter.Seq2[Result, error] {
	o.Scheme, o.Profile = m.header.Scheme, m.header.Profile
	return func(yield func(Result, error) bool) {
		if err := o.check(); err != nil {
			yield(Result{}, err)
			return
		}
		var left unmatched
		var failed error
		results := inOrder(ctx, &o, pairs(m, fsys, &o, &failed), func(r *recordReaders) func(pair) judged {
			v := &verifier{newScanner(ctx, fsys, &o, r), &o}
			return v.compare
		})
		for r, err := range results {
			switch {
			case err != nil:
				yield(Result{}, err)
				return
			case left.add(r):
			case !yield(r.Result, nil):
				return
			}
		}
		if failed != nil {
			yield(Result{}, failed)
			return
		}
		left.match(func(onlyArchives bool) error { return left.read(ctx, fsys, &o, onlyArchives) }, &o)(yield)
	}
}

// judged is a result, with the records of web archives.
type judged struct {
	Result
	stored, found *extsort.List
	byRecord      bool // the records decide, and are not compared yet
}

// pair is what the manifest and the tree have at a path; one of them may have nothing.
type pair struct {
	stored *Entry
	found  *file
	hidden error // why it is unknown whether the tree contains the file

	records *extsort.List // from the manifest
}

// pairs walks through a manifest and a tree in step.
func pairs(m *Reader, fsys fs.FS, o *Options, failed *error) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		next, stop := iter.Pull(o.files(fsys))
		defer stop()
		f, more := next()
		var unread file // the last directory that could not be read
		take := func() *file {
			taken := f
			if taken.err != nil {
				unread = taken
			}
			f, more = next()
			return &taken
		}
		if more && f.path == "./" && !yield(pair{found: take()}) { // everything else is below it
			return
		}
		for {
			e, err := m.next()
			if err != nil && err != io.EOF {
				*failed = err
				return
			}
			if err == nil && walk.Skips(o.Skip, e.Path) {
				continue
			}
			for more && (err == io.EOF || f.path < e.Path) {
				if !yield(pair{found: take()}) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			p := pair{stored: &e}
			if e.Records > 0 {
				var kept Scanned
				if *failed = kept.keep(m.records(), m.header.Scheme); *failed != nil {
					return
				}
				p.records = kept.records
			}
			switch {
			case more && f.path == e.Path:
				p.found = take()
			case unread.path == "./", unread.err != nil && strings.HasPrefix(e.Path, unread.path):
				p.hidden = unread.err
			}
			if !yield(p) {
				return
			}
		}
	}
}

// verifier compares one file after another. It belongs to one goroutine.
type verifier struct {
	*scanner
	o *Options
}

func (v *verifier) compare(p pair) judged {
	if p.found == nil {
		r := judged{Result: Result{Path: p.stored.Path, Status: Missing, Distance: -1, Stored: p.stored}, stored: p.records}
		switch {
		case p.hidden != nil:
			r.Status, r.Err = NotRead, p.hidden
		case strings.HasSuffix(r.Path, "/"): // a directory, so its files are new
			r.Status, r.Err = NotCompared, errNotRecorded
		}
		return r
	}
	r := judged{Result: Result{Path: p.found.path, Stored: p.stored, Distance: -1}, stored: p.records}
	now := v.octetsOf(*p.found)
	r.Found, r.Err = &now.Entry, now.Err
	switch {
	case now.unread():
		r.judgeUnread()
		return r
	case p.stored == nil:
		r.Status = New
		return r
	case !p.stored.SHA256.IsZero() && now.SHA256 != p.stored.SHA256:
		now = v.scan(*p.found, nil)
		r.Err, r.found = now.Err, now.records
		if r.byRecord = p.stored.isArchive() && now.isArchive(); r.byRecord {
			return r
		}
	case !now.outside:
		r.Err = nil
	}
	r.judge(v.o)
	return r
}

// octetsOf reads the bytes of a file, without its text.
func (v *verifier) octetsOf(f file) Scanned {
	r := Scanned{Entry: Entry{Path: f.path, State: Unreadable, Size: -1}, Err: f.err}
	if f.err != nil {
		return r
	}
	v.regular = f.regular
	for range 2 {
		switch _, r.Err = v.open(&r, func(fs.File, io.Reader) error { return nil }); {
		case r.Err == nil:
			r.State = Fingerprinted // or unknown
			v.follow(&r)
			return r
		case !errors.Is(r.Err, errChanged):
			v.link(&r)
			return r
		}
	}
	r.State = changed
	return r
}

// unread reports whether there are no bytes to compare, now or then.
func (e *Entry) unread() bool { return e.SHA256.IsZero() || e.State == linkedNowhere }

// judgeUnread sets the status of a file that cannot be read now. Only a kind, or the target of a link, can
// show that it is the same.
func (r *Result) judgeUnread() {
	a, b := r.Stored, r.Found
	switch {
	case a == nil || !a.unread() || b.State == changed:
		r.Status = NotRead
	case a.State == b.State && (b.State == linkedNowhere && a.SHA256 == b.SHA256 || b.State.isIrregular() && b.State != irregular):
		r.Status, r.Err = OK, nil
	case a.State == b.State && !b.State.isLink(), a.State == irregular && b.State.isIrregular(),
		a.State == Unreadable && b.State == linkedNowhere: // manifests had no better states
		cause := r.Err
		if p, ok := cause.(*fs.PathError); ok { // the path is before it
			cause = p.Err
		}
		r.Status, r.Err = StillNotRead, fmt.Errorf("%w, and cannot be read now: %w", errNotRecorded, cause)
	default:
		r.Status = NotRead
	}
}

func (r *Result) judge(o *Options) {
	a, b := r.Stored, r.Found
	switch {
	case b.unread():
		r.Status = NotRead
	case a.State == linkedNowhere && b.State.isLink() && a.SHA256 == b.SHA256:
		r.Status = OK // its target is there now, or a container hides it
	case a.unread():
		r.Status, r.Err = NotCompared, errNotRecorded
	case b.SHA256 == a.SHA256 && a.State.isLink() == b.State.isLink():
		r.Status = OK
	case a.State.isLink() || b.State.isLink():
		r.Status = Different
	default:
		r.judgeTexts(o)
	}
}

// judgeTexts sets the status of a file whose bytes differ, or of a record that was read differently.
func (r *Result) judgeTexts(o *Options) {
	a, b := r.Stored, r.Found
	if !a.exact.IsZero() && !b.exact.IsZero() && a.exact != b.exact && (r.Err == nil || isGuess(r.Err)) {
		r.Err = b.guess(true)
	}
	switch {
	case a.sameText(b):
		r.Status = SameText
	case a.State == Fingerprinted && b.State == Fingerprinted:
		r.near(o)
	case !a.Text.IsZero() && !b.Text.IsZero(): // numbers only
		r.Status = Different
	case isFailure(b.State) && a.SHA256 != b.SHA256:
		r.Status = NotRead
	case isFailure(a.State):
		r.Status, r.Err = NotCompared, errNotRecorded
	case isFailure(b.State):
		r.Status = NotCompared
	default:
		r.Status = WithoutText
		if b.State == Fingerprinted {
			r.Err = nil // the reason is then
		}
	}
}

// isArchive reports whether a file was read as a web archive.
func (e *Entry) isArchive() bool { return e.State == webArchive || e.Records > 0 }

// isFailure reports whether a file may have text that could not be read.
func isFailure(s State) bool {
	switch s {
	case Fingerprinted, noWords, NoText, Unsupported, webArchive, revisit:
		return false
	}
	return true
}

func (r *Result) near(o *Options) {
	a, b := r.Stored, r.Found
	r.Status = Different
	var err error
	if r.Distance, err = a.Fingerprint.Distance(b.Fingerprint); err != nil {
		r.Distance, r.Err = -1, err
		return
	}
	r.Similarity, _ = a.Fingerprint.Similarity(b.Fingerprint)
	fewer, more := min(a.Features, b.Features), max(a.Features, b.Features)
	s := a.Fingerprint.Scheme()
	switch {
	case a.Fingerprint == b.Fingerprint:
		r.Status = SameFingerprint
	case fewer >= s.Advice().RefuseBelow && o.Similar.Or(s.Thresholds(scheme.Loose)).Allow(r.Distance, r.Similarity):
		r.Status = Similar
	default:
		return
	}
	if float64(fewer) < o.MinFeatures*float64(more) {
		r.Status, r.TooFewFeatures = Different, true
	}
}
