//go:build linux

package main

import (
	"math"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
)

// Measures, in pixels.
const (
	pictureWidth = 860
	labelWidth   = 190
	valueWidth   = 80
	rowHeight    = 20
	panelTop     = 30 // title of a panel
	panelGap     = 35 // below a panel: ticks
	panelSpare   = 8  // below the last row
)

// colours tell kinds apart, and so do a heavy ring and the order of rows.
var colours = map[kind]string{own: "#3b82f6", port: "#16a34a", peer: "#d97706", floor: "#8b7355"}

// bar is a row of the picture: a dot, and a line over what other texts gave.
type bar struct {
	name        string
	kind        kind
	value       float64
	least, most float64
}

// picture is peers.svg.
func (r report) picture() []byte {
	texts := barsOf(r.texts)
	var shingles []bar
	for _, m := range r.shingles.rows {
		if m.failure == nil {
			shingles = append(shingles, bar{plain(m.name), m.kind, m.rate.median / 1e3, m.rate.least / 1e3, m.rate.most / 1e3})
		}
	}
	height := 30 + 2*(panelTop+panelSpare+panelGap) + rowHeight*(len(texts)+len(shingles))
	p := svg.New(pictureWidth, height, "Throughput of one core")
	legend(p, "no fingerprint")
	top := panel(p, 30, "Megabytes of text a second: "+r.texts[0].text.name+"; the line is from the slowest of the texts to the fastest", texts)
	panel(p, top, "Thousands of given shingles a second to a MinHash of 128 slots; the line is over the rounds", shingles)
	return p.Bytes()
}

// barsOf draws the first result, in millions a second, and a line over all results. If it is alone,
// the line is over its rounds.
func barsOf(results []result) (bars []bar) {
	for i, m := range results[0].rows {
		if m.failure != nil {
			continue
		}
		b := bar{plain(m.name), m.kind, m.rate.median / 1e6, math.Inf(1), 0}
		if len(results) == 1 {
			b.least, b.most = m.rate.least/1e6, m.rate.most/1e6
		}
		for _, t := range results {
			if v := t.rows[i].rate.median / 1e6; t.rows[i].failure == nil {
				b.least, b.most = min(b.least, v), max(b.most, v)
			}
		}
		bars = append(bars, b)
	}
	return bars
}

// tick writes a power of ten.
func tick(v float64) string {
	text := figure(v)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// plain takes the marks of Markdown off.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// legend names the kinds, and what is less than what the others make.
func legend(p *svg.Picture, less string) {
	x := 330.
	for _, l := range []struct {
		kind kind
		name string
	}{{own, "fpcheck"}, {port, "its ports"}, {peer, "peers"}, {floor, less}} {
		p.Dot(x, 14, 5, colours[l.kind], l.kind == floor)
		p.Text(x+10, 18, svg.Start, l.name)
		x += 30 + 8*float64(len(l.name))
	}
}

// panel draws bars on a logarithmic axis, and returns where the next may begin.
func panel(p *svg.Picture, top float64, title string, bars []bar) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, b := range bars {
		low, high = min(low, b.least), max(high, b.most)
	}
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	last = max(last, first+1)
	const width = pictureWidth - labelWidth - valueWidth
	at := func(v float64) float64 {
		return labelWidth + width*(math.Log10(v)-float64(first))/float64(last-first)
	}
	p.Text(8, top+16, svg.Start, title)
	begin := top + panelTop
	end := begin + float64(len(bars)*rowHeight) + panelSpare
	for e := first; e <= last; e++ {
		v := math.Pow10(e)
		p.Rule(at(v), begin, at(v), end, e > first)
		p.Text(at(v), end+16, svg.Middle, tick(v))
	}
	for i, b := range bars {
		y := begin + 14 + float64(i*rowHeight)
		p.Text(labelWidth-10, y+4, svg.End, b.name)
		p.Curve([]svg.Point{{X: at(b.least), Y: y}, {X: at(b.most), Y: y}}, colours[b.kind], "", 2)
		p.Dot(at(b.value), y, 5, colours[b.kind], b.kind == floor)
		p.Text(max(at(b.value), at(b.most))+10, y+4, svg.Start, figure(b.value))
	}
	return end + panelGap
}
