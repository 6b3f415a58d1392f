package pdf

import (
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

var actualText = lazy.Regexp(`/ActualText[\x00\t\n\f\r ]*(<[0-9A-Fa-f\s]*>|\((?s:[^()\\]|\\.)*\))`)

// actualLetters returns the letters of the ActualText in a stream, in UTF-8.
func actualLetters(text []byte) []byte {
	var all []byte
	for _, m := range actualText().FindAllSubmatch(text, -1) {
		s, _ := actual(m[1])
		all = append(all, string(s)...)
	}
	return all
}

// actual decodes a string of PDF in UTF-16; there are others, which it does not know.
func actual(token []byte) (s []rune, ok bool) {
	inner := token[1 : len(token)-1]
	if token[0] == '<' {
		s, ok = letters(inner)
	} else {
		s, ok = utf16Letters(objects.Literal(inner))
	}
	if !ok || len(s) == 0 || s[0] != '\ufeff' {
		return nil, false
	}
	return s[1:], true
}

// drawnActual returns a stream with its ActualText in the form for pdftotext, nil if unchanged.
func drawnActual(text []byte) []byte {
	whole := len(text)
	text = withoutMarks(text)
	changed := len(text) != whole
	text = actualText().ReplaceAllFunc(text, func(found []byte) []byte {
		m := actualText().FindSubmatch(found)
		s, ok := actual(m[1])
		if !ok {
			return found
		}
		if to := drawn(s); string(to) != string(s) {
			changed = true
			return append([]byte("/ActualText<FEFF"), append(digits(to), '>')...)
		}
		return found
	})
	if !changed {
		return nil
	}
	return text
}

var (
	exact       = lazy.Regexp(`(\((?s:[^()\\]|\\.)*\))|([1-9][0-9]*\.[0-9]{3})[0-9]+`)
	inlineImage = lazy.Regexp(`\bID\s`)
)

// rounded returns a stream with numbers in thousandths of a point, which is shorter, unless it has an image.
func rounded(text []byte) []byte {
	if inlineImage().Match(text) {
		return text
	}
	return exact().ReplaceAll(text, []byte("$1$2"))
}
