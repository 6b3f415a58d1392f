package extract

import (
	"errors"
	"strings"
	"testing"
)

func TestRTF(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"runs join, paragraphs and cells are lines", `{\rtf1 fin{\b ger}print\par a\tab b\cell c\row}`, "fingerprint\na b\nc"},
		{"a line end is nothing", "{\\rtf1 a\r\nb\\\nc}", "ab\nc"},
		{"octets by the code page", `{\rtf1\ansicpg1251 \'c0\'e1}`, "Аб"},
		{"and by the font, which a group ends", `{\rtf1\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}\'e9{\f1\'82\'a0}\'e9}`, "éあé"},
		{"an octet and a letter are one character", `{\rtf1\ansicpg932 \'83A}`, "ア"},
		{"a font for East Asian characters", `{\rtf1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset134 B;}}\loch\af0\dbch\af1\'d6\'d0\loch\f0 a}`, "中a"},
		{"Unicode with one octet of fallback", `{\rtf1\u233 ?\u-3913\'3fb}`, "é" + "b"},
		{"with none, with two", `{\rtf1{\uc0\u233 a}{\uc2\u233 ??b}c}`, "éaébc"},
		{"a surrogate pair, and half of one", `{\rtf1\u-10179?\u-8704?\u-10179?a}`, "😀\uFFFDa"},
		{"hidden, deleted, plain", `{\rtf1 a{\v x}\v x\v0 b\v x\plain c{\deleted x}}`, "abc"},
		{"destinations", `{\rtf1{\info{\title x}}{\*\unknown x}{\header x}{\stylesheet{x;}}{\pntext 1.\tab}a{\*\shpinst{\sp{\sn x}}{\shptxt b}}}`, "ab"},
		{"the result of a field", `{\rtf1{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a}}}`, "a"},
		{"notes, at the end", `{\rtf1 a{\footnote note\par}b\par c}`, "ab\nc\nnote"},
		{"octets that are skipped", "{\\rtf1 a{\\pict\\bin5 }}}}}x}b}", "ab"},
		{"the Unicode of two", `{\rtf1{\upr{x}{\*\ud a}}b}`, "ab"},
		{"the Unicode of two that are the whole document", `{\rtf1\upr\*\ud a}`, ""},
		{"characters by name", `{\rtf1 a\emdash b\~c\_d\-e\{\}}`, "a—b\u00a0c\u2011d\u00ade{}"},
		{"Greek letters", `{\rtf1{\fonttbl{\f0\fcharset2 Symbol;}{\f1\fcharset2 Wingdings;}}\f0 ab\f1 c}`, "αβ"},
		{"what follows", "{\\rtf1 a}\x00}", "a"},
		{"nothing", `{\rtf1}`, ""},
	} {
		_, text, err := textOf([]byte(tt.in), Options{})
		if text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
	for _, tt := range []struct {
		why, in string
		is      error
	}{
		{"a group that is open", `{\rtf1 a{b}`, ErrMalformed},
		{"a control word that is cut short", `{\rtf1 a\pa`, ErrMalformed},
		{"octets that are missing", `{\rtf1 a\bin100 a}`, ErrMalformed},
		{"too many groups", `{\rtf1 ` + strings.Repeat("{", 100000), ErrTooDeep},
		{"no RTF", `a{\rtf1 a}`, ErrMalformed},
		{"a control word without end", `{\rtf1 \` + strings.Repeat("a", 1000), ErrMalformed},
		{"nothing but a picture", `{\rtf1{\pict 00}}`, ErrNoText},
		{"notes beyond the limit", `{\rtf1{\footnote ` + strings.Repeat("a", 200000) + `}}`, ErrTooLarge},
	} {
		if _, text, err := textOf([]byte(tt.in), Options{MediaType: "text/rtf", Limits: Limits{Size: 100000}}); !errors.Is(err, tt.is) {
			t.Errorf("%s: %.20q, %v, want %v", tt.why, text, err, tt.is)
		}
	}
}

func FuzzRTF(f *testing.F) {
	for _, s := range []string{`{\rtf1 a\'e9\u233 ?{\*\x b}}`, `{\rtf1\upr{x}{\*\ud a}}`, `{\rtf1{\fonttbl{\f1\fcharset128 B;}}\f1\'82\'a0{\footnote n}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, text, err := textOf(octets, Options{MediaType: "text/rtf", Limits: Limits{Size: 1 << 16}})
		if err != nil && !named(err) || strings.Contains(text, "\n\n") {
			t.Errorf("%q, %v", text, err)
		}
	})
}
