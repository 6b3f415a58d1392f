package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pageOf returns the text of a page of lines. A word begins with its place: its left edge, its lower edge and
// its height. A letter is 5 points wide.
func pageOf(t *testing.T, blocks ...string) string {
	var xml strings.Builder
	xml.WriteString("<page width=\"600\" height=\"800\">\n")
	for _, block := range blocks {
		xml.WriteString("<block x>\n")
		for line := range strings.SplitSeq(block, "\n") {
			xml.WriteString("<line x>\n")
			for w := range strings.SplitSeq(line, " ") {
				var left, base, height float64
				text := ""
				if _, err := fmt.Sscanf(w, "%f,%f,%f:%s", &left, &base, &height, &text); err != nil {
					t.Fatalf("%q: %v", w, err)
				}
				fmt.Fprintf(&xml, "<word xMin=\"%f\" yMin=\"%f\" xMax=\"%f\" yMax=\"%f\">%s</word>\n",
					left, base-height, left+5*float64(len([]rune(text))), base, text)
			}
			xml.WriteString("</line>\n")
		}
		xml.WriteString("</block>\n")
	}
	pages, err := readLayout(strings.NewReader(xml.String()), nil, ample())
	if err != nil {
		t.Fatal(err)
	}
	return without(t, pages)
}

// The number of a note does not belong to the word before it. That of a power or a charge does.
func TestNotes(t *testing.T) {
	const log = "0,20,12:The 18,20,12:log 33,14,7:1 40,20,12:of"
	for _, tt := range []struct {
		why    string
		blocks []string
		want   string
	}{
		{"no note", []string{log}, "The log1 of\n"},
		{"a note whose number is raised", []string{log, "0,694,7:1 5,700,12:See"}, "The log 1 of\n\n1 See\n"},
		{"a note in smaller type", []string{log, "0,700,10:1 8,700,10:See"}, "The log 1 of\n\n1 See\n"},
		{"a note with a point after its number", []string{log, "0,700,10:1. 13,700,10:See"}, "The log 1 of\n\n1. See\n"},
		{"a number that is a line by itself", []string{log, "0,694,7:1", "20,700,10:See"}, "The log 1 of\n\n1\n\nSee\n"},
		{"the number of a page", []string{log, "0,700,12:1"}, "The log1 of\n"},
		{"a list in the same type", []string{log, "0,700,12:1. 13,700,12:See"}, "The log1 of\n\n1. See\n"},
		{"a note of another number", []string{log, "0,694,7:2 5,700,12:See"}, "The log1 of\n\n2See\n"},
		{"a small line above", []string{"0,10,8:1 8,10,8:See", log}, "1 See\n\nThe log1 of\n"},
		{"a larger line below the note", []string{log, "0,700,10:1 8,700,10:See", "0,720,14:1 8,720,14:of"},
			"The log 1 of\n\n1 See\n\n1 of\n"},
		{"a mark that is a letter", []string{"0,20,12:log 15,14,7:a", "0,694,7:a 5,700,12:See"}, "log a\n\na See\n"},
		{"units and charges beside a note of the same number", []string{
			"0,20,12:log. 20,14,7:2 30,20,12:km 40,14,7:2 50,20,12:Ca 60,14,7:2+ 75,20,12:10 85,14,7:2",
			"0,694,7:2 5,700,12:See",
		}, "log. 2 km2 Ca2+ 102\n\n2 See\n"},
		{"an isotope that begins a line", []string{"0,20,12:of", "0,34,7:14 10,40,12:C"}, "of\n\n14C\n"},
		{"a fraction after a number", []string{"0,20,12:48 10,14,7:1 15,20,12:/2"}, "48 1/2\n"},
		{"a reference before a slash", []string{"0,20,12:379 15,14,7:[2] 30,20,12:/"}, "379[2]/\n"},
		{"a note in Hebrew, whose mark is to the left", []string{
			"0,14,7:1 5,20,12:ןמוי 30,20,12:הז", "0,700,12:האר 15,694,7:1",
		},
			"זה יומן 1\n\n1 ראה\n"},
	} {
		if diff := cmp.Diff(tt.want, pageOf(t, tt.blocks...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// A large first letter is part of the word that it begins.
func TestInitials(t *testing.T) {
	for _, tt := range []struct {
		why    string
		blocks []string
		want   string
	}{
		{"an initial", []string{"0,40,36:W", "7,20,12:hen 30,20,12:the\n7,34,12:light"}, "When the\nlight\n"},
		{"an initial in quotation marks", []string{"0,40,36:“W", "12,20,12:hen"}, "“When\n"},
		{"an initial that is a word", []string{"0,40,36:A", "7,20,12:storm\n7,34,12:A 20,34,12:storm"},
			"A\n\nstorm\nA storm\n"},
		{"an initial of a word that the page has elsewhere", []string{
			"0,40,36:A", "7,20,12:light\n7,34,12:light 40,34,12:alight",
		},
			"Alight\nlight alight\n"},
		{"a letter of the same size", []string{"0,20,12:W", "7,20,12:hen"}, "W\n\nhen\n"},
		{"a letter that stands away", []string{"0,40,36:W", "12,20,12:hen"}, "W\n\nhen\n"},
		{"a letter above", []string{"0,40,36:W", "5,60,12:hen"}, "W\n\nhen\n"},
		{"two letters", []string{"0,40,36:WC", "10,20,12:hen"}, "WC\n\nhen\n"},
		{"a small letter", []string{"0,40,36:w", "7,20,12:hen"}, "w\n\nhen\n"},
		{"a number beside it", []string{"0,40,36:W", "7,20,12:1848"}, "W\n\n1848\n"},
		{"the last letter of the page", []string{"7,20,12:hen", "0,40,36:W"}, "hen\n\nW\n"},
	} {
		if diff := cmp.Diff(tt.want, pageOf(t, tt.blocks...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
