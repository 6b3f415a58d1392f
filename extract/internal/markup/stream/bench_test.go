package stream_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
)

// BenchmarkRead measures the stages from the bytes of the corpora's pages to their text, and the
// way by the tree.
func BenchmarkRead(b *testing.B) {
	var all [][]byte
	size := 0
	walk(b, *pages, func(_ string, octets []byte) {
		if size < 80<<20 {
			all = append(all, octets)
			size += len(octets)
		}
	})
	decoded := make([][]byte, len(all))
	for i := range all {
		decoded[i], _, _ = markup.Decode(all[i], "")
	}
	for _, bb := range []struct {
		name string
		read func(i int)
	}{
		{"decode", func(i int) { markup.Decode(all[i], "") }},
		{"stream", func(i int) { stream.Read(decoded[i], make([]byte, 0, len(decoded[i])/2), never, nil) }},
		{"all", func(i int) { markup.VisibleText(all[i], "") }},
		{"tree", func(i int) { byTree(string(decoded[i])) }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for i := range all {
					bb.read(i)
				}
			}
		})
	}
}
