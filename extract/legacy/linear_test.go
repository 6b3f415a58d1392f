package legacy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

func TestHostileIsLinear(t *testing.T) {
	extracttest.IsLinear(t, "HWP: notes in one another", "application/x-hwp", func(n int) string {
		var b strings.Builder
		for range n {
			for level := range uint32(50) {
				b.WriteString(hwpRecord(0x47, level, "  nf") + hwpText(level+1, "a"))
			}
		}
		return hangul(0, b.String())
	}, 100)
	extracttest.IsLinear(t, "MSG: attachments", "application/vnd.ms-outlook", func(n int) string {
		all := []ole.Stream{{Path: []string{"__properties_version1.0"}, Octets: make([]byte, 32)}}
		for i := range n {
			name := fmt.Sprintf("__attach_version1.0_#%08X", i)
			all = append(all, ole.Stream{Path: []string{name, "__properties_version1.0"}, Octets: make([]byte, 8)},
				ole.Stream{Path: []string{name, "__substg1.0_37010102"}, Octets: []byte("words")})
		}
		return string(ole.Write(all))
	}, 300)
}
