package stream

import (
	"math/rand/v2"
	"testing"
)

// Many bytes at a time, what is copied is what is found byte by byte, whatever room there is.
func TestCopyRegular(t *testing.T) {
	const octets = "aaaaaaa     !!&<=;\n\x00\x1f\x20\x21\x7f\x80\xa0\xa1\xff"
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 600)
	isRegular := func(c byte) bool { return regular[c] && c != '<' }
	for round := range 200_000 {
		few := octets[:1+r.IntN(len(octets))]
		text := text[:1+r.IntN(100)]
		if round%16 == 0 {
			few, text = octets[:8], text[:cap(text)]
		}
		for i := range text {
			text[i] = few[r.IntN(len(few))]
		}
		text[0] = "a<"[r.IntN(2)]
		want := 1
		for want < len(text) && (isRegular(text[want]) || text[want] == ' ' && want+1 < len(text) && isRegular(text[want+1])) {
			want++
		}
		m := &machine{out: make([]byte, 0, r.IntN(len(text)+10))}
		if got := m.copyRegular(text); got != want || string(m.out) != string(text[:want]) {
			t.Fatalf("%q: %d octets, %q, want %d", text, got, m.out, want)
		}
	}
}
