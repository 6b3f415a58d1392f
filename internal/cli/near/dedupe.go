package near

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/near/grouppage"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/scheme"
)

// dedupeScheme is used where none is named: it estimates resemblance, and bands find it.
const dedupeScheme = "mh1"

// dedupeRecall is the share of the pairs at the threshold that bands find. They find more of nearer pairs.
const dedupeRecall = .9995

// dedupeFlags are the flags of the command dedupe.
type dedupeFlags struct {
	documents.ReadFlags
	documents.SimilarFlags
	exactFlag
	floor                  float64
	floored                bool // floor was given
	recall                 float64
	json, csv, pairs, null bool
	parquet, report, html  string // report is html=FILE, html is FILE
	resume                 string
}

func DedupeCommand(a *cli.App) *cobra.Command {
	var f dedupeFlags
	c := &cobra.Command{
		Use:   "dedupe [PATH... | -]",
		Short: "Find near duplicates, and which document to keep",
		Long: `Group near duplicates among files, and records of web archives and data sets.
Each group starts with the document to keep, the one with the most text.
Nothing is deleted.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			if err := errors.Join(f.ReadFlags.Check(flags), f.Recorded.Check(flags, &f.RecordFlags), f.SimilarFlags.Check(flags)); err != nil {
				return err
			}
			for _, x := range []struct {
				name  string
				value float64
			}{{"floor", f.floor}, {"recall", f.recall}} {
				if !(x.value >= 0 && x.value <= 1) {
					return cli.Usage(fmt.Errorf("--%s %v: expected 0 to 1", x.name, x.value))
				}
			}
			forms := 0
			for _, is := range []bool{f.json, f.csv, f.pairs, f.null} {
				if is {
					forms++
				}
			}
			if err := f.checkFiles(flags); err != nil {
				return err
			}
			if forms > 1 {
				return cli.Usage(errors.New("--json, --csv, --pairs, --print0: expected one of them"))
			}
			f.asked, f.floored = flags.Changed("exact"), flags.Changed("floor")
			return dedupe(a, &f, args)
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of the scheme (default "+dedupeScheme+")")
	f.Recorded.AddFlags(c)
	f.SimilarFlags.AddFlags(c)
	f.exactFlag.addFlags(c)
	c.Flags().Float64Var(&f.floor, "floor", 0, "minimum similarity to the kept document")
	c.Flags().Lookup("floor").DefValue = "0"
	c.Flags().Float64Var(&f.recall, "recall", dedupeRecall, "share of near pairs to find")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object for each group")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a CSV row for each document")
	c.Flags().BoolVar(&f.pairs, "pairs", false, "print pairs instead of groups")
	c.Flags().StringVar(&f.parquet, "parquet", "", "also write a Parquet `file`, a row per document")
	c.Flags().StringVar(&f.report, "report", "", "also write an HTML page, as html=`file`")
	c.Flags().StringVar(&f.resume, "resume", "", "save progress in `file` and resume from it")
	c.Flags().BoolVarP(&f.null, "print0", "0", false, "print the documents to remove, NUL-terminated")
	return c
}

// schemeForDedupe is the scheme by which documents are compared or indexed: the one that is asked
// for, or that of the fingerprints that are there already.
func schemeForDedupe(a *cli.App, f *documents.ReadFlags, args []string, private scheme.Set) (*scheme.Scheme, error) {
	recorded, err := documents.AcceptFingerprints(a, f, args, private)
	if err != nil {
		return nil, err
	}
	if len(f.IDs) == 0 && recorded != nil {
		return recorded, nil
	}
	f.OrElse(dedupeScheme, private)
	return f.Scheme(private)
}

// readSet adds the documents that the arguments name to a set, and returns the number of those that are
// too short to compare.
func readSet(a *cli.App, f *dedupeFlags, args []string, s *scheme.Scheme, set *index.Set, texts *keptTexts) (short int, err error) {
	o := pipeline.Options{Schemes: []*scheme.Scheme{s}, Keep: texts.keep()}
	for d, err := range documents.Read(a, args, &f.ReadFlags, o) {
		if err != nil {
			return short, err
		}
		if documents.Complain(a, d) {
			if err := f.Resumption.Add(d); err != nil {
				return short, err
			}
			for _, r := range d.Results() {
				if r.Features != documents.UnknownFeatures && r.Features < s.Advice().RefuseBelow {
					short++
					continue
				}
				if r.Scheme != s {
					return short, fmt.Errorf("%s: a fingerprint of %s: expected %s, as of the others", cli.Display(d.Label()), r.Scheme.ID(), s.ID())
				}
				if err := set.Add(d.Name(), max(0, int64(r.Features)), r.Fingerprint); err != nil {
					return short, err
				}
				texts.add(r.Kept)
			}
		}
		if err := texts.err(); err != nil {
			return short, err
		}
	}
	return short, nil
}

func dedupe(a *cli.App, f *dedupeFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	s, err := schemeForDedupe(a, &f.ReadFlags, args, private)
	if err != nil {
		return err
	}
	if err := f.Suit(s); err != nil {
		return err
	}
	texts, err := f.texts(s)
	if err != nil {
		return err
	}
	defer texts.close()
	if f.Own = (documents.OwnFiles{f.parquet, f.html}); f.resume != "" {
		f.Own = append(f.Own, f.resume, f.resume+cli.LockName)
		if f.Resumption, err = documents.OpenResumption(f.resume, &f.ReadFlags, s); err != nil {
			return err
		}
		a.Out.Part("fpcheck: interrupted: " + cli.Display(f.resume) + " holds what was read so far; run the same command again to resume")
	}
	var set index.Set
	short, err := readSet(a, f, args, s, &set, texts)
	a.Out.Part("")
	if err := errors.Join(err, f.Resumption.Close()); err != nil {
		return err
	}
	settings, err := f.settings(s, &set, texts)
	if err != nil {
		return err
	}
	tell, compared := a.WatchParts(f.Quiet, "compared", "band")
	defer compared()
	settings.Progress = tell
	if f.pairs {
		return f.explain(printPairs(a, &set, settings))
	}
	clusters, err := set.Clusters(a.Ctx, settings)
	if err != nil {
		return f.explain(err)
	}
	found := printClusters(a, f, clusters, short)
	if f.parquet != "" {
		if err := cli.WriteFile(f.parquet, func(w io.Writer) error { return writeParquet(w, clusters) }); err != nil {
			return err
		}
	}
	if f.html != "" {
		if err := writeReport(a, f, args, clusters, reportPage(found, settings, &set)); err != nil {
			return err
		}
	}
	if !f.Quiet {
		a.Out.Note("fpcheck: " + found)
	}
	return nil
}

// explain adds to an error what may help.
func (f *dedupeFlags) explain(err error) error {
	if errors.Is(err, index.ErrDuplicate) && f.Id != "" {
		return fmt.Errorf("%w (without --id-field, records have their numbers)", err)
	}
	return err
}

// checkFiles finds what is wrong with the flags that name files to write.
func (f *dedupeFlags) checkFiles(flags *pflag.FlagSet) error {
	if flags.Changed("report") {
		var ok bool
		if f.html, ok = strings.CutPrefix(f.report, "html="); !ok || f.html == "" {
			return cli.Usage(fmt.Errorf("--report %q: expected html=FILE", f.report))
		}
	}
	if f.pairs && (f.parquet != "" || f.html != "") {
		return cli.Usage(errors.New("--pairs: expected neither --parquet nor --report, which describe groups"))
	}
	return nil
}

func printPairs(a *cli.App, set *index.Set, o index.Settings) error {
	for p, err := range set.Pairs(a.Ctx, o) {
		if err != nil {
			return err
		}
		first, _ := escape.Path(set.ID(p.First))
		other, _ := escape.Path(set.ID(p.Other))
		a.Out.Line("%s\t%s\t%s", number(p.Similarity), first, other)
		if a.Out.Broken() {
			break
		}
	}
	return nil
}

// mostNamed is how many documents of a group a line names.
const mostNamed = 5

// jsonGroup is a group in JSON.
type jsonGroup struct {
	Keep    cli.JSONPath `json:"keep"`
	Size    int          `json:"size"`
	Weakest float64      `json:"weakest"` // the least similarity to the one to keep
	Others  []jsonMember `json:"others"`
}

type jsonMember struct {
	cli.JSONPath
	Similarity float64 `json:"similarity"`
	Features   int64   `json:"features,omitempty"` // if they are known
}

// printClusters prints groups, and returns what was found in a line.
func printClusters(a *cli.App, f *dedupeFlags, clusters *index.Clusters, short int) (found string) {
	rows := csv.NewWriter(a.Out.Data())
	if f.csv {
		rows.Write([]string{"cluster", "id", "similarity", "keep"})
	}
	groups, spare := 0, 0
	for c := range clusters.All() {
		if f.csv {
			for i, m := range c {
				rows.Write([]string{c[0].ID, m.ID, number(m.Similarity), strconv.FormatBool(i == 0)})
			}
		}
		if len(c) == 1 {
			continue
		}
		groups++
		spare += len(c) - 1
		switch {
		case f.csv:
		case f.null:
			for _, m := range c[1:] {
				fmt.Fprintf(a.Out.Data(), "%s\x00", m.ID)
			}
		case f.json:
			a.Out.WriteJSON(newJSONGroup(c))
		default:
			a.Out.Line("%s", groupLine(c, f.Verbose))
		}
		if a.Out.Broken() {
			break
		}
	}
	rows.Flush()
	found = cli.Count(clusters.Stats.Documents+short, "document") + ": " + cli.Count(groups, "group") + " of near duplicates"
	if groups > 0 {
		found += fmt.Sprintf(", %d to keep and %d not", groups, spare)
	}
	if short > 0 {
		found += fmt.Sprintf("; %d too short to tell", short)
	}
	return found
}

func newJSONGroup(c []index.Member) jsonGroup {
	g := jsonGroup{Keep: cli.NewJSONPath(c[0].ID), Size: len(c), Weakest: weakest(c)}
	for _, m := range c[1:] {
		g.Others = append(g.Others, jsonMember{cli.NewJSONPath(m.ID), m.Similarity, m.Weight})
	}
	return g
}

// weakest returns the least similarity of a member to the representative.
func weakest(c []index.Member) float64 {
	return slices.MinFunc(c, func(x, y index.Member) int { return cmp.Compare(x.Similarity, y.Similarity) }).Similarity
}

// groupLine is a group for people: what to keep, and what is near it, the nearest first.
func groupLine(c []index.Member, all bool) string {
	others := slices.Clone(c[1:])
	slices.SortStableFunc(others, func(x, y index.Member) int { return cmp.Compare(y.Similarity, x.Similarity) })
	var b strings.Builder
	fmt.Fprintf(&b, "keep %s:", cli.Display(c[0].ID))
	for i, m := range others {
		if i == mostNamed && !all && len(others) > mostNamed+1 {
			fmt.Fprintf(&b, " and %d more, at least %s", len(others)-i, grouppage.Similarity(weakest(c)))
			break
		}
		fmt.Fprintf(&b, " %s %s", grouppage.Similarity(m.Similarity), cli.Display(m.ID))
		if i < len(others)-1 {
			b.WriteByte(',')
		}
	}
	return b.String()
}

// number spells a similarity for programs.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
