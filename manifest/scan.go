package manifest

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all" // a document without a reader would count as one without text
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Options control how the files of a tree are read and compared. The zero value is usable if a header or a
// manifest has the scheme. [Scan], [VerifyTrees] and [Compare] need Scheme.
type Options struct {
	Scheme  *scheme.Scheme // [Create], [Write] and [Verify] take it and Profile from the header
	Profile string         // of the text: [extract.Visible], the default, or [extract.Main]
	Include []string       // see [extract.Options]; for [VerifyTrees] alone
	Limits  extract.Limits // of each document
	Workers int            // files read at once; 0 means one for each processor
	// Skip, if not nil, reports whether to leave out a file, or a directory and all below it. The path of a
	// directory ends with "/". Skip is also called with the paths of a manifest.
	Skip func(path string) bool
	Read func(bytes int) // if not nil, called with the number of bytes read, by several goroutines

	// Earlier, if not nil, has the results of an earlier run, in order. A file that has not changed since is
	// not read again. A file has changed if its size or time of modification differs. If that time is
	// unknown, its SHA-256 decides. With IgnoreTimes, the SHA-256 decides in any case. Verifying ignores
	// both.
	Earlier     iter.Seq[Scanned]
	IgnoreTimes bool

	// Similar decides which files are similar, by their fingerprints. The zero value stands for the loose
	// thresholds of the scheme's [scheme.Advice]. Both files must also have at least as many features as its
	// RefuseBelow says. With fewer, files with other fingerprints are [Different], whatever Similar allows.
	//
	// Similar files must have similar numbers of features, too: at least MinFeatures, from 0 to 1, as a ratio.
	// The fingerprint of half a long text is near that of the whole, but has half the features.
	Similar     scheme.Thresholds
	MinFeatures float64
}

// A Scanned is a file that was read.
type Scanned struct {
	Entry
	Err          error           // why there is no fingerprint, or why there is a doubt about the file
	Reused       bool            // the entry is from Options.Earlier
	RecordStates map[State]int64 // number of records of a web archive by state

	modified time.Time // zero if it was too recent to tell a later change
	outside  bool      // the file is a link out of the tree

	records *extsort.List // rows
	scheme  *scheme.Scheme
	guesses int    // records whose encoding is a guess
	guessed string // that of the first of them
}

// errChanged means that a file changed while it was read, twice.
var errChanged = errors.New("changed while it was read")

// errIrregular means that a file is a pipe, a socket or a device, and was not opened.
var errIrregular = errors.New("not a regular file: not opened")

// errLinked and errOutside mean that a file is a link to a directory, within the tree or out of it. errAway
// means that the tree cannot tell what a link out of it leads to.
var (
	errLinked  = errors.New("a link to a directory of the tree: not followed")
	errOutside = errors.New("a link to a directory outside the tree: not followed")
	errAway    = errors.New("a link out of the tree: not followed")
)

// nowhere is the error of a link to nothing.
type nowhere struct{ error }

func (n nowhere) Unwrap() error { return n.error }

// isLink reports whether an entry is a link that was not followed.
func (s State) isLink() bool { return s == linked || s == linkedOutside || s == linkedNowhere }

// isIrregular reports whether an entry has no bytes of its own, and is no link.
func (s State) isIrregular() bool { return s == pipe || s == socket || s == device || s == irregular }

// irregularOf returns the state of a file that is not regular.
func irregularOf(mode fs.FileMode) State {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return pipe
	case mode&fs.ModeSocket != 0:
		return socket
	case mode&fs.ModeDevice != 0:
		return device
	}
	return irregular
}

// Scan reads the files of a tree and yields them in the order of their paths. The error of a file is in its
// Err. If ctx ends, its error is the last that Scan yields. If an option is wrong, its error is all that Scan
// yields.
func Scan(ctx context.Context, fsys fs.FS, o Options) iter.Seq2[Scanned, error] {
	type job struct {
		file
		earlier *Scanned
	}
	jobs := func(yield func(job) bool) {
		at := earlierAt(o.Earlier)
		defer at.stop()
		for f := range o.files(fsys) {
			if !yield(job{f, at.path(f.path)}) {
				return
			}
		}
	}
	return func(yield func(Scanned, error) bool) {
		if err := o.check(); err != nil {
			yield(Scanned{}, err)
			return
		}
		inOrder(ctx, &o, jobs, func(r *recordReaders) func(job) Scanned {
			s := newScanner(ctx, fsys, &o, r)
			return func(j job) Scanned { return s.scan(j.file, j.earlier) }
		})(yield)
	}
}

// inOrder runs jobs with the workers of o, which share readers, and yields results in the order of the jobs.
func inOrder[J, R any](
	ctx context.Context, o *Options, jobs iter.Seq[J], newWorker func(*recordReaders) func(J) R,
) iter.Seq2[R, error] {
	r := newRecordReaders(o)
	return parallel.Do(ctx, jobs, o.workers(), 16*o.workers(), func() func(J) R { return newWorker(r) })
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Earlier returns the files of a manifest for [Options.Earlier]. It returns an error if the scheme, profile
// or tool differs from h. It stops where the manifest is malformed. To be sure that the manifest was not
// altered, read it to its end first.
func Earlier(m *Reader, h Header) (iter.Seq[Scanned], error) {
	h = h.orVisible()
	h.Root, h.records, h.exact, h.JSON = m.header.Root, m.header.records, m.header.exact, m.header.JSON // of any form
	if *m.header != h {
		return nil, fmt.Errorf("manifest of scheme %s, profile %s, by %s: expected %s, %s, by %s",
			m.header.Scheme.ID(), m.header.Profile, orDash(m.header.Tool), h.Scheme.ID(), h.Profile, orDash(h.Tool))
	}
	return func(yield func(Scanned) bool) {
		for e, err := range m.Entries() {
			s := Scanned{Entry: e}
			if err == nil && e.Records > 0 {
				err = s.keep(m.records(), h.Scheme)
			}
			if err != nil || !yield(s) {
				return
			}
		}
	}, nil
}

// earlier walks through the results of an earlier run, in step with the tree.
type earlier struct {
	next func() (Scanned, bool)
	stop func()
	held *Scanned
}

func earlierAt(all iter.Seq[Scanned]) *earlier {
	if all == nil {
		all = func(func(Scanned) bool) {}
	}
	e := &earlier{}
	e.next, e.stop = iter.Pull(all)
	e.step()
	return e
}

func (e *earlier) step() {
	e.held = nil
	if s, ok := e.next(); ok {
		e.held = &s
	}
}

// path returns the earlier result at a path, or nil. Paths must ascend.
func (e *earlier) path(path string) *Scanned {
	for e.held != nil && e.held.Path < path {
		e.step()
	}
	if e.held != nil && e.held.Path == path {
		return e.held
	}
	return nil
}

// scanner reads one file after another. It belongs to one goroutine.
type scanner struct {
	ctx       context.Context
	fsys      fs.FS
	o         *Options
	documents *pipeline.Reader
	readers   *recordReaders // of all scanners of a run
	hash      hash.Hash
	sum       []byte // memory for a digest
	buffer    []byte
	source    *bufio.Reader // of the file that is read
	regular   bool          // that it is, its directory says

	onlyArchives bool // skip the texts of other files
}

func newScanner(ctx context.Context, fsys fs.FS, o *Options, r *recordReaders) *scanner {
	return &scanner{
		ctx: ctx, fsys: fsys, o: o, documents: newDocuments(o), readers: r, hash: sha256.New(),
		buffer: make([]byte, 64<<10), source: bufio.NewReaderSize(nil, 64<<10),
	}
}

// newDocuments returns a reader of the texts that a scan needs.
func newDocuments(o *Options) *pipeline.Reader {
	return pipeline.NewReader(pipeline.Options{
		Schemes: []*scheme.Scheme{o.Scheme}, Profile: o.Profile, Include: o.Include, Strict: true,
		Limits: o.Limits, Digest: true,
	})
}

// fresh is the age from which a file's modification time reveals later changes.
const fresh = 3 * time.Second

func (s *scanner) scan(f file, before *Scanned) Scanned {
	r := Scanned{Entry: Entry{Path: f.path, State: Unreadable, Size: -1}, Err: f.err}
	if f.err != nil {
		return r
	}
	s.regular = f.regular
	for range 2 { // a changing file may have settled
		r.Err = s.read(&r, before)
		s.link(&r)
		if !errors.Is(r.Err, errChanged) {
			s.follow(&r)
			return r
		}
	}
	r.State = changed
	return r
}

// read fills r, and returns the reason why it has no fingerprint.
func (s *scanner) read(r *Scanned, before *Scanned) error {
	if before != nil && s.usable(before) {
		same, err := s.unchanged(r, before)
		if same || err != nil {
			return err
		}
	}
	var found Entry
	var partial error // a doubt about the text
	archive := false
	modified, err := s.open(r, func(f fs.File, content io.Reader) (err error) {
		s.source.Reset(content)
		if head, _ := s.source.Peek(headSize); len(head) > 0 && warc.IsArchive(head, r.Path) {
			archive = true
			return s.readArchive(r, f, s.source, head)
		}
		if s.onlyArchives {
			return extract.ErrNoText
		}
		doc, err := s.documents.Read(s.ctx, s.source, r.Path)
		if found, err = textOf(doc, err); err == nil {
			partial = cmp.Or(blank.Of(doc.Notes), guess.Of(doc.Notes))
		}
		return err
	})
	if failed := (*spillError)(nil); errors.As(err, &failed) {
		r.SHA256, r.Size = Digest{}, -1
	}
	switch {
	case r.SHA256.IsZero():
		r.Entry = Entry{Path: r.Path, State: r.State, Size: -1}
		r.records, r.RecordStates = nil, nil
	case archive:
		r.State, r.modified, r.Records = webArchive, modified, r.records.Len()
		partial = r.guess()
		if err != nil {
			if r.State = stateOf(err); !r.State.holdsRecords() {
				r.State = Malformed
			}
		}
	default:
		r.Features, r.Fingerprint, r.Text, r.Reading = found.Features, found.Fingerprint, found.Text, found.Reading
		r.exact = found.exact
		r.State = Fingerprinted
		if err != nil {
			r.State = stateOf(err)
		}
		r.modified = modified
	}
	return cmp.Or(err, partial)
}

// usable reports whether the same bytes would give the earlier result.
func (s *scanner) usable(before *Scanned) bool {
	if before.State != Fingerprinted {
		return before.State.Settled() && before.settled()
	}
	fp := before.Fingerprint
	return fp.Scheme() == s.o.Scheme && fp.Profile() == cmp.Or(s.o.Profile, extract.Visible)
}

// unchanged reports whether a file is unchanged, and then fills r.
func (s *scanner) unchanged(r *Scanned, before *Scanned) (bool, error) {
	info, err := s.stat(r)
	if err != nil {
		return false, err
	}
	if info.Size() != before.Size {
		return false, nil
	}
	modified := before.modified
	if s.o.IgnoreTimes || modified.IsZero() || !modified.Equal(info.ModTime()) {
		now := *r
		if modified, err = s.open(&now, func(fs.File, io.Reader) error { return nil }); err != nil {
			r.State = now.State
			return false, err
		}
		if now.SHA256 != before.SHA256 {
			return false, nil
		}
	}
	*r = *before
	r.modified, r.Reused = modified, true
	return true, before.cause()
}

// cause returns the error for a state from an earlier run.
func (s *Scanned) cause() error {
	if s.Err != nil {
		return s.Err
	}
	if s.State == Fingerprinted || s.State == webArchive {
		return s.guess()
	}
	for _, c := range causes {
		if s.State == c.state {
			return c.err
		}
	}
	return errors.New(string(s.State))
}

func (s *scanner) stat(r *Scanned) (fs.FileInfo, error) {
	info, err := fs.Stat(s.fsys, r.Path)
	switch {
	case err != nil && s.isLink(r.Path):
		err = s.linkError(r.Path, err)
	case err != nil:
	case info.IsDir():
		err = errLinked
	case !info.Mode().IsRegular(): // a pipe would block for ever
		r.State = irregularOf(info.Mode())
		err = errIrregular
	}
	return info, err
}

func (s *scanner) isLink(path string) bool {
	info, err := fs.Lstat(s.fsys, path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// linkError returns the error of a link whose target cannot be examined. Only a directory of the system
// follows links out of itself. Any other tree cannot tell what is there.
func (s *scanner) linkError(path string, err error) error {
	_, follows := s.fsys.(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || walk.LeadsNowhere(s.fsys, path):
		return nowhere{err}
	case !follows && walk.LeadsOut(s.fsys, path):
		return errAway
	}
	return err
}

// follow notes whether the file that was read is a link out of the tree.
func (s *scanner) follow(r *Scanned) {
	if r.SHA256.IsZero() || r.State.isLink() || s.regular {
		return
	}
	if r.outside = walk.LeadsOut(s.fsys, r.Path); r.outside && r.Err != nil {
		r.Err = fmt.Errorf("%w: %w", walk.ErrOutside, r.Err)
	} else if r.outside {
		r.Err = walk.ErrOutside
	}
}

// link fills r if its error says that it is a link that is not followed. Its bytes are its target.
func (s *scanner) link(r *Scanned) {
	_, broken := r.Err.(nowhere)
	if !broken && r.Err != errLinked && r.Err != errAway {
		return
	}
	target, err := fs.ReadLink(s.fsys, r.Path)
	if err != nil || target == "" {
		r.Err = cmp.Or(err, r.Err)
		return
	}
	r.State, r.Size, r.SHA256 = linked, int64(len(target)), sha256.Sum256([]byte(target))
	if broken {
		r.State = linkedNowhere
		return
	}
	at := path.Dir(r.Path)
	for part := range strings.SplitSeq(filepath.ToSlash(target), "/") { // only the last part may be a link
		info, err := fs.Lstat(s.fsys, at)
		at = path.Join(at, part)
		if path.IsAbs(target) || err != nil || !info.IsDir() || !fs.ValidPath(at) {
			if r.State = linkedOutside; r.Err == errLinked {
				r.Err = errOutside
			}
			return
		}
	}
}

// open calls use with a file, and sets r's size and digest if it was read whole. It returns the modification
// time.
func (s *scanner) open(r *Scanned, use func(f fs.File, content io.Reader) error) (time.Time, error) {
	f, err := s.openFile(r)
	if err != nil {
		return time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	s.hash.Reset()
	source := &source{ctx: s.ctx, r: f, hash: s.hash, read: s.o.Read}
	failed := use(f, source)
	io.CopyBuffer(struct{ io.Writer }{io.Discard}, source, s.buffer)
	if source.err != nil {
		return time.Time{}, source.err
	}
	after, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	if !after.ModTime().Equal(info.ModTime()) || after.Size() != info.Size() || source.n != info.Size() {
		return time.Time{}, fmt.Errorf("%w: %d bytes of %d, then of %d", errChanged, source.n, info.Size(), after.Size())
	}
	s.sum = s.hash.Sum(s.sum[:0])
	r.Size, r.SHA256 = source.n, Digest(s.sum)
	modified := info.ModTime()
	if time.Since(modified) < fresh {
		modified = time.Time{}
	}
	return modified, failed
}

// openFile opens a regular file. It does not open what may be a pipe or a device.
func (s *scanner) openFile(r *Scanned) (fs.File, error) {
	d, raw := s.fsys.(dir)
	if raw && s.regular {
		if f, ok := d.openRegular(r.Path); ok {
			return f, nil
		}
	}
	if _, err := s.stat(r); err != nil {
		return nil, err
	}
	if raw {
		if f, ok := d.openRegular(r.Path); ok {
			return f, nil
		}
	}
	return s.fsys.Open(r.Path)
}

// source is the content of a file. All of it is hashed, unless ctx ends.
type source struct {
	ctx   context.Context
	r     io.Reader
	hash  hash.Hash
	read  func(int)
	n     int64
	err   error // of the file system
	ended bool  // nothing is left to read
}

func (s *source) Read(p []byte) (int, error) {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return 0, s.err
	}
	if s.ended {
		return 0, io.EOF
	}
	n, err := s.r.Read(p)
	s.ended = err == io.EOF
	s.hash.Write(p[:n])
	s.n += int64(n)
	if s.read != nil {
		s.read(n)
	}
	if err != nil && err != io.EOF && s.err == nil {
		s.err = err
	}
	return n, err
}

// reading returns how a document was read.
func reading(doc *pipeline.Document) Reading {
	return Reading{
		MediaType: cmp.Or(plainName(doc.MediaType), "application/octet-stream"),
		Encoding:  plainName(doc.Encoding),
		Tool:      plainName(doc.Tool),
	}
}

// plainName makes the name of a tool fit for a manifest, since programs choose their own.
func plainName(s string) string {
	isUnfit := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(s) <= maxField && s != "-" && !strings.ContainsFunc(s, isUnfit) {
		return s // nearly always
	}
	s = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxField {
		s = strings.ToValidUTF8(strings.TrimSpace(s[:maxField]), "")
	}
	if s == "-" {
		return ""
	}
	return s
}
