package lightweight

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// substitutions are the texts that names between bars stand for. A text may contain such names.
type substitutions struct {
	within *medium.Reading
	named  map[string]*substituted // by their names as written, and folded
	depth  int
	length int64 // of all texts that were written
	err    error
}

type substituted struct {
	text   string
	marked bool // inline markup is still to be read
	open   bool // it is being read: a name in it that leads back is no substitution
}

// mostSubstitutions bounds the substitutions in one another.
const mostSubstitutions = 32

func newSubstitutions(d *medium.Reading) *substitutions {
	return &substitutions{within: d, named: make(map[string]*substituted)}
}

// define defines a name. The last definition counts.
func (s *substitutions) define(name, text string, marked bool) {
	const cost = 512
	if err := s.within.Budget.Hold(int64(cost+2*len(name)+len(text)), "substitutions"); err != nil {
		s.err = err
		return
	}
	d := &substituted{text: text, marked: marked}
	name = strings.Join(strings.Fields(name), " ")
	s.named[name] = d
	s.named[strings.ToLower(name)] = d
}

// shown returns what a name between bars shows, or the name if it is not defined here.
func (s *substitutions) shown(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	d := s.named[name]
	if d == nil {
		d = s.named[strings.ToLower(name)]
	}
	if d == nil || d.open || s.depth == mostSubstitutions || s.err != nil {
		return name
	}
	if d.marked {
		d.open = true
		s.depth++
		d.text = inline(d.text, s)
		s.depth--
		d.open, d.marked = false, false
	}
	s.length += int64(len(d.text))
	if s.err = s.within.Budget.Text(s.length); s.err == nil {
		s.err = s.within.Budget.Hold(int64(len(d.text)), "substitutions")
	}
	return d.text
}
