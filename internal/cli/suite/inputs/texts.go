package inputs

import (
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/examples"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// corpus are the paragraphs of the example texts.
var corpus = sync.OnceValue(func() [][]rune {
	names, err := fs.Glob(examples.FS, "*.txt")
	if err != nil {
		panic(err)
	}
	var all [][]rune
	for _, name := range names {
		text, err := fs.ReadFile(examples.FS, name)
		if err != nil {
			panic(err)
		}
		for p := range strings.SplitSeq(string(text), "\n\n") {
			all = append(all, []rune(p))
		}
	}
	return all
})

// mutated makes paragraphs of real text with a few changes, some as long as a chapter or a book.
func mutated(r *random, _ uint64) []byte {
	text := slices.Clone(pick(r, corpus()))
	if r.oneIn(2) {
		from, to := r.piece(len(text))
		text = text[from:to]
	}
	more := 0
	switch {
	case r.oneIn(1000):
		more = 200
	case r.oneIn(100):
		more = 20
	case r.oneIn(8):
		more = 3
	}
	for range more {
		text = append(append(text, '\n', '\n'), pick(r, corpus())...)
	}
	return []byte(string(mutate(r, text, 1+r.few(12)+more)))
}

func mutate(r *random, text []rune, times int) []rune {
	for range times {
		from, to := r.piece(len(text))
		if r.oneIn(2) { // most changes are small
			to = min(to, from+1+r.below(8))
		}
		text = slices.Replace(slices.Clone(text), from, to, pick(r, mutations)(r, text[from:to:to])...)
	}
	return text
}

// mutations return replacements for a part of a text.
var mutations = []func(r *random, part []rune) []rune{
	func(*random, []rune) []rune { return nil },
	func(_ *random, part []rune) []rune { return slices.Concat(part, part) },
	func(r *random, part []rune) []rune { // a part of another text
		other := pick(r, corpus())
		from, to := r.piece(len(other))
		return slices.Concat(part, other[from:min(to, from+80)])
	},
	func(_ *random, part []rune) []rune { return decomposed(part) },
	func(_ *random, part []rune) []rune { return composed(part) },
	disguise, disguise,
	func(r *random, part []rune) []rune { return append(lineEnd(r, true), part...) },
	func(r *random, part []rune) []rune { return append(lineEnd(r, false), part...) },
	func(r *random, part []rune) []rune { // wrapped again
		out := slices.Clone(part)
		for i, c := range out {
			if ucd.IsWhiteSpace(c) {
				out[i] = pick(r, []rune{'\n', ' ', '\u3000', '\u00A0', '\u200B', '\t'})
			}
		}
		return out
	},
	func(r *random, part []rune) []rune { // marks after it
		out := slices.Clone(part)
		for range 1 + r.few(5) {
			out = append(out, anyMark(r))
		}
		return out
	},
	func(r *random, part []rune) []rune { // marks and ignorables everywhere
		var out []rune
		for _, c := range part {
			out = append(out, c)
			if r.oneIn(3) {
				out = append(out, pick(r, []rune{0xAD, 0x200D, 0x34F, 0x640, 0x200B, 0xFE0F, 0x301, 0x2060}))
			}
		}
		return out
	},
	func(r *random, part []rune) []rune {
		out := slices.Clone(part)
		shuffle(r, out)
		return out
	},
	func(r *random, part []rune) []rune { return append(slices.Clone(part), pick(r, specials)) },
	func(r *random, part []rune) []rune { return append(slices.Clone(part), pick(r, edges())) },
	func(r *random, part []rune) []rune {
		return append(slices.Clone(part), []rune(" "+identifier(r)+" ")...)
	},
	func(_ *random, part []rune) []rune { // without blanks
		return slices.DeleteFunc(slices.Clone(part), ucd.IsWhiteSpace)
	},
}

// decomposed returns the full canonical decomposition, without reordering: the same text.
func decomposed(text []rune) []rune {
	var out []rune
	for _, c := range text {
		out = ucd.AppendDecomposition(out, c)
	}
	return out
}

// composed composes each code point with the one before it, if they compose.
func composed(text []rune) []rune {
	var out []rune
	for _, c := range text {
		if n := len(out); n > 0 {
			if both, ok := ucd.Compose(out[n-1], c); ok {
				out[n-1] = both
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// disguise replaces text by code points that NFKC_Casefold maps to it: capitals, ligatures, fullwidth.
func disguise(r *random, part []rune) []rune {
	var out []rune
	for i := 0; i < len(part); {
		n := min(1+r.few(2), len(part)-i)
		if before := unfolded()[string(part[i:i+n])]; len(before) > 0 && !r.oneIn(3) {
			// The first is usually the capital, which is the most likely.
			if c := before[0]; r.oneIn(2) {
				out = append(out, c)
			} else {
				out = append(out, pick(r, before))
			}
		} else {
			out = append(out, part[i:i+n]...)
		}
		i += n
	}
	return out
}
