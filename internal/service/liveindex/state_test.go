package liveindex

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestStates checks which index a journal belongs to.
func TestStates(t *testing.T) {
	const foreign = "has changes of another index"
	put := func(w *index.Writer, id string, n int) {
		if err := w.Add(t.Context(), id, printOf(t, scheme.SM1, n)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		why    string
		state  func(state) state
		change func(w *index.Writer) // what happens to the index after the journal has begun
		want   string                // of the error
	}{
		{"the same", nil, nil, ""},
		{"it grew, and did not end its write", nil, func(w *index.Writer) { put(w, "b", 2) }, ""},
		{"another index of the same size", func(s state) state { s.Sum[0]++; return s }, nil, foreign},
		{"an older copy", func(s state) state { s.Size += 64; return s }, nil, foreign},
		{"it was rewritten with the change", nil, func(w *index.Writer) { put(w, "a", 1); compactAll(t, w) }, ""},
		{"it was rewritten without the change", nil, func(w *index.Writer) { put(w, "a", 2); compactAll(t, w) }, foreign},
		{"it is being rewritten", func(state) state { return state{} }, func(w *index.Writer) { put(w, "a", 2); compactAll(t, w) }, ""},
	} {
		name := newIndex(t, scheme.SM1)
		now := stateOf(t, name)
		if test.state != nil {
			now = test.state(now)
		}
		j, err := createJournal(name+journalName, now)
		if err == nil {
			err = j.write([]change{{"a", printOf(t, scheme.SM1, 1)}})
		}
		if err != nil {
			t.Fatal(err)
		}
		j.close()
		if test.change != nil {
			w, err := index.Update(name, index.Options{})
			if err != nil {
				t.Fatal(err)
			}
			test.change(w)
			if err := w.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.Close()
		}
		for _, readOnly := range []bool{true, false} {
			s, err := Open(name, Options{ReadOnly: readOnly})
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, read only %v: error %v, expected %q", test.why, readOnly, err, test.want)
			}
			if err != nil {
				continue
			}
			if f, ok, err := s.Get("a"); !ok || f != printOf(t, scheme.SM1, 1) {
				t.Errorf("%s, read only %v: a is %v, %v, %v", test.why, readOnly, f, ok, err)
			}
			if n, err := s.Len(); n < 1 || n > 2 || err != nil {
				t.Errorf("%s, read only %v: %d documents, %v", test.why, readOnly, n, err)
			}
			s.Close()
		}
	}
}

func compactAll(t *testing.T, w *index.Writer) {
	t.Helper()
	if err := w.Compact(t.Context(), index.Tables{}); err != nil {
		t.Fatal(err)
	}
}

// stateOf returns the state of an index.
func stateOf(t *testing.T, name string) state {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	s, err := stateAt(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReadOnlyBesideChanges checks that an index that is opened while another process changes it has all changes
// that were answered before.
func TestReadOnlyBesideChanges(t *testing.T) {
	name := newIndex(t, scheme.SM1)
	writer := open(t, name)
	defer writer.Close()
	f := printOf(t, scheme.SM1, 1)
	rounds := 150
	if testing.Short() {
		rounds = 40
	}
	for round := range rounds {
		if _, err := add(writer, "a", printOf(t, scheme.SM1, round), true); err != nil {
			t.Fatal(err)
		}
		for i := range foldFrom / 16 { // so that the index is written often
			if _, err := writer.Put(t.Context(), string(rune('b'+i)), f, true); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Open(name, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, ok, err := s.Get("a"); !ok || got != printOf(t, scheme.SM1, round) {
			t.Errorf("round %d: a is %v, %v, %v", round, got, ok, err)
		}
		s.Close()
	}
}

// TestReplaced moves another index to the name of the open index. No change is written into it, whatever the
// shelf does, and the changes are there for their own index.
func TestReplaced(t *testing.T) {
	for _, tt := range []struct {
		why string
		do  func(t *testing.T, s *Shelf)
	}{
		{"the shelf is closed", func(*testing.T, *Shelf) {}},
		{"a shadow is built, and then the shelf is closed", func(t *testing.T, s *Shelf) {
			if err := s.Shadow(index.TablesFor(scheme.SM1, 0, scheme.Thresholds{}, .5)); err != nil {
				t.Fatal(err)
			}
			for n := 0; n < 500 && s.ShadowState().State == Building; n++ {
				time.Sleep(10 * time.Millisecond)
			}
		}},
	} {
		name, other := newIndex(t, scheme.SM1), newIndex(t, scheme.SM1)
		foreign := open(t, other)
		if _, err := add(foreign, "theirs", printOf(t, scheme.SM1, 1), true); err != nil {
			t.Fatal(err)
		}
		if err := foreign.Close(); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(other)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, name)
		if _, err := add(s, "first", printOf(t, scheme.SM1, 2), true); err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 500; n++ { // until it is in the file
			if state, err := s.State(); err != nil || state.Documents == 1 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		own := name + ".own"
		if err := errors.Join(os.Rename(name, own), os.Rename(other, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := add(s, "second", printOf(t, scheme.SM1, 3), true); err != nil {
			t.Fatal(err)
		}
		if _, err := add(s, "theirs", scheme.Fingerprint{}, true); err != nil {
			t.Fatal(err)
		}
		tt.do(t, s)
		if _, ok, err := s.Get("first"); err != nil || !ok {
			t.Errorf("%s: the first document is not found: %v", tt.why, err)
		}
		if err := s.Close(); err == nil {
			t.Errorf("%s: no error", tt.why)
		}
		after, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the other index was changed: %v", tt.why, err)
		}
		if err := os.Rename(own, name); err != nil {
			t.Fatal(err)
		}
		s = open(t, name)
		for _, id := range []string{"first", "second"} {
			if _, ok, err := s.Get(id); err != nil || !ok {
				t.Errorf("%s: %s is lost: %v", tt.why, id, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
