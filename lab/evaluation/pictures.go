package evaluation

import (
	"fmt"
	"math"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// The curves that pictures show of true pairs.
var shownTrue = []row{
	{"1 % edited", inEdits(ofDeclarations, .01)},
	{"5 % edited", inEdits(ofDeclarations, .05)},
	{"10 % edited", inEdits(ofDeclarations, .1)},
	{"menu in front", inSet(boilerplate, page)},
	{"TXT, pages", inMedium(corpus.TXT, page)},
	{"PDF, pages", inMedium(corpus.PDF, page)},
	{"PDF, whole manuals", inMedium(corpus.PDF, 0)},
}

var shownUnrelated = []row{
	{"different works", inSet(otherWork, page)},
	{"the same manual", inSet(sameManual, page)},
	{"translations", inSet(translations, 0)},
}

// steps are the thresholds that curves go through.
func (s subject) steps() []threshold {
	var all []threshold
	if s.width > 0 {
		for j := 100; j >= 10; j-- {
			all = append(all, s.atLeast(float64(j)/100))
		}
		return all
	}
	for k := range s.greatest()*3/8 + 1 {
		all = append(all, s.upTo(k))
	}
	return all
}

// at is where a step of a curve is on the axis of thresholds.
func (s subject) at(step int) float64 {
	if s.width > 0 {
		return float64(100-step) / 100
	}
	return float64(step)
}

func (s subject) axis() axis {
	if s.width > 0 {
		return axis{label: "threshold: resemblance of at least", low: 1, high: .1,
			ticks: evenly(.1, 1, .1, func(v float64) string { return decimal(v, 1) })}
	}
	high := float64(s.greatest() * 3 / 8)
	return axis{label: "threshold: bits at most", low: 0, high: high,
		ticks: evenly(0, high, high/12, func(v float64) string { return decimal(v, 0) })}
}

var sharesAxis = axis{label: "recall", low: 0, high: 1, ticks: evenly(0, 1, .2, func(v float64) string { return decimal(v, 1) })}

var perMillionAxis = axis{label: "false positives per million", low: .1, high: 1e6, log: true, ticks: powers(-1, 6)}

// drawThresholds draws what each threshold finds, of true pairs and of others.
func (r *run) drawThresholds(s subject) chart {
	recall := panel{title: "True pairs found", x: s.axis(), y: sharesAxis}
	for _, row := range shownTrue {
		h := r.sum(s.name(), row.where)
		recall.lines = append(recall.lines, curve(s, row.label, h, 1))
	}
	wrong := panel{title: "Unrelated pairs found (a curve begins where there is one)", x: s.axis(), y: perMillionAxis}
	for _, row := range shownUnrelated {
		wrong.lines = append(wrong.lines, curve(s, row.label, r.sum(s.name(), row.where), 1e6))
	}
	return chart{s.name() + ": what is found, by threshold", []panel{recall, wrong}}
}

func curve(s subject, label string, h histogram, scale float64) line {
	l := line{label: label}
	for i, t := range s.steps() {
		l.points = append(l.points, point{s.at(i), scale * float64(h.within(t.distance)) / float64(h.total())})
	}
	return l
}

// drawDistances draws how far apart pairs are.
func (r *run) drawDistances(s subject) chart {
	of, last, every := "bits", s.greatest()*3/4, 8.
	if s.width > 0 {
		of, last, every = "slots of 128 that differ", minhash.Slots, 16
	}
	p := panel{title: "Share of the pairs at each distance",
		x: axis{label: of, high: float64(last), ticks: evenly(0, float64(last), every, func(v float64) string { return decimal(v, 0) })}}
	highest := 0.
	for _, row := range []row{
		{"5 % edited", inEdits(ofDeclarations, usual)},
		{"PDF, pages", inMedium(corpus.PDF, page)},
		{"different works", inSet(otherWork, page)},
	} {
		h := r.sum(s.name(), row.where)
		l := line{label: row.label, filled: true}
		for d := range last + 1 {
			share := 0.
			if d < len(h) && h.total() > 0 {
				share = float64(h[d]) / float64(h.total())
			}
			highest = max(highest, share)
			l.points = append(l.points, point{float64(d), share})
		}
		p.lines = append(p.lines, l)
	}
	step := .05
	if highest > .3 {
		step = .1
	}
	highest = max(step, math.Ceil(highest/step)*step)
	p.y = axis{label: "share", high: highest, ticks: evenly(0, highest, step, func(v float64) string { return decimal(v, 2) })}
	return chart{s.name() + ": distances of true and of unrelated pairs", []panel{p}}
}

// drawROC draws recall against false positives, by all schemes.
func (r *run) drawROC() chart {
	x := perMillionAxis
	x.label = "false positives per million, pages of the same manual"
	var panels []panel
	for _, row := range []row{
		{"HTML and PDF, pages", inMedium(corpus.PDF, page)},
		{"5 % of the words of declarations edited", inEdits(ofDeclarations, usual)},
	} {
		p := panel{title: row.label, x: x, y: axis{label: "recall", low: .5, high: 1,
			ticks: evenly(.5, 1, .1, func(v float64) string { return decimal(v, 1) })}}
		for _, s := range r.full() {
			found, wrong := r.sum(s.name(), row.where), r.sum(s.name(), inSet(sameManual, page))
			l := line{label: s.name()}
			for d := range s.greatest() + 1 {
				rate := 1e6 * float64(wrong.within(d)) / float64(wrong.total())
				recall := float64(found.within(d)) / float64(found.total())
				// What finds nothing wrong is drawn at the left end.
				l.points = append(l.points, point{max(rate, x.low), recall})
			}
			p.lines = append(p.lines, l)
		}
		panels = append(panels, p)
	}
	return chart{"Recall against false positives", panels}
}

// drawFeatures draws what is found of short texts, by all schemes.
func (r *run) drawFeatures(advice []derived) chart {
	x := axis{label: "features, at least", low: 1, high: 1 << (bins - 1), log: true}
	for b := range bins {
		x.ticks = append(x.ticks, tick{float64(int(1) << b), fmt.Sprint(1 << b)})
	}
	recall := panel{title: "Windows of which one word is replaced, found by the loose threshold", x: x, y: sharesAxis}
	wrong := panel{title: "Windows of different works, found by the loose threshold (a curve has points where there are any)", x: x, y: perMillionAxis}
	for i, s := range r.full() {
		of := r.main.find(s.name())
		found, not := line{label: s.name()}, line{label: s.name()}
		for b := range bins {
			at, limit := float64(int(1)<<b), advice[i].loose.distance
			replaced, unrelated := r.floors.replaced[of][b], r.floors.unrelated[of][b]
			if replaced.total() >= 20 {
				found.points = append(found.points, point{at, float64(replaced.within(limit)) / float64(replaced.total())})
			}
			if unrelated.total() >= enough {
				not.points = append(not.points, point{at, 1e6 * float64(unrelated.within(limit)) / float64(unrelated.total())})
			}
		}
		recall.lines, wrong.lines = append(recall.lines, found), append(wrong.lines, not)
	}
	return chart{"Short texts: what is found, by features", []panel{recall, wrong}}
}

// full are the subjects that have sections of their own.
func (r *run) full() []subject {
	var all []subject
	for _, s := range r.main.subjects {
		if s.width == 0 || s.width == 8 {
			all = append(all, s)
		}
	}
	return all
}
