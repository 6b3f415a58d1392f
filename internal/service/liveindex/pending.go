package liveindex

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// pending is what the journals of an index have, the older journal first.
type pending struct {
	names  []string
	states []state
	layers []*overlay
	torn   []int64 // bytes of incomplete frames
}

// readPending reads the journals of an index. Another process may write them meanwhile. It renames the newer one to
// the older one, so the newer one is read first.
func readPending(name string, private scheme.Set) (*pending, error) {
	names := journals(name)
	n := len(names)
	p := &pending{names, make([]state, n), make([]*overlay, n), make([]int64, n)}
	for i, name := range slices.Backward(names) {
		layer := newOverlay()
		p.layers[i] = layer
		var err error
		p.states[i], p.torn[i], err = replay(name, private, func(c change) error {
			layer.apply([]change{c})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Pending returns the names of the journals beside an index that have changes. These were answered, and are not in the
// index yet.
func Pending(name string) (pending []string) {
	for _, journal := range journals(target(name)) {
		if info, err := os.Stat(journal); err == nil && info.Size() > journalHead {
			pending = append(pending, journal)
		}
	}
	return pending
}

// IsServed reports whether another process has an index open to write it.
func IsServed(name string) bool { return durable.IsLocked(target(name) + ".lock") }

// target returns the file that a link leads to. The files beside an index are beside that.
func target(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// journalFiles returns the journals that are there, to see whether they change.
func journalFiles(name string) (all []os.FileInfo) {
	for _, name := range journals(name) {
		info, _ := os.Stat(name)
		all = append(all, info)
	}
	return all
}

// areSame reports whether the same journals are there.
func areSame(before, after []os.FileInfo) bool {
	return slices.EqualFunc(before, after, func(x, y os.FileInfo) bool {
		if x == nil || y == nil {
			return x == y
		}
		return os.SameFile(x, y)
	})
}
