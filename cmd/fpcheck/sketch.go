package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// mergeable is the scheme of the command sketch where none is named.
const mergeable = "mh1"

// sketchFlags are the flags of the command sketch.
type sketchFlags struct {
	readFlags
	json   bool
	output string
}

func (a *app) sketchCommand() *cobra.Command {
	var f sketchFlags
	f.able = merges
	c := &cobra.Command{
		Use:   "sketch --output FILE [PATH... | -]",
		Short: "Make a sketch that merges, of documents taken together",
		Long: `Write the full form of a MinHash (SPEC.md, R7.5 to R7.7) of all the documents
together to a file, and print the fingerprint of their union, two blanks and the
file's name. What a sketch holds is 1,029 octets, whatever it was made of; the
command merge adds sketches up. So the fingerprint of a collection is kept up to date
without reading it again, or made in parts on several machines.

The union is that of the documents' shingles: it is not the fingerprint of the
documents set end to end, whose seams make shingles too.

A sketch does not name its scheme, and merge cannot tell one by mw1 from one by
mh1: keep them apart by their names, such as monday.mw1.fpmh.

Paths are read as the command fingerprint reads them. A document that gives no
fingerprint is reported on standard error, the sketch is that of the others, and
the exit code is 2. The file is written whole or not at all.`,
		Example: `  fpcheck sketch --output monday.fpmh monday/
  fpcheck merge --scheme mh1 --output week.fpmh monday.fpmh tuesday.fpmh`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return a.sketch(&f, args)
		},
	}
	f.addFlags(c, "`id` of the scheme, a MinHash; "+mergeable+" if none is named")
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write")
	c.Flags().BoolVar(&f.json, "json", false, "print an object")
	return c
}

func (f *sketchFlags) check(flags *pflag.FlagSet) error {
	if err := f.readFlags.check(flags); err != nil {
		return err
	}
	if f.output == "" {
		return usageError{errors.New("--output: none given: expected the file to write")}
	}
	if f.profile != extract.Visible {
		return usageError{fmt.Errorf("--profile %s: a sketch does not say its profile: expected %s", f.profile, extract.Visible)}
	}
	if len(f.ids) == 0 && len(f.files) == 0 {
		f.ids = []string{mergeable}
	}
	return nil
}

// merges reports whether s has a full form.
func merges(s *scheme.Scheme) bool { return s.Definition().Sketch == scheme.MinHash128 }

// mergeable is the scheme of a sketch.
func (f *schemeFlags) mergeable() (*scheme.Scheme, error) {
	private, err := f.private()
	if err != nil {
		return nil, err
	}
	s, err := f.scheme(private)
	if err != nil {
		return nil, err
	}
	if d := s.Definition(); !merges(s) {
		return nil, usageError{fmt.Errorf("--scheme: %s (sketch: %s) does not merge: expected one with sketch: %s, such as %s",
			d.ID, d.Sketch, scheme.MinHash128, mergeable)}
	}
	return s, nil
}

func (a *app) sketch(f *sketchFlags, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	s, err := f.mergeable()
	if err != nil {
		return err
	}
	u := union{scheme: s}
	err = a.readDocuments(args, &f.readFlags, pipeline.Options{Schemes: []*scheme.Scheme{s}, Minima: true}, func(d *document) {
		if a.complain(d) {
			u.add(d.found.Results[0].Minima)
		}
	})
	if err != nil {
		return err
	}
	if u.parts == 0 {
		return fmt.Errorf("%s: not written: no document has a fingerprint", display(f.output))
	}
	return a.printUnion(&u, f.output, f.json)
}

// mergeFlags are the flags of the command merge.
type mergeFlags struct {
	schemeFlags
	json   bool
	output string
}

func (a *app) mergeCommand() *cobra.Command {
	var f mergeFlags
	f.able = merges
	c := &cobra.Command{
		Use:   "merge --scheme ID FILE.fpmh...",
		Short: "Merge sketches, and print the fingerprint of the union",
		Long: `Merge files that the command sketch wrote (SPEC.md, R7.6), and print the fingerprint
of all that they were made of: the same as that of one sketch made of everything,
in whatever order and however often parts are merged. With --output, write the
merged sketch, which merges on, and print its name after the fingerprint. Of one
file, merge prints the fingerprint.

A sketch does not name its scheme: --scheme must say which it is. Sketches by
different schemes cannot be told apart, and their union means nothing.

A file that is no sketch is reported on standard error, nothing is merged or
written, and the exit code is 2. The file is written whole or not at all.`,
		Example: `  fpcheck merge --scheme mh1 monday.fpmh
  fpcheck merge --scheme mh1 --output week.fpmh monday.fpmh tuesday.fpmh`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if len(args) == 0 {
				return usageError{errors.New("no sketch given: expected files of the command sketch")}
			}
			return a.merge(&f, args)
		},
	}
	f.addFlags(c, "`id` of the scheme that made the sketches")
	c.Flags().StringVarP(&f.output, "output", "o", "", "also write the merged sketch to `file`")
	c.Flags().BoolVar(&f.json, "json", false, "print an object")
	return c
}

func (f *mergeFlags) check(flags *pflag.FlagSet) error {
	if err := f.schemeFlags.check(flags); err != nil {
		return err
	}
	if len(f.ids) == 0 && len(f.files) == 0 {
		return usageError{fmt.Errorf("--scheme: none given: expected the one that made the sketches, which do not name it: %s, say", mergeable)}
	}
	if flags.Changed("output") && f.output == "" {
		return usageError{errors.New("--output: none given: expected the file to write")}
	}
	return nil
}

func (a *app) merge(f *mergeFlags, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	s, err := f.mergeable()
	if err != nil {
		return err
	}
	if args, err = a.inputs(args); err != nil {
		return err
	}
	u, sound := union{scheme: s}, true
	for _, name := range args {
		m, err := a.readSketch(name)
		if err != nil {
			a.out.complain(name, err)
			sound = false
			continue
		}
		u.add(m)
	}
	if !sound {
		return nil
	}
	return a.printUnion(&u, f.output, f.json)
}

// readSketch reads a full form. An octet too many is enough to reject it.
func (a *app) readSketch(name string) (*minhash.Minima, error) {
	in := input{path: name, given: true}
	if name == "-" {
		in = standardInput()
	}
	source, err := in.open(a.stdin)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	const most = 1 << 20
	octets, err := io.ReadAll(io.LimitReader(source, most+1))
	if err != nil {
		return nil, err
	}
	if len(octets) > most {
		return nil, fmt.Errorf("%w: more than %d octets: expected 1029", minhash.ErrMalformed, most)
	}
	var m minhash.Minima
	return &m, m.UnmarshalBinary(octets)
}

// union is a sketch of parts.
type union struct {
	scheme *scheme.Scheme
	minima minhash.Minima
	parts  int
}

func (u *union) add(m *minhash.Minima) {
	u.minima.Merge(m)
	u.parts++
}

// printUnion writes the sketch to output, unless that is "", and prints the
// fingerprint.
func (a *app) printUnion(u *union, output string, asJSON bool) error {
	fingerprint, err := u.scheme.FromMinima(&u.minima)
	if errors.Is(err, scheme.ErrNoFeatures) {
		return errors.New("the sketches are empty: no fingerprint")
	}
	if err != nil {
		return err
	}
	if output != "" {
		octets, _ := u.minima.MarshalBinary()
		err := writeFile(output, func(w io.Writer) error {
			_, err := w.Write(octets)
			return err
		})
		if err != nil {
			return err
		}
	}
	if asJSON {
		var path *jsonPath
		if output != "" {
			p := newJSONPath(output)
			path = &p
		}
		return a.out.writeJSON(struct {
			*jsonPath
			Scheme      string `json:"scheme"`
			Fingerprint string `json:"fingerprint"`
			Parts       int    `json:"parts"` // documents or sketches
			Slots       int    `json:"slots"` // that are not empty
		}{path, u.scheme.ID(), fingerprint.String(), u.parts, len(filled(&u.minima))})
	}
	a.out.line("%s", strings.TrimSuffix(checksumLine(fingerprint.String(), output), "  "))
	return nil
}
