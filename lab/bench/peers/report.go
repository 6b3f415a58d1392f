//go:build linux

package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// report is all that was measured.
type report struct {
	plan     plan
	machine  string
	vectors  string // the widest that the reference uses there: see instructions
	texts    []result
	words    result // the first text, by what makes a MinHash of it
	shingles result
}

// title is the first cell of a row.
func (m measured) title() string {
	if m.version == "" {
		return m.name
	}
	return m.name + " " + m.version + ", " + m.from
}

// block is what stands between the markers: the first table.
func (r report) block() string {
	var b strings.Builder
	first := r.texts[0]
	b.WriteString("![How fast fpcheck, its ports and its peers are](peers.svg)\n\n")
	b.WriteString(r.under())
	fmt.Fprintf(&b, "| | which makes | `sm1` speed-up (%[1]s) | with AVX2 (%[1]s)", first.text.name)
	for _, t := range r.texts {
		b.WriteString(" | " + t.text.name)
	}
	b.WriteString(" |\n| --- | --- | ---:" + strings.Repeat(" | ---:", len(r.texts)+1) + " |\n")
	for i, row := range first.rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s", row.title(), row.makes, row.cell(row.times.String()), row.alike())
		for _, t := range r.texts {
			b.WriteString(" | " + t.rows[i].cell(figure(t.rows[i].rate.median/1e6)))
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nThe same text (%s) to a MinHash of 128 slots, splitting included, in megabytes a second:\n\n", r.words.text.name)
	b.WriteString(r.words.table(1e6, "MB/s", "`mh1` speed-up", "with AVX2"))
	fmt.Fprintf(&b, "\nFrom %d documents of %s given shingles of three words to a MinHash of 128 slots.\nThousands of shingles a second:\n\n",
		len(r.shingles.text.documents), figure(float64(r.shingles.text.shingles)))
	b.WriteString(r.shingles.table(1e3, "shingles", "`mh1` speed-up", "with AVX2"))
	b.WriteString("\n" + r.missing())
	return b.String()
}

// tables are all figures with their spreads.
func (r report) tables() string {
	var b strings.Builder
	for _, t := range r.texts {
		fmt.Fprintf(&b, "## %s: %d documents, %s kB\n\n%s\n", t.text.name, len(t.text.documents), figure(float64(t.text.octets())/1e3), t.table(1e6, "MB/s", "`sm1` speed-up", "with AVX2"))
	}
	fmt.Fprintf(&b, "## Words of %s\n\n%s\n", r.words.text.name, r.words.table(1e6, "MB/s", "`mh1` speed-up", "with AVX2"))
	fmt.Fprintf(&b, "## Given shingles\n\n%s\n%s", r.shingles.table(1e3, "1,000 shingles/s", "`mh1` speed-up", "with AVX2"), r.missing())
	return b.String()
}

// page is docs/measured/peers.md.
func (r report) page() string {
	var clocks []float64
	for _, t := range r.results() {
		clocks = append(clocks, t.clock.median)
	}
	return fmt.Sprintf(`# Speed of fpcheck and its peers

This page is for readers who compare the speed of fpcheck with the speed of other libraries. It was measured
on %s, one core, %s, %s. Figures are medians, with the least and the most.
`+"`make bench-peers`"+` writes this page.

Each subject is a process of its own. It reads the documents and warms up before it is measured. Java and
JavaScript warm up for %v s. Each run follows a run of the first row, and a run of the same with AVX2. The
ratios are relative to those runs. Time is processor time of all threads. Elapsed time was
%s times as long, since the machine had other users.

The peers get what their users have, strings or bytes, and extract their own features. So their results
differ, and so does the purpose of those results.

`, r.machine, goVersion(), rounds(r.plan.rounds), r.plan.warm.Seconds(), spreadOf(clocks)) + r.tables()
}

func goVersion() string { return strings.Replace(runtime.Version(), "go", "Go ", 1) }

func rounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}

func (m measured) cell(text string) string {
	if m.failure != nil {
		return "–"
	}
	return text
}

// table returns the rows of a text, with spreads. heads are the headings of the columns after what a
// row makes. They are the rate, and how much faster the first row is. A third one is how much faster
// the row is that subject.like names.
func (r result) table(per float64, heads ...string) string {
	var b strings.Builder
	b.WriteString("| | which makes | " + strings.Join(heads, " | ") + " |\n| --- | ---" + strings.Repeat(" | ---:", len(heads)) + " |\n")
	for _, m := range r.rows {
		rate := spread{m.rate.median / per, m.rate.least / per, m.rate.most / per}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |", m.title(), m.makes, m.cell(rate.String()), m.cell(m.times.String()))
		if len(heads) > 2 {
			b.WriteString(" " + m.alike() + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// alike is how much faster the row is that subject.like names.
func (m measured) alike() string {
	if m.like == "" {
		return ""
	}
	return m.cell(m.same.String())
}

func (r report) missing() string { return missing(r.results()) }

// results are all of them.
func (r report) results() []result { return append(slices.Clone(r.texts), r.words, r.shingles) }

// missing says what was not measured.
func missing(results []result) string {
	var names []string
	seen := make(map[string]bool)
	for _, t := range results {
		for _, m := range t.rows {
			if m.failure != nil && !seen[m.name] {
				seen[m.name] = true
				names = append(names, m.name)
			}
		}
	}
	if names == nil {
		return "All peers were available.\n"
	}
	return "Not available where this was measured: " + strings.Join(names, ", ") + ".\n"
}
