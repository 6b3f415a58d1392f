package manifest

import (
	"cmp"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/scheme"
)

// matcher finds out which records of web archives are which: those of one URI and date. It sorts
// both sides and goes through them side by side, in bounded memory.
type matcher struct {
	scheme        *scheme.Scheme
	o             *Options
	stored, found extsort.Sorter            // of rows, with the file as their third field
	differing     extsort.Sorter            // of pairs, by the file that they are told of
	files         map[string]*RecordResults // by path

	key              []string   // of what is held
	waiting, arrived [][]string // records of one URI and date that are not the same on both sides
}

func newMatcher(s *scheme.Scheme, o *Options) *matcher {
	return &matcher{scheme: s, o: o, files: make(map[string]*RecordResults)}
}

// The fields of a sorted row: those of a record, with its file behind the date.
const (
	sortedFile    = rowDate + 1
	sortedPayload = rowPayload + 1
	sortedText    = rowText + 1
	sortedPrint   = rowPrint + 1
)

func (m *matcher) add(side *extsort.Sorter, path string, records *extsort.List) error {
	m.file(path)
	for row, err := range records.All() {
		if err != nil {
			return err
		}
		if err := side.Add(slices.Insert(row, sortedFile, path)...); err != nil {
			return err
		}
	}
	return nil
}

func (m *matcher) file(path string) *RecordResults {
	c := m.files[path]
	if c == nil {
		c = &RecordResults{path: path, scheme: m.scheme, o: m.o}
		m.files[path] = c
	}
	return c
}

// run compares both sides.
func (m *matcher) run() error {
	stored, found := extsort.NewCursor(m.stored.All()), extsort.NewCursor(m.found.All())
	defer stored.Stop()
	defer found.Stop()
	for stored.Err == nil && found.Err == nil && (stored.Record != nil || found.Record != nil) {
		a, b := stored.Record, found.Record
		order := 0
		switch {
		case a == nil:
			order = 1
		case b == nil:
			order = -1
		default:
			order = slices.Compare(a[:sortedPrint], b[:sortedPrint])
		}
		if order <= 0 {
			stored.Step()
		} else {
			a = nil
		}
		if order >= 0 {
			found.Step()
		} else {
			b = nil
		}
		if order == 0 && a[sortedPayload] != "" && a[sortedPrint] == b[sortedPrint] {
			m.file(b[sortedFile]).statuses[OK]++
		} else if err := m.hold(a, b); err != nil {
			return err
		}
	}
	if err := cmp.Or(stored.Err, found.Err); err != nil {
		return err
	}
	return m.release()
}

// maxGroup bounds the records of one URI and date that are matched with other files or changes.
const maxGroup = 256

// hold keeps records that differ between the sides until all of their URI and date are there.
func (m *matcher) hold(stored, found []string) error {
	row := stored
	if row == nil {
		row = found
	}
	if !slices.Equal(m.key, row[:sortedFile]) || len(m.waiting) == maxGroup || len(m.arrived) == maxGroup {
		if err := m.release(); err != nil {
			return err
		}
		m.key = row[:sortedFile]
	}
	if stored != nil {
		m.waiting = append(m.waiting, stored)
	}
	if found != nil {
		m.arrived = append(m.arrived, found)
	}
	return nil
}

// likenesses are by what records of one URI and date are taken for one record, the surest first.
var likenesses = []func(a, b []string) bool{
	func(a, b []string) bool { return a[sortedFile] == b[sortedFile] && samePayload(a, b) },
	func(a, b []string) bool { return a[sortedFile] == b[sortedFile] && sameText(a, b) },
	samePayload,
	sameText,
	func(a, b []string) bool { return a[sortedFile] == b[sortedFile] },
	func(a, b []string) bool { return true },
}

func samePayload(a, b []string) bool {
	return a[sortedPayload] == b[sortedPayload] && a[sortedPayload] != ""
}

func sameText(a, b []string) bool { return a[sortedText] == b[sortedText] && a[sortedText] != "" }

// release compares the records that are held.
func (m *matcher) release() error {
	for _, alike := range likenesses {
		if len(m.waiting) == 0 || len(m.arrived) == 0 {
			break
		}
		var left [][]string
		for _, a := range m.waiting {
			i := slices.IndexFunc(m.arrived, func(b []string) bool { return alike(a, b) })
			if i < 0 {
				left = append(left, a)
				continue
			}
			if err := m.take(a, m.arrived[i]); err != nil {
				return err
			}
			m.arrived = slices.Delete(m.arrived, i, i+1)
		}
		m.waiting = left
	}
	for _, a := range m.waiting {
		if err := m.take(a, nil); err != nil {
			return err
		}
	}
	for _, b := range m.arrived {
		if err := m.take(nil, b); err != nil {
			return err
		}
	}
	m.waiting, m.arrived = m.waiting[:0], m.arrived[:0]
	return nil
}

// take counts a record that is on both sides, or on one of them.
func (m *matcher) take(a, b []string) error {
	p, path := &recordPair{}, ""
	if a != nil {
		path = a[sortedFile]
		p.stored = unsorted(a)
	}
	if b != nil {
		path = b[sortedFile]
		p.found = unsorted(b)
	}
	c := m.file(path)
	if a != nil && a[sortedFile] != path {
		p.from = a[sortedFile]
		c.From = addName(c.From, p.from)
		old := m.file(p.from)
		old.Elsewhere++
		old.To = addName(old.To, path)
	}
	r, err := p.result(path, m.scheme, m.o)
	if err != nil {
		return err
	}
	c.statuses[r.Status]++
	if r.Status == Moved && r.MovedStatus == SameFingerprint {
		c.moved = SameFingerprint
	}
	if r.Status == OK {
		return nil
	}
	return m.differing.Add(p.row(path)...)
}

// unsorted is a row without its file.
func unsorted(row []string) []string {
	return slices.Concat(row[:sortedFile], row[sortedFile+1:])
}

// details gives the pairs that differ of one file after another, whose paths ascend.
type details struct{ *extsort.Cursor }

func (m *matcher) details() details { return details{extsort.NewCursor(m.differing.All())} }

// of sets the pairs of a file.
func (d details) of(c *RecordResults) error {
	c.rows = new(extsort.List)
	for d.Record != nil && d.Record[0] <= c.path {
		if d.Record[0] == c.path {
			if err := c.rows.Add(d.Record...); err != nil {
				return err
			}
		}
		d.Step()
	}
	return d.Err
}
