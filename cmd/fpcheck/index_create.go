package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// indexCreateFlags are the flags of the command index create.
type indexCreateFlags struct {
	schemeFlags
	profileFlag
	tableFlags
	bits int
}

func (a *app) indexCreateCommand() *cobra.Command {
	var f indexCreateFlags
	c := &cobra.Command{
		Use:   "create INDEX",
		Short: "Make an index of no documents",
		Long: `Make an index of no documents yet, for fpcheck serve or fpcheck index add to
fill.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(needIndex(c, args), f.schemeFlags.check(c.Flags()), f.profileFlag.check(), f.tableFlags.check(c.Flags())); err != nil {
				return err
			}
			return a.indexCreate(&f, args[0])
		},
	}
	f.schemeFlags.addFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.profileFlag.addFlags(c)
	f.tableFlags.addFlags(c)
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	return c
}

func (a *app) indexCreate(f *indexCreateFlags, name string) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	f.orElse(dedupeScheme, private)
	s, err := f.scheme(private)
	if err != nil {
		return err
	}
	w, err := a.createIndex(name, &f.tableFlags, index.Options{Scheme: s, Profile: f.profile, Bits: f.bits}, private)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Commit(a.ctx); err != nil {
		return fmt.Errorf("%s: %w", display(name), indexError(err))
	}
	return nil
}

// createIndex begins an index with the tables that flags ask for.
func (a *app) createIndex(name string, f *tableFlags, o index.Options, private []*scheme.Scheme) (*index.Writer, error) {
	if err := f.suit(o.Scheme); err != nil {
		return nil, err
	}
	if o.Scheme.IsMinHash() {
		o.Bits = cmp.Or(o.Bits, 8)
	} else if o.Bits != 0 {
		return nil, usageError{fmt.Errorf("--bits %d: %s has no slots: expected a MinHash, such as mh1", o.Bits, o.Scheme.ID())}
	}
	o.Tables = index.TablesFor(o.Scheme, o.Bits, f.given, f.recall)
	w, err := index.Create(name, o, private...)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: is there already: expected a new name (fpcheck index add adds to it)", display(name))
	}
	if err != nil {
		return nil, indexError(err)
	}
	return w, nil
}
