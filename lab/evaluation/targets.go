package evaluation

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// target is something that a scheme was to reach.
type target struct {
	scheme   string
	what     string
	want     string
	measured string
	met      bool
	// refuted says that the interval of what was measured excludes the target.
	refuted bool
}

// targets are those on the schemes that were measured.
func (r *run) targets() []target {
	var all []target
	recall := func(subject, what string, p proportion, want float64) {
		all = append(all, target{subject, what, "at least " + decimal(want, 2), p.recall(), p.N > 0 && p.Rate() >= want, p.High < want})
	}
	if i := r.meter.find("sm1"); i >= 0 {
		s := r.meter.subjects[i]
		limit := s.upTo(8)
		lowest, where := proportion{}, ""
		for _, g := range groups {
			h := r.sum("sm1", inGroup(g, inEdits(ofDeclarations, usual)))
			if p := share(h.within(limit.distance), h.total()); p.N > 0 && g != noDictionary && (where == "" || p.Rate() < lowest.Rate()) {
				lowest, where = p, g
			}
		}
		recall("sm1", "recall at 8 bits, 5 % of the words of declarations edited, in the worst group of scripts: "+where, lowest, .85)
		h := r.sum("sm1", inSet(otherWork, page))
		p := rare(h.within(limit.distance), h.total())
		all = append(all, target{"sm1", "false positives at 8 bits, pages of different works", "none",
			fmt.Sprintf("%s of %s: %s per million", grouped(p.Hits), grouped(p.N), p.falsePositives()), p.Hits == 0, p.Hits > 0})
		h = r.sum("sm1", inMedium(corpus.PDF, 0))
		recall("sm1", "recall at 6 bits, whole manuals, HTML and PDF", share(h.within(6), h.total()), .93)
	}
	if i := r.meter.find("mh1"); i >= 0 {
		limit := r.meter.subjects[i].atLeast(.5)
		h := r.sum("mh1", inMedium(corpus.PDF, page))
		recall("mh1", "recall at J ≥ 0.5, pages, HTML and PDF", share(h.within(limit.distance), h.total()), .96)
		for _, set := range []set{otherWork, sameManual} {
			h := r.sum("mh1", inSet(set, page))
			p := rare(h.within(limit.distance), h.total())
			all = append(all, target{"mh1", fmt.Sprintf("false positives at J ≥ 0.5, pages of %s", set), "at most 50 per million",
				p.falsePositives(), p.Rate() <= 50e-6, p.Low > 50e-6})
		}
	}
	return all
}

func yes(met bool) string {
	if met {
		return "yes"
	}
	return "**no**"
}

// Summary lists the targets, a line each.
func (r *Results) Summary() string {
	var b strings.Builder
	for _, t := range r.targets() {
		verdict := "met"
		if !t.met {
			verdict = "not met"
		}
		fmt.Fprintf(&b, "%s  %s: %s, wanted %s: %s\n", t.scheme, t.what, t.measured, t.want, verdict)
	}
	return b.String()
}
