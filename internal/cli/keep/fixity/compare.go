package fixity

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/manifest"
)

// always is computed for each file, whatever a list has: manifests and events have it.
const always = "sha256"

// Compare compares the files of a tree with the lists after [Lists.Join]. It yields files that are in both,
// and then files that are in one only, as [manifest.Verify] does. Of o it uses Workers, Skip and Read.
func (l *Lists) Compare(ctx context.Context, tree fs.FS, o manifest.Options) iter.Seq2[manifest.Result, error] {
	return func(yield func(manifest.Result, error) bool) {
		var lost []*entry
		var fresh []string
		var failed error
		jobs := func(yield func(job) bool) {
			failed = l.pairs(tree, &o, func(j job) bool {
				switch {
				case j.listed == nil && j.err == nil:
					fresh = append(fresh, j.path)
				case !j.there && j.err == nil:
					lost = append(lost, j.listed)
				default:
					return yield(j)
				}
				return true
			})
		}
		for r, err := range do(ctx, tree, &o, jobs) {
			if !yield(r.Result, err) || err != nil {
				return
			}
		}
		if failed != nil {
			yield(manifest.Result{}, failed)
			return
		}
		rest, err := match(ctx, tree, &o, lost, fresh)
		for _, r := range rest {
			if !yield(r, nil) {
				return
			}
		}
		if err != nil {
			yield(manifest.Result{}, err)
		}
	}
}

// job is a path that a list or the tree has.
type job struct {
	path   string
	listed *entry   // nil: in no list
	there  bool     // in the tree
	err    error    // of the directory, if the tree may have the file or not
	also   []string // algorithms of a file without an entry
}

// pairs goes through the lists and the tree side by side, in the order of paths.
func (l *Lists) pairs(tree fs.FS, o *manifest.Options, yield func(job) bool) error {
	next, stop := iter.Pull2(walk.Of(tree, o.Skip).Below(".", ""))
	defer stop()
	f, err, more := next()
	hidden := make(map[string]error) // directories
	take := func() bool {
		file, failed := f, err
		f, err, more = next()
		if failed != nil {
			hidden[file.Path] = failed
			return yield(job{path: strings.TrimSuffix(file.Path, "/") + "/", err: failed})
		}
		return o.Skip != nil && o.Skip(file.Path) || yield(job{path: file.Path, there: true})
	}
	for more && f.Path == "." { // all else is below it
		if !take() {
			return nil
		}
	}
	for e, failed := range l.all() {
		if failed != nil {
			return failed
		}
		if walk.Skips(o.Skip, e.path) {
			continue
		}
		for more && (f.Path < e.path || err != nil && f.Path+"/" < e.path) {
			if !take() {
				return nil
			}
		}
		j := job{path: e.path, listed: e}
		if j.there = more && err == nil && f.Path == e.path; j.there {
			f, err, more = next()
		} else {
			for dir := path.Dir(e.path); ; dir = path.Dir(dir) {
				if j.err = hidden[dir]; j.err != nil || dir == "." {
					break
				}
			}
		}
		if !yield(j) {
			return nil
		}
	}
	for more {
		if !take() {
			return nil
		}
	}
	return nil
}

// done is the result of a job.
type done struct {
	manifest.Result
	sums map[string]string // by algorithm
}

func do(ctx context.Context, tree fs.FS, o *manifest.Options, jobs iter.Seq[job]) iter.Seq2[done, error] {
	workers := cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return parallel.Do(ctx, jobs, workers, 16*workers, func() func(job) done {
		s := &summer{ctx: ctx, tree: tree, read: o.Read, hashes: make(map[string]hash.Hash), buffer: make([]byte, 128<<10)}
		return s.do
	})
}

// summer computes digests of one file after another. It belongs to one goroutine.
type summer struct {
	ctx    context.Context
	tree   fs.FS
	read   func(int)
	hashes map[string]hash.Hash
	buffer []byte
}

func (s *summer) do(j job) done {
	d := done{Result: manifest.Result{Path: j.path, Distance: -1, Status: manifest.NotRead, Err: j.err}}
	algorithms := []string{always}
	if j.listed != nil {
		d.Stored = j.listed.stored()
		for _, listed := range j.listed.sums {
			algorithms = append(algorithms, listed.algorithm)
		}
	}
	if j.err != nil {
		return d
	}
	d.Found = &manifest.Entry{Path: j.path, State: manifest.Unreadable, Size: -1}
	sums, n, err := s.sum(j.path, append(algorithms, j.also...))
	if d.Err = err; err != nil {
		if j.listed == nil { // no list asks for it
			d.Status = manifest.New
		}
		return d
	}
	if walk.LeadsOut(s.tree, j.path) {
		d.Err = walk.ErrOutside
	}
	d.sums = sums
	*d.Found = manifest.Entry{Path: j.path, Size: n, SHA256: digestOf(sums[always])}
	if j.listed == nil {
		d.Status = manifest.New
		return d
	}
	if d.Status, err = j.listed.judge(sums, n); err != nil {
		d.Err = err
	}
	return d
}

// errIrregular means that a file is a pipe, a socket or a device, and was not opened.
var errIrregular = errors.New("not a regular file: not opened")

// sum returns the digests of a file by algorithm, and its size.
func (s *summer) sum(name string, algorithms []string) (map[string]string, int64, error) {
	info, err := fs.Stat(s.tree, name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errIrregular
	}
	f, err := s.tree.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	sums := make(map[string]string)
	var writers []io.Writer
	for _, name := range algorithms {
		a := checksum.Of(name)
		if _, twice := sums[name]; twice || a == nil {
			continue
		}
		sums[name] = ""
		if s.hashes[name] == nil {
			s.hashes[name] = a.New()
		}
		s.hashes[name].Reset()
		writers = append(writers, s.hashes[name])
	}
	n, err := io.CopyBuffer(io.MultiWriter(writers...), watched.Reader(s.ctx, f, s.read), s.buffer)
	for name := range sums {
		sums[name] = hex.EncodeToString(s.hashes[name].Sum(nil))
	}
	return sums, n, err
}

// judge compares a file with its entry.
func (e *entry) judge(sums map[string]string, size int64) (manifest.Status, error) {
	if e.size >= 0 && e.size != size {
		return manifest.Different, fmt.Errorf("%d bytes: expected %d", size, e.size)
	}
	known := false
	for _, s := range e.sums {
		found, is := sums[s.algorithm]
		if is && found != s.digest {
			return manifest.Different, fmt.Errorf("%s %s: expected %s", s.algorithm, found, s.digest)
		}
		known = known || is
	}
	if !known {
		return manifest.NotCompared, fmt.Errorf("algorithm %s: expected MD5, SHA-1, SHA-2, SHA-3 or BLAKE2", abridge(e.sums[0].algorithm))
	}
	return manifest.OK, nil
}

// stored is the entry as a manifest would have it.
func (e *entry) stored() *manifest.Entry {
	m := &manifest.Entry{Path: e.path, Size: e.size}
	for _, s := range e.sums {
		if s.algorithm == always {
			m.SHA256 = digestOf(s.digest)
		}
	}
	return m
}

// digestOf is a SHA-256 of 64 digits.
func digestOf(digits string) (d manifest.Digest) {
	if d.UnmarshalText([]byte(digits)) != nil {
		return manifest.Digest{}
	}
	return d
}

// match finds out which new files are those that are missing, by their digests. It returns both in the
// order of their paths.
func match(ctx context.Context, tree fs.FS, o *manifest.Options, lost []*entry, fresh []string) (all []manifest.Result, err error) {
	var algorithms []string
	for _, e := range lost {
		for _, s := range e.sums {
			if !slices.Contains(algorithms, s.algorithm) {
				algorithms = append(algorithms, s.algorithm)
			}
		}
	}
	waiting := make(map[sum][]*entry)
	for _, e := range lost {
		waiting[e.sums[0]] = append(waiting[e.sums[0]], e)
	}
	moved := make(map[*entry]bool, len(lost))
	jobs := func(yield func(job) bool) {
		for _, p := range fresh {
			if !yield(job{path: p, there: true, also: algorithms}) {
				return
			}
		}
	}
	for d, err := range do(ctx, tree, o, jobs) {
		if err != nil {
			return nil, err
		}
		if d.Status == manifest.New {
			if e := came(&d, waiting, algorithms); e != nil {
				moved[e] = true
				d.Status, d.MovedStatus, d.From, d.Stored = manifest.Moved, manifest.OK, e.path, e.stored()
			}
		}
		all = append(all, d.Result)
	}
	for _, e := range lost {
		if !moved[e] {
			all = append(all, manifest.Result{Path: e.path, Status: manifest.Missing, Distance: -1, Stored: e.stored()})
		}
	}
	slices.SortFunc(all, func(a, b manifest.Result) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// maxAlike bounds the missing files of one digest whose names are compared.
const maxAlike = 100

// came takes the missing file that a new one is, preferably one of its name. An empty file only moves with
// its name.
func came(d *done, waiting map[sum][]*entry, algorithms []string) *entry {
	for _, a := range algorithms {
		key := sum{a, d.sums[a]}
		all := waiting[key]
		found := -1
		for i, e := range all[:min(len(all), maxAlike)] {
			named := path.Base(e.path) == path.Base(d.Path)
			if d.Found.Size == 0 && !named {
				continue
			}
			if status, _ := e.judge(d.sums, d.Found.Size); status != manifest.OK {
				continue
			}
			if found < 0 || named {
				found = i
			}
			if named {
				break
			}
		}
		if found >= 0 {
			e := all[found]
			waiting[key] = slices.Delete(all, found, found+1)
			return e
		}
	}
	return nil
}
