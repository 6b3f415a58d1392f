package pdf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/budget"
)

// What pdftotext -bbox-layout writes: pages of flows of blocks of lines of words.
var (
	wordElement = lazy.Regexp(`^<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">(.*)</word>$`)
	unescaper   = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")
)

// readLayout reads the pages that pdftotext -bbox-layout writes. Unlike plain output, this says
// where words stand, and keeps the hyphens at line ends, without which "un-available" cannot
// be told from "Debian-Installer".
func readLayout(r io.Reader, b *budget.Budget) (pages []page, empty int, err error) {
	l := layout{budget: b}
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestWord)
	for in.Scan() && err == nil {
		s := strings.TrimSpace(in.Text())
		switch {
		case strings.HasPrefix(s, "<page "):
			l.endPage()
			l.pages = append(l.pages, page{})
			err = b.Hold(pageCost, "pages of PDF")
		case strings.HasPrefix(s, "<block "):
			l.block++
		case strings.HasPrefix(s, "<line "):
			l.row = row{}
		case s == "</line>":
			l.endLine()
		default:
			if m := wordElement().FindStringSubmatch(s); m != nil {
				err = l.addWord(m)
			}
		}
	}
	switch {
	case err != nil:
		return nil, 0, err
	case errors.Is(in.Err(), bufio.ErrTooLong):
		return nil, 0, fmt.Errorf("%w: more than %d octets in one word of PDF", medium.ErrTooLarge, longestWord)
	case in.Err() != nil:
		return nil, 0, in.Err()
	}
	l.endPage()
	for _, p := range l.pages {
		if len(p.lines) == 0 {
			empty++
		}
	}
	return l.pages, empty, nil
}

// What must be held of a page at once, in octets.
const (
	longestWord = 1 << 20
	longestLine = 1 << 20
)

// What a page, a line and a word cost in octets of memory, besides their text.
const (
	pageCost = 64
	lineCost = 128
	wordCost = 64
)

// layout is what has been read.
type layout struct {
	budget *budget.Budget
	pages  []page
	rows   []row // of the last page
	row    row   // the last one
	block  int   // that it is in
	held   int64 // for the words of the page
}

// row is a line of words, from left to right.
type row struct {
	words   []word
	length  int // of their text
	block   int
	divided bool // pdftotext divided it
}

type word struct {
	text                   string
	left, top, right, base float64
}

func (l *layout) addWord(m []string) error {
	var w word
	for i, edge := range []*float64{&w.left, &w.top, &w.right, &w.base} {
		*edge, _ = strconv.ParseFloat(m[i+1], 64)
	}
	w.text = strings.Clone(unescaper.Replace(m[5]))
	l.row.words = append(l.row.words, w)
	if l.row.length += len(w.text) + 1; l.row.length > longestLine {
		return fmt.Errorf("%w: more than %d octets in one line of PDF", medium.ErrTooLarge, longestLine)
	}
	cost := int64(wordCost + len(w.text))
	if len(l.row.words) == 1 {
		if err := l.budget.Hold(lineCost+2*int64(len(w.text)), "lines of PDF"); err != nil {
			return err
		}
	}
	l.held += cost
	return l.budget.Hold(cost, "lines of PDF")
}

func (l *layout) endLine() {
	if l.row.block = l.block; len(l.row.words) > 0 && len(l.pages) > 0 {
		l.rows = append(l.rows, l.row)
	}
	l.row = row{}
}

// endPage makes lines of the rows of a page.
func (l *layout) endPage() {
	if len(l.pages) > 0 {
		p := &l.pages[len(l.pages)-1]
		order := orderOf(l.rows)
		for start := 0; start < len(l.rows); {
			end := start
			for end < len(l.rows) && l.rows[end].block == l.rows[start].block {
				end++
			}
			p.addBlock(order.lines(l.rows[start:end]))
			start = end
		}
	}
	l.rows = nil
	l.budget.Release(l.held)
	l.held = 0
}

// addBlock adds the lines of a block, except those that are blank.
func (p *page) addBlock(lines []string) {
	first := true
	for _, s := range lines {
		if s = strings.TrimSpace(leaders().ReplaceAllString(s, " ")); s != "" {
			p.lines = append(p.lines, line{text: s, key: key(s), first: first})
			first = false
		}
	}
	if n := len(p.lines); n > 0 && !first {
		p.lines[n-1].last = true
	}
}
