// Package textdigest makes text digests: R10.6 to R10.11 of SPEC.md. Texts of which one
// is altered in a word or a number, or in the order of what it says, have different ones;
// texts that differ in how they are set have the same.
//
//	h := textdigest.New()
//	io.Copy(h, text)
//	digest, ok := h.Sum()
package textdigest

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// Name is that of the definition (R10.11). Another definition gets another name.
const Name = "runs-1"

// Size is that of a digest, in octets.
const Size = sha256.Size

// maxSigns is how many signs are items, of those after the last blank (R10.9).
const maxSigns = 16

// rules are R10.6.
var rules = func() tokenize.Rules {
	r, err := tokenize.ParseRules(tokenize.Spec{
		Identifiers: "keep", Hyphens: "join", Blanks: "join",
		Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete",
		Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"},
	})
	if err != nil {
		panic(err)
	}
	return r
}()

// Hash is an [io.Writer] that takes a text in pieces, cut anywhere, and makes its text
// digest. It belongs to one goroutine, and its memory is bounded.
type Hash struct {
	items items
	text  *tokenize.Tokenizer
	sum   hash.Hash
	some  bool
}

// New returns a Hash for one text after another.
func New() *Hash {
	h := &Hash{sum: sha256.New()}
	h.items.emit = func(p []byte) {
		h.sum.Write(p)
		h.some = true
	}
	h.text = rules.NewParts(h.items.write)
	return h
}

// Write takes the next octets of the text. It always takes them all.
func (h *Hash) Write(octets []byte) (int, error) { return h.text.Write(octets) }

// Sum ends the text and returns its digest; none if it has no items. The Hash is then
// ready for another text.
func (h *Hash) Sum() (digest [Size]byte, ok bool) {
	h.text.Close()
	h.items.close()
	h.sum.Sum(digest[:0])
	ok = h.some
	h.sum.Reset()
	h.some = false
	if !ok {
		return [Size]byte{}, false
	}
	return digest, true
}

// Of returns the text digest of a whole text.
func Of(text []byte) (digest [Size]byte, ok bool) {
	h := New()
	h.Write(text)
	return h.Sum()
}

// Items are what the text digest of a whole text is of, in order.
func Items(text []byte) []string {
	var list []byte
	i := items{emit: func(p []byte) { list = append(list, p...) }}
	t := rules.NewParts(i.write)
	t.Write(text)
	t.Close()
	i.close()
	all := []string{}
	for item := range bytes.SplitSeq(bytes.TrimSuffix(list, []byte{0}), []byte{0}) {
		if len(item) > 0 {
			all = append(all, string(item))
		}
	}
	return all
}

// items finds the items of a text in its runs and what separates them.
type items struct {
	emit  func(p []byte) // with each item followed by U+0000, cut anywhere
	out   []byte
	inRun bool

	// The signs of what comes next: R10.9.
	before bool   // a dash, and white space after it
	dash   bool   // a dash, and no white space after it
	signs  []rune // since the last white space: the last ones
}

// write takes what [tokenize.Rules.NewParts] emits.
func (i *items) write(p []byte) {
	for len(p) > 0 {
		n := bytes.IndexByte(p, 0)
		if n != 0 {
			if n < 0 {
				n = len(p)
			}
			i.run(p[:n])
			p = p[n:]
			continue
		}
		i.endRun()
		r, size := utf8.DecodeRune(p[1:])
		i.separator(r)
		p = p[1+size:]
	}
	i.flush()
}

// run takes a piece of a run.
func (i *items) run(p []byte) {
	if !i.inRun {
		i.inRun = true
		if r, _ := utf8.DecodeRune(p); numbers.Contains(ucd.CategoryOf(r)) {
			i.takeSigns()
		}
		i.dropSigns()
	}
	i.out = append(i.out, p...)
}

func (i *items) endRun() {
	if i.inRun {
		i.inRun = false
		i.out = append(i.out, 0)
	}
}

func (i *items) separator(r rune) {
	switch kindOf(r) {
	case other:
		i.dropSigns()
	case blank:
		i.before = i.before || i.dash
		i.dash, i.signs = false, i.signs[:0]
	case dash:
		i.dash = true
		i.sign('-')
	case point:
		i.sign(r)
	case symbol:
		i.takeSigns()
		i.item(r)
		i.dropSigns()
	}
}

func (i *items) sign(r rune) {
	if len(i.signs) == maxSigns {
		i.signs = append(i.signs[:0], i.signs[1:]...)
	}
	i.signs = append(i.signs, r)
}

// takeSigns makes items of the signs.
func (i *items) takeSigns() {
	if i.before {
		i.item('-')
	}
	for _, r := range i.signs {
		i.item(r)
	}
}

func (i *items) dropSigns() {
	i.before, i.dash, i.signs = false, false, i.signs[:0]
}

func (i *items) item(r rune) {
	i.out = append(utf8.AppendRune(i.out, r), 0)
}

func (i *items) flush() {
	if len(i.out) > 0 {
		i.emit(i.out)
		i.out = i.out[:0]
	}
}

func (i *items) close() {
	i.endRun()
	i.dropSigns()
	i.flush()
}
