package main

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

func (a *app) indexCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "Keep fingerprints in a file, and find those near others",
		Long: `An index is a file of ids and fingerprints, in which documents are found that
are near others. fpcheck search looks up documents in it.`,
		Args: knownCommand,
		RunE: needCommand,
	}
	c.AddCommand(a.indexBuildCommand(), a.indexCreateCommand(), a.indexAddCommand(), a.indexRemoveCommand(), a.indexQueryCommand(),
		a.indexStatsCommand(), a.indexCompactCommand(), a.indexVerifyCommand())
	return c
}

// memoryFlag is the flag that bounds the memory of what writes an index.
type memoryFlag struct {
	memory string
	octets int64
}

func (f *memoryFlag) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.memory, "memory", "1GiB", "take about so much `memory`")
}

func (f *memoryFlag) check() (err error) {
	if f.octets, err = octets(f.memory); err != nil {
		return usageError{fmt.Errorf("--memory %w", err)}
	}
	return nil
}

// tableFlags say for which searches an index is made.
type tableFlags struct {
	similarFlags
	recall float64
}

func (f *tableFlags) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&f.maxDistance, "max-distance", 0, "searches are for at most `n` bits or slots")
	c.Flags().Float64Var(&f.minSimilarity, "min-similarity", 0, "searches are for at least `n`, 0 to 1")
	c.Flags().Float64Var(&f.recall, "recall", dedupeRecall, "share `n` of near pairs to find")
}

func (f *tableFlags) check(flags *pflag.FlagSet) error {
	if !(f.recall > 0 && f.recall <= 1) {
		return usageError{fmt.Errorf("--recall %v: expected more than 0, and at most 1", f.recall)}
	}
	return f.similarFlags.check(flags)
}

// indexWriteFlags are the flags of the commands index build and index add.
type indexWriteFlags struct {
	readFlags
	tableFlags
	memoryFlag
	bits   int
	resume bool
}

func (a *app) indexBuildCommand() *cobra.Command {
	var f indexWriteFlags
	c := &cobra.Command{
		Use:   "build INDEX [PATH... | -]",
		Short: "Make an index of documents",
		Long: `Make an index of documents, which are read as fpcheck dedupe reads them: also
manifests and lines of fingerprints. The file is there when all of it is.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			err := cmp.Or(f.readFlags.check(flags), f.recorded.check(flags, &f.recordFlags), f.tableFlags.check(flags), f.memoryFlag.check())
			if err != nil {
				return err
			}
			return a.indexBuild(&f, args[0], args[1:])
		},
	}
	f.readFlags.addFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.recorded.addFlags(c)
	f.tableFlags.addFlags(c)
	f.memoryFlag.addFlags(c)
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	c.Flags().BoolVar(&f.resume, "resume", false, "go on where a run was interrupted")
	return c
}

// needIndex says that a command needs an index first.
func needIndex(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no index given: expected its file first")
	}
	return nil
}

func (a *app) indexBuild(f *indexWriteFlags, name string, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	s, err := a.dedupeScheme(&f.readFlags, args, private)
	if err != nil {
		return err
	}
	w, err := a.createIndex(name, &f.tableFlags, index.Options{Scheme: s, Profile: f.profile, Bits: f.bits, Memory: f.octets, Resume: f.resume}, private)
	if err != nil {
		return err
	}
	defer w.Close()
	a.out.part("fpcheck: interrupted: run the same command again with --resume to go on")
	defer a.out.part("")
	return a.fillIndex(f, w, name, args, s, true)
}

// indexError is an error of package index for people.
func indexError(err error) error { return errors.New(oneLine(err.Error())) }

func (a *app) indexAddCommand() *cobra.Command {
	var f indexWriteFlags
	c := &cobra.Command{
		Use:   "add INDEX [PATH... | -]",
		Short: "Add documents to an index",
		Long: `Add documents to an index. One whose id, its path, is in the index is replaced.
When the command ends well, all of them are on the disk; before, none counts.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			err := cmp.Or(f.readFlags.check(flags), f.recorded.check(flags, &f.recordFlags), f.memoryFlag.check())
			if err != nil {
				return err
			}
			return a.indexAdd(&f, args[0], args[1:], flags.Changed("profile"))
		},
	}
	f.readFlags.addFlags(c, "`id` of the scheme (default that of the index)")
	f.recorded.addFlags(c)
	f.memoryFlag.addFlags(c)
	return c
}

func (a *app) indexAdd(f *indexWriteFlags, name string, args []string, profiled bool) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	w, err := a.updateIndex(name, f.octets, private)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := a.readFor(&f.readFlags, w.Scheme(), w.Profile(), profiled, args, private); err != nil {
		return err
	}
	return a.fillIndex(f, w, name, args, w.Scheme(), false)
}

// readFor has documents read by the scheme and the profile of an index.
func (a *app) readFor(f *readFlags, s *scheme.Scheme, profile string, profiled bool, args []string, private []*scheme.Scheme) error {
	if _, err := a.acceptFingerprints(f, args, private); err != nil {
		return err
	}
	if len(f.ids) > 0 {
		asked, err := f.scheme(private)
		if err != nil {
			return err
		}
		if asked != s {
			return usageError{fmt.Errorf("--scheme %s: the index is of %s", asked.ID(), s.ID())}
		}
	}
	if profiled && f.profile != profile {
		return usageError{fmt.Errorf("--profile %s: the index is of the profile %s", f.profile, profile)}
	}
	f.profile = profile
	return nil
}

// updateIndex opens an index to change it, and says what an earlier run has left.
func (a *app) updateIndex(name string, memory int64, private []*scheme.Scheme) (*index.Writer, error) {
	w, err := index.Update(name, memory, private...)
	if err != nil {
		return nil, indexError(err)
	}
	if n := w.Cut(); n > 0 {
		a.out.note(fmt.Sprintf("fpcheck: %s: an earlier run was interrupted: the %d octets that it left were cut", display(name), n))
	}
	return w, nil
}

// spillEvery is how often what was read is put on the disk, so that a run can be resumed.
const spillEvery = 30 * time.Second

// fillIndex adds documents, and commits. What is built can be resumed.
func (a *app) fillIndex(f *indexWriteFlags, w *index.Writer, name string, args []string, s *scheme.Scheme, build bool) error {
	var mu sync.Mutex // what is there is asked for by those who read
	before, added, short := w.Len(), 0, 0
	if f.resume && before > 0 {
		f.skip = func(id string) bool {
			mu.Lock()
			defer mu.Unlock()
			return w.Has(id)
		}
	}
	spilled := time.Now()
	var failed error
	err := a.readDocuments(args, &f.readFlags, pipeline.Options{Schemes: []*scheme.Scheme{s}}, func(d *document) {
		if failed != nil || !a.complain(d) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, r := range d.results() {
			if r.Features != unknownFeatures && r.Features < s.Advice().RefuseBelow {
				short++
				continue
			}
			if failed = w.Add(a.ctx, d.name(), r.Fingerprint); failed != nil {
				return
			}
			added++
		}
		if build && time.Since(spilled) > spillEvery {
			failed = w.Spill(a.ctx)
			spilled = time.Now()
		}
	})
	if err = cmp.Or(failed, err); err != nil {
		return indexError(err)
	}
	if err := a.ctx.Err(); err != nil {
		return err
	}
	if err := w.Commit(a.ctx); err != nil {
		return fmt.Errorf("%s: %w", display(name), indexError(err))
	}
	if f.quiet {
		return nil
	}
	text := fmt.Sprintf("%s added, %d in the index", count(added, "document"), w.Len())
	if short > 0 {
		text += fmt.Sprintf("; %d too short to tell", short)
	}
	a.out.note("fpcheck: " + display(name) + ": " + text)
	return nil
}

func (a *app) indexRemoveCommand() *cobra.Command {
	var null, quiet bool
	c := &cobra.Command{
		Use:   "remove INDEX [ID... | -]",
		Short: "Remove documents from an index",
		Long: `Remove the documents of these ids from an index, or of the ids that are the
lines of standard input.`,
		Args: needIndex,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.indexRemove(args[0], args[1:], null, quiet)
		},
	}
	c.Flags().BoolVarP(&null, "null", "0", false, "ids from standard input end with NUL")
	c.Flags().BoolVar(&quiet, "quiet", false, "print no summary")
	return c
}

func (a *app) indexRemove(name string, args []string, null, quiet bool) error {
	ids, err := a.inputs(args)
	if err != nil {
		return err
	}
	w, err := a.updateIndex(name, 0, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	removed := 0
	remove := func(id string) error {
		there, err := w.Remove(a.ctx, id)
		switch {
		case err != nil:
			return indexError(err)
		case there:
			removed++
		default:
			a.out.note("fpcheck: " + display(id) + ": not in the index")
			a.out.raise(exitDifferent)
		}
		return nil
	}
	for _, id := range ids {
		if id == "-" {
			err = a.eachLine(null, remove)
		} else {
			err = remove(id)
		}
		if err != nil {
			return err
		}
	}
	if err := w.Commit(a.ctx); err != nil {
		return fmt.Errorf("%s: %w", display(name), indexError(err))
	}
	if !quiet {
		a.out.note(fmt.Sprintf("fpcheck: %s: %s removed, %d in the index", display(name), count(removed, "document"), w.Len()))
	}
	return nil
}

// eachLine takes the lines of standard input, or what ends with NUL.
func (a *app) eachLine(null bool, take func(line string) error) error {
	lines := newLines(a.stdin, null)
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

func (a *app) indexCompactCommand() *cobra.Command {
	var f tableFlags
	var m memoryFlag
	c := &cobra.Command{
		Use:   "compact INDEX",
		Short: "Write an index anew, without what is of no more use",
		Long: `Write an index anew, without what was removed or replaced, and for other
searches if these are given. Whoever has it open goes on with the old file.`,
		Args: exactly("INDEX"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(c.Flags()), m.check()); err != nil {
				return err
			}
			return a.indexCompact(args[0], &f, m.octets, c.Flags().Changed("recall"))
		},
	}
	f.addFlags(c)
	m.addFlags(c)
	return c
}

func (a *app) indexCompact(name string, f *tableFlags, memory int64, recall bool) error {
	w, err := a.updateIndex(name, memory, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := f.suit(w.Scheme()); err != nil {
		return err
	}
	tables := w.Tables()
	if !f.given.IsZero() || recall {
		limits := f.given
		if limits.IsZero() && w.Bits() != 0 {
			limits.MinSimilarity = &tables.Similarity
		}
		tables = index.TablesFor(w.Scheme(), w.Bits(), limits, f.recall)
	}
	if err := w.Compact(a.ctx, tables); err != nil {
		return fmt.Errorf("%s: %w", display(name), indexError(err))
	}
	return nil
}

func (a *app) indexVerifyCommand() *cobra.Command {
	var quiet bool
	c := &cobra.Command{
		Use:   "verify INDEX",
		Short: "Check that an index is undamaged",
		Long:  `Check every checksum of an index, the order of its ids, and its tables.`,
		Args:  exactly("INDEX"),
		RunE: func(_ *cobra.Command, args []string) error {
			x, err := index.Open(args[0])
			if err == nil {
				defer x.Close()
				if err = x.Verify(a.ctx); err != nil {
					err = fmt.Errorf("%s: %w", display(args[0]), err)
				}
			}
			switch {
			case errors.Is(err, index.ErrCorrupt):
				a.out.line("%s", oneLine(err.Error()))
				a.out.raise(exitDifferent)
				return nil
			case err != nil:
				return indexError(err)
			}
			if !quiet {
				a.out.note(fmt.Sprintf("fpcheck: %s: undamaged, %s", display(args[0]), count(x.Len(), "document")))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&quiet, "quiet", false, "print no summary")
	return c
}
