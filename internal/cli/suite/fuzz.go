package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/fuzz"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// fuzzFlags are the flags of the command fuzz.
type fuzzFlags struct {
	options        fuzz.Options
	reports        []string
	dir            string
	portLog, quiet bool
}

func FuzzCommand(a *cli.App) *cobra.Command {
	var f fuzzFlags
	var kinds strings.Builder
	for name, about := range fuzz.Generators() {
		fmt.Fprintf(&kinds, "  %-12s %s\n", name, about)
	}
	c := &cobra.Command{
		Use:   "fuzz [flags] -- PORT [ARG...] [-- PORT [ARG...]]...",
		Short: "Compare ports with the reference on generated inputs",
		Long:  "Compare ports with the reference on inputs of these generators:\n\n" + kinds.String(),
		RunE: func(c *cobra.Command, args []string) error {
			ports, err := portsOf(args)
			if err == nil {
				err = f.check(c.Flags().Changed("n"))
			}
			if err != nil {
				return cli.Usage(err)
			}
			a.ReportsInterrupt.Store(true)
			defer a.ReportsInterrupt.Store(false)
			return runFuzz(a, a.Ctx, &f, ports)
		},
	}
	flags := c.Flags()
	flags.Uint64Var(&f.options.Seed, "seed", 1, "`seed` of the generators")
	flags.Uint64Var(&f.options.First, "first", 0, "`number` of the first case")
	flags.IntVar(&f.options.Cases, "n", 10_000, "run `count` cases")
	flags.DurationVar(&f.options.Duration, "duration", 0, "stop starting new cases after this `time`")
	flags.StringSliceVar(&f.options.Generators, "generators", nil, "use only the generators with these `names`")
	flags.StringSliceVar(&f.options.Schemes, "scheme", nil, "test only the schemes with these `ids`")
	flags.IntVar(&f.options.Jobs, "jobs", 1, "run `n` processes of each port in parallel")
	flags.DurationVar(&f.options.CaseTimeout, "timeout", 20*time.Second, "maximum `time` without a reply")
	flags.IntVar(&f.options.MostFailures, "max-failures", 100, "stop after `n` different disagreements")
	flags.IntVar(&f.options.MostAlike, "max-alike", 10, "list at most `n` disagreements of one kind")
	flags.StringVar(&f.dir, "out", "", "write vectors of disagreements to this `directory`")
	flags.StringSliceVar(&f.reports, "report", nil, "also write a report, as json=`file`")
	flags.BoolVar(&f.portLog, "log", false, "show the ports' standard error")
	flags.BoolVar(&f.quiet, "quiet", false, "print only the summary")
	cli.Complete(c, "scheme", func() []string { return documents.SchemeIDs(nil) })
	cli.Complete(c, "generators", generatorNames)
	cli.Seldom(c, "first", "log", "max-alike", "timeout")
	return c
}

func generatorNames() []string {
	var names []string
	for name := range fuzz.Generators() {
		names = append(names, name)
	}
	return names
}

// portsOf splits arguments into commands.
func portsOf(args []string) ([][]string, error) {
	var ports [][]string
	for len(args) > 0 {
		end := slices.Index(args, "--")
		if end < 0 {
			end = len(args)
		}
		ports = append(ports, args[:end])
		if end == len(args)-1 {
			ports = append(ports, nil)
		}
		args = args[min(end+1, len(args)):]
	}
	if len(ports) == 0 || slices.ContainsFunc(ports, func(p []string) bool { return len(p) == 0 }) {
		return nil, errors.New("expected a command after each --")
	}
	return ports, nil
}

func (f *fuzzFlags) check(counted bool) error {
	o := &f.options
	switch {
	case o.Cases < 1:
		return fmt.Errorf("--n %d: expected 1 or more", o.Cases)
	case o.Duration < 0:
		return fmt.Errorf("--duration %v: expected more than none", o.Duration)
	case o.Jobs < 1 || o.Jobs > 64:
		return fmt.Errorf("--jobs %d: expected 1 to 64", o.Jobs)
	case o.MostFailures < 1:
		return fmt.Errorf("--max-failures %d: expected 1 or more", o.MostFailures)
	case o.MostAlike < 1:
		return fmt.Errorf("--max-alike %d: expected 1 or more", o.MostAlike)
	case o.CaseTimeout <= 0:
		return fmt.Errorf("--timeout %v: expected more than none", o.CaseTimeout)
	}
	if o.Duration > 0 && !counted {
		o.Cases = 0
	}
	for _, id := range o.Schemes {
		if _, err := scheme.Lookup(id); err != nil {
			return fmt.Errorf("--scheme: %w", err)
		}
	}
	for _, name := range o.Generators {
		if known := generatorNames(); !slices.Contains(known, name) {
			return fmt.Errorf("--generators: no generator %q: expected some of %s", name, strings.Join(known, ", "))
		}
	}
	for _, r := range f.reports {
		if format, file, ok := strings.Cut(r, "="); !ok || file == "" || format != "json" {
			return fmt.Errorf("--report %q: expected json=file", r)
		}
	}
	return nil
}

func runFuzz(a *cli.App, ctx context.Context, f *fuzzFlags, ports [][]string) error {
	if f.portLog {
		log := &portLog{out: a.Out}
		defer log.end()
		f.options.Log = log
	}
	var dir *os.Root
	if f.dir != "" {
		err := os.MkdirAll(f.dir, 0o777)
		if err == nil {
			dir, err = os.OpenRoot(f.dir)
		}
		if err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		defer dir.Close()
	}
	hide := func() {}
	if shown, lines := a.Shows(f.quiet); shown && !lines {
		f.options.Progress, hide = a.Out.Counter("cases")
	}
	var failed error
	f.options.Found = func(d *fuzz.Disagreement) {
		hide()
		vector := d.YAML()
		if !f.quiet {
			a.Out.Write(append(vector, '\n'))
			a.Out.Flush()
		}
		if dir != nil {
			failed = errors.Join(failed, durable.Place(dir, d.Vector.ID+".yaml", vector))
		}
	}
	report, err := fuzz.Run(ctx, ports, f.options)
	hide()
	if report == nil || err != nil && ctx.Err() == nil {
		return err
	}
	if err != nil {
		a.Out.Note(fmt.Sprintf("fpcheck: interrupted: --first %d resumes", report.Next))
	}
	for _, line := range report.Summary() {
		a.Out.Line("%s", line)
	}
	if !report.Agrees() {
		a.Out.Raise(cli.ExitDifferent)
	} else if !report.Decides() {
		a.Out.Raise(cli.ExitTrouble)
	}
	for _, r := range f.reports {
		_, name, _ := strings.Cut(r, "=")
		failed = errors.Join(failed, cli.WriteFile(name, report.WriteJSON))
	}
	return failed
}
