//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package liveindex

import (
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/durable/durabletest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// awaitFault waits for the reason why there is no shadow.
func awaitFault(t *testing.T, s *Shelf) error {
	t.Helper()
	for range 500 {
		if now := s.ShadowState(); now.State == NoShadow && now.Err != nil {
			return now.Err
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the shadow is %+v: expected a fault", s.ShadowState())
	return nil
}

// A shadow on a full disk is a fault, and searches go on. Once there is room, there can be a shadow.
func TestShadowOnFullDisk(t *testing.T) {
	if !durabletest.Alone(t) {
		return
	}
	for _, test := range []struct {
		octets uint64
		why    string
	}{
		{0, "no room for the header"},
		{256, "no room for the first commit"},
	} {
		name := newIndex(t, scheme.SM1)
		s := open(t, name)
		print := printOf(t, scheme.SM1, 1)
		if _, err := add(s, "a", print, true); err != nil {
			t.Fatal(err)
		}
		lift := durabletest.Limit(t, test.octets)
		if err := s.Shadow(index.Tables{Distance: 3}); err != nil {
			t.Fatal(err)
		}
		if err := awaitFault(t, s); !errors.Is(err, unix.EFBIG) {
			t.Errorf("%s: %v: expected %v", test.why, err, unix.EFBIG)
		}
		if found, err := s.Search(t.Context(), print, scheme.Thresholds{}, 10); err != nil || len(found.Matches) != 1 {
			t.Errorf("%s: found %v, %v", test.why, found.Matches, err)
		}
		if left, _ := filepath.Glob(name + shadowName + "*"); len(left) > 0 {
			t.Errorf("%s: left %q", test.why, left)
		}
		lift()
		if err := s.Shadow(index.Tables{Distance: 3}); err != nil {
			t.Fatal(err)
		}
		until(t, s, Ready)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A panic of the goroutine that writes ends the writing. Searches go on, and answered changes stay.
func TestWritingPanics(t *testing.T) {
	if !durabletest.Alone(t) {
		return
	}
	name := newIndex(t, scheme.SM1)
	var reports atomic.Int64
	s, err := Open(name, Options{Report: func(error) {
		if reports.Add(1) == 1 {
			panic("planted")
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	print := printOf(t, scheme.SM1, 1)
	if _, err := add(s, "a", print, true); err != nil {
		t.Fatal(err)
	}
	lift := durabletest.Limit(t, 0)
	if err := s.Shadow(index.Tables{Distance: 3}); err != nil { // its fault is reported
		t.Fatal(err)
	}
	<-s.done
	lift()
	if _, err := add(s, "b", print, false); !errors.Is(err, ErrClosed) {
		t.Errorf("a change after the panic: %v: expected %v", err, ErrClosed)
	}
	if found, err := s.Search(t.Context(), print, scheme.Thresholds{}, 10); err != nil || len(found.Matches) != 1 {
		t.Errorf("found %v, %v: expected a", found.Matches, err)
	}
	if err := s.Close(); !errors.Is(err, recovery.ErrInternal) || reports.Load() != 2 {
		t.Errorf("closed with %v after %d reports: expected the panic, and 2", err, reports.Load())
	}
}

// A panic of what writes the index is an error. Its caller closes the index, so the next attempt can lock it.
func TestPanicsOfWriters(t *testing.T) {
	layer := newOverlay()
	layer.apply([]change{{"a", printOf(t, scheme.SM1, 1)}})
	for _, test := range []struct {
		do  func() error
		why string
	}{
		{func() error { return follow(nil, layer) }, "changes"},
		{func() error { return compact(nil, index.Tables{}) }, "other tables"},
	} {
		if err := test.do(); !errors.Is(err, recovery.ErrInternal) {
			t.Errorf("%s: %v: expected %v", test.why, err, recovery.ErrInternal)
		}
	}
}
