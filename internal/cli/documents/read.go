package documents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/rawfile"
)

// ErrTwice says that an earlier document has the same id.
var ErrTwice = errors.New("an earlier document has the same id")

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
	Warns          bool                 // the command prints all warnings itself, not only those of lost parts
	Yield          string               // what it finds of each; "a fingerprint" if empty
	Begin          func(*Document)      // called before each is read, which is then one at a time; or nil
	Resumption     *resumption          // nil if all is read
	Own            OwnFiles             // that the command writes
	Places         *Places              // the files that were read; each is read once. nil: they may be read again
	Skip           func(id string) bool // which are not read, since they were; nil: none
	// fieldless is set, by any goroutine, when no record of a data set has a field that --text-field names.
	fieldless *atomic.Bool
	// EachOnce refuses a record with the id of an earlier one. It also refuses an argument that seems
	// to be a data set but is not recognised as one.
	EachOnce bool
	// ReadsRepeated reads such a record, and names it by its number instead.
	ReadsRepeated bool
	// RefuseSets refuses such an argument, too, and DistinctIDs such a record. DistinctIDs reads a path once
	// that is given more often.
	RefuseSets, DistinctIDs bool
}

func (f *ReadFlags) AddFlags(c *cobra.Command, schemes string) {
	f.DocumentFlags.AddFlags(c, schemes)
	f.RecordFlags.addFlags(c)
	f.WorkersFlag.AddFlags(c)
	f.ExcludeFlag.addFlags(c)
	c.Flags().BoolVar(&f.Verbose, "verbose", false, "also list all warnings and files without text")
	c.Flags().BoolVar(&f.Quiet, "quiet", false, "print no warnings, summaries or progress")
	f.Archive.addFlags(c)
}

// Excludes reports whether to leave out a file, or a directory, whose path ends with "/". Spark and
// Hive keep what is no data in names that begin with "_" or ".".
func (f *ReadFlags) Excludes(name string) bool {
	base := path.Base(name)
	hidden := strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") && !strings.Contains(base, "=")
	return f.input != "" && hidden || f.ExcludeFlag.Excludes(name)
}

func (f *ReadFlags) Check(flags *pflag.FlagSet) error {
	return cmp.Or(f.DocumentFlags.Check(flags), f.Archive.check(), f.RecordFlags.check(flags, f.Media),
		f.WorkersFlag.Check(flags), f.ExcludeFlag.check())
}

// Read reads the documents that the arguments name and yields them in the order of the arguments. An
// error that ends the run comes last, alone. When all were read, Read prints what became of them.
func Read(a *cli.App, args []string, f *ReadFlags, o pipeline.Options, also ...Collection) iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		args, err := Inputs(a, args)
		if err != nil {
			yield(nil, err)
			return
		}
		archives := NewArchives(a, f, !o.Minima && !o.Distinct && o.Text == nil)
		defer archives.Walk.Close()
		r := newReading(a, f, o)
		r.Collections = Collections(a, f, archives, also...)
		archives.Walk.Workers = r.workers
		// A bar would garble what is being typed.
		typed := cli.IsTerminal(a.Stdin) && slices.Contains(args, "-")
		var stop func()
		r.progress, stop = a.Watch(f.Quiet || typed)
		defer stop()
		r.progress.Expect(Sizes(args, f.Excludes))

		f.fieldless = new(atomic.Bool)
		total := f.tally()
		total.quiet = f.Quiet
		embedded := *total
		var names *hashSet
		if f.EachOnce || f.DistinctIDs {
			names = newHashSet()
		}
		var guesses Guesses
		some := false
		inputs := f.Own.Apart(Files(args, f.Own.ReadDir, f.Excludes))
		if f.DistinctIDs {
			inputs = distinctPaths(inputs)
		}
		for d, err := range r.documents(f.Places.Once(inputs)) {
			some = true
			if err != nil {
				yield(nil, err)
				return
			}
			read := d.Found != nil
			if read || f.skipped(d) {
				f.once(names, d)
			}
			if d.Member == nil {
				total.add(d)
			} else if d.Member.HasText() || d.Member.isRecorded() {
				r.progress.RecordDone()
			}
			if d.Member == nil || d.Member.finish == nil || d.Member.finish(d) {
				if !read && d.Found != nil { // a revisit has the fingerprint of another record
					f.once(names, d)
				}
				if !f.Warns && !f.Quiet {
					Warn(a, d)
				}
				if !r.Warns {
					guesses.add(d)
				}
				if !yield(d, nil) {
					return
				}
				for _, e := range d.embedded() {
					if embedded.add(e); !r.Warns {
						guesses.add(e)
					}
					if !yield(e, nil) {
						return
					}
				}
			}
			if a.Out.Broken() {
				break
			}
		}
		for _, missing := range archives.Walk.Incomplete() {
			a.Out.Complain(missing.URI, missing.Err())
		}
		if !f.Quiet {
			if !some {
				a.Out.Note("fpcheck: no files found")
			}
			if text := guesses.String(); text != "" {
				a.Out.Caution(text)
			}
			total.print(a, "file", 2)
			embedded.print(a, "embedded document", 1)
		}
		if f.fieldless.Load() {
			yield(nil, ErrFieldless)
		}
	}
}

// skipped reports whether a document was not read because an earlier run did. Its id counts.
func (f *ReadFlags) skipped(d *Document) bool { return f.Skip != nil && f.Skip(d.Name()) }

// once adds the id of a document to a set. If it was there, the document is an error, unless such documents are read.
// A nil set takes none.
func (f *ReadFlags) once(names *hashSet, d *Document) {
	switch {
	case names == nil || d.Err != nil || names.add(d.Name()):
	case !f.ReadsRepeated:
		d.Found, d.Err = nil, fmt.Errorf("%w: %s", ErrTwice, cli.Display(d.Name()))
	case d.Member != nil && d.Member.record != nil:
		d.Member.record.renumber()
	}
}

// ErrFieldless ends the reading, so that nothing is decided or kept by texts without one of their fields.
var ErrFieldless = errors.New("the results do not count, since texts lack a field that --text-field names")

// Inputs are the arguments, or standard input if there are none.
func Inputs(a *cli.App, args []string) ([]string, error) {
	if len(args) == 0 {
		if cli.IsTerminal(a.Stdin) {
			return nil, cli.Usage(errors.New(
				"no path given, and standard input is a terminal: expected a file, a directory or -"))
		}
		return []string{"-"}, nil
	}
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return nil, cli.Usage(ErrStdinTwice)
	}
	return args, nil
}

// Reading says how inputs are read. One for [NewReader] alone needs only the exported fields.
type Reading struct {
	Ctx context.Context
	pipeline.Options
	Collections []Collection
	Stdin       io.Reader
	Warns       bool // of all that is doubtful in a document, not only of lost parts

	recordings  []Collection // tried first where an argument names the input
	resumption  *resumption
	oneDocument func(head []byte, name string, given bool) (note string, err error)
	progress    *cli.Progress // told of what is read
	skip        func(id string) bool

	workers, window int
	waiting         parallel.Room // for members that wait to be read
	readers         sync.Pool     // of *Reader
	idle            func()        // called before a result is waited for
	begin           func(*Document)
}

func newReading(a *cli.App, f *ReadFlags, o pipeline.Options) *Reading {
	o.MediaType, o.Profile, o.Strict, o.Limits = f.Media, f.Profile, f.Archive.strict, f.Limits()
	r := &Reading{Ctx: a.Ctx, Options: o, Stdin: a.Stdin, skip: f.Skip, idle: a.Out.Flush, begin: f.Begin}
	r.Warns = f.Warns || f.Verbose
	r.recordings, r.resumption = f.Recorded.Kinds, f.Resumption
	r.oneDocument = f.oneDocument
	r.workers = cmp.Or(f.Workers, runtime.GOMAXPROCS(0))
	r.window = 64 * r.workers
	switch {
	case o.Stages: // whole texts are in memory: one at a time
		r.workers, r.window = 1, 0
	case o.Distinct, o.Tokens: // whole sets of features are
		r.window = r.workers
	}
	r.waiting = parallel.NewRoom(r.workers, o.Limits.Size)
	r.readers.New = func() any { return NewReader(r) }
	return r
}

// documents reads inputs in parallel, and yields what was found, in the order of the inputs. In the place
// of an input that holds many documents, it yields those.
func (r *Reading) documents(inputs iter.Seq[Input]) iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		for d, err := range r.each(inputs) {
			if err != nil || d.opened == nil {
				if !yield(d, err) {
					return
				}
				continue
			}
			for d, err := range r.each(r.Members(d.opened)) {
				if !yield(d, err) {
					return
				}
			}
		}
	}
}

func (r *Reading) each(inputs iter.Seq[Input]) iter.Seq2[*Document, error] {
	if r.begin != nil {
		return func(yield func(*Document, error) bool) {
			for in := range inputs {
				if !yield(r.document(in), r.Ctx.Err()) {
					return
				}
			}
		}
	}
	worker := func() func(Input) *Document { return r.document }
	return parallel.Stream(r.Ctx, inputs, r.workers, r.window, worker, isLight, r.idle)
}

// isLight reports whether an input is a record that takes microseconds to read.
func isLight(in Input) bool {
	return in.Member != nil && in.Member.record != nil && in.Member.size <= block.Short
}

func (r *Reading) document(in Input) *Document {
	defer r.waiting.Release(held(in))
	free := r.readers.Get().(*Reader)
	defer r.readers.Put(free)
	d := free.Document(in)
	in.Member.End(d)
	return d
}

// Reader reads one input after another. It belongs to one goroutine.
type Reader struct {
	*Reading
	texts   *pipeline.Reader
	head    []byte // the first bytes of an input
	raw     rawfile.File
	resumed resumed
	names   block.Strings // of records
}

func NewReader(r *Reading) *Reader {
	o := r.Options
	o.Unknown = r.Warns
	return &Reader{Reading: r, texts: pipeline.NewReader(o), head: make([]byte, mostHead)}
}

// Document reads one input. Something may be known to be wrong with it already.
func (r *Reader) Document(in Input) *Document {
	d := in.Member.document()
	*d = Document{Path: in.Path, given: in.Given, Member: in.Member, number: in.number, stamp: in.stamp, Err: in.Err,
		warns: r.Warns}
	if r.begin != nil {
		r.begin(d)
	}
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
	case !in.Member.HasText():
		d.stamp = stamp{} // there is nothing to keep of it
		if in.Member.isRecorded() {
			d.Found, err = in.Member.recalled(&r.names)
		}
	case r.resumes(d), r.skipsMember(in.Member):
	default:
		if d.Found, err = r.member(in.Member); errors.Is(err, pipeline.ErrEmpty) {
			err = pipeline.ErrNoText // it is no file
		}
	}
	return err
}

// member reads a member. The id of a record is known once the record is read.
func (r *Reader) member(m *member) (*pipeline.Document, error) {
	if m.record == nil {
		text, err := m.Open(r.texts.Context(r.Ctx), r.texts.Options(r.Ctx, ""))
		return r.texts.Text(r.Ctx, text, err)
	}
	content, err := m.record.read(&r.names)
	if err != nil || r.skipsMember(m) {
		return nil, err
	}
	return r.texts.Values(r.Ctx, content.Text, !content.Bytes, content.Escaped)
}

// resumes finds a document that an earlier run has read.
func (r *Reader) resumes(d *Document) bool {
	found, name, rank := r.resumption.find(d.Path, d.number, d.stamp)
	if found == nil {
		return false
	}
	d.Found, d.resumed = found, true
	if d.Member != nil {
		if d.Member.name, d.Member.Rank = name, rank; d.Member.keyed {
			d.Member.Record = strings.TrimPrefix(name, d.Path+"#")
		}
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
	if !in.regular || !r.raw.Open(in.Path, in.Path) {
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
	if r.oneDocument != nil { // commands that read one file have none
		note, err := r.oneDocument(head, d.Path, in.Given)
		if err != nil {
			return err
		}
		if note != "" {
			d.notes = append(d.notes, note)
		}
	} else if r.Warns && r.MediaType == "" && looksLike(head, d.Path) != "" {
		d.notes = append(d.notes, "its records are read as one document (fpcheck dedupe compares records)")
	}
	if !r.skips(d.Path) {
		d.Found, err = r.texts.Read(r.Ctx, r.progress.Reader(&r.resumed), d.Path)
	}
	return err
}

func (r *Reader) skips(path string) bool { return r.skip != nil && r.skip(path) }

func (r *Reader) skipsMember(m *member) bool { return r.skip != nil && r.skip(m.Name()) }
