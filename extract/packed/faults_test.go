package packed_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/packed"
)

// TestFaults cuts packed documents short, and packs documents that are cut short.
func TestFaults(t *testing.T) {
	text := strings.Repeat("Words of a text. ", 100)
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bzip2, err := hex.DecodeString("425a6839314159265359991f098200012b93804001008027009c4020007040d03402954d0189c117845922ec8b445d88b445822d117245f11608b245b22e88b645f8bb9229c28484c8f84c10")
	if err != nil {
		t.Fatal(err)
	}
	extracttest.Faults(t, packed.Formats, []extracttest.Seed{
		{Name: "a.txt.gz", Octets: extracttest.GzipOf(t, strings.NewReader(text)), MediaType: "application/gzip"},
		{Name: "a.txt.bz2", Octets: bzip2, MediaType: "application/x-bzip2"},
		{Name: "a.txt.zst", Octets: z.EncodeAll([]byte(text), nil), MediaType: "application/zstd"},
	})
}
