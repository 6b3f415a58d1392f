package fingerprint

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// compareFlags are the flags of the command compare.
type compareFlags struct {
	documents.DocumentFlags
	documents.SimilarFlags
	json, quiet bool
}

func CompareCommand(a *cli.App) *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two documents",
		Long: `Print the fingerprints of two documents, their distance, their similarity and a
verdict: close, loose or different. Texts that are too short get no verdict.`,
		Args: cli.Exactly("A", "B"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return cli.Usage(documents.ErrStdinTwice)
			}
			return compare(a, &f, args)
		},
	}
	f.DocumentFlags.AddFlags(c, "`id` of the scheme (default "+documents.DefaultScheme+")")
	f.SimilarFlags.AddFlags(c)
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings")
	return c
}

func (f *compareFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.DocumentFlags.Check(flags), f.SimilarFlags.Check(flags))
}

// side is A or B.
type side struct {
	arg         string
	fingerprint scheme.Fingerprint
	doc         *documents.Document // nil if arg is a fingerprint
	elements    []uint64            // of its text, if containment is of interest
	parseErr    error               // why arg is no fingerprint
}

func compare(a *cli.App, f *compareFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	var sides [2]side
	for i, arg := range args {
		sides[i].arg = arg
		sides[i].fingerprint, sides[i].parseErr = private.Parse(arg)
	}
	s, err := f.schemeFor(sides, private)
	if err != nil {
		return err
	}
	if err := f.Suit(s); err != nil {
		return err
	}
	var elements []uint64 // of the last text
	o := pipeline.Options{Schemes: []*scheme.Scheme{s}, MediaType: f.Media, Profile: f.Profile, Limits: f.Limits()}
	if s.IsMinHash() && s.Method().Definition().Weights == sketch.Distinct {
		o.Keep = func(all []uint64) int { elements = slices.Clone(all); return 0 }
	}
	r := documents.NewReader(&documents.Reading{Ctx: a.Ctx, Stdin: a.Stdin, Warns: true,
		Collections: []documents.Collection{new(documents.Archives), new(documents.Packages)}, Options: o})
	readable := true
	for i := range sides {
		elements = nil
		readable = read(a, &sides[i], r, f.quiet) && readable
		sides[i].elements = elements
	}
	var v *verdict
	if readable {
		if v, err = f.judge(sides); err != nil {
			a.Out.Complain("", err)
		}
	}
	if v != nil && !v.Similar {
		a.Out.Raise(cli.ExitDifferent)
	}
	if f.json {
		return a.Out.WriteJSON(newJSONComparison(sides, v, err))
	}
	if v != nil {
		printComparison(a, sides, v)
	}
	return nil
}

// schemeFor is the scheme by which files are read.
func (f *compareFlags) schemeFor(sides [2]side, private scheme.Set) (*scheme.Scheme, error) {
	if len(f.IDs) == 0 {
		for _, s := range sides {
			if s.parseErr == nil {
				return s.fingerprint.Scheme(), nil
			}
		}
	}
	return f.Scheme(private)
}

func read(a *cli.App, s *side, r *documents.Reader, quiet bool) bool {
	if s.parseErr == nil {
		return true
	}
	s.doc = r.Document(documents.Argument(s.arg))
	if errors.Is(s.doc.Err, fs.ErrNotExist) && strings.Contains(s.arg, ":") {
		s.doc.Err = fmt.Errorf("%s, and no fingerprint: %w", cli.Message(s.doc.Err), s.parseErr)
	}
	if !documents.Complain(a, s.doc) {
		return false
	}
	s.fingerprint = s.doc.Found.Results[0].Fingerprint
	if !quiet {
		documents.Warn(a, s.doc)
	}
	return true
}
