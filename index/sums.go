package index

import (
	"context"
	"os"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/sums"
)

func init() {
	sums.Check = func(ctx context.Context, x *Index, earlier ...any) error {
		for _, e := range earlier {
			switch e := e.(type) {
			case *Index:
				if e != nil {
					x.trust(&e.store)
				}
			case *Writer:
				x.trust(&e.store)
			}
		}
		return x.check(ctx)
	}
	sums.CheckFile = func(ctx context.Context, x *Index) error { return x.verifyFile(ctx) }
}

// check compares the checksums of all segments before they are used for the first time. So a damaged file
// has no answers.
func (x *Index) check(ctx context.Context) error {
	if x.checked.Load() {
		return nil
	}
	x.checking.Lock()
	defer x.checking.Unlock()
	err := x.store.check(ctx)
	x.checked.Store(err == nil)
	return err
}

// check compares the checksums of the segments that were not checked since they were opened.
func (x *store) check(ctx context.Context) error {
	for _, s := range x.segments {
		if s.checked {
			continue
		}
		if err := x.verifySums(ctx, s); err != nil {
			return err
		}
		s.checked = true
	}
	return nil
}

// trust makes check leave out what was checked in the same file earlier. No writer changes a segment that has
// a commit.
func (x *store) trust(earlier *store) {
	if !sameFile(x.file, earlier.file) {
		return
	}
	for _, s := range x.segments {
		s.checked = s.checked || slices.ContainsFunc(earlier.segments, func(e *segment) bool {
			return e.checked && e.commit == s.commit && slices.Equal(e.table, s.table)
		})
	}
}

func sameFile(a, b *os.File) bool {
	if a == nil || b == nil {
		return false
	}
	one, err := a.Stat()
	if err != nil {
		return false
	}
	other, err := b.Stat()
	return err == nil && os.SameFile(one, other)
}
