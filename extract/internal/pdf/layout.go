package pdf

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
)

// What pdftotext -bbox-layout writes: pages of flows of blocks of lines of words.
var (
	wordElement = lazy.Regexp(`^<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">(.*)</word>$`)
	unescaper   = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")
)

// readLayout reads the pages that pdftotext -bbox-layout writes. Unlike plain output, this says
// where words stand, and keeps the hyphens at line ends, without which "un-available" cannot
// be told from "Debian-Installer".
func readLayout(xml []byte) (pages []page, blank int) {
	var words strings.Builder
	first := true
	end := [4]float64{}
	for octets := range bytes.Lines(xml) {
		s := strings.TrimSpace(string(octets))
		switch {
		case strings.HasPrefix(s, "<page "):
			pages = append(pages, page{})
		case strings.HasPrefix(s, "<block "):
			first = true
		case strings.HasPrefix(s, "<line "):
			words.Reset()
		case s == "</line>" && len(pages) > 0:
			if text := strings.TrimSpace(leaders().ReplaceAllString(words.String(), " ")); text != "" {
				p := &pages[len(pages)-1]
				p.lines = append(p.lines, line{text: text, key: key(text), first: first})
				first = false
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
		}
	}
	for _, p := range pages {
		if len(p.lines) == 0 {
			blank++
		}
	}
	return pages, blank
}

// wordGap is the least width of a blank, in heights of the line.
const wordGap = 0.05

// markRise is the least rise of a footnote mark's lower edge above that of the word before it,
// in heights of the word.
const markRise = 0.2
