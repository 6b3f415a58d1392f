package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A TextComparison is R13.8 to R13.11: how near two texts are, numbers and operators included.
type TextComparison struct {
	*TextDigest
	Infix   func(rune) bool // R13.8 (b)
	Prefix  func(rune) bool // R13.8 (c)
	LineEnd func(rune) bool // R13.8 (a)
	Ruled   int             // R13.8 (d)
	Longest int             // R13.8: bytes of a compared item
	Class   func(rune) Class
	Width   int // R13.9

	Hash *Hash
}

// NewTextComparison returns the rules as they are.
func NewTextComparison() *TextComparison {
	return &TextComparison{
		TextDigest: NewTextDigest(),
		Infix:      func(r rune) bool { return strings.ContainsRune("&*/^", r) },
		Prefix:     func(r rune) bool { return strings.ContainsRune("!~-\u2212", r) },
		LineEnd:    func(r rune) bool { return strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r) },
		Ruled:      16, Longest: 4096, Class: ClassOf, Width: 3,
		Hash: NewHash(),
	}
}

// Compared returns the compared items of a text (R13.8).
func (c *TextComparison) Compared(octets []byte) (list []string) {
	text := c.Text(octets)
	for _, step := range c.Joins {
		text = step(text)
	}
	parts := c.Parted(c.parts(text))
	last := -1 // the last run or symbol
	for i, p := range parts {
		if p.Run == "" && !p.Is(c.Symbol) {
			continue
		}
		telling := c.Telling(c.TextDigest, p)
		if last >= 0 {
			list = append(list, c.operators(parts, last+1, i, telling)...)
		}
		last = i
		if telling {
			list = append(list, c.itemsBefore(c.Signs(c.TextDigest, parts, i))...)
		}
		if p.Run == "" {
			list = append(list, c.Written(p.Sep))
			continue
		}
		for _, piece := range c.pieces(p.Run) {
			list = append(list, c.grams(piece)...)
		}
	}
	return list
}

// operators returns the operators of the parts between two runs or symbols (R13.8).
func (c *TextComparison) operators(parts []Part, from, to int, telling bool) (list []string) {
	isOperator := func(i int) bool { return parts[i].Is(c.Infix) || parts[i].Is(c.Prefix) }
	isSpace := func(i int) bool { return parts[i].Is(c.Space) }
	line := to // where a line ends
	if i := slices.IndexFunc(parts[from:to], func(p Part) bool { return p.Is(c.LineEnd) }); i >= 0 {
		line = from + i
	}
	end := to
	if telling {
		for end > from && !isSpace(end-1) {
			end--
		}
	}
	n := 0
	for i := from; i < line; i++ {
		if !isOperator(i) {
			continue
		}
		p := parts[i]
		first, last := i, i // of the operators that touch it
		for first > from && isOperator(first-1) {
			first--
		}
		for last < to-1 && isOperator(last+1) {
			last++
		}
		if last-first >= c.Ruled {
			return nil
		}
		isDash := p.Is(c.Dash)
		if p.Is(c.Infix) && isSpace(first-1) != isSpace(last+1) ||
			p.Is(c.Prefix) && (last+1 < to || isDash && first == from) {
			continue
		}
		n++
		switch {
		case i >= end: // R10.9 has it
		case isDash:
			list = append(list, c.Dashed(p.Sep))
		default:
			list = append(list, c.Written(p.Sep))
		}
	}
	if n > c.Ruled {
		return nil
	}
	return list
}

// pieces cuts a run that is too long to compare (R13.8).
func (c *TextComparison) pieces(run string) (list []string) {
	for len(run) > c.Longest {
		end := c.Longest
		for !utf8.RuneStart(run[end]) {
			end--
		}
		list, run = append(list, run[:end]), run[end:]
	}
	return append(list, run)
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
	if len(clusters) == 1 {
		return clusters
	}
	var grams []string
	for i := range clusters[1:] {
		grams = append(grams, clusters[i]+clusters[i+1])
	}
	return grams
}

// Elements returns the elements of compared items, ascending (R13.9).
func (c *TextComparison) Elements(items []string) (elements []uint64) {
	for i := range items {
		if i+c.Width <= len(items) || i == 0 {
			shingle := strings.Join(items[i:min(i+c.Width, len(items))], " ")
			elements = append(elements, c.Hash.Sum([]byte(shingle)))
		}
	}
	slices.Sort(elements)
	return slices.Compact(elements)
}

// Resemblance returns the share of elements that both texts have (R13.10).
func (c *TextComparison) Resemblance(a, b []uint64) float64 {
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

// Numbers returns the compared items without a letter (R13.11).
func (c *TextComparison) Numbers(items []string) (list []string) {
	for _, item := range items {
		if !strings.ContainsFunc(item, func(r rune) bool { return ucd.Lookup(r).Alphabetic }) {
			list = append(list, item)
		}
	}
	return list
}
