package office_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// What pages repeat comes last, each line once.
func TestHeadersAndFooters(t *testing.T) {
	head := func(s string) string { return `<w:hdr ` + extracttest.WordNS + `><w:p>` + s + `</w:p></w:hdr>` }
	references := `<w:headerReference r:id="r1" w:type="default"/><w:footerReference r:id="r2" w:type="even"/><w:headerReference r:id="r3" w:type="first"/>`
	parts := []string{"word/_rels/document.xml.rels", extracttest.Links("header", "h.xml", "footer", "f.xml", "header", "g.xml", "settings", "s.xml"),
		"word/h.xml", head(extracttest.Run("head")), "word/f.xml", head(extracttest.Run("foot")), "word/g.xml", head(extracttest.Run("first") + "</w:p><w:p>" + extracttest.Run("head"))}
	page := func(code string) string {
		return `<w:p>` + extracttest.Run("page ") + `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>` + code + `</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>7</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	for _, tt := range []struct{ why, body, settings, want string }{
		{"those that no page shows", `<w:sectPr>` + references + `</w:sectPr><w:p>` + extracttest.Run("a") + `</w:p>`, "", "a\nhead"},
		{"a first page of its own", `<w:sectPr>` + references + `<w:titlePg/></w:sectPr><w:p>` + extracttest.Run("a") + `</w:p>`, "", "a\nhead\nfirst"},
		{"even pages of their own", `<w:p>` + extracttest.Run("a") + `</w:p><w:sectPr>` + references + `</w:sectPr>`, `<w:evenAndOddHeaders/>`, "a\nhead\nfoot"},
		{"sections with the same", strings.Repeat(`<w:p><w:pPr><w:sectPr>`+references+`</w:sectPr></w:pPr>`+extracttest.Run("a")+`</w:p>`, 2), "", "a\na\nhead"},
		{"the number of the page", page(" PAGE  \\* roman "), "", "page"},
		{"how many there are", `<w:p><w:fldSimple w:instr="NUMPAGES">` + extracttest.Run("9") + `</w:fldSimple>` + extracttest.Run("a") + `</w:p>`, "", "a"},
		{"the number of another page", page("PAGEREF _Toc1"), "", "page 7"},
	} {
		octets := extracttest.DOCX(t, tt.body, append(parts, "word/s.xml", `<w:settings `+extracttest.WordNS+`>`+tt.settings+`</w:settings>`)...)
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestCharts(t *testing.T) {
	rich := func(s string) string {
		return `<c:tx><c:rich><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></c:rich></c:tx>`
	}
	cache := func(kind, format string, values ...string) string {
		s := `<c:` + kind + `Ref><c:f>A1</c:f><c:` + kind + `Cache><c:formatCode>` + format + `</c:formatCode>`
		for _, v := range values {
			s += `<c:pt><c:v>` + v + `</c:v></c:pt>`
		}
		return s + `</c:` + kind + `Cache></c:` + kind + `Ref>`
	}
	series := func(name, inside string) string {
		return `<c:ser><c:tx>` + cache("str", "", name) + `</c:tx>` + inside + `<c:cat>` + cache("str", "", "spring", "autumn") + `</c:cat><c:val>` + cache("num", "0.0", "1", "3") + `</c:val></c:ser>`
	}
	const legend = `<c:legend><c:legendPos val="r"/></c:legend>`
	for _, tt := range []struct{ why, chart, want string }{
		{"what a chart with all of it shows", `<c:title>` + rich("title") + `</c:title><c:plotArea><c:barChart>` + series("oil", "") + series("wicks", "") + `</c:barChart><c:catAx><c:delete val="0"/><c:title>` + rich("across") + `</c:title></c:catAx><c:valAx><c:title>` + rich("up") + `</c:title></c:valAx></c:plotArea>` + legend,
			"title\nspring\nautumn\nacross\nup\noil\nwicks"},
		{"no legend, and axes that are not shown", `<c:plotArea><c:barChart>` + series("oil", "") + series("wicks", "") + `</c:barChart><c:catAx><c:delete val="1"/><c:title>` + rich("across") + `</c:title></c:catAx></c:plotArea>`, ""},
		{"labels of a plot, but for a series with its own and one without", `<c:plotArea><c:barChart>` + series("oil", "") + series("wicks", `<c:dLbls><c:delete val="1"/></c:dLbls>`) + series("lamps", `<c:dLbls><c:numFmt formatCode="0" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>`) + `<c:dLbls><c:showVal val="1"/></c:dLbls></c:barChart><c:lineChart>` + series("more", "") + `</c:lineChart></c:plotArea>`,
			"spring\nautumn\n1.0\n3.0\n1\n3"},
		{"labels with names", `<c:autoTitleDeleted val="1"/><c:plotArea><c:pieChart>` + series("oil", "") + `<c:dLbls><c:showVal val="0"/><c:showCatName val="1"/><c:showSerName val="1"/><c:showPercent val="1"/></c:dLbls></c:pieChart></c:plotArea>`,
			"spring\nautumn\noil\n25%\n75%"},
		{"names at no value", `<c:autoTitleDeleted val="1"/><c:plotArea><c:pieChart><c:dLbls><c:showCatName val="1"/></c:dLbls></c:pieChart></c:plotArea>`, ""},
		{"labels of points", `<c:plotArea><c:scatterChart><c:ser><c:xVal>` + cache("num", "", "7", "8") + `</c:xVal><c:yVal>` + cache("num", "0.0", "1", "3") + `</c:yVal></c:ser><c:dLbls><c:showVal val="1"/></c:dLbls></c:scatterChart></c:plotArea>`, "1.0\n3.0"},
		{"the name of the only series is the title", `<c:autoTitleDeleted val="0"/><c:plotArea><c:barChart>` + series("oil", "") + `</c:barChart></c:plotArea>` + legend, "oil\nspring\nautumn"},
		{"a title that is not stored", `<c:title><c:overlay/></c:title><c:plotArea><c:barChart>` + series("oil", "") + `</c:barChart></c:plotArea>`, "oil\nspring\nautumn"},
		{"the same, taken away", `<c:title/><c:autoTitleDeleted val="1"/><c:plotArea><c:barChart>` + series("oil", "") + `</c:barChart></c:plotArea>`, "spring\nautumn"},
		{"labels", `<c:plotArea><c:pieChart>` + series("oil", `<c:dLbls><c:dLbl><c:idx/>`+rich("mine")+`</c:dLbl><c:showVal val="1"/><c:showPercent val="1"/></c:dLbls>`) + `</c:pieChart></c:plotArea>`, "oil\nmine\n1.0\n25%\n3.0\n75%"},
		{"a legend of categories", `<c:plotArea><c:pieChart>` + series("oil", "") + `</c:pieChart></c:plotArea>` + legend, "oil\nspring\nautumn"},
	} {
		chart := `<c:chartSpace ` + extracttest.ChartNS + ` ` + extracttest.DrawNS + `><c:chart>` + tt.chart + `</c:chart></c:chartSpace>`
		body := `<w:p>` + extracttest.Run("a") + `<w:r><w:drawing><c:chart ` + extracttest.ChartNS + ` r:id="r1"/></w:drawing></w:r>` + extracttest.Run("b") + `</w:p>`
		_, text, err := extracttest.TextOf(extracttest.DOCX(t, body, "word/_rels/document.xml.rels", extracttest.Links("chart", "charts/c.xml"), "word/charts/c.xml", chart), extract.Options{})
		want := strings.ReplaceAll("a\n"+tt.want+"\nb", "\n\n", "\n")
		if diff := cmp.Diff(want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	// A chart that is damaged takes no more than itself.
	body := `<w:p>` + extracttest.Run("a") + `<w:r><w:drawing><c:chart ` + extracttest.ChartNS + ` r:id="r1"/></w:drawing></w:r></w:p>`
	d, text, err := extracttest.TextOf(extracttest.DOCX(t, body, "word/_rels/document.xml.rels", extracttest.Links("chart", "c.xml"), "word/c.xml", "<c"), extract.Options{})
	if text != "a" || err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], `"word/c.xml" is left out`) {
		t.Errorf("a chart that is damaged: %q, %v, %v", text, d.Notes, err)
	}
	// An embedded document that is missing is a lost part.
	for _, kind := range []string{"package", "oleObject"} {
		d, text, err := extracttest.TextOf(extracttest.DOCX(t, "<w:p>"+extracttest.Run("a")+"</w:p>", "word/_rels/document.xml.rels", extracttest.Links(kind, "embeddings/x.bin")), extract.Options{})
		want := []string{`the archive has no "word/embeddings/x.bin", to which "word/document.xml" refers`}
		if diff := cmp.Diff(want, d.Lost); diff != "" || err != nil {
			t.Errorf("a missing %s: %q, %v (-want +got):\n%s", kind, text, err, diff)
		}
	}
}

// A diagram (SmartArt) is read where it stands, point by point.
func TestDiagrams(t *testing.T) {
	const dgm = `xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ` + extracttest.DrawNS
	point := func(kind, s string) string {
		return `<dgm:pt type="` + kind + `"><dgm:t><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></dgm:t></dgm:pt>`
	}
	data := `<dgm:dataModel ` + dgm + `><dgm:ptLst>` + point("doc", "") + point("node", "oil") + point("node", "wi</a:t></a:r><a:r><a:t>cks") +
		`</dgm:ptLst></dgm:dataModel>`
	body := `<w:p>` + extracttest.Run("a") + `<w:r><w:drawing><dgm:relIds ` + dgm + ` r:dm="r1"/></w:drawing></w:r>` + extracttest.Run("b") + `</w:p>`
	for _, tt := range []struct{ why, data, want, note string }{
		{"points with and without text", data, "a\noil\nwicks\nb", ""},
		{"one that is damaged takes no more than itself", "<dgm", "a\nb", `"word/d.xml" is left out`},
	} {
		d, text, err := extracttest.TextOf(extracttest.DOCX(t, body, "word/_rels/document.xml.rels", extracttest.Links("diagramData", "d.xml"), "word/d.xml", tt.data), extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
			continue
		}
		if notes := strings.Join(d.Notes, "\n"); tt.note == "" && notes != "" || !strings.Contains(notes, tt.note) {
			t.Errorf("%s: notes %q, want %q", tt.why, notes, tt.note)
		}
	}
}

// pptx makes a presentation of slides with these shapes, and a layout and a master.
func pptx(t testing.TB, layout, master string, slides ...string) []byte {
	const p = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` + extracttest.DrawNS
	const in = "ppt/"
	list, kinds := "", []string(nil)
	members := []string{"[Content_Types].xml", extracttest.Types("ppt/p.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "ppt/p.xml"),
		in + "l.xml", `<p:sldLayout ` + p + `>` + layout + `</p:sldLayout>`, in + "_rels/l.xml.rels", extracttest.Links("slideMaster", "m.xml"),
		in + "m.xml", `<p:sldMaster ` + p + `>` + master + `</p:sldMaster>`}
	for i, s := range slides {
		name := string(rune('0'+i)) + ".xml"
		list += `<p:sldId r:id="r` + string(rune('1'+i)) + `"/>`
		kinds = append(kinds, "slide", name)
		members = append(members, in+name, `<p:sld `+p+s+`</p:sld>`, in+"_rels/"+name+".rels", extracttest.Links("slideLayout", "l.xml"))
	}
	members = append(members, in+"p.xml", `<p:presentation `+p+` xmlns:r="`+extracttest.Relations+`"><p:sldIdLst>`+list+`</p:sldIdLst></p:presentation>`, in+"_rels/p.xml.rels", extracttest.Links(kinds...))
	return extracttest.Pack(t, members...)
}

func TestWhatSlidesShow(t *testing.T) {
	shape := func(s string) string { return `<p:sp><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:sp>` }
	holder := func(kind, s string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:sp>`
	}
	for _, tt := range []struct {
		why, layout, master string
		slides              []string
		want                string
	}{
		{"footers once, after the slides", "", "", []string{">" + shape("a") + holder("ftr", "foot") + holder("sldNum", "1"), ">" + holder("ftr", "foot") + shape("b")}, "a\nb\nfoot"},
		{"what masters show, but for their placeholders", shape("layout") + holder("title", "x"), shape("master") + holder("ftr", "x"), []string{">" + shape("a"), ">" + shape("b")}, "a\nb\nlayout\nmaster"},
		{"a slide whose master does not show", shape("layout"), shape("master"), []string{` showMasterSp="0">` + shape("a")}, "a"},
		{"the same, of another that is hidden", shape("layout"), "", []string{` showMasterSp="0">` + shape("a"), ` show="0">` + shape("x")}, "a"},
		{"numbers and dates of slides", "", "", []string{`><p:sp><a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld><a:fld type="datetime1"><a:t>1/1/2020</a:t></a:fld></a:p><a:p><a:r><a:t>a</a:t></a:r></a:p></p:sp>`}, "a"},
		{"dates of today in sentences", "", "", []string{`><p:sp><a:p><a:fld type="datetimeFigureOut"><a:t>1/1/2020</a:t></a:fld><a:r><a:t> </a:t></a:r><a:tab/><a:r><a:t>is a day</a:t></a:r></a:p><a:p><a:r><a:t>until </a:t></a:r><a:fld type="datetime4"><a:t>1/2/2020</a:t></a:fld></a:p></p:sp>`}, "1/1/2020 is a day\nuntil 1/2/2020"},
		{"shapes in a group that is hidden", "", "", []string{`><p:grpSp><p:nvGrpSpPr><p:cNvPr hidden="1"/></p:nvGrpSpPr>` + shape("x") + `</p:grpSp>` + shape("a")}, "a"},
		{"a table", "", "", []string{`><p:graphicFrame><a:tbl><a:tr><a:tc>` + shape("a") + `</a:tc><a:tc>` + shape("b") + `</a:tc></a:tr></a:tbl></p:graphicFrame>`}, "a\nb"},
	} {
		_, text, err := extracttest.TextOf(pptx(t, tt.layout, tt.master, tt.slides...), extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// A sheet may be a chart.
func TestChartSheet(t *testing.T) {
	const s = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	book := extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/w.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/w.xml"), "xl/w.xml", `<workbook `+s+` xmlns:r="`+extracttest.Relations+`"><sheets><sheet r:id="r1"/></sheets></workbook>`,
		"xl/_rels/w.xml.rels", extracttest.Links("chartsheet", "c.xml"), "xl/c.xml", `<chartsheet `+s+`><drawing/></chartsheet>`,
		"xl/_rels/c.xml.rels", extracttest.Links("drawing", "d.xml"), "xl/d.xml", `<d `+extracttest.ChartNS+` xmlns:r="`+extracttest.Relations+`"><c:chart r:id="r1"/></d>`,
		"xl/_rels/d.xml.rels", extracttest.Links("chart", "e.xml"), "xl/e.xml", `<c:chartSpace `+extracttest.ChartNS+` `+extracttest.DrawNS+`><c:chart><c:title><a:p><a:t>title</a:t></a:p></c:title></c:chart></c:chartSpace>`)
	if _, text, err := extracttest.TextOf(book, extract.Options{}); text != "title" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// Shapes beside the cells of a sheet are text, unless they or their groups are hidden.
func TestShapesOfSheets(t *testing.T) {
	shape := func(properties, text string) string {
		return `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" ` + properties + `/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></xdr:txBody></xdr:sp>`
	}
	group := func(properties, shapes string) string {
		return `<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="1" ` + properties + `/></xdr:nvGrpSpPr>` + shapes + `</xdr:grpSp>`
	}
	for _, tt := range []struct{ why, shapes, want string }{
		{"shown", shape("", "a") + shape(`hidden="0"`, "b"), "a\nb"},
		{"hidden", shape("", "a") + shape(`hidden="1"`, "b") + shape("", "c"), "a\nc"},
		{"a group", group("", shape(`hidden="true"`, "a")+shape("", "b")) + shape("", "c"), "b\nc"},
		{"a hidden group", group(`hidden="1"`, `<mc:AlternateContent><mc:Choice>`+shape("", "a")+`</mc:Choice></mc:AlternateContent>`) + shape("", "b"), "b"},
	} {
		_, text, err := extracttest.TextOf(shapes(t, tt.shapes), extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}
