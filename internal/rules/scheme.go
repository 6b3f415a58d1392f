package rules

import "github.com/lsh-interop/fpcheck/internal/unicode/ucd"

// A Scheme says which of the rules apply that not all schemes have. Where a field is
// false or 0, its rule does not apply.
type Scheme struct {
	ID string

	// Chapters 2 to 4.
	Identifiers    bool           // R2.1 to R2.8: identifiers are removed
	Hyphens        bool           // R2.9: words broken at line ends are joined
	Blanks         bool           // R2.10: white space in scripts without spaces is deleted
	ZeroWidthSpace bool           // R3.3: U+200B is a separator
	Fold           bool           // R3.5: code points are mapped
	Tatweel        bool           // R3.6: U+0640 is deleted
	IForms         bool           // R3.7: the forms of i are one letter
	Categories     ucd.Categories // R4.1, R4.4: of words; with Nl, R3.2 lets Nl through
	Alphabetic     bool           // R4.2: a word needs an Alphabetic code point
	Apostrophes    bool           // R4.4: letters that look like apostrophes separate
	Grams          int            // R4.5 to R4.8: clusters in a gram; 0 if there are only words

	// Chapters 5 to 7.
	ClusterWeight  int  // R5.4: weight of a cluster; 0 if clusters are no features
	KanaWeight     int  // R5.4: weight of a cluster of kana
	Shingle        int  // R5.5: tokens in a shingle; 0 if the tokens are features (R5.1)
	MaxOccurrences int  // R5.6: elements of one hash; 0 if occurrences do not count
	MinHash        bool // R7.4 to R7.10 in place of R7.1 to R7.3
}

// The four schemes of SPEC.md.
var (
	sd1 = Scheme{
		ID:          "sd1",
		Identifiers: true, ZeroWidthSpace: true, Fold: true, Alphabetic: true,
		Categories: ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Lm, ucd.Mn, ucd.Nd, ucd.Pc),
	}
	sm1 = multi(Scheme{ID: "sm1", ClusterWeight: 2, KanaWeight: 1})
	mh1 = multi(Scheme{ID: "mh1", Shingle: 3, MinHash: true})
	mw1 = multi(Scheme{ID: "mw1", Shingle: 3, MinHash: true, MaxOccurrences: 1024})
)

// multi completes a multi scheme by what the three have in common: chapters 2 to 4.
func multi(s Scheme) Scheme {
	s.Identifiers, s.Hyphens, s.Blanks = true, true, true
	s.Fold, s.Tatweel, s.IForms = true, true, true
	s.Alphabetic, s.Apostrophes, s.Grams = true, true, 2
	s.Categories = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo,
		ucd.Mn, ucd.Mc, ucd.Me, ucd.Nd, ucd.Nl, ucd.Pc)
	return s
}

// SchemeOf returns the scheme of an id: "sd1", "sm1", "mh1" or "mw1".
func SchemeOf(id string) Scheme {
	for _, s := range []Scheme{sd1, sm1, mh1, mw1} {
		if s.ID == id {
			return s
		}
	}
	panic("rules: no scheme " + id)
}
