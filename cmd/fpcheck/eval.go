package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/corpus"
	"github.com/lsh-interop/fpcheck/evaluation"
)

// evalFlags are the flags of the command eval.
type evalFlags struct {
	schemeChoice
	options        evaluation.Options
	corpus, output string
}

func (a *app) evalCommand() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure schemes on real documents",
		Long: `Measure how many copies schemes find and how many texts they take for copies that
are none, on the documents that "corpus/install.sh evaluation" installs: manuals in
several media and versions, and translations of one text. If no scheme is named, the
registered ones are measured, and beside them alternatives to them.

The result is a page of Markdown. With --output it goes into a directory, as
evaluation.md, with its pictures and the advice that it gives in the folder
evaluation; the targets are then printed. The same documents and seed give the same
octets.`,
		Example: `  fpcheck eval --output docs
  fpcheck eval --quick --scheme sm1
  fpcheck eval --scheme-file x-mine.yaml --output /tmp/mine`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.schemeChoice.check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("output") && f.output == "" {
				return usageError{errors.New("--output: none given: expected a directory")}
			}
			return a.evaluate(&f)
		},
	}
	f.schemeChoice.addFlags(c, "`ids` of the schemes to measure; all and alternatives to them if not given")
	flags := c.Flags()
	flags.BoolVar(&f.options.Quick, "quick", false, "measure on a sample, in less than a minute, and no alternatives")
	flags.Uint64Var(&f.options.Seed, "seed", 1, "`n` that all that is drawn depends on")
	flags.StringVar(&f.corpus, "corpus", "", "`directory` with the documents; where corpus/install.sh puts them if not given")
	flags.StringVarP(&f.output, "output", "o", "", "`directory` to write to; standard output if not given")
	return c
}

func (a *app) evaluate(f *evalFlags) error {
	defer a.endCommands(&f.gear)
	if len(f.ids) > 0 || len(f.files) > 0 {
		private, err := f.private()
		if err != nil {
			return err
		}
		if f.options.Schemes, err = f.schemes(private); err != nil {
			return err
		}
	}
	documents, err := openEvaluation(f.corpus)
	if err != nil {
		return err
	}
	if isTerminal(a.out.stderr) {
		show, clear := a.out.steps()
		f.options.Progress = show
		defer clear()
	}
	results, err := evaluation.Run(a.ctx, documents, f.options)
	if err != nil {
		return err
	}
	if f.output == "" {
		_, err := a.out.Write([]byte(results.Page()))
		return err
	}
	if err := results.Write(f.output); err != nil {
		return err
	}
	a.out.line("%s", filepath.Join(f.output, "evaluation.md"))
	_, err = a.out.Write([]byte(results.Summary()))
	return err
}

func openEvaluation(dir string) (*corpus.Evaluation, error) {
	if dir == "" {
		var err error
		if dir, err = corpus.Dir(); errors.Is(err, corpus.ErrNotInstalled) {
			return nil, fmt.Errorf("%w (none of the documents are there)", corpus.ErrNoEvaluation)
		} else if err != nil {
			return nil, err
		}
	}
	return corpus.OpenEvaluation(dir)
}

// steps shows which step is how far, on a terminal. clear ends it.
func (o *output) steps() (show func(step string, done, total int), clear func()) {
	var mu sync.Mutex
	var last time.Time
	show = func(step string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(last) >= shownEvery || done == total {
			last = now
			o.mu.Lock()
			defer o.mu.Unlock()
			fmt.Fprintf(o.stderr, "\r\x1b[K%s: %d of %d", step, done, total)
		}
	}
	return show, func() { fmt.Fprint(o.stderr, "\r\x1b[K") }
}
