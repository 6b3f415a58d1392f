package office_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Packages also take linear time.
func TestHostilePackagesAreLinear(t *testing.T) {
	canvas := strings.Repeat(`<Canvas RenderTransform="1,0,0,1,1,0">`+extracttest.Glyph("0", "10", "a", ""), 20) + strings.Repeat("</Canvas>", 20)
	extracttest.IsLinear(t, "XPS: letters in a line", "application/vnd.ms-xpsdocument", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Glyph(fmt.Sprint(5*i), "10", "a", `Indices="1,50"`))
		}
		return string(extracttest.XPS(t, b.String()))
	}, 2000)
	extracttest.IsLinear(t, "XPS: lines from the last to the first", "application/vnd.ms-xpsdocument", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Glyph("10", fmt.Sprint(20*(n-i)), "a", ""))
		}
		return string(extracttest.XPS(t, b.String()))
	}, 2000)
	extracttest.IsLinear(t, "XPS: canvases in one another", "application/vnd.ms-xpsdocument", func(n int) string { return string(extracttest.XPS(t, strings.Repeat(canvas, n))) }, 100)
	extracttest.IsLinear(t, "XLSB: rows from the last to the first", "application/vnd.ms-excel.sheet.binary.macroEnabled.12", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(extracttest.Brt(0, extracttest.U32(uint32(n-i))+"more") + extracttest.Brt(7, extracttest.U32(uint32(n-i))+extracttest.U32(0)+extracttest.U32(uint32(i%2))))
		}
		return string(extracttest.BinaryWorkbook(t, b.String(), ""))
	}, 20000)
}

// TestHostileIWorkIsLinear checks repetition in iWork documents. Since 2013, objects may refer to a
// long one many times. Until 2009, a part may be repeated.
func TestHostileIWorkIsLinear(t *testing.T) {
	document := func(objects ...string) string {
		return string(extracttest.Pack(t, "Index/Document.iwa", iwa(objects...)))
	}
	repeat := func(n int, of func(i uint64) string) string {
		var b strings.Builder
		for i := range uint64(n) {
			b.WriteString(of(i))
		}
		return b.String()
	}
	pages := iwaObject(1, 10000, pbRef(4, 2))
	extracttest.IsLinear(t, "iWork: places that have one object", "application/vnd.apple.pages", func(n int) string {
		return document(pages, iwaText(2, strings.Repeat("\uFFFC", n), pbText(9, repeat(n, func(i uint64) string { return iwaPlace(i, 3) }))),
			iwaObject(3, 2010, strings.Repeat(pbNumber(1, 1), 4*n)))
	}, 4000)
	extracttest.IsLinear(t, "iWork: deleted pieces", "application/vnd.apple.pages", func(n int) string {
		return document(pages, iwaText(2, strings.Repeat("a", n), pbText(22, repeat(n, func(i uint64) string { return iwaPlace(uint64(n)-i, i%2) }))))
	}, 8000)
	extracttest.IsLinear(t, "iWork: axes of a chart that have one style", "application/vnd.apple.pages", func(n int) string {
		return document(iwaObject(1, 10000, pbRef(3, 2)), iwaObject(2, 10010, pbText(1, pbText(4, pbRef(1, 3)))),
			iwaObject(3, 5021, pbText(10000, strings.Repeat(pbRef(14, 4), n))), iwaObject(4, 5027, pbText(10000, strings.Repeat(pbNumber(2, 1), 4*n))))
	}, 8000)
	extracttest.IsLinear(t, "iWork: sections that have one master", "application/vnd.apple.pages", func(n int) string {
		return document(pages, iwaText(2, "a", pbText(17, repeat(n, func(i uint64) string { return iwaPlace(i, 10+i) }))), iwaObject(3, 10143, strings.Repeat(pbNumber(9, 1), 4*n)),
			repeat(n, func(i uint64) string { return iwaObject(10+i, 10011, pbRef(25, 3)) }))
	}, 2000)
	for _, tt := range []struct {
		why, cell string
		entry     func(filler string) string
	}{
		{"a text of blanks", iwaCell(3, 8, "\x01\x00\x00\x00"), func(filler string) string { return pbText(3, filler+"a") }},
		{"a text of nothing", iwaCell(9, 16, "\x01\x00\x00\x00"), func(filler string) string {
			return pbText(9, pbNumber(1, 9)) + pbText(99, filler)
		}},
		{"a format", iwaCell(5, 1<<15, "\x01\x00\x00\x00"), func(filler string) string {
			return pbText(6, pbNumber(1, 261)+pbText(14, filler))
		}},
		{"a menu", iwaCell(2, 1<<13, "\x01\x00\x00\x00"), func(filler string) string {
			return pbText(6, pbNumber(1, 266)+pbNumber(39, 1)) + pbRef(4, 13) + pbText(99, filler)
		}},
	} {
		extracttest.IsLinear(t, "iWork: cells that have "+tt.why, "application/vnd.apple.numbers", func(n int) string {
			list := pbText(3, pbNumber(1, 1)+tt.entry(strings.Repeat(" ", 8*n)))
			store := pbText(3, pbText(1, pbRef(2, 5))) + pbRef(4, 6) + pbRef(17, 6) + pbRef(22, 6) + pbRef(16, 6)
			row := pbText(5, pbText(6, tt.cell)+pbText(7, strings.Repeat("\x00\x00", n)))
			return document(iwaObject(1, 1, pbRef(1, 2)), iwaObject(2, 2, pbRef(2, 3)), iwaObject(3, 6000, pbRef(2, 4)), iwaObject(4, 6001, pbText(4, store)), iwaObject(5, 6002, row),
				iwaObject(6, 6005, list), iwaObject(9, 6218, pbRef(1, 10)), iwaText(10, "", pbText(9, strings.Repeat(iwaPlace(0, 1), n))), iwaObject(13, 6206, strings.Repeat(pbText(2, ""), n)))
		}, 4000)
	}
	for _, tt := range []struct {
		why string
		of  func(n int) string
		n   int
	}{
		{"notes", func(n int) string {
			return pages09(strings.Repeat("<sf:footnotes><sf:p>a</sf:p></sf:footnotes>", n))
		}, 2000},
		{"headers of one name", func(n int) string {
			return pages09(`<sf:header sf:name="a"><sf:p>` + strings.Repeat("a ", 20*n) + `</sf:p></sf:header>` + strings.Repeat(`<sf:header sf:name="a"><sf:p>a</sf:p></sf:header>`, n))
		}, 2000},
		{"attachments in one another", func(n int) string {
			return pages09(`<sf:attachment sfa:ID="a0"><sf:p>` + strings.Repeat("a ", 20*n) + `</sf:p></sf:attachment>` + repeat(n, func(i uint64) string {
				return fmt.Sprintf(`<sf:attachment sfa:ID="a%d"><sf:p><sf:attachment-ref sfa:IDREF="a%d"/></sf:p></sf:attachment>`, i+1, i)
			}))
		}, 500},
		{"styles that go on from each other", func(n int) string {
			return pages09(repeat(n, func(i uint64) string {
				return fmt.Sprintf(`<sf:sectionstyle sfa:ID="s%d" sf:parent-ident="s%d"/><sf:section sf:style="s%d"/>`, i, i+1, i)
			}))
		}, 2000},
		{"cells of a menu", func(n int) string {
			return numbers09(grid09("9", `<sf:pm><sf:menu-choices>`+cell09(`sfa:ID="x"`, strings.Repeat(" ", 4*n))+`</sf:menu-choices></sf:pm>`+strings.Repeat(`<sf:pm><sf:proxied-cell-ref sfa:IDREF="x"/></sf:pm>`, n)))
		}, 2000},
	} {
		extracttest.IsLinear(t, "iWork: "+tt.why, "application/vnd.apple.pages", func(n int) string { return string(extracttest.Pack(t, "index.xml", tt.of(n))) }, tt.n)
	}
}
