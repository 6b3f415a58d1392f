package near

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/near/shinglestore"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// dedupeErrors is how many standard errors the MinHash estimate may be below the wanted resemblance. Texts
// above that are compared. For short texts, errors are larger than the standard error.
const dedupeErrors = 8

// exactFlag selects whether candidates are compared by their texts.
type exactFlag struct {
	exact bool
	asked bool // it was given
}

func (f *exactFlag) addFlags(c *cobra.Command) {
	c.Flags().BoolVar(&f.exact, "exact", false, "compare whole texts (default for MinHash)")
}

// keptTexts has the texts to compare. If it is nil, fingerprints are compared.
type keptTexts struct {
	store   *shinglestore.Store
	numbers []uint32 // in store, by document
	without bool     // a document has no text
}

// texts returns the storage for the texts of a scheme, or nil if texts are not compared.
func (f *dedupeFlags) texts(s *scheme.Scheme) (*keptTexts, error) {
	switch {
	case f.asked && !f.exact:
		return nil, nil
	case f.exact && !s.Method().BoundsElements():
		return nil, cli.Usage(fmt.Errorf("--exact: %s counts what occurs without limit: expected another scheme", s.ID()))
	case !f.exact && (!s.IsMinHash() || !s.Method().BoundsElements() || f.Given.MaxDistance != nil):
		return nil, nil // a distance is between fingerprints
	}
	store, err := shinglestore.NewStore()
	if err != nil {
		return nil, withoutTexts(err)
	}
	return &keptTexts{store: store}, nil
}

// withoutTexts adds a hint to an error.
func withoutTexts(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w (TMPDIR names another place, and --exact=false needs none)", err)
}

func (t *keptTexts) close() {
	if t != nil {
		t.store.Close()
	}
}

func (t *keptTexts) err() error {
	if t == nil {
		return nil
	}
	return withoutTexts(t.store.Err())
}

// keep returns a function that stores the elements of a text.
func (t *keptTexts) keep() func(elements []uint64) int {
	if t == nil {
		return nil
	}
	return func(elements []uint64) int {
		number, _ := t.store.Add(elements) // err has the error
		return number
	}
}

// add adds a document by its number in the store, or 0 if it has no text.
func (t *keptTexts) add(number int) {
	if t != nil {
		t.numbers = append(t.numbers, uint32(number))
		t.without = t.without || number == 0
	}
}

// settings returns what counts as similar. Without flags, it follows the advice of the scheme, or
// measurements.
func (r *dedupeRun) settings() (index.Settings, error) {
	exact := r.store != nil && !r.store.without
	if r.exact && !exact {
		return index.Settings{}, errors.New("--exact: fingerprints without a text: expected documents")
	}
	resemblance := scheme.MH1 // the resemblance of texts, which mh1 estimates, for any scheme
	o := index.Settings{Threshold: resemblance.Thresholds(scheme.Close).Similarity(resemblance)}
	switch {
	case !exact && r.Given == (scheme.Thresholds{}):
		o.Threshold = r.scheme.Thresholds(scheme.Close).Similarity(r.scheme)
	case !exact:
		o.Threshold = r.Given.Similarity(r.scheme)
	case r.Given.MinSimilarity != nil:
		o.Threshold = *r.Given.MinSimilarity
	}
	o.Floor = o.Threshold
	if r.floored {
		o.Floor = r.floor
	}
	o.Order = r.ordered()
	if exact {
		o.Just = max(0, o.Threshold-justBelow)
		o.Similarity = r.similarity(min(o.Just, o.Floor))
		o.Estimate = r.estimate(o.Threshold)
		outlines := make([]shinglestore.Outline, len(r.store.numbers))
		for i, number := range r.store.numbers {
			outlines[i] = r.store.store.Outline(int(number))
		}
		o.Bound = func(a, b int) float64 { return outlines[a].Bound(&outlines[b]) }
		var elements []uint64
		o.Elements = func(_ context.Context, document, most int) (_ []uint64, err error) {
			elements, err = r.store.store.Least(elements[:0], int(r.store.numbers[document]), most)
			return elements, withoutTexts(err)
		}
	}
	if r.scheme.IsMinHash() {
		o.Bands = index.BandsFor(o.Threshold, r.recall, r.set.Bits())
	}
	return o, nil
}

// silentPairs is the number of pairs from which dedupe announces the work: about 20 s on two cores.
const silentPairs = 50e6

// warnOfCost warns before long work, and suggests how to reduce it.
func (r *dedupeRun) warnOfCost(o index.Settings) {
	pairs := expectedPairs(len(r.inSet), o.Threshold, r.recall, banding.Bands(o.Bands), r.set.Bits())
	if r.Quiet || pairs < silentPairs {
		return
	}
	r.a.Out.Caution(fmt.Sprintf("with similarity %v, about %s pairs are compared: "+
		"a higher --min-similarity or a lower --recall takes less time", o.Threshold, rounded(pairs)))
}

// expectedPairs returns the number of candidate pairs. It assumes that documents have as little in common as
// fpcheck plan does. Without bands it is 0.
func expectedPairs(documents int, similarity, recall float64, b banding.Bands, bits int) float64 {
	if b == (banding.Bands{}) || documents < 2 {
		return 0
	}
	goal := banding.Goal{Documents: int64(documents), Similarity: similarity, Recall: recall, Background: usualBackground}
	c, err := goal.Try(b, bits)
	if err != nil {
		return 0
	}
	return c.Candidates * float64(documents) / 2
}

// ordered returns the documents of the set in order of preference.
func (r *dedupeRun) ordered() []uint32 {
	type place struct {
		key            uint64
		best, document uint32
	}
	places := make([]place, len(r.inSet))
	for i, text := range r.inSet {
		best := r.ledger.best(text)
		places[i] = place{r.ledger.key(best), uint32(best), uint32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return r.ledger.compareAlike(int(a.best), int(b.best))
	})
	order := make([]uint32, len(places))
	for i, p := range places {
		order[i] = p.document
	}
	return order
}

// estimate returns the least similarity of the fingerprints of documents whose texts are
// compared.
func (r *dedupeRun) estimate(least float64) float64 {
	switch {
	case r.Given.MaxDistance != nil:
		return scheme.Thresholds{MaxDistance: r.Given.MaxDistance}.Similarity(r.scheme)
	case !r.scheme.IsMinHash():
		return r.scheme.Thresholds(scheme.Close).Similarity(r.scheme)
	}
	bits := r.set.Bits()
	agree := least + (1-least)*math.Ldexp(1, -bits) // the share of slots, by chance or not
	differ := int(math.Ceil(minhash.Slots * (1 - agree)))
	return max(0, least-dedupeErrors*minhash.StandardError(differ, bits))
}

// similarity returns a function that compares two texts of the set. If both results are below floor, it may
// return less. With a reference, other pairs are not compared.
func (r *dedupeRun) similarity(floor float64) func(ctx context.Context, a, b int) (float64, error) {
	l := &r.ledger
	return func(_ context.Context, a, b int) (float64, error) {
		if len(r.against) > 0 {
			x, y := l.best(r.inSet[a]), l.best(r.inSet[b])
			if l.entries.at(x).reference == l.entries.at(y).reference {
				return 0, nil
			}
		}
		similarity, err := r.store.store.Resemblance(int(r.store.numbers[a]), int(r.store.numbers[b]), floor)
		return similarity, withoutTexts(err)
	}
}
