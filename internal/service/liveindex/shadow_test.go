package liveindex

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// until waits until the shadow has a state.
func until(t *testing.T, s *Shelf, state string) {
	t.Helper()
	for range 500 {
		if now := s.ShadowState(); now.State == state {
			if now.Err != nil {
				t.Fatal(now.Err)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the shadow is %+v: expected %s", s.ShadowState(), state)
}

// A shadow answers beside the index, follows its changes, and takes its place.
func TestShadow(t *testing.T) {
	name := newIndex(t, scheme.SM1) // for the advice of sm1, which is 6 bits
	s := open(t, name)
	sketch := make([]byte, 8)
	at := func(bits byte) scheme.Fingerprint {
		sketch[7] = 1<<bits - 1
		f, err := scheme.SM1.FromSketch(sketch)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	put := func(id string, bits byte) {
		t.Helper()
		if _, err := add(s, id, at(bits), true); err != nil {
			t.Fatal(err)
		}
	}
	asked := func(want []string, shadow []string) {
		t.Helper()
		found, err := s.Search(t.Context(), at(0), scheme.Thresholds{}, 10)
		if err != nil || !slices.Equal(ids(found.Matches), want) {
			t.Errorf("found %q, %v: expected %q", ids(found.Matches), err, want)
		}
		if (found.Shadow != nil) != (shadow != nil) || found.Shadow != nil && !slices.Equal(ids(found.Shadow.Matches), shadow) {
			t.Errorf("the shadow has found %v: expected %q", found.Shadow, shadow)
		}
	}
	if err := s.CutOver(); !errors.Is(err, ErrShadow) {
		t.Error("there is no shadow to cut over to:", err)
	}
	near := s.base.Options().Tables.Distance
	put("0", 0)
	put("1", 1)
	put("3", 3)
	put("far", byte(near))
	asked([]string{"0", "1", "3", "far"}, nil)
	if err := s.Shadow(index.Tables{Distance: 1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Shadow(index.Tables{Distance: 1}); !errors.Is(err, ErrShadow) {
		t.Error("there is a shadow already:", err)
	}
	until(t, s, Ready)
	asked([]string{"0", "1", "3", "far"}, []string{"0", "1"})
	put("other", 0)
	asked([]string{"0", "other", "1", "3", "far"}, []string{"0", "other", "1"})
	for state, _ := s.State(); state.Pending > 0; state, _ = s.State() {
		time.Sleep(10 * time.Millisecond)
	}
	asked([]string{"0", "other", "1", "3", "far"}, []string{"0", "other", "1"}) // now that both have it
	if err := s.CutOver(); err != nil {
		t.Fatal(err)
	}
	put("meanwhile", 0)
	until(t, s, NoShadow)
	asked([]string{"0", "meanwhile", "other", "1"}, nil)
	if err := s.Shadow(index.Tables{Distance: 3}); err != nil {
		t.Fatal(err)
	}
	until(t, s, Ready)
	asked([]string{"0", "meanwhile", "other", "1"}, []string{"0", "meanwhile", "other", "1", "3"})
	if err := s.DropShadow(); err != nil {
		t.Fatal(err)
	}
	until(t, s, NoShadow)
	asked([]string{"0", "meanwhile", "other", "1"}, nil)
	if err := s.Shadow(index.Tables{Distance: 3}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // whatever it is at
		t.Fatal(err)
	}
	if left, err := filepath.Glob(name + "?*"); len(left) > 0 || err != nil {
		t.Error("left:", left, err)
	}
	x, err := index.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.Len() != 6 || x.Options().Tables.Distance != 1 || x.Verify(t.Context()) != nil {
		t.Errorf("%d documents, tables for %d bits, %v", x.Len(), x.Options().Tables.Distance, x.Verify(t.Context()))
	}
}
