package sketch

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// compared is the method that sketches the elements by which texts are compared (R13.9).
var compared = &Method{
	def:  Definition{ID: "compared", Features: Shingles, Width: 3, Weights: Distinct, Hash: Jenkins, Sketch: MinHash128},
	hash: jenkins.Sum64,
}

// A Comparison is an [io.Writer] that finds what the text written to it is compared by
// (R13.8 to R13.11). The memory needed grows with the number of distinct shingles, not with the length of the
// text. Sum ends the text, and Reset begins another. A Comparison belongs to one goroutine.
type Comparison struct {
	items    *items.Finder
	shingles *shingles
	sketch   *sketcher
	same     hash.Hash // of the items
	numbers  uint64    // of the items that are numbers (R13.11)
	unknown  int       // items that are unknown characters (R13.23)

	result Compared
	each   func(item []byte)
	part   []byte   // an item that is not whole yet
	bounds []uint16 // of compared items
	before int      // bytes of the last cluster
	ended  bool
}

// Compared is what a text is compared by.
type Compared struct {
	Elements []uint64          // in no order
	Sketch   []byte            // of the elements; empty if there are none
	Features int               // distinct shingles
	Same     [sha256.Size]byte // equal for texts with the same compared items, in the same order
	Numbers  uint64            // equal for texts with the same numbers
	Unknown  int               // characters (R13.23)
}

const (
	perUnknown  = 3  // features that an unknown character deducts: it adds at most two
	perReadable = 40 // features of a readable text for each unknown character
)

// IsReadable reports whether a text with that many features and unknown characters is readable (R13.23).
func IsReadable(features, unknown int) bool { return perReadable*unknown <= features }

// Weight returns the weight of a text with that many features and unknown characters (R13.23).
func Weight(features, unknown int) int {
	if !IsReadable(features, unknown) {
		return 0
	}
	return features - perUnknown*unknown
}

// NewComparison returns a Comparison.
func NewComparison() *Comparison {
	c := &Comparison{sketch: newSketcher(compared), same: sha256.New()}
	c.sketch.keepElements()
	c.shingles = newShingles(compared.def.Width, c.sketch.features)
	c.items = items.New(items.Settings{Operators: true}, c.take)
	c.Reset()
	return c
}

// Each sets a function that is called with each compared item, in order (R13.8).
func (c *Comparison) Each(f func(item []byte)) { c.each = f }

// Write appends p to the text. It returns an error only if the text has ended.
func (c *Comparison) Write(p []byte) (int, error) {
	if c.ended {
		return 0, tokenizer.ErrEnded
	}
	return c.items.Write(p)
}

// Sum ends the text and returns what it is compared by. The next text overwrites it.
func (c *Comparison) Sum() *Compared {
	if !c.ended {
		c.ended = true
		c.items.Close()
		c.shingles.close()
		c.sketch.close()
	}
	r := &c.result
	r.Features, r.Numbers, r.Elements, r.Sketch = c.sketch.distinct(), c.numbers, c.sketch.elements, r.Sketch[:0]
	r.Unknown = c.unknown
	c.same.Sum(r.Same[:0])
	if !c.sketch.isEmpty() {
		r.Sketch = c.sketch.appendData(r.Sketch)
	}
	return r
}

// Reset discards the text and begins another.
func (c *Comparison) Reset() {
	c.items.Reset()
	c.shingles.reset()
	c.sketch.reset()
	c.same.Reset()
	c.part, c.numbers, c.unknown, c.ended = c.part[:0], 0, 0, false
}

// mostAtOnce bounds the bytes of the items that are passed on at once, whose bounds are of 16 bits.
const mostAtOnce = 32 << 10

// take takes the next items, each followed by U+0000, and where each ends.
func (c *Comparison) take(p []byte, ends []int) {
	c.same.Write(p)
	start := 0
	if len(c.part) > 0 && len(ends) > 0 {
		c.hold(p[:ends[0]])
		c.end()
		start, ends = ends[0]+1, ends[1:]
	}
	for base := start; len(ends) > 0; base = start {
		text := p[base:]
		for len(ends) > 0 && ends[0]-base < mostAtOnce && ends[0]-start <= tokenizer.MaxToken {
			if first := p[start]; 'a' <= first && first <= 'z' { // as most
				c.bounds = append(c.bounds, uint16(start-base), uint16(ends[0]-base))
				if hasNumeral(p, start, ends[0]) {
					c.number(p[start:ends[0]])
				}
			} else {
				c.item(text, start-base, ends[0]-base)
			}
			start, ends = ends[0]+1, ends[1:]
		}
		c.pass(text)
		if len(ends) > 0 && ends[0]-start > tokenizer.MaxToken {
			c.hold(p[start:ends[0]])
			c.end()
			start, ends = ends[0]+1, ends[1:]
		}
	}
	c.hold(p[start:])
}

// end ends an item whose first part was kept.
func (c *Comparison) end() {
	c.item(c.part, 0, len(c.part))
	c.pass(c.part)
	c.part = c.part[:0]
}

// hold takes a part of an item, and keeps what may be the beginning of its last piece (R13.8).
func (c *Comparison) hold(p []byte) {
	for len(p) > 0 {
		n := min(len(p), tokenizer.MaxToken)
		c.part = append(c.part, p[:n]...)
		p = p[n:]
		for len(c.part) > tokenizer.MaxToken {
			end := tokenizer.MaxToken
			for !utf8.RuneStart(c.part[end]) {
				end--
			}
			c.item(c.part, 0, end)
			c.pass(c.part)
			c.part = append(c.part[:0], c.part[end:]...)
		}
	}
}

// item takes a piece of an item, or all of it. If its class is one of clusters, its grams are compared.
func (c *Comparison) item(text []byte, start, end int) {
	from, at, clusters := start, start, 0 // the last two clusters are from there, and at there
	numeral := hasNumeral(text, start, end)
	for cluster := range class.Clusters(text[start:end]) {
		if clusters > 1 {
			c.gram(text, from, at, numeral)
		}
		if clusters > 0 {
			from = at - c.before
		}
		c.before = len(cluster)
		at += len(cluster)
		clusters++
	}
	if clusters > 0 {
		c.gram(text, from, end, numeral)
		return
	}
	c.bounds = append(c.bounds, uint16(start), uint16(end))
	if numeral || !hasLetter(text[start:end]) {
		c.number(text[start:end])
	}
}

// gram takes a gram of an item, which may have a numeral.
func (c *Comparison) gram(text []byte, start, end int, numeral bool) {
	c.bounds = append(c.bounds, uint16(start), uint16(end))
	if numeral && hasNumeral(text, start, end) {
		c.number(text[start:end])
	}
}

// number takes an item that is a number, or an unknown character.
func (c *Comparison) number(item []byte) {
	if string(item) == string(utf8.RuneError) {
		c.unknown++
		return
	}
	c.numbers = (c.numbers ^ jenkins.Sum64(item)) * splitmix.Gamma
}

// hasNumeral reports whether a code point of an item is of category Nd or Nl.
func hasNumeral(text []byte, start, end int) bool {
	const ones = 0x0101010101010101
	for start < end {
		if start+8 <= len(text) { // as mostly, all are letters of ASCII
			x := binary.LittleEndian.Uint64(text[start:])
			if n := end - start; n < 8 {
				behind := ^uint64(0) << (8 * n)
				x = x&^behind | 'a'*ones&behind
			}
			if low := x - ('9'+1)*ones; (x|low&^x)&(0x80*ones) == 0 {
				start += 8
				continue
			}
		}
		r, size := utf8.DecodeRune(text[start:end])
		if class.Numbers.Contains(ucd.CategoryOf(r)) {
			return true
		}
		start += size
	}
	return false
}

// hasLetter reports whether a code point of an item is Alphabetic.
func hasLetter(item []byte) bool {
	for len(item) > 0 {
		r, size := utf8.DecodeRune(item)
		if ucd.Lookup(r).Alphabetic {
			return true
		}
		item = item[size:]
	}
	return false
}

// pass passes on the items whose bounds are known.
func (c *Comparison) pass(text []byte) {
	if len(c.bounds) > 0 {
		for i := 0; c.each != nil && i < len(c.bounds); i += 2 {
			c.each(text[c.bounds[i]:c.bounds[i+1]])
		}
		c.shingles.take(text, c.bounds)
		c.bounds = c.bounds[:0]
	}
}
