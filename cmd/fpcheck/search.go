package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli/near/grouppage"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// nearFlags are the flags of commands that print what is near.
type nearFlags struct {
	similarFlags
	best int
	json bool
}

func (f *nearFlags) addFlags(c *cobra.Command) {
	f.similarFlags.addFlags(c)
	c.Flags().IntVarP(&f.best, "number", "n", 0, "print the `n` nearest only")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
}

func (f *nearFlags) check(c *cobra.Command) error {
	if c.Flags().Changed("number") && f.best < 1 {
		return usageError{fmt.Errorf("--number %d: expected 1 or more", f.best)}
	}
	return f.similarFlags.check(c.Flags())
}

// openIndex opens an index for searches.
func (a *app) openIndex(name string, f *nearFlags, private []*scheme.Scheme) (*index.Index, error) {
	x, err := index.Open(name, private...)
	if err != nil {
		return nil, indexError(err)
	}
	if err := f.suit(x.Scheme()); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// jsonMatches is what is near a document, in JSON.
type jsonMatches struct {
	jsonPath
	Fingerprint string      `json:"fingerprint"`
	Matches     []jsonMatch `json:"matches"`
}

type jsonMatch struct {
	jsonPath
	Fingerprint string  `json:"fingerprint"`
	Distance    int     `json:"distance"`
	Similarity  float64 `json:"similarity"`
}

// printNear prints the documents of an index that are near one.
func (a *app) printNear(x *index.Index, f *nearFlags, name string, print scheme.Fingerprint) error {
	j := jsonMatches{newJSONPath(name), print.String(), []jsonMatch{}}
	n := 0
	for m, err := range x.Search(a.ctx, print, f.given) {
		if err != nil {
			return fmt.Errorf("%s: %w", display(name), err)
		}
		if n++; f.best > 0 && n > f.best {
			break
		}
		switch {
		case f.json:
			j.Matches = append(j.Matches, jsonMatch{newJSONPath(m.ID), m.Fingerprint.String(), m.Distance, m.Similarity})
		case x.Bits() != 0:
			a.out.line("%s: %s %s", display(name), display(m.ID), grouppage.Similarity(m.Similarity))
		default:
			a.out.line("%s: %s %d", display(name), display(m.ID), m.Distance)
		}
	}
	if f.json {
		return a.out.writeJSON(j)
	}
	return nil
}

func (a *app) indexQueryCommand() *cobra.Command {
	var f nearFlags
	var schemes schemeFileFlags
	c := &cobra.Command{
		Use:   "query INDEX [FINGERPRINT... | -]",
		Short: "Find what is near fingerprints",
		Long: `Print the documents of an index that are near fingerprints, or near those on the
lines of standard input.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(c), schemes.check(c.Flags())); err != nil {
				return err
			}
			return a.indexQuery(&f, &schemes, args[0], args[1:])
		},
	}
	f.addFlags(c)
	schemes.addFlags(c)
	return c
}

func (a *app) indexQuery(f *nearFlags, schemes *schemeFileFlags, name string, args []string) error {
	private, err := schemes.private()
	if err != nil {
		return err
	}
	if args, err = a.inputs(args); err != nil {
		return err
	}
	x, err := a.openIndex(name, f, private)
	if err != nil {
		return err
	}
	defer x.Close()
	ask := func(text string) error {
		// A line of the command fingerprint has a path, too.
		text, _, _ = strings.Cut(strings.TrimPrefix(text, `\`), "  ")
		print, err := scheme.Parse(strings.TrimSpace(text), private...)
		if err == nil {
			err = a.printNear(x, f, print.String(), print)
		}
		if errors.Is(err, index.ErrCorrupt) || a.ctx.Err() != nil {
			return indexError(err)
		}
		if err != nil {
			a.out.complain("", err)
		}
		return nil
	}
	for _, arg := range args {
		if arg == "-" {
			err = a.eachLine(false, ask)
		} else {
			err = ask(arg)
		}
		if err != nil || a.out.broken() {
			return err
		}
	}
	return nil
}

// newLines reads lines, or what ends with NUL.
func newLines(r io.Reader, null bool) *bufio.Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	if null {
		lines.Split(splitNull)
	}
	return lines
}

// searchFlags are the flags of the command search.
type searchFlags struct {
	readFlags
	nearFlags
}

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search INDEX [PATH... | -]",
		Short: "Find the documents of an index that are near others",
		Long: `Print the documents of an index that are near the given ones, the nearest first:
"PATH: ID SIMILARITY", or the distance by a SimHash.`,
		Args: needIndex,
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			if err := cmp.Or(f.readFlags.check(flags), f.recorded.check(flags, &f.recordFlags), f.nearFlags.check(c)); err != nil {
				return err
			}
			return a.search(&f, args[0], args[1:], flags.Changed("profile"))
		},
	}
	f.readFlags.addFlags(c, "`id` of the scheme (default that of the index)")
	f.recorded.addFlags(c)
	f.nearFlags.addFlags(c)
	return c
}

func (a *app) search(f *searchFlags, name string, args []string, profiled bool) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	x, err := a.openIndex(name, &f.nearFlags, private)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := a.readFor(&f.readFlags, x.Scheme(), x.Profile(), profiled, args, private); err != nil {
		return err
	}
	short, least := 0, x.Scheme().Advice().RefuseBelow
	err = a.readDocuments(args, &f.readFlags, pipeline.Options{Schemes: []*scheme.Scheme{x.Scheme()}}, func(d *document) {
		if !a.complain(d) {
			return
		}
		for _, r := range d.results() {
			if r.Features != unknownFeatures && r.Features < least {
				short++
				continue
			}
			if err := a.printNear(x, &f.nearFlags, d.name(), r.Fingerprint); err != nil {
				a.out.complain("", err)
			}
		}
	})
	if err == nil && short > 0 && !f.quiet {
		a.out.note("fpcheck: " + count(short, "document") + " too short to tell")
	}
	return err
}
