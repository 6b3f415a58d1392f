package legacy_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
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
		{"destinations", `{\rtf1{\info{\title x}}{\*\unknown x}{\header x}{\stylesheet{x;}}{\pntext 1.\tab}a{\*\shpinst{\sp{\sn x}}{\shptxt b}}}`, "a\nb\nx"},
		{"lists that stand in the text", `{\rtf1{\list{\listlevel{\leveltext\'02\'00.}}{\listname x}}{\listtext 1.\tab}a}`, "a"},
		{"styles that are marked as destinations, in the midst and at the start of a group", `{\rtf1{\loch\f2\*\cs7 a}{\*\cs7 b}{\*\unknown x}}`, "ab"},
		{"an initial, which joins the next paragraph", `{\rtf1{\pard\dropcapli3\dropcapt1 O\par}\pard nce\par\dropcapt1\pard a\par b}`, "Once\na\nb"},
		{"what is moved", `{\rtf1 a{\mvf x}{\mvt b}}`, "ab"},
		{"a text box is a line", `{\rtf1 a{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt b}}{\shprslt{\*\do{\dptxbxtext b}}}}c}`, "a\nb\nc"},
		{"the text of WordArt, and what is hidden", `{\rtf1 a{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv b}}{\sp{\sn x}{\sv y}}}}{\shp{\*\shpinst{\sp{\sn fHidden}{\sv 1}}{\shptxt x\plain x}}}}`, "a\nb"},
		{"the characters that a field gives", `{\rtf1 a{\field{\*\fldinst{\b IF {\field{\*\fldinst PAGE}{\fldrslt 7}}}}{\fldrslt b}}}`, "ab"},
		{"a result after the number of a page", `{\rtf1{\field{\*\fldinst PAGE}{\fldrslt 7}}{\field{\fldrslt a}}}`, "a"},
		{"numbers of pages", `{\rtf1{\field{\*\fldinst  PAGE \\* MERGEFORMAT}{\fldrslt 7}} of {\field{\*\fldinst{\f1 NUMPAGES}}{\fldrslt 9}}}`, "of"},
		{"a word with its ruby", `{\rtf1{\field{\*\fldinst{EQ \\* jc2 \\* "Font:A" \\o\\ad(\\s\\up 9(\u12392\'3f),\u26481\'3f)}}{\fldrslt{}}}a}`, "東a"},
		{"the chosen entry of a list", `{\rtf1{\field{\*\fldinst{ FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffname x}{\*\ffl oil}{\*\ffl{\f0 d\u246 ?chte}}}}}}{\fldrslt x}}a}`, "döchtea"},
		{"a list without a choice", `{\rtf1{\field{\*\fldinst{FORMDROPDOWN{\*\formfield{\fftype2\ffres25\ffdefres1{\*\ffl oil}{\*\ffl wick}}}}}{\fldrslt}}}`, "wick"},
		{"boxes of a form, and a text", `{\rtf1{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1}}}{\fldrslt x}}{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres0\ffdefres1}}}{\fldrslt x}}{\field{\*\fldinst FORMTEXT {\*\formfield{\fftype0{\*\ffdeftext x}}}}{\fldrslt a}}}`, "☒☐a"},
		{"a box whose state is missing", `{\rtf1{\field{\*\fldinst FORMCHECKBOX }{\fldrslt}}a}`, "a"},
		{"a prompt, and a character by its number", `{\rtf1{\field{\*\fldinst MACROBUTTON NoMacro click}{\fldrslt x}} {\field{\*\fldinst SYMBOL 97 \\f "Symbol"}{\fldrslt x}}}`, "click α"},
		{"headers and footers, each once, after notes", `{\rtf1\facingp{\header head}{\headerl left}{\footer{\b foot}\par}a{\footnote note}\sect{\header head}b}`, "a\nb\nnote\nhead\nfoot\nleft"},
		{"headers that no page shows", `{\rtf1{\headerf x}{\headerl x}{\headerr head}{\footerf x}{\footerl x}a}`, "a\nhead"},
		{"headers of left, right and first pages", `{\rtf1\facingp{\headerl left}{\headerr right}{\headerf first}\titlepg a}`, "a\nright\nleft\nfirst"},
		{"a document of nothing but headers", `{\rtf1{\header head}}`, "head"},
		{"the font of the other direction", `{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f1\rtlch\fcs1\af0\ltrch\fcs0\'c0}`, "А"},
		{"a character beyond U+FFFF by its code point", `{\rtf1\u128512 ?}`, "😀"},
		{"a hexadecimal number that is none", `{\rtf1 a{b\'}c\'4}d}`, "abc"},
		{"a control word without end", `{\rtf1 a\` + strings.Repeat("a", 1000) + ` b}`, "ab"},
		{"a group that is open", `{\rtf1 a{b}`, "ab"},
		{"a note that is open", `{\rtf1 a{\footnote b`, "a\nb"},
		{"a control word that is cut short", `{\rtf1 a\pa`, "a"},
		{"octets that are missing", `{\rtf1 a\bin100 a}`, "a"},
		{"HTML in RTF", `{\rtf1\ansi\ansicpg1251\fromhtml1{\*\htmltag64 <p title="\'c0">}\htmlrtf\par x\htmlrtf0 1 < \'c0{\*\mhtmltag x}{\*\htmltag84 &amp;<b>}{\b\htmlrtf x\htmlrtf0 b}{\*\htmltag </p>\{}c\par d}`, "1 < А&b\n{c d"},
		{"the result of a field", `{\rtf1{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a}}}`, "a"},
		{"notes, at the end", `{\rtf1 a{\footnote note\par}b\par c}`, "ab\nc\nnote"},
		{"octets that are skipped", "{\\rtf1 a{\\pict\\bin5 }}}}}x}b}", "ab"},
		{"the Unicode of two", `{\rtf1{\upr{x}{\*\ud a}}b}`, "ab"},
		{"the Unicode of two that are the whole document", `{\rtf1\upr\*\ud a}`, ""},
		{"characters by name", `{\rtf1 a\emdash b\~c\_d\-e\{\}}`, "a—b\u00a0c\u2011d\u00ade{}"},
		{"Greek letters", `{\rtf1{\fonttbl{\f0\fcharset2 Symbol;}{\f1\fcharset2 Wingdings;}}\f0 ab\f1 c}`, "αβ"},
		{"a sum, and a product", `{\rtf1{\mmath{\*\moMath{\mnary{\*\mnaryPr{\mchr \u8721\'3f}{\msupHide on}}{\msub{\mr\mscr0 i}}{\msup{\mr x}}{\me{\mr k}}}{\mnary{\*\mnaryPr{\mchr {\u8719 ?}}}{\me k}}}}}`, "∑ik∏k"},
		{"signs that are usual", `{\rtf1{\*\moMath{\md{\*\mdPr}{\me a}{\me b}}{\macc{\me x}}{\mnary{\me f}}}}`, "(a|b)x\u0302∫f"},
		{"brackets", `{\rtf1{\*\moMath{\md{\*\mdPr{\mbegChr [}{\mendChr ]}}{\me a}}}}`, "[a]"},
		{"roots", `{\rtf1{\*\moMath{\mrad{\*\mradPr{\mdegHide on}}{\mdeg x}{\me 7}}{\mrad{\mdeg 3}{\me 8}}}}`, "√73√8"},
		{"a matrix, and equations above each other", `{\rtf1{\*\moMath{\mm{\*\mmPr{\mmcs{\mmc{\*\mmcPr{\mcount 2}}}}}{\mmr{\me 1}{\me 2}}{\mmr{\me 3}{\me 4}}}={\meqArr{\me x&=1}{\me y&=2}}}}`, "1 2 3 4=x =1 y =2"},
		{"signs that are hidden", `{\rtf1 a{\*\moMath{\mnary{\*\mnaryPr{\mctrlPr\v}}{\me{\v x}k}}{\*\mborderBox{\me 5}}}}`, "ak5"},
		{"signs in what is left out", `{\rtf1 a{\deleted{\*\moMath{\mnary{\me x}}}}{\mmathPict{\mrad{\me x}}}b}`, "ab"},
		{"signs in a note", `{\rtf1 a{\footnote{\*\moMath{\md{\me x}}}}b}`, "ab\n(x)"},
		{"what follows", "{\\rtf1 a}\x00}", "a"},
		{"nothing", `{\rtf1}`, ""},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{})
		if text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
	for _, tt := range []struct {
		why, in string
		is      error
	}{
		{"a document that is cut short before its text", `{\rtf1{\fonttbl{\f0`, extract.ErrMalformed},
		{"a document that is cut short in a picture", `{\rtf1{\pict 00`, extract.ErrNoText},
		{"nothing but an object", `{\rtf1{\object{\*\objdata 00}}}`, extract.ErrNoText},
		{"too many groups", `{\rtf1 ` + strings.Repeat("{", 100000), extract.ErrTooDeep},
		{"no RTF", `a{\rtf1 a}`, extract.ErrMalformed},
		{"nothing but a picture", `{\rtf1{\pict 00}}`, extract.ErrNoText},
		{"notes beyond the limit", `{\rtf1{\footnote ` + strings.Repeat("a", 200000) + `}}`, extract.ErrTooLarge},
	} {
		if _, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{MediaType: "text/rtf", Limits: extract.Limits{Size: 100000}}); !errors.Is(err, tt.is) {
			t.Errorf("%s: %.20q, %v, want %v", tt.why, text, err, tt.is)
		}
	}
}

func TestRTFObjects(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    []extract.Embedded
	}{
		{"a file", `{\rtf1 a{\object{\*\objdata ` + extracttest.Packaged[:40] + "\r\n" + strings.ToUpper(extracttest.Packaged[40:]) + `}}}`, []extract.Embedded{{Path: "a.txt", MediaType: "text/plain"}}},
		{"its digits are cut short", `{\rtf1 a{\object{\*\objdata ` + extracttest.Packaged[:len(extracttest.Packaged)-7], []extract.Embedded{{Path: "a.txt", MediaType: "text/plain"}}},
		{"a link", `{\rtf1 a{\object{\*\objdata 0105000001000000}}}`, nil},
		{"no object", `{\rtf1 a{\object{\*\objdata x}}}`, nil},
	} {
		var contents []string
		d, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Embedded: func(path string, d *extract.Document, err error) {
			if err != nil {
				t.Errorf("%s: %s: %v", tt.why, path, err)
				return
			}
			octets, _ := io.ReadAll(d)
			contents = append(contents, string(octets))
		}})
		if text != "a" || err != nil {
			t.Errorf("%s: %q, %v, want a", tt.why, text, err)
			continue
		}
		if diff := cmp.Diff(tt.want, d.Embedded); diff != "" || len(contents) != len(tt.want) {
			t.Errorf("%s: %q (-want +got):\n%s", tt.why, contents, diff)
		}
	}
}

// Notes are complete when the text has been read.
func TestRTFNotes(t *testing.T) {
	loose := func(word string) string {
		return `RTF: the text after \` + word + ` is left out: the word is in no group of its own`
	}
	for _, tt := range []struct {
		why, in string
		want    []string
	}{
		{"sound", `{\rtf1 a}`, nil},
		{"cut short", `{\rtf1{a`, []string{"RTF: cut short, with 2 groups open: read up to there"}},
		{"a result after the word of another", `{\rtf1 a{\field{\*\fldinst PAGE}\fldrslt b}c}`, nil},
		{"a result that is no part of a group", `{\rtf1 a{\field{\*\fldinst PAGE}}\fldrslt b}`, []string{loose("fldrslt")}},
		{"a destination that is no part of a group", `{\rtf1 a\comment {b \u233 ?}}`, []string{loose("comment")}},
		{"one after all text", `{\rtf1 a\comment\par}`, nil},
		{"objects, of which one is hidden", `{\rtf1 a{\object{\*\objdata ` + extracttest.Packaged + `}{\result b}}{\object}{\v{\object{\*\objdata ` + extracttest.Packaged + `}}}}`, []string{"embedded documents are left out: 1"}},
		{"HTML in RTF", `{\rtf1\fromhtml1 a{\object{\*\objdata ` + extracttest.Packaged + `}}}`, []string{"embedded documents are left out: 1"}},
	} {
		d, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff(tt.want, d.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", tt.why, diff)
		}
	}
}

func FuzzRTF(f *testing.F) {
	for _, s := range []string{`{\rtf1 a\'e9\u233 ?{\*\x b}}`, `{\rtf1\upr{x}{\*\ud a}}`, `{\rtf1{\header a}{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv b}}{\shptxt c}}}`,
		`{\rtf1\fromhtml1{\*\htmltag64 <p>}\htmlrtf a\htmlrtf0 <b}`, `{\rtf1{\field{\*\fldinst PAGE}{\fldrslt 7}}}`, `{\rtf1{\fonttbl{\f1\fcharset128 B;}}\f1\'82\'a0{\footnote n}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, text, err := extracttest.TextOf(octets, extract.Options{MediaType: "text/rtf", Limits: extract.Limits{Size: 1 << 16}})
		if err != nil && !extracttest.Named(err) || strings.Contains(text, "\n\n") {
			t.Errorf("%q, %v", text, err)
		}
	})
}
