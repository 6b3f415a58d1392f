package evaluation

import (
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// The rules by which advice is read from results.
const (
	// The share of pages of different works, and of one manual, that may be within loose. The upper
	// end of the interval of the rate counts, unless there is none. The share is the same for
	// windows of different works at and above a floor.
	otherRate, sameRate = 5e-6, 50e-6
	// A resemblance of less than this is none, whatever the rates.
	half = .5
	// The share of the texts with 1 % of the words edited that must be within close of a MinHash.
	nearRecall = .95
	// The share of the windows with one replaced word that must be within loose, at and above
	// warn-below.
	floorRecall = .9
)

// tolerable reports that there is none, or that the rate is certainly no greater.
func (p proportion) tolerable(rate float64) bool { return p.Hits == 0 || p.High <= rate }

// derived is the advice on one scheme, and what it rests on.
type derived struct {
	scheme *scheme.Scheme
	scheme.Advice
	close, loose threshold
}

// candidates are the thresholds that advice may give, the strictest first.
func (s subject) candidates() []threshold {
	var all []threshold
	if s.width > 0 {
		for j := 95; j >= 100*half; j -= 5 {
			all = append(all, s.atLeast(float64(j)/100))
		}
		return all
	}
	for k := range s.greatest()/4 + 1 {
		all = append(all, s.upTo(k))
	}
	return all
}

// advise derives the advice on a scheme.
func (r *run) advise(s subject) derived {
	other, same := r.sum(s.name(), inSet(otherWork, page)), r.sum(s.name(), inSet(sameManual, page))
	all := s.candidates()
	d := derived{scheme: s.scheme, close: all[0], loose: all[0]}
	closest := false
	for _, t := range all {
		if !rare(other.within(t.distance), other.total()).tolerable(otherRate) ||
			!rare(same.within(t.distance), same.total()).tolerable(sameRate) {
			break
		}
		d.loose = t
		if none := other.within(t.distance)+same.within(t.distance) == 0; none && !closest {
			d.close = t
			closest = s.width > 0 && r.findsNear(s, t)
		}
	}
	d.Close, d.Loose = s.value(d.close), s.value(d.loose)
	i := r.meter.find(s.name())
	unrelated, replaced := r.floors.unrelated[i][:], r.floors.replaced[i][:]
	d.RefuseBelow = floor(unrelated, d.close, func(int) bool { return true })
	d.WarnBelow = max(d.RefuseBelow, floor(unrelated, d.loose, func(b int) bool {
		n := replaced[b].total()
		return n == 0 || share(replaced[b].within(d.loose.distance), n).Rate() >= floorRecall
	}))
	return d
}

// findsNear reports that a threshold finds nearly all texts that are hardly edited.
func (r *run) findsNear(s subject, t threshold) bool {
	for _, source := range []string{ofDeclarations, ofPages} {
		h := r.sum(s.name(), inEdits(source, shares[0]))
		if share(h.within(t.distance), h.total()).Rate() < nearRecall {
			return false
		}
	}
	return true
}

// floor is the least number of features from which on a threshold finds few enough unrelated
// windows. This must hold for all windows together, and for each bin if the bin has enough data.
// good must hold for each bin, too.
func floor(unrelated []histogram, t threshold, good func(bin int) bool) int {
	least := len(unrelated) - 1
	var all histogram
	for b := least; b >= 0; b-- {
		own := rare(unrelated[b].within(t.distance), unrelated[b].total())
		if own.Low > otherRate || !good(b) {
			break
		}
		all = all.plus(unrelated[b])
		if rare(all.within(t.distance), all.total()).tolerable(otherRate) {
			least = b
		}
	}
	return 1 << least
}

// value is what advice calls a threshold.
func (s subject) value(t threshold) float64 {
	if s.width == 0 {
		return float64(t.distance)
	}
	for j := 95; j > 0; j -= 5 {
		if x := float64(j) / 100; s.atLeast(x).distance == t.distance {
			return x
		}
	}
	return minhash.Similarity(t.distance, s.width)
}

// advices are those on the schemes that are measured in full.
func (r *run) advices() []derived {
	var all []derived
	for _, s := range r.full() {
		all = append(all, r.advise(s))
	}
	return all
}

// writeAdvice writes docs/measured/evaluation/advice.yaml.
func (r *run) writeAdvice(w io.Writer) error {
	text := "# Written by make evaluate: the advice that docs/measured/evaluation.md derives from its results.\n"
	for _, d := range r.advices() {
		text += fmt.Sprintf("%s: {close: %v, loose: %v, warn-below: %d, refuse-below: %d}\n",
			d.scheme.ID(), d.Close, d.Loose, d.WarnBelow, d.RefuseBelow)
	}
	_, err := io.WriteString(w, text)
	return err
}
