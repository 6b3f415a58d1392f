package scheme

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"runtime"
	"sync"
	"weak"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// A loading computes the digest of a definition and of the resources that it takes. Two schemes with the same
// digest compute the same fingerprints.
type loading struct{ hash.Hash }

// newLoading begins with a definition. It returns the resources, whose content is added when they are taken.
func newLoading(d sketch.Definition, from Resources) (loading, Resources, error) {
	l := loading{sha256.New()}
	if err := l.add(d); err != nil {
		return l, from, err
	}
	if d.Hash == sketch.SipHash {
		l.Write(from.Key)
	}
	if list := from.StopWords; list != nil {
		from.StopWords = func(name string) ([]string, error) {
			words, err := list(name)
			if err == nil {
				err = l.add(words)
			}
			return words, err
		}
	}
	if open := from.Frequencies; open != nil {
		from.Frequencies = func(name string) (io.ReadCloser, error) {
			r, err := open(name)
			if err == nil && r == nil {
				err = fmt.Errorf("%q: neither a list nor an error: expected one of them", name)
			}
			if err != nil {
				return nil, err
			}
			return frequencies{io.TeeReader(r, l), r}, nil
		}
	}
	if open := from.Words; open != nil {
		from.Words = func(name string) (func(string) ([]string, error), error) {
			split, err := open(name)
			if err == nil && split == nil {
				err = fmt.Errorf("%q: neither a tokenizer nor an error: expected one of them", name)
			}
			return split, err
		}
	}
	return l, from, nil
}

// add adds a value, whose JSON shows where it ends.
func (l loading) add(v any) error { return json.NewEncoder(l).Encode(v) }

type frequencies struct {
	io.Reader
	io.Closer
}

// loaded has the private schemes that are in use, by their digests.
var loaded = struct {
	sync.Mutex
	schemes map[[sha256.Size]byte]weak.Pointer[Scheme]
}{schemes: make(map[[sha256.Size]byte]weak.Pointer[Scheme])}

// share returns the scheme with a digest that is in use, or else s.
func (l loading) share(s *Scheme) *Scheme {
	key := [sha256.Size]byte(l.Sum(nil))
	loaded.Lock()
	defer loaded.Unlock()
	if same := loaded.schemes[key].Value(); same != nil {
		return same
	}
	loaded.schemes[key] = weak.Make(s)
	runtime.AddCleanup(s, func(key [sha256.Size]byte) {
		loaded.Lock()
		defer loaded.Unlock()
		if loaded.schemes[key].Value() == nil { // no other has taken its place
			delete(loaded.schemes, key)
		}
	}, key)
	return s
}
