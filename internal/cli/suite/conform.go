package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/scheme"
)

// conformFlags are the flags of the command conform.
type conformFlags struct {
	level             string
	match             []string
	schemes, reports  []string
	known, writeKnown string
	options           conformance.Options
	deadline          time.Duration
	restarts          int
	portLog           bool
	verbose, quiet    bool
}

func ConformCommand(a *cli.App) *cobra.Command {
	var f conformFlags
	c := &cobra.Command{
		Use:   "conform [flags] -- COMMAND [ARG...]",
		Short: "Test a port with the golden vectors",
		Long: `Start a port, an implementation that speaks the port protocol, and test it with
the golden vectors.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usage(errors.New("expected a command after --"))
			}
			if err := f.check(); err != nil {
				return cli.Usage(err)
			}
			a.ReportsInterrupt.Store(true)
			defer a.ReportsInterrupt.Store(false)
			ctx := a.Ctx
			if f.deadline > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeoutCause(ctx, f.deadline, fmt.Errorf("not done after %v", f.deadline))
				defer cancel()
			}
			err := conform(a, ctx, &f, args)
			if cause := context.Cause(ctx); err != nil && cause != nil {
				return cause
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.level, "level", string(protocol.Core), "`level` of conformance")
	flags.StringVar(&f.options.Suite, "suite", "", "test only vectors frozen in `version`")
	flags.StringSliceVar(&f.schemes, "scheme", nil, "test only the schemes with these `ids`")
	flags.StringArrayVar(&f.match, "match", nil, "test only cases whose id matches `pattern`")
	flags.IntVar(&f.options.Accumulated, "accumulated", 10_000, "at most `n` accumulated texts")
	flags.IntVar(&f.options.Jobs, "jobs", 1, "run `n` processes in parallel")
	flags.DurationVar(&f.options.CaseTimeout, "timeout", 20*time.Second, "maximum `time` without a reply")
	flags.DurationVar(&f.deadline, "deadline", 0, "maximum `time` for the whole run")
	flags.IntVar(&f.restarts, "restarts", 10, "restart a port at most `n` times")
	flags.StringVar(&f.known, "known-failing", "", "`file` with patterns of known failures")
	flags.StringVar(&f.writeKnown, "write-known-failing", "", "write the ids of failures to `file`")
	flags.StringSliceVar(&f.reports, "report", nil, "also write a report, as `format=file`")
	flags.BoolVar(&f.verbose, "verbose", false, "print every failure")
	flags.BoolVar(&f.portLog, "log", false, "show the port's standard error")
	flags.BoolVar(&f.quiet, "quiet", false, "print only the verdict")
	cli.Complete(c, "level", cases.LevelNames)
	cli.Complete(c, "scheme", func() []string { return documents.SchemeIDs(nil) })
	return c
}

func (f *conformFlags) check() error {
	f.options.Level = protocol.Level(f.level)
	if !slices.Contains(cases.LevelNames(), f.level) {
		return fmt.Errorf("--level %q: expected core, markup, main, digest, clusters, passages or media", f.level)
	}
	for _, id := range f.schemes {
		if _, err := scheme.Lookup(id); err != nil {
			return fmt.Errorf("--scheme: %w", err)
		}
	}
	f.options.Schemes = f.schemes
	if f.options.Suite != "" {
		if _, err := cases.Released(f.options.Suite); err != nil {
			return fmt.Errorf("--suite %w", err)
		}
	}
	f.options.Match = f.matcher()
	if err := f.checkNumbers(); err != nil {
		return err
	}
	for _, r := range f.reports {
		format, file, ok := strings.Cut(r, "=")
		if !ok || file == "" || !slices.Contains(report.Formats(), format) {
			return fmt.Errorf("--report %q: expected format=file, of %s", r, strings.Join(report.Formats(), ", "))
		}
	}
	return nil
}

func (f *conformFlags) checkNumbers() error {
	switch o := &f.options; {
	case o.Jobs < 1 || o.Jobs > 64:
		return fmt.Errorf("--jobs %d: expected 1 to 64", o.Jobs)
	case o.Accumulated < 1:
		return fmt.Errorf("--accumulated %d: expected 1 or more", o.Accumulated)
	case o.CaseTimeout <= 0:
		return fmt.Errorf("--timeout %v: expected more than none", o.CaseTimeout)
	case f.deadline < 0:
		return fmt.Errorf("--deadline %v: expected more than none", f.deadline)
	case f.restarts < 0:
		return fmt.Errorf("--restarts %d: expected 0 or more", f.restarts)
	case f.restarts == 0:
		o.Restarts = -1 // of the options, 0 is the default
	default:
		o.Restarts = f.restarts
	}
	return nil
}

// matcher returns what takes the ids that match one of the patterns, nil if there are none.
func (f *conformFlags) matcher() func(id string) bool {
	if len(f.match) == 0 {
		return nil
	}
	var patterns []func(string) bool
	for _, p := range f.match {
		patterns = append(patterns, known.Glob(p))
	}
	return func(id string) bool {
		// Of several schemes, an id begins with that of the scheme.
		first, rest, _ := strings.Cut(id, "/")
		_, err := scheme.Lookup(first)
		return slices.ContainsFunc(patterns, func(match func(string) bool) bool {
			return match(id) || err == nil && match(rest)
		})
	}
}

func quoted(list []string) string {
	var all []string
	for _, s := range list {
		all = append(all, strconv.Quote(s))
	}
	return strings.Join(all, ", ")
}

func conform(a *cli.App, ctx context.Context, f *conformFlags, command []string) error {
	var failures known.Failures
	if f.known != "" {
		file, err := cli.Open(f.known)
		if err != nil {
			return fmt.Errorf("--known-failing: %s: %s", cli.Display(f.known), cli.Message(err))
		}
		defer file.Close()
		if failures, err = known.Parse(file); err != nil {
			return fmt.Errorf("%s: %w", f.known, err)
		}
	}
	if f.portLog {
		log := &portLog{out: a.Out}
		defer log.end()
		f.options.Log = log
	}
	if shown, lines := a.Shows(f.quiet); shown && !lines {
		show, clear := a.Out.Counter("answers")
		f.options.Progress = show
		defer clear()
	}
	run, err := conformance.TestCommand(ctx, command, f.options)
	if err != nil {
		return err
	}
	if len(f.match) > 0 && len(run.Results) == 0 {
		return fmt.Errorf("--match %s: no case of level %s has such an id", quoted(f.match), f.options.Level)
	}
	failures.Apply(run)
	if f.quiet {
		a.Out.Line("%s", run.Headline())
	} else if err := run.WriteText(a.Out, f.verbose); err != nil {
		return err
	} else if len(f.match) == 0 {
		program := wire.Program{Command: command, Suite: fpcheck.Version, Timeout: f.options.CaseTimeout, Log: f.options.Log}
		memory := memoryOf(ctx, program, run.Hello, wire.Schemes(run.Hello, f.schemes)[0])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if memory != "" {
			a.Out.Line("memory: %s", escape.Text(memory))
		}
	}
	if !run.AsExpected() {
		a.Out.Raise(cli.ExitDifferent)
	}
	if f.writeKnown != "" {
		if err := cli.WriteFile(f.writeKnown, func(w io.Writer) error { return known.Write(w, run) }); err != nil {
			return err
		}
	}
	for _, r := range f.reports {
		format, name, _ := strings.Cut(r, "=")
		write := func(w io.Writer) error { return report.Write(format, w, run) }
		if err := cli.WriteFile(name, write); err != nil {
			return err
		}
	}
	return nil
}

// portLog prints what ports write to their standard error, line by line.
type portLog struct {
	out  *cli.Output
	mu   sync.Mutex
	line []byte // not yet at its end
}

// maxLogLine is how long a line may be before it is printed without its end.
const maxLogLine = 4 << 10

func (l *portLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for part := range bytes.Lines(p) {
		l.line = append(l.line, part...)
		if part[len(part)-1] == '\n' || len(l.line) > maxLogLine {
			l.print()
		}
	}
	return len(p), nil
}

func (l *portLog) print() {
	l.out.Note("| " + strings.TrimRight(string(l.line), "\r\n"))
	l.line = l.line[:0]
}

// end prints the last line.
func (l *portLog) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.line) > 0 {
		l.print()
	}
}

func PortCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "port",
		Short: "Speak the port protocol",
		Long: `Answer the requests of the port protocol (SPEC.md, annex A) as the reference
implementation.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return conformance.Serve(conformance.NewReference(scheme.All()...), a.Stdin, a.Out.Stdout)
		},
	}
}
