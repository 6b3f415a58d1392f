package pdf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

var unescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")

// readLayout reads the pages that pdftotext -bbox-layout writes. They have flows of blocks of lines of
// words, each on a line of its own. Unlike plain output, this has the positions of words, and the
// hyphens at line ends. Without them, "un-available" looks like "Debian-Installer". The links of each
// page show which raised numbers are marks of notes.
func readLayout(r io.Reader, links [][]box, b *budget.Budget) ([]page, error) {
	l := layout{budget: b, links: links}
	in := bufio.NewScanner(r)
	var err error
	in.Buffer(make([]byte, readAhead), longestWord)
	in.Split(wholeWords)
	for in.Scan() && err == nil {
		s := strings.TrimSpace(in.Text())
		switch {
		case strings.HasPrefix(s, "<page "):
			l.endPage()
			l.pages = append(l.pages, page{})
			l.height = heightOf(s)
			err = b.Hold(pageCost, "pages of PDF")
		case strings.HasPrefix(s, "<block "):
			l.block++
		case strings.HasPrefix(s, "<line "):
			l.row = row{}
		case s == "</line>":
			l.endLine()
		default:
			if w, ok := wordOf(s); ok && !isPicture(w.text) {
				err = l.addWord(w)
			}
		}
	}
	switch {
	case err != nil:
		return nil, err
	case errors.Is(in.Err(), bufio.ErrTooLong):
		return nil, fmt.Errorf("%w: more than %d bytes in one word of PDF", medium.ErrTooLarge, longestWord)
	case in.Err() != nil:
		return nil, in.Err()
	}
	l.endPage()
	return l.pages, nil
}

// wholeWords splits what pdftotext writes into lines. A word may have line ends, for which a glyph stands.
func wholeWords(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if !bytes.HasPrefix(bytes.TrimLeft(data[:min(len(data), mostIndent)], " "), []byte("<word ")) {
		return bufio.ScanLines(data, atEOF)
	}
	if i := bytes.Index(data, []byte("</word>\n")); i >= 0 {
		end := i + len("</word>")
		return end + 1, data[:end], nil
	}
	if atEOF {
		return bufio.ScanLines(data, atEOF)
	}
	return 0, nil, nil
}

// mostIndent is more than the blanks before an element and its name.
const mostIndent = 32

// What must be held of a page at once, in bytes.
const (
	longestWord = 1 << 20
	longestLine = 1 << 20
)

// readAhead is how much is read at once, in bytes.
const readAhead = 64 << 10

// What a page, a line and a word cost in bytes of memory, besides their text.
const (
	pageCost = 64
	lineCost = 128
	wordCost = 64
)

// layout is what has been read.
type layout struct {
	budget *budget.Budget
	links  [][]box // of each page
	pages  []page
	rows   []row   // of the last page
	row    row     // the last one
	block  int     // that it is in
	height float64 // of the page
	held   int64   // for the words of the page
}

// row is a line of words, from left to right.
type row struct {
	words   []word
	length  int // of their text
	block   int
	divided bool // pdftotext divided it
	logical bool // it is a word in logical order
}

type word struct {
	text                   string
	left, top, right, base float64
	apart                  bool // a blank stands before it, however near the last word is
	linked                 bool // it is a number, and a link into the document
}

func wordOf(element string) (w word, ok bool) {
	rest := element
	for _, edge := range []struct {
		name string
		at   *float64
	}{{`<word xMin="`, &w.left}, {` yMin="`, &w.top}, {` xMax="`, &w.right}, {` yMax="`, &w.base}} {
		if rest, ok = strings.CutPrefix(rest, edge.name); !ok {
			return w, false
		}
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			return w, false
		}
		*edge.at, _ = strconv.ParseFloat(rest[:end], 64)
		rest = rest[end+1:]
	}
	if rest, ok = strings.CutPrefix(rest, ">"); !ok {
		return w, false
	}
	if rest, ok = strings.CutSuffix(rest, "</word>"); !ok {
		return w, false
	}
	w.text = strings.Clone(rest)
	if strings.IndexByte(rest, '&') >= 0 {
		w.text = unescaper.Replace(rest)
	}
	if strings.ContainsFunc(w.text, unicode.IsControl) {
		w.text = strings.Map(withoutControls, w.text)
	}
	return w, true
}

// withoutControls returns a blank for control characters that are white space, and U+FFFD for others. If a font does
// not say what a glyph stands for, pdftotext writes its number as a character.
func withoutControls(r rune) rune {
	switch {
	case !unicode.IsControl(r):
		return r
	case unicode.IsSpace(r):
		return ' '
	}
	return utf8.RuneError
}

// isPicture reports whether a word is a single glyph of a font such as Symbol or Wingdings. Its code
// point is in private use. It is the bullet of a list, or another picture.
func isPicture(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && 0xF000 <= r && r <= 0xF0FF
}

// heightOf returns the height of a page, or 0 if its element does not have one.
func heightOf(element string) float64 {
	_, rest, _ := strings.Cut(element, ` height="`)
	value, _, _ := strings.Cut(rest, `"`)
	height, _ := strconv.ParseFloat(value, 64)
	return height
}

func (l *layout) addWord(w word) error {
	if n := len(l.pages); 0 < n && n <= len(l.links) {
		w.linked = w.isLinked(l.links[n-1])
	}
	l.row.words = append(l.row.words, w)
	if l.row.length += len(w.text) + 1; l.row.length > longestLine {
		return fmt.Errorf("%w: more than %d bytes in one line of PDF", medium.ErrTooLarge, longestLine)
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

func (l *layout) endPage() {
	if n := len(l.pages); 0 < n && n <= len(l.links) {
		l.addButtons(l.links[n-1])
	}
	if len(l.pages) > 0 {
		p := &l.pages[len(l.pages)-1]
		unmirrored(l.rows)
		l.rows = upright(l.rows)
		order := orderOf(l.rows)
		divideNotes(l.rows, order.right)
		l.rows = tabled(l.rows, order.right)
		for start := 0; start < len(l.rows); {
			end := start
			for end < len(l.rows) && l.rows[end].block == l.rows[start].block {
				end++
			}
			n := len(p.lines)
			if r := &l.rows[start]; r.logical {
				p.addBlock([]string{r.words[0].text})
			} else {
				p.addBlock(order.lines(levelled(l.rows[start:end])))
			}
			if len(p.lines) == n+1 && end < len(l.rows) {
				p.lines[n].initial = l.rows[start].initial(&l.rows[end])
			}
			start = end
		}
		p.footed = footed(l.rows, l.height)
		for i := range p.lines {
			if i < edge || i >= len(p.lines)-edge {
				p.lines[i].key = key(p.lines[i].text)
			}
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
		if strings.Count(s, ".") >= fewestLeaders {
			s = leaders().ReplaceAllString(s, " ")
		}
		if s = strings.TrimSpace(s); s != "" {
			p.lines = append(p.lines, line{text: s, first: first})
			first = false
		}
	}
	if n := len(p.lines); n > 0 && !first {
		p.lines[n-1].last = true
	}
}
