package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// measured is everything the tables say.
type measured struct {
	corpus   *corpus.Corpus
	manuals  []manual
	texts    []text // with a fingerprint
	features []int  // of all declarations, ascending
	pairs    []pair // of texts, nearest first
}

type manual struct {
	language   string
	html, text fingerprint
	between    int    // bits from HTML to text
	nearest    string // other document
	distance   int    // bits from HTML to it
}

type fingerprint struct {
	scheme.Fingerprint
	features int
}

type text struct {
	fingerprint
	corpus.Declaration
	words string
}

type pair struct {
	a, b text
	bits int
}

// oneLanguage reports that both texts have the same ISO 639-3 code. "und" says
// that the language has none.
func (p pair) oneLanguage() bool { return p.a.Language == p.b.Language && p.a.Language != "und" }

func measure(c *corpus.Corpus) (*measured, error) {
	m := &measured{corpus: c}
	for _, d := range c.Declarations {
		var words strings.Builder
		if _, err := d.WriteTo(&words); err != nil {
			return nil, err
		}
		fp, features, err := d.Fingerprint()
		m.features = append(m.features, features)
		switch {
		case errors.Is(err, scheme.ErrNoFeatures):
		case err != nil:
			return nil, err
		default:
			m.texts = append(m.texts, text{fingerprint{fp, features}, d, words.String()})
		}
	}
	slices.Sort(m.features)
	for i, b := range m.texts {
		for _, a := range m.texts[:i] {
			m.pairs = append(m.pairs, pair{a, b, distance(a.fingerprint, b.fingerprint)})
		}
	}
	slices.SortStableFunc(m.pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(p.bits, q.bits), strings.Compare(p.a.ID, q.a.ID), strings.Compare(p.b.ID, q.b.ID))
	})
	for _, x := range c.Manuals {
		html, features, err := x.HTML().Fingerprint()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Dir, err)
		}
		one := manual{language: x.Language, html: fingerprint{html, features}}
		plain, features, err := x.Text().Fingerprint()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Dir, err)
		}
		one.text = fingerprint{plain, features}
		one.between = distance(one.html, one.text)
		m.manuals = append(m.manuals, one)
	}
	for i := range m.manuals {
		m.findNearest(&m.manuals[i])
	}
	return m, nil
}

// findNearest finds the nearest other document: the same guide in another
// language, or a declaration in any. The first of equally near ones counts.
func (m *measured) findNearest(x *manual) {
	x.distance = 65
	for _, y := range m.manuals {
		if d := distance(x.html, y.html); y.language != x.language && d < x.distance {
			x.distance, x.nearest = d, "manual `"+y.language+"`"
		}
	}
	for _, y := range m.texts {
		if d := distance(x.html, y.fingerprint); d < x.distance {
			x.distance, x.nearest = d, "declaration "+y.label()
		}
	}
}

func (t text) label() string { return "`" + t.ID + "` " + t.Name }

func distance(a, b fingerprint) int {
	d, err := a.Distance(b.Fingerprint)
	if err != nil {
		panic(err) // one scheme, one profile
	}
	return d
}

// within counts the pairs that are at most so far apart.
func (m *measured) within(bits int) (all, acrossLanguages int) {
	for _, p := range m.pairs {
		if p.bits > bits {
			break
		}
		all++
		if !p.oneLanguage() {
			acrossLanguages++
		}
	}
	return all, acrossLanguages
}

// median is the middle number of features, the lower of two.
func (m *measured) median() int { return m.features[(len(m.features)-1)/2] }
