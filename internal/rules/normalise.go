package rules

import (
	"slices"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Normaliser is chapter 3: from text to runs. Its parts are applied in this order.
type Normaliser struct {
	Decompose      func([]rune) []rune   // R3.1
	Separates      func(rune) bool       // R3.2, R3.3
	LongMarks      func([]rune) [][]rune // R3.4: the pieces between long mark sequences
	Map            func(rune) string     // R3.5
	Tatweel        func([]rune) []rune   // R3.6
	IForms         func([]rune) []rune   // R3.7: see IForms
	DecomposeAgain func([]rune) []rune   // R3.8
	LongMarksAgain func([]rune) [][]rune // R3.8
	Compose        func([]rune) []rune   // R3.9: see Composer
	IsRun          func(string) bool     // R3.9: whether a composed piece is a run
}

// NewNormaliser returns chapter 3 for a scheme.
func NewNormaliser(s Scheme) *Normaliser {
	n := &Normaliser{
		Decompose:      Decompose,
		Separates:      separators(s),
		LongMarks:      SplitLong(1024, HasClass),
		Map:            func(r rune) string { return string(r) },
		Tatweel:        slices.Clone[[]rune],
		IForms:         slices.Clone[[]rune],
		DecomposeAgain: Decompose,
		LongMarksAgain: SplitLong(1024, HasClass),
		Compose:        NewComposer().Text,
		IsRun:          func(piece string) bool { return piece != "" },
	}
	if s.Fold {
		n.Map = Casefold
	}
	if s.Tatweel {
		n.Tatweel = deleteTatweel
	}
	if s.IForms {
		n.IForms = NewIForms().Text
	}
	return n
}

// Runs returns the runs of a text, in order.
func (n *Normaliser) Runs(text string) []string {
	runs := []string{}
	for _, source := range SplitAt(n.Decompose([]rune(text)), n.Separates) {
		for _, piece := range n.Pieces(source) {
			if n.IsRun(piece) {
				runs = append(runs, piece)
			}
		}
	}
	return runs
}

// Pieces applies R3.4 to R3.9 to the text between two separators. It also returns empty pieces.
func (n *Normaliser) Pieces(text []rune) (pieces []string) {
	for _, source := range n.LongMarks(text) {
		var mapped []rune
		for _, r := range source {
			mapped = append(mapped, []rune(n.Map(r))...)
		}
		decomposed := n.DecomposeAgain(n.IForms(n.Tatweel(mapped)))
		for _, piece := range n.LongMarksAgain(decomposed) {
			pieces = append(pieces, string(n.Compose(piece)))
		}
	}
	return pieces
}

// Decompose converts a text to Normalization Form D (R3.1).
func Decompose(text []rune) []rune {
	var decomposed []rune
	for _, r := range text {
		decomposed = ucd.AppendDecomposition(decomposed, r)
	}
	return Order(decomposed)
}

// Order puts each mark sequence in canonical order. Marks of one class keep their order.
func Order(text []rune) []rune { return ordered(text, func(r rune) rune { return r }) }

func ordered[T any](text []T, code func(T) rune) []T {
	text = slices.Clone(text)
	class := func(p T) int { return int(ucd.CombiningClass(code(p))) }
	for i := 0; i < len(text); {
		n := CountLeading(text[i:], func(p T) bool { return class(p) != 0 })
		slices.SortStableFunc(text[i:i+n], func(a, b T) int { return class(a) - class(b) })
		i += max(n, 1)
	}
	return text
}

// HasClass reports whether the combining class of r is not 0. Mark sequences consist of such code
// points.
func HasClass(r rune) bool { return ucd.CombiningClass(r) != 0 }

// separators returns R3.2 and R3.3.
func separators(s Scheme) func(rune) bool {
	passing := ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo,
		ucd.Mn, ucd.Mc, ucd.Me, ucd.Nd, ucd.Pc, ucd.Cf)
	if s.Categories.Contains(ucd.Nl) {
		passing |= ucd.CategoriesOf(ucd.Nl)
	}
	return func(r rune) bool {
		return !passing.Contains(ucd.CategoryOf(r)) || // R3.2
			s.ZeroWidthSpace && r == 0x200B // R3.3
	}
}

// SplitAt returns the pieces of a text between separators, including empty ones.
func SplitAt[T any](text []T, separates func(T) bool) (pieces [][]T) {
	start := 0
	for i, r := range text {
		if separates(r) {
			pieces = append(pieces, text[start:i])
			start = i + 1
		}
	}
	return append(pieces, text[start:])
}

// SplitLong returns a function that finds the pieces of a text between sequences of more
// than limit marks (R3.4, R3.8).
func SplitLong[T any](limit int, isMark func(T) bool) func(text []T) [][]T {
	return func(text []T) (pieces [][]T) {
		start := 0
		for i := 0; i < len(text); {
			n := CountLeading(text[i:], isMark)
			if n > limit {
				pieces = append(pieces, text[start:i])
				start = i + n
			}
			i += max(n, 1)
		}
		return append(pieces, text[start:])
	}
}

// Casefold maps a code point to its property NFKC_Casefold (R3.5).
func Casefold(r rune) string {
	if to, changed := ucd.Casefold(r); changed {
		return to
	}
	return string(r)
}

// deleteTatweel is R3.6.
func deleteTatweel(text []rune) []rune {
	return slices.DeleteFunc(Decompose(text), func(r rune) bool { return r == 0x640 })
}

// IForms is R3.7: it unifies the forms of i.
type IForms struct {
	Undotted func(rune) rune // what a code point becomes, first of all
	I        func(rune) bool // the letter whose dots go
	Between  func(rune) bool // what may stand between it and a dot that goes
}

// NewIForms returns the IForms of the multi schemes.
func NewIForms() *IForms {
	return &IForms{
		Undotted: func(r rune) rune {
			if r == 0x131 {
				return 'i'
			}
			return r
		},
		I: func(r rune) bool { return r == 'i' },
		Between: func(r rune) bool {
			class := ucd.CombiningClass(r)
			return r == 0x307 || class != 0 && class != 230
		},
	}
}

// Text unifies the forms of i in a text.
func (f *IForms) Text(text []rune) []rune { return runesOf(f.points(pointsOf(Decompose(text)))) }

func (f *IForms) points(text []Point) (merged []Point) {
	text = each(text, func(r rune) []rune { return []rune{f.Undotted(r)} })
	runes := runesOf(text)
	for i, p := range text {
		if p.Rune != 0x307 || !f.I(LastBut(f.Between)(runes[:i])) {
			merged = append(merged, p)
		}
	}
	return merged
}

// A Composer converts decomposed text to Normalization Form C (R3.9), by the Canonical Composition
// Algorithm of the Unicode Standard (D117).
type Composer struct {
	Pair   func(first, second rune) (rune, bool) // the primary composite of the two, if there is one
	Blocks func(between, class uint8) bool       // whether a mark before a code point blocks it, by their classes
}

// NewComposer returns the Composer of every scheme.
func NewComposer() *Composer {
	return &Composer{
		Pair:   ucd.Compose,
		Blocks: func(between, class uint8) bool { return between >= class },
	}
}

// Text composes a text.
func (c *Composer) Text(text []rune) []rune { return runesOf(c.points(pointsOf(text))) }

func (c *Composer) points(text []Point) (composed []Point) {
	starter := -1 // the index in composed of the last code point of class 0
	for _, p := range text {
		class := ucd.CombiningClass(p.Rune)
		last := len(composed) - 1
		if starter >= 0 && (last == starter || !c.Blocks(ucd.CombiningClass(composed[last].Rune), class)) {
			first := composed[starter]
			if composite, ok := c.Pair(first.Rune, p.Rune); ok {
				composed[starter] = Point{composite, min(first.From, p.From), max(first.To, p.To)}
				continue
			}
		}
		if class == 0 {
			starter = len(composed)
		}
		composed = append(composed, p)
	}
	return composed
}
