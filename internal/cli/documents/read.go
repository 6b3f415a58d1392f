package documents

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
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

var ErrStdinTwice = errors.New("standard input can be read only once: expected one -")

// ReadFlags are the flags of commands that read many documents.
type ReadFlags struct {
	DocumentFlags
	Archive archiveFlags
	RecordFlags
	Recorded recordedFlags // of commands that accept fingerprints
	WorkersFlag
	ExcludeFlag
	Quiet, Verbose bool
	Warns          bool                 // the command warns of documents
	Failure        func() error         // nil, or why no more documents are to be read
	Resumption     *resumption          // nil if all is read
	Own            OwnFiles             // that the command writes
	Skip           func(id string) bool // which are not read, since they were; nil: none
}

func (f *ReadFlags) AddFlags(c *cobra.Command, schemes string) {
	f.DocumentFlags.AddFlags(c, schemes)
	f.RecordFlags.addFlags(c)
	f.WorkersFlag.AddFlags(c)
	f.ExcludeFlag.addFlags(c)
	c.Flags().BoolVar(&f.Verbose, "verbose", false, "also list all warnings, and what has no text")
	c.Flags().BoolVar(&f.Quiet, "quiet", false, "print no warnings, summaries or progress")
	f.Archive.addFlags(c)
}

func (f *ReadFlags) Check(flags *pflag.FlagSet) error {
	return cmp.Or(f.DocumentFlags.Check(flags), f.Archive.check(), f.RecordFlags.check(flags, f.Media),
		f.WorkersFlag.Check(flags), f.ExcludeFlag.check())
}

// ReadDocuments reads the inputs, and gives the documents to take, in the order of the
// arguments.
func ReadDocuments(a *cli.App, args []string, f *ReadFlags, o pipeline.Options, take func(*Document), also ...Collection) error {
	args, err := Inputs(a, args)
	if err != nil {
		return err
	}
	o.MediaType, o.Profile, o.Limits = f.Media, f.Profile, f.Limits()
	r := &Reading{Ctx: a.Ctx, Options: o, Stdin: a.Stdin, skip: f.Skip}
	archives := NewArchives(a, f, !o.Minima && !o.Distinct)
	defer archives.Walk.Close()
	r.Collections = Collections(a, f, archives, also...)
	r.recordings, r.resumption = f.Recorded.Kinds, f.Resumption
	r.linesAsOne = f.input == "" && f.Media == ""
	total := tally{verbose: f.Verbose, warns: f.Warns, strict: f.Archive.strict}
	embedded := total
	// A bar would garble what is being typed.
	typed := cli.IsTerminal(a.Stdin) && slices.Contains(args, "-")
	var stop func()
	r.progress, stop = a.Watch(f.Quiet || typed)
	r.progress.Expect(Sizes(args, f.Excludes))
	defer stop()
	workers := f.Workers
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
	archives.Walk.Workers = workers
	waiting := parallel.NewRoom(workers, o.Limits.Size)
	readers := sync.Pool{New: func() any { return NewReader(r) }}
	work := func() func(Input) *Document {
		return func(in Input) *Document {
			defer waiting.Release(held(in))
			r := readers.Get().(*Reader)
			defer readers.Put(r)
			d := r.Document(in)
			in.Member.End(d)
			return d
		}
	}
	var failed error
	emit := func(d *Document) bool {
		if d.Member == nil {
			total.add(d)
		} else if d.Member.Open != nil || d.Member.recall != nil {
			r.progress.RecordDone()
		}
		if d.Member == nil || d.Member.finish == nil || d.Member.finish(d) {
			take(d)
			for _, e := range d.embedded() {
				embedded.add(e)
				take(e)
			}
		}
		if f.Failure != nil {
			failed = f.Failure()
		}
		return failed == nil && !a.Out.Broken()
	}
	err = parallel.Emit(a.Ctx, f.Own.Apart(Files(args, os.ReadDir, f.Excludes)), workers, window, work, func(d *Document) bool {
		if d.opened == nil {
			return emit(d)
		}
		err := parallel.Emit(a.Ctx, r.Members(d.opened, waiting), workers, window, work, emit, a.Out.Flush)
		failed = cmp.Or(failed, err)
		return failed == nil && !a.Out.Broken()
	}, a.Out.Flush)
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	for _, missing := range archives.Walk.Incomplete() {
		a.Out.Complain(missing.URI, missing.Err())
	}
	if f.Quiet {
		return nil
	}
	for _, of := range []struct {
		tally *tally
		what  string
		least int // of which a summary is printed
	}{{&total, "file", 2}, {&embedded, "embedded document", 1}} {
		if more := of.tally.unwarned(of.what); more != "" {
			a.Out.Note("fpcheck: warning: "+more, cli.Painted{Word: "fpcheck:", Color: cli.Yellow})
		}
		if of.tally.files() >= of.least {
			a.Out.Note("fpcheck: " + of.tally.String(of.what))
		}
	}
	return nil
}

// Inputs are the arguments, or standard input if there are none.
func Inputs(a *cli.App, args []string) ([]string, error) {
	if len(args) == 0 {
		if cli.IsTerminal(a.Stdin) {
			return nil, cli.Usage(fmt.Errorf("no path given, and standard input is a terminal: expected a file, a directory or -"))
		}
		return []string{"-"}, nil
	}
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return nil, cli.Usage(ErrStdinTwice)
	}
	return args, nil
}

// Reading says how inputs are read.
type Reading struct {
	Ctx context.Context
	pipeline.Options
	Collections []Collection
	recordings  []Collection // tried first where an argument names the input
	Stdin       io.Reader
	resumption  *resumption
	linesAsOne  bool          // to say of JSON Lines that they are read as one document
	progress    *cli.Progress // told of what is read
	skip        func(id string) bool
}

// Reader reads one input after another. It belongs to one goroutine.
type Reader struct {
	*Reading
	documents *pipeline.Reader
	head      []byte // the first bytes of an input
	raw       rawFile
	resumed   resumed
}

func NewReader(r *Reading) *Reader {
	return &Reader{Reading: r, documents: pipeline.NewReader(r.Options), head: make([]byte, mostHead)}
}

// Document reads one input. Something may be known to be wrong with it already.
func (r *Reader) Document(in Input) *Document {
	d := &Document{Path: in.Path, given: in.Given, Member: in.Member, number: in.number, stamp: in.stamp, Err: in.Err}
	if d.Err == nil {
		d.Err = r.read(d, in)
	}
	d.Err = WithHint(d.Err)
	return d
}

// read reads an input. A panic is the trouble of that input only.
func (r *Reader) read(d *Document, in Input) (err error) {
	defer recovery.Catch(&err, "the reading of a file")
	switch {
	case in.Member == nil:
		return r.file(d, in)
	case in.Member.Open == nil:
		d.stamp = stamp{} // there is nothing to keep of it
		if in.Member.recall != nil {
			d.Found, err = in.Member.recall()
		}
	case r.resumes(d), r.skips(in.Member.Name):
	default:
		d.Found, err = r.documents.ReadText(r.Ctx, r.opener(in.Member))
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
func (r *Reader) resumes(d *Document) bool {
	found, name := r.resumption.find(d.Path, d.number, d.stamp)
	if found == nil {
		return false
	}
	d.Found, d.resumed = found, true
	if d.Member != nil {
		d.Member.Name = name
	}
	return true
}

// file reads an input that is one document, or finds that it holds many.
func (r *Reader) file(d *Document, in Input) error {
	if r.resumption != nil && !in.Stdin {
		// What changes the file from here on makes it another one for the next run.
		if d.stamp = stampOf(in.Path); r.resumes(d) {
			r.progress.Add(int(d.stamp.size))
			r.progress.FileDone()
			return nil
		}
	}
	var file io.ReadCloser = &r.raw
	var slow *OpenFile
	if !in.regular || !r.raw.open(in.Path) {
		var err error
		if slow, err = in.Open(r.Stdin); err != nil {
			return err
		}
		file = slow
	}
	n, err := readHead(file, r.head)
	if err != nil {
		file.Close()
		return err
	}
	head, err := moreHead(file, r.head[:n], d.Path)
	if err != nil {
		file.Close()
		return err
	}
	collections := r.Collections
	packages := PackagesAmong(collections)
	kept := packages != nil && slow != nil && !slow.Regular && isZip(head) // its end says what it is
	if kept {
		if err := slow.keep(r.Ctx, head, r.Limits); err != nil {
			slow.Close()
			return err
		}
	}
	if in.Given && len(r.recordings) > 0 {
		collections = slices.Concat(r.recordings, collections)
	}
	for _, c := range collections {
		if !c.Holds(head, d.Path) || c == Collection(packages) && packages.IsDocument(r.Ctx, in, slow, head, r.Limits) {
			continue
		}
		switch {
		case kept:
			in.File = slow
		case slow != nil && !slow.Regular: // it cannot be read again
			slow.Reader = &resumed{slices.Clone(head), slow.Reader}
			in.File = slow
		default:
			file.Close()
		}
		d.opened = &openCollection{c, in}
		return errMany
	}
	defer r.progress.FileDone()
	defer file.Close()
	if r.resumed = (resumed{head, file}); kept {
		r.resumed.head = nil
	}
	if r.linesAsOne && namesLines(d.Path) {
		d.notes = append(d.notes, "its lines are read as one document: --input jsonl makes each a document")
	}
	if !r.skips(d.Path) {
		d.Found, err = r.documents.Read(r.Ctx, r.progress.Reader(&r.resumed), d.Path)
	}
	return err
}

// errSkipped says that a document is not read, since it was.
var errSkipped = errors.New("it was read before")

func (r *Reader) skips(id string) bool { return r.skip != nil && r.skip(id) }

// opener opens a member, whose id may be known only then.
func (r *Reader) opener(m *member) pipeline.Opener {
	if r.skip == nil {
		return m.Open
	}
	return func(ctx context.Context, o extract.Options) (*extract.Document, error) {
		d, err := m.Open(ctx, o)
		if err == nil && r.skip(m.Name) {
			return nil, errSkipped
		}
		return d, err
	}
}
