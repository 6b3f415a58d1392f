package inputs

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ofText turns a generator of texts into a generator of probes. Each text goes through the pipeline
// of every scheme, whole and cut. It is also the input of two single stages. So details that the
// pipeline hides are compared too, such as the number of U+FFFD.
func ofText(text func(r *random, turn uint64) []byte) func(r *random, turn uint64) []Probe {
	return func(r *random, turn uint64) []Probe {
		octets := text(r, turn)
		switch {
		case r.oneIn(16):
			octets = spoil(r, octets)
		case r.oneIn(24):
			octets = append([]byte("\uFEFF"), octets...)
		}
		return probesOf(r, octets)
	}
}

func probesOf(r *random, octets []byte) []Probe {
	probes := []Probe{{Stage: vectors.Pipeline, Input: vectors.Data{Raw: vectors.BytesOf(octets)}, Cuts: cuts(r, octets)}}
	first := r.below(len(single))
	second := (first + r.between(1, len(single)-1)) % len(single)
	return append(probes, single[first](r, octets), single[second](r, octets))
}

// single makes the input of one stage from a text.
var single = []func(r *random, octets []byte) Probe{
	func(_ *random, octets []byte) Probe {
		return Probe{Stage: vectors.Text, Input: vectors.Data{Raw: vectors.BytesOf(octets)}}
	},
	func(_ *random, octets []byte) Probe {
		return Probe{Stage: vectors.Identifiers, Input: vectors.Data{Text: ofString(tokenizer.Text(octets))}}
	},
	func(_ *random, octets []byte) Probe {
		return Probe{Stage: vectors.Normalise, Input: vectors.Data{Text: ofString(tokenizer.Text(octets))}}
	},
	func(r *random, octets []byte) Probe {
		runs := pick(r, scheme.All()).Method().Rules().Normalise(tokenizer.Text(octets))
		if r.oneIn(3) { // not only what chapter 3 returns
			runs = split(r, tokenizer.Text(octets))
		}
		return Probe{Stage: vectors.Segment, Input: vectors.Data{Runs: ofStrings(runs)}}
	},
	tokensFrom,
	func(r *random, octets []byte) Probe {
		from, _ := r.piece(len(octets))
		return Probe{Stage: vectors.Hash, Input: vectors.Data{Raw: vectors.BytesOf(octets[from:min(from+r.below(40), len(octets))])}}
	},
}

// tokensFrom makes the tokens of a text an input, some repeated or in another order. They are for
// their own scheme, since a token of sd1 need not be a token of sm1.
func tokensFrom(r *random, octets []byte) Probe {
	s := pick(r, scheme.All())
	tokens := s.Method().Rules().Tokens(octets)
	if n := len(tokens); n > 0 && r.oneIn(2) {
		for range r.few(8) {
			tokens = append(tokens, tokens[r.below(n)])
		}
	}
	switch r.below(4) {
	case 0:
		shuffle(r, tokens)
	case 1:
		tokens = tokens[:min(len(tokens), r.below(5))]
	}
	return Probe{Stage: vectors.Features, Scheme: s.ID(), Input: vectors.Data{Tokens: ofStrings(tokens)}}
}

// split cuts a text into a few parts, none empty.
func split(r *random, text string) []string {
	runes := []rune(text)
	var parts []string
	for len(runes) > 0 && len(parts) < 3 {
		n := 1 + r.below(len(runes))
		parts = append(parts, string(runes[:n]))
		runes = runes[n:]
	}
	return parts
}

func ofString(s string) vectors.Bytes { return vectors.BytesOf([]byte(s)) }

func ofStrings(list []string) []vectors.Bytes {
	out := make([]vectors.Bytes, len(list))
	for i, s := range list {
		out[i] = ofString(s)
	}
	return out
}

// cuts returns cuts of a text: bytes, equal pieces, a few places, inside code points, empty pieces.
func cuts(r *random, octets []byte) []int {
	n := len(octets)
	list := []int{}
	switch r.below(5) {
	case 0:
		step := pick(r, []int{1, 1, 2, 3, 7, 64, 1023, 4096})
		step = max(step, n/4000)
		for i := step; i < n; i += step {
			list = append(list, i)
		}
	case 1:
		list = append(list, r.below(n+1))
	case 2: // between the bytes of a code point, and either side of it
		for i := range octets {
			if octets[i] >= utf8.RuneSelf && r.oneIn(2) && len(list) < 1000 {
				list = append(list, i)
			}
		}
	case 3: // empty pieces, at the ends too
		at := r.below(n + 1)
		list = append(list, 0, 0, at, at, at, n, n)
	default:
		for range 1 + r.few(20) {
			list = append(list, r.below(n+1))
		}
	}
	slices.Sort(list)
	return list
}

// blanks separate the parts of a generated text.
var blanks = []string{" ", " ", " ", "\n", "", ", ", ". ", "\n\n", "\u3000"}

// joined joins parts, with blanks between most of them.
func joined(r *random, parts []string) []byte {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p)
		b.WriteString(pick(r, blanks))
	}
	return []byte(b.String())
}
