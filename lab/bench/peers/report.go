//go:build linux

package main

import (
	"fmt"
	"runtime"
	"strings"
)

// report is all that was measured.
type report struct {
	plan     plan
	machine  string
	texts    []result
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
	fmt.Fprintf(&b, "%s, one core, %s, %s. Megabytes (10^6 octets) of text a second:\n\n", r.machine, goVersion(), rounds(r.plan.rounds))
	fmt.Fprintf(&b, "| | which makes | `sm1` speed-up (%s)", first.text.name)
	for _, t := range r.texts {
		b.WriteString(" | " + t.text.name)
	}
	b.WriteString(" |\n| --- | --- | ---:" + strings.Repeat(" | ---:", len(r.texts)) + " |\n")
	for i, row := range first.rows {
		fmt.Fprintf(&b, "| %s | %s | %s", row.title(), row.makes, row.cell(row.times.String()))
		for _, t := range r.texts {
			b.WriteString(" | " + t.rows[i].cell(figure(t.rows[i].rate.median/1e6)))
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nA MinHash of 128 slots of %d documents of %s given shingles of three words, in thousands of shingles a second:\n\n",
		len(r.shingles.text.documents), figure(float64(r.shingles.text.shingles)))
	b.WriteString(r.shingles.table("`mh1`", "shingles", 1e3))
	b.WriteString("\n" + r.missing())
	return b.String()
}

// tables are all figures with their spreads.
func (r report) tables() string {
	var b strings.Builder
	for _, t := range r.texts {
		fmt.Fprintf(&b, "## %s: %d documents, %s kB\n\n%s\n", t.text.name, len(t.text.documents), figure(float64(t.text.octets())/1e3), t.table("`sm1`", "MB/s", 1e6))
	}
	fmt.Fprintf(&b, "## Given shingles\n\n%s\n%s", r.shingles.table("`mh1`", "1,000 shingles/s", 1e3), r.missing())
	return b.String()
}

// page is docs/peers.md.
func (r report) page() string {
	clocks := []float64{r.shingles.clock.median}
	for _, t := range r.texts {
		clocks = append(clocks, t.clock.median)
	}
	return fmt.Sprintf(`# How fast fpcheck is, beside its peers

%s, one core, %s, %s: medians, and the least and the most.
`+"`make bench-peers`"+` writes this page.

Each subject is a process of its own. It reads the documents and warms up before it is measured,
those in Java and JavaScript for %v s. Each run follows a run of the row that it is compared with,
and the ratio is taken within that pair. Time is processor time of all threads; elapsed time was
%s times as long, since the machine had other users. The peers are
given what their users have, strings or octets, and extract their own features: what they make
differs, and so does what it is good for.

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

// table is a text's rows, with spreads.
func (r result) table(first, unit string, per float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| | which makes | %s | %s speed-up |\n| --- | --- | ---: | ---: |\n", unit, first)
	for _, m := range r.rows {
		rate := spread{m.rate.median / per, m.rate.least / per, m.rate.most / per}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.title(), m.makes, m.cell(rate.String()), m.cell(m.times.String()))
	}
	return b.String()
}

// missing says what was not measured.
func (r report) missing() string {
	var names []string
	seen := make(map[string]bool)
	for _, t := range append(append([]result(nil), r.texts...), r.shingles) {
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
