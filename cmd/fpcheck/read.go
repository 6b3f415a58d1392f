package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// readFlags are the flags of commands that read many documents.
type readFlags struct {
	documentFlags
	archive archiveFlags
	recordFlags
	recorded recordedFlags // of commands that accept fingerprints
	workersFlag
	excludeFlag
	quiet, verbose bool
	warns          bool                 // the command warns of documents
	failure        func() error         // nil, or why no more documents are to be read
	resumption     *resumption          // nil if all is read
	own            ownFiles             // that the command writes
	skip           func(id string) bool // which are not read, since they were; nil: none
}

func (f *readFlags) addFlags(c *cobra.Command, schemes string) {
	f.documentFlags.addFlags(c, schemes)
	f.recordFlags.addFlags(c)
	f.workersFlag.addFlags(c)
	f.excludeFlag.addFlags(c)
	c.Flags().BoolVar(&f.verbose, "verbose", false, "also list all warnings, and what has no text")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings, summaries or progress")
	f.archive.addFlags(c)
}

func (f *readFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.documentFlags.check(flags), f.archive.check(), f.recordFlags.check(flags, f.media),
		f.workersFlag.check(flags), f.excludeFlag.check())
}

// readDocuments reads the inputs, and gives the documents to take, in the order of the
// arguments.
func (a *app) readDocuments(args []string, f *readFlags, o pipeline.Options, take func(*document), also ...collection) error {
	args, err := a.inputs(args)
	if err != nil {
		return err
	}
	o.MediaType, o.Profile, o.Limits = f.media, f.profile, f.limits()
	r := &reading{ctx: a.ctx, Options: o, stdin: a.stdin, skip: f.skip}
	archives := a.archives(f, !o.Minima && !o.Distinct)
	defer archives.walk.Close()
	r.collections = a.collections(f, archives, also...)
	r.recordings, r.resumption = f.recorded.kinds, f.resumption
	r.linesAsOne = f.input == "" && f.media == ""
	total := tally{verbose: f.verbose, warns: f.warns, strict: f.archive.strict}
	embedded := total
	// A bar would garble what is being typed.
	typed := isTerminal(a.stdin) && slices.Contains(args, "-")
	var stop func()
	r.progress, stop = a.watch(f.quiet || typed)
	r.progress.expect(sizes(args, f.excludes))
	defer stop()
	workers := f.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	window := 16 * workers
	switch {
	case o.Stages: // whole texts are in memory: one at a time
		workers, window = 1, 0
	case o.Distinct, o.Tokens: // whole sets of features are
		window = workers
	}
	archives.walk.Workers = workers
	waiting := parallel.NewRoom(workers, o.Limits.Size)
	readers := sync.Pool{New: func() any { return newReader(r) }}
	work := func() func(input) *document {
		return func(in input) *document {
			defer waiting.Release(held(in))
			r := readers.Get().(*reader)
			defer readers.Put(r)
			d := r.document(in)
			in.member.end(d)
			return d
		}
	}
	var failed error
	emit := func(d *document) bool {
		if d.member == nil {
			total.add(d)
		} else if d.member.open != nil || d.member.recall != nil {
			r.progress.recordDone()
		}
		if d.member == nil || d.member.finish == nil || d.member.finish(d) {
			take(d)
			for _, e := range d.embedded() {
				embedded.add(e)
				take(e)
			}
		}
		if f.failure != nil {
			failed = f.failure()
		}
		return failed == nil && !a.out.broken()
	}
	err = parallel.Emit(a.ctx, f.own.apart(files(args, os.ReadDir, f.excludes)), workers, window, work, func(d *document) bool {
		if d.opened == nil {
			return emit(d)
		}
		err := parallel.Emit(a.ctx, r.members(d.opened, waiting), workers, window, work, emit, a.out.flush)
		failed = cmp.Or(failed, err)
		return failed == nil && !a.out.broken()
	}, a.out.flush)
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	for _, missing := range archives.walk.Missing() {
		a.out.complain(missing.URI, missing.Err())
	}
	if f.quiet {
		return nil
	}
	for _, of := range []struct {
		tally *tally
		what  string
		least int // of which a summary is printed
	}{{&total, "file", 2}, {&embedded, "embedded document", 1}} {
		if more := of.tally.unwarned(of.what); more != "" {
			a.out.note("fpcheck: warning: "+more, painted{"fpcheck:", yellow})
		}
		if of.tally.files() >= of.least {
			a.out.note("fpcheck: " + of.tally.String(of.what))
		}
	}
	return nil
}

// inputs are the arguments, or standard input if there are none.
func (a *app) inputs(args []string) ([]string, error) {
	if len(args) == 0 {
		if isTerminal(a.stdin) {
			return nil, usageError{fmt.Errorf("no path given, and standard input is a terminal: expected a file, a directory or -")}
		}
		return []string{"-"}, nil
	}
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return nil, usageError{errStdinTwice}
	}
	return args, nil
}

// reading says how inputs are read.
type reading struct {
	ctx context.Context
	pipeline.Options
	collections []collection
	recordings  []collection // tried first where an argument names the input
	stdin       io.Reader
	resumption  *resumption
	linesAsOne  bool      // to say of JSON Lines that they are read as one document
	progress    *progress // told of what is read
	skip        func(id string) bool
}

// reader reads one input after another. It belongs to one goroutine.
type reader struct {
	*reading
	documents *pipeline.Reader
	head      []byte // the first bytes of an input
	raw       rawFile
	resumed   resumed
}

func newReader(r *reading) *reader {
	return &reader{reading: r, documents: pipeline.NewReader(r.Options), head: make([]byte, mostHead)}
}

// document reads one input. Something may be known to be wrong with it already.
func (r *reader) document(in input) *document {
	d := &document{path: in.path, given: in.given, member: in.member, number: in.number, stamp: in.stamp, err: in.err}
	if d.err == nil {
		d.err = r.read(d, in)
	}
	d.err = withHint(d.err)
	return d
}

// read reads an input. A panic is the trouble of that input only.
func (r *reader) read(d *document, in input) (err error) {
	defer recovery.Catch(&err, "the reading of a file")
	switch {
	case in.member == nil:
		return r.file(d, in)
	case in.member.open == nil:
		d.stamp = stamp{} // there is nothing to keep of it
		if in.member.recall != nil {
			d.found, err = in.member.recall()
		}
	case r.resumes(d), r.skips(in.member.name):
	default:
		d.found, err = r.documents.ReadText(r.ctx, r.opener(in.member))
		if errors.Is(err, errSkipped) {
			return nil
		}
		if errors.Is(err, pipeline.ErrEmpty) {
			err = pipeline.ErrNoText // it is no file
		}
	}
	return err
}

// resumes finds a document that an earlier run has read.
func (r *reader) resumes(d *document) bool {
	found, name := r.resumption.find(d.path, d.number, d.stamp)
	if found == nil {
		return false
	}
	d.found, d.resumed = found, true
	if d.member != nil {
		d.member.name = name
	}
	return true
}

// file reads an input that is one document, or finds that it holds many.
func (r *reader) file(d *document, in input) error {
	if r.resumption != nil && !in.stdin {
		// What changes the file from here on makes it another one for the next run.
		if d.stamp = stampOf(in.path); r.resumes(d) {
			r.progress.add(int(d.stamp.size))
			r.progress.fileDone()
			return nil
		}
	}
	var file io.ReadCloser = &r.raw
	var slow *openFile
	if !in.regular || !r.raw.open(in.path) {
		var err error
		if slow, err = in.open(r.stdin); err != nil {
			return err
		}
		file = slow
	}
	n, err := readHead(file, r.head)
	if err != nil {
		file.Close()
		return err
	}
	head, err := moreHead(file, r.head[:n], d.path)
	if err != nil {
		file.Close()
		return err
	}
	collections := r.collections
	packages := packagesAmong(collections)
	kept := packages != nil && slow != nil && !slow.regular && isZip(head) // its end says what it is
	if kept {
		if err := slow.keep(r.ctx, head, r.Limits); err != nil {
			slow.Close()
			return err
		}
	}
	if in.given && len(r.recordings) > 0 {
		collections = slices.Concat(r.recordings, collections)
	}
	for _, c := range collections {
		if !c.holds(head, d.path) || c == collection(packages) && packages.isDocument(r.ctx, in, slow, head, r.Limits) {
			continue
		}
		switch {
		case kept:
			in.file = slow
		case slow != nil && !slow.regular: // it cannot be read again
			slow.Reader = &resumed{slices.Clone(head), slow.Reader}
			in.file = slow
		default:
			file.Close()
		}
		d.opened = &openCollection{c, in}
		return errMany
	}
	defer r.progress.fileDone()
	defer file.Close()
	if r.resumed = (resumed{head, file}); kept {
		r.resumed.head = nil
	}
	if r.linesAsOne && namesLines(d.path) {
		d.notes = append(d.notes, "its lines are read as one document: --input jsonl makes each a document")
	}
	if !r.skips(d.path) {
		d.found, err = r.documents.Read(r.ctx, r.progress.reader(&r.resumed), d.path)
	}
	return err
}

// errSkipped says that a document is not read, since it was.
var errSkipped = errors.New("it was read before")

func (r *reader) skips(id string) bool { return r.skip != nil && r.skip(id) }

// opener opens a member, whose id may be known only then.
func (r *reader) opener(m *member) pipeline.Opener {
	if r.skip == nil {
		return m.open
	}
	return func(ctx context.Context, o extract.Options) (*extract.Document, error) {
		d, err := m.open(ctx, o)
		if err == nil && r.skip(m.name) {
			return nil, errSkipped
		}
		return d, err
	}
}
