//go:build linux

package main

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// page returns docs/measured/dedup.md.
func (r *report) page() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# Near duplicates, beside other programs\n\nThis page is for readers who choose a program that removes near duplicates. It compares `fpcheck dedupe`\nwith other programs.\n")
	say("![Seconds from JSON Lines to near duplicates](dedup.svg)\n")
	say("%s, %d processors, %s.\n`make bench-dedup` installs the programs, measures and writes this page.\n",
		r.machine, runtime.NumCPU(), strings.Replace(runtime.Version(), "go", "Go ", 1))
	say("## %s documents\n", count(r.documents))
	say("From %s MB of JSON Lines to near duplicates, in one run:\n", figure(float64(r.octets)/1e6))
	b.WriteString(r.table())
	say(`
J is the resemblance: the share of the distinct shingles of three words that two texts have in common.
The columns are:

- *Found*: the share of the existing pairs that the program found.
- *Wrong*: reported pairs with J < 0.5. For programs that report clusters, it counts documents with
  J < 0.5 to the kept document. Some programs only report what to keep or to drop. For them, it counts
  documents that they drop and that are near no other.
- *Hot*: how many times as long the run takes with %s more copies of one document, %s%% more bytes.
- *User's lines*: the lines of code that the user has to write.

*Found* and *wrong* are by the words that the tool itself uses. Ratios are of wall times.

A program that reports clusters finds a pair if both documents are in one cluster. Two documents near
the threshold may land in different clusters. Each is then near its own kept document, but not near the
other's. Among the harder documents below, most pairs are like that. `+"`dedupe --pairs`"+` reports pairs.
[dedupe-default.md](dedupe-default.md) counts how many of them it finds.
`, count(r.plan.copies), figure(100*float64(r.hotOctets-r.octets)/float64(r.octets)))
	if missing := r.missing(); missing != "" {
		say("%s", missing)
	}
	say(`The share found depends on the definition of a word. Peers get the words of Python's `+"`\\w+`"+`, or find
words by themselves. fpcheck uses the words of SPEC.md, and so does FAISS, which gets its SimHashes. In
Chinese and Japanese, which have no spaces, `+"`\\w+`"+` takes a whole clause for a word. By `+"`\\w+`"+`,
%s pairs have J ≥ 0.5, and J is at least 0.8 for %s of them. By SPEC.md, the numbers are %s and
%s, respectively. By both:
`, count(r.fair[0]), count(r.near[0]), count(r.fair[1]), count(r.near[1]))
	b.WriteString(r.readingsTable())
	say("\n## Harder documents\n")
	say("%s documents look alike. They form %s pairs with J ≥ 0.5, and %s of these have J ≥ 0.8:\n", count(r.harderDocuments), count(r.harderFair[0]), count(r.harderNear[0]))
	b.WriteString(r.harderKinds + "\n")
	b.WriteString(r.harderTable())
	b.WriteString(r.realSection())
	say(`
## How this is measured

The data come from the Debian installation guide in %d languages. A document has 1.1 to 3.5 kB of its
sentences in random order, so no two are alike. Each document has a copy. The documents are in random
order, and depend only on the seed and the guide. For seed %d, the file's SHA-256 is %s.

A copy is one of these:
`, r.tongues, r.plan.seed, r.digest)
	for _, k := range kinds {
		say("- %s;", k.name)
	}
	say(`
An exact join finds the true pairs. It counts the shingles that two documents share, for all pairs and
not only for planted pairs. A copy need not be near: with 10%% of its words edited, J may be below 0.5.

Each program is used as its own page shows, from the file to a list of what it found. If a program lets
us choose, we use 128 hashes in 32 bands of 4. Shingles have three words, and the threshold is 0.5. For a
SimHash, it is 7 of 64 bits. The drivers are in lab/dedup/drivers.

Time is wall time, from start to end of the process. The programs follow one another in %d rounds.
Figures are the median, with the least and the most. Slow programs run once. Memory is the memory of the
largest process. A program is stopped after %.0f s, on the hot data after %.0f s.

## What is left out

- text-dedup and datatrove take minutes: `+"`make bench-dedup SLOW=-slow`"+` measures them too.
- PySpark's approxSimilarityJoin takes longer still, and does not end on hot data.
- go-simstore, a store of 16 tables of 28 bits in Go, is not on the module proxy.`,
		r.plan.rounds, r.plan.timeout.Seconds(), r.plan.hotTimeout.Seconds())
	return b.String()
}

// shown is how many groups of a set are printed.
const shown = 3

func (r *report) realSection() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	near := scheme.MH1.Thresholds(scheme.Close)
	say("\n## Real documents\n")
	say("The first table shows `fpcheck dedupe` with its defaults (a similarity of %v). J is the resemblance of each\ndocument to the kept one, by the shingles of the texts. Further tables show, for each collection,\nthe largest groups. They also show the groups whose weakest member is farthest from the kept document.\n", *near.MinSimilarity)
	say("| | documents | groups | not to keep | s | MB | least J | J < 0.5 |")
	say("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, s := range r.real {
		if s.failure != nil {
			say("| %s | %v |", s.name, s.failure)
			continue
		}
		low, wrong := 1., 0
		for _, g := range s.groups {
			low = min(low, g.weakest.resembling)
			for _, m := range g.others {
				if m.resembling < least {
					wrong++
				}
			}
		}
		say("| %s | %s | %s | %s | %s | %.0f | %.2f | %s |", s.name, count(s.documents), count(len(s.groups)), count(s.spare),
			figure(s.took.wall), float64(s.took.memory)/1e6, low, count(wrong))
	}
	dir, _ := corpus.Dir()
	short := func(path string) string {
		if p, err := filepath.Rel(dir, path); err == nil && !strings.HasPrefix(p, "..") {
			return p
		}
		return path
	}
	for _, s := range r.real {
		if len(s.groups) == 0 {
			continue
		}
		say("\nGroups from the %s:\n", s.name)
		say("| keep | others | weakest | said | J |")
		say("| --- | ---: | --- | ---: | ---: |")
		weakest := slices.Clone(s.groups)
		slices.SortStableFunc(weakest, func(x, y group) int { return cmp.Compare(x.weakest.resembling, y.weakest.resembling) })
		printed := make(map[string]bool)
		for _, g := range append(slices.Clone(s.groups[:min(shown, len(s.groups))]), weakest[:min(shown, len(weakest))]...) {
			if printed[g.keep] {
				continue
			}
			printed[g.keep] = true
			say("| %s | %s | %s | %.2f | %.2f |", short(g.keep), count(len(g.others)), short(g.weakest.path), g.weakest.said, g.weakest.resembling)
		}
	}
	say(`
The groups contain the following:

- Many of the largest groups are pages that translators left in English, above all the GPL. Their titles
  and links are in the language of the translation. Other large groups are pages of one language that the
  editions for several architectures share.
- The stated similarity is exact, since fpcheck dedupe compares the shingles of the texts themselves.
  Sketches only choose which documents it compares.
- Among the declarations, ckb.html and kmr.html have one text under two languages, Central and Northern
  Kurdish. This is a mistake of the collection. The others are one language in two countries, two
  orthographies (1901 and 1996 in German), or in capitals.
- Copyright files from one template with different names are near. If you want to know who holds which
  rights, do not take one for the other. Near means no more than that.`)
	return b.String()
}

// Measures of the picture, in pixels.
const (
	pictureWidth = 860
	labelWidth   = 300
	valueWidth   = 60
	rowHeight    = 22
	pictureTop   = 50
)

// Colours of fpcheck and of others, legible on white and on black.
const (
	ownColour  = "#3b82f6"
	peerColour = "#d97706"
)

// picture is docs/measured/dedup.svg: seconds on a logarithmic axis, and hot ones as rings.
func (r *report) picture() []byte {
	low, high := math.Inf(1), 0.
	var rows []*row
	for _, row := range r.rows {
		if len(row.plain) == 0 {
			continue
		}
		rows = append(rows, row)
		for _, c := range append(slices.Clone(row.plain), row.hot...) {
			low, high = min(low, c.wall), max(high, c.wall)
		}
	}
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	last = max(last, first+1)
	const width = pictureWidth - labelWidth - valueWidth
	at := func(v float64) float64 {
		return labelWidth + width*(math.Log10(v)-float64(first))/float64(last-first)
	}
	bottom := float64(pictureTop + rowHeight*len(rows) + 8)
	p := svg.New(pictureWidth, int(bottom)+30, fmt.Sprintf("Seconds from %s documents of JSON Lines to near duplicates", count(r.documents)))
	p.Dot(labelWidth, 36, 5, svg.Ink, false)
	p.Text(labelWidth+10, 40, svg.Start, "the data")
	p.Dot(labelWidth+100, 36, 5, svg.Ink, true)
	p.Text(labelWidth+110, 40, svg.Start, fmt.Sprintf("and %s copies of one document", count(r.plan.copies)))
	for e := first; e <= last; e++ {
		v := math.Pow10(e)
		p.Rule(at(v), pictureTop, at(v), bottom, e > first)
		p.Text(at(v), bottom+16, svg.Middle, strconv.FormatFloat(v, 'g', -1, 64))
	}
	for i, row := range rows {
		colour := peerColour
		if i < ours {
			colour = ownColour
		}
		y := float64(pictureTop + 14 + rowHeight*i)
		value := median(row.plain, wall)
		p.Text(labelWidth-10, y+4, svg.End, strings.ReplaceAll(row.name, "`", ""))
		right := value
		if len(row.hot) > 0 {
			hot := median(row.hot, wall)
			p.Curve([]svg.Point{{X: at(value), Y: y}, {X: at(hot), Y: y}}, colour, "", 2)
			p.Dot(at(hot), y, 5, colour, true)
			right = max(right, hot)
		}
		p.Dot(at(value), y, 5, colour, false)
		p.Text(at(right)+10, y+4, svg.Start, figure(value))
	}
	return p.Bytes()
}
