package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
)

// fingerprintFlags are the flags of the command fingerprint.
type fingerprintFlags struct {
	choice
	json, stages, quiet bool
	workers             int
}

// maxWorkers bounds what a slip of the hand costs.
const maxWorkers = 1024

func (a *app) fingerprintCommand() *cobra.Command {
	var f fingerprintFlags
	c := &cobra.Command{
		Use:   "fingerprint [PATH... | -]",
		Short: "Print the fingerprints of files, of directories, of standard input",
		Long: `Print one line for each document: its fingerprint, two blanks, its path, as
sha256sum does; so a path that holds a backslash or a line end is escaped, and
its line begins with a backslash. Lines come in the order of the arguments.

A directory stands for all files below it, in the byte order of their paths.
There, links to files are read and links to directories are not entered.
Standard input is read if the path is - or, unless it is a terminal, if there is
no path. Named pipes, sockets and devices are not read.

A file that gives no fingerprint is reported on standard error, the others go on,
and the exit code is 2.`,
		Example: `  fpcheck fingerprint report.html letters/
  curl -s https://example.org/ | fpcheck fingerprint
  fpcheck fingerprint --stages report.html`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("workers") && (f.workers < 1 || f.workers > maxWorkers) {
				return usageError{fmt.Errorf("--workers %d: expected 1 to %d", f.workers, maxWorkers)}
			}
			return a.fingerprint(&f, args)
		},
	}
	f.addFlags(c, "`ids` of the schemes, with commas between; sd1 if none is named")
	c.Flags().BoolVar(&f.json, "json", false, "print an object a line; a path that is not UTF-8 is exact in path_base64")
	c.Flags().BoolVar(&f.stages, "stages", false, "print what each stage made of the text, too")
	c.Flags().IntVar(&f.workers, "workers", 0, "`number` of documents read at once; one for each processor if not given")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "no warnings, no progress bar")
	return c
}

func (a *app) fingerprint(f *fingerprintFlags, args []string) error {
	private, err := f.private()
	if err != nil {
		return err
	}
	schemes, err := f.schemes(private)
	if err != nil {
		return err
	}
	if args, err = a.inputs(args); err != nil {
		return err
	}
	s := settings{schemes: schemes, media: f.media, maxSize: f.maxSize, stages: f.stages, stdin: a.stdin}
	// A bar would garble what is being typed.
	typed := isTerminal(a.stdin) && slices.Contains(args, "-")
	if isTerminal(a.out.stderr) && os.Getenv("TERM") != "dumb" && !f.quiet && !typed {
		s.read = new(progress)
		defer a.out.showProgress(s.read, totalSize(args))()
	}
	workers := f.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	window := 16 * workers
	if f.stages { // whole texts are in memory: one at a time
		workers, window = 1, 0
	}
	inOrder(walker{os.ReadDir}.files(args), workers, window,
		func() func(input) *document { return newReader(s).document },
		func(d *document) bool {
			a.printDocument(d, f)
			return !a.out.broken()
		},
		a.out.flush)
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

func (a *app) printDocument(d *document, f *fingerprintFlags) {
	if f.json {
		for _, r := range jsonResults(d) {
			a.out.writeJSON(r)
		}
	} else {
		for _, m := range d.marks {
			a.printMark(d.path, m)
		}
	}
	for _, err := range d.complaints() {
		a.out.complain(d.path, err)
	}
	if w := d.doubt(); w != "" && !f.quiet {
		a.out.warn(d.path, w)
	}
}

func (a *app) printMark(path string, m mark) {
	switch {
	case m.err == nil:
		a.out.line("%s", checksumLine(m.fingerprint.String(), path))
	case m.stages != nil: // to see where the words have gone
		a.out.line("%s", checksumLine("(no fingerprint)", path))
	}
	if m.stages != nil {
		writeStages(a.out, m.stages)
	}
}
