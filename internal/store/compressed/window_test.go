package compressed

import (
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A short stream may declare a wide window, for which there is no memory. It can be read if it refers
// only to bytes within the narrow window.
func TestNarrow(t *testing.T) {
	random := make([]byte, 300_000)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(random); i++ {
		random[i] = byte(r.Uint32())
	}
	far := string(random) + strings.Repeat("words ", 1<<19) + string(random)
	wide := func(s string, more ...zstd.EOption) string {
		return zstdOf(s, append(more, zstd.WithWindowSize(128<<20), zstd.WithEncoderLevel(zstd.SpeedBestCompression))...)
	}
	for _, tt := range []struct {
		why, in string
		want    int // bytes; -1 for an error
	}{
		{"zstd that declares 128 MiB", "\x28\xb5\x2f\xfd\x00\x88\x29\x00\x00words", 5},
		{"zstd that refers back by less than 1 MiB", wide(strings.Repeat("some words. ", 1<<19), zstd.WithSingleSegment(true)), 12 << 19},
		{"zstd that refers back by 3 MiB", wide(far), -1},
		{"the same in a frame of one segment", wide(far, zstd.WithSingleSegment(true)), -1},
		{"xz that declares 64 MiB", fromHex("fd377a585a000004e6d6b446020021011c00000010cf58cc010004776f726473" +
			"0000000051342f4641d9d36f00011d05b82d80af1fb6f37d010000000004595a"), 5},
		{"the same behind another filter", fromHex("fd377a585a000004e6d6b446020103010021011c67c9110e01000477f803f20f" +
			"0000000051342f4641d9d36f00011d05b82d80af1fb6f37d010000000004595a"), 5},
		{"no frame", "\x28\xb5\x2f\xfd", -1},
		{"the end of xz", "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x00\x00\x00\x00\x1c\xdf\x44\x21\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04YZ", 0},
	} {
		f := Find([]byte(tt.in))
		n := int64(-1)
		r, err := f.Reader(strings.NewReader(tt.in), HeadWindow)
		if err == nil {
			if n, err = io.Copy(io.Discard, r); err != nil {
				n = -1
			}
		}
		if n != int64(tt.want) {
			t.Errorf("%s: %d bytes, %v, want %d", tt.why, n, err, tt.want)
		}
	}
}

// A window counts as memory, and is released with the end of its stream.
func TestWindowIsHeld(t *testing.T) {
	stream := "\x28\xb5\x2f\xfd\x00\x88\x29\x00\x00words"
	o := options(budget.Limits{})
	for range 3 {
		r, err := Zstd.Open(strings.NewReader(stream), o)
		if err != nil {
			t.Fatal(err)
		}
		if held := o.Budget.Held(); held < freeWindow || held > 64<<20 {
			t.Errorf("%d bytes of memory are held, want those of a window for which there is room", held)
		}
		if text, err := io.ReadAll(r); string(text) != "words" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
		if held := o.Budget.Held(); held != 0 {
			t.Errorf("%d bytes of memory are held at the end, want none", held)
		}
	}
	// Nested streams share the memory.
	var err error
	for range 8 {
		if _, err = Zstd.Open(strings.NewReader(stream), o); err != nil {
			break
		}
	}
	if !errors.Is(err, budget.ErrExpansion) || !strings.Contains(err.Error(), "the window of zstd") {
		t.Errorf("%v, want %v", err, budget.ErrExpansion)
	}
}
