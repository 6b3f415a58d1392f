package watched

import (
	"context"
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
