package liveindex

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// damage changes a byte of the id of a document in place.
func damage(t *testing.T, name string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := int64(len(content)) - 192 // in the last segment, before its commit
	_, err = f.WriteAt([]byte{content[at] ^ 1}, at)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// filled returns the name of an index with documents.
func filled(t *testing.T) string {
	t.Helper()
	name := newIndex(t, scheme.SM1)
	w, err := index.Update(name, index.Options{})
	for n := range 300 {
		if err == nil {
			err = w.Add(t.Context(), string(rune('a'+n)), printOf(t, scheme.SM1, n))
		}
	}
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// A damaged index is not served.
func TestDamagedIndex(t *testing.T) {
	name := filled(t)
	damage(t, name)
	for _, o := range []Options{{}, {ReadOnly: true}} {
		if _, err := Open(name, o); !errors.Is(err, index.ErrCorrupt) {
			t.Errorf("read only %t: %v: expected %v", o.ReadOnly, err, index.ErrCorrupt)
		}
	}
}

// A snapshot has no damage, even if that is newer than the start of the service. It is reported, too.
func TestDamagedSnapshot(t *testing.T) {
	name := filled(t)
	var reported []error
	s, err := Open(name, Options{ReadOnly: true, Report: func(err error) { reported = append(reported, err) }})
	if err != nil {
		t.Fatal(err)
	}
	snapshot := func() error { return s.Snapshot(t.Context(), func(io.Reader, int64) error { return nil }) }
	if err := snapshot(); err != nil {
		t.Errorf("undamaged: %v", err)
	}
	damage(t, name)
	if err := snapshot(); !errors.Is(err, index.ErrCorrupt) {
		t.Errorf("damaged: %v: expected %v", err, index.ErrCorrupt)
	}
	if len(reported) != 1 || !errors.Is(reported[0], index.ErrCorrupt) {
		t.Errorf("reported: %v", reported)
	}
}

// Changes are added to an index without another check of what it had.
func TestFoldsTrustTheIndex(t *testing.T) {
	name := filled(t)
	s := open(t, name)
	old := s.base
	damage(t, name) // unseen, because nothing is read again
	b, err := s.openBase(false, old.Index)
	if err != nil {
		t.Fatalf("the segments of an earlier check were read again: %v", err)
	}
	b.release()
	if b, err := s.openBase(false); err == nil {
		b.release()
		t.Error("without an earlier check: no error")
	}
	s.Close()
}
