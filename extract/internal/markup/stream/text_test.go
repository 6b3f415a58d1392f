package stream

import (
	"math/rand/v2"
	"testing"
)

// Many octets at a time, the end is that which is found octet by octet.
func TestRegularEnd(t *testing.T) {
	const octets = "aaaaaaa     !!&\n\x00\x1f\x20\x21\x7f\x80\xa0\xa1\xff"
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 100)
	for range 200_000 {
		few := octets[:1+r.IntN(len(octets))]
		text := text[:1+r.IntN(len(text))]
		for i := range text {
			text[i] = few[r.IntN(len(few))]
		}
		text[0] = 'a'
		want := 1
		for want < len(text) && (regular[text[want]] || text[want] == ' ' && want+1 < len(text) && regular[text[want+1]]) {
			want++
		}
		if got := regularEnd(text, 1); got != want {
			t.Fatalf("%q: %d, want %d", text, got, want)
		}
	}
}
