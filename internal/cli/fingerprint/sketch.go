package fingerprint

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// mergeable is the scheme of the command sketch where none is named.
const mergeable = "mh1"

// sketchFlags are the flags of the command sketch.
type sketchFlags struct {
	documents.ReadFlags
	json   bool
	output string
}

func SketchCommand(a *cli.App) *cobra.Command {
	var f sketchFlags
	f.Able = merges
	c := &cobra.Command{
		Use:   "sketch --output FILE [PATH... | -]",
		Short: "Make a mergeable sketch of documents",
		Long: `Write one sketch of all documents to a file, and print the fingerprint of their
union. The command merge combines such files.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return writeSketch(a, &f, args)
		},
	}
	f.AddFlags(c, "`id` of the scheme (default "+mergeable+")")
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	return c
}

func (f *sketchFlags) check(flags *pflag.FlagSet) error {
	if err := f.ReadFlags.Check(flags); err != nil {
		return err
	}
	if f.output == "" {
		return cli.Usage(errors.New("--output: none given: expected the file to write"))
	}
	if f.Profile != extract.Visible {
		return cli.Usage(fmt.Errorf("--profile %s: a sketch does not store its profile: expected %s", f.Profile, extract.Visible))
	}
	if len(f.IDs) == 0 && len(f.Files) == 0 {
		f.IDs = []string{mergeable}
	}
	return nil
}

// merges reports whether s has a full form.
func merges(s *scheme.Scheme) bool { return s.Method().Kind() == sketch.MinHash128 }

// mergeableOf returns the one scheme that is chosen, if its sketches merge.
func mergeableOf(f *documents.SchemeFlags) (*scheme.Scheme, error) {
	s, err := f.Loaded()
	if err != nil {
		return nil, err
	}
	if !merges(s) {
		return nil, cli.Usage(fmt.Errorf("--scheme: %s (sketch: %s) does not merge: expected one with sketch: %s, such as %s",
			s.ID(), s.Method().Kind(), sketch.MinHash128, mergeable))
	}
	return s, nil
}

func writeSketch(a *cli.App, f *sketchFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	s, err := mergeableOf(&f.SchemeFlags)
	if err != nil {
		return err
	}
	if err := documents.Writable([]documents.Written{{Flag: "--output", Name: f.output}}, args); err != nil {
		return err
	}
	u := union{scheme: s}
	for d, err := range documents.Read(a, args, &f.ReadFlags, pipeline.Options{Schemes: []*scheme.Scheme{s}, Minima: true}) {
		if err != nil {
			return err
		}
		if documents.Complain(a, d) {
			u.add(d.Found.Results[0].Minima)
		}
	}
	if u.parts == 0 {
		return fmt.Errorf("%s: not written: no document has a fingerprint", cli.Display(f.output))
	}
	return printUnion(a, &u, f.output, f.json)
}

// mergeFlags are the flags of the command merge.
type mergeFlags struct {
	documents.SchemeFlags
	json   bool
	output string
}

func MergeCommand(a *cli.App) *cobra.Command {
	var f mergeFlags
	f.Able = merges
	c := &cobra.Command{
		Use:   "merge --scheme ID FILE.fpmh...",
		Short: "Merge sketches",
		Long: `Merge files that the command sketch wrote, and print the fingerprint of the
union of their documents.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if len(args) == 0 {
				return cli.Usage(errors.New("no sketch given: expected files of the command sketch"))
			}
			return merge(a, &f, args)
		},
	}
	f.AddFlags(c, "`id` of the scheme that made the sketches")
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write the merged sketch to")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	return c
}

func (f *mergeFlags) check(flags *pflag.FlagSet) error {
	if err := f.SchemeFlags.Check(flags); err != nil {
		return err
	}
	if len(f.IDs) == 0 && len(f.Files) == 0 {
		return cli.Usage(fmt.Errorf("--scheme: none given: expected the scheme that made the sketches, such as %s", mergeable))
	}
	if flags.Changed("output") && f.output == "" {
		return cli.Usage(errors.New("--output: none given: expected the file to write"))
	}
	return nil
}

func merge(a *cli.App, f *mergeFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	s, err := mergeableOf(&f.SchemeFlags)
	if err != nil {
		return err
	}
	if args, err = documents.Inputs(a, args); err != nil {
		return err
	}
	u, sound := union{scheme: s}, true
	for _, name := range args {
		m, err := readSketch(a, name)
		if err != nil {
			a.Out.Complain(name, err)
			sound = false
			continue
		}
		u.add(m)
	}
	if !sound {
		return nil
	}
	return printUnion(a, &u, f.output, f.json)
}

// readSketch reads a full form. A byte too many is enough to reject it.
func readSketch(a *cli.App, name string) (*minhash.Minima, error) {
	source, err := documents.Argument(name).Open(a.Stdin)
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
		return nil, fmt.Errorf("%w: more than %d bytes: expected 1029", minhash.ErrMalformed, most)
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

// printUnion writes the sketch to output, unless that is "", and prints the fingerprint.
func printUnion(a *cli.App, u *union, output string, asJSON bool) error {
	stored, err := u.scheme.Method().Stored(&u.minima)
	if errors.Is(err, scheme.ErrNoFeatures) {
		return errors.New("the sketches are empty: no fingerprint")
	}
	if err != nil {
		return err
	}
	fingerprint, err := u.scheme.FromSketch(stored)
	if err != nil {
		return err
	}
	if output != "" {
		octets, _ := u.minima.MarshalBinary()
		err := cli.WriteFile(output, func(w io.Writer) error {
			_, err := w.Write(octets)
			return err
		})
		if err != nil {
			return err
		}
	}
	if asJSON {
		var path *cli.JSONPath
		if output != "" {
			p := cli.NewJSONPath(output)
			path = &p
		}
		return a.Out.WriteJSON(struct {
			*cli.JSONPath
			Scheme      string `json:"scheme"`
			Fingerprint string `json:"fingerprint"`
			Parts       int    `json:"parts"` // documents or sketches
			Slots       int    `json:"slots"` // that are not empty
		}{path, u.scheme.ID(), fingerprint.String(), u.parts, len(filled(&u.minima))})
	}
	a.Out.Line("%s", strings.TrimSuffix(cli.ChecksumLine(fingerprint.String(), output), "  "))
	return nil
}
