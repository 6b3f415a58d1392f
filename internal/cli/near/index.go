package near

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/library"
	"github.com/lsh-interop/fpcheck/scheme"
)

func IndexCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "Build and search an index of fingerprints",
		Long: `An index is a file of ids and fingerprints that can be searched for near
duplicates. fpcheck search looks up documents in it.`,
		Args: cli.KnownCommand,
		RunE: cli.NeedCommand,
	}
	c.AddCommand(indexBuildCommand(a), indexCreateCommand(a), indexAddCommand(a), indexRemoveCommand(a),
		indexQueryCommand(a),
		indexStatsCommand(a), indexCompactCommand(a), indexVerifyCommand(a))
	return c
}

// memoryFlag is the flag that bounds the memory of what writes an index.
type memoryFlag struct {
	memory string
	octets int64
}

func (f *memoryFlag) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.memory, "memory", "1GiB", "`memory` to use, such as 4GiB")
}

func (f *memoryFlag) check() (err error) {
	if f.octets, err = cli.ByteSize(f.memory); err != nil {
		return cli.Usage(fmt.Errorf("--memory %w", err))
	}
	return nil
}

// tableFlags say for which searches an index is made.
type tableFlags struct {
	documents.SimilarFlags
	recall float64
}

func (f *tableFlags) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&f.MaxDistance, "max-distance", 0, "maximum distance of searches")
	c.Flags().Float64Var(&f.MinSimilarity, "min-similarity", 0, "minimum similarity of searches")
	c.Flags().Float64Var(&f.recall, "recall", bandkey.DefaultRecall, "share of near pairs to find")
}

func (f *tableFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(checkRecall(f.recall), f.SimilarFlags.CheckPositive(flags))
}

func checkRecall(share float64) error {
	if !(share > 0 && share <= 1) {
		return cli.Usage(fmt.Errorf("--recall %v: expected more than 0, and at most 1", share))
	}
	return nil
}

// indexWriteFlags are the flags of the commands index build and index add.
type indexWriteFlags struct {
	documents.ReadFlags
	tableFlags
	memoryFlag
	bits   int
	resume bool
}

func indexBuildCommand(a *cli.App) *cobra.Command {
	var f indexWriteFlags
	c := &cobra.Command{
		Use:   "build INDEX [PATH... | -]",
		Short: "Build an index of documents",
		Long: `Build an index of documents. Manifests and lines of fingerprints count as
documents, as in fpcheck dedupe. The file appears only when it is complete.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			err := cmp.Or(f.ReadFlags.Check(flags), f.Recorded.Check(flags, &f.RecordFlags), f.tableFlags.check(flags),
				f.memoryFlag.check())
			if err != nil {
				return err
			}
			return indexBuild(a, &f, args[0], args[1:])
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.Recorded.AddFlags(c)
	f.tableFlags.addFlags(c)
	f.memoryFlag.addFlags(c)
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	c.Flags().BoolVar(&f.resume, "resume", false, "resume an interrupted run")
	return c
}

// needIndex says that a command needs an index first.
func needIndex(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no index given: expected its file first")
	}
	return nil
}

func indexBuild(a *cli.App, f *indexWriteFlags, name string, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	f.RefuseSets, f.DistinctIDs = true, true
	s, _, err := schemeForDedupe(a, &f.ReadFlags, args, private)
	if err != nil {
		return err
	}
	o := index.Options{Scheme: s, Profile: f.Profile, Bits: f.bits, Memory: f.octets, Resume: f.resume, Private: private}
	w, err := createIndex(a, name, &f.tableFlags, o)
	if err != nil {
		return err
	}
	defer w.Close()
	a.Out.Part("fpcheck: interrupted: run the same command again with --resume to go on")
	defer a.Out.Part("")
	return fillIndex(a, f, w, name, args, s, true)
}

// indexError is an error of package index for people.
func indexError(err error) error { return errors.New(cli.OneLine(err.Error())) }

func indexAddCommand(a *cli.App) *cobra.Command {
	var f indexWriteFlags
	c := &cobra.Command{
		Use:   "add INDEX [PATH... | -]",
		Short: "Add documents to an index",
		Long: `Add documents to an index. A document replaces the one with the same id, which
is its path. A document that cannot be read is left out, and the exit
status is then 2.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			err := cmp.Or(f.ReadFlags.Check(flags), f.Recorded.Check(flags, &f.RecordFlags), f.memoryFlag.check())
			if err != nil {
				return err
			}
			return indexAdd(a, &f, args[0], args[1:], flags.Changed("profile"))
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of the scheme (default that of the index)")
	f.Recorded.AddFlags(c)
	f.memoryFlag.addFlags(c)
	return c
}

func indexAdd(a *cli.App, f *indexWriteFlags, name string, args []string, profiled bool) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	f.RefuseSets, f.DistinctIDs = true, true
	private, err := f.Private()
	if err != nil {
		return err
	}
	w, err := updateIndex(a, name, f.octets, private)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := readFor(a, &f.ReadFlags, w.Options().Scheme, w.Options().Profile, profiled, args, private); err != nil {
		return err
	}
	return fillIndex(a, f, w, name, args, w.Options().Scheme, false)
}

// readFor has documents read by the scheme and the profile of an index.
func readFor(a *cli.App, f *documents.ReadFlags, s *scheme.Scheme, profile string, profiled bool, args []string,
	private scheme.Set) error {
	if _, err := documents.AcceptFingerprints(a, f, args, private); err != nil {
		return err
	}
	if len(f.IDs) > 0 {
		asked, err := f.Scheme(private)
		if err != nil {
			return err
		}
		if asked != s {
			return cli.Usage(fmt.Errorf("--scheme %s: the index is of %s", asked.ID(), s.ID()))
		}
	}
	if profiled && f.Profile != profile {
		return cli.Usage(fmt.Errorf("--profile %s: the index is of the profile %s", f.Profile, profile))
	}
	f.Profile = profile
	return nil
}

// errPending says what a journal has.
var errPending = errors.New("a service has answered these changes, and they are not in the index yet: " +
	"fpcheck serve writes them")

// complainPending reports changes that an index lacks. A running service writes them in a moment.
func complainPending(a *cli.App, name string) {
	for _, journal := range liveindex.Pending(name) {
		if liveindex.IsServed(name) {
			a.Out.Note("fpcheck: " + cli.Display(journal) + ": a service is running, and has changes that were not examined")
			continue
		}
		a.Out.Complain(journal, errPending)
	}
}

// updateIndex opens an index to change it, and says what an earlier run has left.
func updateIndex(a *cli.App, name string, memory int64, private scheme.Set) (*index.Writer, error) {
	w, err := index.Update(name, index.Options{Memory: memory, Private: private})
	if err != nil {
		return nil, indexError(err)
	}
	for _, journal := range liveindex.Pending(name) { // a later run would write it over what changes now
		w.Close()
		return nil, fmt.Errorf("%s: %w", cli.Display(journal), errPending)
	}
	if n := w.Discarded(); n > 0 {
		a.Out.Note(fmt.Sprintf("fpcheck: %s: an earlier run was interrupted: the %d bytes that it left were removed",
			cli.Display(name), n))
	}
	return w, nil
}

// spillEvery is how often what was read is put on the disk, so that a run can be resumed.
const spillEvery = 30 * time.Second

// fillIndex adds documents, and commits. What is built can be resumed.
func fillIndex(a *cli.App, f *indexWriteFlags, w *index.Writer, name string, args []string, s *scheme.Scheme,
	build bool) error {
	var mu sync.Mutex // what is there is asked for by those who read
	before, read, added, replaced, short, gone := w.Len(), 0, 0, 0, 0, 0
	if f.resume && before > 0 {
		f.Skip = func(id string) bool {
			mu.Lock()
			defer mu.Unlock()
			return w.Has(id)
		}
	}
	discard := func() { // the name stays free for another attempt
		w.Close()
		os.Remove(name + ".part")
	}
	// What is there of a document with the same id was another text.
	remove := func(d *documents.Document) error {
		there, err := w.Remove(a.Ctx, d.Name())
		if there {
			gone++
		}
		return err
	}
	spilled := time.Now()
	add := func(d *documents.Document, sound bool) error {
		mu.Lock()
		defer mu.Unlock()
		if !sound {
			if d.IsWithoutText() {
				return remove(d)
			}
			return nil
		}
		read++
		for _, r := range d.Results() {
			if r.Features != documents.UnknownFeatures && r.Features < s.Advice().RefuseBelow {
				short++
				if err := remove(d); err != nil {
					return err
				}
				continue
			}
			if !build && w.Has(d.Name()) { // ids of one run differ, so it is from an earlier one
				replaced++
			}
			if err := w.Add(a.Ctx, d.Name(), r.Fingerprint); err != nil {
				return err
			}
			added++
		}
		if build && time.Since(spilled) > spillEvery {
			spilled = time.Now()
			return w.Flush(a.Ctx)
		}
		return nil
	}
	for d, err := range documents.Read(a, args, &f.ReadFlags, pipeline.Options{Schemes: []*scheme.Scheme{s}}) {
		if err == nil {
			err = add(d, documents.Complain(a, d))
		}
		if build && before == 0 && errors.Is(err, documents.ErrFieldless) {
			discard()
		}
		if err != nil {
			return indexError(err)
		}
	}
	if err := a.Ctx.Err(); err != nil {
		return err
	}
	if build && read == 0 && w.Len() == 0 && a.Out.Troubled() {
		discard()
		return fmt.Errorf("%s: not written, since no document was read", cli.Display(name))
	}
	if err := w.Commit(a.Ctx); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	if f.Quiet {
		return nil
	}
	text := fmt.Sprintf("%s added, %d in the index", cli.Count(added, "document"), w.Len())
	if replaced > 0 {
		text += fmt.Sprintf("; %d replaced an earlier one", replaced)
	}
	if short > 0 {
		text += fmt.Sprintf("; %d too short to tell", short)
	}
	if gone > 0 {
		text += fmt.Sprintf("; %d removed, whose text is now too short or empty", gone)
	}
	a.Out.Note("fpcheck: " + cli.Display(name) + ": " + text)
	return nil
}

func indexRemoveCommand(a *cli.App) *cobra.Command {
	var null, quiet bool
	c := &cobra.Command{
		Use:   "remove INDEX [ID... | -]",
		Short: "Remove documents from an index",
		Long: `Remove the documents with these ids from an index. With -, read ids from the
lines of standard input.`,
		Args: needIndex,
		RunE: func(_ *cobra.Command, args []string) error {
			return indexRemove(a, args[0], args[1:], null, quiet)
		},
	}
	c.Flags().BoolVarP(&null, "null", "0", false, "read NUL-terminated ids from standard input")
	c.Flags().BoolVar(&quiet, "quiet", false, "print no summary")
	return c
}

func indexRemove(a *cli.App, name string, args []string, null, quiet bool) error {
	ids, err := documents.Inputs(a, args)
	if err != nil {
		return err
	}
	w, err := updateIndex(a, name, 0, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	removed := 0
	remove := func(id string) error {
		there, err := w.Remove(a.Ctx, id)
		switch {
		case err != nil:
			return indexError(err)
		case there:
			removed++
		default:
			a.Out.Note("fpcheck: " + cli.Display(id) + ": not in the index")
			a.Out.Raise(cli.ExitDifferent)
		}
		return nil
	}
	for _, id := range ids {
		if id == "-" {
			err = eachLine(a, null, remove)
		} else {
			err = remove(id)
		}
		if err != nil {
			return err
		}
	}
	if err := w.Commit(a.Ctx); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	if !quiet {
		a.Out.Note(fmt.Sprintf("fpcheck: %s: %s removed, %d in the index", cli.Display(name),
			cli.Count(removed, "document"), w.Len()))
	}
	return nil
}

// eachLine takes the lines of standard input, or what ends with NUL.
func eachLine(a *cli.App, null bool, take func(line string) error) error {
	lines := bufio.NewScanner(a.Stdin)
	lines.Buffer(nil, documents.LongestLine)
	if null {
		lines.Split(documents.SplitNull)
	}
	for lines.Scan() {
		if err := take(lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("-: %w", err)
	}
	return nil
}

func indexCompactCommand(a *cli.App) *cobra.Command {
	var f tableFlags
	var m memoryFlag
	var quiet bool
	c := &cobra.Command{
		Use:   "compact INDEX",
		Short: "Rewrite an index to reclaim space",
		Long: `Rewrite an index without removed and replaced documents, and for other searches
if these are given. Programs that have the file open keep the old one.`,
		Args: cli.Exactly("INDEX"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(c.Flags()), m.check()); err != nil {
				return err
			}
			return indexCompact(a, args[0], &f, m.octets, c.Flags().Changed("recall"), quiet)
		},
	}
	f.addFlags(c)
	m.addFlags(c)
	c.Flags().BoolVar(&quiet, "quiet", false, "print no summary")
	return c
}

func indexCompact(a *cli.App, name string, f *tableFlags, memory int64, recall, quiet bool) error {
	w, err := updateIndex(a, name, memory, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	o := w.Options()
	if err := f.Suit(o.Scheme); err != nil {
		return err
	}
	tables := o.Tables
	if f.Given != (scheme.Thresholds{}) || recall {
		within := f.Given
		if o.Bits != 0 {
			within = within.Or(tables.Thresholds())
		}
		tables = index.TablesFor(o.Scheme, o.Bits, within, f.recall)
	}
	if err := w.Compact(a.Ctx, tables); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	if !quiet {
		a.Out.Note(fmt.Sprintf("fpcheck: %s: rewritten, %s in the index", cli.Display(name), cli.Count(w.Len(), "document")))
	}
	return nil
}

func indexVerifyCommand(a *cli.App) *cobra.Command {
	var quiet bool
	c := &cobra.Command{
		Use:   "verify INDEX",
		Short: "Check that an index is undamaged",
		Long: `Check the checksums of an index, the order of its ids, and its tables. An index
of fpcheck passages is checked, too.`,
		Args: cli.Exactly("INDEX"),
		RunE: func(_ *cobra.Command, args []string) error {
			if library.Is(args[0]) {
				return verifyPassages(a, args[0], quiet)
			}
			x, err := index.Open(args[0])
			if err == nil {
				defer x.Close()
				if err = x.Verify(a.Ctx); err != nil {
					err = fmt.Errorf("%s: %w", cli.Display(args[0]), err)
				}
			}
			complainPending(a, args[0])
			switch {
			case errors.Is(err, index.ErrCorrupt):
				a.Out.Line("%s", cli.OneLine(err.Error()))
				a.Out.Raise(cli.ExitDifferent)
				return nil
			case err != nil:
				return indexError(err)
			}
			if !quiet {
				a.Out.Note(fmt.Sprintf("fpcheck: %s: undamaged, %s", cli.Display(args[0]), cli.Count(x.Len(), "document")))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&quiet, "quiet", false, "print no summary")
	return c
}
