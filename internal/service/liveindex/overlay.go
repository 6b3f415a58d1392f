package liveindex

import (
	"sync"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// overlay is changes that are in a journal and not in the index yet. Of each id the last counts.
type overlay struct {
	mu      sync.RWMutex
	changes map[string]scheme.Fingerprint // zero where a document is removed
	octets  int64                         // that these need in memory
}

// changeCost is the memory in bytes that a change needs, besides its id.
const changeCost = 192

func newOverlay() *overlay { return &overlay{changes: make(map[string]scheme.Fingerprint)} }

func (o *overlay) apply(changes []change) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range changes {
		if _, there := o.changes[c.id]; !there {
			o.octets += changeCost + int64(len(c.id))
		}
		o.changes[c.id] = c.print
	}
}

func (o *overlay) size() int64 {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.octets
}

func (o *overlay) len() int {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return len(o.changes)
}

// get returns what has become of an id; ok is whether it has changed.
func (o *overlay) get(id string) (f scheme.Fingerprint, ok bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	f, ok = o.changes[id]
	return f, ok
}

// over returns matches without those that have changed, and with those that are near now.
func (o *overlay) over(matches []index.Match, f scheme.Fingerprint, limits scheme.Thresholds) ([]index.Match, error) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	kept := matches[:0]
	for _, m := range matches {
		if _, changed := o.changes[m.ID]; !changed {
			kept = append(kept, m)
		}
	}
	for id, g := range o.changes {
		if g.IsZero() {
			continue
		}
		distance, err := f.Distance(g)
		if err != nil {
			return nil, err
		}
		similarity, err := f.Similarity(g)
		if err != nil {
			return nil, err
		}
		if limits.Allow(distance, similarity) {
			kept = append(kept, index.Match{Document: index.Document{ID: id, Fingerprint: g}, Distance: distance, Similarity: similarity})
		}
	}
	return kept, nil
}
