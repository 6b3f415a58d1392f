package near

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// dedupeScheme is the scheme if none is named. It estimates resemblance, and bands find it.
const dedupeScheme = "mh1"

// justBelow is the distance below the threshold within which pairs are counted as just below.
const justBelow = .15

// dedupeFlags are the flags of the command dedupe.
type dedupeFlags struct {
	documents.ReadFlags
	documents.SimilarFlags
	exactFlag
	order
	outputFlags
	containmentFlags
	floor                  float64
	floored                bool // floor was given
	recall                 float64
	ignoreNumbers          bool
	keepNumbers            bool
	json, csv, pairs, null bool
	all                    bool     // pairs of copies too
	against                []string // references
	parquet, report, html  string   // report is html=FILE, html is FILE
	removed                string
	resume                 string
}

func DedupeCommand(a *cli.App) *cobra.Command {
	var f dedupeFlags
	c := &cobra.Command{
		Use:   "dedupe [PATH... | -]",
		Short: "Find near duplicates, and which document to keep",
		Long: `Group near duplicates among files, and records of web archives and data sets.
Numbers, signs and operators count, as words do. Nothing is deleted.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return dedupe(a, &f, args, c.Flags().Changed("profile"))
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.Recorded.AddFlags(c)
	f.SimilarFlags.AddFlags(c)
	f.exactFlag.addFlags(c)
	f.order.addFlags(c)
	f.outputFlags.addFlags(c)
	f.containmentFlags.addFlags(c)
	c.Flags().Float64Var(&f.floor, "floor", 0, "minimum similarity to the kept document")
	c.Flags().Lookup("floor").DefValue = "0"
	c.Flags().Float64Var(&f.recall, "recall", bandkey.DefaultRecall, "share of near pairs to find")
	c.Flags().BoolVar(&f.ignoreNumbers, "ignore-numbers", false, "compare words only")
	c.Flags().BoolVar(&f.keepNumbers, "keep-numbers", false, "keep what differs in numbers from its group")
	c.Flags().StringArrayVar(&f.against, "against", nil, "remove only what this `reference` has")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object for each document")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a CSV row for each document")
	c.Flags().BoolVar(&f.pairs, "pairs", false, "print pairs instead of groups")
	c.Flags().BoolVar(&f.all, "all", false, "with --pairs, print pairs of copies too")
	c.Flags().StringVar(&f.parquet, "parquet", "", "also write a Parquet `file`, a row per document")
	c.Flags().StringVar(&f.removed, "removed", "", "also write the ids to remove to this `file`")
	c.Flags().StringVar(&f.report, "report", "", "also write an HTML page, as html=`file`")
	c.Flags().StringVar(&f.resume, "resume", "", "save progress in `file` and resume from it")
	cli.Seldom(c, "all", "fingerprint-field", "floor", "max-size", "media-filter", "profile", "recall", "record-type",
		"remove-contained", "scheme-file", "status", "timeout")
	c.Flags().BoolVarP(&f.null, "print0", "0", false, "print the documents to remove, NUL-terminated")
	return c
}

// check returns an error if the flags contradict each other.
func (f *dedupeFlags) check(flags *pflag.FlagSet) error {
	err := errors.Join(f.ReadFlags.Check(flags), f.Recorded.Check(flags, &f.RecordFlags),
		f.SimilarFlags.CheckPositive(flags),
		checkRecall(f.recall), f.order.check(), f.outputFlags.check(flags), f.containmentFlags.check(flags))
	if err != nil {
		return err
	}
	if !(f.floor >= 0 && f.floor <= 1) {
		return cli.Usage(fmt.Errorf("--floor %v: expected 0 to 1", f.floor))
	}
	if f.field != "" {
		if err := f.RankBy(f.field); err != nil {
			return cli.Usage(fmt.Errorf("--keep: %w", err))
		}
	}
	forms := 0
	for _, is := range []bool{f.json, f.csv, f.pairs, f.null} {
		if is {
			forms++
		}
	}
	switch {
	case forms > 1:
		return cli.Usage(errors.New("--json, --csv, --pairs, --print0: expected one of them"))
	case f.keepNumbers && f.ignoreNumbers:
		return cli.Usage(errors.New("--keep-numbers, --ignore-numbers: expected one of them"))
	case f.all && !f.pairs:
		return cli.Usage(errors.New("--all: expected --pairs too"))
	case f.pairs && (f.parquet != "" || f.report != "" || f.removed != "" || f.output != ""):
		return cli.Usage(errors.New(
			"--pairs: expected none of --output, --parquet, --removed and --report, which describe groups"))
	case f.dryRun && forms > 0:
		return cli.Usage(errors.New("--dry-run: expected none of --json, --csv and --print0, as it prints other lines"))
	case f.pairs && len(f.against) > 0:
		return cli.Usage(errors.New("--pairs, --against: expected one of them"))
	}
	if flags.Changed("report") {
		var ok bool
		if f.html, ok = strings.CutPrefix(f.report, "html="); !ok || f.html == "" {
			return cli.Usage(fmt.Errorf("--report %q: expected html=FILE", f.report))
		}
	}
	f.asked, f.floored = flags.Changed("exact"), flags.Changed("floor")
	return nil
}

// written returns the files that the flags name for output.
func (f *dedupeFlags) written() []documents.Written {
	return []documents.Written{{Flag: "--removed", Name: f.removed}, {Flag: "--parquet", Name: f.parquet},
		{Flag: "--report", Name: f.html}, {Flag: "--resume", Name: f.resume, Read: true}}
}

// schemeForDedupe returns the scheme for comparing or indexing documents. It is the chosen scheme,
// or the scheme of recorded fingerprints.
func schemeForDedupe(a *cli.App, f *documents.ReadFlags, args []string, private scheme.Set) (
	s *scheme.Scheme, isRecorded bool, err error) {
	recorded, err := documents.AcceptFingerprints(a, f, args, private)
	if err != nil {
		return nil, false, err
	}
	if len(f.IDs) == 0 && recorded != nil {
		return recorded, true, nil
	}
	f.OrElse(dedupeScheme, private)
	s, err = f.Scheme(private)
	return s, recorded != nil, err
}

// A dedupeRun is one run of the command.
type dedupeRun struct {
	*dedupeFlags
	a       *cli.App
	scheme  *scheme.Scheme
	numbers bool // texts are compared by all items, not by the features of a scheme
	ledger  ledger
	out     *output // nil if the kept documents are not written
	set     index.Set
	inSet   []uint32 // by number in the set, the place of the text in the ledger
	store   *keptTexts
	stats   index.Stats

	contained *containedTexts      // nil without --containment
	keptFor   map[[2]uint32]string // by text and container, why a contained text is kept

	isAgainst  bool // there are references
	references indexReferences
}

func dedupe(a *cli.App, f *dedupeFlags, args []string, profiled bool) error {
	f.EachOnce = true
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	r := &dedupeRun{dedupeFlags: f, a: a}
	all := slices.Concat(f.against, args)
	r.isAgainst = len(f.against) > 0
	defer r.references.close()
	isRecorded := true // of an index
	if err := r.takeIndexes(profiled, args, private); err != nil {
		return err
	}
	if r.scheme == nil {
		r.scheme, isRecorded, err = schemeForDedupe(a, &f.ReadFlags, all, private)
	}
	if err != nil {
		return err
	}
	if err := f.Suit(r.scheme); err != nil {
		return err
	}
	r.numbers = r.scheme == scheme.MH1 && !isRecorded && !f.ignoreNumbers && f.Given.MaxDistance == nil
	if f.keepNumbers && !r.numbers {
		return cli.Usage(errors.New(
			"--keep-numbers: numbers are not compared here: expected texts, mh1 and --min-similarity"))
	}
	if r.store, err = f.texts(r.scheme); err != nil {
		return err
	}
	defer r.store.close()
	if r.store == nil && f.Given.MaxDistance != nil && f.Given.MinSimilarity != nil {
		return cli.Usage(errors.New("--max-distance, --min-similarity: expected one of them, or --exact too"))
	}
	if f.containment > 0 {
		if r.contained, err = newContainedTexts(); err != nil {
			return err
		}
		defer r.contained.close()
	}
	if err := documents.Writable(f.written(), all); err != nil {
		return err
	}
	if f.Own = append(f.outputFlags.own(), f.parquet, f.html, f.removed); f.resume != "" {
		f.Own = append(f.Own, f.resume, f.resume+cli.LockName)
		if f.Resumption, err = documents.OpenResumption(f.resume, &f.ReadFlags, r.scheme,
			fmt.Sprint(r.numbers, r.store != nil)); err != nil {
			return err
		}
		if r.store != nil {
			f.Resumption.Compare(r.store.keep(), r.store.store.Elements)
		}
		a.Out.Part("fpcheck: interrupted: " + cli.Display(f.resume) +
			" holds what was read so far; run the same command again to resume")
	}
	if f.output != "" {
		if r.out, err = openOutput(a, f, args); err != nil {
			return err
		}
		defer r.out.close()
	}
	f.Places = new(documents.Places)
	r.ledger.order, r.ledger.against, r.ledger.keepNumbers = f.order, r.isAgainst, f.keepNumbers
	if len(f.against) > 0 {
		err = r.read(f.against, true)
	}
	if err == nil && r.isAgainst && r.ledger.entries.n == 0 && r.ledger.indexed == 0 {
		err = errors.New("--against: no document: expected one or more")
	}
	if err == nil {
		err = r.read(args, false)
	}
	a.Out.Part("")
	if err := errors.Join(err, f.Resumption.Close()); err != nil {
		return err
	}
	if f.field != "" && r.ledger.entries.n > 0 && !slices.ContainsFunc(r.ledger.ranks,
		func(rank string) bool { return rank != "" }) {
		return fmt.Errorf("--keep %s: no record has that field: expected longest, first, last or a field", f.keep)
	}
	return r.decide(args)
}

// read reads the documents that arguments name.
func (r *dedupeRun) read(args []string, reference bool) error {
	r.EachOnce = !reference // ids of a reference need not differ
	o := pipeline.Options{Schemes: []*scheme.Scheme{r.scheme}, Keep: r.store.keep(), Compared: r.numbers,
		Attachments: true}
	o.Digest = !r.numbers
	r.contained.take(&o)
	for d, err := range documents.Read(r.a, args, &r.ReadFlags, o) {
		if err != nil {
			return err
		}
		number := r.ledger.add(d, reference)
		if number%listChunk == 0 {
			documents.BoundGarbage()
		}
		if documents.Complain(r.a, d) {
			if err := r.Resumption.Add(d); err != nil {
				return err
			}
			for _, result := range d.Results() {
				if err := r.add(number, d, &result); err != nil {
					return err
				}
			}
		}
		if err := r.store.err(); err != nil {
			return err
		}
	}
	return nil
}

// add adds the text of a document, unless it has been added.
func (r *dedupeRun) add(number int, d *documents.Document, result *pipeline.Result) error {
	if result.Scheme != r.scheme {
		return fmt.Errorf("%s: a fingerprint of %s: expected %s, as of the others", cli.Display(d.Label()),
			result.Scheme.ID(), r.scheme.ID())
	}
	same := identity(d.Found.Compared.Same[:])
	if n := d.Found.Replaced; n > 0 {
		same = identity{}
		r.ledger.setUnknown(number, n)
	}
	place, isNew := r.ledger.addText(number, same, result.Features)
	r.ledger.attach(number, d.Found.Attachments)
	if !r.ledger.entries.at(number).reference {
		indexed, err := r.references.has(d.Name())
		if err != nil {
			return err
		}
		r.ledger.entries.at(number).indexed = indexed
	}
	if !isNew {
		return nil
	}
	if err := r.contained.add(d); err != nil {
		return err
	}
	t := r.ledger.texts.at(place)
	t.numbers = d.Found.Compared.Numbers
	if result.Features != documents.UnknownFeatures && result.Features < r.scheme.Advice().RefuseBelow {
		return nil
	}
	if len(r.references.indexes) > 0 && !r.ledger.entries.at(number).reference {
		if err := r.search(place, result.Fingerprint); err != nil {
			return err
		}
	}
	t.number = int32(len(r.inSet))
	if r.isAgainst && len(r.against) == 0 { // an index is the only reference
		return nil
	}
	r.store.add(result.Kept)
	r.inSet = append(r.inSet, uint32(place))
	if err := r.set.Add("", 0, result.Fingerprint); err != nil {
		return fmt.Errorf("document %q: %w", d.Name(), cmp.Or(errors.Unwrap(err), err))
	}
	return nil
}

// decide finds the groups, and prints and writes the decisions.
func (r *dedupeRun) decide(args []string) error {
	settings, err := r.settings()
	if err != nil {
		return err
	}
	r.warnOfCost(settings)
	tell, compared := r.a.WatchParts(r.Quiet, "compared", "band")
	defer compared()
	settings.Progress = tell
	switch {
	case r.pairs:
		return r.printPairs(settings)
	case r.isAgainst:
		err = r.findAgainst(settings)
	default:
		err = r.findGroups(settings)
	}
	compared()
	if err == nil {
		err = r.findContained()
	}
	if err != nil {
		return err
	}
	if r.parquet != "" {
		if err := cli.WriteFile(r.parquet, func(w io.Writer) error { return r.writeParquet(w) }); err != nil {
			return err
		}
	}
	if r.removed != "" {
		if err := r.writeRemoved(); err != nil {
			return err
		}
	}
	written, failed := r.out.write(&r.ledger)
	if !r.dryRun {
		if err := r.print(); err != nil {
			return err
		}
	}
	found := r.summary()
	if r.html != "" {
		if err := writeReport(r, args, reportPage(found, settings, r)); err != nil {
			return err
		}
	}
	if !r.Quiet {
		for _, line := range slices.Concat([]string{found}, r.remarks(settings), written) {
			r.a.Out.Note("fpcheck: " + line)
		}
	}
	return failed
}

// findGroups finds the group of each text.
func (r *dedupeRun) findGroups(o index.Settings) error {
	clusters, err := r.set.Clusters(r.a.Ctx, o)
	if err != nil {
		return err
	}
	r.stats = clusters.Stats
	for c := range clusters.All() {
		for _, m := range c {
			t := r.ledger.texts.at(int(r.inSet[m.Document]))
			t.group, t.similarity = r.inSet[c[0].Document], m.Similarity
		}
	}
	return nil
}

// findAgainst finds the nearest reference text for each text.
func (r *dedupeRun) findAgainst(o index.Settings) error {
	l := &r.ledger
	isReference := func(place uint32) bool { return l.entries.at(l.best(place)).reference }
	found := make([]bool, l.texts.n)
	take := func(from, to uint32, similarity float64) {
		t := l.texts.at(int(to))
		if !found[to] || similarity > t.similarity {
			t.group, t.similarity, found[to] = from, similarity, true
		}
	}
	var copies [][2]uint32 // of texts that are not in a reference
	for p, err := range r.set.Pairs(r.a.Ctx, o) {
		if err != nil {
			return err
		}
		first, other := r.inSet[p.First], r.inSet[p.Other]
		switch {
		case isReference(other):
			if !isReference(first) {
				return errors.New("internal error: a reference came after what is compared with it")
			}
		case isReference(first):
			take(first, other, p.Similarity)
		case p.Similarity == 1:
			copies = append(copies, [2]uint32{first, other})
		}
	}
	// Equal texts are near the same references.
	for _, c := range copies {
		if found[c[0]] {
			take(l.texts.at(int(c[0])).group, c[1], l.texts.at(int(c[0])).similarity)
		}
	}
	r.addFound()
	return nil
}
