package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/order"
)

// batch is the flags of commands that read many documents.
type batch struct {
	choice
	archive archiveFlags
	records
	crew
	quiet bool
}

// crew is the flag that says how many documents are read at once.
type crew struct{ workers int }

// maxWorkers bounds what a slip of the hand costs.
const maxWorkers = 1024

func (w *crew) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&w.workers, "workers", 0, "`number` of documents read at once; one for each processor if not given")
}

func (w *crew) check(flags *pflag.FlagSet) error {
	if flags.Changed("workers") && (w.workers < 1 || w.workers > maxWorkers) {
		return usageError{fmt.Errorf("--workers %d: expected 1 to %d", w.workers, maxWorkers)}
	}
	return nil
}

func (b *batch) addFlags(c *cobra.Command, schemes string) {
	b.choice.addFlags(c, schemes)
	b.records.addFlags(c)
	b.crew.addFlags(c)
	c.Flags().BoolVar(&b.quiet, "quiet", false, "no warnings, no summaries, no progress bar")
	b.archive.addFlags(c)
}

func (b *batch) check(flags *pflag.FlagSet) error {
	if err := b.choice.check(flags); err != nil {
		return err
	}
	if err := b.archive.check(); err != nil {
		return err
	}
	if err := b.records.check(flags, b.media); err != nil {
		return err
	}
	return b.crew.check(flags)
}

// documents reads the inputs and gives the documents, in the order of the
// arguments, to take.
func (a *app) documents(args []string, b *batch, s settings, take func(*document)) error {
	args, err := a.inputs(args)
	if err != nil {
		return err
	}
	s.media, s.profile, s.maxSize, s.timeout, s.stdin = b.media, b.profile, b.maxSize, b.timeout, a.stdin
	s.holders = slices.Concat(b.records.holders(b.maxSize), s.holders, []holder{a.archives(b, !s.minima && !s.counted)})
	// A bar would garble what is being typed.
	typed := isTerminal(a.stdin) && slices.Contains(args, "-")
	read, stop := a.watch(b.quiet || typed, func() int64 { return totalSize(args) })
	defer stop()
	s.read = read
	workers := b.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	window := 16 * workers
	switch {
	case s.stages: // whole texts are in memory: one at a time
		workers, window = 1, 0
	case s.counted: // whole sets of features are
		window = workers
	}
	const each = 64 << 20 // octets of pieces that wait, a worker
	memory := newBudget(min(s.maxSize, int64(workers)*each))
	readers := sync.Pool{New: func() any { return newReader(s) }}
	work := func() func(input) *document {
		return func(in input) *document {
			defer memory.release(in)
			r := readers.Get().(*reader)
			defer readers.Put(r)
			return r.document(in)
		}
	}
	emit := func(d *document) bool {
		if d.piece == nil || d.piece.settle == nil || d.piece.settle(d) {
			take(d)
		}
		return !a.out.broken()
	}
	order.Emit(files(args, os.ReadDir), workers, window, work, func(d *document) bool {
		if d.held == nil {
			return emit(d)
		}
		order.Emit(s.apart(d.held, memory), workers, window, work, emit, a.out.flush)
		return !a.out.broken()
	}, a.out.flush)
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

// complaints reports what is wrong with d, and whether nothing is.
func (a *app) complaints(d *document) (sound bool) {
	errs := d.complaints()
	for _, err := range errs {
		a.out.complain(d.label(), err)
	}
	return len(errs) == 0
}
