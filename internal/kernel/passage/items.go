// Package passage divides texts into items and windows. Passages that two texts share are found by their
// windows (chapter 13a of SPEC.md).
package passage

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
)

// Weights of items (R13.13).
const (
	Word    = 4 // a word, or a number
	kana    = 2 // a cluster of class K
	cluster = 1 // a cluster of class T
)

// tokens returns the rules by which a text has items (R13.12).
var tokens = sync.OnceValue(func() tokenizer.Rules {
	r, err := tokenizer.ParseRules(tokenizer.Spec{
		Identifiers: "remove", Hyphens: "join", Blanks: "join",
		Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete", IForms: "merge",
		Categories:  []string{"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"},
		Apostrophes: "separate", Segment: "classes", Grams: 1,
	})
	if err != nil {
		panic(err)
	}
	return r
})

// weigh returns the weight of an item.
func weigh(item []byte) uint8 {
	const least = 0xE0 // the first byte of every letter of classes K and T
	if item[0] < least {
		return Word
	}
	r, _ := utf8.DecodeRune(item)
	switch c := class.Of(r); {
	case c == class.K:
		return kana
	case c.IsClustered():
		return cluster
	}
	return Word
}

// Items are the items of a text, in order.
type Items struct {
	Hashes  []uint64 // permuted (R13.16)
	Weights []uint8
}

// Len returns the number of items.
func (i *Items) Len() int { return len(i.Hashes) }

// Clone returns a copy.
func (i *Items) Clone() *Items { return &Items{slices.Clone(i.Hashes), slices.Clone(i.Weights)} }

// Weight returns the weight of the items from one place to another.
func (i *Items) Weight(from, to int) (sum int64) {
	for _, w := range i.Weights[from:to] {
		sum += int64(w)
	}
	return sum
}

// A Reader is an [io.Writer] that finds the items of the text written to it. How the text is divided among
// calls of Write makes no difference. It needs 9 bytes of memory for each item.
type Reader struct {
	text  *tokenizer.Tokenizer
	items Items
}

// NewReader returns a Reader.
func NewReader() *Reader {
	r := new(Reader)
	r.text = tokens().New(sink{r})
	return r
}

// Write appends p to the text. It returns an error only if the text has ended.
func (r *Reader) Write(p []byte) (int, error) { return r.text.Write(p) }

// Items ends the text and returns its items. They are valid until Reset.
func (r *Reader) Items() *Items {
	r.text.Close()
	return &r.items
}

// Reset discards the text and begins another.
func (r *Reader) Reset() {
	r.text.Reset()
	r.items.Hashes, r.items.Weights = r.items.Hashes[:0], r.items.Weights[:0]
}

// ItemsOf returns the items of a text.
func ItemsOf(text []byte) *Items {
	r := NewReader()
	r.Write(text)
	return r.Items()
}

// sink hashes tokens.
type sink struct{ r *Reader }

// Token takes the next token.
func (s sink) Token(token []byte) {
	i := &s.r.items
	i.Hashes = append(i.Hashes, splitmix.Mix(jenkins.Sum64(token)))
	i.Weights = append(i.Weights, weigh(token))
}

// Batch takes the next tokens.
func (s sink) Batch(b fast.Batch) {
	i := &s.r.items
	from := len(i.Hashes)
	i.Hashes = fast.AppendSums(i.Hashes, b.Text, b.Bounds)
	for k, h := range i.Hashes[from:] {
		i.Hashes[from+k] = splitmix.Mix(h)
		i.Weights = append(i.Weights, weigh(b.Text[b.Bounds[2*k]:b.Bounds[2*k+1]]))
	}
}

// A Place is where an item stands in a text: the bytes from one to another.
type Place struct{ From, To int }

// Places returns the places of the items of a text (R13.19), in a buffer that it may overwrite. It is several times
// slower than a Reader.
func Places(text []byte, buffer []Place) []Place {
	places := buffer[:0]
	t := tokens().NewPlaced(func(_ []byte, from, to int) { places = append(places, Place{from, to}) })
	t.Write(text)
	t.Close()
	return places
}

// Tokens returns the items of a text as they are hashed.
func Tokens(text []byte) []string { return tokens().Tokens(text) }
