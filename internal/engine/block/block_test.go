package block

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestStrings checks that strings stay as they are while others are made.
func TestStrings(t *testing.T) {
	for _, tt := range []struct {
		s   *Strings
		why string
	}{{new(Strings), "together"}, {nil, "each alone"}} {
		var made, want []string
		for i := range 300 {
			path := strings.Repeat("x", i)
			made = append(made, tt.s.Join(path, "#", fmt.Sprint(i)), tt.s.Copy([]byte(path)), tt.s.Join())
			want = append(want, path+"#"+fmt.Sprint(i), path, "")
		}
		for i := range made {
			if made[i] != want[i] {
				t.Fatalf("%s: string %d is %q, want %q", tt.why, i, made[i], want[i])
			}
		}
	}
}

// TestFew counts allocations. Each row says what one is for.
func TestFew(t *testing.T) {
	const times = 1000
	var strings Strings
	var blocks Of[[3]int]
	var kept *[3]int
	octets := []byte("an id")
	for _, tt := range []struct {
		do   func()
		most float64
		why  string
	}{
		{func() { strings.Copy(octets) }, times / 150, "200 strings of 5 bytes"},
		{func() { strings.Join("path", "#", string(octets)) }, times / 80, "100 strings of 10 bytes"},
		{func() { (*Strings)(nil).Copy(octets) }, times, "a string"},
		{func() { kept = blocks.Next(Short) }, times / 16, "16 records"},
		{func() { kept = blocks.Next(Short + 1) }, times, "a record that is not short"},
	} {
		n := testing.AllocsPerRun(10, func() {
			for range times {
				tt.do()
			}
		})
		if n < 1 || n > tt.most+1 {
			t.Errorf("%s: %v allocations in %d calls, want at most %v", tt.why, n, times, tt.most)
		}
	}
	runtime.KeepAlive(kept)
}
