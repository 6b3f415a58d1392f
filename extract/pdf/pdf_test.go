package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// pagesOf makes pages of texts: an empty line ends a block.
func pagesOf(texts ...string) []page {
	pages := make([]page, len(texts))
	for i, text := range texts {
		for block := range strings.SplitSeq(text, "\n\n") {
			first := true
			for s := range strings.Lines(block) {
				if s = strings.TrimSpace(s); s != "" {
					pages[i].lines = append(pages[i].lines, line{text: s, key: key(s), first: first})
					first = false
				}
			}
			if n := len(pages[i].lines); n > 0 {
				pages[i].lines[n-1].last = true
			}
		}
	}
	return pages
}

func ample() *budget.Budget {
	return budget.New(budget.Limits{Size: 1 << 30, Ratio: 1 << 20, Time: time.Hour})
}

func without(t *testing.T, pages []page) string {
	text, err := withoutFurniture(pages, ample(), false)
	if err != nil {
		t.Error(err)
	}
	return text
}

// A hyphen at a line end that is left out can be found again, if that is asked for.
func TestSoftHyphens(t *testing.T) {
	pages := func() []page { return pagesOf("the lamp did not un-\navail him, disait-\nelle") }
	for soft, want := range map[bool]string{false: "the lamp did not unavail him, disaitelle\n", true: "the lamp did not un\u00ADavail him, disait\u00ADelle\n"} {
		if text, err := withoutFurniture(pages(), ample(), soft); text != want || err != nil {
			t.Errorf("%q, %v, want %q", text, err, want)
		}
	}
}

func TestWithoutFurniture(t *testing.T) {
	for _, tt := range []struct {
		why   string
		pages []string
		want  string
	}{
		{"page numbers", []string{"a b\n\n1", "c d\n\n2", "e\n\n3"}, "a b\nc d\ne\n"},
		{"page numbers of a document of two pages", []string{"a\n\n- 1 -", "b\n\n- 2 -"}, "a\nb\n"},
		{"page numbers in Arabic and in Devanagari digits", []string{"a\n\n٩", "b\n\n١٠", "c\n\n११", "d\n\n- १२ -"}, "a\nb\nc\nd\n"},
		{"Roman page numbers", []string{"a\n\niii", "b\n\niv", "c\n\nv"}, "a\nb\nc\n"},
		{"numbers that do not rise with the pages stay", []string{"a\n\n1848", "b\n\n1914"}, "a\n\n1848\nb\n\n1914\n"},
		{"years beside page numbers", []string{"11\n\na\n\n1", "12\n\nb\n\n2", "13\n\nc\n\n3"}, "11\n\na\n12\n\nb\n13\n\nc\n"},
		{"years alone", []string{"1911\n\na", "1912\n\nb", "1913\n\nc"}, "1911\n\na\n1912\n\nb\n1913\n\nc\n"},
		{"the pages of a journal", []string{"a\n\n231", "b\n\n232", "c\n\n233"}, "a\nb\nc\n"},
		{"of two pages, which may be figures", []string{"a\n\n17", "b\n\n18"}, "a\n\n17\nb\n\n18\n"},
		{"on fewer than half of the pages", []string{"a\n\n17", "b\n\n18", "c\n\n19", "d", "e", "f", "g"}, "a\n\n17\nb\n\n18\nc\n\n19\nd\ne\nf\ng\n"},
		{"Roman numbers on fewer than half", []string{"a\n\niii", "b\n\niv", "c\n\nv", "d", "e", "f", "g"}, "a\nb\nc\nd\ne\nf\ng\n"},
		{"figures below a line of the text", []string{"a\n\nvotes:\n1", "b\n\nvotes:\n2"}, "a\n\nvotes:\n1\nb\n\nvotes:\n2\n"},
		{"negative figures", []string{"a\n\n-1", "b\n\n-2", "c\n\n-3"}, "a\n\n-1\nb\n\n-2\nc\n\n-3\n"},
		{"chapters that have their numbers above them, beside page numbers", []string{"a\n\n1", "1\n\nb\n\n2", "2\n\nc\n\n3", "3\n\nd\n\n4"}, "a\n1\n\nb\n2\n\nc\n3\n\nd\n"},
		{"numbers that begin after a cover", []string{"a", "b", "c\n\n1", "d\n\n2"}, "a\nb\nc\nd\n"},
		{"two figures that are pages apart", []string{"a\n\n1", "b", "c", "d", "e\n\n5"}, "a\n\n1\nb\nc\nd\ne\n\n5\n"},
		{"words for a page, and two pages", []string{"a\n\nPage 17", "b\n\nPage 18"}, "a\nb\n"},
		{"one page loses nothing", []string{"Title\n\nbody\n\n1"}, "Title\n\nbody\n\n1\n"},
		{"two pages that begin alike lose nothing", []string{"Dear Sir\n\nyes", "Dear Sir\n\nno"}, "Dear Sir\n\nyes\nDear Sir\n\nno\n"},
		{"a running title stays once if it stands nowhere else", []string{"The Log\n\na", "The Log\n\nb", "The Log\n\nc"}, "The Log\n\na\nb\nc\n"},
		{"a running title that stands on the cover", []string{"The log", "THE LOG\n\na", "THE LOG\n\nb", "THE LOG\n\nc"}, "The log\na\nb\nc\n"},
		{"titles that alternate, with page numbers", []string{
			"The Log", "Chapter 1\n\nStorms\n\na", "2 THE LOG\n\nb", "STORMS 3\n\nc", "4 THE LOG\n\nd", "STORMS 5\n\ne", "6 THE LOG\n\nf", "STORMS 7\n\ng",
		}, "The Log\nChapter 1\n\nStorms\n\na\nb\nc\nd\ne\nf\ng\n"},
		{"sections that each run along one page", []string{
			"Chapter 1\n\nStorms\n\n1.1\n\nOf the north\n\n1.2\n\nOf the south\n\na\n\n1",
			"CHAPTER 1. STORMS\n\n1.1. OF THE NORTH\n\nb\n\n2", "CHAPTER 1. STORMS\n\n1.2. OF THE …\n\nc\n\n3", "CHAPTER 1. STORMS\n\nd\n\n4",
		}, "Chapter 1\n\nStorms\n\n1.1\n\nOf the north\n\n1.2\n\nOf the south\n\na\nb\nc\nd\n"},
		{"a heading at the top of a page stays", []string{"a\n\n1", "Storms\n\nb\n\n2", "c\n\n3", "Calms\n\nd\n\n4"}, "a\nStorms\n\nb\nc\nCalms\n\nd\n"},
		{"a numbered heading stays where others stand at the tops of pages", []string{
			"Article 1\n\na", "Article 2\n\nb", "Article 5\n\nc", "Article 9\n\nd",
		}, "Article 1\n\na\nArticle 2\n\nb\nArticle 5\n\nc\nArticle 9\n\nd\n"},
		{"also in other digits, and where the number comes first", []string{
			"१ अनुच्छेद\n\na", "२ अनुच्छेद\n\nb", "५ अनुच्छेद\n\nc", "९ अनुच्छेद\n\nd",
		}, "१ अनुच्छेद\n\na\n२ अनुच्छेद\n\nb\n५ अनुच्छेद\n\nc\n९ अनुच्छेद\n\nd\n"},
		{"also in the digits of Khmer, where each letter counts as a word", []string{
			"មាត្រា ១\n\na", "មាត្រា ២\n\n១៣", "មាត្រា ១១\n\nc", "មាត្រា ១៣\n\nd",
		}, "មាត្រា ១\n\na\nមាត្រា ២\n\n១៣\nមាត្រា ១១\n\nc\nមាត្រា ១៣\n\nd\n"},
		{"the items of a list stay, if all their words stand elsewhere, too", []string{
			"(1) a b\n\nb a c", "(1) b\n\nc", "(2) c a\n\nb", "(3) b c\n\n1 2 3\n\na",
		}, "(1) a b\n\nb a c\n(1) b\n\nc\n(2) c a\n\nb\n(3) b c\n\n1 2 3\n\na\n"},
		{"titles with the number of the page, and of all pages", []string{
			"Log\n\nof 5 oils", "Log, page 2 of 5\n\na", "Log, page 3 of 5\n\nb", "Log, page 4 of 5\n\nc", "Log, page 5 of 5\n\nd page",
		}, "Log\n\nof 5 oils\na\nb\nc\nd page\n"},
		{"headings that a table of contents before them has, too", []string{
			"Contents\n\nOf storms ..... 2\n\nOf calms ..... 3\n\n1", "Of storms\n\nb\n\n2", "Of calms\n\nc\n\n3",
		}, "Contents\n\nOf storms ..... 2\n\nOf calms ..... 3\nOf storms\n\nb\nOf calms\n\nc\n"},
		{"a cell of a table that stands further up, too", []string{
			"The Log 1\n\na", "The Log 2\n\nC\n\nb\nb\nb\nb\n\nC", "The Log 3\n\nc",
		}, "The Log 1\n\na\nC\n\nb\nb\nb\nb\n\nC\nc\n"},
		{"a heading that stands many pages after another of the same words", []string{
			"Storms\n\na\n\n1", "b\n\n2", "c\n\n3", "Storms\n\nd\n\n4",
		}, "Storms\n\na\nb\nc\nStorms\n\nd\n"},
		{"a chapter of one page", []string{
			"Chapter 1\n\nStorms\n\na", "2 STORMS. CHAPTER 1\n\nb", "3 STORMS. CHAPTER 1\n\nChapter 2", "4 STORMS. CHAPTER 2\n\nd",
		}, "Chapter 1\n\nStorms\n\na\n2 STORMS. CHAPTER 1\n\nb\nChapter 2\n4 STORMS. CHAPTER 2\n\nd\n"},
		{"headings with the numbers of their pages", []string{"Chapter 1\n\na", "Chapter 2\n\nb", "Chapter 3\n\nin this chapter"},
			"Chapter 1\n\na\nChapter 2\n\nb\nChapter 3\n\nin this chapter\n"},
		{"captions of the same figure", []string{
			"a\n\nFigure 1: a tower", "b\n\nFigure 2: a tower", "c\n\nFigure 3: a tower", "see Figure 1, Figure 2 and Figure 3",
		}, "a\n\nFigure 1: a tower\nb\n\nFigure 2: a tower\nc\n\nFigure 3: a tower\nsee Figure 1, Figure 2 and Figure 3\n"},
		{"captions that each stand once, with words of the text", []string{
			"Figure 1: a tower\n\na lamp", "Figure 2: a lamp\n\na tower", "Figure 3: stone\n\nstone", "see Figure 1, Figure 2 and Figure 3",
		}, "Figure 1: a tower\n\na lamp\nFigure 2: a lamp\n\na tower\nFigure 3: stone\n\nstone\nsee Figure 1, Figure 2 and Figure 3\n"},
		{"the numbers of invoices, which rise like those of pages", []string{
			"Invoice no. 2001\n\na", "Invoice no. 2002\n\nb", "Invoice no. 2003\n\nc",
		}, "Invoice no. 2001\n\na\nInvoice no. 2002\n\nb\nInvoice no. 2003\n\nc\n"},
		{"rows of a table with one number that rises", []string{
			"a\nReading 1: 882 cm", "b\nReading 2: 882 cm", "c\nReading 3: 882 cm",
		}, "a\nReading 1: 882 cm\nb\nReading 2: 882 cm\nc\nReading 3: 882 cm\n"},
		{"a title with the number of its page stays once", []string{
			"The Harbour Log 1\n\na", "The Harbour Log 2\n\nb", "The Harbour Log 3\n\nc",
		}, "The Harbour Log 1\n\na\nb\nc\n"},
		{"but not where another line has that number", []string{
			"Exercise sheet 1\n\na\n\n1", "Exercise sheet 2\n\nb\n\n2", "Exercise sheet 3\n\nc\n\n3",
		}, "Exercise sheet 1\n\na\nExercise sheet 2\n\nb\nExercise sheet 3\n\nc\n"},
		{"a title whose words stand elsewhere, in another order", []string{
			"Not approved\n\na", "Not approved\n\nb", "Not approved\n\napproved, not",
		}, "Not approved\n\na\nb\napproved, not\n"},
		{"pages with their number and that of all", []string{"a\n\nPage 1 of 2", "b\n\nPage 2 of 2"}, "a\nb\n"},
		{"the same in German, above the text", []string{"Seite 1 von 2\n\na", "Seite 2 von 2\n\nb"}, "a\nb\n"},
		{"the same without words", []string{"a\n\n1 / 2", "b\n\n2 / 2"}, "a\nb\n"},
		{"the same in Chinese", []string{"a\n\n第 1 页 共 2 页", "b\n\n第 2 页 共 2 页"}, "a\nb\n"},
		{"a word for a page and its number", []string{"a\n\nPage | 1", "b\n\nPage | 2"}, "a\nb\n"},
		{"a fraction that rises stays if it does not count the pages", []string{"a\n\n1 of 7", "b\n\n2 of 7"}, "a\n\n1 of 7\nb\n\n2 of 7\n"},
		{"a sentence at the bottom of a page stays, if all its words stand elsewhere, too", []string{
			"The Log\n\na b c d e f", "THE LOG\n\na a\na b\na c\n\na d", "THE LOG\n\nb a\nb b\nb c\n\nb d", "THE LOG\n\nc a\nc b\nc c\n\nc d",
		}, "The Log\n\na b c d e f\na a\na b\na c\n\na d\nb a\nb b\nb c\n\nb d\nc a\nc b\nc c\n\nc d\n"},
		{"titles run along the bottom, below chapters that begin with them", []string{
			"Storms\n\na\nb\nc\nd\n\nSTORMS 1", "e\nf\ng\nh\n\nSTORMS 2", "i\nj\nk\nl\n\nSTORMS 3", "Calms\n\nm\nn\no\np\n\nCALMS 4",
		}, "Storms\n\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nCalms\n\nm\nn\no\np\n"},
		{"a paragraph runs over the end of a page", []string{"a keep-\n\n1", "er of light\n\n2"}, "a keeper of light\n"},
		{"a compound that the document has elsewhere", []string{"the well-known\nare well-\nknown"}, "the well-known\nare well-known\n"},
		{"a compound of two words of the document", []string{"this text is\nbased on text-\nbased logs"}, "this text is\nbased on text-based logs\n"},
		{"two words that are one", []string{"the cell has no\nother phone, a cell-\nphone; cellphone"}, "the cell has no\nother phone, a cellphone; cellphone\n"},
		{"a hyphen before a capital is no division", []string{"Debian-\nInstaller"}, "Debian-\nInstaller\n"},
		{"words of Bengali are divided by hyphens, beside those of English", []string{"মর্যাদার স্বী-\nকৃতি the keep-\ner"}, "মর্যাদার স্বীকৃতি the keeper\n"},
		{"a compound of Bengali keeps its hyphen", []string{"বিবাহবন্ধন বহির্ভূত\nবিবাহবন্ধন-\nবহির্ভূত"},
			"বিবাহবন্ধন বহির্ভূত\nবিবাহবন্ধন-বহির্ভূত\n"},
		{"and so does any where most hyphens stand within lines", []string{"জাতি-ধর্ম বর্ণ-\nভাষা"}, "জাতি-ধর্ম বর্ণ-\nভাষা\n"},
		{"but not a word that stands elsewhere", []string{"জাতি-ধর্ম স্বীকৃতি স্বী-\nকৃতি"}, "জাতি-ধর্ম স্বীকৃতি স্বীকৃতি\n"},
		{"a hyphen before a number of Hindi is no division", []string{"धारा-\n१२"}, "धारा-\n१२\n"},
		{"a sign of Sinhala that binds two letters ends no word", []string{"සමාජ ප්\u200d\n\nරගතිය"}, "සමාජ ප්\u200dරගතිය\n"},
		{"the same signs end words of Malayalam", []string{"രീതിയില്\u200d\nഅവകാശ"}, "രീതിയില്\u200d\nഅവകാശ\n"},
		{"the sign of Khmer for a letter below ends no word", []string{"ប្\nរកាស"}, "ប្រកាស\n"},
		{"no pages", nil, ""},
	} {
		if diff := cmp.Diff(tt.want, without(t, pagesOf(tt.pages...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Whatever the pages: no word is lost but numbers of pages, and nothing comes in.
func FuzzWithoutFurniture(f *testing.F) {
	f.Add("a b\n\n1\fc-\n\n2\fd\n\n3")
	f.Add("CHAPTER 0! A A\n\nC\n00\fCHAPTER 00 C\n\n0000\fCHAPTER 000A\n\n00")
	f.Add("THE LOG\n\na\fTHE LOG\n\nb\fTHE LOG\n\nc\n\fThe log …")
	f.Add("CHAPTER 1. A B\n\nx\n\niv\fCHAPTER 2. C\n\ny\n\nv\fCHAPTER 3. D\n\nvi")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "-\u00ad\u2010") {
			return // divided words may become whole
		}
		pages := strings.Split(text, "\f")
		got := without(t, pagesOf(pages...))
		has := make(map[string]bool)
		for _, w := range words(got) {
			has[w] = true
		}
		for i, p := range pagesOf(pages...) {
			for _, l := range p.lines {
				tokens := tokensOf(l.text)
				if start, end, _ := (&furniture{pages: make([]page, len(pages))}).naming(tokens, i); start >= 0 {
					tokens = slices.Delete(tokens, start, end)
				}
				for _, one := range tokens {
					if w := one.text; one.letter && !has[w] && !romanNumber().MatchString(l.text) {
						t.Errorf("%q became %q: %q is lost", text, got, w)
					}
				}
			}
		}
		if len(got) > len(text)+2*len(pages)+2 && !strings.Contains(text, "\n") {
			t.Errorf("%q grew to %q", text, got)
		}
	})
}

// FuzzReadLayout reads what may come of pdftotext.
func FuzzReadLayout(f *testing.F) {
	f.Add([]byte("<page width=\"1\">\n<block x>\n<line y>\n<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">a&amp;b</word>\n</line>\n</block>\n</page>"))
	f.Add([]byte("</line>\n<word xMin=\"x\" yMin=\"\" xMax=\"1e999\" yMax=\"NaN\">\xff</word>\n<page \n</line>"))
	f.Fuzz(func(t *testing.T, xml []byte) {
		pages, err := readLayout(bytes.NewReader(xml), nil, ample())
		if err != nil {
			return
		}
		if text := without(t, pages); len(text) > 2*len(xml)+2 {
			t.Errorf("%d octets of %d", len(text), len(xml))
		}
	})
}

// FuzzReadNames reads what may come of pdfdetach.
func FuzzReadNames(f *testing.F) {
	f.Add("2 embedded files\n1: a.txt\n2: b\nc.pdf\n")
	f.Add("99999999999999999999 embedded files\n1: \n3: x")
	f.Fuzz(func(t *testing.T, listed string) {
		names, count, err := readNames(strings.NewReader(listed))
		length := 0
		for _, n := range names {
			length += len(n)
		}
		if err != nil || count < 0 || len(names) > mostAttachments || length > len(listed) {
			t.Errorf("%q: %d names of %d octets, %d, %v", listed, len(names), length, count, err)
		}
	})
}

// Bullets of symbol fonts are no text.
func TestPictures(t *testing.T) {
	for _, tt := range []struct{ why, word, want string }{
		{"a bullet of Symbol", "\uF0B7", "coal"},
		{"the first code point", "\uF000", "coal"},
		{"the last code point", "\uF0FF", "coal"},
		{"a letter of a font of the document", "\uE000", "\uE000 coal"},
		{"a word of such glyphs may be text", "\uF063\uF06F", "\uF063\uF06F coal"},
		{"a bullet with a code point of its own", "•", "• coal"},
	} {
		xml := "<page >\n<block >\n<line >\n<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">" + tt.word +
			"</word>\n<word xMin=\"3\" yMin=\"1\" xMax=\"5\" yMax=\"2\">coal</word>\n</line>\n</block>\n</page>"
		pages, err := readLayout(strings.NewReader(xml), nil, ample())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(without(t, pages)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// The text of a word may have line ends and control characters.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ why, word, want string }{
		{"the number of a glyph without a letter", "3D\x14\x13", "3D\uFFFD\uFFFD coal"},
		{"a glyph alone", "\x01", "\uFFFD coal"},
		{"a number of more bits", "a\u0081", "a\uFFFD coal"},
		{"white space is no such number", "a\u0085b\tc", "a b c coal"},
		{"a character for private use is known", "a\uE000", "a\uE000 coal"},
		{"a line end", "a\nb", "a b coal"},
		{"several, and blanks", "a\n\n  b\n", "a b coal"},
	} {
		xml := "  <page >\n  <block >\n   <line >\n    <word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">" + tt.word +
			"</word>\n    <word xMin=\"3\" yMin=\"1\" xMax=\"5\" yMax=\"2\">coal</word>\n   </line>\n  </block>\n  </page>"
		pages, err := readLayout(iotest.OneByteReader(strings.NewReader(xml)), nil, ample())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(without(t, pages)), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// A small file may have a page of millions of words.
func TestLayoutBudget(t *testing.T) {
	word := func(s string) string { return `<word xMin="1" yMin="1" xMax="2" yMax="2">` + s + "</word>\n" }
	lines := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<line x>\n%s</line>\n", word(strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(1_000_000+i))))
		}
		return b.String()
	}
	for _, tt := range []struct {
		why, xml string
		is       error
		want     string
	}{
		{"a word without end", word(strings.Repeat("a", 2<<20)), medium.ErrTooLarge, "in one word of PDF"},
		{"a line without end", "<line x>\n" + strings.Repeat(word(strings.Repeat("a", 1<<19)), 3), medium.ErrTooLarge, "in one line of PDF"},
		{"pages without end", strings.Repeat("<page >\n", 1<<20), medium.ErrExpansion, "pages of PDF: its reader needs more than"},
		{"lines without end", "<page >\n" + lines(400_000), medium.ErrExpansion, "lines of PDF: its reader needs more than"},
		{"words without end", strings.ReplaceAll(lines(225_000), "aa</word>\n</line>\n", "x-</word>\n</line>\n<page >\n"), medium.ErrExpansion, "words of PDF: its reader needs more than"},
	} {
		if testing.Short() && len(tt.xml) > 16<<20 {
			continue
		}
		b := budget.New(budget.Limits{})
		pages, err := readLayout(strings.NewReader(tt.xml), nil, b)
		if err == nil {
			_, err = withoutFurniture(pages, b, false)
		}
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

// Where a word ends is where there is a gap, and not where its font or size changes.
func TestBlankBetween(t *testing.T) {
	at := func(text string, left, top, right, base float64) word {
		return word{text: text, left: left, top: top, right: right, base: base}
	}
	for _, tt := range []struct {
		why        string
		word, next word
		want       bool
	}{
		{"a gap", at("two", 0, 0, 30, 20), at("words", 36, 0, 70, 20), true},
		{"small capitals", at("C", 284, 103, 300, 129), at("lassroom", 299.9, 109, 371, 128), false},
		{"a comma in another font", at("log", 0, 0, 30, 20), at(",", 30, 0, 34, 20), false},
		{"words that overlap far", at("log", 0, 0, 30, 20), at("book", 20, 0, 50, 20), true},
		{"an index", at("D", 0, 0, 10, 12), at("1", 10, 6, 14, 14), false},
		{"a power", at("km", 0, 0, 30, 20), at("2", 30, 0, 34, 12), false},
		{"an ordinal", at("19", 0, 0, 20, 20), at("th", 20, 0, 30, 12), false},
		{"words that are turned by a quarter", at("turned", 100, 0, 110, 300), at("word", 100, 304, 110, 330), true},
		{"Arabic and its stop, in a document with blanks", at(".", 0, 0, 4, 20), at("لكل", 3.9, 0, 30, 20), true},
	} {
		if got := (order{blanks: true}).blankBetween(&tt.word, &tt.next); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}

// A fault that the program mends is no loss. All others may be one, and so may those that are not shown.
func TestMendedFaults(t *testing.T) {
	for _, test := range []struct {
		reason, complaints string
		want               bool
	}{
		{"a table of places that is built again", "Syntax Error: Couldn't read xref table", true},
		{"the look of a form", "Syntax Warning: Bad appearance for annotation; Syntax Error: Bad bounding box for annotation", true},
		{"a stream that cannot be unpacked", "Syntax Error (30298): Unknown compression method in flate stream", false},
		{"text without a font", "Syntax Error: No font in show", false},
		{"one of each", "Syntax Error: Couldn't read xref table; Syntax Error: No font in show", false},
		{"more than is shown", "Syntax Error: Couldn't read xref table; …", false},
	} {
		if got := areMended(test.complaints); got != test.want {
			t.Errorf("%s: %v", test.reason, got)
		}
	}
}
