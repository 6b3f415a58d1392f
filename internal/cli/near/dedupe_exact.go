package near

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/near/shinglestore"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// dedupeErrors is how many standard errors the estimate by a MinHash may lie below the
// resemblance that is asked for, so that the texts are compared. Of short texts, errors are
// larger than those that are standard.
const dedupeErrors = 8

// exactFlag says whether candidates are compared by their texts.
type exactFlag struct {
	exact bool
	asked bool // it was given
}

func (f *exactFlag) addFlags(c *cobra.Command) {
	c.Flags().BoolVar(&f.exact, "exact", false, "compare whole texts (default for MinHash)")
}

// keptTexts are the texts of documents, as far as they are compared. If nil, fingerprints are.
type keptTexts struct {
	store   *shinglestore.Store
	numbers []uint32 // in store, by document
	without bool     // a document has no text
}

// texts returns what keeps the texts that are compared by a scheme, nil if none are.
func (f *dedupeFlags) texts(s *scheme.Scheme) (*keptTexts, error) {
	switch {
	case f.asked && !f.exact:
		return nil, nil
	case f.exact && f.resume != "":
		return nil, cli.Usage(errors.New("--exact, --resume: expected one of them: only fingerprints are resumed"))
	case f.resume != "":
		return nil, nil
	case f.exact && !s.Method().BoundsElements():
		return nil, cli.Usage(fmt.Errorf("--exact: %s counts what occurs without limit: expected another scheme", s.ID()))
	case !f.exact && (!s.IsMinHash() || !s.Method().BoundsElements() || f.Given.MaxDistance != nil):
		return nil, nil // a distance is one of fingerprints
	}
	store, err := shinglestore.NewStore()
	if err != nil {
		return nil, withoutTexts(err)
	}
	return &keptTexts{store: store}, nil
}

// withoutTexts adds to an error what may help.
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

// keep returns what keeps the elements of a text.
func (t *keptTexts) keep() func(elements []uint64) int {
	if t == nil {
		return nil
	}
	return func(elements []uint64) int {
		number, _ := t.store.Add(elements) // err has the error
		return number
	}
}

// add adds a document, by its number in the store, 0 if it has no text.
func (t *keptTexts) add(number int) {
	if t != nil {
		t.numbers = append(t.numbers, uint32(number))
		t.without = t.without || number == 0
	}
}

// settings say what counts as similar, by the advice of the scheme or by what was measured if
// nothing is given.
func (f *dedupeFlags) settings(s *scheme.Scheme, set *index.Set, t *keptTexts) (index.Settings, error) {
	exact := t != nil && !t.without
	if f.exact && !exact {
		return index.Settings{}, errors.New("--exact: fingerprints without a text: expected documents")
	}
	resemblance := scheme.MH1 // by any scheme, that of texts is what it estimates
	o := index.Settings{Threshold: resemblance.Thresholds(scheme.Close).Similarity(resemblance)}
	switch {
	case !exact && f.Given == (scheme.Thresholds{}):
		o.Threshold = s.Thresholds(scheme.Close).Similarity(s)
	case !exact:
		o.Threshold = f.Given.Similarity(s)
	case f.Given.MinSimilarity != nil:
		o.Threshold = *f.Given.MinSimilarity
	}
	o.Floor = o.Threshold
	if f.floored {
		o.Floor = f.floor
	}
	if exact {
		o.Similarity = t.similarity(min(o.Threshold, o.Floor))
		o.Estimate = f.estimate(s, o.Threshold, set.Bits())
	}
	if s.IsMinHash() {
		o.Bands = index.BandsFor(o.Threshold, f.recall, set.Bits())
	}
	return o, nil
}

// estimate returns the least similarity of the fingerprints of documents whose texts are
// compared.
func (f *dedupeFlags) estimate(s *scheme.Scheme, least float64, bits int) float64 {
	switch {
	case f.Given.MaxDistance != nil:
		return scheme.Thresholds{MaxDistance: f.Given.MaxDistance}.Similarity(s)
	case !s.IsMinHash():
		return s.Thresholds(scheme.Close).Similarity(s)
	}
	agree := least + (1-least)*math.Ldexp(1, -bits) // the share of slots, by chance or not
	differ := int(math.Ceil(minhash.Slots * (1 - agree)))
	return max(0, least-dedupeErrors*minhash.StandardError(differ, bits))
}

// similarity returns what compares two documents by their texts. What it returns may be less
// than that if both are less than floor.
func (t *keptTexts) similarity(floor float64) func(ctx context.Context, a, b int) (float64, error) {
	return func(_ context.Context, a, b int) (float64, error) {
		similarity, err := t.store.Resemblance(int(t.numbers[a]), int(t.numbers[b]), floor)
		return similarity, withoutTexts(err)
	}
}
