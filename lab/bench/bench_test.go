package bench

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// sink and last keep results alive.
var (
	sink uint64
	last scheme.Fingerprint
)

// sum is the whole pipeline with a Hasher that is used again.
func sum(h *scheme.Hasher, text []byte) {
	h.Reset()
	h.Write(text)
	last, _ = h.Fingerprint()
}

// BenchmarkAll is the whole pipeline of each scheme.
func BenchmarkAll(b *testing.B) {
	for _, s := range scheme.All() {
		b.Run(s.ID(), func(b *testing.B) {
			each(b, func(b *testing.B, text []byte) {
				h := s.New()
				sum(h, text) // the first time the buffers grow
				for b.Loop() {
					sum(h, text)
				}
				b.ReportMetric(float64(h.CountFeatures()), "features")
			})
		})
	}
}

// measured is the scheme that all else is about.
var measured = scheme.SM1

// BenchmarkFresh is the whole pipeline with a new Hasher each time.
func BenchmarkFresh(b *testing.B) {
	each(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			last, _ = measured.Sum(text)
		}
	})
}

// BenchmarkTokenize is chapters 1 to 4: the bounds of tokens.
func BenchmarkTokenize(b *testing.B) {
	each(b, func(b *testing.B, text []byte) {
		tokens := 0
		t := measured.Method().Rules().New(batchFunc(func(b fast.Batch) { tokens += len(b.Bounds) / 2 }))
		t.Write(text)
		t.Close()
		for b.Loop() {
			tokens = 0
			t.Reset()
			t.Write(text)
			t.Close()
		}
		b.ReportMetric(float64(tokens), "tokens")
	})
}

// batchFunc takes tokens in batches, as a scheme does.
type batchFunc func(b fast.Batch)

func (f batchFunc) Batch(b fast.Batch) { f(b) }

func (f batchFunc) Token(token []byte) {
	text := append(bytes.Clone(token), make([]byte, fast.Padding)...)
	f(fast.Batch{Text: text, Bounds: []uint16{0, uint16(len(token))}})
}

// batches returns the tokens of a text.
func batches(text []byte) []fast.Batch {
	var all []fast.Batch
	t := measured.Method().Rules().New(batchFunc(func(b fast.Batch) {
		all = append(all, fast.Batch{Text: bytes.Clone(b.Text), Bounds: slices.Clone(b.Bounds)})
	}))
	t.Write(text)
	t.Close()
	return all
}

// BenchmarkHash is chapter 6.
func BenchmarkHash(b *testing.B) {
	each(b, func(b *testing.B, text []byte) {
		all := batches(text)
		var sums []uint64
		for b.Loop() {
			for _, t := range all {
				sums = fast.AppendSums(sums[:0], t.Text, t.Bounds)
			}
		}
	})
}

// BenchmarkCounters is chapter 7 of a SimHash.
func BenchmarkCounters(b *testing.B) {
	each(b, func(b *testing.B, text []byte) {
		elements := measured.Method().Stages(text).Elements
		for b.Loop() {
			var c simhash.Counters
			c.AddEach(elements)
			sink += c.Sketch()
		}
	})
}

// against measures a peer, and then the whole pipeline as often. The metric is
// the pipeline's time divided by the peer's: below 1 the pipeline is faster.
func against(b *testing.B, metric string, peer func(text []byte)) {
	each(b, func(b *testing.B, text []byte) {
		h := measured.New()
		sum(h, text)
		for b.Loop() {
			peer(text)
		}
		theirs := b.Elapsed()
		start := time.Now()
		for range b.N {
			sum(h, text)
		}
		b.ReportMetric(time.Since(start).Seconds()/theirs.Seconds(), metric)
	})
}

// BenchmarkPlain is the plain Go way.
func BenchmarkPlain(b *testing.B) {
	against(b, "sm1/plain", func(text []byte) { sink += Plain(text) })
}

// BenchmarkFields is the floor: it only finds the blanks.
func BenchmarkFields(b *testing.B) {
	against(b, "sm1/fields", func(text []byte) { sink += uint64(len(bytes.Fields(text))) })
}
