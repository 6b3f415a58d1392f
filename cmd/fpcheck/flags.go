package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
)

// documentFlags are the flags that say how documents are read.
type documentFlags struct {
	schemeFlags
	media string
	profileFlag
	limitFlags
}

// profileFlag is the flag that chooses the profile of a text.
type profileFlag struct{ profile string }

// limitFlags are the flags that limit what a document may cost.
type limitFlags struct {
	size    string
	maxSize int64 // is size, in bytes
	timeout time.Duration
}

func (f *documentFlags) addFlags(c *cobra.Command, schemes string) {
	f.schemeFlags.addFlags(c, schemes)
	c.Flags().StringVar(&f.media, "media", "", "media `type`, instead of what a file looks like")
	complete(c, "media", extract.MediaTypes)
	f.profileFlag.addFlags(c)
	f.limitFlags.addFlags(c)
}

func (f *profileFlag) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.profile, "profile", extract.Visible, "`profile`, visible or main")
	complete(c, "profile", extract.Profiles)
}

func (f *limitFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.size, "max-size", strconv.FormatInt(extract.DefaultLimits.Size, 10), "largest document, in `bytes` (default 256MiB)")
	flags.Lookup("max-size").DefValue = "" // the usage says it
	flags.DurationVar(&f.timeout, "timeout", extract.DefaultLimits.Time, "longest `time` for one document")
}

// check finds what is wrong with the flags before any document is read.
func (f *documentFlags) check(flags *pflag.FlagSet) error {
	if err := f.schemeFlags.check(flags); err != nil {
		return err
	}
	if flags.Changed("media") {
		if f.media == "" { // that would mean: look at the octets
			return usageError{fmt.Errorf("--media: none given: expected one of %s", strings.Join(extract.MediaTypes(), ", "))}
		}
		_, err := extract.Open(context.Background(), strings.NewReader(""), extract.Options{MediaType: f.media})
		// Nothing is no PDF, but what is asked for is whether there is a reader.
		if err != nil && !errors.Is(err, extract.ErrMalformed) && !errors.Is(err, extract.ErrNoText) {
			return usageError{fmt.Errorf("--media: %w", err)}
		}
	}
	return cmp.Or(f.profileFlag.check(), f.limitFlags.check())
}

func (f *profileFlag) check() error {
	if !slices.Contains(extract.Profiles(), f.profile) {
		return usageError{fmt.Errorf("--profile %q: expected %s", f.profile, strings.Join(extract.Profiles(), " or "))}
	}
	return nil
}

func (f *limitFlags) check() (err error) {
	if f.maxSize, err = octets(f.size); err != nil {
		return usageError{fmt.Errorf("--max-size %w", err)}
	}
	if f.timeout <= 0 {
		return usageError{fmt.Errorf("--timeout %v: expected more than 0", f.timeout)}
	}
	return nil
}

func (f *limitFlags) limits() extract.Limits { return extract.Limits{Size: f.maxSize, Time: f.timeout} }

// workersFlag is the flag that says how many documents are read at once.
type workersFlag struct{ workers int }

// maxWorkers bounds what a slip of the hand costs.
const maxWorkers = 1024

func (f *workersFlag) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&f.workers, "workers", 0, "`number` of documents read at once")
}

func (f *workersFlag) check(flags *pflag.FlagSet) error {
	if flags.Changed("workers") && (f.workers < 1 || f.workers > maxWorkers) {
		return usageError{fmt.Errorf("--workers %d: expected 1 to %d", f.workers, maxWorkers)}
	}
	return nil
}
