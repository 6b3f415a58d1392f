package scheme

import (
	"github.com/lsh-interop/fpcheck/internal/fast"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// shingles makes shingles of tokens (R5.5), and their hashes, many at once. A token is
// copied once, to where it stands in all shingles that have it.
type shingles struct {
	width int
	emit  func(hashes []uint64)

	text [maxShingleText + fast.Padding]byte // the last tokens, a blank after each
	end  int                                 // of the last blank
	// bounds are those of the shingle that ends with each token. Where one begins is known
	// width-1 tokens earlier. The first of a text begin with it, and are short.
	bounds [2 * (maxShingles + maxShingleWidth)]uint16
	tokens int
	some   bool // a shingle was not short

	hashes []uint64
}

const (
	maxShingles     = 512
	maxShingleText  = 1 << 16
	maxShingleWidth = 8 // tokens, of which the longest leave room for more
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

// isFull reports that one more token may be too much.
func (s *shingles) isFull() bool {
	return s.tokens == maxShingles || s.end >= maxShingleText-tokenize.MaxToken
}

// copy copies tokens as long as there is room, and returns the others.
func (s *shingles) copy(text []byte, bounds []uint16) []uint16 {
	const short = 16 // octets that are copied faster than fewer
	to := s.bounds[2*s.tokens:]
	ahead := 2 * (s.width - 1)
	end, most := s.end, min(len(bounds), 2*(maxShingles-s.tokens))
	i := 0
	for ; i < most && end < maxShingleText-tokenize.MaxToken; i += 2 {
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

// hash hashes the shingles, and keeps the tokens that later ones begin with.
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

// sum emits the hashes of those shingles.
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
