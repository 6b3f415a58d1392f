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

// page is docs/dedup.md.
func (r *report) page() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# Near duplicates, beside other programs\n")
	say("![Seconds from JSON Lines to near duplicates](dedup.svg)\n")
	say("%s, %d processors, %s.\n`make bench-dedup` installs the programs, measures and writes this page.\n",
		r.machine, runtime.NumCPU(), strings.Replace(runtime.Version(), "go", "Go ", 1))
	say("## %s documents\n", count(r.documents))
	say("From %s MB of JSON Lines to near duplicates, in one run:\n", figure(float64(r.octets)/1e6))
	b.WriteString(r.table())
	say(`
J is the resemblance: the share of the distinct shingles of three words that two texts have in
common. *Found* is the share of the pairs that there are, *wrong* what was given with J < .5: pairs;
of clusters, documents so far from the one to keep; of programs that only say what to keep or to
drop, documents that they drop and that are near none. Both are by the words that the tool itself
uses. *Hot* is how many times as long it takes with %s copies of one document in addition, %s%% more
octets. *User's lines* are those that somebody has to write. Ratios are of wall times.

Of clusters a pair counts as found if both are in one. Documents near the threshold may each be near
one to keep and not near the other's, and then are in two: among the harder documents below most
pairs are such. dedupe --pairs gives pairs, of which [dedupe-default.md](dedupe-default.md) counts
what is found.
`, count(r.plan.copies), figure(100*float64(r.hotOctets-r.octets)/float64(r.octets)))
	if missing := r.missing(); missing != "" {
		say("%s", missing)
	}
	say(`What is found depends on what a word is. Peers are given those of Python's `+"`\\w+`"+`, or find them
by themselves; fpcheck, and FAISS that is given its SimHashes, have those of SPEC.md. In Chinese and
Japanese, which have no blanks, the first takes a whole clause for a word. There are %s pairs with
J ≥ .5 by the first, %s of them with J ≥ .8, and %s and %s by the second. By both:
`, count(r.fair[0]), count(r.near[0]), count(r.fair[1]), count(r.near[1]))
	b.WriteString(r.readingsTable())
	say("\n## Harder documents\n")
	say("%s documents that look alike, with %s pairs of J ≥ .5, and of these %s of J ≥ .8:\n", count(r.harderDocuments), count(r.harderFair[0]), count(r.harderNear[0]))
	b.WriteString(r.harderKinds + "\n")
	b.WriteString(r.harderTable())
	b.WriteString(r.realSection())
	say(`
## How this is measured

The data are made from the Debian installation guide in %d languages: sentences in an order drawn at
random, 1.1 to 3.5 kB a document, so that no two are alike. Each document has a copy. Documents stand
in random order, and depend on the seed and the guide only. Of seed %d, the file's SHA-256 is
%s. A copy is one of these:
`, r.tongues, r.plan.seed, r.digest)
	for _, k := range kinds {
		say("- %s;", k.name)
	}
	say(`
What is true is found by an exact join: the shingles that two documents share are counted, for all
pairs and not only for those that were planted. A copy need not be near: with 10%% of its words
edited it may be below .5.

Each program is used as its own page shows, from the file to a list of what it found: 128 hashes in
32 bands of 4, shingles of three words, threshold .5, where it lets one choose; 7 of 64 bits of a
SimHash. The drivers are in lab/dedup/drivers. Time is by the clock, from start to end of the
process; the programs follow one another in %d rounds, of which figures are the median, and the
least and the most. What is slow runs once. Memory is that of the largest process. After %.0f s a
program is stopped, on the hot data after %.0f s.

## What is left out

- text-dedup and datatrove take minutes: `+"`make bench-dedup SLOW=-slow`"+` has them too.
- PySpark's approxSimilarityJoin takes longer still, and has no end on hot data.
- go-simstore, a store of 16 tables of 28 bits in Go, cannot be had from the module proxy.`,
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
	say("`fpcheck dedupe` with its defaults (a similarity of %v), and the resemblance of each document to\nthe one to keep by the shingles of the texts:\n", *near.MinSimilarity)
	say("| | documents | groups | not to keep | s | MB | least J | J < .5 |")
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
		say("\nOf the %s, the largest groups, and those whose weakest member is farthest from what is kept:\n", s.name)
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
What they are:

- The largest groups are pages that translators left in English, the GPL above all, with titles and
  links in their own language; and pages of one language that the editions for several
  architectures share.
- Where J is well below what was said, the sketch is what errs: of 128 slots it scatters by .03 at a
  similarity of .85, and of thousands of documents a few are three times as far off.
- Among the declarations, ckb.html and kmr.html have one text under two languages, Central and
  Northern Kurdish: a mistake of the collection. The others are one language in two countries, two
  orthographies (1901 and 1996 in German), or in capitals.
- Copyright files made from one template, with other names in it, are near; whoever wants to know
  who holds which rights must not take one for the other. That is what near says, and no more.`)
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

// picture is docs/dedup.svg: seconds on a logarithmic axis, and hot ones as rings.
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
