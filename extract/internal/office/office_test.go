package office

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/budget"
)

// FuzzOffice tells compound files apart and reads slides; no program runs.
func FuzzOffice(f *testing.F) {
	for _, name := range []string{"lighthouse.doc", "stores.xls"} {
		octets, err := os.ReadFile("../../testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(octets)
	}
	f.Add([]byte("\x0f\x00\xf0\x0f\x0c\x00\x00\x00\x00\x00\xa0\x0f\x04\x00\x00\x00a\x00b\x00"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		var b strings.Builder
		if err := pptText(&b, octets, 0); err == nil && b.Len() > 4*len(octets) {
			t.Errorf("%d octets of %d", b.Len(), len(octets))
		}
		c, err := readCompound(bytes.NewReader(octets))
		if err != nil {
			return
		}
		for name := range c.streams {
			c.read(name, medium.New(t.Context(), budget.New(budget.Limits{Size: 1 << 16}), nil))
		}
	})
}
