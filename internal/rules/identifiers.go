package rules

import (
	"regexp"
	"strings"
)

// Identifiers is chapter 2: it removes identifiers from a text. Its parts are applied in this
// order, each to the result of the one before.
type Identifiers struct {
	Remove     func(text string) string // R2.1 to R2.8: see Finder
	JoinLines  func(text string) string // R2.9: see LineJoiner
	JoinSpaces func(text string) string // R2.10: see SpaceJoiner
}

// NewIdentifiers returns chapter 2 for a scheme.
func NewIdentifiers(s Scheme) *Identifiers {
	unchanged := func(text string) string { return text }
	i := &Identifiers{Remove: unchanged, JoinLines: unchanged, JoinSpaces: unchanged}
	if s.Identifiers {
		i.Remove = NewFinder().Text
	}
	if s.Hyphens {
		i.JoinLines = NewLineJoiner().Text
	}
	if s.Blanks {
		i.JoinSpaces = NewSpaceJoiner().Text
	}
	return i
}

// Text returns the text that stage 2 makes of a text.
func (i *Identifiers) Text(text string) string {
	return i.JoinSpaces(i.JoinLines(i.Remove(text)))
}

// A Finder is R2.1 to R2.8: it finds identifiers and replaces them.
type Finder struct {
	Atom    *regexp.Regexp           // R2.1: an atom, wherever it stands in the text
	Cut     func(atom string) string // R2.2: what is tested of an atom
	Trim    func(text string) string // R2.3: what is left of that is the candidate
	Scheme  *regexp.Regexp           // R2.4: a candidate with a match is an identifier
	Prefix  *regexp.Regexp           // Replace returns the replacement of an atom whose candidate is an identifier. tested is the result of Cut.
	DOI     *regexp.Regexp           // R2.6: likewise
	Address *regexp.Regexp           // R2.7: likewise

	// Replace returns the replacement of an atom whose candidate is an identifier. tested is the
	// result of Cut.
	Replace func(atom, tested, candidate string) string // R2.8
}

// NewFinder returns the Finder of every scheme.
func NewFinder() *Finder {
	return &Finder{
		Atom: regexp.MustCompile("[!#-;=?-Z_a-z~]+"),
		Cut:  func(atom string) string { return atom[:min(len(atom), 2048)] },
		Trim: func(text string) string {
			return strings.TrimRight(strings.TrimLeft(text, "('*_"), ")'*_.,;:!?")
		},
		Scheme: regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://`),
		Prefix: regexp.MustCompile(`^(?i:www\.|mailto:|tel:|urn:|info:|doi:|hdl:|ark:|arxiv:|` +
			`pmid:|orcid:|isbn:|issn:)`),
		DOI:     regexp.MustCompile(`^10\.[0-9]{4,9}(\.[0-9]+)*/.`),
		Address: regexp.MustCompile(`^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`),
		Replace: func(_, _, _ string) string { return "\uFFFD" },
	}
}

// Text replaces the identifiers of a text.
func (f *Finder) Text(text string) string {
	return f.Atom.ReplaceAllStringFunc(text, func(atom string) string {
		tested := f.Cut(atom)
		candidate := f.Trim(tested)
		for _, test := range []*regexp.Regexp{f.Scheme, f.Prefix, f.DOI, f.Address} {
			if test.MatchString(candidate) {
				return f.Replace(atom, tested, candidate)
			}
		}
		return atom
	})
}
