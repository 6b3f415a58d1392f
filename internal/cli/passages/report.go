package passages

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/passages/passagepage"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
)

// Limits of the page.
const (
	reportedPassages = 100
	reportedText     = 2000 // bytes of a passage
	reportedContext  = 160  // bytes on each side
)

// A report keeps the longest passages for a page. A nil one keeps none.
type report struct {
	longest []repeats.Row // the longest first
	all     int
}

func (r *report) add(row repeats.Row) {
	if r == nil {
		return
	}
	r.all++
	at, _ := slices.BinarySearchFunc(r.longest, row, func(a, b repeats.Row) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), -1) // of equal ones the first stays first
	})
	if at == reportedPassages {
		return
	}
	r.longest = slices.Insert(r.longest, at, row)
	r.longest = r.longest[:min(len(r.longest), reportedPassages)]
}

// write writes the page.
func (r *report) write(c *corpus, name string) error {
	p := &passagepage.Page{Title: c.summary(), More: r.all - len(r.longest)}
	for _, row := range r.longest {
		start, end, err := c.finder.InHolder(row)
		if err != nil {
			return err
		}
		holder, err := c.side(row.Holder, start, end)
		if err != nil {
			return err
		}
		other, err := c.side(row.Text, row.Start, row.End)
		if err != nil {
			return err
		}
		p.Passages = append(p.Passages, passagepage.Passage{Words: words(row.Weight), Documents: row.Frequency,
			Holder: holder, Other: other})
	}
	return cli.WriteFile(name, p.WriteHTML)
}

// side returns a passage of a document with some text around it.
func (c *corpus) side(document, start, end int) (s passagepage.Side, err error) {
	s.Start, s.End = start, end
	if s.ID, err = c.name(document); err != nil {
		return s, err
	}
	text, err := c.finder.Whole(document)
	if err != nil {
		return s, err
	}
	from, to := max(0, start-reportedContext), min(len(text), end+reportedContext)
	s.Before, s.After = excerpt(text[from:start], from > 0, false), excerpt(text[end:to], false, to < len(text))
	s.Passage = excerpt(text[start:min(end, start+reportedText)], false, end > start+reportedText)
	return s, nil
}

// excerpt returns a part of a text, with an ellipsis where it is cut.
func excerpt(text []byte, before, after bool) string {
	for before && len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	for after && len(text) > 0 {
		if r, n := utf8.DecodeLastRune(text); r != utf8.RuneError || n != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	s := strings.ToValidUTF8(string(text), string(utf8.RuneError))
	if before {
		s = "… " + s
	}
	if after {
		s += " …"
	}
	return s
}
