package inputs

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ofDigests are texts for the text digest (R10.6 to R10.11): numbers with signs, and other texts.
func ofDigests(r *random, turn uint64) []Probe {
	text := figures
	switch r.below(8) {
	case 0:
		text = scalars
	case 1:
		text = joins
	case 2:
		text = limits
	case 3:
		text = pick(r, []func(*random, uint64) []byte{mutated, clusters, identifiers, malformed})
	}
	octets := text(r, turn)
	if r.oneIn(16) {
		octets = spoil(r, octets)
	}
	return digestOf(r, octets)
}

func digestOf(r *random, octets []byte) []Probe {
	return []Probe{{Stage: vectors.TextDigest, Input: vectors.Data{Raw: vectors.BytesOf(octets)}, Cuts: cuts(r, octets)}}
}

// figures are numbers and words with signs before them.
func figures(r *random, _ uint64) []byte {
	var b strings.Builder
	if r.oneIn(16) { // no item
		return []byte(pick(r, []string{"", " ", "-", ". –", "(\"\")", "\x00", "\u00AD", "…\n", "-\u2212"}))
	}
	for range r.between(2, 16) {
		switch r.below(12) {
		case 0:
			hanNumerals(r, &b)
		case 1:
			ruled(r, &b)
		}
		b.WriteString(pick(r, []string{"", "", " ", "x", "1", "日", "三", "千\u0301", "葉一", "\n", "三○", "○"}))
		signs(r, &b)
		switch r.below(7) {
		case 0:
			b.WriteRune(pick(r, ofKind(ucd.Nd)))
		case 1:
			b.WriteRune(pick(r, ofKind(ucd.Nl)))
		case 2:
			b.WriteRune(pick(r, ofKind(pick(r, []ucd.Category{ucd.No, ucd.Sc, ucd.Sm, ucd.So, ucd.Co, ucd.Cn}))))
		case 3:
			b.WriteString(pick(r, []string{"5", "1.5", "(\"5", "5kg", "第3回", "x5", "ไทย12", "½", "5\u0301", "\u03015"}))
		case 4:
			b.WriteString(word(r))
		case 5:
			b.WriteRune(pick(r, []rune("〇零一二三四五六七八九十百千万萬亿億兆壱廿両〡㐅かก○○")))
		}
	}
	return []byte(b.String())
}

// hanNumerals writes Han numerals with zeros, and what parts the two or does not (R10.7, R10.9).
func hanNumerals(r *random, b *strings.Builder) {
	list := []rune("〇零一二三四五六七八九十百千万萬亿億兆")
	for range r.between(1, 6) {
		b.WriteRune(pick(r, list))
		for range r.below(3) {
			b.WriteString(pick(r, []string{"", "", "", " ", "\n", "\u00AD", "\u0301", "\"", "+", "%", "、", separating}))
			b.WriteString(pick(r, []string{"○", "○", "・", ".", "□", "◿", "〇"}))
		}
	}
}

// separating are more marks than R3.4 and R3.8 leave.
var separating = strings.Repeat("\u0301", 1025)

// ruled writes dashes in a row, or with signs between them, and a number.
func ruled(r *random, b *strings.Builder) {
	length := r.near(3)
	if r.oneIn(4) {
		length = r.near(257)
	}
	between := pick(r, []string{"", "", " ", "|", ". ", "\u00AD"})
	for range length {
		b.WriteString("-" + between)
	}
	b.WriteString(pick(r, []string{"\n5", " 5", "5", separating + "5", "日\n本", separating + "○"}))
}

// signs writes blanks, dashes and points, sometimes as many as R10.9 has a limit for.
func signs(r *random, b *strings.Builder) {
	if r.oneIn(12) {
		b.WriteString(pick(r, []string{"", "-", "(", " - ", "-\""}))
		for range r.near(16) {
			b.WriteRune(pick(r, []rune(".....-(−")))
		}
		b.WriteRune(pick(r, []rune("5½a")))
		return
	}
	for range r.few(5) {
		switch r.below(12) {
		case 0, 1:
			b.WriteRune(pick(r, ofKind(ucd.Pd)))
		case 2:
			b.WriteString(pick(r, []string{"-", "−", "--", "- ", "---\n", "- - -", "|--|--|\n"}))
		case 3, 4:
			b.WriteRune(pick(r, spaces))
		case 5:
			b.WriteRune(pick(r, []rune("\"'`´‚„“”‘’«»‹›\x00\x1B\u00AD\u2060\u200E\u034F\uFE0F\u0600_")))
		case 6:
			b.WriteRune(pick(r, []rune("|~%‰‱′″‴⁗؉؊٪﹪％\u24FF\u2500\u257F\u2580\u25B2\u25FF\u2600")))
		case 7:
			b.WriteRune(pick(r, ofKind(ucd.Ps, ucd.Pe, ucd.Pi, ucd.Pf, ucd.Sk)))
		case 8:
			b.WriteRune(pick(r, ofKind(ucd.Po)))
		default:
			b.WriteRune(pick(r, []rune(".,:/(#·٫")))
		}
	}
}

// ofKind are the code points of some categories.
func ofKind(categories ...ucd.Category) []rune {
	if len(categories) == 1 {
		return byCategory()[categories[0]]
	}
	var list []rune
	for _, c := range categories {
		list = slices.Concat(list, byCategory()[c])
	}
	return list
}

var byCategory = sync.OnceValue(func() map[ucd.Category][]rune {
	m := make(map[ucd.Category][]rune)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		switch c := ucd.CategoryOf(r); c {
		case ucd.Co, ucd.Cn: // too many
			if r%251 < 2 || r < 0x3000 {
				m[c] = append(m[c], r)
			}
		case ucd.Nd, ucd.Nl, ucd.No, ucd.Pd, ucd.Ps, ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sm, ucd.Sc, ucd.Sk, ucd.So:
			m[c] = append(m[c], r)
		}
	}
	return m
})
