package difference

// An Excerpt is what is shown of a Difference: its summary, and the first places.
type Excerpt struct {
	Count
	Kinds     map[Kind]int `json:"kinds"`     // edits by kind
	Negations int          `json:"negations"` // edits with a negation
	Hunks     []Hunk       `json:"hunks"`
	More      int          `json:"more"` // places that are not shown
}

// Excerpt returns at most so many places of d, as the zero [Layout] has them.
func (d *Difference) Excerpt(most int) *Excerpt {
	e := &Excerpt{Count: d.Count(), Kinds: make(map[Kind]int), Hunks: d.Hunks(Layout{})}
	for _, c := range d.Classes() {
		e.Kinds[c.Kind]++
		if c.Negation {
			e.Negations++
		}
	}
	if e.Hunks == nil {
		e.Hunks = []Hunk{}
	}
	if more := len(e.Hunks) - most; more > 0 {
		e.Hunks, e.More = e.Hunks[:most:most], more
	}
	return e
}

// Lines returns the excerpt as lines: a summary, a line for each place, and how many more there are.
func (e *Excerpt) Lines() []string {
	all := []string{e.Count.String()}
	for _, h := range e.Hunks {
		all = append(all, h.String())
	}
	if e.More > 0 {
		all = append(all, "and "+e.Rest())
	}
	return all
}

// Rest says how many places are not shown, as in "3 more places".
func (e *Excerpt) Rest() string { return plural(e.More, "more place") }
