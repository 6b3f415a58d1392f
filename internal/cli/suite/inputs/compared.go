package inputs

import (
	"bytes"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ofPairs are pairs of texts to compare (R13.8 to R13.11): most have operators and numbers, and most
// pairs differ little.
func ofPairs(r *random, turn uint64) []Probe {
	text := operands
	switch r.below(8) {
	case 0:
		text = figures
	case 1:
		text = longRuns
	case 2:
		text = pick(r, []func(*random, uint64) []byte{scalars, joins, limits, mutated, clusters, identifiers, malformed})
	}
	a := text(r, turn)
	b := bytes.Clone(a)
	switch r.below(8) {
	case 0:
		b = text(r, turn+1)
	case 6: // the same shingles, more often
		again := word(r) + " " + word(r) + " c d "
		a, b = []byte(again+again), []byte(again+again+again)
	case 7: // the same numbers in another order, or run together
		w := " " + word(r) + " " + word(r) + " "
		a, b = []byte("5"+w+"7 12"), []byte(pick(r, []string{"7" + w + "5 12", "5" + w + "71 2", "57" + w + "12"}))
	default:
		b = change(r, b)
	}
	pair := []vectors.Bytes{vectors.BytesOf(a), vectors.BytesOf(b)}
	return []Probe{{Stage: vectors.Texts, Input: vectors.Data{Texts: pair}}}
}

// operands are words, numbers and symbols with operators between them.
func operands(r *random, _ uint64) []byte {
	var b strings.Builder
	for range r.below(14) {
		switch r.below(10) {
		case 0:
			b.WriteString(pick(r, []string{"5", "12", "1.5", "-7", "४", "\u2182", "3rd", "x5", "½", "5\u0301", "5\u093E"}))
		case 1:
			b.WriteRune(pick(r, ofKind(pick(r, []ucd.Category{ucd.No, ucd.Sc, ucd.Sm, ucd.So}))))
		case 2:
			b.WriteString(pick(r, pieces)(r))
		case 3:
			b.WriteString(pick(r, []string{"日本語", "か\u3099き", "ภาษาไทย", "မြန်မာ", "日\u0600本", "日ʻ本", "\u0301日"}))
		default:
			b.WriteString(word(r))
		}
		gap(r, &b)
	}
	return []byte(b.String())
}

// gap writes what is between two items: rows of operators with and without spaces. Some are around the
// limit of R13.8 (c).
func gap(r *random, b *strings.Builder) {
	operator := func() { b.WriteRune(pick(r, []rune("!&*-/^~\u2212"))) }
	switch r.below(16) {
	case 0, 1, 2, 3:
		b.WriteByte(' ')
		return
	case 4:
		b.WriteString(pick(r, []string{"", " "}))
		for range r.near(16) {
			operator()
		}
		b.WriteString(pick(r, []string{"", " "}))
		return
	case 5:
		b.WriteByte(' ')
		for range r.near(16) { // operators that spaces may stand beside
			b.WriteRune(pick(r, []rune("&*/^")))
			b.WriteByte(' ')
		}
		return
	case 6: // a separator without a code point
		b.WriteString(" *" + strings.Repeat("\u0301", r.near(1024)) + pick(r, []string{" ", "- ", ""}))
		return
	}
	for range 1 + r.few(5) {
		switch r.below(8) {
		case 0, 1:
			b.WriteRune(pick(r, spaces))
		case 2:
			b.WriteString(pick(r, []string{"\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "\x1C", "\x1F", "\x00"}))
		case 3:
			b.WriteRune(pick(r, []rune("\"'`´“”().,;:|–—_=+\u00AD\u200B\u200E\u0600")))
		default:
			operator()
		}
	}
}

// longRuns are runs around the limit of R13.8 (e), of code points of every length.
func longRuns(r *random, _ uint64) []byte {
	const limit = 4096
	unit := pick(r, []string{"a", "7", "ö", "\u1200", "\U00010428", "日", "ก", "日\u0301", "က\u103B"})
	var b strings.Builder
	b.WriteString(pick(r, []string{"", "x * ", "x *", "a", "日", "é"}))
	b.WriteString(strings.Repeat(unit, r.near(limit/len(unit))*(1+r.few(2))))
	b.WriteString(pick(r, []string{"", "\u0301", "b", "5", "本", "-5", " - y"}))
	return []byte(b.String())
}
