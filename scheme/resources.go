package scheme

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/dchest/siphash"
)

// Resources are what the definition of a private scheme only names, because it is
// not for everybody or too large. The zero value has none.
type Resources struct {
	// Words returns a tokenizer: a function that returns the words of a text. It
	// only adds boundaries; chapters 3 and 4 follow.
	Words func(name string) (func(text string) []string, error)
	// StopWords returns a list of words. What chapters 1 to 4 make of them is dropped
	// from the tokens.
	StopWords func(name string) ([]string, error)
	// Frequencies opens document frequencies: a line "N" with the number of
	// documents, then a line "n<TAB>feature" a feature, n documents having it.
	Frequencies func(name string) (io.ReadCloser, error)
	// Key is the 16 octets of [SipHash]. It is no part of any definition or string.
	Key []byte
}

var errNoResource = errors.New("not at hand here")

// equip finds what the definition names.
func (s *Scheme) equip(from Resources) error {
	if name := s.def.Words; name != "" {
		if from.Words == nil {
			return fmt.Errorf("words: %q: %w", name, errNoResource)
		}
		split, err := from.Words(name)
		if err != nil {
			return fmt.Errorf("words: %w", err)
		}
		s.rules = s.rules.WithWords(split)
	}
	for _, name := range s.def.StopWords {
		if from.StopWords == nil {
			return fmt.Errorf("stop-words: %q: %w", name, errNoResource)
		}
		list, err := from.StopWords(name)
		if err != nil {
			return fmt.Errorf("stop-words: %w", err)
		}
		if s.stop == nil {
			s.stop = make(map[string]bool)
		}
		for _, word := range list {
			for _, token := range s.rules.Tokens([]byte(word)) {
				s.stop[token] = true
			}
		}
	}
	if s.def.Hash == SipHash {
		if len(from.Key) != 16 {
			return fmt.Errorf("hash: %s: a key of %d octets: expected 16", SipHash, len(from.Key))
		}
		k0, k1 := binary.LittleEndian.Uint64(from.Key), binary.LittleEndian.Uint64(from.Key[8:])
		s.hash = func(feature []byte) uint64 { return siphash.Hash(k0, k1, feature) }
	}
	if name := s.def.Frequencies; name != "" {
		if from.Frequencies == nil {
			return fmt.Errorf("frequencies: %q: %w", name, errNoResource)
		}
		f, err := from.Frequencies(name)
		if err != nil {
			return fmt.Errorf("frequencies: %w", err)
		}
		defer f.Close()
		if s.idf, err = s.readFrequencies(f); err != nil {
			return fmt.Errorf("frequencies: %s: %w", name, err)
		}
	}
	return nil
}

// readFrequencies returns the weight of one occurrence of each feature, by hash.
func (s *Scheme) readFrequencies(r io.Reader) (func(hash uint64) int, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	documents, number := -1, 0
	weights := make(map[uint64]int)
	memo := make(map[int]int) // few numbers of documents are common
	for lines.Scan() {
		number++
		count, feature, more := strings.Cut(lines.Text(), "\t")
		n, err := strconv.Atoi(count)
		if err != nil || n < 0 || documents >= 0 && (n > documents || !more) || documents < 0 && more {
			expected := "a number of documents, a tab and a feature"
			if documents < 0 {
				expected = "the number of documents"
			}
			return nil, fmt.Errorf("line %d: %q: expected %s", number, lines.Text(), expected)
		}
		if documents < 0 {
			documents = n
			continue
		}
		if _, ok := memo[n]; !ok {
			memo[n] = InverseFrequency(documents, n)
		}
		weights[s.hash([]byte(feature))] = memo[n]
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if documents < 0 {
		return nil, errors.New("empty: expected the number of documents")
	}
	unseen := InverseFrequency(documents, 0)
	return func(hash uint64) int {
		if w, ok := weights[hash]; ok {
			return w
		}
		return unseen
	}, nil
}

// InverseFrequency returns floor(16*log2((documents+1)/(n+1))), the weight of one
// occurrence of a feature that n documents have. Only integers are used, so it is
// the same everywhere: the largest k with 2^k*(n+1)^16 <= (documents+1)^16.
func InverseFrequency(documents, n int) int {
	sixteenth := func(x int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(x)+1), big.NewInt(16), nil) }
	all, with := sixteenth(documents), sixteenth(n)
	k := all.BitLen() - with.BitLen()
	if k > 0 && new(big.Int).Lsh(with, uint(k)).Cmp(all) > 0 {
		k--
	}
	return max(k, 0)
}
