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
func readLayout(r io.Reader, b *budget.Budget) (pages []page, blank int, err error) {
	var words strings.Builder
	first := true
	end := [4]float64{}
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestWord)
	for in.Scan() {
		s := strings.TrimSpace(in.Text())
		switch {
		case strings.HasPrefix(s, "<page "):
			pages = append(pages, page{})
			if err := b.Hold(pageCost, "pages of PDF"); err != nil {
				return nil, 0, err
			}
		case strings.HasPrefix(s, "<block "):
			first = true
		case strings.HasPrefix(s, "<line "):
			words.Reset()
		case s == "</line>" && len(pages) > 0:
			if text := strings.TrimSpace(leaders().ReplaceAllString(words.String(), " ")); text != "" {
				p := &pages[len(pages)-1]
				p.lines = append(p.lines, line{text: text, key: key(text), first: first})
				first = false
				if err := b.Hold(int64(lineCost+2*len(text)), "lines of PDF"); err != nil {
					return nil, 0, err
				}
			}
		case s == "</block>" && len(pages) > 0:
			p := &pages[len(pages)-1]
			if n := len(p.lines); n > 0 {
				p.lines[n-1].last = true
			}
		default:
			m := wordElement().FindStringSubmatch(s)
			if m == nil {
				continue
			}
			var box [4]float64
			for i := range box {
				box[i], _ = strconv.ParseFloat(m[i+1], 64)
			}
			gap, raised := box[0]-end[2], end[3]-box[3]
			if height := end[3] - end[1]; words.Len() > 0 && (gap < 0 || gap > height*wordGap || raised > height*markRise) {
				words.WriteByte(' ')
			}
			end = box
			words.WriteString(unescaper.Replace(m[5]))
			if words.Len() > longestLine {
				return nil, 0, fmt.Errorf("%w: more than %d octets in one line of PDF", medium.ErrTooLarge, longestLine)
			}
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, 0, fmt.Errorf("%w: more than %d octets in one word of PDF", medium.ErrTooLarge, longestWord)
	}
	if in.Err() != nil {
		return nil, 0, in.Err()
	}
	for _, p := range pages {
		if len(p.lines) == 0 {
			blank++
		}
	}
	return pages, blank, nil
}

// What must be held of a page at once, in octets.
const (
	longestWord = 1 << 20
	longestLine = 1 << 20
)

// What a page and a line cost in octets of memory, besides their text.
const (
	pageCost = 64
	lineCost = 128
)

// wordGap is the least width of a blank, in heights of the line.
const wordGap = 0.05

// markRise is the least rise of a footnote mark's lower edge above that of the word before it,
// in heights of the word.
const markRise = 0.2
