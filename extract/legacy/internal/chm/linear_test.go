package chm_test

import (
	"fmt"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/chm"
)

func TestHostileIsLinear(t *testing.T) {
	extracttest.IsLinear(t, "CHM: pages in one group of frames", "application/vnd.ms-htmlhelp", func(n int) string {
		var files []string
		for i := range n {
			files = append(files, fmt.Sprintf("/%05d.htm", n-i), "<p>a")
		}
		return string(chm.Document(0x409, chm.Stored, files...))
	}, 2000)
}
