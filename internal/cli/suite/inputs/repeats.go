package inputs

import (
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// repeats are texts of few words: repeated shingles, near and far, and features with one hash.
func repeats(r *random, _ uint64) []Probe {
	octets := repeated(r)
	probes := probesOf(r, octets)
	for _, s := range scheme.All() {
		probes = append(probes, Probe{Stage: vectors.Features, Scheme: s.ID(), Input: vectors.Data{Tokens: ofStrings(s.Method().Rules().Tokens(octets))}})
	}
	return probes
}

func repeated(r *random) []byte {
	words := []string{word(r), word(r)}
	for range r.few(4) {
		words = append(words, pick(r, []string{word(r), "the", "a", "日本", "日", "ア", "กา", "x日y", "1", "été", "http://x.org"}))
	}
	if r.oneIn(8) {
		return []byte(strings.Join(append(slices.Clone(pick(r, oneHash)), words[:r.below(3)]...), " "))
	}
	if r.oneIn(4) {
		words = slices.Concat(pick(r, oneHash), words[:r.below(3)])
	}
	n := r.between(1, 14)
	switch {
	case r.oneIn(30):
		n = r.near(1024)
	case r.oneIn(4):
		n = r.between(1, 80)
	}
	var b strings.Builder
	period := len(words)
	if r.oneIn(2) {
		period = r.between(1, period)
	}
	for i := range n {
		w := words[i%period]
		if r.oneIn(12) {
			w = pick(r, words)
		}
		b.WriteString(w)
		b.WriteString(pick(r, blanks[:4]))
	}
	return []byte(b.String())
}

// oneHash are words, and words of two shingles, that have one hash (chapter 5).
var oneHash = [][]string{
	{"nlldwniuycqlejaqkaaoapaa", "mjiqexfpecuzaapaacjauauq"},
	{"ltk", "xrv", "bhvrccypvbvokbaa", "uqm", "cug", "hcomxwajeyekoxzz"},
}
