package ucd_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var texts = []struct {
	name string
	text []rune
}{
	{"ASCII", []rune("The quick brown fox jumps over the lazy dog; 0123456789.")},
	{"Latin", []rune("Žluťoučký kůň úpěl ďábelské ódy, où ça? Größe, señor!")},
	{"Cyrillic", []rune("Съешь же ещё этих мягких французских булок да выпей чаю")},
	{"Han", []rune("人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心")},
	{"Hangul", []rune("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어")},
}

func each(b *testing.B, do func(r rune)) {
	for _, tt := range texts {
		b.Run(tt.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				for _, r := range tt.text {
					do(r)
				}
				n += len(tt.text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/rune")
		})
	}
}

// BenchmarkLookup calls Lookup where it can be inlined, as it is in use.
func BenchmarkLookup(b *testing.B) {
	for _, tt := range texts {
		b.Run(tt.name, func(b *testing.B) {
			n, inert := 0, 0
			for b.Loop() {
				for _, r := range tt.text {
					if p := ucd.Lookup(r); p.Inert || p.Alphabetic {
						inert++
					}
				}
				n += len(tt.text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/rune")
			_ = inert
		})
	}
}

func BenchmarkCasefold(b *testing.B) {
	n := 0
	each(b, func(r rune) {
		to, _ := ucd.Casefold(r)
		n += len(to)
	})
}

func BenchmarkAppendDecomposition(b *testing.B) {
	var buf [8]rune
	each(b, func(r rune) { ucd.AppendDecomposition(buf[:0], r) })
}

func BenchmarkCompose(b *testing.B) {
	b.Run("none", func(b *testing.B) {
		for b.Loop() {
			ucd.Compose('e', 'f')
		}
	})
	b.Run("pair", func(b *testing.B) {
		for b.Loop() {
			ucd.Compose('e', 0x0301)
		}
	})
	b.Run("Hangul", func(b *testing.B) {
		for b.Loop() {
			ucd.Compose(0x1100, 0x1161)
		}
	})
}
