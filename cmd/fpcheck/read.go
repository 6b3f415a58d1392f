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

	"github.com/lsh-interop/fpcheck/internal/order"
	"github.com/lsh-interop/fpcheck/internal/pipeline"
)

// readFlags are the flags of commands that read many documents.
type readFlags struct {
	documentFlags
	archive archiveFlags
	recordFlags
	workersFlag
	quiet bool
}

func (f *readFlags) addFlags(c *cobra.Command, schemes string) {
	f.documentFlags.addFlags(c, schemes)
	f.recordFlags.addFlags(c)
	f.workersFlag.addFlags(c)
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings, summaries or progress")
	f.archive.addFlags(c)
}

func (f *readFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.documentFlags.check(flags), f.archive.check(), f.recordFlags.check(flags, f.media),
		f.workersFlag.check(flags))
}

// readDocuments reads the inputs, and gives the documents to take, in the order of the
// arguments.
func (a *app) readDocuments(args []string, f *readFlags, o pipeline.Options, take func(*document), also ...container) error {
	args, err := a.inputs(args)
	if err != nil {
		return err
	}
	o.MediaType, o.Profile, o.Limits = f.media, f.profile, f.limits()
	r := &reading{ctx: a.ctx, Options: o, stdin: a.stdin}
	r.containers = slices.Concat(f.recordFlags.containers(f.maxSize), also, []container{a.archives(f, !o.Minima && !o.Distinct)})
	// A bar would garble what is being typed.
	typed := isTerminal(a.stdin) && slices.Contains(args, "-")
	var stop func()
	r.progress, stop = a.watch(f.quiet || typed, func() int64 { return totalSize(args) })
	defer stop()
	workers := f.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	window := 16 * workers
	switch {
	case o.Stages: // whole texts are in memory: one at a time
		workers, window = 1, 0
	case o.Distinct: // whole sets of features are
		window = workers
	}
	const each = 64 << 20 // bytes of members that wait, for each worker
	memory := newBudget(min(o.Limits.Size, int64(workers)*each))
	readers := sync.Pool{New: func() any { return newReader(r) }}
	work := func() func(input) *document {
		return func(in input) *document {
			defer memory.release(in)
			r := readers.Get().(*reader)
			defer readers.Put(r)
			return r.document(in)
		}
	}
	emit := func(d *document) bool {
		if d.member == nil || d.member.finish == nil || d.member.finish(d) {
			take(d)
		}
		return !a.out.broken()
	}
	var failed error
	err = order.Emit(a.ctx, files(args, os.ReadDir), workers, window, work, func(d *document) bool {
		if d.opened == nil {
			return emit(d)
		}
		failed = order.Emit(a.ctx, r.members(d.opened, memory), workers, window, work, emit, a.out.flush)
		return failed == nil && !a.out.broken()
	}, a.out.flush)
	return cmp.Or(failed, err)
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
	containers []container
	stdin      io.Reader
	progress   *progress // told of what is read
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
	return &reader{reading: r, documents: pipeline.NewReader(r.Options), head: make([]byte, 64<<10)}
}

// document reads one input. Something may be known to be wrong with it already.
func (r *reader) document(in input) *document {
	d := &document{path: in.path, member: in.member, err: in.err}
	switch {
	case d.err != nil:
	case in.member == nil:
		d.err = r.file(d, in)
	case in.member.open != nil:
		d.found, d.err = r.documents.ReadText(r.ctx, in.member.open)
		if errors.Is(d.err, pipeline.ErrEmpty) {
			d.err = pipeline.ErrNoText // it is no file
		}
	}
	d.err = withHint(d.err)
	return d
}

// file reads an input that is one document, or finds that it holds many.
func (r *reader) file(d *document, in input) error {
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
	for _, c := range r.containers {
		if c.holds(r.head[:min(n, headSize)], d.path) {
			if slow != nil && !slow.regular { // it cannot be read again
				slow.Reader = &resumed{slices.Clone(r.head[:n]), slow.Reader}
				in.file = slow
			} else {
				file.Close()
			}
			d.opened = &openContainer{c, in}
			return errMany
		}
	}
	defer r.progress.fileDone()
	defer file.Close()
	r.resumed = resumed{r.head[:n], file}
	d.found, err = r.documents.Read(r.ctx, r.progress.reader(&r.resumed), d.path)
	return err
}
