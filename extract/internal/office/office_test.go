package office

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/budget"
)

func TestFilePass(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
		why  string
	}{
		{"\x09\x08\x02\x00ab\x2f\x00\x00\x00", true, "after the record BOF"},
		{"\x09\x08\x02\x00ab\x0a\x00\x00\x00\x2f\x00\x00\x00", false, "after the end of the globals"},
		{"\x09\x08\xff\x00ab", false, "a record that is cut off"},
		{"\x2f", false, "less than a record"},
	} {
		if got := hasFilePass([]byte(tt.in)); got != tt.want {
			t.Errorf("%q: %v, want %v: %s", tt.in, got, tt.want, tt.why)
		}
	}
}

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
		hasFilePass(octets)
		c, err := readCompound(bytes.NewReader(octets))
		if err != nil {
			return
		}
		for name := range c.streams {
			c.read(name, medium.New(t.Context(), budget.New(budget.Limits{Size: 1 << 16}), nil))
		}
	})
}
