package liveindex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// printOf returns the fingerprint of a numbered text.
func printOf(t testing.TB, s *scheme.Scheme, n int) scheme.Fingerprint {
	t.Helper()
	var words strings.Builder
	for i := range 40 {
		fmt.Fprintf(&words, "w%d ", (n+1)*(i+7)%10007)
	}
	f, err := s.Sum([]byte(words.String()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// newIndex creates an empty index.
func newIndex(t testing.TB, s *scheme.Scheme) string {
	t.Helper()
	bits := 0
	if s.IsMinHash() {
		bits = 4
	}
	name := filepath.Join(t.TempDir(), "a.fpx")
	w, err := index.Create(name, index.Options{Scheme: s, Bits: bits, Profile: "visible", Tables: index.TablesFor(s, bits, scheme.Thresholds{}, .99)})
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func open(t testing.TB, name string) *Shelf {
	t.Helper()
	s, err := Open(name, Options{Report: func(err error) { t.Log(err) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// add changes a shelf, and waits for the change. A zero fingerprint removes a document.
func add(s *Shelf, id string, f scheme.Fingerprint, patient bool) (existed bool, err error) {
	c, err := s.Put(context.Background(), id, f, patient)
	if err != nil {
		return false, err
	}
	return c.Wait()
}

func ids(matches []index.Match) (all []string) {
	for _, m := range matches {
		all = append(all, m.ID)
	}
	return all
}

// TestSnapshot checks that a snapshot is a complete index of earlier changes, while documents are added.
func TestSnapshot(t *testing.T) {
	name := newIndex(t, scheme.SM1)
	s := open(t, name)
	defer s.Close()
	copied := filepath.Join(t.TempDir(), "copy.fpx")
	for n, before := 0, 0; before < 3*foldFrom; n++ {
		err := s.Snapshot(t.Context(), func(content io.Reader, size int64) error {
			for i := range 2000 { // meanwhile
				if _, err := s.Put(t.Context(), fmt.Sprint(n, "-", i), printOf(t, scheme.SM1, i), true); err != nil {
					return err
				}
			}
			octets, err := io.ReadAll(content)
			if int64(len(octets)) != size {
				t.Errorf("%d bytes, expected %d", len(octets), size)
			}
			return errors.Join(err, os.WriteFile(copied, octets, 0o600))
		})
		if err != nil {
			t.Fatal(err)
		}
		x, err := index.Open(copied)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Verify(t.Context()); err != nil || x.Len() < before {
			t.Errorf("%d documents, %v: expected %d or more", x.Len(), err, before)
		}
		before = x.Len()
		x.Close()
	}
}

// TestChangesAreFound checks that acknowledged changes are found: in the journal, on their way into the
// index, and in the index.
func TestChangesAreFound(t *testing.T) {
	for _, kind := range []*scheme.Scheme{scheme.SM1, scheme.MH1} {
		t.Run(kind.ID(), func(t *testing.T) {
			name := newIndex(t, kind)
			s := open(t, name)
			print := printOf(t, kind, 1)
			found := func(want ...string) {
				t.Helper()
				a, err := s.Search(t.Context(), print, scheme.Thresholds{}, 10)
				if err != nil || !slices.Equal(ids(a.Matches), want) {
					t.Fatalf("found %q, %v: expected %q", ids(a.Matches), err, want)
				}
			}
			change := func(existed, want bool, err error) {
				t.Helper()
				if err != nil || existed != want {
					t.Fatalf("there was one: %v, %v: expected %v", existed, err, want)
				}
			}
			existed, err := add(s, "b", print, false)
			change(existed, false, err)
			found("b")
			existed, err = add(s, "a", print, false)
			change(existed, false, err)
			found("a", "b")
			existed, err = add(s, "c", scheme.Fingerprint{}, false)
			change(existed, false, err)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(name + journalName); !errors.Is(err, os.ErrNotExist) {
				t.Error("a journal is left:", err)
			}
			s = open(t, name)
			found("a", "b")
			existed, err = add(s, "a", scheme.Fingerprint{}, false)
			change(existed, true, err)
			found("b")
			existed, err = add(s, "b", printOf(t, kind, 2), false)
			change(existed, true, err)
			found()
			if _, ok, _ := s.Get("a"); ok {
				t.Error("a is still there")
			}
			if f, ok, _ := s.Get("b"); !ok || f.Scheme() != kind {
				t.Error("b is not there")
			}
			for state, _ := s.State(); state.Pending > 0; state, _ = s.State() {
				time.Sleep(foldAfter / 10)
			}
			found() // now the index contains it
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := add(s, "x", print, true); !errors.Is(err, ErrClosed) {
				t.Error("after the end:", err)
			}
		})
	}
}

func TestOthersAreRefused(t *testing.T) {
	s := open(t, newIndex(t, scheme.MH1))
	defer s.Close()
	narrow, err := printOf(t, scheme.MH1, 1).Truncate(2)
	if err != nil {
		t.Fatal(err)
	}
	main, err := printOf(t, scheme.MH1, 1).WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	for reason, f := range map[string]scheme.Fingerprint{
		"another scheme": printOf(t, scheme.SM1, 1), "another profile": main, "fewer bits a slot": narrow,
	} {
		if _, err := add(s, "a", f, false); !errors.Is(err, index.ErrScheme) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// TestReadOnly checks that searches continue during changes, and see each document once. Any number of
// processes may serve an index read-only, also beside a process that changes it.
func TestReadOnly(t *testing.T) {
	name := newIndex(t, scheme.SM1)
	writer := open(t, name)
	if _, err := add(writer, "a", printOf(t, scheme.SM1, 1), false); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	writer = open(t, name)
	defer writer.Close()
	before := files(t, name)
	for i := range 2 {
		if i == 1 {
			if _, err := add(writer, "c", printOf(t, scheme.SM1, 2), false); err != nil {
				t.Fatal(err)
			}
		}
		var notes []error
		s, err := Open(name, Options{ReadOnly: true, Report: func(err error) { notes = append(notes, err) }})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, err := s.Get("a"); err != nil || !ok {
			t.Errorf("a: %v, %v", ok, err)
		}
		if len(notes) > i { // the other process may have written the change meanwhile
			t.Errorf("%d changes of the other process: %v", i, notes)
		}
		if _, err := add(s, "b", scheme.Fingerprint{}, false); !errors.Is(err, ErrClosed) {
			t.Errorf("a change: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(before, files(t, name)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

// files returns the names of an index and the files beside it. It leaves out journals, which the writer
// moves.
func files(t *testing.T, name string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.Contains(e.Name(), journalName) {
			all = append(all, e.Name())
		}
	}
	return all
}

func TestSearchesWhileChanging(t *testing.T) {
	s := open(t, newIndex(t, scheme.SM1))
	print := printOf(t, scheme.SM1, 1)
	if _, err := add(s, "always", print, true); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for ctx.Err() == nil {
				a, err := s.Search(context.Background(), print, scheme.Thresholds{}, 10)
				all := ids(a.Matches)
				slices.Sort(all)
				if err != nil || !slices.Contains(all, "always") || len(slices.Compact(all)) != len(a.Matches) {
					t.Errorf("%v: %d matches", err, len(a.Matches))
					return
				}
				time.Sleep(time.Millisecond) // the machine may have one processor
			}
		})
	}
	const each = 600
	for part := range 4 {
		writers.Go(func() {
			for i := range each {
				id := fmt.Sprint(part, "/", i%400)
				var err error
				if i%7 == 3 {
					_, err = add(s, id, scheme.Fingerprint{}, true)
				} else {
					_, err = add(s, id, printOf(t, scheme.SM1, i), true)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	stop()
	readers.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(s.name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if err := x.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestDamagedJournals(t *testing.T) {
	name := newIndex(t, scheme.SM1)
	whole := func() []byte {
		j, err := createJournal(filepath.Join(t.TempDir(), "journal"), state{})
		if err != nil {
			t.Fatal(err)
		}
		defer j.close()
		for i := range 3 {
			if err := j.write([]change{{fmt.Sprint(i), printOf(t, scheme.SM1, i)}}); err != nil {
				t.Fatal(err)
			}
		}
		b, err := os.ReadFile(j.file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return b
	}()
	frame := (len(whole) - journalHead) / 3
	flipped := func(at int) []byte {
		b := slices.Clone(whole)
		b[at] ^= 1
		return b
	}
	for _, test := range []struct {
		reason  string
		octets  []byte
		changes int
		err     error
	}{
		{"all of it", whole, 3, nil},
		{"nothing was written", nil, 0, nil},
		{"it ends in the magic number", whole[:3], 0, nil},
		{"it ends in the header", whole[:20], 0, nil},
		{"the state of the index", flipped(20), 0, index.ErrCorrupt},
		{"it ends before the last frame's end", whole[:len(whole)-1], 2, nil},
		{"it ends in the last frame's head", whole[:journalHead+2*frame+5], 2, nil},
		{"zeros, since the system wrote the length first", append(slices.Clone(whole), make([]byte, 100)...), 3, nil},
		{"the last frame is torn", flipped(len(whole) - 1), 2, nil},
		{"the length of a frame before others", flipped(journalHead + 2), 0, index.ErrCorrupt},
		{"the length of the last frame", flipped(journalHead + 2*frame + 1), 2, index.ErrCorrupt},
		{"a frame before one that was answered", flipped(journalHead + frame - 1), 0, index.ErrCorrupt},
	} {
		file := name + journalName
		if err := os.WriteFile(file, test.octets, 0o600); err != nil {
			t.Fatal(err)
		}
		n := 0
		if pending := len(Pending(name)) > 0; pending != (len(test.octets) > journalHead) {
			t.Errorf("%s: it has changes: %v", test.reason, pending)
		}
		_, _, err := replay(file, nil, func(change) error { n++; return nil })
		if n != test.changes || !errors.Is(err, test.err) {
			t.Errorf("%s: %d changes, %v: expected %d, %v", test.reason, n, err, test.changes, test.err)
		}
	}
	if err := os.WriteFile(name+journalName, []byte("a diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(name, Options{}); err == nil {
		t.Error("a file that is no journal was taken for one")
	}
}

// TestFullDisk checks that a full disk refuses changes, and accepts them again once it has room.
func TestFullDisk(t *testing.T) {
	j, err := createJournal(filepath.Join(t.TempDir(), "journal"), state{})
	if err != nil {
		t.Fatal(err)
	}
	good := j.file
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("the system has no /dev/full")
	}
	c := []change{{"a", printOf(t, scheme.SM1, 1)}}
	j.file = full
	if err := j.write(c); err == nil {
		t.Fatal("nobody noticed")
	}
	j.broken = nil // a device cannot be cut, as a file can
	j.file = good
	if err := j.write(c); err != nil {
		t.Fatal(err)
	}
	n := 0
	if _, _, err := replay(good.Name(), nil, func(change) error { n++; return nil }); n != 1 || err != nil {
		t.Error(n, err)
	}
}
