package compound

import (
	"bytes"
	"os"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// FuzzOffice tells compound files apart, and reads their streams.
func FuzzOffice(f *testing.F) {
	for _, name := range []string{"lighthouse.doc", "stores.xls"} {
		octets, err := os.ReadFile("../../../testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(octets)
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		c, err := readCompound(bytes.NewReader(octets))
		if err != nil {
			return
		}
		for name := range c.streams {
			c.read(name, medium.New(t.Context(), budget.New(budget.Limits{Size: 1 << 16}), nil))
		}
	})
}
