package watched

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReader(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	total := 0
	r := Reader(ctx, iotest.OneByteReader(strings.NewReader("abc")), func(n int) { total += n })
	p := make([]byte, 2)
	if _, err := io.ReadFull(r, p); err != nil || string(p) != "ab" || total != 2 {
		t.Errorf("%q, %v, %d bytes reported: want ab, 2", p, err, total)
	}
	cancel()
	if n, err := r.Read(p); n != 0 || err != context.Canceled || total != 2 {
		t.Errorf("after the end of the context: %d, %v, %d bytes reported", n, err, total)
	}
	if all, err := io.ReadAll(Reader(t.Context(), strings.NewReader("abc"), nil)); string(all) != "abc" || err != nil {
		t.Errorf("%q, %v", all, err)
	}
}

// Only what the file itself answers is a fault of the disk.
func TestFailed(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, tt := range []struct {
		why  string
		r    io.ReaderAt
		at   int64
		want error
	}{
		{"within", strings.NewReader("abc"), 0, nil},
		{"beyond the end, which is the end", strings.NewReader("abc"), 9, nil},
		{"before the beginning, where no disk was asked", strings.NewReader("abc"), -1, nil},
		{"a broken disk", brokenAt{broken}, 0, broken},
		{"a broken disk that was not asked", brokenAt{broken}, -1, nil},
	} {
		a := ReaderAt(t.Context(), tt.r)
		if _, err := a.ReadAt(make([]byte, 2), tt.at); tt.at != 0 && err == nil {
			t.Errorf("%s: no error", tt.why)
		}
		if got := a.Failed(); got != tt.want {
			t.Errorf("%s: failed %v, want %v", tt.why, got, tt.want)
		}
	}
}

type brokenAt struct{ error }

func (b brokenAt) ReadAt([]byte, int64) (int, error) { return 0, b.error }
