package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/scheme"
)

// defaultScheme is used where none is named.
const defaultScheme = "sm1"

// schemeFlags are the flags that choose schemes.
type schemeFlags struct {
	ids  []string
	able func(*scheme.Scheme) bool // which are offered; all if nil
	schemeFileFlags
}

// schemeFileFlags are the flags that define private schemes.
type schemeFileFlags struct {
	files []string
	resourceFlags
}

func (f *schemeFlags) addFlags(c *cobra.Command, schemes string) {
	c.Flags().StringSliceVar(&f.ids, "scheme", nil, schemes)
	complete(c, "scheme", func() []string { return schemeIDs(f.able) })
	f.schemeFileFlags.addFlags(c)
}

func (f *schemeFileFlags) addFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.files, "scheme-file", nil, "`file` that defines a private scheme")
	f.resourceFlags.addFlags(c)
}

func (f *schemeFlags) check(flags *pflag.FlagSet) error {
	if flags.Changed("scheme") && len(f.ids) == 0 {
		return usageError{fmt.Errorf("--scheme: none given: expected one of %s", strings.Join(schemeIDs(f.able), ", "))}
	}
	return f.resourceFlags.check(flags)
}

// private loads the schemes of --scheme-file.
func (f *schemeFileFlags) private() ([]*scheme.Scheme, error) {
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
func (f *schemeFlags) schemes(private []*scheme.Scheme) ([]*scheme.Scheme, error) {
	var chosen []*scheme.Scheme
	for _, id := range f.ids {
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
func (f *schemeFlags) scheme(private []*scheme.Scheme) (*scheme.Scheme, error) {
	chosen, err := f.schemes(private)
	if err != nil {
		return nil, err
	}
	if len(f.ids) != 1 && len(chosen) > 1 {
		return nil, usageError{errors.New("several schemes: expected one --scheme, by which files are read")}
	}
	return chosen[0], nil
}

// orElse chooses a scheme if none is asked for.
func (f *schemeFlags) orElse(id string, private []*scheme.Scheme) {
	if len(f.ids) == 0 && len(private) == 0 {
		f.ids = []string{id}
	}
}

func findScheme(list []*scheme.Scheme, id string) *scheme.Scheme {
	for _, s := range list {
		if s.ID() == id {
			return s
		}
	}
	return nil
}
