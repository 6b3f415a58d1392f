package documents

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/scheme"
)

// SimilarFlags are the flags that say what counts as similar.
type SimilarFlags struct {
	MaxDistance   int
	MinSimilarity float64
	Given         scheme.Thresholds
}

func (f *SimilarFlags) AddFlags(c *cobra.Command) {
	c.Flags().IntVar(&f.MaxDistance, "max-distance", 0, "maximum distance that counts as similar")
	c.Flags().Float64Var(&f.MinSimilarity, "min-similarity", 0, "minimum similarity that counts as similar")
}

func (f *SimilarFlags) Check(flags *pflag.FlagSet) error {
	if flags.Changed("max-distance") {
		f.Given.MaxDistance = &f.MaxDistance
	}
	if flags.Changed("min-similarity") {
		if !(f.MinSimilarity >= 0 && f.MinSimilarity <= 1) { // NaN neither
			return cli.Usage(fmt.Errorf("--min-similarity %v: expected 0 to 1", f.MinSimilarity))
		}
		f.Given.MinSimilarity = &f.MinSimilarity
	}
	return nil
}

// CheckPositive is like Check, and refuses the similarity 0, at which all documents are near one another.
func (f *SimilarFlags) CheckPositive(flags *pflag.FlagSet) error {
	err := f.Check(flags)
	if err == nil && f.Given.MinSimilarity != nil && f.MinSimilarity == 0 {
		err = cli.Usage(errors.New("--min-similarity 0: expected more than 0, and at most 1"))
	}
	return err
}

// Suit finds what fingerprints of s cannot be.
func (f *SimilarFlags) Suit(s *scheme.Scheme) error {
	if most := s.MaxDistance(); f.MaxDistance < 0 || f.MaxDistance > most {
		return cli.Usage(fmt.Errorf("--max-distance %d: expected 0 to %d %s", f.MaxDistance, most, s.Unit()))
	}
	return nil
}

// DescribeLimits says in words what counts as similar.
func DescribeLimits(l scheme.Thresholds, s *scheme.Scheme) string {
	var parts []string
	if l.MaxDistance != nil {
		parts = append(parts, fmt.Sprintf("a distance of at most %d %s", *l.MaxDistance, s.Unit()))
	}
	if l.MinSimilarity != nil {
		parts = append(parts, fmt.Sprintf("a similarity of at least %v", *l.MinSimilarity))
	}
	return strings.Join(parts, ", and ")
}
