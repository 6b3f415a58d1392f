package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
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
		Short: "Make a mergeable sketch of documents",
		Long: `Write one sketch of all the documents to a file, which the command merge
combines with others, and print the fingerprint of their union.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return a.sketch(&f, args)
		},
	}
	f.addFlags(c, "`id` of the scheme (default "+mergeable+")")
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
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
		Short: "Merge sketches",
		Long: `Merge files that the command sketch wrote, and print the fingerprint of all that
they were made from.`,
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
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write the merged sketch to")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
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
