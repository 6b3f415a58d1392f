package fingerprint

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/scheme"
)

// bandFlags are the flags that print keys in place of fingerprints. Those of the thresholds have the names
// that they have in fpcheck index build.
type bandFlags struct {
	layout string // autoLayout, a layout, or "" for fingerprints
	documents.SimilarFlags
	layouts map[*scheme.Scheme]bandkey.Layout
}

// autoLayout is the layout that finds what is within the thresholds.
const autoLayout = "auto"

func (f *bandFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.layout, "bands", "", "print keys that near duplicates share, as `BxR`")
	flags.Lookup("bands").NoOptDefVal = autoLayout
	flags.IntVar(&f.MaxDistance, "max-distance", 0, "maximum distance for --bands")
	flags.Float64Var(&f.MinSimilarity, "min-similarity", 0, "minimum similarity for --bands")
	cli.Complete(c, "bands", func() []string { return []string{autoLayout} })
}

func (f *bandFlags) given() bool { return f != nil && f.layout != "" }

func (f *bandFlags) check(flags *pflag.FlagSet, args []string) error {
	if flags.Changed("bands") && f.layout == "" {
		return cli.Usage(errors.New("--bands: none given: expected bands and rows, such as --bands=16x8"))
	}
	for _, name := range []string{"max-distance", "min-similarity"} {
		switch {
		case !flags.Changed(name):
		case !f.given():
			return cli.Usage(fmt.Errorf("--%s: expected --bands, too", name))
		case f.layout != autoLayout:
			return cli.Usage(fmt.Errorf("--bands=%s, --%s: expected one of them", f.layout, name))
		}
	}
	if f.layout == autoLayout && len(args) > 0 {
		if _, err := bandkey.Parse(args[0]); err == nil {
			return cli.Usage(fmt.Errorf("--bands %[1]s: expected --bands=%[1]s, or --bands ./%[1]s for a file", args[0]))
		}
	}
	return f.CheckPositive(flags)
}

// choose finds the layout of each scheme. Bits is the number of bits in each slot of a MinHash, or 0.
func (f *bandFlags) choose(schemes []*scheme.Scheme, bits int) error {
	if !f.given() {
		return nil
	}
	if bits == 0 {
		bits = 8
	}
	f.layouts = make(map[*scheme.Scheme]bandkey.Layout)
	for _, s := range schemes {
		var l bandkey.Layout
		var err error
		if f.layout == autoLayout {
			if err := f.Suit(s); err != nil {
				return err
			}
			if l, err = bandkey.For(s, bits, f.Given, bandkey.DefaultRecall); err != nil {
				return cli.Usage(fmt.Errorf("--bands: %w", err))
			}
		} else {
			if l, err = bandkey.Parse(f.layout); err == nil {
				err = l.Check(s)
			}
			if err != nil {
				return cli.Usage(fmt.Errorf("--bands=%w", err))
			}
		}
		f.layouts[s] = l
	}
	return nil
}

// keys returns the keys of a fingerprint by the layout of its scheme.
func (f *bandFlags) keys(fp scheme.Fingerprint) []string {
	return f.layouts[fp.Scheme()].Keys(fp)
}
