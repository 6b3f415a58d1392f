package evaluation

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// random returns a generator that depends on the seed and its purpose. So it does not depend on the
// order in which workers use it.
func random(seed uint64, purpose ...string) *rand.Rand {
	h := fnv.New64a()
	for _, p := range purpose {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// edit changes a share of the words, at least one. It selects the words at random. With equal
// chance, a word is deleted, replaced by another word, followed by an insertion, or swapped with
// the next.
func edit(text []corpus.Segment, share float64, rnd *rand.Rand) string {
	at := words(text)
	if len(at) == 0 {
		return join(text)
	}
	all := slices.Clone(text)
	pick := func() string { return text[at[rnd.IntN(len(at))]].Text }
	n := max(1, int(math.Round(share*float64(len(at)))))
	for _, w := range rnd.Perm(len(at))[:n] {
		s := &all[at[w]]
		switch rnd.IntN(4) {
		case 0:
			s.Text = ""
		case 1:
			s.Text = another(s.Text, pick)
		case 2:
			insert := pick()
			if needsBlank(insert) {
				insert = " " + insert
			}
			s.Text += insert
		case 3:
			next := w + 1
			if next == len(at) { // the last word has none
				next = max(0, w-1)
			}
			s.Text, all[at[next]].Text = all[at[next]].Text, s.Text
		}
	}
	return join(all)
}

// another picks another word. If chance returns this word many times, there may be no other.
func another(word string, pick func() string) string {
	for range 64 {
		if w := pick(); w != word {
			return w
		}
	}
	return pick()
}

// replaceOne replaces one word by another word of the same text.
func replaceOne(text []corpus.Segment, from []corpus.Segment, rnd *rand.Rand) string {
	at, others := words(text), words(from)
	if len(at) == 0 {
		return join(text)
	}
	all := slices.Clone(text)
	s := &all[at[rnd.IntN(len(at))]]
	s.Text = another(s.Text, func() string { return from[others[rnd.IntN(len(others))]].Text })
	return join(all)
}
