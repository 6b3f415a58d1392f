package fast

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// diffClassify compares each instruction set of this processor with pure Go on a text. It reports
// differences in the masks, the text and the bounds.
func diffClassify(text []byte) (diff string) {
	blocks := (len(text) + 63) / 64
	type made struct {
		Text                       string
		Word, Digit, Hint, Foreign []uint64
		Bounds                     []uint16
	}
	make := func(classify func(*Tokenizer, int), edges func(*Tokenizer, int) int) made {
		var t Tokenizer
		copy(t.text[:], text)
		classify(&t, blocks)
		n := edges(&t, blocks)
		return made{string(t.text[:]), t.word[:blocks], t.digit[:blocks], t.hint[:blocks], t.foreign[:blocks], t.bounds[:n]}
	}
	want := make((*Tokenizer).classifyGeneric, (*Tokenizer).edgesGeneric)
	OnEachProcessor(func(name string) {
		if got := make((*Tokenizer).classify, (*Tokenizer).edges); !reflect.DeepEqual(want, got) { // cmp.Diff is slow
			diff += name + ":\n" + cmp.Diff(want, got)
		}
	})
	return diff
}

// TestClassify checks that each instruction set gives the same result as pure Go.
func TestClassify(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for c := range 256 {
		for at := range 64 {
			text := bytes.Repeat([]byte{' '}, 64)
			text[at] = byte(c)
			if diff := diffClassify(text); diff != "" {
				t.Fatalf("byte %#x at %d (-want +got):\n%s", c, at, diff)
			}
		}
	}
	for range 500 {
		text := make([]byte, random.IntN(chunk+1))
		letters := random.IntN(256) // of 256 bytes
		for i := range text {
			text[i] = byte(random.Uint32())
			if random.IntN(256) < letters {
				text[i] = "a Z"[random.IntN(3)]
			}
		}
		if diff := diffClassify(text); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzClassify(f *testing.F) {
	f.Add([]byte("The Keeper of 12 lights, doi:10.1/x"))
	f.Add(bytes.Repeat([]byte("a "), chunk/2)) // the most bounds
	f.Fuzz(func(t *testing.T, text []byte) {
		if diff := diffClassify(text[:min(len(text), chunk)]); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}
