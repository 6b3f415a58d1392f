package extract_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"\xff\xfe\x00\x00a\x00\x00\x00", "a\x00b\x00", "Caf\xe9", "\x1b$B$\"", "\xc1\xc2\xc3 \xc4"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "text/plain") })
}
