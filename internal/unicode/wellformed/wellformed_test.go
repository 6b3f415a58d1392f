package wellformed_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// TestSequences compares every sequence of up to three bytes with unicode/utf8, and sequences of
// four bytes near a border. Each is tried at every place of two blocks, after and before text.
func TestSequences(t *testing.T) {
	borders := []byte{0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF}
	page := make([]byte, 100)
	for _, around := range []string{"a", "é", "日", "😀"} {
		for at := 24; at < 72; at += len(around) {
			fill := strings.Repeat(around, len(page))
			for _, a := range borders {
				for _, b := range borders {
					for _, c := range borders {
						copy(page, fill)
						page[at], page[at+1], page[at+2] = a, b, c
						compare(t, page)
					}
				}
			}
		}
	}
	for _, a := range borders {
		for _, b := range borders {
			for _, c := range borders {
				for _, d := range borders {
					for _, at := range []int{29, 30, 31, 32, 60} {
						for i := range page {
							page[i] = 'a'
						}
						copy(page[at:], []byte{a, b, c, d})
						compare(t, page)
						compare(t, page[:64]) // a sequence ends inside it
					}
				}
			}
		}
	}
}

// TestText checks that text of all lengths is well formed, and ill-formed if any byte of it is
// changed.
func TestText(t *testing.T) {
	text := []byte(strings.Repeat("aé日😀 bcdefghijk", 20))
	r := rand.New(rand.NewPCG(1, 2))
	for n := range text {
		compare(t, text[:n])
		compare(t, text[n:])
		for range 20 {
			changed := bytes.Clone(text[:n])
			if n > 0 {
				changed[r.IntN(n)] = byte(r.Uint32())
			}
			compare(t, changed)
		}
	}
}

func compare(t *testing.T, p []byte) {
	if got, want := wellformed.Valid(p), utf8.Valid(p); got != want {
		t.Fatalf("%x: %t, want %t", p, got, want)
	}
}

func FuzzValid(f *testing.F) {
	f.Add([]byte("aé日😀"), 31)
	f.Fuzz(func(t *testing.T, p []byte, before int) {
		compare(t, append(bytes.Repeat([]byte("é"), before&63), p...))
	})
}

func BenchmarkValid(b *testing.B) {
	for _, text := range []string{"a", "é", "a日"} {
		p := []byte(strings.Repeat(text, 10_000/len(text)))
		b.Run(text, func(b *testing.B) {
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				wellformed.Valid(p)
			}
		})
		b.Run(text+"/utf8", func(b *testing.B) {
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				utf8.Valid(p)
			}
		})
	}
}
