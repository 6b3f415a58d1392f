package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var pdftotext = &program{
	command: "pdftotext",
	title:   "poppler pdftotext",
	debian:  "poppler-utils",
	version: versionBy("-v"),
}

// openPDF reads PDF (ISO 32000) by a program of poppler's. Two readers of PDF do not
// find the same text, and what a page repeats around it is told from it by guesses:
// this medium is tolerant.
func openPDF(d *Document, source *bufio.Reader, in *inner) error {
	path, err := pdftotext.installed()
	if err != nil {
		return err
	}
	file, remove, err := spool(source, in.limits, "PDF")
	if err != nil {
		return err
	}
	defer remove()
	// Reading order, not -layout or -raw: a column is read to its end, and words that
	// hyphens divide at line ends are whole. A form feed ends each page.
	text, complaints, err := pdftotext.run(in.ctx, file, in.limits, "-bbox-layout", "-enc", "UTF-8", "-eol", "unix", "-", "-")
	switch {
	case isFinal(err):
		return err
	case strings.Contains(complaints, "Incorrect password"), strings.Contains(complaints, "Unsupported security handler"),
		strings.Contains(complaints, "encryption"):
		return fmt.Errorf("%w: PDF: it needs a password", ErrEncrypted)
	case err != nil && complaints != "":
		return fmt.Errorf("%w: PDF: %s says: %s", ErrMalformed, pdftotext.command, complaints)
	case err != nil:
		return fmt.Errorf("%w: PDF: %s: %w", ErrMalformed, pdftotext.command, err)
	}
	pages, blank := readLayout(text)
	switch {
	case len(pages) == 0:
		return fmt.Errorf("%w: PDF: %s finds no page in it%s", ErrMalformed, pdftotext.command, saying(complaints))
	case blank == len(pages) && blank == 1:
		return fmt.Errorf("%w: PDF: its page has no text: is it scanned?", ErrNoText)
	case blank == len(pages):
		return fmt.Errorf("%w: PDF: none of its %d pages has text: are they scanned?", ErrNoText, blank)
	case blank == 1:
		d.Notes = append(d.Notes, fmt.Sprintf("1 of %d pages has no text", len(pages)))
	case blank > 1:
		d.Notes = append(d.Notes, fmt.Sprintf("%d of %d pages have no text", blank, len(pages)))
	}
	if strings.Contains(complaints, "Syntax Error") {
		d.Notes = append(d.Notes, fmt.Sprintf("the PDF is damaged: %s says: %s", pdftotext.command, complaints))
	}
	d.Tool = pdftotext.tool(in.ctx, path)
	d.text = strings.NewReader(withoutFurniture(pages))
	return nil
}

func saying(complaints string) string {
	if complaints == "" {
		return ""
	}
	return ": " + complaints
}

// The lines of pdftotext -bbox-layout that matter: flows of blocks of lines of words.
var (
	wordElement = regexp.MustCompile(`^<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">(.*)</word>$`)
	unescaper   = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")
)

// readLayout reads the pages that pdftotext -bbox-layout writes. Unlike its plain
// output it says where words stand, and leaves hyphens at line ends: without them
// nobody can tell "un-available" from "Debian-Installer".
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
			if text := strings.TrimSpace(leaders.ReplaceAllString(words.String(), " ")); text != "" {
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
			m := wordElement.FindStringSubmatch(s)
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

// wordGap is how wide a blank is at least, in heights of the line.
const wordGap = 0.05

// markRise is how much higher than a word the mark of a footnote ends at least, in
// heights of the word.
const markRise = 0.2
