package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/chm"
	"github.com/lsh-interop/fpcheck/extract/internal/chm/chmtest"
	"github.com/lsh-interop/fpcheck/extract/internal/hwp"
	"github.com/lsh-interop/fpcheck/extract/internal/office"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

// Documents that are packages cost in proportion to their length, too.
func TestHostilePackagesAreLinear(t *testing.T) {
	canvas := strings.Repeat(`<Canvas RenderTransform="1,0,0,1,1,0">`+glyph("0", "10", "a", ""), 20) + strings.Repeat("</Canvas>", 20)
	isLinear(t, "XPS: letters in a line", zipped.XPS, func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(glyph(fmt.Sprint(5*i), "10", "a", `Indices="1,50"`))
		}
		return string(xps(t, b.String()))
	}, 2000)
	isLinear(t, "XPS: lines from the last to the first", zipped.XPS, func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(glyph("10", fmt.Sprint(20*(n-i)), "a", ""))
		}
		return string(xps(t, b.String()))
	}, 2000)
	isLinear(t, "XPS: canvases in one another", zipped.XPS, func(n int) string { return string(xps(t, strings.Repeat(canvas, n))) }, 100)
	isLinear(t, "XLSB: rows from the last to the first", zipped.Sheets[2], func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(brt(0, u32(uint32(n-i))+"more") + brt(7, u32(uint32(n-i))+u32(0)+u32(uint32(i%2))))
		}
		return string(binaryWorkbook(t, b.String(), ""))
	}, 20000)
	isLinear(t, "CHM: pages in one group of frames", chm.MediaType, func(n int) string {
		var files []string
		for i := range n {
			files = append(files, fmt.Sprintf("/%05d.htm", n-i), "<p>a")
		}
		return string(chmtest.Document(0x409, chmtest.Stored, files...))
	}, 2000)
	isLinear(t, "HWP: notes in one another", hwp.MediaType, func(n int) string {
		var b strings.Builder
		for range n {
			for level := range uint32(50) {
				b.WriteString(hwpRecord(0x47, level, "  nf") + hwpText(level+1, "a"))
			}
		}
		return hangul(0, b.String())
	}, 100)
	isLinear(t, "MSG: attachments", office.Outlook, func(n int) string {
		all := []ole.Stream{{Path: []string{"__properties_version1.0"}, Octets: make([]byte, 32)}}
		for i := range n {
			name := fmt.Sprintf("__attach_version1.0_#%08X", i)
			all = append(all, ole.Stream{Path: []string{name, "__properties_version1.0"}, Octets: make([]byte, 8)},
				ole.Stream{Path: []string{name, "__substg1.0_37010102"}, Octets: []byte("words")})
		}
		return string(ole.Write(all))
	}, 300)
}
