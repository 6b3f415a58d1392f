package evaluation

import (
	"context"
	"fmt"
	"math"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// errorSum gathers errors of estimates, and each over what theory gives for its
// standard deviation.
type errorSum struct{ n, squares, ratios float64 }

func (e *errorSum) add(err, theory float64) {
	e.n++
	e.squares += err * err
	e.ratios += err * err / (theory * theory)
}

func (e *errorSum) merge(o errorSum) {
	e.n += o.n
	e.squares += o.squares
	e.ratios += o.ratios
}

// rms is the root mean square error, ratio the same over theory, each error by its
// own.
func (e *errorSum) rms() float64   { return math.Sqrt(e.squares / e.n) }
func (e *errorSum) ratio() float64 { return math.Sqrt(e.ratios / e.n) }

// theory is the standard deviation of an estimate of 128 independent slots (Li and
// König 2010): the slots that agree, and those that agree by chance.
func theory(jaccard float64, width int) float64 {
	p := math.Ldexp(1, -width)
	return math.Sqrt((jaccard*(1-jaccard) + (1-jaccard)*p/(1-p)) / minhash.Slots)
}

// unclipped is the estimate, below 0 too: only so has it no bias.
func unclipped(distance, width int) float64 {
	p := math.Ldexp(1, -width)
	return (float64(minhash.Slots-distance)/minhash.Slots - p) / (1 - p)
}

// bands of resemblance. The last ends at .95.
var bands = []float64{.1, .3, .5, .7, .95}

// setSizes are those of the simulated sets.
var setSizes = []int{50, 200, 1000}

// A sketcher of sets: one permutation, cut to a width, or 128 permutations.
type kind struct {
	permuted bool
	width    int
}

func (k kind) String() string {
	if k.permuted {
		return "128 permutations"
	}
	if k.width == 1 {
		return "1 bit"
	}
	return fmt.Sprintf("%d bits", k.width)
}

var kinds = []kind{{false, 8}, {false, 4}, {false, 2}, {false, 1}, {true, 8}}

// estimates are errors of estimates of the resemblance.
type estimates struct {
	byBand map[kind][]errorSum // of simulated sets, by band
	bySize map[kind][]errorSum // by size
	all    map[kind]errorSum
	texts  map[string]errorSum // of edited pages, by scheme
}

func (r *run) measureEstimates(ctx context.Context) error {
	if r.main.find("mh1") < 0 && r.main.find("mw1") < 0 {
		return nil
	}
	r.estimates = &estimates{make(map[kind][]errorSum), make(map[kind][]errorSum), make(map[kind]errorSum), make(map[string]errorSum)}
	if err := r.simulate(ctx); err != nil {
		return err
	}
	return r.estimateTexts(ctx)
}

// simulate estimates the resemblance of sets of random numbers, which stand for
// hashes.
func (r *run) simulate(ctx context.Context) error {
	type result struct {
		size    int
		jaccard float64
		errors  []float64 // by kind
	}
	results := make([]result, r.plan.simulated)
	err := r.parallel(ctx, "simulated sets", len(results), func(i int) {
		rnd := random(r.options.Seed, "sets", fmt.Sprint(i))
		n := setSizes[i%len(setSizes)]
		about := bands[0] + (bands[len(bands)-1]-bands[0])*rnd.Float64()
		common := int(math.Round(2 * float64(n) * about / (1 + about)))
		res := result{n, float64(common) / float64(2*n-common), nil}
		var one [2]minhash.Minima
		var many [2]minhash.Permuted
		for e := range n {
			x := rnd.Uint64()
			for s := range 2 {
				if s == 1 && e >= common {
					x = rnd.Uint64()
				}
				one[s].Add(x)
				many[s].Add(x)
			}
		}
		a, _ := one[0].Stored()
		b, _ := one[1].Stored()
		p, _ := many[0].Stored()
		q, _ := many[1].Stored()
		for _, k := range kinds {
			x, y := a, b
			if k.permuted {
				x, y = p, q
			}
			d, _ := minhash.Distance(minhash.Truncate(x[:], k.width), y[:])
			res.errors = append(res.errors, unclipped(d, k.width)-res.jaccard)
		}
		results[i] = res
	})
	if err != nil {
		return err
	}
	e := r.estimates
	for i, k := range kinds {
		e.byBand[k] = make([]errorSum, len(bands)-1)
		e.bySize[k] = make([]errorSum, len(setSizes))
		var all errorSum
		for j, res := range results { // in order: sums of floats depend on it
			t := theory(res.jaccard, k.width)
			band := 0
			for band < len(bands)-2 && res.jaccard >= bands[band+1] {
				band++
			}
			e.byBand[k][band].add(res.errors[i], t)
			e.bySize[k][j%len(setSizes)].add(res.errors[i], t)
			all.add(res.errors[i], t)
		}
		e.all[k] = all
	}
	return nil
}

// estimateTexts holds estimates of edited pages against what their elements have in
// common.
func (r *run) estimateTexts(ctx context.Context) error {
	pages := r.somePages()
	for _, s := range []*scheme.Scheme{scheme.MH1, scheme.MW1} {
		if r.main.find(s.ID()) < 0 {
			continue
		}
		found := make([]errorSum, len(pages))
		err := r.parallel(ctx, "estimates of pages", len(pages), func(i int) {
			whole, all := s.Stages([]byte(pages[i].text)), segments(pages[i].text)
			for _, share := range shares {
				rnd := random(r.options.Seed, string(edits), pages[i].id, percent(share))
				edited := s.Stages([]byte(edit(all, share, rnd)))
				exact := resemblance(whole.Elements, edited.Elements)
				d, err := whole.Fingerprint.Distance(edited.Fingerprint)
				if err != nil || exact >= bands[len(bands)-1] || exact < bands[0] {
					continue // a page without features, or hardly another
				}
				found[i].add(unclipped(d, 8)-exact, theory(exact, 8))
			}
		})
		if err != nil {
			return err
		}
		var sum errorSum
		for _, f := range found {
			sum.merge(f)
		}
		r.estimates.texts[s.ID()] = sum
	}
	return nil
}

// resemblance is the Jaccard coefficient of two ascending lists.
func resemblance(a, b []uint64) float64 {
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			common++
			i++
			j++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
