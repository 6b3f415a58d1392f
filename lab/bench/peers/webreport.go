//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// webReport is what was measured of pages and web archives.
type webReport struct {
	plan    plan
	machine string
	pages   []result
	archive result
}

// webReport measures pages of each source, of about the wanted number of bytes, and a crawl of
// them.
func (p plan) webReport(ctx context.Context, octets int64, log io.Writer) (r webReport, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	sources, err := readPages(octets)
	if err != nil {
		return r, err
	}
	archive, err := crawl(ctx, sources)
	if err != nil {
		return r, err
	}
	r.plan, r.machine = p, machine()+", "+instructions()
	for _, t := range sources {
		fmt.Fprintf(log, "%s: %d pages\n", t.name, len(t.documents))
		one, err := p.measure(ctx, t, ofPages(self), log)
		if err != nil {
			return r, err
		}
		r.pages = append(r.pages, one)
	}
	fmt.Fprintf(log, "%s: %d responses\n", archive.name, archive.responses)
	r.archive, err = p.measure(ctx, archive, ofArchives(self), log)
	return r, err
}

// results are all of them.
func (r webReport) results() []result { return append(append([]result(nil), r.pages...), r.archive) }

// failure is what was not measured.
func (r webReport) failure() (err error) {
	for _, t := range r.results() {
		for _, m := range t.rows {
			if m.failure != nil {
				err = errors.Join(err, fmt.Errorf("%s: %s: %w", t.text.name, m.name, m.failure))
			}
		}
	}
	return err
}

// write writes the block into a file, and web.md and web.svg beside it.
func (r webReport) write(file string) error {
	beside := filepath.Dir(file)
	return errors.Join(
		os.WriteFile(filepath.Join(beside, "web.md"), []byte(r.page()), 0o644),
		os.WriteFile(filepath.Join(beside, "web.svg"), r.picture(), 0o644),
		corpus.Block("web").ReplaceIn(file, r.block()))
}

// busy is the maximum ratio of elapsed time to processor time for a valid run. Beyond it, others
// have used the core and its caches, and the figures are provisional.
const busy = 1.1

// clock says how long runs took, and what that means for the figures.
func clock(results []result) string {
	var clocks []float64
	for _, t := range results {
		clocks = append(clocks, t.clock.median)
	}
	s := spreadOf(clocks)
	if s.most < busy {
		return "Elapsed time was " + s.String() + " times the processor time.\n"
	}
	return "**These figures are provisional**: the machine had other work. Elapsed time was\n" +
		s.String() + " times the processor time. The ratios say more than the rates.\n"
}

// block is what stands between the markers.
func (r webReport) block() string {
	var b strings.Builder
	first := r.pages[0]
	b.WriteString("![How fast pages and web archives are read](web.svg)\n\n")
	fmt.Fprintf(&b, "%s, one core, %s, %s.\n%s\nMegabytes (10^6 bytes) of HTML a second:\n\n", r.machine, goVersion(), rounds(r.plan.rounds), clock(r.results()))
	fmt.Fprintf(&b, "| | which makes | `sm1` speed-up (%[1]s) | text speed-up (%[1]s)", first.text.name)
	for _, t := range r.pages {
		b.WriteString(" | " + t.text.name)
	}
	b.WriteString(" | text |\n| --- | --- | ---:" + strings.Repeat(" | ---:", len(r.pages)+2) + " |\n")
	for i, row := range first.rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s", row.title(), row.makes, row.cell(row.times.String()), row.alike())
		for _, t := range r.pages {
			b.WriteString(" | " + t.rows[i].cell(figure(t.rows[i].rate.median/1e6)))
		}
		b.WriteString(" | " + r.share(i) + " |\n")
	}
	fmt.Fprintf(&b, "\nA web archive of the same pages, as wget crawled them: %d responses, %s MB in gzip, %s MB decompressed.\nMegabytes of the latter a second:\n\n",
		r.archive.text.responses, figure(float64(r.archive.text.octets())/1e6), figure(r.archive.text.units()/1e6))
	b.WriteString(r.archive.table(1e6, "MB/s", "`sm1` speed-up"))
	b.WriteString("\n" + missing(r.results()))
	return b.String()
}

// share is how much text a row finds in all pages, beside what the reference finds.
func (r webReport) share(row int) string {
	var theirs, ours float64
	for _, t := range r.pages {
		m := t.rows[row]
		if m.failure != nil || m.subject.answer != octetsOfText {
			return ""
		}
		theirs += m.answer
		for _, o := range t.rows {
			if o.kind == own && o.subject.answer == octetsOfText {
				ours += o.answer
			}
		}
	}
	if ours == 0 {
		return ""
	}
	return figure(theirs / ours)
}

// page returns docs/measured/web.md.
func (r webReport) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Speed of reading pages and archives

This page is for readers who compare fpcheck with other readers of HTML pages and web archives. It was
measured on %s, one core, %s, %s. Figures are medians, with the least and the
most. `+"`make bench-web`"+` writes this page. [performance.md](performance.md) describes what is compared.

Each subject is a process of its own. It has read the pages and is warm before it is measured. Java and
JavaScript warm up for %v s. The rows of programs start a process for each run.

Each run follows a run of the first row. If a peer makes the visible text, it follows a run of our text
alone. The ratios are relative to those runs. Time is processor time of all threads.
%s
`, r.machine, goVersion(), rounds(r.plan.rounds), r.plan.warm.Seconds(), clock(r.results()))
	for _, t := range r.pages {
		fmt.Fprintf(&b, "## %s: %d pages, %s MB\n\n%s\n", t.text.name, len(t.text.documents), figure(float64(t.text.octets())/1e6), t.table(1e6, "MB/s", "`sm1` speed-up", "text speed-up"))
	}
	fmt.Fprintf(&b, "## Web archive: %d responses\n\nDecompressed, the archive has %s MB.\n\n%s\n%s", r.archive.text.responses, figure(r.archive.text.units()/1e6),
		r.archive.table(1e6, "MB/s", "`sm1` speed-up"), missing(r.results()))
	return b.String()
}

// picture is web.svg.
func (r webReport) picture() []byte {
	pages := barsOf(r.pages)
	archive := barsOf([]result{r.archive})
	height := 30 + 2*(panelTop+panelSpare+panelGap) + rowHeight*(len(pages)+len(archive))
	p := svg.New(pictureWidth, height, "Pages and web archives read by one core")
	legend(p, "no text")
	top := panel(p, 30, "Megabytes of HTML a second: "+r.pages[0].text.name+"; the line is from the slowest of the sources to the fastest", pages)
	panel(p, top, "Megabytes of a decompressed web archive a second; the line is over the rounds", archive)
	return p.Bytes()
}
