package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

var errStdinTwice = errors.New("standard input can be read only once: expected one -")

// compareFlags are the flags of the command compare.
type compareFlags struct {
	documentFlags
	similarFlags
	json, quiet bool
}

func (a *app) compareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two documents",
		Long: `Print the fingerprints of two documents, their distance, their similarity and a
verdict: close, loose, different, or no verdict where a text is too short.`,
		Args: exactly("A", "B"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return usageError{errStdinTwice}
			}
			return a.compare(&f, args)
		},
	}
	f.documentFlags.addFlags(c, "`id` of the scheme (default "+defaultScheme+")")
	f.similarFlags.addFlags(c)
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings")
	return c
}

func (f *compareFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.documentFlags.check(flags), f.similarFlags.check(flags))
}

// side is A or B.
type side struct {
	arg         string
	fingerprint scheme.Fingerprint
	doc         *document // nil if arg is a fingerprint
	parseErr    error     // why arg is no fingerprint
}

func (a *app) compare(f *compareFlags, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	var sides [2]side
	for i, arg := range args {
		sides[i].arg = arg
		sides[i].fingerprint, sides[i].parseErr = scheme.Parse(arg, private...)
	}
	s, err := f.schemeFor(sides, private)
	if err != nil {
		return err
	}
	if err := f.suit(s); err != nil {
		return err
	}
	r := newReader(&reading{ctx: a.ctx, stdin: a.stdin, collections: []collection{new(archives), new(packages)}, Options: pipeline.Options{
		Schemes: []*scheme.Scheme{s}, MediaType: f.media, Profile: f.profile, Limits: f.limits(),
	}})
	readable := true
	for i := range sides {
		readable = a.read(&sides[i], r, f.quiet) && readable
	}
	var v *verdict
	if readable {
		if v, err = f.judge(sides); err != nil {
			a.out.complain("", err)
		}
	}
	if v != nil && !v.Similar {
		a.out.raise(exitDifferent)
	}
	if f.json {
		return a.out.writeJSON(newJSONComparison(sides, v, err))
	}
	if v != nil {
		a.printComparison(sides, v)
	}
	return nil
}

// schemeFor is the scheme by which files are read.
func (f *compareFlags) schemeFor(sides [2]side, private []*scheme.Scheme) (*scheme.Scheme, error) {
	if len(f.ids) == 0 {
		for _, s := range sides {
			if s.parseErr == nil {
				return s.fingerprint.Scheme(), nil
			}
		}
	}
	return f.scheme(private)
}

// read makes the fingerprint of a side that is a document.
func (a *app) read(s *side, r *reader, quiet bool) bool {
	if s.parseErr == nil {
		return true
	}
	in := input{path: s.arg, given: true}
	if s.arg == "-" {
		in = standardInput()
	}
	s.doc = r.document(in)
	if errors.Is(s.doc.err, fs.ErrNotExist) && strings.Contains(s.arg, ":") {
		s.doc.err = fmt.Errorf("%s, and no fingerprint: %w", message(s.doc.err), s.parseErr)
	}
	if !a.complain(s.doc) {
		return false
	}
	s.fingerprint = s.doc.found.Results[0].Fingerprint
	if !quiet {
		for _, w := range s.doc.warnings() {
			a.out.warn(s.arg, w)
		}
	}
	return true
}
