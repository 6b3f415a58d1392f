package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A TextComparison is R13.8 to R13.11 and R13.23: how near two texts are, numbers and operators included.
type TextComparison struct {
	*TextDigest
	Operator func(rune) bool                                                           // R13.8
	Prefix   func(rune) bool                                                           // R13.8 (b): it stands before an item
	LineEnd  func(rune) bool                                                           // R13.8 (a)
	Between  func(c *TextComparison, parts []Part, last, next int) []string            // R13.8; last is -1 at the start
	Stack    func(c *TextComparison, parts []Part, from, to, at int) (first, last int) // R13.8 (b), (c): what touches an operator
	Fits     func(b Beside) bool                                                       // R13.8 (b)
	Ruled    int                                                                       // R13.8 (c): that touch one another
	Many     int                                                                       // R13.8 (c): that fulfil (b)
	IsSign   func(spaceFollows bool) bool                                              // R13.8 (d): whether R10.9 makes an item of it
	Ordered  func(operators, signs []string) []string                                  // R13.8
	Longest  int                                                                       // R13.8 (e): bytes
	Pieces   func(c *TextComparison, run string) []string                              // R13.8 (e)
	Class    func(rune) Class                                                          // R13.8 (f)
	Grams    func(clusters []string) []string                                          // R13.8 (f)
	Shingles func(items []string) []string                                             // R13.9
	Hash     func(octets []byte) uint64                                                // R13.9
	Sketch   func(elements []uint64) []byte                                            // R13.9; nil if there are none
	Distinct func(elements []uint64) []uint64                                          // R13.9
	Similar  func(a, b []uint64) float64                                               // R13.10
	Same     func(c *TextComparison, a, b []byte) bool                                 // R13.11
	IsNumber func(item string) bool                                                    // R13.11
	Numbers  func(c *TextComparison, items []string) []string                          // R13.11
	Equal    func(a, b []string) bool                                                  // R13.11: whether numbers are the same
	Unknown  func(item string) bool                                                    // R13.23
	Readable func(elements, unknown int) bool                                          // R13.23
	Weight   func(elements, unknown int) int                                           // R13.23: of a readable text
}

// Beside is an operator character, and what stands beside its row (R13.8).
type Beside struct {
	SpaceBefore, SpaceAfter bool
	ItemBefore, NextAfter   bool // a run or a symbol; the next part
	IsPrefix, IsDash        bool
}

// NewTextComparison returns the rules as they are.
func NewTextComparison() *TextComparison {
	minHash := NewMinHash()
	return &TextComparison{
		TextDigest: NewTextDigest(),
		Operator:   func(r rune) bool { return strings.ContainsRune("!&*-/^~\u2212", r) },
		Prefix:     func(r rune) bool { return strings.ContainsRune("!~-\u2212", r) },
		LineEnd:    func(r rune) bool { return strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r) },
		Between:    (*TextComparison).between, Stack: (*TextComparison).stack,
		Fits: func(b Beside) bool {
			if b.IsPrefix {
				return b.NextAfter && !(b.IsDash && b.ItemBefore)
			}
			return b.SpaceBefore == b.SpaceAfter
		},
		Ruled: 16, Many: 16,
		IsSign:  func(spaceFollows bool) bool { return !spaceFollows },
		Ordered: func(operators, signs []string) []string { return append(operators, signs...) },
		Longest: 4096, Pieces: (*TextComparison).pieces,
		Class: ClassOf, Grams: Bigrams,
		Shingles: ShinglesOf, Hash: NewHash().Sum, Distinct: slices.Compact[[]uint64],
		Sketch: func(elements []uint64) []byte {
			sketch, err := minHash.Stored(minHash.Full(elements))
			if err != nil {
				panic(err) // what Full returned is no full form
			}
			return sketch
		},
		Similar: Resemblance,
		Same: func(c *TextComparison, a, b []byte) bool {
			whole := c.Whole(a)
			return slices.Equal(whole, c.Whole(b)) && !slices.ContainsFunc(whole, c.Unknown)
		},
		IsNumber: func(item string) bool {
			return strings.ContainsFunc(item, Numeral) || !strings.ContainsFunc(item, ucd.IsAlphabetic)
		},
		Numbers: (*TextComparison).numbers, Equal: slices.Equal[[]string],
		Unknown:  func(item string) bool { return item == "\uFFFD" },
		Readable: func(elements, unknown int) bool { return 40*unknown <= elements },
		Weight:   func(elements, unknown int) int { return elements - 3*unknown },
	}
}

// Compared returns the compared items of a text (R13.8).
func (c *TextComparison) Compared(octets []byte) (list []string) {
	for _, item := range c.Whole(octets) {
		for _, piece := range c.Pieces(c, item) {
			list = append(list, c.grams(piece)...)
		}
	}
	return list
}

// Whole returns the compared items before R13.8 (e) and (f).
func (c *TextComparison) Whole(octets []byte) (list []string) {
	text := c.Text(octets)
	for _, step := range c.Joins {
		text = step(text)
	}
	parts := c.zeros(c.Parted(c.parts(text)))
	last := -1 // the last run or symbol
	for i, p := range parts {
		if p.Run == "" && !c.IsSymbol(p) {
			continue
		}
		operators, signs := c.Between(c, parts, last, i), []string(nil)
		if c.tells(parts, i) {
			signs = c.itemsBefore(c.Signs(c.TextDigest, parts, i))
		}
		list = append(list, c.Ordered(operators, signs)...)
		last = i
		if p.Run == "" {
			list = append(list, c.Written(p.Sep))
		} else {
			list = append(list, p.Run)
		}
	}
	return list
}

// between returns the operators of the parts between two runs or symbols (R13.8).
func (c *TextComparison) between(parts []Part, last, next int) (list []string) {
	from, to := last+1, next
	if last < 0 {
		return nil
	}
	line := to // where a line ends
	if i := slices.IndexFunc(parts[from:to], func(p Part) bool { return p.Is(c.LineEnd) }); i >= 0 {
		line = from + i
	}
	isSpace := func(i int) bool { return i >= 0 && parts[i].Is(c.Space) }
	lastSpace := to - 1 // or from - 1
	for lastSpace >= from && !isSpace(lastSpace) {
		lastSpace--
	}
	n := 0
	for i := from; i < line; i++ {
		p := parts[i]
		if !p.Is(c.Operator) {
			continue
		}
		first, end := c.Stack(c, parts, from, to, i)
		if end-first >= c.Ruled {
			return nil
		}
		isDash := p.Is(c.Dash)
		if !c.Fits(Beside{isSpace(first - 1), isSpace(end + 1), first == from, end+1 == to, c.Prefix(p.Sep), isDash}) {
			continue
		}
		n++
		switch {
		case c.tells(parts, to) && c.IsSign(i < lastSpace):
		case isDash:
			list = append(list, c.Dashed(p.Sep))
		default:
			list = append(list, c.Written(p.Sep))
		}
	}
	if n > c.Many {
		return nil
	}
	return list
}

// stack returns the first and the last of the operators that touch the one at a place.
func (c *TextComparison) stack(parts []Part, from, to, at int) (first, last int) {
	first, last = at, at
	for first > from && parts[first-1].Is(c.Operator) {
		first--
	}
	for last < to-1 && parts[last+1].Is(c.Operator) {
		last++
	}
	return first, last
}

// pieces cuts an item that is too long to compare (R13.8).
func (c *TextComparison) pieces(item string) (list []string) {
	for len(item) > c.Longest {
		end := c.Longest
		for !utf8.RuneStart(item[end]) {
			end--
		}
		list, item = append(list, item[:end]), item[end:]
	}
	return append(list, item)
}

// grams returns the grams of a piece of class K or T, and other pieces as they are (R13.8).
func (c *TextComparison) grams(piece string) []string {
	first, _ := utf8.DecodeRuneInString(piece)
	if !c.Class(first).Clustered() {
		return []string{piece}
	}
	var clusters []string
	for _, r := range piece {
		if IsMark(r) && len(clusters) > 0 {
			clusters[len(clusters)-1] += string(r)
			continue
		}
		clusters = append(clusters, string(r))
	}
	return c.Grams(clusters)
}

// Bigrams returns every two clusters in a row (R4.8).
func Bigrams(clusters []string) (grams []string) {
	if len(clusters) == 1 {
		return clusters
	}
	for i := range clusters[1:] {
		grams = append(grams, clusters[i]+clusters[i+1])
	}
	return grams
}

// ShinglesOf returns every three items in a row, or all of fewer (R5.5).
func ShinglesOf(items []string) (list []string) {
	const width = 3
	for i := range items {
		if i+width <= len(items) || i == 0 {
			list = append(list, strings.Join(items[i:min(i+width, len(items))], " "))
		}
	}
	return list
}

// Elements returns the elements of compared items, ascending (R13.9).
func (c *TextComparison) Elements(items []string) (elements []uint64) {
	for _, shingle := range c.Shingles(items) {
		elements = append(elements, c.Hash([]byte(shingle)))
	}
	slices.Sort(elements)
	return c.Distinct(elements)
}

// Resemblance returns the share of elements that both texts have (R13.10).
func Resemblance(a, b []uint64) float64 {
	both := 0
	for _, e := range a {
		if _, found := slices.BinarySearch(b, e); found {
			both++
		}
	}
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 1
}

// numbers returns the compared items that are numbers (R13.11).
func (c *TextComparison) numbers(items []string) (list []string) {
	for _, item := range items {
		if c.IsNumber(item) && !c.Unknown(item) {
			list = append(list, item)
		}
	}
	return list
}

// WeightOf returns the weight of a text with the compared items (R13.23).
func (c *TextComparison) WeightOf(items []string) int64 {
	unknown := 0
	for _, item := range items {
		if c.Unknown(item) {
			unknown++
		}
	}
	elements := len(c.Elements(items))
	if !c.Readable(elements, unknown) {
		return 0
	}
	return int64(c.Weight(elements, unknown))
}
