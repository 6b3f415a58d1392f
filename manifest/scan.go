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
	"runtime"
	"strings"
	"time"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/order"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Options say how the files of a tree are read. Only Scheme must be given.
type Options struct {
	Scheme  *scheme.Scheme
	Profile string // of the text: [extract.Visible], which "" stands for, or [extract.Main]
	Limits  extract.Limits
	Workers int // files read at once; 0: one for each processor
	// Skip says which files shall be left out, if not nil, and which directories, whose
	// paths end with "/", with all that is below them. Of a manifest, too.
	Skip func(path string) bool
	// Earlier is what an earlier run found, in order, or nil. A file that has not changed
	// since is not read again. It has changed if its size differs, or its time of
	// modification, or, where that is not known, its digest.
	Earlier iter.Seq[Scanned]
	// Paranoid says that the digest decides, whatever the time of modification.
	Paranoid bool
	// Read is told of octets read, by several goroutines at once, if not nil.
	Read func(octets int)
}

// Scanned is a file that was read.
type Scanned struct {
	Entry
	Modified time.Time // zero if it tells nothing of the octets
	Err      error     // why there is no fingerprint; nil if there is
	Reused   bool      // it is as it was in Earlier
}

// ErrChanged says that a file changed while it was read.
var ErrChanged = errors.New("changed while it was read")

// ErrIrregular says that a file is none that can be read to its end.
var ErrIrregular = errors.New("no regular file: not opened")

var (
	errEmpty   = fmt.Errorf("%w: it is empty", extract.ErrNoText)
	errNothing = fmt.Errorf("%w: it holds none", extract.ErrNoText)
)

// Scan reads the files of a tree and gives them in the order of their paths. What is
// wrong with one is in its Err, and stops no other.
func Scan(fsys fs.FS, o Options) iter.Seq[Scanned] {
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
	return order.Do(jobs, o.workers(), 16*o.workers(), func() func(job) Scanned {
		s := newScanner(fsys, &o)
		return func(j job) Scanned { return s.scan(j.file, j.earlier) }
	})
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Earlier gives the files of a manifest, for [Options.Earlier], or returns an error if its
// header is another: what is taken over would not be what the header says. It stops where
// the manifest is malformed; whoever needs to know whether it was altered reads it to its
// end before.
func Earlier(m *Reader, h Header) (iter.Seq[Scanned], error) {
	if h = h.orVisible(); *m.header != h {
		return nil, fmt.Errorf("manifest of scheme %s, profile %s, by %s: expected %s, %s, by %s",
			m.header.Scheme.ID(), m.header.Profile, orDash(m.header.Tool), h.Scheme.ID(), h.Profile, orDash(h.Tool))
	}
	return func(yield func(Scanned) bool) {
		for e, err := range m.Entries() {
			if err != nil || !yield(Scanned{Entry: e}) {
				return
			}
		}
	}, nil
}

// earlier goes through what an earlier run found, beside the walk.
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

// path returns what was found at a path, nil if nothing was. Paths must ascend.
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
	fsys   fs.FS
	o      *Options
	hasher *scheme.Hasher
	text   *TextHash
	octets hash.Hash
	buffer []byte
	source *bufio.Reader // that documents are read through
}

func newScanner(fsys fs.FS, o *Options) *scanner {
	const size = 64 << 10
	return &scanner{fsys, o, o.Scheme.New(), NewTextHash(), sha256.New(), make([]byte, size), bufio.NewReaderSize(nil, size)}
}

// fresh is how long ago, at least, a file must have been modified for its time of
// modification to tell a later change: clocks of file systems are that coarse.
const fresh = 3 * time.Second

func (s *scanner) scan(f file, before *Scanned) Scanned {
	r := Scanned{Entry: Entry{Path: f.path, State: Unreadable, Size: -1}, Err: f.err}
	if f.err != nil {
		return r
	}
	for range 2 { // a file that changes may have come to rest
		if r.Err = s.read(&r, before); !errors.Is(r.Err, ErrChanged) {
			return r
		}
	}
	r.State = Changed
	return r
}

// read fills r, and returns why it has no fingerprint.
func (s *scanner) read(r *Scanned, before *Scanned) error {
	if before != nil && s.usable(before) {
		same, err := s.unchanged(r, before)
		if same || err != nil {
			return err
		}
	}
	var found Entry
	modified, err := s.open(r, func(octets io.Reader) error {
		var err error
		found, err = s.extract(r.Path, octets)
		return err
	})
	if !r.SHA256.IsZero() {
		r.Features, r.Fingerprint, r.Text, r.Reader = found.Features, found.Fingerprint, found.Text, found.Reader
		r.State = Fingerprinted
		if err != nil {
			r.State = stateOf(err)
		}
		r.Modified = modified
	}
	return err
}

// usable reports that what was found earlier would be found again in the same octets.
func (s *scanner) usable(before *Scanned) bool {
	if before.State != Fingerprinted {
		return before.State.Settled()
	}
	fp := before.Fingerprint
	return fp.Scheme() == s.o.Scheme && fp.Profile() == cmp.Or(s.o.Profile, extract.Visible)
}

// unchanged reports that a file is as it was, and fills r accordingly.
func (s *scanner) unchanged(r *Scanned, before *Scanned) (bool, error) {
	info, err := s.stat(r)
	if err != nil {
		return false, err
	}
	if info.Size() != before.Size {
		return false, nil
	}
	modified := before.Modified
	if s.o.Paranoid || modified.IsZero() || !modified.Equal(info.ModTime()) {
		now := *r
		if modified, err = s.open(&now, func(io.Reader) error { return nil }); err != nil {
			r.State = now.State
			return false, err
		}
		if now.SHA256 != before.SHA256 {
			return false, nil
		}
	}
	*r = *before
	r.Modified, r.Reused = modified, true
	return true, before.cause()
}

// cause is the error of a state that was found earlier.
func (s *Scanned) cause() error {
	if s.Err != nil || s.State == Fingerprinted {
		return s.Err
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
	if err == nil && !info.Mode().IsRegular() { // a pipe would wait for ever
		r.State = Irregular
		err = ErrIrregular
	}
	return info, err
}

// open lets use read a file, and sets r's size and digest if all of it could be read. It
// returns the time of its modification, and what use returned.
func (s *scanner) open(r *Scanned, use func(octets io.Reader) error) (time.Time, error) {
	if _, err := s.stat(r); err != nil {
		return time.Time{}, err
	}
	f, err := s.fsys.Open(r.Path)
	if err != nil {
		return time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	s.octets.Reset()
	source := &source{r: f, hash: s.octets, read: s.o.Read}
	failed := use(source)
	io.CopyBuffer(struct{ io.Writer }{io.Discard}, source, s.buffer)
	if source.err != nil {
		return time.Time{}, source.err
	}
	after, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	if !after.ModTime().Equal(info.ModTime()) || after.Size() != info.Size() || source.n != info.Size() {
		return time.Time{}, fmt.Errorf("%w: %d octets of %d, then of %d", ErrChanged, source.n, info.Size(), after.Size())
	}
	r.Size, r.SHA256 = source.n, Digest(s.octets.Sum(nil))
	modified := info.ModTime()
	if time.Since(modified) < fresh {
		modified = time.Time{}
	}
	return modified, failed
}

// source is a file's octets, all of which are hashed.
type source struct {
	r    io.Reader
	hash hash.Hash
	read func(int)
	n    int64
	err  error // of the file system
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
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

// extract reads the text of a document.
func (s *scanner) extract(name string, octets io.Reader) (e Entry, err error) {
	doc, err := extract.Open(context.Background(), octets, extract.Options{Name: name, Profile: s.o.Profile, Limits: s.o.Limits, Buffer: s.source})
	if err != nil {
		return e, err
	}
	s.hasher.Reset()
	s.text.Reset()
	n, err := io.CopyBuffer(io.MultiWriter(s.hasher, s.text), struct{ io.Reader }{doc}, s.buffer)
	switch {
	case err != nil:
		return e, err
	case doc.Size() == 0:
		return e, errEmpty
	case n == 0:
		return e, errNothing
	}
	fp, err := s.hasher.Fingerprint()
	if err == nil && s.o.Profile != "" {
		fp, err = fp.WithProfile(s.o.Profile)
	}
	if err != nil && !errors.Is(err, scheme.ErrNoFeatures) {
		return e, err
	}
	e.Text = s.text.Sum()
	e.Reader = Reading{cmp.Or(plainName(doc.MediaType), "application/octet-stream"), plainName(doc.Encoding), plainName(doc.Tool)}
	if err == nil {
		e.Fingerprint, e.Features = fp, s.hasher.Features()
	}
	return e, err
}

// plainName makes the name of a tool fit for a manifest: programs say their own.
func plainName(s string) string {
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
