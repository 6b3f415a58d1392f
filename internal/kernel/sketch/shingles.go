package sketch

import (
	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// shingles makes shingles of tokens (R5.5) and hashes them in batches. It copies each token
// once, into a text in which every shingle that has the token is a stretch.
type shingles struct {
	width int
	emit  func(hashes []uint64)

	text [maxShingleText + fast.Padding]byte // the last tokens, a blank after each
	end  int                                 // of the last blank
	// bounds has those of the shingle that ends with each token. Its start is known width-1
	// tokens before its end. The first shingles start with the text, and are short.
	bounds [2 * (maxShingles + maxShingleWidth)]uint16
	tokens int
	some   bool // a shingle has been full

	hashes []uint64
}

const (
	maxShingles     = 512
	maxShingleText  = 1 << 16
	maxShingleWidth = 8 // that many tokens of any length leave room for more
)

func newShingles(width int, emit func(hashes []uint64)) *shingles {
	return &shingles{width: width, emit: emit}
}

// Token takes the next token.
func (s *shingles) Token(token []byte) { s.take(token, []uint16{0, uint16(len(token))}) }

// Batch takes the next tokens.
func (s *shingles) Batch(b fast.Batch) { s.take(b.Text, b.Bounds) }

func (s *shingles) take(text []byte, bounds []uint16) {
	for len(bounds) > 0 {
		bounds = s.copy(text, bounds)
		if s.isFull() {
			s.hash()
		}
	}
}

// isFull reports whether there may be no room for one more token.
func (s *shingles) isFull() bool {
	return s.tokens == maxShingles || s.end >= maxShingleText-tokenizer.MaxToken
}

// copy copies tokens as long as there is room, and returns the bounds of the others.
func (s *shingles) copy(text []byte, bounds []uint16) []uint16 {
	const short = 16 // bytes: copying this many is faster than copying a variable number
	to := s.bounds[2*s.tokens:]
	ahead := 2 * (s.width - 1)
	end, most := s.end, min(len(bounds), 2*(maxShingles-s.tokens))
	i := 0
	for ; i < most && end < maxShingleText-tokenizer.MaxToken; i += 2 {
		start, n := int(bounds[i]), int(bounds[i+1]-bounds[i])
		to[i+ahead] = uint16(end)
		if n <= short && start+short <= len(text) {
			*(*[short]byte)(s.text[end:]) = *(*[short]byte)(text[start:])
		} else {
			copy(s.text[end:], text[start:start+n])
		}
		end += n
		to[i+1] = uint16(end)
		s.text[end] = ' '
		end++
	}
	s.end, s.tokens = end, s.tokens+i/2
	return bounds[i:]
}

// hash hashes the full shingles, and keeps the tokens that the next ones begin with.
func (s *shingles) hash() {
	short := s.width - 1
	if s.tokens <= short {
		return
	}
	s.sum(short, s.tokens)
	s.some = true
	kept := s.end
	if short > 0 {
		kept = int(s.bounds[2*s.tokens])
	}
	s.end = copy(s.text[:], s.text[kept:s.end])
	copy(s.bounds[:], s.bounds[2*(s.tokens-short):2*(s.tokens+short)])
	for i := range s.bounds[:4*short] {
		s.bounds[i] -= uint16(kept)
	}
	s.tokens = short
}

// sum emits the hashes of the shingles that end with the given tokens.
func (s *shingles) sum(from, to int) {
	s.hashes = fast.AppendSums(s.hashes[:0], s.text[:], s.bounds[2*from:2*to])
	s.emit(s.hashes)
}

// close ends the text: its only shingle may be short.
func (s *shingles) close() {
	s.hash()
	if !s.some && s.tokens > 0 {
		s.sum(s.tokens-1, s.tokens)
	}
	s.reset()
}

// reset begins another text.
func (s *shingles) reset() {
	s.end, s.tokens, s.some = 0, 0, false
	clear(s.bounds[:2*maxShingleWidth])
}
