package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/chmtest"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// Documents that are packages cost in proportion to their length, too.
func TestHostilePackagesAreLinear(t *testing.T) {
	canvas := strings.Repeat(`<Canvas RenderTransform="1,0,0,1,1,0">`+extracttest.Glyph("0", "10", "a", ""), 20) + strings.Repeat("</Canvas>", 20)
	isLinear(t, "XPS: letters in a line", "application/vnd.ms-xpsdocument", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Glyph(fmt.Sprint(5*i), "10", "a", `Indices="1,50"`))
		}
		return string(extracttest.XPS(t, b.String()))
	}, 2000)
	isLinear(t, "XPS: lines from the last to the first", "application/vnd.ms-xpsdocument", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Glyph("10", fmt.Sprint(20*(n-i)), "a", ""))
		}
		return string(extracttest.XPS(t, b.String()))
	}, 2000)
	isLinear(t, "XPS: canvases in one another", "application/vnd.ms-xpsdocument", func(n int) string { return string(extracttest.XPS(t, strings.Repeat(canvas, n))) }, 100)
	isLinear(t, "XLSB: rows from the last to the first", "application/vnd.ms-excel.sheet.binary.macroEnabled.12", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Brt(0, extracttest.U32(uint32(n-i))+"more") + extracttest.Brt(7, extracttest.U32(uint32(n-i))+extracttest.U32(0)+extracttest.U32(uint32(i%2))))
		}
		return string(extracttest.BinaryWorkbook(t, b.String(), ""))
	}, 20000)
	isLinear(t, "CHM: pages in one group of frames", "application/vnd.ms-htmlhelp", func(n int) string {
		var files []string
		for i := range n {
			files = append(files, fmt.Sprintf("/%05d.htm", n-i), "<p>a")
		}
		return string(chmtest.Document(0x409, chmtest.Stored, files...))
	}, 2000)
	isLinear(t, "HWP: notes in one another", "application/x-hwp", func(n int) string {
		var b strings.Builder
		for range n {
			for level := range uint32(50) {
				b.WriteString(extracttest.HWPRecord(0x47, level, "  nf") + extracttest.HWPText(level+1, "a"))
			}
		}
		return extracttest.Hangul(0, b.String())
	}, 100)
	isLinear(t, "MSG: attachments", "application/vnd.ms-outlook", func(n int) string {
		all := []ole.Stream{{Path: []string{"__properties_version1.0"}, Octets: make([]byte, 32)}}
		for i := range n {
			name := fmt.Sprintf("__attach_version1.0_#%08X", i)
			all = append(all, ole.Stream{Path: []string{name, "__properties_version1.0"}, Octets: make([]byte, 8)},
				ole.Stream{Path: []string{name, "__substg1.0_37010102"}, Octets: []byte("words")})
		}
		return string(ole.Write(all))
	}, 300)
}

// Nor does it matter how often the objects of a document since 2013 refer to a long one, or how
// often a part of one until 2009 is repeated.
func TestHostileIWorkIsLinear(t *testing.T) {
	document := func(objects ...string) string {
		return string(extracttest.Pack(t, "Index/Document.iwa", extracttest.Iwa(objects...)))
	}
	repeat := func(n int, of func(i uint64) string) string {
		var b strings.Builder
		for i := range uint64(n) {
			b.WriteString(of(i))
		}
		return b.String()
	}
	pages := extracttest.IwaObject(1, 10000, extracttest.PbRef(4, 2))
	isLinear(t, "iWork: places that have one object", "application/vnd.apple.pages", func(n int) string {
		return document(pages, extracttest.IwaText(2, strings.Repeat("\uFFFC", n), extracttest.PbText(9, repeat(n, func(i uint64) string { return extracttest.IwaPlace(i, 3) }))),
			extracttest.IwaObject(3, 2010, strings.Repeat(extracttest.PbNumber(1, 1), 4*n)))
	}, 4000)
	isLinear(t, "iWork: deleted pieces", "application/vnd.apple.pages", func(n int) string {
		return document(pages, extracttest.IwaText(2, strings.Repeat("a", n), extracttest.PbText(22, repeat(n, func(i uint64) string { return extracttest.IwaPlace(uint64(n)-i, i%2) }))))
	}, 8000)
	isLinear(t, "iWork: axes of a chart that have one style", "application/vnd.apple.pages", func(n int) string {
		return document(extracttest.IwaObject(1, 10000, extracttest.PbRef(3, 2)), extracttest.IwaObject(2, 10010, extracttest.PbText(1, extracttest.PbText(4, extracttest.PbRef(1, 3)))),
			extracttest.IwaObject(3, 5021, extracttest.PbText(10000, strings.Repeat(extracttest.PbRef(14, 4), n))), extracttest.IwaObject(4, 5027, extracttest.PbText(10000, strings.Repeat(extracttest.PbNumber(2, 1), 4*n))))
	}, 8000)
	isLinear(t, "iWork: sections that have one master", "application/vnd.apple.pages", func(n int) string {
		return document(pages, extracttest.IwaText(2, "a", extracttest.PbText(17, repeat(n, func(i uint64) string { return extracttest.IwaPlace(i, 10+i) }))), extracttest.IwaObject(3, 10143, strings.Repeat(extracttest.PbNumber(9, 1), 4*n)),
			repeat(n, func(i uint64) string { return extracttest.IwaObject(10+i, 10011, extracttest.PbRef(25, 3)) }))
	}, 2000)
	for _, tt := range []struct {
		why, cell string
		entry     func(filler string) string
	}{
		{"a text of blanks", extracttest.IwaCell(3, 8, "\x01\x00\x00\x00"), func(filler string) string { return extracttest.PbText(3, filler+"a") }},
		{"a text of nothing", extracttest.IwaCell(9, 16, "\x01\x00\x00\x00"), func(filler string) string {
			return extracttest.PbText(9, extracttest.PbNumber(1, 9)) + extracttest.PbText(99, filler)
		}},
		{"a format", extracttest.IwaCell(5, 1<<15, "\x01\x00\x00\x00"), func(filler string) string {
			return extracttest.PbText(6, extracttest.PbNumber(1, 261)+extracttest.PbText(14, filler))
		}},
		{"a menu", extracttest.IwaCell(2, 1<<13, "\x01\x00\x00\x00"), func(filler string) string {
			return extracttest.PbText(6, extracttest.PbNumber(1, 266)+extracttest.PbNumber(39, 1)) + extracttest.PbRef(4, 13) + extracttest.PbText(99, filler)
		}},
	} {
		isLinear(t, "iWork: cells that have "+tt.why, "application/vnd.apple.numbers", func(n int) string {
			list := extracttest.PbText(3, extracttest.PbNumber(1, 1)+tt.entry(strings.Repeat(" ", 8*n)))
			store := extracttest.PbText(3, extracttest.PbText(1, extracttest.PbRef(2, 5))) + extracttest.PbRef(4, 6) + extracttest.PbRef(17, 6) + extracttest.PbRef(22, 6) + extracttest.PbRef(16, 6)
			row := extracttest.PbText(5, extracttest.PbText(6, tt.cell)+extracttest.PbText(7, strings.Repeat("\x00\x00", n)))
			return document(extracttest.IwaObject(1, 1, extracttest.PbRef(1, 2)), extracttest.IwaObject(2, 2, extracttest.PbRef(2, 3)), extracttest.IwaObject(3, 6000, extracttest.PbRef(2, 4)), extracttest.IwaObject(4, 6001, extracttest.PbText(4, store)), extracttest.IwaObject(5, 6002, row),
				extracttest.IwaObject(6, 6005, list), extracttest.IwaObject(9, 6218, extracttest.PbRef(1, 10)), extracttest.IwaText(10, "", extracttest.PbText(9, strings.Repeat(extracttest.IwaPlace(0, 1), n))), extracttest.IwaObject(13, 6206, strings.Repeat(extracttest.PbText(2, ""), n)))
		}, 4000)
	}
	for _, tt := range []struct {
		why string
		of  func(n int) string
		n   int
	}{
		{"notes", func(n int) string {
			return extracttest.Pages09(strings.Repeat("<sf:footnotes><sf:p>a</sf:p></sf:footnotes>", n))
		}, 2000},
		{"headers of one name", func(n int) string {
			return extracttest.Pages09(`<sf:header sf:name="a"><sf:p>` + strings.Repeat("a ", 20*n) + `</sf:p></sf:header>` + strings.Repeat(`<sf:header sf:name="a"><sf:p>a</sf:p></sf:header>`, n))
		}, 2000},
		{"attachments in one another", func(n int) string {
			return extracttest.Pages09(`<sf:attachment sfa:ID="a0"><sf:p>` + strings.Repeat("a ", 20*n) + `</sf:p></sf:attachment>` + repeat(n, func(i uint64) string {
				return fmt.Sprintf(`<sf:attachment sfa:ID="a%d"><sf:p><sf:attachment-ref sfa:IDREF="a%d"/></sf:p></sf:attachment>`, i+1, i)
			}))
		}, 500},
		{"styles that go on from each other", func(n int) string {
			return extracttest.Pages09(repeat(n, func(i uint64) string {
				return fmt.Sprintf(`<sf:sectionstyle sfa:ID="s%d" sf:parent-ident="s%d"/><sf:section sf:style="s%d"/>`, i, i+1, i)
			}))
		}, 2000},
		{"cells of a menu", func(n int) string {
			return extracttest.Numbers09(extracttest.Grid09("9", `<sf:pm><sf:menu-choices>`+extracttest.Cell09(`sfa:ID="x"`, strings.Repeat(" ", 4*n))+`</sf:menu-choices></sf:pm>`+strings.Repeat(`<sf:pm><sf:proxied-cell-ref sfa:IDREF="x"/></sf:pm>`, n)))
		}, 2000},
	} {
		isLinear(t, "iWork: "+tt.why, "application/vnd.apple.pages", func(n int) string { return string(extracttest.Pack(t, "index.xml", tt.of(n))) }, tt.n)
	}
}
