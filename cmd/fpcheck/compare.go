package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/pipeline"
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
		Short: "Tell how far apart two documents are",
		Long: `Print the fingerprints of A and B, their distance, their similarity and a verdict:
close, loose or different by the scheme's advice, or no verdict where a text is
too short to tell.

Of a SimHash (sm1, sd1) the distance is the number of bits, of 64, in which they
differ, and the similarity is 1 - distance/64. Of a MinHash (mh1, mw1) the distance
is the number of slots, of 128, and the similarity estimates the resemblance: of
all features that the two texts have, the share that both have. Its standard error
is 0, and says nothing, where all slots agree or none does. Of two files by mh1 it
also estimates the containment: the share of each one's features that the other
has. A truncated fingerprint (mh1b4) compares with one of any width.

A and B are each a file, - for standard input, or a fingerprint. What has the form
of a fingerprint is one: write ./ before the name of a file that has that form.
A file beside a fingerprint is read by that fingerprint's scheme.

The exit code is 0 if the distance is at most --max-distance and the similarity at
least --min-similarity (of what is given; else by the advice, at least loose), 1 if
not or if there is no verdict, and 2 if the two cannot be compared.`,
		Example: `  fpcheck compare report.html report.txt
  fpcheck compare sm1:aqs5iog7n5gb6 report.html
  fpcheck compare --scheme mh1 --min-similarity 0.7 report.html report.txt`,
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
	f.documentFlags.addFlags(c, "`id` of the scheme for files; "+defaultScheme+" if none is named")
	f.similarFlags.addFlags(c)
	c.Flags().BoolVar(&f.json, "json", false, "print one object")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "no warnings")
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
	r := newReader(&reading{ctx: a.ctx, stdin: a.stdin, containers: []container{new(archives)}, Options: pipeline.Options{
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
