package documents

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
	"github.com/lsh-interop/fpcheck/internal/cli"
)

// DocumentFlags are the flags that say how documents are read.
type DocumentFlags struct {
	SchemeFlags
	Media string
	ProfileFlag
	LimitFlags
}

// ProfileFlag is the flag that chooses the profile of a text.
type ProfileFlag struct{ Profile string }

// LimitFlags are the flags that limit what a document may cost.
type LimitFlags struct {
	size    string
	MaxSize int64 // is size, in bytes
	timeout time.Duration
}

// AddFlags adds the flags. With no text for schemes, the command has no flags for them.
func (f *DocumentFlags) AddFlags(c *cobra.Command, schemes string) {
	if schemes != "" {
		f.SchemeFlags.AddFlags(c, schemes)
	}
	c.Flags().StringVar(&f.Media, "media", "", "media `type` of all documents (default: guess)")
	cli.Complete(c, "media", extract.MediaTypes)
	f.ProfileFlag.AddFlags(c)
	f.LimitFlags.AddFlags(c)
}

func (f *ProfileFlag) AddFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.Profile, "profile", extract.Visible, "`profile`: visible or main")
	cli.Complete(c, "profile", extract.Profiles)
}

func (f *LimitFlags) AddFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.size, "max-size", strconv.FormatInt(extract.DefaultLimits.Size, 10),
		"maximum `size` of a document (default 256MiB)")
	flags.Lookup("max-size").DefValue = "" // the usage says it
	flags.DurationVar(&f.timeout, "timeout", extract.DefaultLimits.Time, "maximum `time` for one document")
}

// Check finds what is wrong with the flags before any document is read.
func (f *DocumentFlags) Check(flags *pflag.FlagSet) error {
	if err := f.SchemeFlags.Check(flags); err != nil {
		return err
	}
	if flags.Changed("media") {
		if f.Media == "" { // that would mean: look at the bytes
			return cli.Usage(fmt.Errorf("--media: none given: expected one of %s", strings.Join(extract.MediaTypes(), ", ")))
		}
		_, err := extract.Open(context.Background(), strings.NewReader(""), extract.Options{MediaType: f.Media})
		// Nothing is no PDF, but what is asked for is whether there is a reader.
		if err != nil && !errors.Is(err, extract.ErrMalformed) && !errors.Is(err, extract.ErrNoText) {
			return cli.Usage(fmt.Errorf("--media: %w", err))
		}
	}
	return cmp.Or(f.ProfileFlag.Check(), f.LimitFlags.Check())
}

func (f *ProfileFlag) Check() error {
	if !slices.Contains(extract.Profiles(), f.Profile) {
		return cli.Usage(fmt.Errorf("--profile %q: expected %s", f.Profile, strings.Join(extract.Profiles(), " or ")))
	}
	return nil
}

func (f *LimitFlags) Check() (err error) {
	if f.MaxSize, err = cli.ByteSize(f.size); err != nil {
		return cli.Usage(fmt.Errorf("--max-size %w", err))
	}
	if f.timeout <= 0 {
		return cli.Usage(fmt.Errorf("--timeout %v: expected more than 0", f.timeout))
	}
	return nil
}

func (f *LimitFlags) Limits() extract.Limits { return extract.Limits{Size: f.MaxSize, Time: f.timeout} }

// WorkersFlag is the flag that says how many documents are read at once.
type WorkersFlag struct{ Workers int }

// maxWorkers bounds what a slip of the hand costs.
const maxWorkers = 1024

func (f *WorkersFlag) AddFlags(c *cobra.Command) {
	c.Flags().IntVar(&f.Workers, "workers", 0, "`number` of documents to read in parallel")
}

func (f *WorkersFlag) Check(flags *pflag.FlagSet) error {
	if flags.Changed("workers") && (f.Workers < 1 || f.Workers > maxWorkers) {
		return cli.Usage(fmt.Errorf("--workers %d: expected 1 to %d", f.Workers, maxWorkers))
	}
	return nil
}
