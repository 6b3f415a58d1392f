package evaluation

import (
	"context"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
)

// Two pages of different works are unrelated unless both quote the same text. This may be a
// licence, a notice, or the output of a program. This is decided by words, without a fingerprint.
// They are related if the other page has a fifth or more of the shorter page's runs of ten words.
const (
	quoteRun   = 10 // words; in scripts without blanks, letters
	quoteShare = .2
)

// runs are the hashes of the runs of a text, ascending, each once.
func runs(text string) []uint64 {
	var words []byte
	var starts []int
	add := func(word string) {
		starts = append(starts, len(words))
		words = append(append(words, word...), 0)
	}
	for _, s := range segments(strings.ToLower(text)) {
		switch {
		case !s.Word:
		case needsBlank(s.Text):
			add(s.Text)
		default: // where words are cut is chance
			for _, letter := range s.Text {
				add(string(letter))
			}
		}
	}
	starts = append(starts, len(words))
	var all []uint64
	for i := quoteRun; i < len(starts); i++ {
		all = append(all, jenkins.Sum64(words[starts[i-quoteRun]:starts[i]]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// quotes are pairs of texts, each as (greater, lesser), that quote the same.
type quotes map[[2]int]bool

// findQuotes compares the texts of each class with each other.
func (r *run) findQuotes(ctx context.Context, texts []string, classes [][]int) (quotes, error) {
	all := make([][]uint64, len(texts))
	if err := r.parallel(ctx, "quotations", len(texts), func(i int) { all[i] = runs(texts[i]) }); err != nil {
		return nil, err
	}
	found := make([]quotes, len(classes))
	err := r.parallel(ctx, "pairs of quotations", len(classes), func(c int) {
		in := make(map[uint64][]int) // texts that have a run
		for _, i := range classes[c] {
			for _, run := range all[i] {
				in[run] = append(in[run], i)
			}
		}
		common := make(map[[2]int]int)
		for _, list := range in {
			for n, i := range list {
				for _, j := range list[:n] {
					common[[2]int{max(i, j), min(i, j)}]++
				}
			}
		}
		found[c] = make(quotes)
		for pair, n := range common {
			if float64(n) >= quoteShare*float64(min(len(all[pair[0]]), len(all[pair[1]]))) {
				found[c][pair] = true
			}
		}
	})
	if err != nil {
		return nil, err
	}
	sum := make(quotes)
	for _, f := range found {
		for pair := range f {
			sum[pair] = true
		}
	}
	return sum, nil
}
