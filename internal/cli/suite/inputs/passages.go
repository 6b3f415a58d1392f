package inputs

import (
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/vectors"
)

// ofPassages are texts of few pieces that share passages (R13.12 to R13.24). Some repeat themselves. Some are as
// short as a window.
func ofPassages(r *random, turn uint64) []Probe {
	words := pick(r, []int{1, 1, 2, 3, 4, r.between(1, 32)})
	var pieces []string
	for range 1 + r.few(12) {
		pieces = append(pieces, pieceOfPassages(r, turn))
	}
	sequence := func(most int) (s []string) {
		for range r.below(most + 1) {
			s = append(s, pick(r, pieces))
		}
		return s
	}
	passages := [][]string{sequence(2 * words), sequence(3 * words), sequence(8)}
	var texts []vectors.Bytes
	for range r.between(2, 5) {
		var s []string
		for range r.between(1, 5) {
			switch r.below(4) {
			case 0:
				s = append(s, sequence(6)...)
			case 1: // a passage that is cut
				passage := pick(r, passages)
				from, to := r.piece(len(passage))
				s = append(s, passage[from:to]...)
			default:
				s = append(s, pick(r, passages)...)
			}
		}
		if r.oneIn(6) {
			s = slices.Repeat(s, r.between(2, 4))
		}
		text := []byte(strings.Join(s, pick(r, []string{" ", " ", "\n", "", ". "})))
		if r.oneIn(8) {
			text = change(r, text)
		}
		texts = append(texts, vectors.BytesOf(text))
	}
	return []Probe{
		{Stage: vectors.Windows, Input: vectors.Data{Raw: texts[0], Words: words}},
		{Stage: vectors.Passages, Input: vectors.Data{Texts: texts, Words: words}},
		{Stage: vectors.Covers, Input: vectors.Data{Texts: texts[:r.between(2, len(texts))], Words: words}},
	}
}

// pieceOfPassages is an item or a few, of any weight, or what is between items.
func pieceOfPassages(r *random, turn uint64) string {
	switch r.below(9) {
	case 0:
		return pick(r, []string{"5", "12", "1.5", "½", "___", "४", "\u2182", "3rd"})
	case 1:
		return pick(r, []string{"灯", "台は", "か\u3099", "日\n本", "第3回", "ー", "ﾊﾟ"})
	case 2:
		return pick(r, []string{"ก", "คื", "ພາ ສາ", "ភាសា", "မြန်", "ไทย12", "ก\u200Bข"})
	case 3:
		return pick(r, []string{"http://a.b/c", "half-\ntone", "e\u0301", "\u00ADx\u00AD", "ﬁ", "\u1112\u1161\u11AB", "İ", "ا\u0640ب", "ʻa"})
	case 4:
		return string(pick(r, []func(*random, uint64) []byte{scalars, joins, clusters, malformed})(r, turn))
	}
	return word(r)
}
