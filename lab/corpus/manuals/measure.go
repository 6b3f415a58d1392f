package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// measured is everything the tables say, by sm1 unless it says otherwise.
type measured struct {
	corpus   *corpus.Corpus
	manuals  []manual
	texts    []text // with a fingerprint
	features []int  // of all declarations, ascending
	pairs    []pair // of texts, nearest first
}

type manual struct {
	language    string
	html, text  fingerprint
	between     int     // bits from HTML to text
	betweenSD1  int     // the same by sd1
	resemblance float64 // of HTML and text, by mh1
	nearest     string  // other document
	distance    int     // bits from HTML to it
}

type fingerprint struct {
	scheme.Fingerprint
	features int
}

type text struct {
	fingerprint
	corpus.Declaration
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
		fp, features, err := sum(strings.NewReader(words.String()), scheme.SM1)
		m.features = append(m.features, features)
		switch {
		case errors.Is(err, scheme.ErrNoFeatures):
		case err != nil:
			return nil, err
		default:
			m.texts = append(m.texts, text{fingerprint{fp[0], features}, d})
		}
	}
	slices.Sort(m.features)
	for i, b := range m.texts {
		for _, a := range m.texts[:i] {
			m.pairs = append(m.pairs, pair{a, b, distance(a.fingerprint.Fingerprint, b.fingerprint.Fingerprint)})
		}
	}
	slices.SortStableFunc(m.pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(p.bits, q.bits), strings.Compare(p.a.ID, q.a.ID), strings.Compare(p.b.ID, q.b.ID))
	})
	for _, x := range c.Manuals {
		html, features, err := sum(x.HTML(), scheme.SM1, scheme.SD1, scheme.MH1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Dir, err)
		}
		one := manual{language: x.Language, html: fingerprint{html[0], features}}
		plain, features, err := sum(x.Text(), scheme.SM1, scheme.SD1, scheme.MH1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Dir, err)
		}
		one.text = fingerprint{plain[0], features}
		one.between = distance(html[0], plain[0])
		one.betweenSD1 = distance(html[1], plain[1])
		if one.resemblance, err = html[2].Similarity(plain[2]); err != nil {
			return nil, err
		}
		m.manuals = append(m.manuals, one)
	}
	for i := range m.manuals {
		m.findNearest(&m.manuals[i])
	}
	return m, nil
}

// sum returns the fingerprints of a text by each scheme, and its features by the
// first.
func sum(text io.WriterTo, schemes ...*scheme.Scheme) (fps []scheme.Fingerprint, features int, err error) {
	var hashers []*scheme.Hasher
	var all []io.Writer
	for _, s := range schemes {
		h := s.New()
		hashers, all = append(hashers, h), append(all, h)
	}
	if _, err := text.WriteTo(io.MultiWriter(all...)); err != nil {
		return nil, 0, err
	}
	for _, h := range hashers {
		fp, err := h.Fingerprint()
		if err != nil {
			return nil, 0, err
		}
		fps = append(fps, fp)
	}
	return fps, hashers[0].CountFeatures(), nil
}

// findNearest finds the nearest other document: the same guide in another
// language, or a declaration in any. The first of equally near ones counts.
func (m *measured) findNearest(x *manual) {
	x.distance = 65
	for _, y := range m.manuals {
		if d := distance(x.html.Fingerprint, y.html.Fingerprint); y.language != x.language && d < x.distance {
			x.distance, x.nearest = d, "manual `"+y.language+"`"
		}
	}
	for _, y := range m.texts {
		if d := distance(x.html.Fingerprint, y.fingerprint.Fingerprint); d < x.distance {
			x.distance, x.nearest = d, "declaration "+y.label()
		}
	}
}

func (t text) label() string { return "`" + t.ID + "` " + t.Name }

func distance(a, b scheme.Fingerprint) int {
	d, err := a.Distance(b)
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
