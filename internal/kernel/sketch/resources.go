package sketch

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

	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// Resources provide what the definition of a private scheme only names, because it is large, secret
// or a program. See Resources in package scheme, which has the same fields.
type Resources struct {
	Words       func(name string) (func(text string) ([]string, error), error)
	StopWords   func(name string) ([]string, error)
	Frequencies func(name string) (io.ReadCloser, error)
	Key         []byte
}

var errNoResource = errors.New("not at hand here")

// equip sets what the definition names.
func (m *Method) equip(from Resources) error {
	if name := m.def.Words; name != "" {
		if from.Words == nil {
			return fmt.Errorf("words: %q: %w", name, errNoResource)
		}
		split, err := from.Words(name)
		if err != nil {
			return fmt.Errorf("words: %w", err)
		}
		m.split = func(text string) ([]string, error) {
			words, err := split(text)
			if err != nil {
				return nil, fmt.Errorf("words: %s: %w", name, err)
			}
			return words, nil
		}
		m.rules = m.rules.WithWords(m.split)
	}
	for _, name := range m.def.StopWords {
		if from.StopWords == nil {
			return fmt.Errorf("stop-words: %q: %w", name, errNoResource)
		}
		list, err := from.StopWords(name)
		if err != nil {
			return fmt.Errorf("stop-words: %w", err)
		}
		if err := m.stopWords(list); err != nil {
			return fmt.Errorf("stop-words: %s: %w", name, err)
		}
	}
	if m.def.Hash == SipHash {
		if len(from.Key) != 16 {
			return fmt.Errorf("hash: %s: a key of %d bytes: expected 16", SipHash, len(from.Key))
		}
		k0, k1 := binary.LittleEndian.Uint64(from.Key), binary.LittleEndian.Uint64(from.Key[8:])
		m.hash = func(feature []byte) uint64 { return siphash.Hash(k0, k1, feature) }
	}
	if name := m.def.Frequencies; name != "" {
		if from.Frequencies == nil {
			return fmt.Errorf("frequencies: %q: %w", name, errNoResource)
		}
		f, err := from.Frequencies(name)
		if err != nil {
			return fmt.Errorf("frequencies: %w", err)
		}
		defer f.Close()
		if m.idf, err = m.readFrequencies(f); err != nil {
			return fmt.Errorf("frequencies: %s: %w", name, err)
		}
	}
	return nil
}

// stopWords adds the tokens of the words of a list to those that are dropped.
func (m *Method) stopWords(list []string) error {
	if m.stop == nil {
		m.stop = make(map[string]bool)
	}
	f := newFeaturizer(m, nil)
	t := m.rules.New(tokenizer.Func(func(token []byte) {
		if m.def.Digits == "drop" { // that comes first, of a text too
			token = f.withoutDigits(token)
		}
		m.stop[string(token)] = true
	}))
	for _, word := range list {
		if len(strings.Fields(word)) > 1 { // a phrase
			continue
		}
		t.Write([]byte(word))
		if err := t.Close(); err != nil {
			return err
		}
		t.Reset()
	}
	delete(m.stop, "")
	return nil
}

// maxLine bounds the length of a line of document frequencies in bytes.
const maxLine = 1 << 20

// readFrequencies returns the weight of one occurrence of each feature, by hash.
func (m *Method) readFrequencies(r io.Reader) (func(hash uint64) int, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	documents, number, expected := -1, 0, "the number of documents"
	weights := make(map[uint64]int)
	memo := make(map[int]int) // few numbers of documents are common
	for lines.Scan() {
		number++
		count, feature, more := strings.Cut(lines.Text(), "\t")
		n, err := strconv.Atoi(count)
		if err != nil || n < 0 || documents >= 0 && (n > documents || !more) || documents < 0 && more {
			return nil, fmt.Errorf("line %d: %.80q: expected %s", number, lines.Text(), expected)
		}
		if documents < 0 {
			documents, expected = n, "a number of documents, a tab and a feature"
			continue
		}
		hash := m.hash([]byte(feature))
		if _, twice := weights[hash]; twice {
			return nil, fmt.Errorf("line %d: %.80q: that feature is in a line above, too", number, lines.Text())
		}
		if _, ok := memo[n]; !ok {
			memo[n] = inverseFrequency(documents, n)
		}
		weights[hash] = memo[n]
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("more than %d bytes: expected %s", maxLine, expected)
		}
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if documents < 0 {
		return nil, fmt.Errorf("empty: expected %s", expected)
	}
	unseen := inverseFrequency(documents, 0)
	if documents == 0 { // nothing is known of any feature: all weigh alike
		unseen = 1
	}
	return func(hash uint64) int {
		if w, ok := weights[hash]; ok {
			return w
		}
		return unseen
	}, nil
}

// inverseFrequency returns floor(16*log2((documents+1)/(n+1))), the weight of one occurrence
// of a feature that n documents have. It computes the largest k for which
// 2^k*(n+1)^16 <= (documents+1)^16, in integers only, so that it is the same everywhere.
func inverseFrequency(documents, n int) int {
	power := func(x int) *big.Int { // (x+1)^16
		next := new(big.Int).Add(big.NewInt(int64(x)), big.NewInt(1))
		return next.Exp(next, big.NewInt(16), nil)
	}
	all, with := power(documents), power(n)
	k := all.BitLen() - with.BitLen()
	if k > 0 && new(big.Int).Lsh(with, uint(k)).Cmp(all) > 0 {
		k--
	}
	return max(k, 0)
}
