//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// byVectors returns a table of the rates with each width of vectors and of wc, and of their ratios.
func (r report) byVectors() string {
	var b strings.Builder
	line := func(title string, cell func(t result) string) {
		b.WriteString("| " + title)
		for _, t := range r.texts {
			b.WriteString(" | " + cell(t))
		}
		b.WriteString(" |\n")
	}
	line("", func(t result) string { return t.text.name })
	line("---", func(result) string { return "---:" })
	wc := func(t result) measured { return t.row("`wc -w`, C") }
	rate := func(m measured) string { return m.cell(figure(m.rate.median / 1e6)) }
	line("`sm1`, "+r.vectors, func(t result) string { return rate(t.rows[0]) })
	if r.vectors == avx512 {
		line("`sm1`, AVX2", func(t result) string { return rate(t.row(t.rows[0].like)) })
	}
	line("`wc -w`, C", func(t result) string { return rate(wc(t)) })
	// What is called the speed-up of a row is just that ratio.
	line(r.vectors+" to `wc -w`", func(t result) string { return wc(t).cell(wc(t).times.String()) })
	if r.vectors == avx512 {
		line("AVX2 to `wc -w`", func(t result) string { return wc(t).alike() })
	}
	return b.String()
}

// row is the row of that name.
func (r result) row(name string) measured {
	at := slices.IndexFunc(r.rows, func(m measured) bool { return m.name == name })
	if at < 0 {
		return measured{failure: fmt.Errorf("no row %s", name)}
	}
	return r.rows[at]
}

// under says what a table was measured on.
func (r report) under() string {
	return fmt.Sprintf("%s, one core, %s, %s.\n%s\nMegabytes (10^6 bytes) of text a second:\n\n",
		r.machine, goVersion(), rounds(r.plan.rounds), clock(r.results()))
}

// write writes the blocks of a file, and peers.md and peers.svg beside it.
func (r report) write(file string) error {
	beside := filepath.Dir(file)
	return errors.Join(
		os.WriteFile(filepath.Join(beside, "peers.md"), []byte(r.page()), 0o644),
		os.WriteFile(filepath.Join(beside, "peers.svg"), r.picture(), 0o644),
		corpus.Block("peers").ReplaceIn(file, r.block()),
		corpus.Block("vectors").ReplaceIn(file, r.under()+r.byVectors()))
}
