package word

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Properties as they stand in a document.
var (
	hidden  = []byte{0x3C, 0x08, 1}
	deleted = []byte{0x00, 0x08, 1}
	special = []byte{0x55, 0x08, 1}
)

func text(s string, look ...[]byte) chars { return chars{s: s, look: slices.Concat(look...)} }

func samples() []struct {
	why  string
	in   sample
	want string
} {
	greek := []byte{93, 1, 0}
	body := func(c ...chars) sample { return sample{text: c} }
	return []struct {
		why  string
		in   sample
		want string
	}{
		{"one octet a character and two", body(text("\x93caf\xe9\x94 "), text(wide("Ελληνικά 日本 😀"))), "“café” Ελληνικά 日本 😀"},
		{"saved fast: the octets are in another order", sample{text: []chars{text("one "), text("two "), text(wide("δύο"))}, fast: true}, "one two δύο"},
		{"paragraphs, lines, tabs, cells", body(text("a\rb\vc\td\x07e\x07\x07f\x0cg\x0eh")), "a\nb\nc d\ne\nf\ng\nh"},
		{"dashes", body(text("a\x1eb\x1fc")), "a\u2011b\u00ADc"},
		{"hidden text", body(text("a "), text("no ", hidden), text("b")), "a b"},
		{"text that is deleted, with the end of a paragraph", body(text("a "), text("no\r", deleted), text("b\r")), "a b"},
		{"an initial, which joins the next paragraph", body(chars{s: "O\r", para: []byte{0x2C, 0x44, 0x19, 0}}, text("nce\r")), "Once"},
		{"a paragraph without an initial", body(chars{s: "a\r", para: []byte{0x2C, 0x44, 0x18, 0}}, text("b\r")), "a\nb"},
		{"hidden by its piece", body(text("a "), chars{s: "no ", prm: 92<<1 | 1<<8}, text("b")), "a b"},
		{"hidden by the properties of pieces", sample{text: []chars{text("ab")},
			clx: slices.Concat([]byte{1, 3, 0}, hidden, []byte{2, 28, 0, 0, 0}, longs(0, 1, 2), []byte{0, 0}, longs(0xC00|1<<30), []byte{0, 0, 0, 0}, longs(0xC02|1<<30), []byte{1, 0})}, "a"},
		{"hidden by a style that another is based on", body(text("a "), text("no ", []byte{0x30, 0x4A, 2, 0}), text("b", []byte{0x30, 0x4A, 3, 0})).
			with(partStyles, styleSheet([]byte{0xFF}, []byte{0xFF, 0x3C, 0x08, 1}, []byte{1}, []byte{0xFF})), "a b"},
		{"shown, though the style is hidden", body(text("a", []byte{0x30, 0x4A, 1, 0}, []byte{0x3C, 0x08, 0x81})).
			with(partStyles, styleSheet([]byte{0xFF}, []byte{0xFF, 0x3C, 0x08, 1})), "a"},
		{"the result of a field, with one in its instruction", body(text("a \x13 LINK \x13 IF \x14no\x15 no \x14yes\x15 b")), "a yes b"},
		{"a field without a result", body(text("a \x13 XE no \x15b")), "a b"},
		{"the number of a page", body(text("Page \x13 PAGE \x147\x15 of \x13 NumPages \\* MERGEFORMAT \x149\x15")), "Page of"},
		{"the number of another page", body(text("Page \x13 PAGEREF a \x147\x15")), "Page 7"},
		{"a word with its ruby", body(text(wide("a \x13 EQ \\o\\ad(\\s\\up 9(とう),東)\x15 b"))), "a 東 b"},
		{"a character by its number, and a prompt", body(text("a \x13 SYMBOL 233 \x14no\x15 \x13 MACROBUTTON x click \x15b")), "a é clickb"},
		{"ends of fields that did not begin", body(text("a\x14b\x15c")), "abc"},
		{"a symbol", body(text("a "), text("(", special, []byte{0x09, 0x6A, 0, 0, 0x62, 0xF0})).withFonts("\x02Symbol"), "a β"},
		{"characters of the font Symbol", body(text(wide("\uF061"), []byte{0x4F, 0x4A, 0, 0})).withFonts("\x02Symbol"), "α"},
		{"pictures of another font", body(text("a "), text(wide("\uF061"), []byte{0x4F, 0x4A, 1, 0})).withFonts("\x02Symbol", "\x02Wingdings"), "a"},
		{"marks of notes and comments, pictures", body(text("a\x01\x02\x05\x08b")), "ab"},
		{"footnotes that are referred to, after the text", sample{text: []chars{text("a\x02b"), text("\x02", hidden), text("c\r"), text("\x02 one\r"), text("\x02 two\r\r")},
			stories: map[kind]int{footnotes: 13}}.
			with(partFootnoteMarks, slices.Concat(longs(1, 3, 6), make([]byte, 4))).with(partFootnotes, longs(0, 6, 12, 13)), "abc\none"},
		{"comments", sample{text: []chars{text("a\r"), text("no\r")}, stories: map[kind]int{comments: 3}}, "a"},
		{"a text box, where it is anchored", sample{text: []chars{text("a \x08b\r"), text("box\r\r")}, stories: map[kind]int{textBoxes: 5}}.
			with(partBoxes, slices.Concat(longs(0, 4, 5), make([]byte, 14), longs(77, 0), make([]byte, 22))).
			with(partAnchors, slices.Concat(longs(2, 5), longs(77), make([]byte, 22))), "a\nbox\nb"},
		{"a text box without an anchor", sample{text: []chars{text("a\r"), text("box\r\r")}, stories: map[kind]int{textBoxes: 5}}.
			with(partBoxes, slices.Concat(longs(0, 4, 5), make([]byte, 14), longs(77, 0), make([]byte, 22))), "a\nbox"},
		{"a text box whose anchor is hidden", sample{text: []chars{text("a "), text("\x08", hidden), text("b\r"), text("box\r\r")}, stories: map[kind]int{textBoxes: 5}}.
			with(partBoxes, slices.Concat(longs(0, 4, 5), make([]byte, 14), longs(77, 0), make([]byte, 22))).
			with(partAnchors, slices.Concat(longs(2, 5), longs(77), make([]byte, 22))), "a b"},
		{"headers and footers, once; none of even pages and of first ones", sample{text: []chars{text("a\r"), text("no\r"), text("head\r"), text("no\r"), text("foot\r"), text("no\r"), text("no\r"), text("head\r"), text("two\r")},
			stories: map[kind]int{headers: 31}}.
			with(partHeaders, longs(0, 0, 0, 0, 0, 0, 0, 3, 8, 11, 16, 19, 22, 22, 27, 27, 31, 31)), "a\nhead\nfoot\ntwo"},
		{"headers of even pages, which differ", sample{text: []chars{text("a\r"), text("even\r")}, stories: map[kind]int{headers: 5}}.
			with(partHeaders, longs(0, 0, 0, 0, 0, 0, 0, 5, 5)).with(partSettings, []byte{1, 0}), "a\neven"},

		{"Word 6: Russian", sample{old: true, language: 0x0419, text: []chars{text("\xcf\xf0\xe8\xec\xe5\xf0")}}, "Пример"},
		{"Word 6: Greek by its font", sample{old: true, text: []chars{text("\xe9 "), text("\xc5\xeb", greek)}}.withFonts("\x00Times", "\xa1Times Greek"), "é Ελ"},
		{"Word 6: Japanese, a character on the border of two runs", sample{old: true, language: 0x0411, text: []chars{text("\x93\xfa\x96\x7b\r"), text("\x8c\xea")}}, "日本\n語"},
		{"Word 6: a symbol font", sample{old: true, text: []chars{text("a "), text("ab", greek)}}.withFonts("\x00Times", "\x02Symbol"), "a αβ"},
		{"Word 6: hidden and deleted", sample{old: true, text: []chars{text("a "), text("no", []byte{92, 1}), text("no", []byte{80, 0, 0, 65, 1}), text("b", []byte{75, 1})}}, "a b"},
		{"Word 6: a symbol", sample{old: true, text: []chars{text("a "), text("(", []byte{74, 3, 0, 0, 'b'})}}.withFonts("\x02Symbol"), "a β"},
		{"Word 6: a text box", sample{old: true, text: []chars{text("a\r"), text("box\r")}, stories: map[kind]int{textBoxes: 4}}, "a\nbox"},
		{"Word 95: two octets a character", sample{old: true, flags: 1 << 12, text: []chars{text(wide("日本")[2:])}}, "日本"},
	}
}

func TestRead(t *testing.T) {
	for _, tt := range samples() {
		stream, table := tt.in.streams()
		got, err := reading(t, stream, table)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", tt.why, err, diff)
		}
	}
}

// An anchor stands where a document generates the number of a note, and nowhere else.
func TestAnchors(t *testing.T) {
	noted := func(body ...chars) sample {
		return sample{text: append(body, text("c\r"), text("\x02", special), text(" one\r\r")), stories: map[kind]int{footnotes: 7}}.
			with(partFootnoteMarks, slices.Concat(longs(1, 4), make([]byte, 2))).with(partFootnotes, longs(0, 6, 7))
	}
	for _, tt := range []struct {
		why  string
		in   sample
		want string
	}{
		{"at the reference and at the note", noted(text("a"), text("\x02", special), text("b")), "a\uFDD0bc\n\uFDD0 one"},
		{"a mark of the author's own is text", noted(text("a"), text("*"), text("b")), "a*bc\n\uFDD0 one"},
		{"no special character", noted(text("a\x02b")), "abc\n\uFDD0 one"},
		{"hidden", noted(text("a"), text("\x02", special, hidden), text("b")), "abc"},
	} {
		stream, table := tt.in.streams()
		got, err := readingWith(t, medium.Include{Anchors: true}, stream, table)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", tt.why, err, diff)
		}
	}
}

func TestFieldWithoutEnd(t *testing.T) {
	const lost = "a field has no end: the text after its beginning is left out"
	for _, tt := range []struct {
		why, in, want string
		lost          []string
	}{
		{"with an end", "a \x13 PAGE \x147\x15\rb", "a\nb", nil},
		{"in the instruction", "a \x13 PAGE \rb", "a", []string{lost}},
		{"in a result that is not shown", "a \x13 PAGE \x147\rb", "a", []string{lost}},
		{"in one that is shown", "a \x13 REF b \x147\rb", "a 7\nb", nil},
	} {
		stream, table := sample{text: []chars{text(tt.in)}}.streams()
		d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
		d.Budget.Source(int64(len(stream) + len(table)))
		if err := Read(d, stream, func(string) ([]byte, error) { return table, nil }); err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		got, err := io.ReadAll(d.Text)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
		if diff := cmp.Diff(tt.lost, d.Lost); diff != "" {
			t.Errorf("%s: lost (-want +got)\n%s", tt.why, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	plain := sample{text: []chars{text("a")}}
	edited := func(edit func(stream []byte)) func() ([]byte, []byte) {
		return func() ([]byte, []byte) {
			stream, table := plain.streams()
			edit(stream)
			return stream, table
		}
	}
	pieces := func(n int) sample {
		plc := make([]byte, 0, 12*n)
		for i := range n + 1 {
			plc = append(plc, longs(1000*i)...)
		}
		for range n {
			plc = append(append(append(plc, 0, 0), longs(0xC00|1<<30)...), 0, 0)
		}
		return sample{text: []chars{text(strings.Repeat("a", 1000))}, clx: slices.Concat([]byte{2}, longs(len(plc)), plc), stories: map[kind]int{body: 1000 * n}}
	}
	for _, tt := range []struct {
		why  string
		of   func() (stream, table []byte)
		is   error
		want string
	}{
		{"nothing", func() ([]byte, []byte) { return nil, nil }, medium.ErrMalformed, "DOC: its stream has 0 bytes, expected 34 or more"},
		{"as many octets as another version needs", func() ([]byte, []byte) { s, _ := plain.streams(); return s[:32], nil }, medium.ErrMalformed, "expected 34 or more"},
		{"no block", edited(func(s []byte) { s[0] = 0 }), medium.ErrMalformed, "it begins with A500, expected A5EC"},
		{"a password", edited(func(s []byte) { s[11] |= 1 }), medium.ErrEncrypted, "it needs a password"},
		{"Word 2", edited(func(s []byte) { copy(s, "\xdb\xa5\x2d\x00") }), medium.ErrUnsupported, "a document of Word 2 for Windows"},
		{"a version before Word 6", edited(func(s []byte) { s[2] = 0x2D }), medium.ErrUnsupported, "a document of Word before Word 6"},
		{"a block that is cut short", edited(func(s []byte) { s[32], s[33] = 0xFF, 0xFF }), medium.ErrMalformed, "the block at its start goes beyond the end"},
		{"pieces of an unknown kind", sample{text: plain.text, clx: []byte{7, 0, 0, 0, 0, 0}}.streams, medium.ErrMalformed, "table of pieces: it has an item of the kind 7, expected 1 or 2"},
		{"pieces that are empty", sample{text: plain.text, clx: []byte{2, 4, 0, 0, 0, 0, 0, 0, 0}}.streams, medium.ErrMalformed, "table of pieces: it is empty"},
		{"pieces outside the document", sample{text: plain.text, clx: slices.Concat([]byte{2, 16, 0, 0, 0}, longs(0, 9), []byte{0, 0}, longs(1<<29), []byte{0, 0})}.streams,
			medium.ErrMalformed, "all of its pieces are outside the document"},
		{"the same bytes again and again", func() ([]byte, []byte) {
			stream, table := pieces(1000).streams()
			le.PutUint32(stream[0x4C:], 1000*1000)
			return stream, table
		}, medium.ErrExpansion, "its pieces show more than four times"},
		{"fields in one another", sample{text: []chars{text(strings.Repeat("\x13", mostFields+1))}}.streams, medium.ErrTooDeep, "more than 1000 nested fields"},
		{"nothing but a picture", sample{text: []chars{text("\x01\r")}}.streams, medium.ErrNoText, "DOC of nothing but pictures"},
		{"nothing", sample{text: []chars{text("\r")}}.streams, medium.ErrNoText, "DOC"},
	} {
		stream, table := tt.of()
		_, err := reading(t, stream, table)
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}
