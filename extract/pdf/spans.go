package pdf

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

var (
	// span is what an ActualText stands for: glyphs that no literal string names.
	span = lazy.Regexp(`/ActualText[^()]*?>>\s*BDC([^()]*?)EMC`)
	// glyphs are placed at x and y, and drawn, maybe in a font that is named.
	glyphs = lazy.Regexp(`1 0 0 1 -?[0-9.]+ (-?[0-9.]+) Tm\s*(/\S+ [0-9.]+ Tf\s*)?(?:\[[^\]]*\]\s*TJ|<[^>]*>\s*Tj)\s*`)
	// operator places or draws text, or ends it.
	operator = lazy.Regexp(`T[dDmjJ*]|ET`)
)

// withoutMarks returns a stream without the glyphs of an ActualText that are raised or lowered from
// the first. If an accent is drawn back over its letter and comes last, pdftotext misjudges the width.
// It takes the letters to end at the accent, and the gap after them for a gap between words.
func withoutMarks(text []byte) []byte {
	var b []byte
	done := 0
	for _, m := range span().FindAllSubmatchIndex(text, -1) {
		left, ok := levelGlyphs(text[m[2]:m[3]], text[m[1]:])
		if !ok {
			continue
		}
		b = append(append(b, text[done:m[2]]...), left...)
		done = m[3]
	}
	if done == 0 {
		return text
	}
	return append(b, text[done:]...)
}

// levelGlyphs returns the operators for the glyphs of a span that are level with the first. It returns
// false if all are level. It also returns false if what follows depends on the end of the last glyph,
// or on its font.
func levelGlyphs(body, after []byte) (left []byte, ok bool) {
	all := glyphs().FindAllSubmatchIndex(body, -1)
	if len(all) < 2 {
		return nil, false
	}
	field := func(m []int, n int) []byte {
		if m[2*n] < 0 {
			return nil
		}
		return body[m[2*n]:m[2*n+1]]
	}
	first := all[0]
	left = append(left, body[:first[0]]...)
	for i, m := range all {
		if i > 0 && (m[0] != all[i-1][1] || !bytes.Equal(field(m, 2), field(first, 2))) {
			return nil, false
		}
		if bytes.Equal(field(m, 1), field(first, 1)) {
			left = append(left, field(m, 0)...)
		}
	}
	drawn := all[len(all)-1][1]
	ends := string(bytes.TrimSpace(body[drawn:]))
	if ends == "" {
		ends = string(operator().Find(after[:min(len(after), nextOperator)]))
	}
	if len(left) == drawn || ends != "Tm" && ends != "ET" {
		return nil, false
	}
	return append(left, body[drawn:]...), true
}

// nextOperator is within how many bytes the next operator that places or draws text is looked for.
const nextOperator = 256
