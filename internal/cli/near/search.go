package near

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/near/grouppage"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// nearFlags are the flags of commands that print what is near.
type nearFlags struct {
	documents.SimilarFlags
	best int
	json bool
}

func (f *nearFlags) addFlags(c *cobra.Command) {
	f.SimilarFlags.AddFlags(c)
	c.Flags().IntVarP(&f.best, "number", "n", 0, "print only the `n` nearest documents")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
}

func (f *nearFlags) check(c *cobra.Command) error {
	if c.Flags().Changed("number") && f.best < 1 {
		return cli.Usage(fmt.Errorf("--number %d: expected 1 or more", f.best))
	}
	return f.SimilarFlags.Check(c.Flags())
}

// openReadOnly opens an index for searches, with the changes that are in its journals only.
func openReadOnly(name string, private scheme.Set) (*liveindex.Shelf, error) {
	x, err := liveindex.Open(name, liveindex.Options{ReadOnly: true, Private: private})
	if err != nil {
		return nil, indexError(err)
	}
	return x, nil
}

// openIndex opens an index for the searches that flags ask for.
func openIndex(name string, f *nearFlags, private scheme.Set) (*liveindex.Shelf, error) {
	x, err := openReadOnly(name, private)
	if err != nil {
		return nil, err
	}
	if err := f.Suit(x.Options().Scheme); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// jsonMatches is what is near a document, in JSON.
type jsonMatches struct {
	cli.JSONPath
	Fingerprint string      `json:"fingerprint"`
	Matches     []jsonMatch `json:"matches"`
}

type jsonMatch struct {
	cli.JSONPath
	Fingerprint string  `json:"fingerprint"`
	Distance    int     `json:"distance"`
	Similarity  float64 `json:"similarity"`
	Exact       bool    `json:"exact,omitempty"` // the texts were compared
}

// findNear returns the documents of an index that are near one, the nearest first. With texts, they are
// compared by these.
func findNear(a *cli.App, x *liveindex.Shelf, f *nearFlags, texts *textsAtHand,
	print scheme.Fingerprint) (near []nearText, err error) {
	most := f.best
	if most == 0 || texts != nil {
		most = -1
	}
	within, least := f.Given, 0.
	if texts != nil {
		least = within.Or(x.Options().Tables.Thresholds()).Similarity(x.Options().Scheme)
		estimated := max(0, least-estimatedBelow)
		within = scheme.Thresholds{MinSimilarity: &estimated}
	}
	answer, err := x.Search(a.Ctx, print, within, most)
	if err != nil {
		return nil, err
	}
	if texts != nil {
		near = texts.compare(answer.Matches, least)
		if f.best > 0 {
			near = near[:min(f.best, len(near))]
		}
		return near, nil
	}
	for _, m := range answer.Matches {
		near = append(near, nearText{Match: m})
	}
	return near, nil
}

// jsonUnsearched is a document for which no others can be found.
type jsonUnsearched struct {
	cli.JSONPath
	Error string `json:"error"`
}

// printNear prints the documents of an index that are near one.
func printNear(a *cli.App, x *liveindex.Shelf, f *nearFlags, texts *textsAtHand, name string,
	print scheme.Fingerprint) error {
	j := jsonMatches{cli.NewJSONPath(name), print.String(), []jsonMatch{}}
	near, err := findNear(a, x, f, texts, print)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	for _, m := range near {
		switch {
		case f.json:
			j.Matches = append(j.Matches, jsonMatch{cli.NewJSONPath(m.ID), m.Fingerprint.String(), m.Distance, m.Similarity,
				m.exact})
		case x.Options().Bits != 0:
			note := ""
			if texts != nil && !m.exact {
				note = " (estimated)"
			}
			a.Out.Line("%s: %s %s%s", cli.Display(name), cli.Display(m.ID), grouppage.Similarity(m.Similarity), note)
		default:
			a.Out.Line("%s: %s %d", cli.Display(name), cli.Display(m.ID), m.Distance)
		}
	}
	if f.json {
		return a.Out.WriteJSON(j)
	}
	return nil
}

func indexQueryCommand(a *cli.App) *cobra.Command {
	var f nearFlags
	var schemes documents.SchemeFileFlags
	c := &cobra.Command{
		Use:   "query INDEX [FINGERPRINT... | -]",
		Short: "Search an index by fingerprint",
		Long: `Print the documents of an index that are near the given fingerprints. With -,
read fingerprints from the lines of standard input.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(c), schemes.Check(c.Flags())); err != nil {
				return err
			}
			return indexQuery(a, &f, &schemes, args[0], args[1:])
		},
	}
	f.addFlags(c)
	schemes.AddFlags(c)
	return c
}

func indexQuery(a *cli.App, f *nearFlags, schemes *documents.SchemeFileFlags, name string, args []string) error {
	private, err := schemes.Private()
	if err != nil {
		return err
	}
	if args, err = documents.Inputs(a, args); err != nil {
		return err
	}
	x, err := openIndex(name, f, private)
	if err != nil {
		return err
	}
	defer x.Close()
	ask := func(text string) error {
		// A line of the command fingerprint has a path, too.
		text, _, _ = strings.Cut(strings.TrimPrefix(text, `\`), "  ")
		print, err := private.Parse(strings.TrimSpace(text))
		if err == nil {
			err = printNear(a, x, f, nil, print.String(), print)
		}
		if errors.Is(err, index.ErrCorrupt) || a.Ctx.Err() != nil {
			return indexError(err)
		}
		if err != nil {
			a.Out.Complain("", err)
		}
		return nil
	}
	for _, arg := range args {
		if arg == "-" {
			err = eachLine(a, false, ask)
		} else {
			err = ask(arg)
		}
		if err != nil || a.Out.Broken() {
			return err
		}
	}
	return nil
}

// searchFlags are the flags of the command search.
type searchFlags struct {
	documents.ReadFlags
	nearFlags
	exact       bool
	containment float64 // 0 if it is not asked for
}

func SearchCommand(a *cli.App) *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search INDEX [PATH... | -]",
		Short: "Search an index for near duplicates",
		Long: `Print the documents of an index that are near the given ones, the nearest
first. A line is "PATH: ID SIMILARITY". A SimHash has a distance instead.
With --containment, search documents instead of an index.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			if err := cmp.Or(f.ReadFlags.Check(flags), f.Recorded.Check(flags, &f.RecordFlags),
				f.nearFlags.check(c), f.checkContainment(flags)); err != nil {
				return err
			}
			if f.containment > 0 {
				return searchContained(a, &f, args[0], args[1:])
			}
			return search(a, &f, args[0], args[1:], flags.Changed("profile"))
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of the scheme (default that of the index)")
	f.Recorded.AddFlags(c)
	f.nearFlags.addFlags(c)
	c.Flags().BoolVar(&f.exact, "exact", false, "compare texts of files, numbers included")
	c.Flags().Float64Var(&f.containment, "containment", 0, "find documents that have this `share` of a text")
	c.Flags().Lookup("containment").DefValue = "0"
	return c
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func search(a *cli.App, f *searchFlags, name string, args []string, profiled bool) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	f.RefuseSets = true
	private, err := f.Private()
	if err != nil {
		return err
	}
	for _, arg := range args {
		if _, err := encode.Parse(arg); err == nil && !exists(arg) {
			return cli.Usage(fmt.Errorf("%s: a fingerprint: expected a document (fpcheck index query searches for fingerprints)",
				cli.Display(arg)))
		}
	}
	x, err := openIndex(name, &f.nearFlags, private)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := readFor(a, &f.ReadFlags, x.Options().Scheme, x.Options().Profile, profiled, args, private); err != nil {
		return err
	}
	var texts *textsAtHand
	if f.exact {
		if x.Options().Bits == 0 {
			return cli.Usage(fmt.Errorf("--exact: an index of %s: expected one of a MinHash, such as mh1",
				x.Options().Scheme.ID()))
		}
		texts = newTextsAtHand(a, &f.ReadFlags)
	}
	searched, short, least := 0, 0, x.Options().Scheme.Advice().RefuseBelow
	for d, err := range documents.Read(a, args, &f.ReadFlags,
		pipeline.Options{Schemes: []*scheme.Scheme{x.Options().Scheme}}) {
		if err != nil {
			return err
		}
		if !documents.Complain(a, d) {
			if f.json {
				a.Out.WriteJSON(jsonUnsearched{cli.NewJSONPath(d.Name()), d.Trouble()})
			}
			continue
		}
		if texts != nil {
			texts.ask(d)
		}
		for _, r := range d.Results() {
			if r.Features != documents.UnknownFeatures && r.Features < least {
				if short++; f.json {
					a.Out.WriteJSON(jsonUnsearched{cli.NewJSONPath(d.Name()), reasonShort})
				}
				continue
			}
			searched++
			if err := printNear(a, x, &f.nearFlags, texts, d.Name(), r.Fingerprint); err != nil {
				a.Out.Complain("", err)
			}
		}
	}
	if f.Quiet {
		return nil
	}
	if short > 0 {
		a.Out.Note("fpcheck: " + cli.Count(short, "document") + " too short to compare")
	}
	if searched > 0 && !f.exact {
		hint := " (--exact compares them)"
		if x.Options().Bits == 0 {
			hint = "" // it needs a MinHash
		}
		a.Out.Note("fpcheck: numbers were not compared" + hint)
	}
	return nil
}
