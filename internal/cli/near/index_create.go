package near

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
)

// indexCreateFlags are the flags of the command index create.
type indexCreateFlags struct {
	documents.SchemeFlags
	documents.ProfileFlag
	tableFlags
	bits int
}

func indexCreateCommand(a *cli.App) *cobra.Command {
	var f indexCreateFlags
	c := &cobra.Command{
		Use:   "create INDEX",
		Short: "Create an empty index",
		Long:  `Create an empty index. fpcheck serve and fpcheck index add fill it.`,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(needIndex(c, args), f.SchemeFlags.Check(c.Flags()), f.ProfileFlag.Check(),
				f.tableFlags.check(c.Flags())); err != nil {
				return err
			}
			return indexCreate(a, &f, args[0])
		},
	}
	f.SchemeFlags.AddFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.ProfileFlag.AddFlags(c)
	f.tableFlags.addFlags(c)
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	return c
}

func indexCreate(a *cli.App, f *indexCreateFlags, name string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	f.OrElse(dedupeScheme, private)
	s, err := f.Scheme(private)
	if err != nil {
		return err
	}
	w, err := createIndex(a, name, &f.tableFlags, index.Options{Scheme: s, Profile: f.Profile, Bits: f.bits,
		Private: private})
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Commit(a.Ctx); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	return nil
}

// createIndex begins an index with the tables that flags ask for.
func createIndex(a *cli.App, name string, f *tableFlags, o index.Options) (*index.Writer, error) {
	if err := f.Suit(o.Scheme); err != nil {
		return nil, err
	}
	if o.Scheme.IsMinHash() {
		o.Bits = cmp.Or(o.Bits, 8)
	} else if o.Bits != 0 {
		return nil, cli.Usage(fmt.Errorf("--bits %d: %s has no slots: expected a MinHash, such as mh1", o.Bits,
			o.Scheme.ID()))
	}
	o.Tables = index.TablesFor(o.Scheme, o.Bits, f.Given, f.recall)
	if err := ensureNoJournal(name); err != nil {
		return nil, err
	}
	w, err := index.Create(name, o)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: already exists: expected a new name (fpcheck index add adds to it)", cli.Display(name))
	}
	if err != nil {
		return nil, indexError(err)
	}
	return w, nil
}

// ensureNoJournal refuses the place of an index that is gone, while a journal still has changes of it.
func ensureNoJournal(name string) error {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, journal := range liveindex.Pending(name) {
		return fmt.Errorf("%s: %w", cli.Display(journal), liveindex.ErrForeign)
	}
	return nil
}
