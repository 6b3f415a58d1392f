package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// defaultScheme is used where none is named.
const defaultScheme = "sm1"

// choice is the flags that choose how documents are read.
type choice struct {
	schemeChoice
	media string
	profileChoice
	bounds
}

// schemeChoice is the flags that choose schemes.
type schemeChoice struct {
	ids  []string
	able func(*scheme.Scheme) bool // which are offered; all if nil
	schemeFiles
}

// schemeFiles is the flags that give private schemes.
type schemeFiles struct {
	files []string
	gear
}

// profileChoice is the flag that chooses the profile of a text.
type profileChoice struct{ profile string }

// bounds is the flags that bound what a document may cost.
type bounds struct {
	maxSize int64
	timeout time.Duration
}

func (ch *choice) addFlags(c *cobra.Command, schemes string) {
	ch.schemeChoice.addFlags(c, schemes)
	c.Flags().StringVar(&ch.media, "media", "", "media `type` of the documents, instead of what they look like: \"text/html; charset=koi8-r\"; with a charset, that of plain text is not guessed")
	complete(c, "media", extract.MediaTypes)
	ch.profileChoice.addFlags(c)
	ch.bounds.addFlags(c)
}

func (ch *schemeChoice) addFlags(c *cobra.Command, schemes string) {
	c.Flags().StringSliceVar(&ch.ids, "scheme", nil, schemes)
	complete(c, "scheme", func() []string { return schemeIDs(ch.able) })
	ch.schemeFiles.addFlags(c)
}

func (s *schemeFiles) addFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&s.files, "scheme-file", nil, "use the private scheme (x-...) that this YAML `file` defines; may be repeated")
	s.gear.addFlags(c)
}

func (p *profileChoice) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&p.profile, "profile", extract.Visible, "`profile` of the text: visible, all that a reader is shown, or main, the main content of an HTML page; the two do not compare")
	complete(c, "profile", extract.Profiles)
}

func (b *bounds) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.Int64Var(&b.maxSize, "max-size", extract.DefaultLimits.Size, "largest document, in `bytes`, of those that must be held in memory whole")
	f.Lookup("max-size").DefValue = "268435456, 256 MiB"
	f.DurationVar(&b.timeout, "timeout", extract.DefaultLimits.Time, "how long a program may take over a document; fpcheck media lists the programs: a `duration` such as 30s")
}

// check finds what is wrong with the flags before any document is read.
func (ch *choice) check(flags *pflag.FlagSet) error {
	if err := ch.schemeChoice.check(flags); err != nil {
		return err
	}
	if flags.Changed("media") {
		if ch.media == "" { // that would mean: look at the octets
			return usageError{fmt.Errorf("--media: none given: expected one of %s", strings.Join(extract.MediaTypes(), ", "))}
		}
		_, err := extract.Open(context.Background(), strings.NewReader(""), extract.Options{MediaType: ch.media})
		// Nothing is no PDF, but what is asked for is whether there is a reader.
		if err != nil && !errors.Is(err, extract.ErrMalformed) && !errors.Is(err, extract.ErrNoText) {
			return usageError{fmt.Errorf("--media: %w", err)}
		}
	}
	if err := ch.profileChoice.check(); err != nil {
		return err
	}
	return ch.bounds.check()
}

func (p *profileChoice) check() error {
	if !slices.Contains(extract.Profiles(), p.profile) {
		return usageError{fmt.Errorf("--profile %q: expected %s", p.profile, strings.Join(extract.Profiles(), " or "))}
	}
	return nil
}

func (b *bounds) check() error {
	if b.maxSize < 1 {
		return usageError{fmt.Errorf("--max-size %d: expected 1 or more", b.maxSize)}
	}
	if b.timeout <= 0 {
		return usageError{fmt.Errorf("--timeout %v: expected more than 0", b.timeout)}
	}
	return nil
}

func (b *bounds) limits() extract.Limits { return extract.Limits{Size: b.maxSize, Time: b.timeout} }

func (ch *schemeChoice) check(flags *pflag.FlagSet) error {
	if flags.Changed("scheme") && len(ch.ids) == 0 {
		return usageError{fmt.Errorf("--scheme: none given: expected one of %s", strings.Join(schemeIDs(ch.able), ", "))}
	}
	return ch.gear.check(flags)
}

// private loads the schemes of --scheme-file.
func (f *schemeFiles) private() ([]*scheme.Scheme, error) {
	if err := f.prepare(); err != nil {
		return nil, err
	}
	var loaded []*scheme.Scheme
	for _, name := range f.files {
		s, err := f.load(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", display(name), message(err))
		}
		if findScheme(loaded, s.ID()) != nil {
			return nil, fmt.Errorf("%s: %s is defined twice: expected another id", display(name), s.ID())
		}
		loaded = append(loaded, s)
	}
	return loaded, f.unused(loaded)
}

// schemes are those of --scheme, in its order, and then the others of
// --scheme-file; the default if none is named.
func (ch *schemeChoice) schemes(private []*scheme.Scheme) ([]*scheme.Scheme, error) {
	var chosen []*scheme.Scheme
	for _, id := range ch.ids {
		s := findScheme(private, id)
		if s == nil {
			var err error
			if s, err = scheme.Lookup(id); err != nil {
				return nil, usageError{fmt.Errorf("--scheme: %w", err)}
			}
		}
		if !slices.Contains(chosen, s) {
			chosen = append(chosen, s)
		}
	}
	for _, s := range private {
		if !slices.Contains(chosen, s) {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 {
		s, err := scheme.Lookup(defaultScheme)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

// scheme is the one scheme that is chosen. Beside one --scheme, files of schemes
// only serve to read fingerprints.
func (ch *schemeChoice) scheme(private []*scheme.Scheme) (*scheme.Scheme, error) {
	chosen, err := ch.schemes(private)
	if err != nil {
		return nil, err
	}
	if len(ch.ids) != 1 && len(chosen) > 1 {
		return nil, usageError{errors.New("several schemes: expected one --scheme, by which files are read")}
	}
	return chosen[0], nil
}

func findScheme(list []*scheme.Scheme, id string) *scheme.Scheme {
	for _, s := range list {
		if s.ID() == id {
			return s
		}
	}
	return nil
}
