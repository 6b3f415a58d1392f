package difference

import "math"

// An Excerpt is a short form of a Difference: its summary, and the first places.
type Excerpt struct {
	Count
	Kinds     KindCounts `json:"kinds"`
	Negations int        `json:"negations"` // edits with a negation
	Hunks     []Hunk     `json:"hunks"`
	More      int        `json:"more"` // places that are not shown
	Groups    []Group    `json:"-"`    // the first of them
	Ungrouped int        `json:"-"`    // edits in no such group
}

// mostGroups is the greatest number of groups in an excerpt.
const mostGroups = 1000

// Excerpt returns at most most places of d, in the zero [Layout].
func (d *Difference) Excerpt(most int) *Excerpt {
	e := &Excerpt{Count: d.Count(), Kinds: make(KindCounts), Groups: d.Groups(mostGroups)}
	for _, c := range d.Classes() {
		e.Kinds[c.Kind]++
		if c.Words != "" {
			e.Kinds[c.Words]++
		}
		if c.Negation {
			e.Negations++
		}
	}
	e.Ungrouped = len(d.Edits)
	for _, g := range e.Groups {
		e.Ungrouped -= g.Edits
	}
	if e.Hunks, e.More = d.FirstHunks(Layout{}, most, math.MaxInt); e.Hunks == nil {
		e.Hunks = []Hunk{}
	}
	return e
}

// Summary returns the numbers of words and the kinds, as in "2 words came: 2 marks only".
func (e *Excerpt) Summary() string {
	s := e.Count.String() + ": " + e.Kinds.String()
	if e.Negations > 0 {
		s += " (" + plural(e.Negations, "negation") + ")"
	}
	return s
}

// GraverTexts compares two excerpts by their gravest groups. A nil excerpt comes last.
func GraverTexts(a, b *Excerpt) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil || len(a.Groups) == 0:
		return 1
	case b == nil || len(b.Groups) == 0:
		return -1
	}
	return Graver(a.Groups[0].Class, b.Groups[0].Class)
}

// Lines returns the excerpt as lines: a summary, a line for each place, and how many more there are.
func (e *Excerpt) Lines() []string {
	all := []string{e.Summary()}
	for _, h := range e.Hunks {
		all = append(all, h.String())
	}
	if e.More > 0 {
		all = append(all, "and "+e.Rest())
	}
	return all
}

// Rest returns the number of further places in words, as in "3 more places".
func (e *Excerpt) Rest() string { return plural(e.More, "more place") }
