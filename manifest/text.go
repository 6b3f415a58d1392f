package manifest

import (
	"crypto/sha256"
	"hash"

	"github.com/lsh-interop/fpcheck/tokenize"
)

// TextRules names the definition of the text digest; another gets another name.
const TextRules = "runs-1"

// textRules are rules 1 and 2 of the text digest.
var textRules = func() tokenize.Rules {
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

// TextHash is an [io.Writer] that takes a text in pieces, cut anywhere, and makes its
// text digest. It belongs to one goroutine, and its memory is bounded.
type TextHash struct {
	runs    *tokenize.Tokenizer
	figures figures
	words   list
}

// NewTextHash returns a TextHash for one text after another.
func NewTextHash() *TextHash {
	h := &TextHash{words: list{hash: sha256.New()}, figures: figures{list: list{hash: sha256.New()}}}
	h.runs = textRules.NewRuns(h.words.write)
	return h
}

// Write takes the next octets of the text. It always takes them all.
func (h *TextHash) Write(octets []byte) (int, error) {
	h.runs.Write(octets)
	h.figures.write(octets)
	return len(octets), nil
}

// Sum ends the text and returns its digest: zero if it has neither runs nor figures. The
// TextHash is then ready for another text.
func (h *TextHash) Sum() Digest {
	h.runs.Close()
	h.figures.close()
	words, someWords := h.words.sum()
	figures, someFigures := h.figures.list.sum()
	if !someWords && !someFigures {
		return Digest{}
	}
	return sha256.Sum256(append(words, figures...))
}

// TextDigest returns the text digest of a whole text.
func TextDigest(text []byte) Digest {
	h := NewTextHash()
	h.Write(text)
	return h.Sum()
}

// list hashes strings, each followed by U+0000, which none of them holds.
type list struct {
	hash  hash.Hash
	begun bool // a string, and it has not ended
	some  bool
}

// write takes pieces of strings with one U+0000 or more after each.
func (l *list) write(p []byte) {
	from := 0
	for i, c := range p {
		if c != 0 {
			continue
		}
		l.add(p[from:i])
		l.end()
		from = i + 1
	}
	l.add(p[from:])
}

func (l *list) add(p []byte) {
	if len(p) > 0 {
		l.hash.Write(p)
		l.begun, l.some = true, true
	}
}

func (l *list) end() {
	if l.begun {
		l.hash.Write([]byte{0})
		l.begun = false
	}
}

// sum ends the list, returns its digest and whether there was a string, and begins
// another.
func (l *list) sum() (digest []byte, some bool) {
	l.end()
	digest, some = l.hash.Sum(nil), l.some
	l.hash.Reset()
	l.some = false
	return digest, some
}
