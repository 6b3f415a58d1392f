package documents

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/scheme"
)

// SchemeIDs lists the registered schemes that able accepts; nil accepts all.
func SchemeIDs(able func(*scheme.Scheme) bool) []string {
	var ids []string
	for _, s := range scheme.All() {
		if able == nil || able(s) {
			ids = append(ids, s.ID())
		}
	}
	return ids
}

// DefaultScheme is the scheme if none is named.
const DefaultScheme = "sm1"

// SchemeFlags are the flags that choose schemes.
type SchemeFlags struct {
	IDs  []string
	Able func(*scheme.Scheme) bool // which are offered; all if nil
	SchemeFileFlags
}

// SchemeFileFlags are the flags that define private schemes.
type SchemeFileFlags struct {
	Files []string
	ResourceFlags
}

func (f *SchemeFlags) AddFlags(c *cobra.Command, schemes string) {
	c.Flags().StringSliceVar(&f.IDs, "scheme", nil, schemes)
	cli.Complete(c, "scheme", func() []string { return SchemeIDs(f.Able) })
	f.SchemeFileFlags.AddFlags(c)
}

func (f *SchemeFileFlags) AddFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.Files, "scheme-file", nil, "`file` that defines a private scheme")
	f.ResourceFlags.addFlags(c)
}

func (f *SchemeFlags) Check(flags *pflag.FlagSet) error {
	if flags.Changed("scheme") && len(f.IDs) == 0 {
		return cli.Usage(fmt.Errorf("--scheme: none given: expected one of %s", strings.Join(SchemeIDs(f.Able), ", ")))
	}
	return f.ResourceFlags.Check(flags)
}

// Private loads the schemes of --scheme-file.
func (f *SchemeFileFlags) Private() (scheme.Set, error) {
	if err := f.prepare(); err != nil {
		return nil, err
	}
	var loaded []*scheme.Scheme
	for _, arg := range f.Files {
		from, err := f.parse(arg)
		if err != nil {
			return nil, err
		}
		name := from.name
		s, err := f.load(from)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
		}
		if err := from.unused(s); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(loaded, func(other *scheme.Scheme) bool { return other.ID() == s.ID() }) {
			return nil, fmt.Errorf("%s: %s is defined twice: expected another id", cli.Display(name), s.ID())
		}
		loaded = append(loaded, s)
	}
	return loaded, f.unused(loaded)
}

// Schemes returns the schemes of --scheme, then the others of --scheme-file, or the default.
func (f *SchemeFlags) Schemes(private scheme.Set) ([]*scheme.Scheme, error) {
	var chosen []*scheme.Scheme
	for _, id := range f.IDs {
		s, err := private.Lookup(id)
		if err != nil {
			return nil, cli.Usage(fmt.Errorf("--scheme: %w", err))
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
		s, err := scheme.Lookup(DefaultScheme)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

// Scheme returns the one chosen scheme. With one --scheme, scheme files only serve to read
// fingerprints.
func (f *SchemeFlags) Scheme(private scheme.Set) (*scheme.Scheme, error) {
	chosen, err := f.Schemes(private)
	if err != nil {
		return nil, err
	}
	if len(f.IDs) != 1 && len(chosen) > 1 {
		return nil, cli.Usage(errors.New("several schemes: expected one --scheme, by which files are read"))
	}
	return chosen[0], nil
}

// Loaded loads the schemes of --scheme-file, and returns the one chosen scheme.
func (f *SchemeFlags) Loaded() (*scheme.Scheme, error) {
	private, err := f.Private()
	if err != nil {
		return nil, err
	}
	return f.Scheme(private)
}

// OrElse sets the scheme if none was chosen.
func (f *SchemeFlags) OrElse(id string, private scheme.Set) {
	if len(f.IDs) == 0 && len(private) == 0 {
		f.IDs = []string{id}
	}
}
