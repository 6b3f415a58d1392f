package main

import (
	"strings"
	"testing"
	"time"
)

func TestBarText(t *testing.T) {
	b := &bar{progress: new(progress), total: 6_000_000_000, begun: time.Now().Add(-10 * time.Second)}
	b.files.Store(2)
	b.bytes.Store(1_500_000_000)
	if got, want := b.String(), "2 files  [=====               ]  25%  1.5 GB of 6.0 GB, 150.0 MB/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.total = -1
	if got, want := b.String(), "2 files  1.5 GB, 150.0 MB/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, test := range []struct {
		n    float64
		want string
	}{{0, "0 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {999_940, "999.9 kB"}, {999_960, "1.0 MB"}, {1e21, "1000.0 EB"}} {
		if got := size(test.n); got != test.want {
			t.Errorf("%v: %q, want %q", test.n, got, test.want)
		}
	}
	var screen strings.Builder
	b.stderr, b.begun = &screen, time.Now()
	b.draw()
	b.hide()
	if screen.Len() > 0 {
		t.Errorf("short work draws %q", &screen)
	}
}
