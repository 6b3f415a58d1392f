package manifest

import (
	"errors"
	"io"
	"testing"
	"time"
)

// heard tells a channel what is written.
type heard chan string

func (h heard) Write(p []byte) (int, error) {
	h <- string(p)
	return len(p), nil
}

// TestSoon checks that a line is written though no other follows, such as while a slow file is read.
func TestSoon(t *testing.T) {
	written := make(heard, 9)
	s := newSoonWriter(written)
	for _, line := range []string{"a\n", "b\n"} {
		if _, err := io.WriteString(s, line); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-written:
			if got != line {
				t.Errorf("%q is written, want %q", got, line)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q is not written", line)
		}
	}
	io.WriteString(s, "c\n")
	if err := s.end(); err != nil {
		t.Error(err)
	}
	close(written) // what is written now panics
	if got := <-written; got != "c\n" {
		t.Errorf("at the end, %q is written", got)
	}
	time.Sleep(2 * soon)
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestSoonFails checks that an error of a write in the background is returned.
func TestSoonFails(t *testing.T) {
	s := newSoonWriter(full{})
	io.WriteString(s, "a\n")
	s.flush()
	if _, err := io.WriteString(s, "b\n"); err != errFull {
		t.Errorf("after a failure, Write returns %v", err)
	}
	if err := s.end(); err != errFull {
		t.Errorf("after a failure, end returns %v", err)
	}
}
