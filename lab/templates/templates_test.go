package templates

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestThereAreTwentyArticlesAndFifteenTemplates(t *testing.T) {
	if got := len(Articles()); got != 20 {
		t.Errorf("%d articles, want 20", got)
	}
	if got := len(Names()); got != 15 {
		t.Errorf("%d templates, want 15", got)
	}
	teasers := 0
	for _, name := range Names() {
		if strings.HasSuffix(name, "-teaser") {
			teasers++
		}
	}
	if teasers != 2 {
		t.Errorf("%d templates with a teaser, want 2", teasers)
	}
}

func TestArticlesAreComplete(t *testing.T) {
	for _, a := range Articles() {
		if a.Title == "" || a.Author == "" || a.Date == "" || a.Caption == "" || len(a.Tags) < 3 {
			t.Errorf("%s: a head line is missing", a.Name)
		}
		if n := utf8.RuneCountInString(a.Text()); n < 400 {
			t.Errorf("%s: only %d characters", a.Name, n)
		}
	}
}

func TestPhrasesAreEnough(t *testing.T) {
	atLeast := map[string]int{
		"sites": 3, "menu": 40, "days": 7, "months": 4, "names": 10, "places": 6,
		"teasers": 12, "comments": 12, "footers": 4, "bio": 2, "cookie": 1,
		"newsletter": 1, "promo": 3,
	}
	for _, a := range Articles() {
		ph := loadPhrases(a.Lang)
		for list, want := range atLeast {
			if got := len(ph.words[list]); got < want {
				t.Errorf("%s: %d %s, want %d", a.Lang, got, list, want)
			}
		}
	}
}

func TestEveryCopyIsALittleDifferent(t *testing.T) {
	for _, a := range Articles() {
		seen := map[string]int{}
		for copy := range Copies {
			text := Edited(a, copy).Text()
			if other, ok := seen[text]; ok {
				t.Errorf("%s: copies %d and %d are the same", a.Name, other, copy)
			}
			seen[text] = copy
			if text == "" || strings.Contains(text, "=>") || strings.Contains(text, "\n\n") {
				t.Errorf("%s copy %d: a bad edit", a.Name, copy)
			}
		}
	}
}

func TestPagesShowTheArticleOnceAndInOrder(t *testing.T) {
	for _, a := range Articles() {
		for _, design := range Names() {
			for copy := range Copies {
				edited := Edited(a, copy)
				text := pageText(t, Render(edited, design, copy))
				if err := checkText(edited, text); err != nil {
					t.Errorf("%s %s %d: %v", a.Name, design, copy, err)
				}
			}
		}
	}
}

func TestPagesAreDeterministicAndDiffer(t *testing.T) {
	for _, a := range Articles() {
		for _, design := range Names() {
			first := Render(a, design, 1)
			if !bytes.Equal(first, Render(a, design, 1)) {
				t.Errorf("%s %s: two pages of one copy differ", a.Name, design)
			}
			if bytes.Equal(first, Render(a, design, 2)) {
				t.Errorf("%s %s: the pages of two copies are the same", a.Name, design)
			}
		}
	}
}

func TestOnlyTheTeaserTemplatesPutAParagraphBefore(t *testing.T) {
	for _, a := range Articles() {
		for _, design := range Names() {
			text := pageText(t, Render(a, design, 0))
			before, _, _ := strings.Cut(text, a.Blocks[0].Text)
			found := slices.ContainsFunc(loadPhrases(a.Lang).words["promo"], func(promo string) bool {
				return strings.Contains(before, promo)
			})
			if found != strings.HasSuffix(design, "-teaser") {
				t.Errorf("%s %s: a paragraph before the article: %v", a.Name, design, found)
			}
		}
	}
}

func TestCheckSeesAnotherCopy(t *testing.T) {
	for _, a := range Articles() {
		text := pageText(t, Render(a, "news", 0))
		for copy := 1; copy < Copies; copy++ {
			if err := checkText(Edited(a, copy), text); err == nil {
				t.Errorf("%s: the page of copy 0 passes for copy %d", a.Name, copy)
			}
		}
	}
}

// pageText returns the visible text of a page, one block per line.
func pageText(t *testing.T, page []byte) string {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	visible(root, &out)
	return "\n" + trimLines(out.String()) + "\n"
}

// checkText returns an error unless the text has each line of the article once,
// as a line, and in order.
func checkText(a Article, text string) error {
	at := 0
	for line := range strings.SplitSeq(a.Text(), "\n") {
		if n := strings.Count(text, line); n != 1 {
			return fmt.Errorf("%q is there %d times", line, n)
		}
		next := strings.Index(text, "\n"+line+"\n")
		if next < at {
			return fmt.Errorf("%q is not in its place", line)
		}
		at = next
	}
	return nil
}

// visible writes the visible text, with a line end before and after each block.
// It leaves out tables of contents and the edit links of headings.
func visible(n *html.Node, out *strings.Builder) {
	if n.Type == html.TextNode {
		out.WriteString(strings.Map(spaceForLineEnd, n.Data))
	}
	if hidden(n) {
		return
	}
	if !inline(n) {
		out.WriteString("\n")
	}
	for child := range n.ChildNodes() {
		visible(child, out)
	}
	if !inline(n) {
		out.WriteString("\n")
	}
}

func spaceForLineEnd(r rune) rune {
	if r == '\n' || r == '\t' {
		return ' '
	}
	return r
}

func trimLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, strings.TrimPrefix(line, "• "))
		}
	}
	return strings.Join(lines, "\n")
}

// inline tells whether a node runs on within a line.
func inline(n *html.Node) bool {
	if n.Type == html.TextNode {
		return true
	}
	switch n.DataAtom {
	case atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Span, atom.Font:
		return true
	}
	return false
}

// hidden reports whether an element is not shown, repeats sub-headings, or is
// the edit link of one.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Head, atom.Template:
		return true
	}
	for _, attr := range n.Attr {
		if attr.Key == "class" && (hasClass(attr.Val, "toc") || hasClass(attr.Val, "mw-editsection")) {
			return true
		}
	}
	return false
}

func hasClass(value, class string) bool {
	return strings.Contains(" "+value+" ", " "+class+" ")
}
